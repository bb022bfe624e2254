"""Questions: quotations from the pages, a model's answer where one is configured, both checked."""
