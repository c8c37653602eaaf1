"""The world that an episode starts in, and what comes into it while the agent works."""

from lifeworld.core.errors import Refused
from lifeworld.life.headlines import telling
from lifeworld.store import Command, Event, Store
from lifeworld.taskkit.kit import Task, called
from lifeworld.taskkit.parameters import Unfair
from lifeworld.taskkit.soundness import check, checked, commands
from lifeworld.web.look import Look
from lifeworld.world import Profile, World


def initial(
    task: Task, profile: Profile, look: Look | None = None, token: str = "session", moving: bool = True
) -> World:
    """Return the world that an episode of this task starts in, with recording begun.

    Args:
        task: with its parameters bound.
        profile: whose world it is.
        look: theme and device.
        token: what every form of the session carries.
        moving: whether what is to come while the agent works will come.
    """
    world = World(profile.data, look, token)
    for member in task.members:
        give(world, member)
    world.start()
    for event in coming(task, world.store) if moving else ():
        assert task.moves
        world.await_(task.moves, event)
    return world


def give(world: World, task: Task) -> None:
    """Do what comes before the start of a task.

    Raises:
        Unfair: it is refused, like a row's change that another part of a composed task has done before.
    """
    source = commands(task, "given", called(task.given, world.store))
    for given in source:
        check(task, "given", source, given, (Command, Event))
        try:
            world.do(given) if isinstance(given, Command) else world.happen(given)
        except Refused as refused:
            raise Unfair(f"what is given is refused: {refused.code}") from None


def coming(task: Task, store: Store) -> list[Event]:
    """Return what comes while the agent works."""
    source = commands(task, "meanwhile", called(task.meanwhile, store))
    return [checked(task, "meanwhile", source, event, (Event,)) for event in source]


def lived(task: Task, profile: Profile, moving: bool = True) -> World:
    """Return the world that the twin's commands are done in: as at the start, and then all has come in time."""
    world = initial(task, profile, moving=moving)
    world.live()
    return world


def news(task: Task, profile: Profile) -> dict[str, Event]:
    """Return each thing that comes and matters, by words by which one knows that it has been seen."""
    if task.noise or not task.says("meanwhile"):
        return {}
    world = initial(task, profile, moving=False)
    try:
        return {telling(event, world.store): event for event in coming(task, world.store)}
    finally:
        world.close()
