"""What a solution reads off a screen, and says of it."""

from datetime import date

import pytest

from lifeworld.core.answers import given
from lifeworld.core.money import Money
from lifeworld.taskkit import day_told, nth

TODAY = date(2026, 3, 12)  # a Thursday


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("9:41 AM", TODAY),
        ("Yesterday", date(2026, 3, 11)),
        ("Mon", date(2026, 3, 9)),
        ("Thursday", date(2026, 3, 5)),
        ("Mar 3", date(2026, 3, 3)),
        ("Missed · Mar 3", date(2026, 3, 3)),
        ("Mar 20", date(2025, 3, 20)),
        ("Aug 25", date(2025, 8, 25)),
        ("Mar 3, 2025", date(2025, 3, 3)),
    ],
)
def test_a_day_behind_us_is_read_as_lists_date_it(told: str, day: date) -> None:
    assert day_told(told, TODAY) == day


def test_words_without_a_day_are_none() -> None:
    with pytest.raises(LookupError, match="no day in “some time ago”"):
        day_told("some time ago", TODAY)


def test_values_are_given_as_json_has_them() -> None:
    assert given([]) == [] and given(("Ann Lee", "Tom Reyes")) == ["Ann Lee", "Tom Reyes"]
    assert given(Money(1250)) == "12.50" and given({2: 5, 1: True}) == {"1": True, "2": 5}


def test_any_number_finds_one_of_several() -> None:
    assert [nth("abc", turn) for turn in (0, 2, 3, 61)] == ["a", "c", "a", "b"]
    assert nth([], 7) is None
