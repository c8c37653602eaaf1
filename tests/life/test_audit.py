"""The audit finds nothing in our lives, and each fault that is planted in one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.life.lives import lived

from lifeworld.core.money import Money
from lifeworld.life import Life, live
from lifeworld.life.audit import Flaw
from lifeworld.life.audit.agreed import disagreements, kept
from lifeworld.life.audit.laws import flaws
from lifeworld.life.audit.measures import measures, named
from lifeworld.life.biographies import biography
from lifeworld.life.events import (
    BillIssued,
    CardPayment,
    Delivered,
    Mailed,
    Messaged,
    Noted,
    PeerPayment,
    Planned,
    Rang,
)
from lifeworld.life.words.plans import plans
from lifeworld.store import Event

NOBODY_KNOWN = 10_000  # nobody's id
HOUSES = ("Osteria Bellwether", "Bramble Pet Supply")
OTHERWISE = "another time, place or people than said"
UNLISTED = "otherwise than its sheet"


def test_a_life_does_not_contradict_itself(life: Life) -> None:
    """In another year than its own a plot may find no time."""
    own = life.seed == biography(life.name).seed
    assert [flaw for flaw in flaws(life) if own or flaw.kind != "never begun"] == []


def test_what_lives_are_made_of(life: Life) -> None:
    """Nearly all that is said comes of something, lines hardly come back, and people differ in how they write."""
    found = measures(life)
    own = life.seed == biography(life.name).seed
    assert percent(found["… born of something that happened"]) >= (80 if own else 75)
    assert percent(found["… of five words or more with a shared skeleton"]) <= 10
    assert int(found["… of more than twenty words"]) >= 0.02 * int(found["messages"].replace(",", ""))
    kept, traced = int(found["plans kept"]), int(found["… with a trace"].split()[0])
    assert kept - traced <= max(1, 0.05 * kept)  # some keep but a few
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


def test_a_child_late_at_night_is_found(nora: Life) -> None:
    message = first(nora, Messaged, chat="direct:2", sender_id=2)
    late = replace(message, at=message.at.replace(hour=23), text="I can't sleep")
    young = [replace(one, birthday=nora.now.date()) if one.id == 2 else one for one in nora.people]
    assert "asleep" in [flaw.kind for flaw in planted(replace(nora, people=tuple(young)), late)]


def test_an_account_without_the_money_is_found(nora: Life) -> None:
    paid = replace(first(nora, PeerPayment, outgoing=True, purse="checking"), amount=Money(9_000_000))
    assert [flaw.kind for flaw in planted(nora, paid)] == ["overdrawn"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Shall we say {day}, in the usual corner?", "a gap"),
        ("It's on Monday, March 10, as every year", "no such date"),
        ("It's on Tuesday the 18th of March, I think", "no such date"),
        ("See you Friday the 11th, with cake", "no such date"),
    ],
)
def test_what_cannot_be_read_is_found(nora: Life, text: str, kind: str) -> None:
    """Of March 2025, in which the 10th is a Monday, and of 2026, in which it is not."""
    message = first(nora, Messaged)
    said = replace(message, text=text, at=datetime(2026, 3, 1, 12))
    assert [flaw.kind for flaw in planted(nora, said)] == [kind]


# ---- places


def at_lunch(life: Life) -> Planned:
    """Return something with a place of its own, and some minutes to it."""
    return next(
        one
        for one in life.events
        if isinstance(one, Planned) and one.place and not (one.repeats or one.all_day or one.answer)
    )


def test_who_is_at_two_places_is_found(nora: Life) -> None:
    entry = at_lunch(nora)
    other = replace(entry, key="other", title="Elsewhere", start=entry.start + timedelta(minutes=5))
    assert [flaw.kind for flaw in planted(nora, other)] == ["at two places", UNLISTED]


def test_who_is_at_a_meeting_after_leaving_town_is_found(nora: Life) -> None:
    trip = next(one for one in nora.events if isinstance(one, Planned) and one.all_day and one.key.startswith("trip-"))
    noon = datetime.combine(trip.start.date() + timedelta(days=1), datetime.min.time()) + timedelta(hours=3)
    entry = replace(at_lunch(nora), key="other", at=trip.at, start=noon, end=noon + timedelta(minutes=30))
    assert [flaw.kind for flaw in planted(nora, entry)] == ["at two places", UNLISTED]


def test_what_is_paid_at_another_house_is_found(nora: Life) -> None:
    entry = at_lunch(nora)
    houses = {one.id: one for one in nora.businesses}
    elsewhere = (
        one
        for one in nora.events
        if isinstance(one, CardPayment) and houses[one.business_id].kind == "grocer" and not one.memo
    )
    paid = replace(next(elsewhere), at=entry.start + timedelta(minutes=5))
    assert [flaw.kind for flaw in planted(nora, paid)] == ["paid elsewhere"]


# ---- what hands wrote


def test_days_that_hands_wrote_are_in_the_calendar(written: Life) -> None:
    """But for a last day of something, or a day that it no longer is."""
    assert named(written) and len([one for one in named(written) if not one.kept]) <= 2


def test_a_plan_in_talk_by_hand_without_its_entry_is_found(nora: Life) -> None:
    message = first(nora, Messaged)
    for text in ("Come over on Saturday at 3:17!", "The party is on Tuesday, June 16"):
        said = replace(message, text=text, at=datetime(2026, 3, 11, 12, 1))
        life = replace(nora, events=(said, *nora.events), causes=("chats: by hand", *nora.causes))
        assert [one.kept for one in named(life) if one.at == said.at] == [False]


# ---- plans


def plan_with(life: Life, deed: str) -> tuple[str, Messaged]:
    """Return the key of a plan of which something was said that did this, and that message."""
    return next(plans_with(life, deed))


def plans_with(life: Life, deed: str) -> Iterator[tuple[str, Messaged]]:
    for message, cause in zip(life.events, life.causes, strict=True):
        key, _, step = cause.removeprefix("plans: ").partition("/")
        if isinstance(message, Messaged) and step and deed in plans()[key.rpartition("-")[0]].steps[step].does:
            yield key, message


def disagreeing(life: Life) -> Counter[str]:
    """Return how many flaws of each kind a life's plans have."""
    return Counter(flaw.kind for flaw in disagreements(life))


def without(life: Life, gone: Event) -> list[str]:
    """Return the kinds of flaws of a life without an event."""
    return [flaw.kind for flaw in flaws(silent(life, gone))]


def silent(life: Life, gone: Event) -> Life:
    """Return a life without an event."""
    both = [(one, why) for one, why in zip(life.events, life.causes, strict=True) if one is not gone]
    events, causes = zip(*both, strict=True)
    return replace(life, events=events, causes=causes)


def test_a_plan_without_its_entry_is_found(nora: Life) -> None:
    keys = {event.key for event in nora.events if isinstance(event, Planned)}
    entry = next(event for event in nora.events if isinstance(event, Planned) and event.key.startswith("plan-"))
    assert entry.key in keys and without(nora, entry) == ["calendar and talk differ"]


@pytest.mark.parametrize(
    "changed",
    [
        lambda one: {"start": one.start + timedelta(days=1), "end": one.end + timedelta(days=1)},
        lambda one: {"start": one.start - timedelta(hours=1), "end": one.end - timedelta(hours=1)},
        lambda one: {"start": one.start + timedelta(days=7), "end": one.end + timedelta(days=7)},
        lambda one: {"start": one.start + timedelta(hours=12), "end": one.end + timedelta(hours=12)},
        lambda one: {"place": next(house for house in HOUSES if house != one.place)},
        lambda _: {"guests": ()},
        lambda one: {"guests": (*one.guests, (NOBODY_KNOWN, "accepted"))},
    ],
    ids=[
        "another day",
        "an hour before",
        "the week after",
        "half a day",
        "elsewhere",
        "nobody comes",
        "one more comes",
    ],
)
def test_an_entry_that_differs_from_what_was_said_is_found(nora: Life, changed: Any) -> None:
    """Of those with others nine in ten: now and then nobody says when it begins."""
    entries = [one for one in nora.events if isinstance(one, Planned) and one.key.startswith("plan-") and one.guests]
    assert disagreeing(otherwise(nora, entries, changed))[OTHERWISE] >= 0.9 * len(entries) > 30


def test_somebody_in_an_entry_of_ones_own_is_found(nora: Life) -> None:
    own = [one for one in nora.events if isinstance(one, Planned) and one.key.startswith("plan-") and not one.guests]
    assert len(own) >= 3
    both = otherwise(nora, own, lambda _: {"guests": ((NOBODY_KNOWN, "accepted"),)})
    assert disagreeing(both)[OTHERWISE] == len(own)


def test_what_is_over_before_it_begins_is_found(nora: Life) -> None:
    entry = at_lunch(nora)
    found = flaws(replaced(nora, entry, end=entry.start - timedelta(minutes=5)))
    assert [flaw.kind for flaw in found] == ["over before it begins", OTHERWISE]


@pytest.mark.parametrize(
    "changed",
    [lambda one: {"at": one.at - timedelta(days=1)}, lambda _: {"person_id": NOBODY_KNOWN}],
    ids=["the day before", "with somebody else"],
)
@pytest.mark.parametrize("name", ["nora", "ines", "kofi", "person-8"])
def test_a_call_that_is_not_in_the_log_is_found(name: str, changed: Any) -> None:
    """Those that were agreed on and those of every week, all but what somebody rang a second time that day."""
    life = lived(name, None)
    rang = [one for one in life.events if isinstance(one, Rang)]
    days = [(one.person_id, one.at.date()) for one in rang]
    once = [one for one in rang if days.count((one.person_id, one.at.date())) == 1]
    assert once and disagreeing(otherwise(life, once, changed))["nobody rang"] >= len(once)


@pytest.mark.parametrize("changed", ["missed", "outgoing"])
def test_a_call_that_was_otherwise_than_said_is_found(nora: Life, changed: str) -> None:
    agreed = [
        one for one, why in zip(nora.events, nora.causes, strict=True) if isinstance(one, Rang) and why == "plans"
    ]
    assert len(agreed) >= 3
    for one in agreed:
        assert disagreeing(replaced(nora, one, **{changed: not getattr(one, changed)}))["nobody rang"], one


@pytest.mark.parametrize(
    "changed",
    [
        lambda one: {"amount": one.amount + Money(100)},
        lambda one: {"outgoing": not one.outgoing},
        lambda one: {"person_id": one.person_id + 1},
    ],
    ids=["a dollar more", "the other way", "to somebody else"],
)
def test_a_payment_that_differs_from_what_was_said_is_found(nora: Life, changed: Any) -> None:
    near = timedelta(minutes=1)
    said = [message.at for deed in ("a pays b", "b pays a") for _, message in plans_with(nora, deed)]
    paid = [one for one in nora.events if isinstance(one, PeerPayment) and any(abs(one.at - at) < near for at in said)]
    assert len(paid) >= 10
    assert disagreeing(otherwise(nora, paid, changed))["not paid"] >= len(paid)


def replaced(life: Life, event: Event, **changed: Any) -> Life:
    """Return a life in which one event is otherwise."""
    return otherwise(life, [event], lambda _: changed)


def otherwise(life: Life, some: list[Any], changed: Any) -> Life:
    """Return a life in which each of some events is otherwise, in its own way."""
    other = {id(one): replace(one, **changed(one)) for one in some}
    return replace(life, events=tuple(other.get(id(one), one) for one in life.events))


def test_an_entry_that_was_called_off_is_found(nora: Life) -> None:
    there = {event.key for event in nora.events if isinstance(event, Planned)}
    key, message = next(found for found in plans_with(nora, "drop") if f"plan-{found[0]}" not in there)
    entry = replace(first(nora, Planned), key=f"plan-{key}", at=message.at, all_day=True)
    assert "calendar and talk differ" in [flaw.kind for flaw in planted(nora, entry)]


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


def moved(life: Life, step: str, other: str) -> list[str]:
    """Return the kinds of flaws of a life in which what is said in a step is said in another."""
    return [flaw.kind for flaw in flaws(replace(life, causes=tuple(one.replace(step, other) for one in life.causes)))]


def test_what_is_no_reply_is_found(nora: Life) -> None:
    key, message = plan_with(nora, "entry")
    cause = nora.causes[nora.events.index(message)]
    begin = plans()[key.rpartition("-")[0]].begin
    assert "no reply" in moved(nora, cause, f"plans: {key}/{begin}")


def test_a_turn_of_somebody_else_is_found(nora: Life) -> None:
    _, message = plan_with(nora, "entry")
    other = replace(message, sender_id=nora.me.id if message.sender_id != nora.me.id else 2)
    events = tuple(other if one is message else one for one in nora.events)
    assert "no reply" in {flaw.kind for flaw in flaws(replace(nora, events=events))}


def test_a_plan_of_the_plot_that_never_begins_is_found() -> None:
    life = live("rosalind")
    silent = tuple("" if cause.startswith("plans: not-the-bank") else cause for cause in life.causes)
    assert [flaw.kind for flaw in flaws(replace(life, causes=silent))].count("never begun") == 2


def test_a_plan_that_leaves_no_trace_is_counted(nora: Life) -> None:
    found = kept(nora)
    key = next(key for key, shown in found.items() if shown)
    entry = next(one for one in nora.events if isinstance(one, Planned) and one.key == f"plan-{key}")
    silent = [(one, why) for one, why in zip(nora.events, nora.causes, strict=True) if not after(one, why, key, entry)]
    events, causes = zip(*silent, strict=True)
    assert not kept(replace(nora, events=events, causes=causes))[key]


def after(event: Event, cause: str, key: str, entry: Planned) -> bool:
    """Return whether an event is a trace of a plan that was kept."""
    paid = isinstance(event, CardPayment) and event.at.date() == entry.start.date()
    return paid or (cause.startswith(f"plans: {key}/") and isinstance(event, Messaged) and event.at >= entry.start)
