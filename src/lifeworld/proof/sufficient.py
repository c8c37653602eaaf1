"""Whether a goal says all that it takes, and nothing that decides nothing: each value drawn anew tells."""

import random
from collections.abc import Iterator
from typing import Any

from lifeworld.core.errors import TaskError
from lifeworld.core.source import place_in
from lifeworld.store import Changes, Store
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.parameters import Derived, Free, Unfair, answered
from lifeworld.taskkit.reference_run import reference_run
from lifeworld.taskkit.start import coming, set_up
from lifeworld.taskkit.wording import shown
from lifeworld.verify.expectation import Expectation
from lifeworld.world import World

_TRIES = 6


def withheld(instance: Instance) -> Iterator[str]:
    """Yield what is wrong with each goal from which a free value can't be told although the outcome depends on it.

    Each free value is drawn anew, what follows from it too: where the goal reads the same and the world starts the
    same, but something else is expected, the goal (or the reply to a question) withholds what it asks for.
    """
    own = instance.task
    for place, member, name in _free(own):
        other = next(_others(instance, member, name), None)
        whole = own.with_member(place, other) if other else None
        goals = _read_alike(member, other) if other else []
        if whole and goals and _matters(instance, whole):
            told = f"does not tell {name}, on which it depends what should come of it"
            yield from (f"“{goal}” ({place_in(type(member), 'goals', goal)}) {told}" for goal in goals)


def idle(instance: Instance) -> Iterator[str]:
    """Yield the names of free values that the goal tells although nothing depends on them here.

    With any other value the goal reads otherwise and the same is expected: a command drops what it is given, or the
    task forgot it, and who heeds the goal is refused. What can't be done, or is declined or taken back, depends on
    no value; and where something is asked, other bounds may well have the same answer.
    """
    own = instance.task
    if instance.expectation.infeasible or instance.expectation.declined:
        return
    for place, member, name in _free(own):
        if member.goal_update or member.says("answer"):
            continue
        others, texts = list(_others(instance, member, name)), len(member.texts())
        told = others and all(other is None or len(_read_alike(member, other)) < texts for other in others)
        if told and not any(other is None or _decides(instance, own.with_member(place, other)) for other in others):
            yield name


def _free(own: Task) -> Iterator[tuple[int, Task, str]]:
    """Yield each free value by its member's place, its member and its name."""
    for place, member in enumerate(own.members):
        yield from ((place, member, name) for name, one in member.parameters.items() if isinstance(one, Free))


def _read_alike(own: Task, other: Task) -> list[str]:
    """Return the goals that read the same in both, where the person tells the same, too."""
    same = [goal for goal in own.texts() if shown(goal, own.bound) == shown(goal, other.bound)]
    minds = [[one.changed(number) for number in range(len(one.goal_update))] for one in (own, other)]
    return same if own.told == other.told and minds[0] == minds[1] else []


def _matters(instance: Instance, other: Task) -> bool:
    """Return whether something else is expected, from the same start."""
    try:
        differs = _differs(instance.expectation, reference_run(other, instance.world))
    except (Unfair, TaskError):
        return False
    return differs and start(instance.task, instance.world) == start(other, instance.world)


def _decides(instance: Instance, other: Task) -> bool:
    """Return whether something else is expected, is no fair task, or starts otherwise."""
    try:
        wanted = reference_run(other, instance.world)
    except (Unfair, TaskError):
        return True
    if _differs(instance.expectation, wanted) or instance.expectation.superseded != wanted.superseded:
        return True
    return start(instance.task, instance.world) != start(other, instance.world)


def _differs(own: Expectation, other: Expectation) -> bool:
    ends = [[(one.changes, one.stated, one.prose) for one in wanted.targets] for wanted in (own, other)]
    return ends[0] != ends[1] or own.reached != other.reached


def _others(instance: Instance, own: Task, name: str) -> Iterator[Task | None]:
    """Yield tasks with another value of one parameter and what follows from it; None where nothing does."""
    store = instance.world.store
    seen = [own.bound[name]]
    for attempt in range(_TRIES):
        value = own.parameters[name].draw(name, store, dict(own.bound), random.Random(f"{name}/{attempt}"))
        if value not in seen:
            seen.append(value)
            yield _bound(own, {**own.bound, name: value}, store)


def _bound(own: Task, bound: dict[str, Any], store: Store) -> Task | None:
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


def start(task: Task, world: World) -> Changes:
    """Return what a task puts into a profile's world before its start, and while the agent works."""
    with world.branch():
        world.start()
        for member in task.members:
            set_up(member, world)
            for event in coming(member, world.store):
                world.happen(event)
        return world.changes()
