"""A PDF becomes pages of elements with boxes, in worker processes that the caller survives."""

from core.parsing.parse import ENGINES, Progress, glance_at_pdf, parse_pdf, read_picture
from core.parsing.worker_pool import POOL

__all__ = ["ENGINES", "Progress", "close", "glance_at_pdf", "parse_pdf", "read_picture"]


def close() -> None:
    """End the workers that wait for the next document; also done when the program ends."""
    POOL.close()
