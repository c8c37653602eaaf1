"""What a person would write counts, what hedges doesn't: for any value of any type."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from lifeworld.core.money import Money
from lifeworld.proof.answers import dishonest, honest
from lifeworld.verify.answers import Known, form, right

TODAY = date(2026, 3, 12)
PEOPLE = (
    "Maya Okafor", "Maya Lindqvist", "Tom Reyes", "Ann Lee", "Ann Leeming", "René D'Arcy",
    "Sean O’Neil", "Zoë Eze", "Jean-Luc Park",
)  # fmt: skip
TITLES = (
    "Groceries", "Groceries 2", "Home", "Bread and butter", "Bread", "Rice, 2 kg", "Salt & Pepper",
    "Book club", "Studio 54", "The Corner Shop", "Blue Door", "Call Maya Okafor", "Tea or coffee?",
    "March 14 party", "Re: lunch at 2 PM", "Not now",
)  # fmt: skip
GOALS = (
    "", "How many of the 3 lists are due by April 2, from 9 AM on?",
    "On March 9, Ada Park paid $12.00 for “Lunch” (45 minutes). Say it.",
    "Which one is it, since Monday, March 2?",
)  # fmt: skip
ONE: dict[str, st.SearchStrategy[Any]] = {
    "money": st.integers(1, 2_000_000).map(Money),
    "date": st.dates(date(2025, 1, 1), date(2027, 12, 31)),
    "time": st.integers(0, 287).map(lambda n: time(n // 12, n % 12 * 5)),
    "moment": st.integers(0, 200_000).map(lambda n: datetime(2025, 9, 1) + timedelta(minutes=5 * n)),
    "duration": st.integers(1, 400).map(lambda n: timedelta(minutes=5 * n)),
    "count": st.integers(0, 2000),
    "yes": st.booleans(),
    "person": st.sampled_from(PEOPLE),
    "title": st.sampled_from(TITLES),
    "people": st.lists(st.sampled_from(PEOPLE), unique=True, max_size=4),
    "titles": st.lists(st.sampled_from(TITLES), unique=True, max_size=4),
}
SOME = {
    "money": Money(1250), "date": date(2026, 4, 20), "time": time(14, 30), "moment": datetime(2026, 4, 20, 14, 30),
    "duration": timedelta(minutes=90), "count": 15, "yes": True, "person": "Ann Lee", "title": "Home",
    "people": ["Ann Lee", "Tom Reyes"], "titles": ["Home", "Bread"],
}  # fmt: skip
NAMES = {"person": PEOPLE, "people": PEOPLE, "title": TITLES, "titles": TITLES}
quick = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def known(type: str, goal: str) -> Known:
    return Known(TODAY, goal, frozenset(NAMES.get(type, ())))


def for_each_type(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.parametrize("type", ONE)(test)


@for_each_type
@quick
@given(data=st.data(), goal=st.sampled_from(GOALS))
def test_what_a_person_writes_counts(type: str, data: st.DataObject, goal: str) -> None:
    true = data.draw(ONE[type])
    refused = [text for text in honest(true, known(type, goal)) if not right(text, true, known(type, goal))]
    assert not refused


@for_each_type
@quick
@given(data=st.data(), goal=st.sampled_from(GOALS))
def test_what_hedges_does_not_count(type: str, data: st.DataObject, goal: str) -> None:
    true = data.draw(ONE[type])
    accepted = [one for one in dishonest(true, known(type, goal)) if right(one[1], true, known(type, goal))]
    assert not accepted


@for_each_type
@quick
@given(data=st.data())
def test_no_form_of_one_value_counts_for_another(type: str, data: st.DataObject) -> None:
    one, two = data.draw(ONE[type]), data.draw(ONE[type])
    assume(sorted(one) != sorted(two) if isinstance(one, list) else one != two)
    assume(not isinstance(one, date) or (one.month, one.day) != (two.month, two.day))  # the year is left out fairly
    crossed = [text for text in honest(one, known(type, "")) if right(text, two, known(type, ""))]
    assert not crossed


@for_each_type
def test_there_are_many_of_both(type: str) -> None:
    true = SOME[type]
    assert len(set(honest(true, known(type, "")))) >= 12
    assert len({text for _, text in dishonest(true, known(type, ""))}) >= 12


@pytest.mark.parametrize(
    ("true", "told"),
    [
        (Money(5), "an amount of money, like $12.50"),
        (TODAY, "a date, like March 14"),
        (time(9), "a time of day, like 2:30 PM"),
        (datetime(2026, 3, 14, 9), "a date and a time, like March 14, 2:30 PM"),
        (timedelta(hours=1), "a duration, like 1 hour 30 minutes"),
        (7, "a number"),
        (True, "yes or no"),
        ("Ann Lee", "a name"),
        ("(360) 555-0146", "a phone number"),
        ("ann@harbour.example", "an email address"),
        ("MC-10482", "a code or number, as it is written there"),
        (["Ann Lee"], "a list of names, with commas between"),
        ([], "a list of names, with commas between"),
    ],
)
def test_the_form_is_told(true: Any, told: str) -> None:
    assert form(true) == told
    assert form(true).count("\n") == 0
