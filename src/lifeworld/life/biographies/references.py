"""What a biography names must be there: people in its cast, businesses in the city, articles in the range."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path

from lifeworld.city.places import find
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.life import goods
from lifeworld.life.biographies import plots
from lifeworld.life.biography import Biography
from lifeworld.life.city import CITY, at_home, businesses, directory
from lifeworld.life.words.placeholders import slots
from lifeworld.life.words.plans import known_relations, plans
from lifeworld.life.words.vocabulary import RELATIONS, TEMPERS

_OTHERS = re.compile(r"other\d+")  # keys of those whom nobody has written
_OLDEST = timedelta(days=120 * 365.25)


def check(bio: Biography, path: Path) -> None:
    """Check what a biography names, and what can't be together.

    Raises:
        UserError: something isn't there, or contradicts something else; one line for each.
    """
    faults = [*_twice(bio), *_owner(bio), *_people_faults(bio), *_late(bio), *_by_hand(bio), *plots.faults(bio)]
    for known, what, named in (
        ([who.key for who in bio.cast], "person", _people(bio)),
        ([*businesses()], "business", _businesses(bio)),
        ([*directory().districts, ""], "district", _districts(bio)),
        ([*RELATIONS, "me"], "relation", ((f"cast.{who.key}", who.relation) for who in (bio.me, *bio.cast))),
        (sorted(known_relations()), "fact", _facts(bio)),
        (TEMPERS, "temper", ((f"cast.{who.key}", who.temper) for who in (bio.me, *bio.cast))),
        (bio.tastes.lists, "list", ((f"chores, {chore.title}", chore.list) for chore in bio.chores)),
        ([circle.key for circle in bio.circles], "circle", _circles(bio)),
        ([*plans()], "plan", (("plot", seed.plan) for seed in bio.plot)),
        (
            [entry.key for entry in bio.standing],
            "standing entry",
            [("cancelled", bio.cancelled[0])] if bio.cancelled else [],
        ),
        ([*goods.departments()], "department", (("tastes.departments", name) for name in bio.tastes.departments)),
        ([*goods.by_key()], "article", (("gift.products", key) for key in (bio.gift.products if bio.gift else ()))),
        ([*goods.by_key()], "article", (("bought.products", key) for one in bio.bought for key in one.products)),
    ):
        faults += [f"{key}: no {what} “{name}”; {hint(name, known)}" for key, name in named if name not in known]
    if faults:
        raise UserError("\n".join(f"{path}: {fault}" for fault in faults))


def _twice(bio: Biography) -> Iterator[str]:
    for table in ("cast", "standing", "circles", "trips", "splits"):
        keys = [entry.key for entry in getattr(bio, table)]
        twice = sorted(key for key in {*keys} if keys.count(key) > 1)
        yield from (f"{table}: “{key}” stands there twice; rename one" for key in twice)
    names = [who.name for who in (bio.me, *bio.cast)]
    yield from (f"cast: two are called {name}; rename one" for name in sorted({*names}) if names.count(name) > 1)
    near = [key for key, _ in bio.closeness]
    yield from (f"closeness: “{key}” stands there twice; leave one out" for key in {*near} if near.count(key) > 1)


def _owner(bio: Biography) -> Iterator[str]:
    me = bio.me
    for name, wrong, right in (
        ("key", me.key != "me", "“me”"),
        ("relation", me.relation != "me", "“me”"),
        ("employer", not me.employer, "the key of a business that pays the salary"),
    ):
        if wrong:
            yield f"me.{name} = “{getattr(me, name)}”: it should be {right}"
    if bio.contacts < len(bio.cast):
        yield f"contacts = {bio.contacts}: it should be {len(bio.cast)} or more, as many are in the cast"


def _lies_somewhere(home: str) -> bool:
    """Return whether a home is a house on the city's map, or one of another town with its code."""
    whole = at_home(home)
    return find(whole) is not None if CITY in whole else home[-1:].isdigit() and ", " in home


def _people_faults(bio: Biography) -> Iterator[str]:
    keys = {"me", *(who.key for who in bio.cast)}
    for who in bio.cast:
        if who.key == "me" or _OTHERS.fullmatch(who.key):
            yield f"cast.{who.key}: the key is another's already; rename it"
        if who.home and (who.home == who.key or not (who.home in keys or _lies_somewhere(who.home))):
            right = "the key of somebody else, a house of the city, or a house with its town and code"
            yield f"cast.{who.key}.home = “{who.home}”: it should be {right}"
        if who.relation == "me":
            yield f"cast.{who.key}: its relation should be one of {', '.join(RELATIONS)}"
    for who in (bio.me, *bio.cast):
        born = date.fromisoformat(who.birthday)
        if not born <= bio.now.date() < born + _OLDEST:
            yield f"cast.{who.key}: who is born on {born} is not of an age between 0 and 120 on {bio.now:%Y-%m-%d}"
        for relation in sorted(who.facts.keys() & who.untold.keys()):
            yield f"cast.{who.key}: {relation} stands in facts and in untold; leave it out of one"


def _late(bio: Biography) -> Iterator[str]:
    """Yield what is to have happened by now, and has not; and habits that end before they begin."""
    past = [(f"mail, {one.subject}", one.days, one.clock) for one in bio.mail]
    past += [(f"talk, {one.text}", one.days, one.clock) for one in bio.talk]
    past += [(f"favours, {one.note}", one.day, one.clock) for one in bio.favours]
    past += [(f"plot, {one.plan}", one.day, one.clock) for one in bio.plot]
    for where, day, clock in past:
        if datetime.combine(bio.now + timedelta(days=day), time.fromisoformat(clock)) >= bio.now:
            yield f"{where}: it should be before now, which is {bio.now:%H:%M}"
    for chore in bio.chores:
        for name in ("due", "done") if chore.since is not None else ():
            day = getattr(chore, name)
            if day is not None and chore.since >= day:
                yield f"chores, {chore.title}: since = {chore.since} should be before {name} = {day}"
    if bio.no_card and bio.no_card[0] < bio.no_card[1]:
        yield f"no_card = {[*bio.no_card]}: it should be from the earlier to the later day, as [36, 23]"
    for habit in bio.habits:
        if habit.until > habit.since:
            yield f"habits, {habit.business}: until = {habit.until} should be {habit.since} or less, as `since` is"


def _by_hand(bio: Biography) -> Iterator[str]:
    """Yield messages, letters and invitations that nobody could have written so."""
    circles = {circle.key: circle for circle in bio.circles}
    for said in bio.talk:
        circle = circles.get(said.chat)
        if gaps := slots(said.text):
            yield f"talk, {said.text}: nothing fills {{{min(gaps)}}} in a message by hand"
        there = circle.members if circle else _one(said.chat)
        if circle and -said.days >= circle.founded:
            yield f"talk, {said.text}: {circle.key} was founded {circle.founded} days ago, no earlier"
        if there and said.sender not in ("me", *there):
            yield f"talk, {said.text}: {said.sender} is not in the chat; {hint(said.sender, there)}"
    for letter in bio.mail:
        if gaps := slots(f"{letter.subject} {letter.body}"):
            yield f"mail, {letter.subject}: nothing fills {{{min(gaps)}}} in a letter by hand"
        if (letter.sender == "me") is not bool(letter.to):
            yield f"mail, {letter.subject}: `to` is whom the owner writes to; it should stand where the sender is “me”"
    for entry in bio.appointments:
        if entry.answer and not entry.organiser:
            yield f"appointments, {entry.title}: answer = “{entry.answer}”, but nobody invites; give an organiser"


def _people(bio: Biography) -> Iterator[tuple[str, str]]:
    """Yield where people are named, and who; the owner is "me" where the owner can be."""
    for key, _ in bio.closeness:
        yield "closeness", key
    for standing in bio.standing:
        yield from ((f"standing.{standing.key}", key) for key in (*standing.guests, standing.organiser) if key)
    for entry in bio.appointments:
        yield from ((f"appointments, {entry.title}", key) for key in (*entry.guests, entry.organiser) if key)
    for circle in bio.circles:
        yield from ((f"circles.{circle.key}", key) for key in circle.members)
    for trip in bio.trips:
        yield from ((f"trips.{trip.key}", key) for key in trip.companions)
    for split in bio.splits:
        yield from ((f"splits.{split.key}", key) for key in split.who)
    for favour in bio.favours:
        yield f"favours, {favour.note}", favour.person
    for letter in bio.mail:
        yield from ((f"mail, {letter.subject}", key) for key in (letter.to,) if key)
    for message in bio.talk:
        yield from ((f"talk, {message.text}", key) for key in (message.sender, *_one(message.chat)) if key != "me")
    yield from _of_plans(bio)


def _of_plans(bio: Biography) -> Iterator[tuple[str, str]]:
    for seed in bio.plot:
        yield from ((f"plot, {seed.plan}", key) for key in seed.people.values() if key != "me")
    if bio.gift:
        yield "gift.person", bio.gift.person
    if bio.cancelled:
        yield "cancelled", bio.cancelled[2]


def _one(chat: str) -> tuple[str, ...]:
    """Return the one whom a chat is with, if it's no group."""
    return (chat[1:],) if chat.startswith("@") else ()


def _facts(bio: Biography) -> Iterator[tuple[str, str]]:
    for who in (bio.me, *bio.cast):
        yield from ((f"cast.{who.key}", relation) for relation in (*who.facts, *who.untold))


def _businesses(bio: Biography) -> Iterator[tuple[str, str]]:
    people = {"me", *(who.key for who in bio.cast)}
    for who in (bio.me, *bio.cast):
        yield from ((f"cast.{who.key}", key) for key in (who.employer,) if key)
    yield from (("habits", habit.business) for habit in bio.habits)
    yield from (("bills", bill.business) for bill in bio.bills)
    yield from ((f"splits.{split.key}", split.business) for split in bio.splits)
    yield from ((f"trips.{trip.key}", key) for trip in bio.trips for key in (trip.hotel, trip.carrier))
    yield from ((f"mail, {letter.subject}", letter.sender) for letter in bio.mail if letter.sender not in people)
    if bio.cancelled:
        yield "cancelled", bio.cancelled[1]
    yield "tastes.cafe", bio.tastes.cafe


def _districts(bio: Biography) -> Iterator[tuple[str, str]]:
    return ((f"cast.{who.key}", who.district) for who in (bio.me, *bio.cast))


def _circles(bio: Biography) -> Iterator[tuple[str, str]]:
    yield from ((f"talk, {said.text}", said.chat) for said in bio.talk if not _one(said.chat))
    yield from ((f"plot, {seed.plan}", seed.group) for seed in bio.plot if seed.group)
