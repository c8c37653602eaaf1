"""Every row of a profile has its cause, a fact stands in each app that shows its kind, and what is lost is found."""

from collections import defaultdict
from dataclasses import replace

import pytest
from tests.rotation import some_names

from lifeworld.apps.todo.models import TaskList
from lifeworld.core.choices import PEOPLE
from lifeworld.life.events import (
    BillIssued,
    BillPaid,
    CardPayment,
    Mailed,
    Messaged,
    Noted,
    Planned,
    Purchase,
    Returned,
)
from lifeworld.store import Store
from lifeworld.world.causes import Causes, causes, counts, distance, facts, of_life
from lifeworld.world.profiles import NAMES, load

LIVES = (*some_names("facts", PEOPLE, 4), *some_names("facts", ("person-5", "person-77", "person-4242"), 1))
TAKEN_IN = {  # by which apps, at least: a bill is a letter, too, and an order a letter and a payment
    BillIssued: {"bank", "mail"},
    BillPaid: {"bank"},
    CardPayment: {"bank"},
    Mailed: {"mail"},
    Messaged: {"messenger"},
    Noted: {"todo"},
    Planned: {"calendar"},
    Purchase: {"bank", "mail", "shop"},
    Returned: {"bank", "mail", "shop"},
}


@pytest.fixture(scope="module", params=LIVES)
def found(request: pytest.FixtureRequest) -> Causes:
    return causes(request.param)


def test_every_row_has_its_cause_and_every_fact_holds(found: Causes) -> None:
    assert all(place in found.steps for place in found.rows())
    every = facts(found)
    assert len(every) > 1500
    assert [str(fact) for fact in every if not fact.shown] == []
    assert len({fact.sort for fact in every}) > 50


def test_every_order_bill_and_payment_is_in_all_its_apps(found: Causes) -> None:
    apps: dict[int, set[str]] = defaultdict(set)
    for step in (step for steps in found.steps.values() for step in steps if step.event):
        apps[id(step.event)].add(step.app)
    for event in found.life.events:
        assert TAKEN_IN.get(type(event), set()) <= apps[id(event)], event


def test_a_row_that_nothing_caused_is_found(spoilt: Causes) -> None:
    with spoilt.store.writing():
        added = spoilt.store.add(TaskList, name="Nobody's", colour="grey", inbox=False, position=99)
    assert [place for place in spoilt.rows() if place not in spoilt.steps] == [("todo_list", added.id)]


def test_what_was_followed_is_what_agents_find() -> None:
    found = of_life.__wrapped__(NAMES[0])  # as it was when it had just been lived
    assert found.store.bytes() == bytes(load(NAMES[0]).data)


@pytest.fixture
def spoilt() -> Causes:
    """A life in tables of its own, to be spoilt."""
    return replace(causes(NAMES[0]), store=Store.over(load(NAMES[0]).data))


@pytest.mark.parametrize(
    ("table", "column", "value", "lost"),
    [
        ("bank_entry", "amount", 777, "CardPayment.amount"),
        ("calendar_event", "title", "Something else", "Planned.title"),
        ("shop_order", "tracking", "SW0", "Shipped.tracking"),
        ("mail_message", "body", "", "Mailed.body"),
        ("calendar_event", "ends", "2026-01-01T11:11:00", "Planned.end"),
        ("calendar_guest", "person_id", 60, "Planned.guests"),
        ("calendar_guest", "reply", "invited", "Planned.guests"),
        ("messenger_message", "sent_at", "2026-01-01T03:11:00", "Messaged.at"),
        ("bank_entry", "at", "2026-01-01T03:11:00", "CardPayment.at"),
        ("shop_order_line", "price", 1, "Purchase.lines"),
        ("shop_order_line", "quantity", 9, "Purchase.lines"),
    ],
)
def test_a_changed_value_is_found(spoilt: Causes, table: str, column: str, value: str | int, lost: str) -> None:
    kind = lost.partition(".")[0]
    rows = (place for place in spoilt.rows() if place[0] == table)
    fitting = (place for place in rows if any(type(step.event).__name__ == kind for step in spoilt.steps[place]))
    row = next(id_ for _, id_ in fitting if (spoilt.store.stored(table, id_) or {})[column])
    with spoilt.store.writing():
        spoilt.store.connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE id = ?', (value, row))
    told = [str(fact) for fact in facts(spoilt) if not fact.shown]
    assert told and any(lost in one for one in told), told


def test_a_deleted_entry_and_another_birthday_are_found(spoilt: Causes) -> None:
    plan = next(id_ for (table, id_), steps in spoilt.steps.items() if table == "calendar_event" and steps[-1].event)
    with spoilt.store.writing():
        spoilt.store.connection.execute("PRAGMA defer_foreign_keys = ON")
        spoilt.store.connection.execute("DELETE FROM calendar_guest WHERE event_id = ?", (plan,))
        spoilt.store.connection.execute("DELETE FROM calendar_skipped WHERE event_id = ?", (plan,))
        spoilt.store.connection.execute("DELETE FROM calendar_event WHERE id = ?", (plan,))
        spoilt.store.connection.execute("UPDATE life_person SET birthday = '1901-01-01' WHERE id = 3")
    lost = {f"{fact.kind}.{fact.name}" for fact in facts(spoilt) if not fact.shown}
    assert {"Planned.title", "Planned.start", "Planned.end", "Person.birthday"} <= lost


def test_lives_lie_apart_and_nobody_from_themselves() -> None:
    nora, desmond = (counts(causes(name)) for name in ("nora", "desmond"))
    assert distance(nora, nora) == 0
    assert distance(nora, desmond) > 0.1


def test_what_is_lost_everywhere_is_found(spoilt: Causes) -> None:
    with spoilt.store.writing():
        spoilt.store.connection.execute("UPDATE messenger_message SET text = 'x'")
    assert sum(not fact.shown for fact in facts(spoilt) if fact.name == "text") > 700
