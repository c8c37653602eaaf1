"""Counts and lists as one reads them."""

from collections.abc import Sequence


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: 1 task, 2,766 tasks."""
    return f"{count:,} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return a noun's plural: tasks, categories."""
    return f"{noun[:-1]}ies" if noun[-1:] == "y" and noun[-2:-1] not in "aeiou" else f"{noun}s"


def dollars(amount: float) -> str:
    """Return what something cost: $12.50; of less than a dollar also parts of a cent, $0.0020."""
    rounded = round(amount, 4)  # sums of floats end in dust
    return f"${rounded:,.{2 if rounded >= 1 or rounded == round(rounded, 2) else 4}f}"


def joined(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def ordinal(number: int) -> str:
    """Format an ordinal: 1st, 2nd, 3rd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
