"""The parts of the search page."""
