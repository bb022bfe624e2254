"""How lines of a regulation begin: clause numbers, list marks, captions and notes.

Only the beginning of a line is judged, and only as a candidate: which numbers are chapters is for
the whole document to say.
"""

import re

_CHINESE_NUMBER = "[一二三四五六七八九十百千零〇两\\d]+"

CHAPTER = re.compile(
    rf"\s*第\s?{_CHINESE_NUMBER}\s?[编篇章节](?![的中之和与、，,]|规定)"
    r"|\s*附\s?[录件](?:\s?[A-Z]|\s?[一二三四五六七八九十\d]+)?(?=[\s（(：:]|$)"
    r"|\s*(?:CHAPTER|Chapter|SECTION|Section|PART|Part|ANNEX|Annex|APPENDIX|Appendix|SCHEDULE)"
    r"\s+(?:[IVXLC]+|\d+|[A-Z])\b(?!\s+(?:of|and|or|to|shall|is|are|in)\b)"
)
ARTICLE = re.compile(
    rf"\s*第\s?{_CHINESE_NUMBER}\s?条(?:之[一二三四五六七八九十])?(?![的中之和与、，,规第至或])"
    r"|\s*Article\s+\d+[a-z]?\s*$"
)
# 2.1.4 with nothing that makes it a quantity; a single number counts only before a title.
CLAUSE = re.compile(
    r"\s*(?:[A-Z]\.)?\d{1,2}(?:\.\d{1,3}){1,5}\.?(?=$|\s*[^\d\s.%℃°,，、；;）)~～\-—]|\s)"
)
SINGLE_NUMBER = re.compile(r"\s*\d{1,2}(?:\s+|[、.．]\s*)(?=[^\d\s.,，、%])")
APPENDIX_CLAUSE = re.compile(r"\s*[A-Z](?:\.\d{1,3}){1,4}(?=$|\s|[\u3400-\u9fff])")
REQUIREMENT = re.compile(r"\s*[RM]\d{1,2}(?:\.\d{1,2}){0,3}\.\s")
_QUANTITY = re.compile(
    r"\s*\d+\.\d+\s*(?:k?V|k?A|[kM]?W|Hz|m?s|m{1,2}|kg|℃|°C|%|秒|分|小时|倍|级|万|亿|元|米|天|年)"
    r"(?![A-Za-z])"
)
LIST_MARK = re.compile(
    r"\s*(?:[•·●○■□◆◇▪‣–►➢✓\uf0b7\uf0a7\uf06c\uf0d8\uf0fc]\s*"
    r"|[-*]\s+"
    r"|——(?!\s*$)"
    r"|[（(]\s?(?:[一二三四五六七八九十]{1,3}|\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})\s?[)）]"
    r"|(?:[a-zA-Z]|\d{1,2}|[ivx]{1,5})\s?[)）]"
    r"|[①-⑳⑴-⒇]"
    r"|(?:[一二三四五六七八九十]{1,3}|\d{1,2}|[A-Z])、"
    r"|(?:[a-z]|[ivx]{2,5})\.\s)"
)
CAPTION = re.compile(
    r"\s*(?:续\s?)?[表图]\s?[A-Z]?\.?\d+(?:[.\-—–－]\d+)*(?:\s*[（(]?续[）)]?)?"
    r"(?=$|[\s:：（(、]|[\u3400-\u9fff](?![^ ]{0,3}(?:给出|规定|所示|中|的)))"
    r"|\s*(?:续|附)\s?[表图]\s?[A-Z]?\d*"
    r"|\s*(?:Table|Figure|Fig\.|FIGURE|TABLE)\s+[A-Z]?\d+(?:[.\-–—]\d+)*\s*(?:$|[:.\-–—]|\()"
)
_NOT_A_CAPTION = re.compile(
    r"\s*[表图]\s?[A-Z]?[\d.\-—–－]+\s?(?:给出|规定|所示|中|的|为|是|列|和|与|以|至|、|，)"
)
NOTE = re.compile(
    r"\s*[（(]?(?:注|脚注|说明)\s?(?:[\d一二三四五六七八九十①-⑳]{1,3})?\s?[:：、.．)）]"
    r"|\s*注\s?\d{1,2}\s"
    r"|\s*(?:Note|NOTE|Notes|NOTES)\s?\d{0,2}\s?[:.：—]"
)
_PAGE_NUMBER = re.compile(
    r"\s*[-—–·•]*\s*(?:\d{1,4}|[ivxlcIVXLC]{1,6})\s*[-—–·•]*\s*"
    r"|\s*第\s*\d+\s*页(?:\s*[，,/]?\s*共\s*\d+\s*页)?\s*"
    r"|\s*共\s*\d+\s*页(?:\s*[，,/]?\s*第\s*\d+\s*页)?\s*"
    r"|\s*(?:Page\s+)?\d{1,4}\s*(?:of|/)\s*\d{1,4}\s*|\s*Page\s+\d+\s*"
)
_RULE_OF_SIGNS = re.compile(r"\s*[_=—–―─-]{5,}\s*")
_NUMBER_IN_TEXT = re.compile(
    r"\s*(?:[A-Z]\.)?\d{1,2}(?:\.\d{1,3}){1,5}|\s*[A-Z](?:\.\d{1,3}){1,4}"
    rf"|\s*第\s?{_CHINESE_NUMBER}\s?[章节条]|\s*附\s?[录件]\s?[A-Z\d]|\s*附?[表图]\s?[A-Z]?[\d.\-—–－]+"
)
_LEADS_TO_NUMBER = re.compile(
    r"(?:见|参照|依照|按照?|[应须]?符合|满足|根据|执行|违反|本标准|本规程|[（(、及和与或至～~])\s*$"
)
# 第5、/7、9条 and 表1、/2: the list of numbers is not at its end.
_COUNTED = r"(?:[A-Z]\.?)?(?:\d+(?:[.\-—–]\d+)*|[一二三四五六七八九十百]+|[①-⑳])"
_OPEN_LIST = re.compile(
    rf"(?:第|(?:第|[表图注]|附\s?[录件])\s?{_COUNTED}[条章节]?(?:\s?[、和及与或至～~]\s?{_COUNTED})*"
    r"\s?[、和及与或至～~])\s*$"
)
_NEXT_MEMBER = re.compile(rf"\s*{_COUNTED}\s?(?:[、和及与或至～~，,。；;）)]|[条章节](?!件))")
_CITED = re.compile(
    r"\s?(?:(?:及|和|与|或|、|至|～|~)\s?(?:\d|第|[A-Z]\.|[表图]|附[录表])"
    r"|的?(?:规定|要求)|所[述列示]|条(?!件)|款|节(?!点))"
)
_NUMBERED_WORDS = re.compile(r"\s*\d{1,2}(?:\s*[\u3400-\u9fff]|\s+[A-Z])")
_ITEM_NUMBER = re.compile(r"\s*\d{1,2}[.．]\s?[\u3400-\u9fff]")
_CONTENTS_END = re.compile(
    r"(?:…{2,}|\.{4,}|(?:\. ){4,}|·{4,})\s*[-—(（]?\s*[\dIVXivxⅠ-Ⅻ]{1,5}\s*[-—)）]?\s*$"
)
_FULL_STOP = re.compile(r"[。；;：:！!？?.]\s*$")
_SENTENCE_END = re.compile(r"[。；;：:！!？?，,、]\s*$|\.\s*$")


def starts_block(text: str) -> bool:
    """Does a new paragraph, heading, item, caption or note begin with this line?"""
    return (
        is_clause_start(text)
        or bool(LIST_MARK.match(text))
        or is_caption(text)
        or bool(NOTE.match(text))
        or bool(REQUIREMENT.match(text))
    )


def may_be_chapter(above: str, line: str) -> bool:
    """A single number and words behind a full stop, and no sentence: 5通信连接, 2 Scope."""
    return (
        _FULL_STOP.search(above) is not None
        and _NUMBERED_WORDS.match(line) is not None
        and not ends_sentence(line)
    )


def is_next_item(above: str, line: str) -> bool:
    """1.日前预测 behind a full stop: with a stop of its own the number is no amount."""
    return _FULL_STOP.search(above) is not None and _ITEM_NUMBER.match(line) is not None


def ends_contents_entry(text: str) -> bool:
    """Dots and the page that they lead to."""
    return _CONTENTS_END.search(text) is not None


def goes_on_with_number(above: str, line: str) -> bool:
    """Does a sentence run on from the line ``above`` into the number that this line begins with?

    应符合 / 6.1.3及6.2.1的规定: a reference that the end of the line has cut off.
    """
    if _OPEN_LIST.search(above) and _NEXT_MEMBER.match(line):
        return True
    begins = _NUMBER_IN_TEXT.match(line)
    if begins is None or LIST_MARK.match(line) or NOTE.match(line):
        return False
    is_cited = _CITED.match(line, begins.end()) is not None and not _FULL_STOP.search(above)
    return is_cited or _LEADS_TO_NUMBER.search(above) is not None


def is_clause_start(text: str) -> bool:
    if CHAPTER.match(text) or ARTICLE.match(text) or APPENDIX_CLAUSE.match(text):
        return True
    return bool(CLAUSE.match(text)) and not _QUANTITY.match(text)


def is_caption(text: str) -> bool:
    return bool(CAPTION.match(text)) and not _NOT_A_CAPTION.match(text)


def ends_sentence(text: str) -> bool:
    return bool(_SENTENCE_END.search(text))


def is_page_number(text: str) -> bool:
    """Nothing but a page number, as printed at the head or foot."""
    return bool(_PAGE_NUMBER.fullmatch(text))


def is_rule_of_signs(text: str) -> bool:
    """A rule across the page that is typed, not drawn."""
    return bool(_RULE_OF_SIGNS.fullmatch(text))
