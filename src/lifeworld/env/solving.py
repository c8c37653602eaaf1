"""How a task is done through the screens: as its author wrote it, or derived from its commands."""

from typing import TYPE_CHECKING

from lifeworld.apps import app_of
from lifeworld.core.errors import Lost
from lifeworld.env.going import detours
from lifeworld.env.survey import atlas
from lifeworld.store import Command
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task

if TYPE_CHECKING:
    from lifeworld.env.solution_driver import SolutionDriver


def solve(instance: Instance, hands: "SolutionDriver") -> None:
    """Do a task: by its own solution, or by its commands in turn where it writes none.

    Raises:
        Lost: something is not on the screen, or refused, or no form is found that does a command.
    """
    hands.instance = instance
    instance.task.solution(hands)


def follow(instance: Instance, task: Task, hands: "SolutionDriver") -> None:
    """Do a task, or one part of a composed one, as the reference run did: ask where one has to, then each command."""
    if task.hidden_info or task.confirmation:
        hands.ask(f"{task.knowledge().names[0]}?")
    if minutes := wanted_minutes(instance):
        hands.wait(60 * minutes)
    hands.store = instance.world.store
    for command in commands_of(instance, task):
        hands.do(command)
    if instance.expectation.infeasible:
        hands.give_up()


def other_ways(instance: Instance, wide: bool) -> int:
    """Return how many other ways than the usual one lead to the form of a command of a task that writes no solution."""
    derived = [member for member in instance.task.members if not member.says("solution")]
    commands = [command for member in derived for command in commands_of(instance, member)]
    store = instance.world.store
    return max((len(detours(one, atlas(app_of(type(one)), wide), store)) for one in commands), default=0)


def commands_of(instance: Instance, task: Task) -> list[Command]:
    """Return the commands of a task, or of one part of it, as a person would give them.

    Raises:
        Lost: it is no change that it is about.
    """
    if task.says("impossible") or not (task.says("effects") or task.says("outcomes")):
        raise Lost(f"{task.id} has no commands that its solution could follow")
    commands = list(instance.commands)
    parts = [wanted.part for wanted in instance.expectation.targets[0].wanted]
    own = next(number for number, member in enumerate(instance.task.members, 1) if member is task)
    if not instance.task.parts:
        return commands
    return [command for command, part in zip(commands, parts, strict=True) if part == own]


def wanted_minutes(instance: Instance) -> int:
    """Return how long one has to wait for what comes, in minutes of the world's time."""
    return instance.task.trigger.minutes if instance.task.trigger else 0
