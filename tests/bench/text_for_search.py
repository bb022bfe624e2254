"""How long the text side of search takes: chunks, folding, tokens, as JSON.

Usage: python -m tests.bench.text_for_search [CHARACTERS]
"""

import sys
import time

from core.retrieval.folding import fold
from core.retrieval.tokens import character_tokens, word_tokens
from tests.bench.measuring import report

SENTENCE = "值班调度员应在 5 分钟内报告第六章规定的 220 kV 母线失压情况。\n"


def main(characters: int) -> None:
    text = SENTENCE * (characters // len(SENTENCE))
    begun = time.perf_counter()
    folded = fold(text).text
    after_folding = time.perf_counter()
    words = word_tokens(folded)
    after_words = time.perf_counter()
    pairs = character_tokens(folded)
    report(
        {
            "characters": len(text),
            "fold_seconds": round(after_folding - begun, 3),
            "word_tokens": len(words),
            "word_seconds": round(after_words - after_folding, 3),
            "character_tokens": len(pairs),
            "character_seconds": round(time.perf_counter() - after_words, 3),
        }
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
