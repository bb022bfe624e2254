"""A desk of 10,000 pages: how long an operation takes, and a window.

Usage: python -m tests.bench.desk [PAGES]
"""

import itertools
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from core.context.context_system import new_pages
from core.model import ContentsPage, ContextPage, Desk, DetailPage, Evidence, PageIndex
from core.services.desk.desks import Desks
from core.settings import Settings
from core.store.database import Database
from tests.bench.measuring import milliseconds, report

IN_A_DIRECTORY = 40
TEXT = (
    "母线失压时，值班调度员应立即查明失压原因，断开失压母线上的全部断路器，确认母线无故障后，"
    "可用外部电源对母线充电。第{n}条 {n} kV 线路跳闸后强送不得超过一次；强送不成，听候处理。\n"
)
QUESTIONS = ["母线失压如何处理", "线路跳闸强送", "频率异常", "检修工作票", "继电保护定值"]


def main(total: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "gridcode.duckdb")
        figures: dict[str, object] = {"pages": total}
        for shape in ("nested", "flat"):
            figures[shape] = _measure(database, shape, total)
        database.close()
    report(figures)


def _measure(database: Database, shape: str, total: int) -> dict[str, object]:
    now = datetime.now(UTC)
    desk = Desk(desk_id=shape, name=shape, created_at=now, updated_at=now)
    Desks(database, Settings()).adopt(desk, _pages(shape, total, now))
    database.checkpoint()
    desks = Desks(database, Settings())
    begun = time.perf_counter()
    system = desks.open(shape)
    opening = time.perf_counter() - begun
    choose = random.Random(1)
    leaves = [page.index for page in system.tree.pages.values() if isinstance(page, DetailPage)]
    directories = [
        page.index
        for page in system.tree.pages.values()
        if isinstance(page, ContentsPage) and page.index.startswith("usr-")
    ]
    counted = itertools.count()

    def leaf() -> PageIndex:
        return choose.choice(leaves)

    def archive_and_restore() -> None:
        index = leaf()
        system.archive(index, cold=True)
        system.restore(index)

    hidden: list[PageIndex] = []

    def hide() -> None:
        hidden.append(leaf())
        system.hide(hidden[-1])

    desks.counter.count("warm")
    questions = itertools.cycle(QUESTIONS)
    return {
        "open_ms": round(1000 * opening, 1),
        "create": _timed(
            lambda: system.create_detail_page("页", "", "文", choose.choice(directories)), 200
        ),
        "update": _timed(
            lambda: system.update_page(leaf(), detail=TEXT.format(n=next(counted))), 200
        ),
        "move": _timed(lambda: system.move_page(leaf(), choose.choice(directories)), 200),
        "hide": _timed(hide, 200),
        "expand": _timed(lambda: system.expand(hidden.pop()), 200),
        "pin": _timed(lambda: system.pin(leaf()), 40),
        "archive_cold_then_restore": _timed(archive_and_restore, 100),
        "undo": _timed(system.undo, 200),
        "find_few": _timed(lambda: desks.find(shape, "强送 第77"), 40),
        "find_every_page": _timed(lambda: desks.find(shape, "母线 充电"), 40),
        "first_window": _once(lambda: desks.window(shape)),
        "window": _timed(lambda: desks.window(shape), 20),
        "window_with_a_new_question": _timed(
            lambda: desks.window(shape, question=next(questions)), 20
        ),
        "window_of_100000_tokens": _timed(lambda: desks.window(shape, token_budget=100_000), 20),
        "steps": len(system.steps),
    }


def _timed(action: Callable[[], object], repeats: int) -> dict[str, float]:
    """Also the mean of the CPU time, which a busy machine does not stretch."""
    begun = time.process_time()
    found = milliseconds(action, repeats)
    spent = time.process_time() - begun
    return found | {"cpu_ms": round(1000 * spent / repeats, 2)}


def _once(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return round(1000 * (time.perf_counter() - begun), 1)


def _pages(shape: str, total: int, now: datetime) -> list[ContextPage]:
    pages = {page.index: page for page in new_pages(now)}
    parent = PageIndex("usr-0")
    for number in range(1, total + 1):
        index = PageIndex(f"usr-{number}")
        if shape == "nested" and number % (IN_A_DIRECTORY + 1) == 1:
            parent = PageIndex("usr-0")
            page: ContextPage = ContentsPage(
                index=index, name=f"目录 {number}", parent=parent, created_at=now, updated_at=now
            )
        else:
            page = DetailPage(
                index=index,
                name=f"第{number}条",
                description="母线失压的处理",
                detail=TEXT.format(n=number) * 3,
                evidence=(Evidence(reg_id="angui_2024", page_nums=(number,), quote="母线失压"),),
                parent=parent,
                created_at=now,
                updated_at=now,
            )
        pages[index] = page
        above = pages[parent]
        pages[parent] = above.model_copy(update={"children": (*above.children, index)})
        if isinstance(page, ContentsPage):
            parent = index
    return list(pages.values())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
