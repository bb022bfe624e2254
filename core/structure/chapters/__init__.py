"""The chapter tree: numbering, headings, contents pages."""
