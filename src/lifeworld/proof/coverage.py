"""Each command of each app: examples of it, what of it is shown to work, in which tasks; and what its fields ask."""

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import MISSING, Field, asdict, dataclass, fields, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice, product
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

from lifeworld import apps
from lifeworld.core.errors import Refused
from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type
from lifeworld.store import Changes, Command, Edit, Row, asked_of, hints
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.kit import Task
from lifeworld.web import App, Example
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

_TRIES, _ROWS = 3000, 60  # commands that are tried for an outcome; rows of a kind, beside others


def examples(app: App, world: World) -> Iterator[Example]:
    """Yield the app's own examples, then one for each outcome that they leave out and that can be found."""
    found: dict[type[Command], dict[str, Command]] = {}
    for example in app.examples(world.store):
        found.setdefault(type(example.command), {}).setdefault(example.refusal, example.command)
        yield example
    for kind in app.commands:
        met = found.setdefault(kind, {})
        for command in _tries(kind, met, world):
            code = outcome(command, world)
            if code not in met and (code == "" or code in kind.refusals):
                met[code] = command
                yield Example(command, code)


def outcome(command: Command, world: World) -> str:
    """Return the code of the refusal that a command would meet now, or ""."""
    refused = world.refusal(command)
    return refused.code if refused else ""


def _tries(kind: type[Command], met: dict[str, Command], world: World) -> Iterator[Command]:
    """Yield commands that may meet what is missing, while something is."""
    wanted = {"", *kind.refusals}
    for command in plain_ones(kind, world):
        if wanted <= met.keys():
            return
        yield command
    if "" in met:
        yield from _spoilt(met[""], world)


def plain_ones(kind: type[Command], world: World) -> Iterator[Command]:
    """Yield the command with whatever its required fields may hold: rows, and plain values of every other type."""
    needed = [field.name for field in fields(kind) if field.default is MISSING]  # type: ignore[arg-type]
    rows = _TRIES if len(needed) == 1 else _ROWS
    values = [_plain_values(hints(kind)[name], world, rows) for name in needed]
    for chosen in islice(product(*values), _TRIES):
        yield kind(**dict(zip(needed, chosen, strict=True)))


def _plain_values(hint: Any, world: World, rows: int) -> Sequence[Any]:
    """Return what a field of this type may hold."""
    plain = plain_type(hint)
    if get_origin(plain) is Literal:
        return get_args(plain)
    if isinstance(plain, type) and issubclass(plain, Row):
        return world.store.all(plain, limit=rows)
    soon = world.store.now.replace(hour=15, minute=0, second=0) + timedelta(days=3)
    known: dict[Any, Sequence[Any]] = {str: ["Something else"], bool: [True, False], int: [1], Money: [Money(1000)]}
    return {**known, date: [soon.date()], time: [soon.time()], datetime: [soon]}.get(plain, ())


def _spoilt(command: Command, world: World) -> Iterator[Command]:
    """Yield a command that can be done with each field spoilt as it is declared, and one that changes nothing."""
    for name, asked in asked_of(type(command)).items():
        for code in asked.refusals:
            for value in _wrong_values(code, command, name, world):
                yield replace(command, **{name: value})  # type: ignore[type-var]
    if isinstance(command, Edit) and "already" in command.refusals:
        row = command.its_row(world.store)
        same = {name: getattr(row, name) for name in hints(type(command)) if hasattr(row, name)}
        yield replace(command, **same)


def _wrong_values(code: str, command: Command, name: str, world: World) -> Iterator[Any]:
    """Yield values of a field that should meet a declared refusal."""
    value, kind = getattr(command, name), command.row_kind()
    if code == "empty":
        yield () if isinstance(value, tuple) else " " if isinstance(value, str) else None
    elif code == "long":
        yield "x" * (asked_of(type(command))[name].longest + 1)
    elif code == "unlike":
        yield "?"
    elif code == "not_positive":
        yield Money()
    elif code == "taken" and kind:
        yield from (getattr(row, name).upper() for row in world.store.all(kind, order="id DESC", limit=2))


# ---- what is shown to work


@dataclass(frozen=True)
class Covered:
    """What is shown of one command."""

    app: str
    command: str
    success: bool
    refusals: Mapping[str, bool]
    screen: str
    tasks: tuple[str, ...]

    @property
    def gaps(self) -> list[str]:
        """What is not shown."""
        found = [] if self.success else ["no example of success"]
        found += [f"refusal “{code}” is never met" for code, met in self.refusals.items() if not met]
        found += [] if self.screen else ["no screen offers it"]
        return found + ([] if self.tasks else ["no task uses it"])

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "gaps": self.gaps}


def coverage(profile: str = NAMES[0]) -> list[Covered]:
    """Return the table for every app, by really doing each example on a profile."""
    return [row for app in apps.installed() for row in of_app(app, profile)]


def of_app(app: App, profile: str) -> list[Covered]:
    """Return the rows of one app."""
    met = outcomes(app, profile)
    screens = app.pages.commands
    used = {command: tuple(sorted(_users(app, command))) for command in app.commands}
    return [
        Covered(
            app.id,
            command.__name__,
            "" in met.get(command, set()),
            {code: code in met.get(command, set()) for code in command.refusals},
            next(iter(screens.get(command, [])), ""),
            used[command],
        )
        for command in app.commands
    ]


def outcomes(app: App, profile: str) -> dict[type[Command], set[str]]:
    """Do each example, roll it back, and return the outcomes met by each command ("" is success).

    Raises:
        AssertionError: an example turns out other than it says.
    """
    met: dict[type[Command], set[str]] = {}
    with closing(World(load(profile).data)) as world:
        for example in examples(app, world):
            code = outcome(example.command, world)
            if code != example.refusal:
                raise AssertionError(f"{app.id}: {example.command} should give “{example.refusal}”, gave “{code}”")
            met.setdefault(type(example.command), set()).add(code)
    return met


def _users(app: App, command: type[Command]) -> list[str]:
    """Return the tasks whose text names the command of this app."""
    wanted = f"{app.id}.{command.__name__}("
    return [one.id for one in tasks() if wanted in _source(one)]  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _source(template: type[Task]) -> str:
    path = Path(inspect.getfile(template))
    return _classes(path, path.stat().st_mtime_ns)[template.__name__]


@lru_cache(maxsize=256)
def _classes(path: Path, _: int) -> Mapping[str, str]:
    """Return the texts of a file's classes by name; `inspect` would read the whole file for each."""
    text = path.read_text(encoding="utf-8")
    lines, found = text.splitlines(), (one for one in ast.parse(text).body if isinstance(one, ast.ClassDef))
    return {one.name: "\n".join(lines[one.lineno - 1 : one.end_lineno]) for one in found}


# ---- what each field asks of an agent: the very value, one of several, words, or nothing in particular

Ask = Literal["exact", "one of several", "prose", "free"]
# Fields that hold sentences: a goal may give them to the letter, or only say which words count.
PROSE = frozenset(
    ("text", "body", "note", "caption", "description", "details", "about", "gift_note", "memo", "signature")
)


@lru_cache(maxsize=16)
def asks(app: App, profile: str) -> dict[type[Command], Mapping[str, Ask]]:
    """Return what is asked of each field, by really trying each command on a profile with other values."""
    found: dict[type[Command], Mapping[str, Ask]] = {}
    with closing(World(load(profile).data)) as world:
        for example in examples(app, world):
            if not example.refusal:
                found.setdefault(type(example.command), dict(_of(world, example.command)))
    return found


def _of(world: World, command: Command) -> Iterator[tuple[str, Ask]]:
    for field in fields(command):  # type: ignore[arg-type]
        hint = hints(type(command))[field.name]
        if field.default is not MISSING and _is_free(world, command, field, hint):
            yield field.name, "free"
        elif _choices(hint):
            yield field.name, "one of several"
        else:
            yield field.name, "prose" if hint is str and field.name in PROSE else "exact"


def _is_free(world: World, command: Command, field: Field[Any], hint: Any) -> bool:
    """Return whether another value than the default only changes what new rows leave open."""
    others = ["Something else"] if hint is str else [one for one in _choices(hint) if one != field.default]
    if not others:
        return False
    tries = [replace(command, **{field.name: value}) for value in (field.default, others[-1])]  # type: ignore[type-var]
    ends = [_end(world, one) for one in tries]
    return None not in ends and _left_open(*cast("list[Changes]", ends))


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
    if get_origin(hint) in (Union, UnionType):
        return next((_choices(one) for one in get_args(hint) if _choices(one)), ())
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()
