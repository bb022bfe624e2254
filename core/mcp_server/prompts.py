"""Ways to work with the tools, for agents: three patterns of going from one place to the next."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pattern:
    name: str
    title: str
    description: str
    arguments: dict[str, str]
    text: str


_PROOF = """
每一句结论都要有出处：引用工具答案里的 source（如 angui_2024 P85 表6-2），不要引用没有读过的页。
查不到就说查不到，并说明找过哪里；resolve_reference 没有解析成功时不要猜测目标。
Give the `source` of every statement as the tools answered it; say what cannot be found.
A tool that fails answers error, type and hint: follow the hint.
""".strip()

PATTERNS = (
    Pattern(
        name="table_and_notes",
        title="表格查找 + 注释追踪 / A table and its notes",
        description="Find the table that answers a question and follow the notes its cells cite.",
        arguments={
            "question": "e.g. 110kV母线失压怎么处理？",
            "reg_id": "the regulation; leave out to search all",
        },
        text="""
问题 / Question: {question}
规程 / Regulation: {reg_id}

1. get_toc → 找出可能的章。Find the chapter that may hold it.
2. search_tables(query, reg_id, chapter_scope) → table_id 和页码。
3. get_table_by_id(reg_id, table_id) → 整张表（跨页已拼接）；
   找到对应的行，看单元格里是否有“见注1”“方案A”。
   Read the whole row; a cell such as 见注1 sends you to a note.
4. lookup_annotation(reg_id, annotation_id, page_hint=表所在页) → 注释全文。
   同名注释可能有多条，page_hint 决定取哪一条。
   The same 注1 exists on many pages: always give page_hint.
5. 注释里又有引用时，用 resolve_reference 继续。Then answer.
""",
    ),
    Pattern(
        name="follow_references",
        title="交叉引用跟踪 / Follow the references",
        description="Answer from a passage and from everything that it refers to.",
        arguments={
            "question": "e.g. 发电机保护整定值有什么规定？",
            "reg_id": "the regulation; leave out to search all",
        },
        text="""
问题 / Question: {question}
规程 / Regulation: {reg_id}

1. smart_search(query, reg_id) → 最相关的页和摘要；用 read_page_range 读全文，不要只凭摘要回答。
   Read the page before you answer: a snippet is not the rule.
2. 文中出现“见第六章”“应符合2.1.4”“参见表6-2”时：
   resolve_reference(reg_id, reference_text) → target_location。
   `ambiguous` lists candidates: read them; `unresolved` gives the reason: report it.
3. read_chapter_content(reg_id, section_number) 或 get_table_by_id → 被引用的全文。
4. 被引用处再有引用，重复 2–3，最多三跳。
   Repeat, three hops at most, then answer from all the places read.
""",
    ),
    Pattern(
        name="compare_rules",
        title="章节比较 / Compare two sections",
        description="Find two sections and set them side by side.",
        arguments={
            "first": "what to compare, e.g. 一类电压等级的维护要求",
            "second": "with what, e.g. 二类电压等级的维护要求",
            "reg_id": "the regulation; leave out to search all",
        },
        text="""
比较 / Compare: {first}
与 / with: {second}
规程 / Regulation: {reg_id}

1. smart_search(first, reg_id) 和 smart_search(second, reg_id) → 各自的 section_number。
2. get_chapter_structure(reg_id) → 确认两个编号是同一层级的章节。
   Check that both are sections of their own.
3. compare_sections(reg_id, section_a, section_b) → 相同、不同、只在一方的内容；表格差异也在其中。
4. 用一张表回答：项目、甲、乙、出处。Answer with a table: item, first, second, source of each.
""",
    ),
)


def prompt_text(pattern: Pattern, values: dict[str, str]) -> str:
    """Arguments that were not given are said to be open, not left as blanks."""
    known = dict.fromkeys(pattern.arguments, "（未指定 / not given）") | {
        name: value for name, value in values.items() if name in pattern.arguments and value
    }
    text = pattern.text.strip()
    for name, value in known.items():
        text = text.replace("{" + name + "}", value)
    return f"{text}\n\n{_PROOF}"
