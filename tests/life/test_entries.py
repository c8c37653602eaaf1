"""Entries are called and last as their plan or their sheet says, and letters of people keep to days and habits."""

from calendar import day_name
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest

from lifeworld.life import Life
from lifeworld.life.audit.agreed import disagreements
from lifeworld.life.biographies import biography
from lifeworld.life.diary import is_holiday
from lifeworld.life.events import Mailed, Messaged, Planned
from lifeworld.life.words.plans import plans

OTHERWISE = ("another time, place or people than said", "otherwise than its sheet")


@pytest.mark.parametrize("of", ["plan-", "once-", "back"])
@pytest.mark.parametrize("changed", [{"title": "Something else"}, {"longer": timedelta(minutes=50)}])
def test_an_entry_of_another_title_or_length_is_found(nora: Life, of: str, changed: dict[str, Any]) -> None:
    sheet = {one.title for one in biography("nora").appointments}
    some = (one for one in nora.events if isinstance(one, Planned) and not one.all_day)
    entry = next(
        one
        for one in some
        if (one.repeats if of == "back" else one.key.startswith(of) and (of == "plan-" or one.title in sheet))
    )
    title, longer = changed.get("title", entry.title), changed.get("longer", timedelta())
    other = replace(entry, title=title, end=entry.end + longer)
    events = tuple(other if one is entry else one for one in nora.events)
    found = [flaw.kind for flaw in disagreements(replace(nora, events=events))]
    assert found and {*found} <= {*OTHERWISE}


def test_no_title_that_is_drawn_names_a_weekday() -> None:
    """“Ash Wednesday Club on Friday” is read as two days."""
    words = {word for kind in plans().values() for among in kind.words.values() for word in among}
    assert words and not [word for word in words if any(day in word for day in day_name)]


def letters(life: Life) -> list[Mailed]:
    """Return what people write to the owner, and the owner to them, each thread's first; none by hand."""
    every = (one for one in life.events if isinstance(one, Mailed) and one.person_id)
    first = {one.thread: one for one in reversed([*every])}
    return [one for one in first.values() if one.thread.rpartition("-")[2].isdigit()]


def test_nobody_writes_the_same_kind_of_letter_twice(life: Life) -> None:
    theirs = [one for one in letters(life) if one.person_id != life.me.id]
    twice = Counter((one.person_id, one.thread.partition("-")[0]) for one in theirs)
    assert max(twice.values(), default=1) == 1


def test_the_owner_begins_no_two_letters_to_somebody_within_a_week(life: Life) -> None:
    mine = [one for one in letters(life) if one.person_id == life.me.id]
    near = [(one, two) for one, two in combinations(mine, 2) if one.to == two.to and abs(one.at - two.at).days < 7]
    assert near == []


def test_colleagues_write_and_mean_no_holiday(life: Life) -> None:
    at_work = {one.id for one in life.people if one.relation == "colleague"}
    found = [one for one in letters(life) if one.person_id in at_work]
    assert not [one for one in found if is_holiday(one.at.date())]
    for one in found:
        week = [one.at.date() + timedelta(days=ahead) for ahead in range(1, 7)]
        off = {day_name[day.weekday()] for day in week if is_holiday(day)}
        named = [day for day in off if day in one.subject + one.body]
        assert not named or {"Tuesday", "Thursday"} >= {*named}, one  # of two days one has to be left


def test_the_owner_does_not_answer_letters_by_the_alarm(life: Life) -> None:
    """Of what has come by night one answers some hours into the day."""
    mine = [one for one in life.events if isinstance(one, Mailed) and one.person_id == life.me.id]
    answers = [one.at for one in mine if one.subject.startswith("Re: ") and not one.thread.startswith("own-")]
    hours = Counter(at.hour for at in answers)
    assert max(hours.values(), default=0) <= max(4, 0.45 * len(answers))


def test_nobody_asks_for_money_on_a_holiday(life: Life) -> None:
    asked = [(one, cause) for one, cause in zip(life.events, life.causes, strict=True) if isinstance(one, Messaged)]
    begun = [one for one, cause in asked if cause.startswith("plans: loan-") and cause.endswith("/asks")]
    assert life.seed != biography(life.name).seed or not [one for one in begun if is_holiday(one.at.date())]
