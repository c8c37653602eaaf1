"""Examples of every command and refusal: those that an app gives, and those that follow from declarations."""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields, replace
from datetime import date, datetime, time, timedelta
from itertools import islice, product
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type
from lifeworld.store import Command, Edit, Row, asked_of, hints
from lifeworld.web import App, Example
from lifeworld.world import World

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
    values = [_values(hints(kind)[name], world, rows) for name in needed]
    for chosen in islice(product(*values), _TRIES):
        yield kind(**dict(zip(needed, chosen, strict=True)))


def _values(hint: Any, world: World, rows: int) -> Sequence[Any]:
    """Return what a field of this type may hold."""
    plain = plain_type(hint)
    if get_origin(plain) is Literal:
        return get_args(plain)
    if _is_row(plain):
        return world.store.all(plain, limit=rows)
    soon = world.store.now.replace(hour=15, minute=0, second=0) + timedelta(days=3)
    known: dict[Any, Sequence[Any]] = {str: ["Something else"], bool: [True, False], int: [1], Money: [Money(1000)]}
    return {**known, date: [soon.date()], time: [soon.time()], datetime: [soon]}.get(plain, ())


def _spoilt(command: Command, world: World) -> Iterator[Command]:
    """Yield a command that can be done with each field spoilt as it is declared, and one that changes nothing."""
    for name, asked in asked_of(type(command)).items():
        for code in asked.refusals:
            for value in _wrong(code, command, name, world):
                yield replace(command, **{name: value})  # type: ignore[type-var]
    if isinstance(command, Edit) and "already" in command.refusals:
        row = command.its_row(world.store)
        same = {name: getattr(row, name) for name in hints(type(command)) if hasattr(row, name)}
        yield replace(command, **same)


def _wrong(code: str, command: Command, name: str, world: World) -> Iterator[Any]:
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


def _is_row(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Row)
