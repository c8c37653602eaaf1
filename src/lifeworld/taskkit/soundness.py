"""Checks what a task's methods give, as it is drawn: commands, with values of the types that their fields take."""

import inspect
import types
import typing
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.errors import TaskError
from lifeworld.core.source import place, place_of
from lifeworld.store import Command, hints
from lifeworld.store.author_errors import a
from lifeworld.taskkit.choices import Chosen
from lifeworld.taskkit.kit import Task
from lifeworld.verify.expectation import Prose


def commands(task: Task, method: str, given: Any) -> Iterable[Any]:
    """Return what a method gives, to be iterated over.

    Raises:
        TaskError: it is one command, or nothing.
    """
    if isinstance(given, Command) and method == "outcomes":
        raise _wrong(task, method, given, "has a command for an outcome; write a list of commands for each")
    if isinstance(given, Command):
        raise _wrong(task, method, given, f"returns {type(given).__name__}; write `yield` before it")
    if not isinstance(given, Iterable) or isinstance(given, str | type):
        raise _wrong(task, method, given, f"gives {given!r}; write `yield` before each command")
    return given


def check(task: Task, method: str, source: Any, one: Any, kinds: tuple[type, ...] = (Command,)) -> None:
    """See that one of the things that a method gives is a command with fitting values, or another of these kinds.

    Raises:
        TaskError: it is not; `source` tells the line that gave it.
    """
    if not isinstance(one, kinds):
        raise _wrong(task, method, source, f"gives {a(type(one))}, which is no command")
    for name, hint in hints(type(one)).items() if isinstance(one, Command) else ():
        if wrong := misfit(getattr(one, name), hint):
            raise _wrong(task, method, source, f"{type(one).__name__}: {name} {wrong}")


def misfit(value: Any, hint: Any) -> str:
    """Return what is wrong with a value where a type hint is; "" where nothing is."""
    if isinstance(value, type):
        return f"is the class {value.__name__} itself; it takes {_described(hint)}"
    if isinstance(value, Chosen):
        return "" if _takes(hint, value.model) else f"is any {value.model.__name__}; it takes {_described(hint)}"
    if get_origin(hint) is Literal and value not in get_args(hint) and not isinstance(value, Prose):
        return f"is {value!r}; it is {_described(hint)}"
    if isinstance(value, tuple | list) and get_origin(hint) is tuple:
        return next((f"has a member that {wrong}" for one in value if (wrong := misfit(one, get_args(hint)[0]))), "")
    kind = str if isinstance(value, Prose) else type(value)
    return "" if _takes(hint, kind) else f"is {a(kind)}; it takes {_described(hint)}"


def _takes(hint: Any, kind: type) -> bool:
    """Return whether values of a class can stand where a type hint is."""
    if get_origin(hint) in (typing.Union, types.UnionType):
        return any(_takes(member, kind) for member in get_args(hint))
    if get_origin(hint) is Literal:
        return any(issubclass(kind, type(one)) for one in get_args(hint))
    wanted = type(None) if hint is None else get_origin(hint) or hint
    if wanted is Any or not isinstance(wanted, type) or getattr(wanted, "_is_protocol", False):
        return True
    return issubclass(kind, wanted) or (wanted is tuple and kind is list)


def _described(hint: Any) -> str:
    """Return how a type hint is called."""
    if get_origin(hint) in (typing.Union, types.UnionType):
        return " or ".join(map(_described, get_args(hint)))
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(repr, get_args(hint)))}"
    return a(type(None) if hint is None else get_origin(hint) or hint)


def _wrong(task: Task, method: str, source: Any, what: str) -> TaskError:
    return TaskError(f"{task.id} ({_line(source) or place_of(getattr(task, method))}): {method} {what}")


def _line(source: Any) -> str:
    """Return the line at which a generator waits; "" of anything else."""
    while inspect.isgenerator(source) and inspect.isgenerator(source.gi_yieldfrom):
        source = source.gi_yieldfrom
    frame = source.gi_frame if inspect.isgenerator(source) else None
    return place(frame.f_code.co_filename, frame.f_lineno) if frame else ""
