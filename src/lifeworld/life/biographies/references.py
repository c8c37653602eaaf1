"""What a biography names must be there: people in its cast, businesses in the city, articles in the range."""

import re
from collections.abc import Collection, Iterator
from dataclasses import Field, fields, is_dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, get_type_hints

from lifeworld.city.directory import CITY, at_home, directory
from lifeworld.city.places import find, stays_open
from lifeworld.core.errors import UserError, hint
from lifeworld.life import goods
from lifeworld.life.agenda import span
from lifeworld.life.biography import Biography, Seed
from lifeworld.life.character import Character, Of
from lifeworld.life.diary import GROWN
from lifeworld.life.models import businesses
from lifeworld.life.people import HOUSE
from lifeworld.life.whereabouts import GONE_TO
from lifeworld.life.words.figures import WEEKDAYS
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.letters import newsletters
from lifeworld.life.words.placeholders import slots
from lifeworld.life.words.plans import known_relations, plans
from lifeworld.life.words.vocabulary import RELATIONS, TEMPERS

_OTHERS = re.compile(r"other\d+")  # keys of those whom nobody has written
_TOLD_BY = ("key", "title", "subject", "text", "note", "plan")  # what a fault is told by, the first that there is
_CANCELLED = ("standing entry", "business", "person")
_HOME = "a house of the city with its number, as 9 Kiln Street, or one of another town with its code"
_OLDEST = timedelta(days=120 * 365.25)


def check(bio: Biography, path: Path) -> None:
    """Check what a biography names, and what can't be together.

    Raises:
        UserError: something isn't there, or contradicts something else; one line for each.
    """
    faults = [*_twice(bio), *_owner(bio), *_people_faults(bio), *_late(bio), *_by_hand(bio), *_closed(bio)]
    faults += _plot_faults(bio)
    known = _known(bio)
    unknown = (named for named in _named(bio) if named[2] not in known[named[1]])
    faults += [f"{place}: no {what} “{name}”; {hint(name, known[what])}" for place, what, name in unknown]
    if faults:
        raise UserError("\n".join(f"{path}: {fault}" for fault in faults))


def _known(bio: Biography) -> dict[str, Collection[str]]:
    """Return what there is, by what it is called where something names what there is not."""
    return {
        "person": [who.key for who in bio.cast],
        "business": businesses(),
        "district": directory().districts,
        "relation": [*RELATIONS, "me"],
        "fact": sorted(known_relations()),
        "temper": TEMPERS,
        "list": bio.tastes.lists,
        "circle": [circle.key for circle in bio.circles],
        "plan": plans(),
        "newsletter": newsletters(),
        "standing entry": [entry.key for entry in bio.standing],
        "department": goods.departments(),
        "article": goods.by_key(),
    }


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
        ("home", me.home and not (HOUSE.match(me.home) and _lies_somewhere(me.home)), _HOME),
        ("birthday", date.fromisoformat(me.birthday) > bio.now.date() - GROWN, "16 years before now or earlier"),
    ):
        if wrong:
            yield f"me.{name} = “{getattr(me, name)}”: it should be {right}"
    if bio.contacts < len(bio.cast):
        yield f"contacts = {bio.contacts}: it should be {len(bio.cast)} or more, as many are in the cast"
    if bio.meetings and not any(who.relation == "colleague" for who in bio.cast):
        yield "meetings: nobody of the cast is a colleague to meet; write one, or leave `meetings` out"
    if round(bio.letters * bio.from_people) and bio.contacts == len(bio.cast) and not any(_writers(bio)):
        right = f"give contacts = {max(len(bio.cast), 1) + 1} or more, or letters = 0"
        yield f"letters = {bio.letters}: nobody of the cast can write one (grown, in town, of another home); {right}"


def _writers(bio: Biography) -> Iterator[Character]:
    """Yield those of the cast who may write letters to the owner."""
    grown = bio.now.date() - timedelta(days=365) - GROWN
    home = {bio.me.home or "me", *(who.key for who in bio.cast if who.at_home)}
    for who in bio.cast:
        apart = not who.at_home and who.home not in home
        if apart and not who.writes and not who.gone and date.fromisoformat(who.birthday) <= grown:
            yield who


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
    for name, days in (*(("hushed", one) for one in bio.hushed), ("no_card", bio.no_card)):
        if days and days[0] < days[1]:
            yield f"{name} = {[*days]}: it should be from the earlier to the later day, as [36, 23]"
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


def _closed(bio: Biography) -> Iterator[str]:
    """Yield when the owner would be somewhere that is closed; who works there (calendar “Work”) is no guest."""
    week = [bio.now.date() + timedelta(days=day - bio.now.weekday()) for day in range(7)]
    weekly = (one for one in bio.standing if one.repeats == "weekly" and one.calendar != "Work")
    once = (one for one in bio.appointments if one.calendar != "Work")
    stays = [(one.title, one.place, *span(one, week[one.day])) for one in weekly]
    stays += [(one.title, one.place, *span(one, bio.now.date() + timedelta(days=one.day))) for one in once]
    for habit, day in product(bio.habits, week):
        house, on = businesses().get(habit.business), WEEKDAYS[day.weekday()] in habit.days
        if on and house and house.kind in GONE_TO and not habit.memo:
            start, end = (datetime.combine(day, time()) + timedelta(hours=hour) for hour in habit.hours)
            stays.append(("habits", house.name, start, end))
    for where, place, start, end in stays:
        if not stays_open(place, start, end):
            yield f"{where}: {place} is closed on {start:%A} from {start:%H:%M} to {end:%H:%M}; see city/en/sights.toml"


# ---- what a plot asks of its plans: letters, people, groups, words and steps of their kinds


def _plot_faults(bio: Biography) -> Iterator[str]:
    """Yield what is wrong with the plans of a plot; of a kind that there is not, nothing."""
    for seed in bio.plot:
        if kind := plans().get(seed.plan):
            for fault in (*_settled(seed, kind), *_cast(bio, seed, kind), *_group(bio, seed, kind)):
                yield f"plot, {seed.plan}: {fault}"


def _settled(seed: Seed, kind: Kind) -> Iterator[str]:
    if kind.given:
        yield "something that happens gives rise to it; leave it out"
    for what, named, known in (
        ("letter", seed.people, kind.cast),
        ("word", seed.words, kind.words),
        ("step", seed.way, kind.steps),
    ):
        yield from (f"no {what} “{name}”; {hint(name, known)}" for name in named if name not in known)
    if seed.days is not None and not kind.entry:
        yield "nothing of it is in the calendar; leave `days` out"


def _cast(bio: Biography, seed: Seed, kind: Kind) -> Iterator[str]:
    mine = next(letter for letter, among in kind.cast.items() if among == "me")
    given = {mine: "me", **seed.people}
    if len({*given.values()}) < len(given) or "me" not in given.values():
        yield "its people should be one for each letter, and the owner (“me”) among them"
    if not kind.group and (lacking := kind.cast.keys() - given.keys()):
        yield f"its people lack {min(lacking)}"
    born = {who.key: date.fromisoformat(who.birthday) for who in bio.cast}
    grown = bio.now.date() + timedelta(days=seed.day) - GROWN
    for key in given.values():
        if not kind.child and born.get(key, grown) > grown:
            yield f"{key} is too young for it"


def _group(bio: Biography, seed: Seed, kind: Kind) -> Iterator[str]:
    if not kind.group:
        if seed.group:
            yield "it is between two; leave `group` out"
        return
    circle = next((one for one in bio.circles if one.key == seed.group), None)
    if circle is None:
        if not seed.group:
            yield "it is talked about in a group; name one of the circles as `group`"
        return
    for key in {*seed.people.values()} - {"me", *circle.members}:
        yield f"{key} is not in {circle.key}; {hint(key, circle.members)}"
    if len(circle.members) < len(kind.cast) - 1:
        yield f"{circle.key} has too few members for {len(kind.cast)}"
    if circle.founded <= -seed.day:
        yield f"{circle.key} was founded {circle.founded} days ago, after it"


# ---- what is named


def _named(bio: Biography) -> Iterator[tuple[str, str, str]]:
    """Yield where something is named, what it should be, and its name; what is left at its default names nothing."""
    for table in fields(bio):
        several = isinstance(found := getattr(bio, table.name), tuple)
        for entry in filter(is_dataclass, found if several else [found]):
            told = next((getattr(entry, name) for name in _TOLD_BY if hasattr(entry, name)), "")
            within = "cast" if entry is bio.me else table.name
            where = f"{within}.{told}" if hasattr(entry, "key") else f"{within}, {told}" if told else within
            for field, what in _marked(type(entry)):  # type: ignore[arg-type]  # classes can be hashed
                place = where if told or several else f"{within}.{field.name}"
                value = getattr(entry, field.name)
                names = () if value == field.default else [value] if isinstance(value, str) else value
                yield from ((within if name == told != "" else place, what, name) for name in names)
    yield from (("closeness", "person", key) for key, _ in bio.closeness)
    yield from (("cancelled", what, name) for what, name in zip(_CANCELLED, bio.cancelled or (), strict=False))
    for said in bio.talk:
        yield from ((f"talk, {said.text}", "person", key) for key in (said.sender, *_one(said.chat)) if key != "me")
        if not _one(said.chat):
            yield f"talk, {said.text}", "circle", said.chat
    for seed in bio.plot:
        yield from ((f"plot, {seed.plan}", "person", key) for key in seed.people.values() if key != "me")
    people = {"me", *(who.key for who in bio.cast)}
    yield from ((f"mail, {one.subject}", "business", one.sender) for one in bio.mail if one.sender not in people)


@cache
def _marked(kind: type[Any]) -> tuple[tuple[Field[Any], str], ...]:
    """Return the fields that name something, and what."""
    hints = get_type_hints(kind, include_extras=True)
    marks = ((field, mark) for field in fields(kind) for mark in getattr(hints[field.name], "__metadata__", ()))
    return tuple((field, mark.what) for field, mark in marks if isinstance(mark, Of))


def _one(chat: str) -> tuple[str, ...]:
    """Return the one whom a chat is with, if it's no group."""
    return (chat[1:],) if chat.startswith("@") else ()
