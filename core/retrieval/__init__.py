"""Search: regulations cut into chunks, text folded and cut into tokens."""
