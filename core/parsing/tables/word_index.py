"""Words of a page, to be asked for by place."""

from collections.abc import Sequence

import numpy as np

from core.parsing.ink import Area, Word


class WordIndex:
    def __init__(self, words: Sequence[Word]) -> None:
        self.words = [word for word in words if word.text.strip()]
        self._x = np.array([(word.left + word.right) / 2 for word in self.words])
        self._y = np.array([(word.top + word.bottom) / 2 for word in self.words])

    def inside(self, area: Area) -> list[Word]:
        """Words whose middle lies in ``area``, in the order of printing."""
        if not self.words:
            return []
        hit = (
            (self._x >= area.left)
            & (self._x <= area.right)
            & (self._y >= area.top)
            & (self._y <= area.bottom)
        )
        return [self.words[index] for index in np.flatnonzero(hit)]

    def outside(self, areas: Sequence[Area]) -> list[Word]:
        """Words whose middle lies in none of ``areas``."""
        if not self.words or not areas:
            return list(self.words)
        hit = np.zeros(len(self.words), dtype=bool)
        for area in areas:
            hit |= (
                (self._x >= area.left)
                & (self._x <= area.right)
                & (self._y >= area.top)
                & (self._y <= area.bottom)
            )
        return [self.words[index] for index in np.flatnonzero(~hit)]
