"""A comparison as a file that can be sent on: HTML to read, XLSX to sort and filter."""
