"""Whether what a plot asks of its plans is there: letters, people, groups, words and steps of their kinds."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.core.nearest import hint
from lifeworld.life.biography import Biography, Seed
from lifeworld.life.diary import GROWN
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.plans import plans


def faults(bio: Biography) -> Iterator[str]:
    """Yield what is wrong with the plans of a plot; of a kind that there is not, nothing."""
    for seed in bio.plot:
        if kind := plans().get(seed.plan):
            for fault in (*_names(seed, kind), *_people(bio, seed, kind), *_group(bio, seed, kind)):
                yield f"plot, {seed.plan}: {fault}"


def _names(seed: Seed, kind: Kind) -> Iterator[str]:
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


def _people(bio: Biography, seed: Seed, kind: Kind) -> Iterator[str]:
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
