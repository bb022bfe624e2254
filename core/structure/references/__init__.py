"""References: found, read, and led to what they mean."""
