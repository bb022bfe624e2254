"""What may be meant, while somebody types."""

from core.model import Suggestion
from core.retrieval.folding import fold
from core.services.collections import expand
from core.store import suggestions
from core.store.database import Database


def suggest(
    database: Database, typed: str, reg_ids: tuple[str, ...] | None, limit: int
) -> list[Suggestion]:
    """Headings, captions and words that begin with or hold what was typed; each text once."""
    folded = fold(typed).text
    if not folded:
        return []
    if reg_ids is not None:
        reg_ids = expand(database, reg_ids)
    found = [
        each
        for way in dict.fromkeys(
            (folded, fold(f"{typed}章").text[:-1])
        )  # 第六 is on its way to 第6章
        for each in suggestions.find(database, way, reg_ids=reg_ids, limit=limit * 4)
    ]
    return list({each.text: each for each in reversed(found)}.values())[::-1][:limit]
