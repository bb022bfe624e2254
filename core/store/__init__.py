"""The only SQL of the program, over one DuckDB file."""
