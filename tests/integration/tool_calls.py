"""Calls of every tool that the samples can answer."""

REG = "linjiang_dispatch_2024"
OLDER = "linjiang_dispatch_2023"
ENGLISH = "northgate_reliability_2024"

SAMPLE_CALLS = [
    ("get_tool_guide", {}),
    ("list_regulations", {}),
    ("get_toc", {"reg_id": REG}),
    ("get_toc", {"reg_id": REG, "depth": 2}),
    ("get_toc", {"reg_id": REG, "expand_section": "第六章"}),
    ("get_toc", {"reg_id": ENGLISH}),
    ("smart_search", {"query": "母线失压", "reg_id": REG}),
    ("smart_search", {"query": "6.3", "reg_id": [REG, ENGLISH], "group_by": "section"}),
    ("smart_search", {"query": "what to do after a loss of voltage"}),
    ("ask", {"question": "母线失压后多久报告检查结果？", "reg_id": REG}),
    ("search_tables", {"query": "母线失压", "reg_id": REG, "chapter_scope": "第六章"}),
    ("search_tables", {"query": "voltage", "reg_id": "all", "mode": "semantic"}),
    ("find_similar_content", {"reg_id": REG, "query_text": "母线失去电压时怎么办"}),
    ("find_similar_content", {"reg_id": REG, "source_block_id": f"{REG}/p0020/b01"}),
    ("get_chapter_structure", {"reg_id": REG}),
    ("get_chapter_structure", {"reg_id": REG, "section_number": "6.3"}),
    ("get_page_chapter_info", {"reg_id": REG, "page_num": 20}),
    ("read_page_range", {"reg_id": REG, "start_page": 18, "end_page": 22}),
    ("read_page_range", {"reg_id": REG, "start_page": 1, "end_page": 35}),
    ("read_chapter_content", {"reg_id": REG, "section_number": "第六章"}),
    ("read_chapter_content", {"reg_id": ENGLISH, "section_number": "Article 4"}),
    ("get_block_with_context", {"reg_id": REG, "block_id": f"{REG}/p0020/b00"}),
    (
        "get_block_with_context",
        {"reg_id": REG, "block_id": f"{REG}/p0030/b00", "context_blocks": 50},
    ),
    ("list_tables", {"reg_id": REG}),
    ("get_table_by_id", {"reg_id": REG, "table_id": "表6-3"}),
    ("get_table_by_id", {"reg_id": REG, "table_id": "附表1"}),
    ("get_table_by_id", {"reg_id": ENGLISH, "table_id": "Table R2"}),
    ("lookup_annotation", {"reg_id": REG, "annotation_id": "注1"}),
    ("lookup_annotation", {"reg_id": REG, "annotation_id": "注1", "page_hint": 20}),
    ("search_annotations", {"reg_id": REG}),
    ("resolve_reference", {"reg_id": REG, "reference_text": "见第六章"}),
    ("resolve_reference", {"reg_id": REG, "reference_text": "注1"}),
    ("resolve_reference", {"reg_id": REG, "reference_text": "表6-1至表6-3和附录A"}),
    ("list_references", {"reg_id": REG}),
    ("list_references", {"reg_id": ENGLISH, "state": "unresolved"}),
    ("compare_sections", {"reg_id": REG, "section_a": "6.2", "section_b": "第六章第三节"}),
    (
        "compare_sections",
        {"reg_id": OLDER, "section_a": "6.2", "section_b": "6.2", "reg_id_b": REG},
    ),
    ("compare_regulations", {"reg_a": OLDER, "reg_b": REG}),
    ("list_segments", {}),
    ("get_segment", {"segment": "usr"}),
    ("get_page", {"index": "usr-2"}),
    ("get_children", {"index": "usr-1"}),
    ("get_parent", {"index": "usr-2"}),
    ("get_ancestors", {"index": "usr-2"}),
    ("find_page", {"query": "母线"}),
    ("find_page", {"query": "备用电源", "desk": "母线失压"}),
    ("get_context_window", {}),
]
# These leave the desk changed: every one wants it fresh.
WRITING_CALLS = [
    ("create_contents_page", {"name": "新目录"}),
    ("create_detail_page", {"name": "笔记", "detail": "自己的想法"}),
    (
        "create_detail_page",
        {"name": "摘录", "parent": "usr-1", "reg_id": REG, "block_ids": [f"{REG}/p0020/b01"]},
    ),
    (
        "create_detail_page",
        {"name": "表行", "parent": "tool", "reg_id": REG, "table_id": "表6-3", "rows": [1]},
    ),
    ("update_page", {"index": "usr-2", "name": "判断失压"}),
    ("expand_details", {"index": "usr-3"}),
    ("hide_details", {"index": "usr-2"}),
    ("move_page", {"index": "usr-5", "new_parent": "usr-1", "position": 0}),
    ("archive_page", {"index": "usr-2", "cold": True}),
    ("restore_page", {"index": "usr-4"}),
    ("remove_page", {"index": "usr-1"}),
]


def called(value):
    """A readable name for a call."""
    if isinstance(value, str):
        return value
    return " ".join(f"{key}={item}" for key, item in value.items() if key != "reg_id")
