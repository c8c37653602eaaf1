"""From the arguments of a call to values, and in plain words what is wrong with them."""

from collections.abc import Iterable, Mapping
from typing import Any, get_origin

from lifeworld.core.typed import plain_type
from lifeworld.env.tools.naming import kind_name, label, member
from lifeworld.env.tools.specs import choices, required
from lifeworld.store import Command, Row, Store, hints
from lifeworld.web import App
from lifeworld.web.parse import parse
from lifeworld.web.request import LONGEST_SEARCH, legible

_MOST = 10**18


class Misused(Exception):
    """A tool was called in a way that it can't be; the message says what would be right."""


def read(app: App, command: type[Command], given: Mapping[str, Any], store: Store) -> Command:
    """Return the command that a call means.

    Raises:
        Misused: an argument is missing, unknown or of the wrong kind.
    """
    types = hints(command)
    named(given, types)
    if missing := [name for name in required(command) if given.get(name) is None]:
        raise Misused(f"{missing[0]} is missing; needed are {', '.join(required(command))}.")
    kept = command.kept()
    if kept and not any(given.get(name) is not None for name in kept):
        raise Misused(f"Nothing to change is given; there are {', '.join(name for name in types if name in kept)}.")
    values = {name: _value(app, command, name, value, store) for name, value in given.items() if value is not None}
    return command(**values)


def named(given: Mapping[str, Any], known: Iterable[str]) -> None:
    """See that no argument is unknown.

    Raises:
        Misused: one is.
    """
    for name in given:
        if name not in known:
            there = ", ".join(known)
            raise Misused(f"There is no argument “{name}”; {f'there are {there}' if there else 'it takes none'}.")


def row_of(app: App, model: type[Row], said: Any, store: Store) -> Row:
    """Return the row that an id or a name means.

    Raises:
        Misused: there is none, or there are several of the name.
    """
    text, kind = words_of(said), kind_name(app, model)
    if text.isdecimal() and len(text) < 16 and (found := store.first(model, "id = ?", int(text))):
        return found
    rows = [row for row in store.all(model) if label(row).casefold() == text.casefold()] if text else []
    if len(rows) == 1:
        return rows[0]
    if rows:
        raise Misused(f"{len(rows)} of the kind “{kind}” are called “{text}”: give the id, as {app.id}_list tells it.")
    raise Misused(f"There is no “{text}” of the kind “{kind}”; {app.id}_list tells which there are.")


def value_of(hint: Any, said: Any, store: Store, known: list[str] | None = None) -> Any:
    """Return the value of a plain type that an argument means.

    Raises:
        Misused: it means none.
    """
    if isinstance(said, dict | list):
        raise Misused("It takes one value, not several.")
    text = _text(said)
    if known is not None and text not in known:
        raise Misused(f"There is no “{text}”; there are {', '.join(one for one in known if one)}.")
    try:
        return parse(hint, [text], store)
    except ValueError as problem:
        raise Misused(str(problem)) from None


def _value(app: App, command: type[Command], name: str, said: Any, store: Store) -> Any:
    hint, known = hints(command)[name], choices(hints(command)[name])
    try:
        if get_origin(plain_type(hint)) is not tuple:
            return _single(app, hint, said, store, known)
        if not isinstance(said, list):
            raise Misused("It takes a list.")
        return tuple(dict.fromkeys(_single(app, member(hint), one, store, known) for one in said))
    except Misused as wrong:
        raise Misused(f"{name}: {wrong}") from None


def _single(app: App, hint: Any, said: Any, store: Store, known: list[str] | None) -> Any:
    kind = member(hint)
    if isinstance(kind, type) and issubclass(kind, Row):
        return row_of(app, kind, said, store)
    if kind is bool and not isinstance(said, bool) and _text(said).lower() not in ("true", "false"):
        raise Misused("It is true or false.")
    return value_of(hint, said, store, known)


def words_of(said: Any) -> str:
    """Return what an argument says in a few words, as a search field would hold it.

    Raises:
        Misused: it is several values, or a number too long to be one.
    """
    if isinstance(said, dict | list):
        raise Misused("It takes one value, not several.")
    return _text("" if said is None else said).strip()[:LONGEST_SEARCH]


def _text(said: Any) -> str:
    if isinstance(said, int) and abs(said) >= _MOST:
        raise Misused("It is too large a number.")
    if isinstance(said, bool):
        return "true" if said else "false"
    return legible(repr(said).removesuffix(".0") if isinstance(said, float) else str(said))
