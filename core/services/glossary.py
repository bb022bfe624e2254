"""The terms that a regulation defines, found in the few chapters that do so."""

from core.model.glossary import Glossary
from core.store import definitions, regulations, tables
from core.store.database import Database
from core.structure.definitions.finding import find_definitions
from core.structure.definitions.wording import DEFINING_TITLE, IN_PASSING, LIST_OPENINGS


def glossary(database: Database, reg_id: str) -> Glossary:
    """Empty where the regulation defines nothing."""
    regulations.get_info(database, reg_id)
    chapters = definitions.defining_chapters(database, reg_id, DEFINING_TITLE, LIST_OPENINGS)
    chapter_ids = [node.node_id for node in chapters]
    blocks = definitions.blocks_that_may_define(database, reg_id, chapter_ids, IN_PASSING)
    table_ids = definitions.tables_in(database, reg_id, chapter_ids)
    found = find_definitions(
        reg_id,
        chapters,
        blocks,
        [tables.get_table(database, reg_id, table_id) for table_id in table_ids],
    )
    return Glossary(reg_id=reg_id, definitions=tuple(found))
