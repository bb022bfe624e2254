"""Reading print from a picture of a page, with RapidOCR. Its models come in its wheel."""

import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from statistics import median
from typing import Any

import numpy

from core.parsing.ink import Glyph, Word
from core.parsing.line_joining import is_ideograph
from core.parsing.page_images import Picture

_TALL = 1.5  # boxes higher than that times their width hold text on its side
_SURE = 0.80  # mean confidence of a page that stands upright
_SAME_SIZE = 1.3
_LEAST_CONFIDENCE = 0.5
# Of the line's height. The model's places of letters are coarse: in leaders (……) they coincide.
_PITCH_MIN, _PITCH_MAX = 0.4, 1.6


@dataclass(frozen=True, slots=True)
class Reading:
    """Words in points of the upright page, which stood ``turn`` degrees clockwise before.

    ``confidence`` is the mean over the characters; ``picture`` is the upright one; ``lines`` are
    the lines as they were seen, each with how sure the model is of it.
    """

    words: tuple[Word, ...]
    width: float
    height: float
    turn: int
    confidence: float
    picture: Picture
    lines: tuple[tuple[str, float], ...] = ()

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def read_picture(picture: Picture, width: float, height: float) -> Reading:
    """The print on a page of ``width`` by ``height`` points, whichever way it stands."""
    reading = _read(picture, width, height, turn=0)
    if not reading.words or reading.confidence >= _SURE:
        return reading
    turns = (90, 270) if _lies_on_its_side(reading) else (180, 90, 270)
    best = reading
    for turn in turns:
        turned = _read(picture, width, height, turn)
        if _worth(turned) > _worth(best):
            best = turned
        if best.confidence >= _SURE:
            break
    return best


@cache
def _engine() -> Any:  # noqa: ANN401 - RapidOCR has no types
    from rapidocr import RapidOCR

    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,  # pages that stand upside down show by their confidence
            "Global.max_side_len": 2400,
            "Global.return_word_box": True,
            "Global.return_single_char_box": True,
            # One line at a time: in a batch all are padded to the longest (a third of the time).
            "Rec.rec_batch_num": 1,
            # The owner runs one worker per core.
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def _read(picture: Picture, width: float, height: float, turn: int) -> Reading:
    upright = numpy.ascontiguousarray(numpy.rot90(picture, turn // 90))
    if turn in (90, 270):
        width, height = height, width
    # OpenCV's order of colours, which the models were trained on.
    result = _engine()(numpy.ascontiguousarray(upright[:, :, ::-1]))
    words: list[Word] = []
    lines: list[tuple[str, float]] = []
    scale = width / upright.shape[1]
    if result.txts is not None:
        for text, score, box, letters in zip(
            result.txts, result.scores, result.boxes, result.word_results, strict=True
        ):
            if score < _LEAST_CONFIDENCE or not text.strip():
                continue
            words.extend(_words(text, numpy.asarray(box) * scale, letters, scale))
            lines.append((text, float(score)))
    count = sum(len(text) for text, _ in lines)
    confidence = sum(score * len(text) for text, score in lines) / count if count else 0.0
    return Reading(tuple(_evened(words)), width, height, turn, confidence, upright, tuple(lines))


def _words(text: str, box: Any, letters: Any, scale: float) -> list[Word]:  # noqa: ANN401
    """The words of a line, each with its letters; by even steps where they were not located."""
    left, right = float(box[:, 0].min()), float(box[:, 0].max())
    top, bottom = float(box[:, 1].min()), float(box[:, 1].max())
    printed = text.replace(" ", "")
    if len(letters) == len(printed):
        places = [
            (float(min(p[0] for p in quad)) * scale, float(max(p[0] for p in quad)) * scale)
            for _, _, quad in letters
        ]
    else:
        step = (right - left) / max(1, len(printed))
        places = [(left + at * step, left + (at + 1) * step) for at in range(len(printed))]
    size = _size(printed, places, bottom - top)
    words: list[Word] = []
    at = 0
    for number, part in enumerate(text.split()):
        glyphs = tuple(
            Glyph(character, *place)
            for character, place in zip(part, places[at : at + len(part)], strict=True)
        )
        at += len(part)
        words.append(
            Word(
                left=glyphs[0].left,
                top=top,
                right=glyphs[-1].right,
                bottom=bottom,
                text=part,
                size=size,
                baseline=bottom - 0.2 * (bottom - top),
                follows_blank=number > 0,
                glyphs=glyphs,
            )
        )
    return words


def _size(printed: str, places: list[tuple[float, float]], height: float) -> float:
    """From ideograph to ideograph is one em, if plausible; other print is judged by its height."""
    pitches = [
        after[0] - before[0]
        for (first, before), (second, after) in pairwise(zip(printed, places, strict=False))
        if is_ideograph(first) and is_ideograph(second)
    ]
    if len(pitches) >= 3 and _PITCH_MIN * height < median(pitches) < _PITCH_MAX * height:
        return float(median(pitches))
    return float(0.8 * height)


def _evened(words: list[Word]) -> list[Word]:
    """Sizes are guesses: those near the page's usual one are that one."""
    if not words:
        return words
    usual = median(word.size for word in words for _ in word.text)
    return [
        replace(word, size=usual) if 1 / _SAME_SIZE < word.size / usual < _SAME_SIZE else word
        for word in words
    ]


def _lies_on_its_side(reading: Reading) -> bool:
    long_words = [word for word in reading.words if len(word.text) > 2]
    tall = sum(word.bottom - word.top > _TALL * (word.right - word.left) for word in long_words)
    return 2 * tall > len(long_words)


def _worth(reading: Reading) -> float:
    letters = sum(len(word.text) for word in reading.words)
    return reading.confidence * reading.confidence * math.sqrt(letters)
