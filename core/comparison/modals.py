"""Modal words of rules and how much they bind: 应, 宜, 可, shall, should, may."""

# Positive binds to do, negative to leave; 1 is left to whoever reads it, 2 advised, 3 required,
# 4 required strictly. What stands half between is used for either: less than a whole step is no
# difference that can be told.
_STRENGTHS = {
    "可": 1,
    "可以": 1,
    "允许": 1,
    "宜": 2,
    "应": 3,
    "应当": 3,
    "应该": 3,
    "须": 3.5,
    "必须": 4,
    "不必": 1,
    "可不": 1,
    "可以不": 1,
    "无需": 1,
    "无须": 1,
    "不宜": -2,
    "不应": -3,
    "不应当": -3,
    "不得": -3,
    "不可": -3.5,
    "不准": -3.5,
    "不允许": -3.5,
    "禁止": -3.5,
    "严禁": -4,
    "need not": 1,
    "may": 1,
    "can": 1,
    "should": 2,
    "shall": 3,
    "must": 3,
    "may not": -3,
    "cannot": -3,
    "should not": -2,
    "shall not": -3,
    "must not": -3,
}


def is_modal(token: str) -> bool:
    return token.strip().lower() in _STRENGTHS


def negates(token: str) -> bool:
    """A word that turns the modal word beside it into its opposite."""
    return token.strip().lower() in ("not", "不")


def strength(text: str) -> float | None:
    """None where the text is no modal word."""
    return _STRENGTHS.get(" ".join(text.lower().split()))


def binding(old: float, new: float) -> int:
    """1 where the new word binds more, -1 where less, 0 where they cannot be ranked."""
    if old * new < 0 and 1 not in (old, new):
        return 0  # the opposite of a duty is neither more nor less
    more = abs(new) - abs(old)
    return 0 if abs(more) < 1 else 1 if more > 0 else -1
