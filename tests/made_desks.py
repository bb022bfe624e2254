"""A small desk for tests: a directory with pages in every state, open to agents."""

from datetime import UTC, datetime

from core.context.context_system import new_pages
from core.model import (
    AgentAccess,
    ContentsPage,
    Desk,
    DetailPage,
    Evidence,
    PageIndex,
    PageLifecycle,
    PageVisibility,
)
from core.workbench import Workbench

DESK = "desk-sample"
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
REG = "linjiang_dispatch_2024"


def put_sample_desk(workbench: Workbench) -> Desk:
    """In place of every desk there is, always the same."""
    for desk in workbench.desks.all():
        workbench.desks.delete(desk.desk_id)
    desk = Desk(
        desk_id=DESK,
        name="母线失压",
        question="母线失压怎么处理？",
        agent_access=AgentAccess.WRITE,
        created_at=NOW,
        updated_at=NOW,
    )
    return workbench.desks.adopt(desk, _pages())


def _pages():
    def detail(index, name, parent="usr-1", **fields):
        return DetailPage(
            index=PageIndex(index),
            name=name,
            parent=PageIndex(parent) if parent else None,
            created_at=NOW,
            updated_at=NOW,
            **fields,
        )

    proof = Evidence(
        reg_id=REG, page_nums=(20,), block_ids=(f"{REG}/p0020/b06",), quote="母线失压", label="6.3"
    )
    system, user, tool = new_pages(NOW)
    return [
        system.model_copy(update={"children": (PageIndex("sys-1"),)}),
        detail("sys-1", "任务", "sys-0", detail="只引用原文。"),
        user.model_copy(update={"children": (PageIndex("usr-1"), PageIndex("usr-5"))}),
        ContentsPage(
            index=PageIndex("usr-1"),
            name="处理步骤",
            description="失压后的操作",
            parent=user.index,
            children=(PageIndex("usr-2"), PageIndex("usr-3")),
            created_at=NOW,
            updated_at=NOW,
        ),
        detail("usr-2", "失压判断", detail="先判断母线是否失压。", evidence=(proof,)),
        detail("usr-3", "旧笔记", detail="暂不需要", lifecycle=PageLifecycle.HOT_ARCHIVED),
        detail(
            "usr-4",
            "备用电源",
            None,
            detail="外部电源充电",
            lifecycle=PageLifecycle.COLD_ARCHIVED,
            former_parent=PageIndex("usr-1"),
        ),
        detail("usr-5", "疑问", "usr-0", description="待查", visibility=PageVisibility.HIDDEN),
        tool,
    ]
