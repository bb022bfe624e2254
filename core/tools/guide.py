"""The tool that explains the others."""

from core.tools.paging import Answer, Item
from core.tools.registry import Arguments, Tool
from core.workbench import Workbench

_HERE = "gridcode tool guide"


class NoArguments(Arguments):
    pass


class Step(Item):
    tool: str
    arguments: str
    why: str


class Pattern(Item):
    name: str
    question: str
    steps: list[Step]


class Choice(Item):
    when: str
    tool: str


class Guide(Answer):
    rules: list[str]
    which_tool: list[Choice]
    patterns: list[Pattern]


_RULES = [
    "回答必须引用 source；没有出处的内容不要写。 Cite the `source` of what you use, and only that.",
    "答案含 rest 时，按其中的 tool 与 arguments 再调用一次即得其余部分。 Where `rest` is not null, "
    "make that call to get what was left out.",
    "出错时返回 error、type、hint；有 candidates 时任选其一的 id 重新调用。 A failure answers "
    "error, type and hint; with candidates, call again with the id of the one you mean.",
    "旧版规程的 reg_id 形如 angui_2024@1。 Past editions are read under reg_id@1.",
]
_WHICH = [
    ("不知道有哪些规程 which regulations are there", "list_regulations"),
    ("看大纲、定位章节 outline, where a chapter is", "get_toc"),
    ("按文字找条文 find a rule by its words", "smart_search"),
    ("按文字找表格 find a table by its words", "search_tables"),
    ("列出全部表格 all tables", "list_tables"),
    ("取整张表和它的注释 a whole table with its notes", "get_table_by_id"),
    ("读某几页 read pages", "read_page_range"),
    ("读某一章 read a chapter", "read_chapter_content"),
    ("章节清单与上下级 chapters with their ids and parents", "get_chapter_structure"),
    ("某页属于哪一章 which chapter a page is in", "get_page_chapter_info"),
    ("“见注1”“方案A” the note that a cell cites", "lookup_annotation"),
    ("按文字找注释 find notes by words", "search_annotations"),
    ("“见第六章”“参见表6-2” where a reference leads", "resolve_reference"),
    ("谁引用了某条 what refers to a rule", "list_references"),
    ("某块的上下文 what stands around a block", "get_block_with_context"),
    ("相似条文 similar passages", "find_similar_content"),
    ("比较两节 compare two sections", "compare_sections"),
    ("新旧版有何不同 what a new edition changed", "compare_regulations"),
    ("有哪些案头可用 which desks are open to you", "list_segments"),
    ("案头一段里有什么 what a segment of a desk holds", "get_segment"),
    ("把案头读成上下文 a desk as a context, within a budget", "get_context_window"),
    ("读案头上的一页 one page of a desk, its citations checked", "get_page"),
    ("直接要有出处的答案 an answer in quotations at once", "ask"),
    ("目录页的子页面 pages in a contents page", "get_children"),
    ("页面在哪个目录 the contents page of a page", "get_parent"),
    ("页面的全部上级 all pages above a page", "get_ancestors"),
    ("在案头上找页面 find a page of a desk", "find_page"),
    ("记下摘录和出处 keep an excerpt with its source", "create_detail_page"),
    ("新建目录归类 group pages", "create_contents_page"),
    ("改页面 change a page", "update_page"),
    ("展开页面 open a page in the window", "expand_details"),
    ("折叠页面以省 token close a page to save tokens", "hide_details"),
    ("移动页面 move a page", "move_page"),
    ("归档暂时不用的页面 put a page away", "archive_page"),
    ("恢复归档的页面 bring it back", "restore_page"),
    ("删除页面 remove a page for good", "remove_page"),
]
_PATTERNS = [
    (
        "表格查找 + 注释追踪 table, then its note",
        "110kV母线失压怎么处理？",
        [
            ("get_toc", "reg_id, depth=1", "锁定“第六章 事故处理” find the chapter"),
            (
                "search_tables",
                'query="母线失压", reg_id, chapter_scope="第六章"',
                "得到 table_id 与页码 the table and its page",
            ),
            ("get_table_by_id", "reg_id, table_id", "单元格写“见注1” a cell says 见注1"),
            (
                "lookup_annotation",
                'reg_id, annotation_id="注1", page_hint=<单元格页码 page of the cell>, table_id',
                "注释原文 the words of the note",
            ),
        ],
    ),
    (
        "交叉引用跟踪 follow a reference",
        "发电机保护整定值规定？",
        [
            ("smart_search", 'query="发电机保护整定值", reg_id', "命中“应符合第3章规定” a hit"),
            (
                "resolve_reference",
                'reg_id, reference_text="第3章相关规定", page_num=<命中页 page of the hit>',
                "章节与页码 the chapter and its pages",
            ),
            (
                "read_chapter_content",
                "reg_id, section_number=<target_id>",
                "章节全文 the whole chapter; then cite both sources",
            ),
        ],
    ),
    (
        "章节比较 compare sections",
        "比较一类和二类电压等级的维护要求",
        [
            ("smart_search", 'query="一类电压等级 维护", reg_id', "section_number 4.1.1"),
            ("smart_search", 'query="二类电压等级 维护", reg_id', "section_number 4.1.2"),
            ("compare_sections", "reg_id, 4.1.1, 4.1.2", "并排比较 side by side"),
        ],
    ),
    (
        "边读边记 keep what you read",
        "整理母线失压的全部规定 everything on loss of bus voltage",
        [
            ("list_segments", "", "可写的案头 a desk you may write to"),
            ("create_contents_page", 'name="母线失压"', "目录页 a place for it"),
            (
                "create_detail_page",
                "name, detail, parent, reg_id, block_ids, quote",
                "摘录连同出处 the excerpt with its source",
            ),
            ("hide_details", "index", "用过的先折叠 close what you are done with"),
            ("get_context_window", "question", "预算内的上下文 what fits, most related first"),
        ],
    ),
    (
        "影响分析 what depends on a rule",
        "修改 2.1.4 会影响哪些条文？",
        [
            ("list_references", 'reg_id, target="2.1.4"', "所有引用处 every place that refers"),
            ("get_block_with_context", "reg_id, block_id", "逐一阅读 read each in its place"),
        ],
    ),
]


def get_tool_guide(_: Workbench, __: NoArguments) -> Guide:
    return Guide(
        rules=_RULES,
        which_tool=[Choice(when=when, tool=tool, source=_HERE) for when, tool in _WHICH],
        patterns=[
            Pattern(
                name=name,
                question=question,
                steps=[
                    Step(tool=tool, arguments=arguments, why=why, source=_HERE)
                    for tool, arguments, why in steps
                ],
                source=_HERE,
            )
            for name, question, steps in _PATTERNS
        ],
        source=_HERE,
    )


TOOLS = (
    Tool(
        name="get_tool_guide",
        description=(
            "工具使用指南：什么情况用哪个工具，多跳检索的典型步骤。第一次使用时先看。"
            "How to use these tools: which one when, and the usual chains of calls (table to note, "
            "reference to chapter, comparing sections). Read it once before the first question."
        ),
        arguments=NoArguments,
        answer=Guide,
        run=get_tool_guide,
    ),
)
