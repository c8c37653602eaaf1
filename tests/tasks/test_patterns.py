"""What is read off a year's rows is what the year was written with."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from lifeworld.apps.bank.models import Entry
from lifeworld.life.biographies import biography
from lifeworld.life.biography import Biography
from lifeworld.life.models import businesses
from lifeworld.store import Store
from lifeworld.tasks.memory import patterns
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES


@pytest.fixture(params=NAMES)
def life(request: pytest.FixtureRequest) -> Iterator[tuple[Store, Biography]]:
    opened = World(load(request.param).data)
    yield opened.store, biography(request.param)
    opened.close()


def name_of(key: str) -> str:
    return businesses()[key].name


def test_presents_go_to_whom_the_biography_says(life: tuple[Store, Biography]) -> None:
    store, biography = life
    person = patterns.presented(store)
    assert person
    assert person.name == next(who.name for who in biography.cast if who.key == biography.gift.person)
    due = patterns.next_present(store)
    assert due
    assert due.day == biography.gift.day
    assert timedelta() < due - store.now.date() < timedelta(days=32)


def test_the_next_salary_comes_on_a_payday(life: tuple[Store, Biography]) -> None:
    store, biography = life
    payday = patterns.next_payday(store, store.now.date())
    assert payday
    assert payday.day in biography.pay_days
    assert payday > store.now.date()


@pytest.mark.parametrize(("who", "pay"), [("hollis", "Pension"), ("mila", "Salary"), ("mei", None)])
def test_a_pension_is_a_pay_and_a_draw_from_a_till_is_none(who: str, pay: str | None) -> None:
    store = Store.over(load(who).data)
    assert patterns.pay(store) == pay
    assert (patterns.next_payday(store, store.now.date()) is None) is (pay is None)


def test_every_rise_of_a_fixed_bill_is_found_and_no_other(life: tuple[Store, Biography]) -> None:
    store, biography = life
    written = {name_of(plan.business) for plan in biography.bills if plan.rise[0]}
    assert {rise.business.name for rise in patterns.rises(store)} == written
    for rise in patterns.rises(store):
        assert rise.more.cents > 0


def test_who_pays_is_one_of_those_who_share(life: tuple[Store, Biography]) -> None:
    store, biography = life
    names = {who.key: who.name for who in biography.cast}
    sharing = {split.note.casefold(): {names[key] for key in split.who} for split in biography.splits}
    for favour in biography.favours:
        sharing.setdefault(favour.note.casefold(), set()).add(names[favour.person])
    found = patterns.shared(store)
    assert found
    for what, person in found:
        assert person.name in sharing[what]


def test_a_usual_place_is_gone_to_most_of_the_time(life: tuple[Store, Biography]) -> None:
    store, _ = life
    found = patterns.places(store)
    assert len(found) > 2
    since = store.now - patterns.LATELY
    for habit in found:
        paid = store.all(Entry, "kind = 'card' AND category = 'Eating out' AND at > ?", since)
        then = [e for e in paid if e.at.weekday() == habit.weekday and patterns.part_of(e.at.hour) == habit.part]
        assert sum(entry.business_id == habit.place.id for entry in then) > len(then) / 2


def test_a_place_given_up_was_not_gone_to_again(life: tuple[Store, Biography]) -> None:
    store, _ = life
    found = patterns.given_up(store)
    assert found
    for habit, last in found:
        later = store.all(Entry, "kind = 'card' AND business_id = ? AND at >= ?", habit.place.id, last + timedelta(1))
        assert not [e for e in later if e.at.weekday() == habit.weekday and patterns.part_of(e.at.hour) == habit.part]


@pytest.mark.parametrize(("profile", "when"), [("nora", "Friday morning"), ("wilma", "Thursday lunchtime")])
def test_the_whole_year_would_mislead(profile: str, when: str) -> None:
    """The place that has more payments over the year is not the one that is usual now."""
    store = World(load(profile).data).store
    now = next(habit for habit in patterns.places(store) if habit.when == when)
    before = next(habit for habit, _ in patterns.given_up(store) if habit.when == when)
    counts = [store.count(Entry, "kind = 'card' AND business_id = ?", habit.place.id) for habit in (before, now)]
    assert counts[0] > counts[1]


def test_a_tie_has_no_first() -> None:
    assert patterns.top([1, 1, 1, 2, 2, 2], 3, 1) is None
    assert patterns.top([1, 1, 1, 2, 2], 3, 1) == 1
    assert patterns.top([1, 1], 3, 1) is None
    assert patterns.top([], 3, 1) is None


def test_what_is_too_rare_or_too_mixed_is_no_habit() -> None:
    assert patterns.mostly([7, 7, 7, 8], 0.7, 3) == 7
    assert patterns.mostly([7, 7, 8, 8], 0.7, 2) is None
    assert patterns.mostly([7, 7], 0.7, 3) is None
