"""How high a list of rows is, so that its room is kept before anything of it is drawn."""

_ROW, _EDGES = 33, 2  # pixels, as Streamlit draws them


def list_height(rows: int, most: int) -> int:
    """In pixels, with the row of headings; more than ``most`` rows are scrolled."""
    return _EDGES + _ROW * (1 + min(rows, most))
