"""Text of documents and links, shown as text and never as markup."""

_MARKUP = frozenset(r"\`*_{}[]<>()#+-.!|$:~&^=")


def escaped(words: str) -> str:
    """For Markdown: every character that Markdown or Streamlit could take as markup is escaped.

    Line breaks become blanks, so that a line of a document cannot begin a list or a heading.
    """
    return "".join(f"\\{char}" if char in _MARKUP else char for char in " ".join(words.split()))
