"""Sizes and dates as people read them."""


def megabytes(size_bytes: int) -> str:
    return (
        f"{size_bytes / 1_000_000:.1f} MB"
        if size_bytes >= 100_000
        else f"{size_bytes / 1000:.0f} kB"
    )
