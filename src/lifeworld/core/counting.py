"""Counts as one reads them."""


def counted(count: int, noun: str, many: str = "") -> str:
    """Return a count with its noun: 1 task, 2,766 tasks; `many` is the plural where it takes more than an s."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"
