"""The words around a reference that say what it is: 见 before it, 的规定 behind it.

All patterns read folded text and look at the piece directly before, between or behind.
"""

import re

from core.structure.references.atoms import Atom
from core.structure.references.mentions import StepKind

# Words that belong to the printed reference.
_LEAD = re.compile(
    r"(?:(?:详见|参见|参看|另见|见|按照|按|依照|依据|根据|遵照|参照|应符合|符合|应满足|满足|执行|如)"
    r" ?|\b[Ss]ee (?:also )?)$"
)
# Words that only make a number certain.
_ANNOUNCING = re.compile(
    r"(?:违反|采用|参考|引用|遵守|遵循|适用|应用|对应|同) ?[“\"(]?$|[见按照]于? ?[“\"(]$"
)
_ANNOUNCING_CLAUSES = re.compile(r"(?:在|除|对|与|由|将) ?[“\"]?$")
_OWN = re.compile(
    r"(?:本(?:规程|标准|办法|规范|规定|条例|细则|导则|文件|法|编|篇|章|节|附录|附件|制度|指南|规则|准则|通则"
    r"|手册|协议|合同|部分|指引)|(?i:this (?:standard|regulation|section|article|document)))"
    r"(?:的|中|中的)? ?$"
)
_OWN_PARTS: dict[str, StepKind] = {
    **dict.fromkeys("编篇", "division"),
    **{"章": "chapter", "节": "section", "附录": "appendix", "附件": "attachment"},
}
_OWN_PART = re.compile(f"本({'|'.join(_OWN_PARTS)})")
# 电力法第三条, 该办法第五条, 1999年版的4.2: a document, but not this one.
_ANOTHER = re.compile(
    r"(?P<name>[\u4e00-\u9fff]{0,14}(?:(?<![方算做用无看想写设手])法|法典|条例|办法|规程|规范|导则|细则|公约|标准)"
    r"|(?:19|20)\d\d ?年?版本?)(?:的|中|中的)? ?$"
)
_ANOTHER_ENGLISH = re.compile(
    r"(?P<name>(?:[A-Z][A-Za-z]* )*(?:Code|Act|Order|PURA|Rules?|U\.?S\.?C\.?|C\.?F\.?R\.?)),? $"
)
_BEFORE_NAME = re.compile(
    r".*(?:按照|依照|根据|依据|违反|符合|执行|适用|参照|遵守|删除|了|的|与|和|在|对|见)"
)
_UNIT = (
    r" ?(?:[kKMGTmuμn]?(?:V|A|W|Hz|Ω|F|H|s|m|g|L|Pa|bit|bps|VA|var|VAr|Wh|B)(?![A-Za-z])"
    r"|kg|[cdk]m|mm|min\b|h\b|p\.u|dB|秒|分钟?|小时|时(?!间)|天|日|月|年|倍|级|万|亿|元|米|吨|个|台"
    r"|次|人|度|℃|°|%|‰|以[上下内]|左右|版|×|/|\+|=|<|>)"
)
_MEASURED = re.compile(_UNIT)
_QUANTITY = re.compile(rf"{_UNIT}| ?[~-]")  # 2.5~3.0
_AFTER_CLAUSE = re.compile(r" ?(?:章节|条款?|节|款|规定|所述|所列|所示|的规定|的要求|中规定|给出)")
_AFTER_SECTION = re.compile(r" ?(?:章节|条款|条(?!件)|节(?![点能])|的规定|的要求|规定的|所述|所列)")
_AFTER_LED_SECTION = re.compile(
    r" ?(?:[,。;、):”\"]|$|[a-z]\)|和|及|或|与|至|~|章|节|条(?!件)|款|中|规定|要求|执行|进行|确定"
    r"|所|给出|定义|处理|办理|试验|的(?:规定|要求|方法|条款|内容|程序|步骤|试验|格式|原则|条件|情况|定义|顺序))"
)
_AFTER_LETTERED = re.compile(r" ?(?:所列|所示|所述|规定|中|的规定|的要求|给出|章节|条|节)")
_TAIL_UNIT = re.compile(r" ?(?:章节|条款|条(?!件)|节(?![点能])|款)")
_FURTHER_MEMBER = re.compile(r"[^。;:,!?]{0,20}[、和及与或] ?")
_AND = re.compile(r" ?[、和及与或,] ?|,? and |,? or ")
_TO = re.compile(r" ?(?:~|-|至|到) ?| to | through ")
_OF = re.compile(r" ?(?:的|中|中的|内|内的)? ?")
_IN_DOCUMENT = re.compile(
    r" ?(?:\([^()]{0,20}\))?(?:协议|标准)?(?:中|的|中的|之|里|内)?(?:协议)? ?[“\"]?|,? (?:in )?"
)
_OF_ENGLISH = re.compile(r",? (?:of|to|in|under)(?: the)? ")
_OF_ANOTHER_ENGLISH = re.compile(
    r" (?:(?:of|to|under) (?:the |that )?"
    r"(?P<name>(?:(?:[A-Z]\w+|of|and|the|in|for|on|said),? ){0,9}"
    r"(?:Regulation|Directive|Treaty|Charter|Convention|Act|Code|Constitution|Protocol|Agreement"
    r"|Rules|TFEU|TEU|ECHR))|(?P<short>TFEU|TEU|ECHR))\b"
)


def lead_before(folded: str, start: int) -> int:
    """Where the words that announce a reference at ``start`` begin; ``start`` if there are none."""
    found = _LEAD.search(folded[max(0, start - 10) : start])
    return start if found is None else start - (len(found.group()))


def own_before(folded: str, start: int) -> int:
    """Where 本规程 and the like begin; ``start`` if they do not stand there."""
    found = _OWN.search(folded[max(0, start - 20) : start])
    return start if found is None else start - len(found.group())


def own_part_in(printed: str) -> StepKind | None:
    """What 本附件 in 本附件第五条 is; None where 本规程 or nothing is said."""
    found = _OWN_PART.search(printed)
    return None if found is None else _OWN_PARTS[found.group(1)]


def another_document_before(folded: str, start: int) -> str:
    """The name that makes 第三条 an article of another document, as far as it can be seen."""
    before = folded[max(0, start - 20) : start]
    found = _ANOTHER.search(before)
    if found is not None:
        return _BEFORE_NAME.sub("", found.group("name"))
    found = _ANOTHER_ENGLISH.search(before)
    return found.group("name") if found else ""


def another_document_behind(folded: str, end: int) -> str:
    found = _OF_ANOTHER_ENGLISH.match(folded, end)
    return (found.group("name") or found.group("short")) if found else ""


def means_elsewhere(folded: str, end: int) -> bool:
    """Paragraph 2 of that Article: of one named before, not of the one it stands in."""
    return folded.startswith((" of that ", " thereof"), end)


def is_measured(folded: str, end: int) -> bool:
    """Does a unit follow, as in 3.5 kV?"""
    return _MEASURED.match(folded, end) is not None


def is_certain(folded: str, atom: Atom, has_lead: bool) -> bool:
    """Can a decimal or a lettered clause mean nothing but a section here?"""
    number = atom.numbers[0]
    parts = number.split(".")
    # 3.0.1 is a clause of many codes; 0.5, 3.0 and 2.05 are quantities
    has_zeros = parts[0] == "0" or parts[-1].startswith("0")
    if has_zeros or _QUANTITY.match(folded, atom.end):
        return False
    before = folded[max(0, atom.start - 8) : atom.start]
    has_lead = has_lead or _ANNOUNCING.search(before) is not None
    if not parts[0].isdigit():
        return has_lead or _AFTER_LETTERED.match(folded, atom.end) is not None
    is_introduced = _ANNOUNCING_CLAUSES.search(before) is not None
    if len(parts) == 2:
        if is_introduced and folded.startswith("中", atom.end):  # 除6.5中a)之外
            return True
        tail = _AFTER_LED_SECTION if has_lead else _AFTER_SECTION
        return tail.match(folded, atom.end) is not None
    return has_lead or is_introduced or _AFTER_CLAUSE.match(folded, atom.end) is not None


def end_of_unit(folded: str, end: int) -> int:
    """Behind 章节 in 6.3.2章节."""
    found = _TAIL_UNIT.match(folded, end)
    return found.end() if found else end


def joins_members(gap: str) -> bool:
    return _AND.fullmatch(gap) is not None


def adds_member(gap: str) -> bool:
    """原标准第4章 产品分类、 第7章: titles may stand between the members of a list."""
    return joins_members(gap) or _FURTHER_MEMBER.fullmatch(gap) is not None


def joins_ends(gap: str) -> bool:
    return _TO.fullmatch(gap) is not None


def leads_inside(gap: str) -> bool:
    """附件1 的 第五条, 表2-2 中 注1."""
    return _OF.fullmatch(gap) is not None


def leads_into_document(gap: str) -> bool:
    """JT/T 808—2011 中的 表18."""
    return _IN_DOCUMENT.fullmatch(gap) is not None


def leads_out(gap: str) -> bool:
    """Plan A of Table F3."""
    return _OF_ENGLISH.fullmatch(gap) is not None
