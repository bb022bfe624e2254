"""Typesets the bundled sample regulations and derives their truth files."""
