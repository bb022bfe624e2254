"""References as they stand in the text, and what they lead to."""

import json
from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter

from core.model import Reference
from core.store.database import Cursor, Database
from core.store.keys import page_key, stable_key
from core.store.rows import NounRows, Row, any_of, insert_rows
from core.structure.references.library_lookup import SQUEEZED_OUT

_REFERENCE = NounRows("cross_references", Reference, json_fields=["target", "candidates"])


def insert(cursor: Cursor, references: Sequence[Reference]) -> None:
    insert_rows(cursor, "cross_references", [_row(found) for found in references])


def references_of(database: Database, reg_id: str) -> list[Reference]:
    """Every reference that stands in a regulation, in the order of the document."""
    with database.reading() as cursor:
        return _REFERENCE.select(
            cursor, "WHERE reg_id = $reg_id ORDER BY rowid", {"reg_id": reg_id}
        )


def references_on(database: Database, reg_id: str, *page_nums: int) -> list[Reference]:
    """Those that stand on these pages, in the order of the document."""
    if not page_nums:
        return []
    on_pages, values = any_of("page_key", (page_key(reg_id, num) for num in page_nums))
    with database.reading() as cursor:
        rows = cursor.execute(
            f"SELECT rowid, {_REFERENCE.columns} FROM cross_references WHERE {on_pages}",  # noqa: S608
            values,
        ).fetchall()
    found = [_REFERENCE.noun(row) for _, *row in sorted(rows, key=itemgetter(0))]
    return [it for it in found if it.reg_id == reg_id and it.page_num in page_nums]


def references_to(database: Database, target_id: str) -> list[Reference]:
    """Those that lead to this chapter, table, figure, note or regulation, and to nothing else."""
    with database.reading() as cursor:
        found = _REFERENCE.select(
            cursor, "WHERE target_key = $target_key", {"target_key": stable_key(target_id)}
        )
    return [it for it in found if it.target is not None and it.target.target_id == target_id]


def references_between(
    database: Database,
    reg_id: str,
    state: str | None,
    reference_type: str | None,
    offset: int,
    limit: int | None,
) -> tuple[list[Reference], int]:
    """In the order of the document; -> also how many in all. None lets everything through."""
    with database.reading() as cursor:
        rows, total = _REFERENCE.select_between(
            cursor,
            """
            WHERE reg_id = $reg_id
                AND coalesce(state = $state, true)
                AND coalesce(reference_type = $reference_type, true)
            """,
            {"reg_id": reg_id, "state": state, "reference_type": reference_type},
            offset,
            limit,
        )
    return [_REFERENCE.noun(row) for row in rows], total


def naming_another(
    database: Database, document_keys: Collection[str], reg_ids: Collection[str]
) -> list[Reference]:
    """References to other documents that bear one of these squeezed names, or that lead or may
    lead to one of ``reg_ids``; in the order of each document."""
    with database.reading() as cursor:
        return _REFERENCE.select(
            cursor,
            """
            WHERE reference_type = 'standard'
                AND (
                    list_bool_or(
                        list_transform(
                            $keys::VARCHAR[],
                            lambda key: contains(
                                replace(translate(lower(parsed_target), $out, ''), 'std', ''),
                                key
                            )
                        )
                    )
                    OR list_bool_or(
                        list_transform(
                            $quoted::VARCHAR[],
                            lambda quoted: contains(coalesce(target, '') || candidates, quoted)
                        )
                    )
                )
            ORDER BY rowid
            """,
            {
                "keys": list(document_keys),
                "out": SQUEEZED_OUT,
                "quoted": [json.dumps(reg_id, ensure_ascii=False) for reg_id in reg_ids],
            },
        )


def replace_all(cursor: Cursor, by_regulation: Mapping[str, Sequence[Reference]]) -> None:
    """All references of these regulations anew, inside the caller's transaction."""
    for reg_id, found in by_regulation.items():
        cursor.execute("DELETE FROM cross_references WHERE reg_id = $reg_id", {"reg_id": reg_id})
        insert(cursor, found)


def _row(found: Reference) -> Row:
    target_id = found.target.target_id if found.target else None
    return _REFERENCE.row(
        found,
        target_id=target_id,
        target_key=stable_key(target_id) if target_id else None,
        page_key=page_key(found.reg_id, found.page_num),
    )
