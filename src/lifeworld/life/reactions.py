"""What others do when the owner does something: they reply, ship, pay, come or stay away."""

import re
from datetime import datetime, time, timedelta
from random import Random

from lifeworld.city.directory import ahead
from lifeworld.life.diary import in_year
from lifeworld.life.events import Answered, Delivered, Mailed, Messaged, MoneyAsked, PeerPayment, Planned, Purchase
from lifeworld.life.facts import SMALL
from lifeworld.life.goods import shipped
from lifeworld.life.grammar import Slots, fill
from lifeworld.life.models import Member, Person, me
from lifeworld.life.voices import speak
from lifeworld.life.words.replies import OTHERWISE, replies
from lifeworld.life.words.vocabulary import in_month, voices
from lifeworld.store import Event, Store

_MINUTES = {"chaotic": (1, 5), "warm": (2, 14), "terse": (4, 20), "formal": (9, 45)}
_PAYS, _UP, _IN_BED = time(8), time(7), time(20)  # that anybody pays back, and writes, by their own clock; no child
_DAY = timedelta(days=1)
_COMES = {"chaotic": 0.7, "warm": 0.85, "terse": 0.75, "formal": 0.8}


def react(event: Event, store: Store) -> list[Event]:
    """Return what follows from something that the owner did, at the times when it will happen.

    The same event in the same world always has the same consequences; most events have none.
    """
    match event:
        case Messaged() if event.sender_id == me(store).id:
            return _replied(event, store)
        case Mailed() if event.person_id == me(store).id:
            return _written_back(event, store)
        case Purchase():
            return _shipped(event)
        case MoneyAsked():
            return _paid_back(event, store)
        case Planned() if event.organiser_id is None and event.guests:
            return _answered(event, store)
    return []


def is_small(person: Person, at: datetime) -> bool:
    """Return whether somebody writes as a child does, and has no money to send."""
    return at.date() < in_year(person.birthday, person.birthday.year + SMALL)


def _awake(person: Person, at: datetime, earliest: time = _UP) -> datetime:
    """Return the moment, or one of the morning where it is night with somebody, or a small child in bed."""
    there = at + ahead(person.address)
    if is_small(person, at) and there.time() >= _IN_BED:
        at, there = at + (_DAY - timedelta(hours=there.hour)), there.replace(hour=0) + _DAY
    return at if there.time() >= earliest else at + (there.replace(hour=earliest.hour) - there)


# ---- chats


def _replied(event: Messaged, store: Store) -> list[Event]:
    people = _readers(event.chat, store)
    if not people:
        return []
    rng = Random(f"reply|{event.chat}|{event.text}")
    person = rng.choice(people)
    low, high = _MINUTES[person.temper]
    at = _awake(person, event.at + timedelta(minutes=rng.randint(low, high), seconds=rng.randint(2, 58)))
    small = replies().small.to(event.text) if is_small(person, at) else ()
    text = _words(small or replies().messages[kind(event.text)].answers, person, store, rng, at.month)
    if not text:  # not everybody answers a goodbye
        return []
    return [Messaged(at=at, chat=event.chat, sender_id=person.id, text=speak(text, person, rng), read=False)]


def kind(text: str) -> str:
    """Return what sort of message this is: the first of the kinds whose words it has."""
    for name, kind in replies().messages.items():
        if kind.said and re.search(kind.said, text, re.IGNORECASE):
            return name
    return OTHERWISE


def _readers(chat: str, store: Store) -> list[Person]:
    if chat.startswith("direct:"):
        person = store.first(Person, "id = ?", int(chat.removeprefix("direct:")))
        return [person] if person else []
    return [store.get(Person, member.person_id) for member in store.all(Member, "chat = ?", chat)]


def _words(choice: tuple[str, ...], person: Person, store: Store, rng: Random, month: int) -> str:
    """Return one of the templates, filled as this person would."""
    other = me(store)
    named = {"other": other.named(person), "self": person.named(other)}
    every = {**voices().parts, **voices().letter_parts}
    parts = {name: rng.choice(ways[person.temper]) for name, ways in every.items()}
    third = tuple(one.first for one in store.all(Person) if one.id not in (person.id, other.id))
    words = {**in_month(month), "person": third}
    return fill(rng.choice(choice), Slots({**parts, **named}, words, rng), rng)


# ---- mail


def _written_back(event: Mailed, store: Store) -> list[Event]:
    rng = Random(f"letter|{event.subject}|{event.body}")
    people = [store.get(Person, person_id) for person_id in event.to if person_id != me(store).id]
    asked = "?" in event.body or "?" in event.subject
    if not people or rng.random() > (0.9 if asked else 0.35):
        return []
    person = people[0]
    at = _awake(person, event.at + timedelta(minutes=rng.randint(25, 300), seconds=rng.randint(0, 59)))
    choice = (replies().small if is_small(person, at) else replies().letters).to(event.subject, event.body)
    parts = [_words((part,), person, store, rng, at.month) for part in rng.choice(choice).split("\n\n")]
    subject = event.subject if event.subject.lower().startswith("re:") else f"Re: {event.subject}"
    body = "\n\n".join(parts)
    return [Mailed(at=at, thread=event.thread, person_id=person.id, subject=subject, body=body, read=False)]


# ---- money, parcels and invitations


def _paid_back(event: MoneyAsked, store: Store) -> list[Event]:
    """Most pay within hours what one asks them for, none at night; the others let it lie."""
    person = store.get(Person, event.person_id)
    rng = Random(f"asked|{person.id}|{event.amount.cents}|{event.note}")
    if rng.random() > _COMES[person.temper] or is_small(person, event.at):
        return []
    at = event.at + timedelta(minutes=rng.randint(20, 300), seconds=rng.randint(0, 59))
    at = _awake(person, at, _PAYS)
    note = event.note
    return [PeerPayment(at=at, person_id=person.id, amount=event.amount, outgoing=False, purse="checking", note=note)]


def _shipped(event: Purchase) -> list[Event]:
    rng = Random(f"parcel|{event.number}")
    left = (event.at + timedelta(days=1)).replace(hour=rng.randint(6, 11), minute=rng.randint(0, 59), second=0)
    came = datetime.combine(event.arrives, left.time().replace(hour=rng.randint(12, 18)))
    return [shipped(event.number, left, rng), Delivered(at=max(came, left + timedelta(hours=5)), number=event.number)]


def _answered(event: Planned, store: Store) -> list[Event]:
    answers: list[Event] = []
    for person_id, answer in event.guests:
        person = store.get(Person, person_id)
        rng = Random(f"guest|{event.title}|{event.start.isoformat()}|{person_id}")
        if answer != "invited" or person.relation == "me":
            continue
        coming = "accepted" if rng.random() < _COMES[person.temper] else "declined"
        at = _awake(person, event.at + timedelta(minutes=rng.randint(3, 90), seconds=rng.randint(0, 59)))
        answers.append(
            Answered(at=at, key=event.key, title=event.title, start=event.start, person_id=person_id, answer=coming)
        )
    return sorted(answers, key=lambda given: given.at)
