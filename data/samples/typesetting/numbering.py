"""Section labels as printed → unique section keys, and Chinese numerals."""

from __future__ import annotations

import re

DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")}
CIRCLED = {c: i for i, c in enumerate("①②③④⑤⑥⑦⑧⑨⑩", start=1)}


def chinese_to_int(text: str) -> int:
    """十二 → 12, 二十 → 20, 3 → 3; the samples need nothing beyond 99."""
    if text.isdecimal():
        return int(text)
    if text in CIRCLED:
        return CIRCLED[text]
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (DIGITS[tens] if tens else 1) * 10 + (DIGITS[ones] if ones else 0)
    return DIGITS[text]


def section_key(label: str, parent: str) -> str:
    """The unique section number of a printed label standing below `parent`."""
    if match := re.fullmatch(r"第(.+)章", label):
        return str(chinese_to_int(match.group(1)))
    if match := re.fullmatch(r"第(.+)节", label):
        return f"{parent}.{chinese_to_int(match.group(1))}"
    if match := re.fullmatch(r"第(.+)条", label):
        return f"{parent}/{chinese_to_int(match.group(1))}"
    if match := re.fullmatch(r"附录([A-Z])", label):
        return match.group(1)
    if match := re.fullmatch(r"Article (\d+)", label):
        return match.group(1)
    if match := re.fullmatch(r"Part (\d+\.\d+)", label):
        return f"R{match.group(1)}"
    if re.fullmatch(r"[RM]\d+\.", label):
        return label[:-1]
    if label.startswith("("):
        return parent + label
    return label


def numbering_kind(label: str, is_clause: bool) -> str:
    """How the section is numbered, in the words of the truth schema."""
    patterns = {
        r"第.+章|Article \d+": "chapter",
        r"第.+节": "section",
        r"第.+条": "article",
        r"附录[A-Z]|附件\d+|Attachment \d+": "appendix",
        r"[RM]\d+\.|Part .+": "requirement",
        r"\(\w+\)": "outline",
    }
    for pattern, kind in patterns.items():
        if re.fullmatch(pattern, label):
            return kind
    return "clause_text" if is_clause else "decimal"


def normal_note(label: str) -> str:
    """注①, 注一 and 注 1 are all 注1; other labels stay as they are."""
    match = re.fullmatch(r"注\s*([0-9①-⑩一二三四五六七八九十]+)", label)
    return f"注{chinese_to_int(match.group(1))}" if match else label
