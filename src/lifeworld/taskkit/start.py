"""The world that an episode starts in, and what comes into it while the agent works; all as the task says it."""

import inspect
import types
import typing
from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.errors import Refused, TaskError
from lifeworld.core.source import place, place_of
from lifeworld.store import KEPT, Command, Event, Store, hints
from lifeworld.store.author_errors import a
from lifeworld.taskkit.choices import Chosen
from lifeworld.taskkit.kit import Task, called
from lifeworld.taskkit.parameters import Unfair
from lifeworld.verify.expectation import Prose
from lifeworld.web.look import Look
from lifeworld.world import Profile, World


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
    if value is KEPT:
        return ""
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


def initial(task: Task, profile: Profile, look: Look | None = None, token: str = "session") -> World:
    """Return a new world in which an episode of this task starts, with recording begun.

    Args:
        task: with its parameters bound.
        profile: whose world it is.
        look: theme and device.
        token: what every form of the session carries.
    """
    world = World(profile.data, look, token)
    begin(task, world)
    await_events(task, world)
    return world


def begin(task: Task, world: World) -> None:
    """Set the task up in a profile's world as it is, and begin recording.

    Raises:
        Unfair: what is set up is refused.
    """
    for member in task.members:
        set_up(member, world)
    world.start()


def set_up(task: Task, world: World) -> None:
    """Do what comes before the start of a task.

    Raises:
        Unfair: it is refused, like a row's change that another part of a composed task has done before.
    """
    source = commands(task, "setup", called(task.setup, world.store))
    for one in source:
        check(task, "setup", source, one, (Command, Event))
        try:
            world.do(one) if isinstance(one, Command) else world.happen(one)
        except Refused as refused:
            raise Unfair(f"the setup is refused: {refused.code}") from None


def await_events(task: Task, world: World) -> None:
    """Let the world bring, at the moment that the task's trigger names, what is to come while the agent works."""
    for event in coming(task, world.store):
        assert task.trigger
        world.await_(task.trigger, event)


def arrive(task: Task, world: World) -> None:
    """Bring a profile's world to where a task's commands are done: set up, and all that comes meanwhile has come."""
    begin(task, world)
    await_events(task, world)
    world.live()


def coming(task: Task, store: Store) -> Iterator[Event]:
    """Yield what comes while the agent works."""
    source = commands(task, "scheduled_events", called(task.scheduled_events, store))
    for event in source:
        check(task, "scheduled_events", source, event, (Event,))
        yield event
