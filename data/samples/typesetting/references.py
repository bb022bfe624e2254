"""What a printed reference means: type and normalised target, one per member of a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from typesetting.numbering import chinese_to_int, normal_note

if TYPE_CHECKING:
    from typesetting.inline import Span

NUM = r"[一二三四五六七八九十\d]+"
LEADING = re.compile(
    r"^(参见|详见|另见|见|按照|按|应符合|符合|依据|依照|根据|执行|遵守|满足"
    r"|referred to in |see |See |in accordance with |under )*(本规程|本办法|本标准)?"
)
STANDARD = re.compile(
    r"(?:GB/T|GB/Z|GB|DL/T|NB/T|Q/LJD|NERC|NIR|IEEE)[- ]?[A-Z]*[- ]?\d[\d.\-—]*(?:-\d+)?"
)

Target = tuple[str, str]


def expand_range(prefix: str, first: str, last: str) -> list[str]:
    low, high = int(first.rsplit("-", 1)[1]), int(last.rsplit("-", 1)[1])
    return [f"{prefix}-{n}" for n in range(low, high + 1)]


def table_targets(body: str) -> list[Target] | None:
    if match := re.fullmatch(r"表(\d+)-(\d+)[～至](?:表)?(\d+)-(\d+)", body):
        chapter, low, _, high = match.groups()
        return [("table", n) for n in expand_range(chapter, f"x-{low}", f"x-{high}")]
    if match := re.fullmatch(r"(附表\d+)", body):
        return [("table", match.group(1))]
    if re.fullmatch(r"表[A-Z\d]+[-.]\d+(?:[、和]表[A-Z\d]+[-.]\d+)*", body):
        numbers = re.findall(r"表([A-Z\d]+[-.]\d+)", body)
        return [("table", number.replace(".", "-")) for number in numbers]
    if match := re.fullmatch(r"表([A-Z\d]+[-.]\d+)(注.+)", body):
        number = match.group(1).replace(".", "-")
        return [("annotation", f"{number}/{normal_note(match.group(2))}")]
    if match := re.fullmatch(r"图(\d+-\d+)", body):
        return [("figure", match.group(1))]
    return None


def chapter_targets(body: str, section: str) -> list[Target] | None:
    if match := re.fullmatch(rf"第({NUM})章第({NUM})节", body):
        chapter, part = (chinese_to_int(g) for g in match.groups())
        return [("section", f"{chapter}.{part}")]
    if match := re.fullmatch(rf"第({NUM})章", body):
        return [("chapter", str(chinese_to_int(match.group(1))))]
    if match := re.fullmatch(rf"第({NUM})节", body):
        # 第三节 without a chapter means the chapter one is reading
        return [("section", f"{section.split('.')[0]}.{chinese_to_int(match.group(1))}")]
    if match := re.fullmatch(r"第?(\d+(?:\.\d+)+)条", body):
        return [("article", match.group(1))]
    if match := re.fullmatch(rf"(附件\d+)第({NUM})条", body):
        return [("article", f"{match.group(1)}/{chinese_to_int(match.group(2))}")]
    if match := re.fullmatch(rf"第({NUM}(?:[、和]第?{NUM})*)条", body):
        home = section.split("/")[0]
        numbers = re.split(r"[、和]第?", match.group(1))
        return [("article", f"{home}/{chinese_to_int(n)}") for n in numbers]
    if re.fullmatch(r"[A-Z]?\d*(?:\.\d+)+", body):
        return [("section", body)]
    return None


def appended_targets(body: str) -> list[Target] | None:
    if match := re.fullmatch(r"附录([A-Z])", body):
        return [("appendix", match.group(1))]
    if match := re.fullmatch(r"附件(\d+)", body):
        return [("attachment", f"附件{match.group(1)}")]
    if re.fullmatch(r"注[\d①-⑩一二三四五六七八九十]*", body):
        return [("annotation", normal_note(body))]
    if re.fullmatch(r"方案[A-Z甲乙丙]", body):
        return [("plan", body)]
    return None


def english_targets(body: str, section: str) -> list[Target] | None:
    kinds = {
        r"Requirements? (R\d+)": ("section", "{}"),
        r"Requirement R\d+ Part (\d+\.\d+)": ("section", "R{}"),
        r"Part (\d+\.\d+)": ("section", "R{}"),
        r"Measure (M\d+)": ("section", "{}"),
        r"Section (\d+(?:\.\d+)+(?:\(\w+\))*)": ("section", "{}"),
        r"Article (\d+)": ("chapter", "{}"),
        r"Table ([A-Z]+-?\d+)": ("table", "{}"),
        r"Figure (\d+)": ("figure", "{}"),
        r"Attachment (\d+)": ("attachment", "Attachment {}"),
        r"(Note \d+)": ("annotation", "{}"),
        r"(Plan [A-Z])": ("plan", "{}"),
    }
    for pattern, (kind, form) in kinds.items():
        if match := re.fullmatch(pattern, body):
            return [(kind, form.format(match.group(1)))]
    return None


def targets_of(span: Span, section: str) -> list[Target]:
    """All targets of one printed reference; the source may name them itself (`=type:target`)."""
    if span.override:
        pairs = (item.split(":", 1) for item in span.override.split(","))
        return [(kind, target) for kind, target in pairs]
    body = LEADING.sub("", span.text).strip()
    if standard := STANDARD.search(body):
        return [("standard", standard.group(0).strip())]
    found = (
        table_targets(body)
        or chapter_targets(body, section)
        or appended_targets(body)
        or english_targets(body, section)
    )
    if not found:
        raise ValueError(f"cannot read reference {span.text!r} in {section}")
    return found
