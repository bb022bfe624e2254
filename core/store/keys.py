"""Number keys for text ids, the same on every machine.

DuckDB finds a row through an index only when the indexed column is all that the query asks for: a
second condition beside it makes it scan (1.5 ms instead of 0.3 ms at 50,000 pages). So queries ask
for the key alone, and the caller compares the id in what comes back: a collision is harmless.
"""

from hashlib import blake2b


def stable_key(identifier: str) -> int:
    """63 bits of a hash: fits a BIGINT, which DuckDB finds through an index in one step."""
    digest = blake2b(identifier.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def page_key(reg_id: str, page_num: int) -> int:
    return stable_key(f"{reg_id}\0{page_num}")
