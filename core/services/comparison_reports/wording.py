"""The words of a report in both languages. Text of documents is never translated."""

from typing import Literal

Language = Literal["zh", "en"]

_WORDS: dict[str, tuple[str, str]] = {
    "title": ("规程比较报告", "Comparison of regulations"),
    "old": ("原文", "Old"),
    "new": ("新文", "New"),
    "summary": ("概要", "Summary"),
    "changes": ("变化清单", "Changes"),
    "structure": ("结构", "Structure"),
    "terms": ("术语", "Terms"),
    "common": ("共有", "In both"),
    "only_old": ("仅原文", "Only in the old"),
    "only_new": ("仅新文", "Only in the new"),
    "kind": ("变化", "Change"),
    "subject": ("对象", "What"),
    "number": ("编号", "Number"),
    "direction": ("要求", "Demand"),
    "source": ("出处", "Source"),
    "confidence": ("把握", "Confidence"),
    "table_name": ("表", "Table"),
    "column": ("列", "Column"),
    "no_changes": ("没有变化。", "Nothing changed."),
    "front": ("封面与目次", "Cover and contents"),
    "added": ("新增", "added"),
    "removed": ("删除", "removed"),
    "changed": ("修改", "changed"),
    "moved": ("移动", "moved"),
    "renumbered": ("重新编号", "renumbered"),
    "renamed": ("更名", "renamed"),
    "split": ("拆分", "split"),
    "merged": ("合并", "merged"),
    "tightened": ("变严", "tightened"),
    "loosened": ("变宽", "loosened"),
    "unchanged": ("未变", "unchanged"),
    "heading": ("标题", "heading"),
    "clause": ("条文", "clause"),
    "paragraph": ("段落", "paragraph"),
    "list_item": ("列项", "list item"),
    "note": ("注", "note"),
    "figure": ("图", "figure"),
    "table": ("表格", "table"),
    "table_column": ("表列", "column"),
    "table_row": ("表行", "row"),
    "table_cell": ("单元格", "cell"),
    "pages": ("页", "pages"),
    "headings": ("标题", "headings"),
    "clauses": ("条文", "clauses"),
    "paragraphs": ("段落", "paragraphs"),
    "list_items": ("列项", "list items"),
    "notes": ("注", "notes"),
    "figures": ("图", "figures"),
    "tables": ("表格", "tables"),
    "table_rows": ("表行", "table rows"),
    "characters": ("字数", "characters"),
}


def word(key: str, language: Language) -> str:
    return _WORDS[key][0 if language == "zh" else 1]
