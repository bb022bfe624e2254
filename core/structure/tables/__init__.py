"""Captions, and tables joined over page breaks by evidence."""
