"""The reading context: a tree of pages, its changes, and the window a model reads of it."""
