"""The audit finds nothing in our lives, and each fault that is planted in one."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from lifeworld.life import Life
from lifeworld.life.audit import Flaw, flaws, measures
from lifeworld.life.events import BillIssued, Delivered, Mailed, Messaged, Noted, PeerPayment, Planned
from lifeworld.life.words.plans import plans
from lifeworld.store import Event


def test_a_life_does_not_contradict_itself(life: Life) -> None:
    assert list(flaws(life)) == []


def test_what_lives_are_made_of(life: Life) -> None:
    """Nearly all that is said comes of something, lines hardly come back, and people differ in how they write."""
    found = measures(life)
    assert percent(found["… born of something that happened"]) + percent(found["… written by hand"]) >= 80
    assert percent(found["… of five words or more with a shared skeleton"]) <= 10
    assert int(found["… of more than twenty words"]) >= 30
    assert int(found["… begun by the owner"]) >= 3


def percent(written: str) -> int:
    return int(written.partition("(")[2].removesuffix("%)"))


def planted(life: Life, event: Event, cause: str = "planted") -> list[Flaw]:
    """Return what is found in a life with one more event."""
    both = sorted([*zip(life.events, life.causes, strict=True), (event, cause)], key=lambda one: one[0].at)
    events, causes = zip(*both, strict=True)
    return list(flaws(replace(life, events=events, causes=causes)))


def first(life: Life, kind: type, **known: Any) -> Any:
    fitting = (one for one in life.events if isinstance(one, kind))
    return next(one for one in fitting if all(getattr(one, name) == value for name, value in known.items()))


@pytest.mark.parametrize("kind", [Messaged, Noted, Mailed])
def test_somebody_asleep_is_found(nora: Life, kind: type) -> None:
    event = first(nora, kind, **({"business_id": None} if kind is Mailed else {}))
    late = datetime.combine(event.at.date() + timedelta(days=30), datetime.min.time()) + timedelta(hours=3)
    changed = {"text": "Nobody is awake"} if kind is Messaged else {}
    assert [flaw.kind for flaw in planted(nora, replace(event, at=late, **changed))] == ["asleep"]


def test_a_message_of_a_stranger_is_found(nora: Life) -> None:
    message = first(nora, Messaged)
    stranger = max(one.id for one in nora.people)
    other = replace(message, sender_id=stranger, text="I am none of you", at=message.at + timedelta(seconds=1))
    assert [flaw.kind for flaw in planted(nora, other)] == ["not a member"]


def test_a_parcel_before_its_order_is_found(nora: Life) -> None:
    early = replace(first(nora, Delivered), number="MC-0000-00000")
    assert [flaw.kind for flaw in planted(nora, early)] == ["out of order"]


def test_a_payment_before_its_bill_is_found(nora: Life) -> None:
    issued = first(nora, BillIssued)
    both = [(one, why) for one, why in zip(nora.events, nora.causes, strict=True) if one is not issued]
    events, causes = zip(*both, strict=True)
    assert {flaw.kind for flaw in flaws(replace(nora, events=events, causes=causes))} == {"out of order"}


def test_a_sum_that_is_named_once_it_is_paid_is_found(nora: Life) -> None:
    paid = first(nora, PeerPayment)
    said = Messaged(
        at=paid.at + timedelta(minutes=5),
        chat=f"direct:{paid.person_id}",
        sender_id=nora.me.id,
        text=f"You owe me {paid.amount}, by the way",
    )
    assert "paid before it was named" in [flaw.kind for flaw in planted(nora, said, "plans: share-2603010900/named")]


def test_words_said_before_are_found(nora: Life) -> None:
    message = next(one for one in nora.events if isinstance(one, Messaged) and len(one.text.split()) > 6)
    again = replace(message, at=message.at + timedelta(days=20))
    assert "said twice" in [flaw.kind for flaw in planted(nora, again)]


def test_a_life_without_causes_can_be_looked_at(nora: Life) -> None:
    assert list(flaws(replace(nora, causes=()))) == []


def test_the_owner_in_a_group_that_there_is_not_is_found(nora: Life) -> None:
    message = replace(first(nora, Messaged), sender_id=nora.me.id, chat="nowhere", text="Is anybody here?")
    assert [flaw.kind for flaw in planted(nora, message)] == ["not a member"]


# ---- plans


def plan_with(life: Life, deed: str) -> tuple[str, Messaged]:
    """Return the key of a plan of which something was said that did this, and that message."""
    for message, cause in zip(life.events, life.causes, strict=True):
        key, _, step = cause.removeprefix("plans: ").partition("/")
        if isinstance(message, Messaged) and step and deed in plans()[key.rpartition("-")[0]].steps[step].does:
            return key, message
    raise AssertionError(f"nobody does {deed}")


def without(life: Life, gone: Event) -> list[str]:
    """Return the kinds of flaws of a life without an event."""
    both = [(one, why) for one, why in zip(life.events, life.causes, strict=True) if one is not gone]
    events, causes = zip(*both, strict=True)
    return [flaw.kind for flaw in flaws(replace(life, events=events, causes=causes))]


def test_a_plan_without_its_entry_is_found(nora: Life) -> None:
    keys = {event.key for event in nora.events if isinstance(event, Planned)}
    entry = next(event for event in nora.events if isinstance(event, Planned) and event.key.startswith("plan-"))
    assert entry.key in keys and without(nora, entry) == ["calendar and talk differ"]


def test_an_entry_that_was_called_off_is_found(nora: Life) -> None:
    key, message = plan_with(nora, "drop")
    entry = replace(first(nora, Planned), key=f"plan-{key}", at=message.at)
    assert [flaw.kind for flaw in planted(nora, entry)] == ["calendar and talk differ"]


def test_money_that_is_said_to_be_sent_and_is_not_is_found(nora: Life) -> None:
    key, message = plan_with(nora, "a pays b")
    near = timedelta(minutes=2)
    paid = next(one for one in nora.events if isinstance(one, PeerPayment) and abs(one.at - message.at) < near)
    assert set(without(nora, paid)) == {"not paid"}, key


def test_a_child_in_a_plan_of_grown_people_is_found(nora: Life) -> None:
    _, message = plan_with(nora, "entry")
    young = [replace(one, birthday=nora.now.date()) if one.id == message.sender_id else one for one in nora.people]
    assert "too young for it" in {flaw.kind for flaw in flaws(replace(nora, people=tuple(young)))}


def test_who_knows_what_nobody_has_told_is_found(nora: Life) -> None:
    secret = next(one for one in nora.facts if one.relation == "allergy" and one.owner)
    untold = tuple(replace(one, owner=False) if one is secret else one for one in nora.facts)
    assert "nobody has told it" in {flaw.kind for flaw in flaws(replace(nora, facts=untold))}
