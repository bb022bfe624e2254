"""Parts of the Desk page."""
