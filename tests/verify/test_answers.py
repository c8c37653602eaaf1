"""Answers: tolerant of format, never of value."""

from datetime import date, datetime, time, timedelta

import pytest

from lifeworld.core.money import Money
from lifeworld.verify.answers import right

TODAY = date(2026, 3, 12)


@pytest.mark.parametrize(
    ("said", "true", "ok"),
    [
        ("$1,240.50", Money(124050), True),
        ("It was 1240.50 dollars.", Money(124050), True),
        ("Answer: $1,240.50", Money(124050), True),
        ("I looked at 3 orders; the total is $1,240.50", Money(124050), True),
        ("$1,240.50 or $12.00", Money(124050), False),
        ("$500", Money(50000), True),
        ("$5.00", Money(50000), False),
        ("1240", Money(124050), False),
        ("March 14", date(2026, 3, 14), True),
        ("Saturday, Mar 14th, 2026", date(2026, 3, 14), True),
        ("2026-03-14", date(2026, 3, 14), True),
        ("3/14/26", date(2026, 3, 14), True),
        ("the 14th of March", date(2026, 3, 14), True),
        ("tomorrow", date(2026, 3, 13), True),
        ("March 14, 2025", date(2026, 3, 14), False),
        ("March 14 or March 15", date(2026, 3, 14), False),
        ("at 2:30 PM", time(14, 30), True),
        ("14:30", time(14, 30), True),
        ("2:30 am", time(14, 30), False),
        ("2:30 PM until 3 PM", time(14, 30), False),
        ("March 14 at 2 PM", datetime(2026, 3, 14, 14), True),
        ("March 14 at 3 PM", datetime(2026, 3, 14, 14), False),
        ("7", 7, True),
        ("There are seven of them.", 7, True),
        ("7 of 12", 7, False),
        ("Answer: 7", 7, True),
        ("I found 12 pages.\nAnswer: 7", 7, True),
        ("Answer: 7\nAnswer: 8", 7, False),
        ("1,204", 1204, True),
        ("90 minutes", timedelta(minutes=90), True),
        ("1 h 30 min", timedelta(minutes=90), True),
        ("1.5 hours", timedelta(minutes=90), True),
        ("80 min", timedelta(minutes=90), False),
        ("Yes, it is.", True, True),
        ("no", True, False),
        ("It is not.", False, True),
        ("yes and no", True, False),
        ("Maya Okafor", "Maya Okafor", True),
        ("it was maya  okafor.", "Maya Okafor", True),
        ("The café is Blue Door.", "Blue Door", True),
        ("Maya Okafor or Tom Reyes", "Maya Okafor", False),
        ("Maya Okafor, Tom Reyes", "Maya Okafor", False),
        ("Somebody", "Maya Okafor", False),
        ("Maya, Tom and Zoë", ["Zoë", "Maya", "Tom"], True),
        ("Maya, Tom", ["Zoë", "Maya", "Tom"], False),
        ("Maya, Tom, Zoë, Ada", ["Zoë", "Maya", "Tom"], False),
        ("", 7, False),
        (None, 7, False),
    ],
)
def test_answers(said: str | None, true: object, ok: bool) -> None:
    assert right(said, true, TODAY) is ok  # type: ignore[arg-type]
