"""Which plans a year brings, when they begin, and with whom."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from random import Random

from lifeworld.life.biography import Seed
from lifeworld.life.diary import Diary
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.plans import plans

GROWN = timedelta(days=round(16 * 365.25))  # at which one takes part in what is no child's
_YEAR = 365
_TURNED = 0.5  # how often the owner is the other one, where either may be


def begins(diary: Diary) -> Iterator[tuple[str, datetime, Seed | None]]:
    """Yield the plans that a year brings, and those of the biography's plot: the kind, and when it begins."""
    for seed in diary.bio.plot:
        yield seed.plan, diary.moment(seed.day, seed.clock), seed
    for key, kind in plans().items():
        rng = diary.rng(f"plans {key}")
        wanted = kind.often * diary.bio.plans
        for _ in range(int(wanted) + (rng.random() < wanted % 1)):
            clock = f"{rng.randint(*kind.hours):02}:{rng.randint(0, 59):02}"
            at = diary.moment(-rng.randint(1, _YEAR - 8), clock) + timedelta(seconds=rng.randint(1, 59))
            if at.month in kind.months and at.weekday() in kind.weekdays and diary.at_home(at.date()):
                yield key, at, None


def company(
    diary: Diary, kind: Kind, at: datetime, seed: Seed | None, means: tuple[Random, Callable[[Mapping[str, str]], bool]]
) -> tuple[str, Mapping[str, str]]:
    """Return the chat and who takes part, by letter, as the kind needs them (`means`); no chat where nobody suits."""
    rng, suits = means
    mine = next(letter for letter, among in kind.cast.items() if among == "me")
    given = {mine: "me", **seed.people} if seed else {}
    if kind.group:
        chat, people = _in_group(diary, kind, at, rng, (seed.group if seed else "", given))
        return (chat, people) if chat and suits(people) else ("", {})
    theirs = next(letter for letter in kind.cast if letter != mine)
    if given:
        return diary.direct(next(key for key in given.values() if key != "me")), given
    among = kind.cast[theirs]
    if kind.swap and rng.random() < _TURNED:
        mine, theirs = theirs, mine
    others = [key for key in _suiting(diary, kind, among, at) if suits({mine: "me", theirs: key})]
    if not others:
        return "", {}
    paces = dict(diary.bio.closeness)
    other = rng.choices(others, [paces.get(key, 0.5) + 1 for key in others])[0]
    return diary.direct(other), {mine: "me", theirs: other}


def _in_group(
    diary: Diary, kind: Kind, at: datetime, rng: Random, settled: tuple[str, Mapping[str, str]]
) -> tuple[str, Mapping[str, str]]:
    key, given = settled
    suiting = (one for one in diary.bio.circles if (one.key == key if key else set(one.topics) & set(kind.group)))
    there = (one for one in suiting if diary.moment(1 - one.founded, "18:20") < at)
    circles = [one for one in there if len(one.members) >= len(kind.cast) - 1]
    if not circles:
        return "", {}
    circle = rng.choice(circles)
    left = [one for one in circle.members if one not in given.values() and _old_enough(diary, kind, one, at)]
    members = iter(rng.sample(left, len(left)))
    people = {
        letter: "me" if among == "me" else next(members, "")
        for letter, among in kind.cast.items()
        if letter not in given
    }
    return (circle.key, {**people, **given}) if all(people.values()) else ("", {})


def _suiting(diary: Diary, kind: Kind, among: str, at: datetime) -> list[str]:
    there = (who.key for who in diary.bio.cast if who.relation in among.split())
    return [key for key in there if _old_enough(diary, kind, key, at)]


def _old_enough(diary: Diary, kind: Kind, key: str, at: datetime) -> bool:
    return kind.child or diary.people[key].birthday <= at.date() - GROWN
