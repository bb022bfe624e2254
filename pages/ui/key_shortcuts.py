"""Keys that lead to a widget: an input gets the focus, a button or link is pressed."""

from pages.ui.components import component

_mount = component("key_shortcuts")


def key_shortcuts(targets: dict[str, str], *, key: str) -> None:
    """From the key, as browsers name it (``/``), to the widget's ``key``. Idle while typing."""
    _mount(key=key, data={"targets": targets})
