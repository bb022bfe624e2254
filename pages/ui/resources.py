"""The process-wide workbench, shared by every session and everything else in the process."""

import gc
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

import streamlit as st

from core.settings import load_settings
from core.workbench import Workbench

Arguments = TypeVarTuple("Arguments")
T = TypeVar("T")

_shared: list[Workbench] = []


def share(opened: Workbench) -> None:
    """What :func:`workbench` answers from now on; whoever opened it closes it."""
    _shared[:] = [opened]


def workbench() -> Workbench:
    return _shared[0] if _shared else _opened()


@st.cache_resource(show_spinner=False, on_release=Workbench.close)
def _opened() -> Workbench:
    """For pages that run without ``gridcode serve``."""
    opened = Workbench(load_settings())
    opened.load_samples_once()
    return opened


def remembered(
    entries: int,
) -> Callable[[Callable[[*Arguments], T]], Callable[[*Arguments], T]]:
    """Decorator: an answer is kept for as long as nothing is written to the library."""

    def decorate(ask: Callable[[*Arguments], T]) -> Callable[[*Arguments], T]:
        kept = lru_cache(maxsize=entries)(lambda _revision, *arguments: ask(*arguments))

        @wraps(ask)
        def answer(*arguments: *Arguments) -> T:
            return kept(workbench().revision, *arguments)

        return answer

    return decorate


def set_aside() -> None:
    """What is in memory now is not looked through for garbage any more, until the next call.

    For what is large and kept: once in a while a click would wait until Python has seen all of it.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
