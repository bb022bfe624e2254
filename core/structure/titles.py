"""A title for a document that nobody has named yet."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import PurePath

from core.parsing.elements import ParsedDocument, ParsedElement, PrintedLine
from core.parsing.marks import CHAPTER, is_caption, is_clause_start

Printed = ParsedElement | PrintedLine

_LONGEST = 120
_A_PAGE_OF_TEXT = 300  # characters; a cover has fewer
_STANDS_OUT = 1.08  # times the height of body text
_EDITION = re.compile(
    r"[（(]?(?:\d{4}\s*年?\s*(?:版|修订版?|修正)|第\s*\S{1,3}\s*版"
    r"|(?:\w+ )?edition(?: \d+)?)[)）]?",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
# 中华人民共和国国家标准 is what all of a series have on their cover.
_OF_A_SERIES = re.compile(
    r"(?:中华人民共和国.{0,14}|\S{0,14}(?:国家|行业|团体|地方|企业|公司))(?:标准|文件)"
    r"|(?:industry|national|enterprise|company) standards?|(?:regulation|directive|decision|act)s",
    re.IGNORECASE,
)
_A_CODE = re.compile(
    r"(?:ICS|CCS|UDC|备案号|(?:部分)?代替).*|P\.?\s*\d+|(?:page|第)\s*\d+.*"
    r"|[A-Z]{1,6}(?:[/／][A-Z]{1,6})?\s*[\d.]+(?:\s*[—–-]\s*\d{2,4})?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"[A-Z][.．]\s|\d{1,2}[.．、](?!\d)|第[〇一二三四五六七八九十百\d]+[章节条篇]"
)
_IN_EVERY_DOCUMENT = re.compile(
    r"(?:\d{1,2}\s+)?(?:前\s*言|引\s*言|目\s*[次录]|总\s*则|范\s*围|封\s*面|标\s*题|说\s*明|附\s*录"
    r"|introduction|(?:table of )?contents|foreword|preface|scope|title"
    r"|(?:untitled|document|未命名|文档)\s*\d*)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]{3,}|[\u4e00-\u9fff]")
_LETTERSPACED = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")
_OF_A_FILE = re.compile(r"microsoft \w+ - |\S*\.(?:docx?|pdf|wps|com|cn|net)\b", re.IGNORECASE)


def propose_title(document: ParsedDocument, file_name: str) -> str:
    """The title printed on the first page that has any text, else the file's own, or its name."""
    pages = [
        [element for element in page.elements if element.kind in ("text", "heading")]
        for page in document.pages[:3]
    ]
    return title_in_print(pages, document.title, file_name)


def title_in_print(
    pages: Sequence[Sequence[Printed]], own_title: str | None, file_name: str
) -> str:
    own = " ".join((own_title or "").split())
    if not _could_name(own) or _OF_A_FILE.match(own):
        own = ""
    page = next((page for page in pages if any(line.text.strip() for line in page)), [])
    if own and _squeezed(own) in _squeezed(" ".join(line.text for line in page)):
        return _with_edition(_shortened(own), page)
    printed = [line for line in page if _could_name(line.text.strip())]
    if printed:
        return _with_edition(_shortened(_most_prominent(printed, page)), page)
    return _shortened(own) or PurePath(file_name).stem


def _could_name(text: str) -> bool:
    text = _LETTERSPACED.sub("", text)
    if len(text) < 2 or _OF_A_SERIES.fullmatch(text) or _A_CODE.fullmatch(text):
        return False
    if _NUMBERED.match(text) or _IN_EVERY_DOCUMENT.fullmatch(text):
        return False
    # 附件4 and CHAPTER 25 may be all that there is of a whole.
    if (is_clause_start(text) and not CHAPTER.match(text)) or is_caption(text):
        return False
    if text.endswith(("。", "；", "发布", "实施", "施行", "批准", "颁布", "公布")):
        return False
    letters = sum(len(word) for word in _WORDS.findall(text))
    return letters >= 2 and letters > sum(map(str.isdigit, text))


def _most_prominent(printed: Sequence[Printed], page: Sequence[Printed]) -> str:
    """The largest print; neighbouring lines of its size belong to it. Where none is larger than
    the text, the first line."""
    largest = max(line.font_height or 0 for line in printed)
    if largest < _STANDS_OUT * _text_height(page):
        return printed[0].text.strip()
    lines: list[str] = []
    for line in page:
        if line in printed and (line.font_height or 0) >= 0.95 * largest:
            lines.append(line.text.strip())
        elif lines:
            break
    return " ".join(lines)


def _text_height(page: Sequence[Printed]) -> float:
    """0 for a cover."""
    total = sum(len(line.text) for line in page)
    if total < _A_PAGE_OF_TEXT:
        return 0
    passed = 0
    for line in sorted(page, key=lambda line: line.font_height or 0):
        passed += len(line.text)
        if passed >= total / 2:
            return line.font_height or 0
    return 0


def _with_edition(title: str, printed: Sequence[Printed]) -> str:
    """Editions share their title: the line that tells them apart belongs to it."""
    for element in printed:
        edition = element.text.strip()
        if _EDITION.fullmatch(edition) and edition not in title:
            return f"{title}（{edition}）" if _CHINESE.search(edition) else f"{title} ({edition})"
    return title


def _shortened(title: str) -> str:
    if len(title) <= _LONGEST:
        return title
    cut = title[:_LONGEST]
    ends = [end for end, (this, next_) in enumerate(pairwise(cut)) if next_ == " " != this]
    return cut[: ends[-1] + 1] + "…" if ends else cut + "…"


def _squeezed(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())
