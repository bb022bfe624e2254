"""What differs between two texts of the same kind: values in, values out, nothing drawn."""
