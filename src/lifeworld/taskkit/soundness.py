"""Whether what a task's methods give are commands at all, with values of the kinds that their fields take."""

import inspect
from collections.abc import Generator, Iterable
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.errors import TaskError
from lifeworld.core.source import place, place_of
from lifeworld.store import Command, hints
from lifeworld.store.shapes import a, agrees, told
from lifeworld.taskkit.kit import Chosen, Task
from lifeworld.verify.expectation import Prose


def commands(task: Task, method: str, given: Any) -> Iterable[Any]:
    """Return what a method gives, to be gone through.

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
    for name, hint in _fields(one).items():
        wrong = _misfit(getattr(one, name), hint)
        if wrong:
            raise _wrong(task, method, source, f"{type(one).__name__}: {name} {wrong}")


def checked(task: Task, method: str, source: Any, one: Any, kinds: tuple[type, ...]) -> Any:
    """Return one of the things that a method gives, once it is seen to be of these kinds.

    Raises:
        TaskError: it is not.
    """
    check(task, method, source, one, kinds)
    return one


def misfit(value: Any, hint: Any) -> str:
    """Return what is wrong with a value where a type hint is; "" where nothing is."""
    if isinstance(value, Prose):
        value = ""
    if get_origin(hint) is Literal and value not in get_args(hint):
        return f"is {value!r}; it is one of {', '.join(map(repr, get_args(hint)))}"
    if isinstance(value, tuple | list) and get_origin(hint) is tuple:
        members = get_args(hint)[0]
        return next((f"has a member that {wrong}" for one in value if (wrong := misfit(one, members))), "")
    return "" if agrees(type(value), hint) else f"is {a(type(value))}; it takes {told(hint)}"


def _fields(one: Any) -> dict[str, Any]:
    return hints(type(one)) if isinstance(one, Command) else {}


def _misfit(value: Any, hint: Any) -> str:
    if isinstance(value, Chosen):
        return "" if agrees(value.model, hint) else f"is any {value.model.__name__}; it takes {told(hint)}"
    if isinstance(value, type):
        return f"is the class {value.__name__} itself; it takes {told(hint)}"
    return misfit(value, hint)


def _wrong(task: Task, method: str, source: Any, what: str) -> TaskError:
    return TaskError(f"{task.id} ({_line(source) or place_of(getattr(task, method))}): {method} {what}")


def _line(source: Any) -> str:
    """Return the line at which a generator waits; "" of anything else."""
    while inspect.isgenerator(source) and inspect.isgenerator(source.gi_yieldfrom):
        source = source.gi_yieldfrom
    frame = source.gi_frame if isinstance(source, Generator) and inspect.isgenerator(source) else None
    return place(frame.f_code.co_filename, frame.f_lineno) if frame else ""
