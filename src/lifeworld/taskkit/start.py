"""The world that an episode starts in, and what comes into it while the agent works."""

from collections.abc import Iterator

from lifeworld.core.errors import Refused
from lifeworld.store import Command, Event, Store
from lifeworld.taskkit.kit import Task, called
from lifeworld.taskkit.parameters import Unfair
from lifeworld.taskkit.soundness import check, commands
from lifeworld.web.look import Look
from lifeworld.world import Profile, World


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
