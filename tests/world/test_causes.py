"""Every row of a profile has its cause, a fact stands in each app that shows its kind, and what is lost is found."""

import pytest

from lifeworld.world.causes import Causes, causes
from lifeworld.world.followed import distance, facts
from lifeworld.world.profiles import NAMES, load

LIVES = (*NAMES, "person-5")


@pytest.mark.parametrize("name", LIVES)
def test_every_row_has_its_cause_and_every_fact_holds(name: str) -> None:
    found = causes(name)
    assert all(place in found.steps for place in found.rows())
    every = facts(found)
    assert len(every) > 3000
    assert [str(fact) for fact in every if not fact.shown] == []
    assert len({fact.sort for fact in every}) > 60


def test_what_was_followed_is_what_agents_find() -> None:
    found = causes(NAMES[0])
    assert found.store.bytes() == bytes(load(NAMES[0]).data)


@pytest.fixture
def spoilt() -> Causes:
    """A life of its own, to be spoilt."""
    causes.cache_clear()
    found = causes("nora")
    causes.cache_clear()
    return found


@pytest.mark.parametrize(
    ("table", "column", "value", "lost"),
    [
        ("bank_entry", "amount", 777, "CardPayment.amount"),
        ("calendar_event", "title", "Something else", "Planned.title"),
        ("shop_order", "tracking", "SW0", "Shipped.tracking"),
        ("mail_message", "body", "", "Mailed.body"),
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


def test_lives_lie_apart_and_nobody_from_themselves() -> None:
    assert distance(causes("nora"), causes("nora")) == 0
    assert distance(causes("nora"), causes("desmond")) > 0.1


def test_what_is_lost_everywhere_is_found(spoilt: Causes) -> None:
    with spoilt.store.writing():
        spoilt.store.connection.execute("UPDATE messenger_message SET text = 'x'")
    assert sum(not fact.shown for fact in facts(spoilt) if fact.name == "text") > 700
