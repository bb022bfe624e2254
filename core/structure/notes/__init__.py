"""Notes and the cells and sentences that cite them."""
