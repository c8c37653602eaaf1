"""Which plans a year brings, when they begin, and with whom."""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta
from math import ceil
from random import Random

from lifeworld.city.directory import CITY
from lifeworld.life.diary import GROWN, Begin, Diary
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.plans import plans

_YEAR = 365
_OWN = 0.6  # the part of the lines that a life takes for what events give rise to; the others are for other lives
_TURNED = 0.5  # how often the owner is the other one, where either may be
_LIVELY = 4  # conversations a month, from which on a group takes up whatever comes
_TRIES = 6  # at finding members of whom all is so that a kind needs
_NOBODY: tuple[str, Mapping[str, str]] = "", {}


def begins(diary: Diary) -> Iterator[Begin]:
    """Yield the plans of the biography's plot, those that events give rise to, and those that a year brings."""
    for seed in diary.bio.plot:
        at = diary.moment(seed.day, seed.clock)
        yield Begin(seed.plan, at, seed.people, seed.words, seed.group, days=seed.days, way=seed.way, sure=True)
    yield from (one for one in diary.ill if one.sure)
    for key, kind in plans().items():
        rng = diary.rng(f"plans {key}")
        if kind.given:
            some = [one for one in diary.given if one.plan == key and diary.start < one.at < diary.now]
            chosen = rng.sample(some, min(len(some), ceil(_OWN * len(kind.steps[kind.begin].lines))))
            yield from (one for one in some if one.sure or (one in chosen and not diary.hushed(one.at.date())))
            continue
        told = sum(seed.plan == key for seed in diary.bio.plot)
        wanted = min(kind.often * diary.bio.plans, (kind.most or _YEAR) - told)
        for _ in range(int(wanted) + (rng.random() < wanted % 1)):
            clock = f"{rng.randint(*kind.hours):02}:{rng.randint(0, 59):02}"
            at = diary.moment(-rng.randint(1, _YEAR - 8), clock) + timedelta(seconds=rng.randint(1, 59))
            if at.month in kind.months and at.weekday() in kind.weekdays and diary.at_home(at.date()):
                yield Begin(key, at)


def absent(diary: Diary, cast: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return whom one may talk about: people whom the owner knows and who are not taking part."""
    there = {"me", *cast}
    names = tuple(person.first for key, person in diary.people.items() if key not in there)
    return {"person": names[::2], "person2": names[1::2]}


def company(
    diary: Diary, kind: Kind, begin: Begin, means: tuple[datetime, Random, Callable[[Mapping[str, str]], float]]
) -> tuple[str, Mapping[str, str]]:
    """Return the chat and who takes part, by letter, as the kind needs them (`means`); no chat where nobody suits."""
    at, rng, suits = means
    mine = next(letter for letter, among in kind.cast.items() if among == "me")
    given = begin.people if not begin.people or "me" in begin.people.values() else {mine: "me", **begin.people}
    near = kind.slight or begin.sure or begin.group or not any(diary.hardly_knows(key, at) for key in given.values())
    if not (near and all(_may(diary, kind, key, at) for key in given.values())):
        return _NOBODY
    if kind.group or begin.group:
        tried = (_in_group(diary, kind, (at, rng), begin.group, given) for _ in range(_TRIES))
        return next(((chat, people) for chat, people in tried if chat and suits(people)), _NOBODY)
    if given:
        return diary.direct(next(key for key in given.values() if key != "me")), given
    theirs = next(letter for letter in kind.cast if letter != mine)
    among = kind.cast[theirs]
    if kind.swap and rng.random() < _TURNED:
        mine, theirs = theirs, mine
    found = {key: suits({mine: "me", theirs: key}) for key in _suiting(diary, kind, among, at)}
    if not any(found.values()):
        return _NOBODY
    other = rng.choices([*found], [(diary.near[key] + 1) * suited for key, suited in found.items()])[0]
    return diary.direct(other), {mine: "me", theirs: other}


def _in_group(
    diary: Diary, kind: Kind, means: tuple[datetime, Random], key: str, given: Mapping[str, str]
) -> tuple[str, Mapping[str, str]]:
    at, rng = means
    suiting = (one for one in diary.bio.circles if (one.key == key if key else set(one.topics) & set(kind.group)))
    there = (one for one in suiting if diary.moment(1 - one.founded, "18:20") < at)
    circles = [one for one in there if len(one.members) >= len(kind.cast) - 1]
    if not circles:
        return _NOBODY
    circle = rng.choices(circles, [one.pace for one in circles])[0]
    if not key and rng.random() * _LIVELY > circle.pace:  # in which hardly anybody writes
        return _NOBODY
    left = [one for one in circle.members if one not in given.values() and _may(diary, kind, one, at)]
    members = iter(rng.sample(left, len(left)))
    people = {
        letter: "me" if among == "me" and "me" not in given.values() else next(members, "")
        for letter, among in kind.cast.items()
        if letter not in given
    }
    people |= given
    return (circle.key, people) if all(people.values()) and _from_homes(diary, kind, people) else _NOBODY


def _from_homes(diary: Diary, kind: Kind, people: Mapping[str, str]) -> bool:
    """Return whether everybody comes from a home of their own, where that is what is supposed."""
    supposed = any(need.startswith("not ") and need.endswith(".home") for need in kind.needs)
    return not supposed or len({diary.people[who].address for who in people.values()}) == len(people)


def _suiting(diary: Diary, kind: Kind, among: str, at: datetime) -> Iterator[str]:
    """Yield who is of one of the relations; who shares the owner's home is asked only what is asked at home."""
    asked = any(need.endswith(".home") for need in kind.needs)
    for key in diary.near:
        relation = diary.people[key].relation
        there = relation in among.split() and (asked or relation == "partner" or key not in diary.home)
        if there and _may(diary, kind, key, at) and (kind.slight or not diary.hardly_knows(key, at)):
            yield key


def _may(diary: Diary, kind: Kind, key: str, at: datetime) -> bool:
    """Return whether somebody is old enough, known by then, near enough, and writes the language of the lines."""
    person = diary.people[key]
    old = kind.child or person.birthday <= at.date() - GROWN
    near = CITY in person.address and at < diary.gone.get(key, diary.now)
    return old and diary.met.get(key, at) <= at and key not in diary.foreign and (kind.apart or near)
