"""Counts as one reads them."""


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: 1 task, 2,766 tasks."""
    return f"{count:,} {noun if count == 1 else noun + 's'}"
