"""Reading for people: search, read, toc, table, note, ref. Each prints a tool's answer."""

import argparse
import re
from collections.abc import Iterator, Sequence

from core.cli.arguments import Commands, add_command, count
from core.cli.output import print_json, print_source, print_table, print_text
from core.serving.library import Library
from core.serving.wire import Json


def add_commands(commands: Commands) -> None:
    searching = add_command(commands, "search", _search, "find a rule; quotes mean the exact words")
    searching.add_argument("query", nargs="+", help='words, or "an exact phrase"')
    searching.add_argument("--reg", action="append", metavar="REG_ID", help="only in this one")
    searching.add_argument(
        "--collection", action="append", metavar="NAME", help="only in this collection"
    )
    searching.add_argument("--chapter", help="only in this chapter: a number or a title")
    searching.add_argument("--limit", type=count, default=10, metavar="N")

    reading = add_command(commands, "read", _read, "read pages, or a section with --section")
    reading.add_argument("reg_id")
    reading.add_argument("pages", nargs="?", help="72 or 72-75")
    reading.add_argument("--section", metavar="NUMBER", help="a whole section, such as 2.1.4")

    contents = add_command(commands, "toc", _toc, "show the table of contents")
    contents.add_argument("reg_id")
    contents.add_argument("--depth", type=count, default=3, metavar="N", help="levels (default: 3)")

    tables = add_command(commands, "table", _table, "show a whole table, or list all of them")
    tables.add_argument("reg_id")
    tables.add_argument("table", nargs="?", help="its number or id: 6-2, 表6-2, t-6-2")

    notes = add_command(commands, "note", _note, "show a note, or list all of them")
    notes.add_argument("reg_id")
    notes.add_argument("note", nargs="?", help="such as 注1 or 方案A")
    notes.add_argument("--page", type=count, metavar="N", help="the page that cites it")

    references = add_command(commands, "ref", _ref, "follow a reference")
    references.add_argument("reg_id")
    references.add_argument("text", help="such as 见第六章, 参见表6-2, 见2.1.4")


def _search(library: Library, options: argparse.Namespace) -> int:
    arguments = {"query": " ".join(options.query), "limit": options.limit}
    scope = [*(options.reg or []), *(f"collection:{name}" for name in options.collection or [])]
    if scope:
        arguments["reg_id"] = scope
    if options.chapter:
        arguments["chapter_scope"] = options.chapter
    answer = _asked(library, options, "smart_search", arguments)
    if answer is None:
        return 0
    for found in answer["results"]:
        print_source(found["source"])
        path = " › ".join(found.get("chapter_path") or [])
        if path:
            print_text(path, "bold")
        print_text(" ".join(found["snippet"].split()))
        print_text("")
    count = len(answer["results"])
    print_text(f"{count} {'place' if count == 1 else 'places'}, found {_way(answer)}", "dim")
    if answer["note"]:
        print_text(answer["note"], "dim")
    return 0


def _way(answer: Json) -> str:
    """Which of the ways of searching answered."""
    if answer["searched_by"] == "pages":
        return "by reading page by page"
    return f"by words and meaning ({answer['embedder']})" if answer["embedder"] else "by words"


def _read(library: Library, options: argparse.Namespace) -> int:
    if options.section and options.pages:
        options.usage_error("give pages or --section, not both")
    if options.section:
        arguments = {"reg_id": options.reg_id, "section_number": options.section}
        answer = _asked(library, options, "read_chapter_content", arguments)
    else:
        start, end = _page_range(options)
        arguments = {"reg_id": options.reg_id, "start_page": start, "end_page": end}
        answer = _asked(library, options, "read_page_range", arguments)
    if answer is not None:
        print_text(answer["content_markdown"].strip())
        print_source(answer["source"])
    return 0


def _toc(library: Library, options: argparse.Namespace) -> int:
    answer = _asked(library, options, "get_toc", {"reg_id": options.reg_id})
    if answer is not None:
        print_text(answer.get("title", options.reg_id), "bold")
        rows = _toc_rows(answer["items"], options.depth)
        print_table(("", "P"), rows)
    return 0


def _table(library: Library, options: argparse.Namespace) -> int:
    if options.table is None:
        answer = _asked(library, options, "list_tables", {"reg_id": options.reg_id})
        if answer is not None:
            rows = (
                (
                    table["table_id"].removeprefix(f"{options.reg_id}/"),
                    table["caption"],
                    _pages(table["page_start"], table["page_end"]),
                    f"{table['row_count']} × {table['col_count']}",
                )
                for table in answer["tables"]
            )
            print_table(("id", "caption", "P", "rows × columns"), rows)
        return 0
    arguments = {"reg_id": options.reg_id, "table_id": options.table}
    answer = _asked(library, options, "get_table_by_id", arguments)
    if answer is not None:
        if answer["caption"]:
            print_text(answer["caption"], "bold")
        _print_cells(answer)
        for note in answer.get("annotations") or []:
            print_text(f"{note['annotation_id']}：{note['content']}")
        print_source(answer["source"])
    return 0


def _note(library: Library, options: argparse.Namespace) -> int:
    if options.note is None:
        answer = _asked(library, options, "search_annotations", {"reg_id": options.reg_id})
        if answer is not None:
            rows = (
                (note["annotation_id"], f"P{note['page_num']}", note["content"])
                for note in answer["annotations"]
            )
            print_table(("note", "P", "content"), rows)
        return 0
    arguments = {"reg_id": options.reg_id, "annotation_id": options.note}
    if options.page is not None:
        arguments["page_hint"] = options.page
    answer = _asked(library, options, "lookup_annotation", arguments)
    if answer is not None:
        print_text(f"{answer['annotation_id']}：{answer['content']}")
        print_source(answer["source"])
        others = answer["candidates"] if answer["state"] == "ambiguous" else []
        if others:
            print_text("Several notes bear this name; --page N tells which:", "dim")
        for other in others:
            print_text(f"  {other['source']}：{other['content']}")
    return 0


def _ref(library: Library, options: argparse.Namespace) -> int:
    arguments = {"reg_id": options.reg_id, "reference_text": options.text}
    answer = _asked(library, options, "resolve_reference", arguments)
    if answer is None:
        return 0
    for found in answer["references"]:
        place = found["target_location"]
        if place is not None:
            print_text(f"{found['text']} → {place['label']}", "bold")
            print_text(place["preview"].strip())
            print_source(place["source"])
            continue
        print_text(f"{found['text']}: {found['state']}. {found['reason']}".strip())
        for candidate in found["candidates"]:
            print_text(f"  {candidate['label']}")
            print_source(candidate["source"])
    return 0


def _asked(
    library: Library, options: argparse.Namespace, tool: str, arguments: dict[str, Json]
) -> Json:
    """The answer; None where JSON was asked for and it is printed already."""
    answer = library.ask("call_tool", tool=tool, arguments=arguments)
    if not options.json:
        return answer
    print_json(answer)
    return None


def _page_range(options: argparse.Namespace) -> tuple[int, int]:
    found = re.fullmatch(r"[Pp]?(\d{1,6})(?:\s*[-–~]\s*[Pp]?(\d{1,6}))?", options.pages or "")
    if found is None:
        options.usage_error("give pages (72 or 72-75), or --section")
        raise AssertionError
    return int(found[1]), int(found[2] or found[1])


def _pages(start: int, end: int) -> str:
    return f"{start}" if start == end else f"{start}-{end}"


def _toc_rows(items: Sequence[Json], depth: int, level: int = 0) -> Iterator[tuple[str, str]]:
    for item in items if level < depth else []:
        yield "  " * level + item["title"], str(item["page_start"])
        yield from _toc_rows(item.get("children") or [], depth, level + 1)


def _print_cells(table: Json) -> None:
    """Row by row; a merged cell is printed where it begins. The last column is the page."""
    columns, header_count = table["col_count"], table["header_row_count"]
    grid = [[""] * columns for _ in range(table["row_count"])]
    pages: list[set[int]] = [set() for _ in grid]
    for cell in table["cells"]:
        grid[cell["row"]][cell["col"]] = cell["content"]
        pages[cell["row"]].add(cell["page_num"])
    heads = grid[:header_count]
    names = [
        " ".join(dict.fromkeys(row[column] for row in heads)).strip() for column in range(columns)
    ]
    rows = (
        (*row, ",".join(map(str, sorted(where))))
        for row, where in zip(grid[header_count:], pages[header_count:], strict=True)
    )
    print_table((*names, "P"), rows)
