"""What each biography says, told by the events: patterns that memory tasks may ask for."""

from collections import Counter
from datetime import timedelta

import pytest

from lifeworld.life import Life, live
from lifeworld.life.biographies import NAMES, biography
from lifeworld.life.events import (
    CardPayment,
    Delivered,
    Deposit,
    Mailed,
    Messaged,
    PeerPayment,
    Planned,
    Purchase,
    Shipped,
)


def paid_at(life: Life, name: str, weekday: int | None = None) -> list[int]:
    """Return how many days before now the owner paid there."""
    business = next(business for business in life.businesses if business.name == name)
    payments = [e for e in life.events if isinstance(e, CardPayment) and e.business_id == business.id and not e.memo]
    return [(life.now - e.at).days for e in payments if weekday in (None, e.at.weekday())]


@pytest.mark.parametrize(
    ("who", "weekday", "before", "after", "changed"),
    [
        ("nora", 4, "Blue Heron Coffee", "The Lantern Room", 150),
        ("desmond", None, "Night Owl Diner", "Pennywright Foods", 96),
        ("wilma", 3, "The Gilded Pear", "Osteria Bellwether", 98),
    ],
)
def test_habits_drift(who: str, weekday: int | None, before: str, after: str, changed: int) -> None:
    life = live(who)
    old, new = paid_at(life, before, weekday), paid_at(life, after, weekday)
    early, late = sum(day > changed for day in old), sum(day <= changed for day in old)
    assert early / (365 - changed) > 2 * late / changed
    assert sum(day <= changed for day in new) >= 10


def test_tobias_mostly_pays_for_climbing() -> None:
    life = live("nora")
    entries = [e for e in life.events if isinstance(e, PeerPayment) and _for_climbing(e.note)]
    payers = Counter(e.person_id for e in entries if e.outgoing)
    tobias = next(person.id for person in life.people if person.first == "Tobias")
    assert payers.most_common(1)[0][0] == tobias
    assert payers[tobias] > 0.6 * payers.total()


def _for_climbing(note: str) -> bool:
    return note == "🧗" or "climbing entry" in note.lower()


def test_gift_goes_to_the_one_that_the_biography_names(life: Life) -> None:
    bio = biography(life.name)
    if bio.gift is None:
        return
    person = next(p for p in life.people if p.name == next(c.name for c in bio.cast if c.key == bio.gift.person))
    gifts = [e for e in life.events if isinstance(e, Purchase) and e.address == person.address]
    assert {event.at.day for event in gifts} == {bio.gift.day}
    assert len({event.at.month for event in gifts}) == 12


def test_what_a_biography_says_was_bought_comes_home() -> None:
    life = live("rosalind")
    (bought,) = biography("rosalind").bought
    (order,) = [
        e for e in life.events if isinstance(e, Purchase) and (life.now.date() - e.at.date()).days == -bought.day
    ]
    assert {line.product: line.quantity for line in order.lines} == dict.fromkeys(bought.products, 1)
    assert order.address == life.me.address
    assert [e.number for e in life.events if isinstance(e, Delivered)].count(order.number) == 1


def test_trips_show_in_calendar_mail_bank_and_chat(life: Life) -> None:
    for trip in biography(life.name).trips:
        planned = [e for e in life.events if isinstance(e, Planned) and e.key.startswith(f"trip-{trip.key}-")]
        code = planned[1].note
        assert len(planned) == 3 and code in planned[0].note
        assert any(isinstance(e, Mailed) and code in e.subject and code in e.body for e in life.events)
        assert sum(isinstance(e, CardPayment) and e.memo == code for e in life.events) == 2


def test_a_booked_trip_is_talked_about_with_its_code() -> None:
    life = live("nora")
    codes = {e.note for e in life.events if isinstance(e, Planned) and e.key in ("trip-santelmo-1", "trip-coast-1")}
    said = [e.text for e in life.events if isinstance(e, Messaged) and "code" in e.text]
    assert any(code in text for code in codes for text in said)


def test_a_lost_parcel_was_refunded_and_written_about(life: Life) -> None:
    refunds = [e for e in life.events if isinstance(e, Deposit) and "was lost" in e.memo]
    assert len(refunds) == any(isinstance(e, Purchase) for e in life.events)
    if not refunds:
        return
    (refund,) = refunds
    order = next(e for e in life.events if isinstance(e, Purchase) and e.number in refund.memo)
    shipped = next(e for e in life.events if isinstance(e, Shipped) and e.number == order.number)
    assert refund.amount == order.total and refund.at > order.at + timedelta(days=10)
    assert any(isinstance(e, Mailed) and shipped.tracking in e.subject and order.number in e.body for e in life.events)


def test_a_class_was_cancelled_by_letter_while_it_ran(life: Life) -> None:
    letters = [e for e in life.events if isinstance(e, Mailed) and e.subject.startswith("Cancelled: ")]
    if biography(life.name).cancelled is None:
        assert not letters
        return
    key = biography(life.name).cancelled[0]
    title = next(entry.title for entry in biography(life.name).standing if entry.key == key)
    series = next(e for e in life.events if isinstance(e, Planned) and e.title == title)
    (letter,) = [one for one in letters if one.subject.startswith(f"Cancelled: {title}")]
    assert letter.subject.endswith(f"{series.start:%A}")
    assert series.start < letter.at and (series.until is None or letter.at.date() < series.until)


@pytest.mark.parametrize("name", NAMES)
def test_letters_and_messages_by_hand_agree_with_the_calendar(name: str) -> None:
    """Days and times that hand-written texts tell are those of what is planned."""
    life = live(name)
    told = {
        "nora": ("Cake tasting with Clara and Wim", "2026-03-22T15:00", "Tobias's birthday drinks", "2026-03-27T20:00"),
        "desmond": ("Bridie's leaving do", "2026-06-26T19:00", "Mum: eye clinic", "2026-06-29T10:40"),
        "wilma": ("Library: final inspection", "2026-10-08T10:30", "Casper’s birthday dinner", "2026-10-09T19:00"),
    }[name]
    planned = {e.title: e.start.isoformat(timespec="minutes") for e in life.events if isinstance(e, Planned)}
    assert (planned[told[0]], planned[told[2]]) == (told[1], told[3])
