"""What kinds of values there are: which names each has, and what stands behind a name."""

import dataclasses
import inspect
import types
import typing
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

from lifeworld.store.rows import Row


def names_of(kind: type) -> frozenset[str]:
    """Return the public names of a kind of value: columns, fields, properties, methods."""
    if issubclass(kind, Row):
        own = {name for name in vars(kind) if not callable(getattr(kind, name, None))} - {"store"}
        return frozenset({*kind.table().names, *_public(own)})
    fields = [f.name for f in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else []
    noted = [name for base in kind.__mro__ for name in vars(base).get("__annotations__", ())]
    return frozenset(_public([*dir(kind), *fields, *noted]))


def has(kind: type, name: str) -> bool:
    """Return whether values of a kind have something of this name."""
    return name in names_of(kind) or hasattr(kind, name) or hasattr(kind, "__getattr__")


@lru_cache(maxsize=4096)
def behind(kind: type, name: str) -> type | None:
    """Return what kind of value stands behind a name; None where it can't be known."""
    if issubclass(kind, Row) and name in kind.table().by_name:
        return plain(kind.table().by_name[name].type)
    own = inspect.getattr_static(kind, name, None)
    if isinstance(own, property) and own.fget:
        return plain(_hints(own.fget).get("return"))
    return plain(_hints(kind).get(name))


def plain(hint: Any) -> type | None:
    """Return the class that a type hint names, with or without None; None where it names another thing."""
    if get_origin(hint) in (typing.Union, types.UnionType):
        members = [member for member in get_args(hint) if member is not type(None)]
        return plain(members[0]) if len(members) == 1 else None
    if get_origin(hint) is Literal:
        return type(get_args(hint)[0])
    closed = isinstance(hint, type) and get_origin(hint) is None and hint not in (object, typing.Any)
    return hint if closed and not getattr(hint, "_is_protocol", False) else None


def agrees(kind: type, hint: Any) -> bool:
    """Return whether a value of a kind can stand where a type hint is."""
    origin = get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return any(agrees(kind, member) for member in get_args(hint))
    if origin is Literal:
        return agrees(kind, type(get_args(hint)[0]))
    wanted = origin or hint
    if wanted is Any:
        return True
    if not isinstance(wanted, type) or getattr(wanted, "_is_protocol", False):
        return wanted is not None or kind is type(None)
    return issubclass(kind, wanted) or (wanted is tuple and kind is list)


def told(hint: Any) -> str:
    """Return how a type hint is called."""
    if get_origin(hint) in (typing.Union, types.UnionType):
        return " or ".join(told(member) for member in get_args(hint))
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(repr, get_args(hint)))}"
    return "None" if hint in (None, type(None)) else a(get_origin(hint) or hint)


def a(kind: Any) -> str:
    """Return the name of a kind of value with its article."""
    name = {"str": "text", "int": "whole number", "bool": "yes or no", "NoneType": "None"}.get(kind.__name__)
    name = name or kind.__name__
    if name == "Control":
        return "a Control, like link(…) or button(…)"
    return name if name in ("None", "yes or no") else f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def hints_of(function: Any) -> dict[str, Any]:
    """Return the type hints of a function, as far as they can be read."""
    return dict(_hints(function))


@lru_cache(maxsize=4096)
def _hints(thing: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(thing)
    except (NameError, TypeError, AttributeError):  # names that only type checkers import
        return {}


def _public(names: Iterable[str]) -> list[str]:
    return [name for name in names if not name.startswith("_")]
