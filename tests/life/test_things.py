"""What is said of evenings, calls, journeys, illness, shares and fruit, held against the rows of a life."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from tests.life.lives import lived
from tests.life.test_company import kind, talks

from lifeworld.apps.messenger.models import Call
from lifeworld.core.choices import PEOPLE
from lifeworld.core.rhythm import rhythm
from lifeworld.life import Life
from lifeworld.life.biographies import biography
from lifeworld.life.events import CardPayment, GroupMade, Messaged, PeerPayment, Planned, Rang
from lifeworld.world.profiles import load, untouched

_LIVES = [*PEOPLE, "person-17", "person-3", "person-41"]
_OF_AN_EVENING = {"ride-home": "names", "dinner": "bill"}  # the step that speaks of one, by kind
_OF_A_MEETING = ("left-behind", "rehearsal")
_GONE_TO = ("grocer", "bakery", "cafe", "restaurant", "bar", "leisure", "health", "shop")
_PAID = re.compile(r"\b(sent|paid|mine|my|coins|cash|done|gone|there|with you|on its way|me)\b", re.IGNORECASE)
_MONTHS = {  # in which one has it fresh, or sees it
    r"plums|blackberries": (7, 8, 9, 10),
    r"strawberries": (5, 6, 7),
    r"raspberries|cherries|apricots|peaches|nectarines": (6, 7, 8, 9),
    r"asparagus|rhubarb": (4, 5, 6),
    r"melons?|courgettes": (5, 6, 7, 8, 9),
    r"pumpkin|chestnuts": (9, 10, 11),
    r"wasps?|mosquitoes": (6, 7, 8, 9),
}
_KEPT = re.compile(r"jars?|jam|curry|pie|soup|cake|bake|book|summer|face like", re.IGNORECASE)  # or only spoken of


def planned(life: Life) -> Iterator[tuple[Planned, datetime, datetime]]:
    """Yield what the owner goes to, each time that it is on, from when to when."""
    for event in (*life.events, *life.ahead):
        if isinstance(event, Planned) and event.answer in ("", "accepted"):
            first = event.start.date()
            last = event.until or life.now.date() + timedelta(days=40)
            days = rhythm(first, event.repeats, first, last) if event.repeats else (first,)
            yield from (
                (event, event.start + (day - first), event.end + (day - first))
                for day in days
                if day not in event.skips
            )


def there(event: Planned) -> set[int]:
    return {person for person, answer in event.guests if answer == "accepted"}


def never_was(life: Life) -> Iterator[Messaged]:
    """Yield what is said of an evening out that the two did not have just before, or of a meeting of a group."""
    for key, lines in talks(life):
        evening = kind(key) in _OF_AN_EVENING
        said = dict(lines).get(_OF_AN_EVENING[kind(key)]) if evening else lines[0][1]
        if said and (evening or kind(key) in _OF_A_MEETING):
            late, ago = (19, timedelta(hours=60)) if evening else (0, timedelta(days=11))
            who = (
                {int(said.chat.removeprefix("direct:"))}
                if evening
                else {one.sender_id for _, one in lines} - {life.me.id}
            )
            before = (one for one, _, end in planned(life) if said.at - ago < end < said.at and end.hour >= late)
            if not any(who <= there(one) for one in before):
                yield said


def not_rung(life: Life) -> Iterator[str]:
    """Yield plans of a call of which none is in the log, and calls missed of which nobody says so."""
    rung = [one for one in life.events if isinstance(one, Rang)]
    for key, lines in talks(life):
        entry = next((one for one in life.events if isinstance(one, Planned) and one.key == f"plan-{key}"), None)
        at = dict(lines)["now"].at if "now" in dict(lines) else entry.start if entry else None
        if kind(key) == "call" and at and at < life.now - timedelta(hours=3):
            who, soon = int(lines[0][1].chat.removeprefix("direct:")), timedelta(hours=1)
            near = [one for one in rung if one.person_id == who and timedelta() < one.at - at < soon]
            night = timedelta(hours=20)  # who goes out after a call speaks of it the next morning
            said = any(near[0].ended < one.at < near[0].ended + night for _, one in lines) if near else False
            if not said:
                yield key


def unheld(life: Life) -> Iterator[datetime]:
    """Yield when what stands in the calendar as a weekly call was over with no call in its time, or with two."""
    weekly = {one.title: one.phone for one in biography(life.name).standing if one.phone}
    whom = {who.key: who.name for who in biography(life.name).cast}
    names = {one.id: one.name for one in life.people}
    rung = [(names[one.person_id], one.at, one.ended) for one in life.events if isinstance(one, Rang)]
    for event, start, end in planned(life):
        if event.title in weekly and event.repeats and life.now - timedelta(days=365) <= start < end < life.now:
            at = [one for one in rung if one[0] == whom[weekly[event.title]] and start <= one[1] < one[2] <= end]
            if len(at) != 1:
                yield start


def journeys(life: Life) -> Iterator[tuple[Planned, list[Messaged]]]:
    """Yield journeys with others, and all that was ever said in chats in which only those who came along are."""
    members = {one.key: {*one.members} for one in life.events if isinstance(one, GroupMade)}
    talk = defaultdict(list)
    for one in life.events:
        if isinstance(one, Messaged):
            talk[one.chat].append(one)
    for event, *_ in planned(life):
        if event.all_day and event.guests and event.end - event.start > timedelta(days=1):
            chats = [f"direct:{who}" for who in there(event)]
            chats += [key for key, who in members.items() if who <= there(event)]
            yield event, [one for chat in chats for one in talk[chat]]


def ill(life: Life) -> Iterator[tuple[int, datetime, datetime]]:
    """Yield who is ill, from when they say so until they are better, or the end of the second day after."""
    for key, lines in talks(life):
        if kind(key) == "illness":
            first, up = lines[0][1], next((one.at for step, one in lines if step == "better"), life.now)
            yield first.sender_id, first.at, min(up, (first.at + timedelta(days=3)).replace(hour=0, minute=0))


def up_and_about(life: Life) -> Iterator[str]:
    """Yield what people go to while they are ill, and where the owner pays."""
    kinds = {one.id: one.kind for one in life.businesses}
    paid = [one for one in life.events if isinstance(one, CardPayment) and not one.memo]
    for who, first, last in ill(life):
        for one, start, _ in planned(life):
            if first < start < last and not one.all_day and who in {life.me.id, *there(one)}:
                yield f"{start}: {one.title}"
        own = [one for one in paid if who == life.me.id and first < one.at < last]
        yield from (f"{one.at}: {one.business_id}" for one in own if kinds[one.business_id] in _GONE_TO)


def unexcused(life: Life) -> Iterator[str]:
    """Yield what comes back every week that an ill owner stays away from without a word to those who are there."""
    mine = [one for one in life.events if isinstance(one, Messaged) and one.sender_id == life.me.id]
    wrote = {(one.chat, one.at.date()) for one in mine}
    groups = {one.key: {*one.members} for one in life.events if isinstance(one, GroupMade)}
    homes = {person.id for person in life.people if person.address == life.me.address}
    weekly = [one for one in life.events if isinstance(one, Planned) and one.repeats == "weekly"]
    for first, last in [(first.date(), last.date()) for who, first, last in ill(life) if who == life.me.id]:
        for one in weekly:
            others = there(one) - homes if one.calendar != "Work" else set()
            chats = [*(f"direct:{other}" for other in others), *(key for key in groups if others <= groups[key])]
            off = [day for day in one.skips if others and first <= day < last]
            yield from (f"{day}: {one.title}" for day in off if not {(chat, day) for chat in chats} & wrote)


def owed(life: Life) -> Iterator[str]:
    """Yield plans of a group in which a share is named for each, and somebody neither pays nor says so."""
    paid = [one for one in life.events if isinstance(one, PeerPayment)]
    for key, lines in talks(life):
        named = next((one for _, one in lines if re.search(r"\$\d+\.\d\d", one.text)), None)
        group = not lines[0][1].chat.startswith("direct:")
        if named is None or not group or kind(key).startswith("trip") or len({one.sender_id for _, one in lines}) < 3:
            continue
        amount = re.findall(r"\$(\d+\.\d\d)", named.text)[0]
        for who in {one.sender_id for _, one in lines} - {named.sender_id}:
            said = any(one.at > named.at and one.sender_id == who and _PAID.search(one.text) for _, one in lines)
            own = life.me.id in (who, named.sender_id)
            other = named.sender_id if who == life.me.id else who
            rows = [one for one in paid if one.person_id == other and str(one.amount).strip("$") == amount]
            late = lines[-1][1].at > life.now - timedelta(days=16)
            if not late and not (rows if own else said):
                yield key


def out_of_season(life: Life) -> Iterator[str]:
    """Yield messages of fruit and wasps in a month that has none."""
    for one in life.events:
        if isinstance(one, Messaged) and not _KEPT.search(one.text):
            for what, months in _MONTHS.items():
                if re.search(rf"\b({what})\b", one.text, re.IGNORECASE) and one.at.month not in months:
                    yield f"{one.at:%B}: {one.text}"


@pytest.mark.parametrize("name", _LIVES)
def test_what_is_said_of_things_has_happened(name: str) -> None:
    life = lived(name, None)
    assert [*never_was(life)] == []
    assert [*not_rung(life)] == []
    assert [*owed(life)] == []
    assert [*out_of_season(life)] == []


@pytest.mark.parametrize("name", _LIVES)
def test_who_travels_together_talks_before_and_not_meanwhile(name: str) -> None:
    for trip, said in journeys(lived(name, None)):
        town = re.split(r"[ ,]", trip.place)[0].lower()
        assert [one for one in said if trip.start <= one.at < trip.end] == []
        assert any(one.at < trip.start and town in one.text.lower() for one in said), trip.title


@pytest.mark.parametrize("name", _LIVES)
def test_who_is_ill_stays_in_and_says_so(name: str) -> None:
    assert [*up_and_about(lived(name, None))] == []
    assert [*unexcused(lived(name, None))] == []


def test_calls_that_were_agreed_are_in_the_log() -> None:
    rung = [one for one in lived("nora", None).events if isinstance(one, Rang)]
    store = untouched(load("nora")).store
    log = {(call.chat.person_id, call.started_at): call for call in store.all(Call)}
    assert rung
    assert all(log[one.person_id, one.at].missed == one.missed for one in rung)


@pytest.mark.parametrize(("name", "what"), [("ines", "physio"), ("desmond", "orchestra"), ("marguerite", "speech")])
def test_what_falls_away_is_called_what_it_is(name: str, what: str) -> None:
    """Not by whose it is, and not by the part of one that it is for."""
    told = next(lines[0][1] for key, lines in talks(lived(name, None)) if kind(key) == "no-class")
    assert what in told.text.lower()


def test_late_parcels_are_missed_at_different_hours() -> None:
    said = [lines[0][1] for name in _LIVES for key, lines in talks(lived(name, None)) if kind(key) == "parcel-late"]
    assert len({f"{one.at:%H:%M}" for one in said}) > len(said) / 2


@pytest.mark.parametrize("name", _LIVES)
def test_weekly_calls_are_in_the_log(name: str) -> None:
    """Within their time, with whom they are, and not all of them are answered; nobody is on the phone twice at once."""
    life = lived(name, None)
    rung = sorted((one for one in life.events if isinstance(one, Rang)), key=lambda one: one.at)
    both = zip(life.events, life.causes, strict=True)
    weekly = [one for one, cause in both if isinstance(one, Rang) and cause == "agenda"]
    assert [*unheld(life)] == []
    assert all(one.ended < later.at for one, later in pairwise(rung))
    assert sum(one.missed for one in weekly) <= len(weekly) / 4
