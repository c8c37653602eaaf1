"""What is wrong with a life and what it is made of, read from its events by none of the code that wrote them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from lifeworld.life.events import (
    BillIssued,
    BillPaid,
    Delivered,
    GroupMade,
    Mailed,
    Messaged,
    Noted,
    PeerPayment,
    Planned,
    Purchase,
    Shipped,
)
from lifeworld.life.lived import Life
from lifeworld.life.words.kinds import Kind, pays
from lifeworld.life.words.plans import plans
from lifeworld.store import Event

_ASLEEP = range(2, 5)  # the hours at which nobody writes who does not work then
_GROWN = 16
_TOLD = 4  # letters of a fact that is put into words: “yes” is none
_NAMED_LATE = timedelta(hours=2)
_LONG = 5  # words from which on a message is no reply that anybody gives
_NAMED = re.compile(r"plans: share-\d+/named")  # how much one’s part is
_OPEN = re.compile(r"\$?[\d,.:]*\d|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_BEFORE = {BillPaid: BillIssued, Shipped: Purchase, Delivered: Shipped}  # what must come first, of the same number


@dataclass(frozen=True)
class Flaw:
    """Something in a life that can't be: its kind, when, and what there is."""

    kind: str
    at: datetime
    what: str


def flaws(life: Life) -> Iterator[Flaw]:
    """Yield what contradicts itself: asleep, out of order, not a member, paid before it was named, said twice.

    And of plans: not in the calendar, there though it was called off, not paid, no child's, not yet told.
    """
    yield from _asleep(life)
    yield from _out_of_order(life)
    yield from _strangers(life)
    yield from _paid_early(life)
    yield from _said_twice(life)
    yield from _not_kept(life)
    yield from _too_young(life)
    yield from _untold(life)


def measures(life: Life) -> dict[str, str]:
    """Return what a life's talk and plans are made of, by name, in the order of a table."""
    said = _talk(life)
    kinds = Counter(_kind(cause) for _, cause in said)
    texts = [message.text for message, _ in said]
    long = [_skeleton(life, text) for text in texts if len(text.split()) >= _LONG]
    shared = sum(count for count in Counter(long).values() if count > 1)
    lengths = sorted(map(len, _conversations(said)))
    people = [event for event in life.events if isinstance(event, Mailed) and event.person_id]
    begun = {letter.thread: letter.person_id for letter in reversed(people)}
    night = [message for message, _ in said if message.at.hour < 6]
    return {
        "messages": f"{len(said):,}",
        "… born of something that happened": _share(kinds["event"], len(said)),
        "… written by hand": _share(kinds["by hand"], len(said)),
        "… of five words or more with a shared skeleton": _share(shared, len(long)),
        "… between midnight and six": f"{len(night)}",
        "… of more than twenty words": f"{sum(len(text.split()) > 20 for text in texts)}",
        "conversations": f"{len(lengths):,}",
        "… of more than six messages": f"{sum(length > 6 for length in lengths)}",
        "letters' threads with people": f"{len(begun)}",
        "… begun by the owner": f"{sum(who == life.me.id for who in begun.values())}",
        "plans in the calendar": f"{sum(isinstance(event, Planned) for event in life.events)}",
        "tasks noted between midnight and six": f"{sum(isinstance(e, Noted) and e.at.hour < 6 for e in life.events)}",
    }


def _talk(life: Life) -> list[tuple[Messaged, str]]:
    every = _with_causes(life)
    return [(event, cause) for event, cause in every if isinstance(event, Messaged)]


def _with_causes(life: Life) -> Iterator[tuple[Event, str]]:
    """Yield events with their causes, "" where the life is not as it was lived."""
    return zip(life.events, life.causes or [""] * len(life.events), strict=True)


def _kind(cause: str) -> str:
    """Return whether something that happened gave rise to a message, a hand wrote it, or nothing did ("")."""
    return "event" if cause.startswith("plans: ") else cause.removeprefix("chats: ")


def _conversations(said: Iterable[tuple[Messaged, str]]) -> list[list[Messaged]]:
    """Return the messages of each conversation: what is said of one thing in one chat without a day's silence."""
    found: dict[tuple[str, str], list[list[Messaged]]] = defaultdict(list)
    for message, cause in said:
        held = found[message.chat, cause.partition("/")[0]]
        if held and message.at - held[-1][-1].at < timedelta(days=1):
            held[-1].append(message)
        else:
            held.append([message])
    return [one for several in found.values() for one in several]


def _skeleton(life: Life, text: str) -> str:
    """Return a message without what differs from one use of a line to the next: names, figures, days."""
    names = [*(one.first for one in life.people), *(one.name for one in life.businesses)]
    bare = re.sub("|".join(map(re.escape, sorted(names, key=len, reverse=True))), "…", text)
    return _OPEN.sub("…", bare).casefold()


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({part / whole:.0%})" if whole else "0"


# ---- flaws


def _asleep(life: Life) -> Iterator[Flaw]:
    """Yield what is written or noted in the dead of night by people none of whom works then."""
    nights = {start.date() for start in _nights(life)}
    for event in life.events:
        by_somebody = isinstance(event, Messaged | Noted) or (isinstance(event, Mailed) and event.person_id)
        if by_somebody and event.at.hour in _ASLEEP and (event.at - timedelta(hours=8)).date() not in nights:
            yield Flaw("asleep", event.at, _told(event))


def _nights(life: Life) -> Iterator[datetime]:
    """Yield when the shifts begin that go on past midnight, by the calendar."""
    for entry in life.events:
        if isinstance(entry, Planned) and entry.calendar == "Work" and entry.start.hour >= 20:
            weeks = (life.now - entry.start).days // 7 if entry.repeats else 0
            yield from (entry.start + timedelta(days=7 * week) for week in range(weeks + 1))


def _out_of_order(life: Life) -> Iterator[Flaw]:
    """Yield what comes before what it is about: a payment before its bill, a parcel before its order."""
    seen: set[tuple[type, str]] = set()
    for event in life.events:
        number, needed = getattr(event, "number", ""), _BEFORE.get(type(event))
        if needed and (needed, number) not in seen:
            yield Flaw("out of order", event.at, f"{type(event).__name__} {number} before {needed.__name__}")
        seen.add((type(event), number))


def _strangers(life: Life) -> Iterator[Flaw]:
    """Yield messages of people who are not in the chat, or in a group that there is not yet."""
    members: dict[str, set[int]] = {}
    for event in life.events:
        if isinstance(event, GroupMade):
            members[event.key] = {*event.members, life.me.id}
        if isinstance(event, Messaged):
            other = {int(one) for one in re.findall(r"^direct:(\d+)$", event.chat)} & {one.id for one in life.people}
            if event.sender_id not in members.get(event.chat, {life.me.id, *other} if other else ()):
                yield Flaw("not a member", event.at, f"{_told(event)} in {event.chat}")


def _paid_early(life: Life) -> Iterator[Flaw]:
    """Yield sums that are named to somebody who has just paid them."""
    paid: dict[int, list[PeerPayment]] = defaultdict(list)
    for event, cause in _with_causes(life):
        if isinstance(event, PeerPayment):
            paid[event.person_id].append(event)
        if isinstance(event, Messaged) and _NAMED.fullmatch(cause) and event.chat.startswith("direct:"):
            for one in paid[int(event.chat.removeprefix("direct:"))]:
                if event.at - one.at < _NAMED_LATE and str(one.amount) in event.text:
                    yield Flaw("paid before it was named", event.at, _told(event))


def _said_twice(life: Life) -> Iterator[Flaw]:
    """Yield messages of some length whose very words somebody has written before."""
    seen: set[str] = set()
    for message, _ in _talk(life):
        if len(message.text.split()) >= _LONG and message.text in seen:
            yield Flaw("said twice", message.at, _told(message))
        seen.add(message.text)


def _plans(life: Life) -> Iterator[tuple[str, Kind, list[tuple[str, Messaged]]]]:
    """Yield of each plan its key, its kind, and what was said of it by step."""
    said: dict[str, list[tuple[str, Messaged]]] = defaultdict(list)
    for message, cause in _talk(life):
        if cause.startswith("plans: "):
            key, _, step = cause.removeprefix("plans: ").partition("/")
            said[key].append((step, message))
    for key, told in said.items():
        yield key, plans()[key.rpartition("-")[0]], told


def _not_kept(life: Life) -> Iterator[Flaw]:
    """Yield plans that are in the calendar though nobody said yes, or are not though somebody did, and unpaid ones."""
    there = {event.key for event in (*life.events, *life.ahead) if isinstance(event, Planned)}
    paid = sorted((event.at, event.person_id) for event in life.events if isinstance(event, PeerPayment))
    for key, kind, told in _plans(life):
        deeds = [(deed, message) for step, message in told for deed in kind.steps[step].does]
        standing = [deed for deed, _ in deeds if deed in ("entry", "drop")]
        if kind.entry and bool(standing and standing[-1] == "entry") is not (f"plan-{key}" in there):
            yield Flaw("calendar and talk differ", told[-1][1].at, f"{key}: {_told(told[-1][1])}")
        for deed, message in deeds:
            span = message.at - timedelta(minutes=10), message.at + timedelta(minutes=1)
            if pays(deed) and not any(span[0] < at < span[1] for at, _ in paid):
                yield Flaw("not paid", message.at, f"{key}: {_told(message)}")


def _too_young(life: Life) -> Iterator[Flaw]:
    born = {one.id: one.birthday for one in life.people}
    for key, kind, told in _plans(life):
        for _, message in told:
            if not kind.child and (message.at.date() - born[message.sender_id]).days < _GROWN * 365.25:
                yield Flaw("too young for it", message.at, f"{key}: {_told(message)}")


def _untold(life: Life) -> Iterator[Flaw]:
    """Yield what the owner says to somebody about them that nobody but they can know, as they have never said it."""
    talk = [message for message, cause in _talk(life) if cause.startswith("plans: ")]
    for fact in life.facts:
        if not fact.owner and fact.of != life.me.id and len(fact.value) >= _TOLD:
            early = (one for one in talk if one.chat == f"direct:{fact.of}" and one.at >= fact.since)
            yield from (Flaw("nobody has told it", one.at, _told(one)) for one in early if fact.value in one.text)


def _told(event: Event) -> str:
    said = (getattr(event, name, "") for name in ("text", "title", "subject"))
    return f"“{next(filter(None, said), '')}”"
