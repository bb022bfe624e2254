"""The smallest pieces that references in Chinese text are made of: 第六章, 表6-2, 附录A, 注1.

An atom is a candidate: whether 5.4 is a section or a quantity is for the words around it to say.
All patterns read folded text (core.structure.mentions.fold).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.structure.numerals import numeral_value
from core.structure.references.mentions import BEFORE, BEHIND, StepKind
from core.structure.references.standards import CHINESE_STANDARD, FOREIGN_STANDARD, TITLE

_HAN = "[〇零一二三四五六七八九十百千两]+"
_AND = r" ?[、和及与或] ?"
_TO = r" ?(?:~|至|到) ?"
# What may follow the last member of 表1、2 or 附录A、B, so that 表2、3台 is no list.
_AFTER_LIST = (
    r"(?=[、,。;:)】”]|和|及|与|或|至|的|中|所|规|给|列|为|分|均|应|确定|执行|进行|计算|选取|整定"
    r"|填写|要求| ?$| (?![\dA-Za-z]))"
)
# Some text layers set blanks between digits (表 1 3); read so only where nothing else is meant.
_SPREAD = r"\d(?: \d)+(?=[,。;、)]|$)"
# A number that breaks off (表 5-) is left alone: half of it may be another table's number.
_PICTURE = (
    rf"(?:{_SPREAD}"
    r"|(?:[A-Z]{1,2} ?[.-]? ?)?\d{1,4}(?:[.-]\d{1,4})*(?![\d%]|\.\d|-(?! ?[表图])))"
)
_PICTURES = rf"{_PICTURE}(?:(?:{_AND}|{_TO}){_PICTURE}{_AFTER_LIST})*"
_NOT_IN_A_WORD = "(?<![代仪电报列发填水钟手外年月日周意企试地视截])"
_NOTE = r"(?:\d{1,2}(?![\d%]|\.\d)|[①-⑳])"
_NOTES = rf"{_NOTE}(?:(?:{_AND}|{_TO}){_NOTE}{_AFTER_LIST})*"
_NOT_COUNTING = "[件码线形程点能省约]|消息|指令|命令|记录|信息|数据|报文|语句|道路|母线|回路"
_NOT_NOTING = "(?<![备标关批脚加译校专])"

_ATOMS = re.compile(
    "|".join(
        (
            f"(?P<title>{TITLE})",
            f"(?P<standard>{CHINESE_STANDARD}|{FOREIGN_STANDARD})",
            # 第六章, 第6、7、9条, 第八条、九条, 第八、第九条, 第5~7条, 第3.3.1条;
            # 第十二条第二款第(三)项 leads to its article
            rf"第 ?(?P<series>(?:\d+(?:\. ?\d+)*|{_HAN})"
            rf"(?:(?:条?(?:{_AND}|{_TO}| ?- ?|, ?)|(?:{_AND}|{_TO})第 ?)"
            rf"(?:\d+(?:\.\d+)*|{_HAN}))*) ?"
            rf"(?P<unit>[章节]|条款?|编(?![号写制入排辑])|篇(?![幅文]))(?!{_NOT_COUNTING})(?:之(?P<sub>[一二三四五六七八九十]))?"
            rf"(?:第 ?(?:\d+|{_HAN}) ?款)?(?:第 ?\(?(?:\d+|{_HAN})\)? ?项)?",
            r"(?<![以地线会之向附加])(?P<near>[上下]) ?(?P<near_noun>[表图])"
            r"(?=[,。;:、)】”]|所[示列述]|中(?![心间])|的|内|规定|给出|要求|执行|确定| ?$)",
            r"(?<![目以之从此当])(?P<near_article>前|上一?|下一?)条"
            r"(?=[,。;、:)]|规定|第|的|所| ?$)",
            rf"{_NOT_IN_A_WORD}(?P<table>(?:附 ?)?表) ?(?P<tables>{_PICTURES})",
            rf"{_NOT_IN_A_WORD}(?P<figure>(?:附 ?)?图) ?(?P<figures>{_PICTURES})",
            rf"附 ?(?P<annexed>[表图]) ?(?P<annexed_number>{_HAN})(?![\u4e00-\u9fff])",
            r"附 ?录 ?(?P<appendix>[A-Z](?![A-Za-z])(?:\. ?\d{1,2}(?![\d%]))*"
            rf"(?:(?:{_AND}|{_TO})[A-Z](?![A-Za-z.]){_AFTER_LIST})*|{_HAN}|\d{{1,2}}(?!\d|\.\d))",
            r"附 ?件 ?(?P<attachment>"
            rf"\d{{1,2}}(?!\d|\.\d)(?:(?:{_AND}|{_TO})\d{{1,2}}{_AFTER_LIST})*"
            rf"|{_HAN}|[A-Z](?![A-Za-z]))",
            rf"\(注 ?(?P<bracketed_note>{_NOTE}|{_HAN})\)",
            rf"{_NOT_NOTING}(?:附注|注) ?(?P<notes>{_NOTES})",
            rf"{_NOT_NOTING}注(?P<han_note>{_HAN})(?=[,。;、)]|和|与|及|的| ?$)",
            r"(?<=见)(?P<plain_note>注)(?![\d释册明意解重])",
            r"方案 ?(?P<plan>[A-Z](?![A-Za-z0-9])|[甲乙丙丁戊己庚辛]|\d{1,2}(?![\d%]|\.\d)"
            rf"|{_HAN}(?![致个种次些定]))",
            r"(?<![A-Za-z0-9./-])(?P<clause>[A-Z](?:\. ?\d{1,2}){1,4})(?![\d%A-Za-z]|\.\d)",
            # 见6.1-6.3, 按6.1.1-6.1.3; but not 按1.2-1.5倍
            r"(?<![A-Za-z0-9./-])(?<!\d:)(?P<range>(?:(?<=见)\d{1,2}|\d{1,2}\.\d{1,3})"
            r"(?:\.\d{1,3}){1,4} ?- ?\d{1,2}(?:\.\d{1,3}){1,5})(?![\d%℃A-Za-z/]|[.-]\d)",
            # with its item close behind: 5.2.1a)
            r"(?<![A-Za-z0-9./-])(?<!\d:)(?P<decimal>\d{1,2}(?:\. ?\d{1,3}){1,5})"
            r"(?![\d%℃A-Z/]|[a-z](?!\))|[.-]\d)",
        )
    )
)
_LIST = re.compile(rf"(?P<to>{_TO})|{_AND}|, ?")


@dataclass(frozen=True)
class Atom:
    """``numbers`` are the normalised members of a list or range, usually one.

    ``is_uncertain``: a decimal or A.1, which may as well be a quantity or the name of a codec.
    ``noun`` is the printed word where it makes a difference: 附表1 is counted apart from 表1.
    """

    kind: StepKind
    start: int
    end: int
    numbers: tuple[str, ...]
    is_uncertain: bool = False
    noun: str = ""


def find_atoms(folded: str) -> Iterator[Atom]:
    """In order of place, never overlapping."""
    for found in _ATOMS.finditer(folded):
        atom = _read(found)
        if atom is not None:
            yield atom


def numbers_between(first: str, last: str) -> tuple[str, ...]:
    """3-1 to 3-3 is 3-1, 3-2, 3-3; where counting makes no sense, just the two ends."""
    head, tail = re.fullmatch(r"(.*?)(\d+|[A-Z])", first), re.fullmatch(r"(.*?)(\d+|[A-Z])", last)
    if head is None or tail is None or head.group(1) != tail.group(1):
        return (first, last)
    start, low, high = head.group(1), head.group(2), tail.group(2)
    if low.isdigit() and high.isdigit() and 0 < int(high) - int(low) <= 60:
        return tuple(f"{start}{number}" for number in range(int(low), int(high) + 1))
    if low.isalpha() and high.isalpha() and low < high:
        return tuple(f"{start}{chr(code)}" for code in range(ord(low), ord(high) + 1))
    return (first, last)


def _read(found: re.Match[str]) -> Atom | None:
    group = {name: value for name, value in found.groupdict().items() if value is not None}
    start, end = found.span()
    kind: StepKind
    if "title" in group or "standard" in group:
        return Atom("document", start, end, (found.group(),))
    if "series" in group:
        return _series(found)
    if "near" in group:
        kind = "table" if group["near_noun"] == "表" else "figure"
        return Atom(kind, start, end, (group["near"],), noun=group["near_noun"])
    if "near_article" in group:
        number = BEHIND if group["near_article"][0] == "下" else BEFORE
        return Atom("article", start, end, (number,), noun="条")
    if "clause" in group or "decimal" in group:
        number = (group.get("clause") or group["decimal"]).replace(" ", "")
        kind = "appendix" if "clause" in group else "decimal"
        return Atom(kind, start, end, (number,), is_uncertain=True)
    if "range" in group:
        numbers = numbers_between(*re.split(" ?- ?", group["range"]))
        return Atom("decimal", start, end, numbers, is_uncertain=True) if _rise(numbers) else None
    if "table" in group or "figure" in group:
        noun = group.get("table") or group["figure"]
        numbers = _members(group.get("tables") or group["figures"], _picture_number)
        kind = "table" if "table" in group else "figure"
        return Atom(kind, start, end, numbers, noun=noun.replace(" ", ""))
    if "annexed" in group:
        kind = "table" if group["annexed"] == "表" else "figure"
        return _counted(kind, found, group["annexed_number"], noun="附" + group["annexed"])
    if "appendix" in group:
        return _counted("appendix", found, group["appendix"])
    if "attachment" in group:
        return _counted("attachment", found, group["attachment"], noun="附件")
    if "plan" in group:
        return Atom("plan", start, end, (_plan_number(group["plan"]),), noun="方案")
    if "plain_note" in group:
        return Atom("note", start, end, ("",), noun="注")
    listed = group.get("bracketed_note") or group.get("notes") or group["han_note"]
    return _counted("note", found, listed, noun="注")


def _series(found: re.Match[str]) -> Atom | None:
    kinds: dict[str, StepKind] = {
        **dict.fromkeys("编篇", "division"),
        **{"章": "chapter", "节": "section", "条": "article"},
    }
    listed = found.group("series")
    unit = found.group("unit")[0]
    noun = unit if kinds[unit] == "division" else ""
    atom = _counted(kinds[unit], found, listed.replace("-", "~"), noun=noun)
    if atom is None or ("-" in listed and not _rise(atom.numbers)):
        return None  # 第5-1条 is one number, and who knows where it stands
    if not found.group("sub"):
        return atom
    numbers = (*atom.numbers[:-1], f"{atom.numbers[-1]}-{numeral_value(found.group('sub'))}")
    return Atom(atom.kind, atom.start, atom.end, numbers)


def _rise(numbers: tuple[str, ...]) -> bool:
    """6.1 to 6.3, and not 6.1 to 5.3 or 2.1.4 to 2019."""
    (*outer, first), (*same, last) = (number.split(".") for number in (numbers[0], numbers[-1]))
    return outer == same and int(first) < int(last)


def _counted(kind: StepKind, found: re.Match[str], listed: str, *, noun: str = "") -> Atom | None:
    numbers = _members(listed, _count)
    if not all(numbers):
        return None
    return Atom(kind, found.start(), found.end(), numbers, noun=noun)


def _members(listed: str, normalise: Callable[[str], str]) -> tuple[str, ...]:
    members: list[str] = []
    position, is_range = 0, False
    for cut in [*_LIST.finditer(listed), None]:
        number = normalise(listed[position : cut.start() if cut else len(listed)])
        members += numbers_between(members.pop(), number) if is_range and members else (number,)
        if cut is not None:
            position, is_range = cut.end(), cut.group("to") is not None
    return tuple(members)


def _count(text: str) -> str:
    """十三 is 13, ⑪ is 11, 3. 3. 1 is 3.3.1; empty for what is no number."""
    compact = text.replace(" ", "").removeprefix("第").removesuffix("条")
    if "." in compact or re.match("[A-Z]", compact):
        return compact
    value = numeral_value(compact)
    return "" if value is None else str(value)


def _picture_number(text: str) -> str:
    """表6.2, 表6—2 and 表6-2 print one number."""
    return re.sub(r"[.-]", "-", text.replace(" ", ""))


def _plan_number(text: str) -> str:
    value = numeral_value(text)
    return text if value is None else str(value)
