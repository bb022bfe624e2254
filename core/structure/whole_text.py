"""A whole regulation as Markdown: with its images, and with descriptions in their place."""

from collections.abc import Callable, Iterator

from core.model import ContentBlock, Figure, Regulation


def content_markdown(regulation: Regulation) -> str:
    """Figures as image links; the images lie in the same folder."""
    return _joined(regulation, lambda figure: f"![]({figure.image_name})")


def text_markdown(regulation: Regulation) -> str:
    """Figures as what they show, so that text search finds them."""
    return _joined(regulation, figure_text)


def figure_text(figure: Figure) -> str:
    return (
        f"[IMAGE:{figure.image_name}]\n"
        "<figure>\n"
        f"<figure_type>{figure.figure_type}</figure_type>\n"
        f"<figure_description>{figure.description}</figure_description>\n"
        "</figure>"
    )


def _joined(regulation: Regulation, write: Callable[[Figure], str]) -> str:
    return "\n\n".join(part for part in _parts(regulation, write) if part) + "\n"


def _parts(regulation: Regulation, write: Callable[[Figure], str]) -> Iterator[str]:
    figures = {figure.figure_id: figure for figure in regulation.figures}
    for page in regulation.pages:
        for block in page.content_blocks:
            yield _part(block, figures, write)


def _part(block: ContentBlock, figures: dict[str, Figure], write: Callable[[Figure], str]) -> str:
    if block.figure_id in figures:
        return write(figures[block.figure_id])
    return block.content_markdown
