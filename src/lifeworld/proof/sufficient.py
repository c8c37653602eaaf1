"""Whether a goal says all that it takes: another value that nobody can read anywhere must not be expected."""

import random
from collections.abc import Iterator
from typing import Any

from lifeworld.core.errors import ScenarioError
from lifeworld.scenarios.draw import Instance
from lifeworld.scenarios.kit import Scenario, called
from lifeworld.scenarios.parameters import Derived, Free, Unfair, answered
from lifeworld.scenarios.twin import expectation
from lifeworld.store import Changes, Command, Store
from lifeworld.world import Profile, World

_TRIES = 6


def withheld(instance: Instance) -> Iterator[str]:
    """Yield what is wrong with each goal from which a free value can't be told although the outcome depends on it.

    Each free value is drawn anew, what follows from it too: where the goal reads the same and the world starts the
    same, but something else is expected, the goal (or the reply to a question) withholds what it asks for.
    """
    own = instance.scenario
    for place, member in enumerate(own.members):
        for name in (name for name, parameter in member.parameters.items() if isinstance(parameter, Free)):
            other = _other(instance, member, name)
            whole = own.with_member(place, other) if other else None
            goals = _read_alike(member, other) if other else []
            if whole and goals and _matters(instance, whole):
                told = f"does not tell {name}, on which it depends what should come of it"
                yield from (f"“{goal}” {told}" for goal in goals)


def _read_alike(own: Scenario, other: Scenario) -> list[str]:
    """Return the goals that read the same in both, where the person tells the same, too."""
    same = [goal for number, goal in enumerate(own.goals) if own.asked(number) == other.asked(number)]
    minds = [[one.changed(number) for number in range(len(one.mind))] for one in (own, other)]
    return same if own.told == other.told and minds[0] == minds[1] else []


def _matters(instance: Instance, other: Scenario) -> bool:
    """Return whether something else is expected, from the same start."""
    try:
        wanted = expectation(other, instance.profile)
    except (Unfair, ScenarioError):
        return False
    own = instance.expectation
    ends = [(one.changes, one.answer, one.prose) for one in own.targets]
    differs = ends != [(one.changes, one.answer, one.prose) for one in wanted.targets] or own.reached != wanted.reached
    return differs and start(instance.scenario, instance.profile) == start(other, instance.profile)


def _other(instance: Instance, own: Scenario, name: str) -> Scenario | None:
    """Return a scenario with another value of one parameter and what follows from it, or None where there is none."""
    store = World(instance.profile.data).store
    for attempt in range(_TRIES):
        bound = dict(own.bound)
        value = own.parameters[name].draw(name, store, bound, random.Random(f"{name}/{attempt}"))
        if value != own.bound[name]:
            return _bound(own, {**bound, name: value}, store)
    return None


def _bound(own: Scenario, bound: dict[str, Any], store: Store) -> Scenario | None:
    for name, parameter in own.parameters.items():
        if isinstance(parameter, Derived):
            try:
                bound[name] = answered(parameter.find, store, bound)
            except (LookupError, AttributeError, TypeError, ValueError):
                return None  # nothing follows from this value
            if bound[name] is None:
                return None
    other = type(own)(bound)
    other.agreed = own.agreed
    return other


def start(scenario: Scenario, profile: Profile) -> Changes:
    """Return what a scenario puts into a profile's world before its start, and while the agent works."""
    world = World(profile.data).start()
    try:
        for member in scenario.members:
            for given in called(member.given, world.store):
                world.do(given) if isinstance(given, Command) else world.happen(given)
            for event in called(member.meanwhile, world.store):
                world.happen(event)
        return world.changes()
    finally:
        world.close()
