"""What each field of a command asks of an agent: the very value, one of several, words, or nothing in particular."""

import dataclasses
import typing
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.errors import Refused
from lifeworld.proof.examples import examples
from lifeworld.store import Changes, Command
from lifeworld.web import App
from lifeworld.world import World, load
from lifeworld.world.tables import by_name

Ask = Literal["exact", "one of several", "prose", "free"]
# Fields that hold sentences: a goal may give them to the letter, or only say which words count.
PROSE = frozenset(
    ("text", "body", "note", "caption", "description", "details", "about", "gift_note", "memo", "signature")
)


@lru_cache(maxsize=16)
def asks(app: App, profile: str) -> dict[type[Command], Mapping[str, Ask]]:
    """Return what is asked of each field, by really trying each command on a profile with other values."""
    world, found = World(load(profile).data), dict[type[Command], Mapping[str, Ask]]()
    try:
        for example in examples(app, world):
            if not example.refusal:
                found.setdefault(type(example.command), dict(_of(world, example.command)))
    finally:
        world.close()
    return found


def _of(world: World, command: Command) -> Iterator[tuple[str, Ask]]:
    hints = typing.get_type_hints(type(command))
    for field in dataclasses.fields(command):  # type: ignore[arg-type]
        hint = hints[field.name]
        if field.default is not dataclasses.MISSING and _is_free(world, command, field, hint):
            yield field.name, "free"
        elif _choices(hint):
            yield field.name, "one of several"
        else:
            yield field.name, "prose" if hint is str and field.name in PROSE else "exact"


def _is_free(world: World, command: Command, field: "dataclasses.Field[Any]", hint: Any) -> bool:
    """Return whether another value than the default only changes what new rows leave open."""
    others = ["Something else"] if hint is str else [one for one in _choices(hint) if one != field.default]
    if not others:
        return False
    tries = [dataclasses.replace(command, **{field.name: value}) for value in (field.default, others[-1])]  # type: ignore[type-var]
    ends = [_end(world, one) for one in tries]
    return None not in ends and _left_open(*typing.cast("list[Changes]", ends))


def _end(world: World, command: Command) -> Changes | None:
    try:
        return world.trial(command)
    except Refused:
        return None


def _left_open(untouched: Changes, touched: Changes) -> bool:
    if len(untouched.rows) != len(touched.rows):
        return False
    tables, differing = by_name(), []
    for one, other in zip(untouched.rows, touched.rows, strict=True):
        for name, value in (one.added or {}).items():
            if (one.table, one.id) != (other.table, other.id) or other.added is None:
                return False
            if value != other.added[name]:
                differing.append(one.removed is None and tables[one.table].by_name[name].left_open(value))
    return bool(differing) and all(differing)


def _choices(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) in (typing.Union, UnionType):
        return next((_choices(one) for one in get_args(hint) if _choices(one)), ())
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()
