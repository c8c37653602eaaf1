"""The world that an episode starts in, and what comes into it while the agent works."""

from lifeworld.core.errors import Refused
from lifeworld.life.headlines import telling
from lifeworld.scenarios.kit import Scenario, called
from lifeworld.scenarios.parameters import Unfair
from lifeworld.scenarios.soundness import check, checked, commands
from lifeworld.store import Command, Event, Store
from lifeworld.web.look import Look
from lifeworld.world import Profile, World


def initial(
    scenario: Scenario, profile: Profile, look: Look | None = None, token: str = "session", moving: bool = True
) -> World:
    """Return the world that an episode of this scenario starts in, with recording begun.

    Args:
        scenario: with its parameters bound.
        profile: whose world it is.
        look: theme and device.
        token: what every form of the session carries.
        moving: whether what is to come while the agent works will come.
    """
    world = World(profile.data, look, token)
    for member in scenario.members:
        give(world, member)
    world.start()
    for event in coming(scenario, world.store) if moving else ():
        assert scenario.moves
        world.await_(scenario.moves, event)
    return world


def give(world: World, scenario: Scenario) -> None:
    """Do what comes before the start of a scenario.

    Raises:
        Unfair: it is refused, like a row's change that another part of a composed task has done before.
    """
    source = commands(scenario, "given", called(scenario.given, world.store))
    for given in source:
        check(scenario, "given", source, given, (Command, Event))
        try:
            world.do(given) if isinstance(given, Command) else world.happen(given)
        except Refused as refused:
            raise Unfair(f"what is given is refused: {refused.code}") from None


def coming(scenario: Scenario, store: Store) -> list[Event]:
    """Return what comes while the agent works."""
    source = commands(scenario, "meanwhile", called(scenario.meanwhile, store))
    return [checked(scenario, "meanwhile", source, event, (Event,)) for event in source]


def lived(scenario: Scenario, profile: Profile, moving: bool = True) -> World:
    """Return the world that the twin's commands are done in: as at the start, and then all has come in time."""
    world = initial(scenario, profile, moving=moving)
    world.live()
    return world


def news(scenario: Scenario, profile: Profile) -> dict[str, Event]:
    """Return each thing that comes and matters, by words by which one knows that it has been seen."""
    if scenario.noise or not scenario.says("meanwhile"):
        return {}
    world = initial(scenario, profile, moving=False)
    try:
        return {telling(event, world.store): event for event in coming(scenario, world.store)}
    finally:
        world.close()
