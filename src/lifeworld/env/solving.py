"""How a task is done through the screens: as its author wrote it, or derived from its commands."""

from typing import TYPE_CHECKING

from lifeworld.core.errors import Lost
from lifeworld.store import Command
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.prose import plainest
from lifeworld.taskkit.reference_run import spelled_out
from lifeworld.verify.expectation import Prose

if TYPE_CHECKING:
    from lifeworld.env.hands import Hands

_NO_FACTS = "here is what we talked about"


def solve(instance: Instance, hands: "Hands") -> None:
    """Do a task: by its own solution, or by its commands in turn where it writes none.

    Raises:
        Lost: something is not on the screen, or refused.
        Lost: no form is found that does a command.
    """
    hands.instance = instance
    instance.task.solution(hands)


def follow(instance: Instance, task: Task, hands: "Hands") -> None:
    """Do a task, or one part of a composed one, as the reference run did: ask where one has to, then each command."""
    if task.hidden_info or task.confirmation:
        hands.ask(f"{task.knowledge().names[0]}?")
    if minutes := wanted_minutes(instance):
        hands.wait(60 * minutes)
    for command in commands_of(instance, task):
        hands.do(command)
    if instance.expectation.infeasible:
        hands.give_up()


def commands_of(instance: Instance, task: Task) -> list[Command]:
    """Return the commands of a task, or of one part of it, as a person would give them.

    Raises:
        Lost: it is no change that it is about.
    """
    if task.says("answer") or task.says("impossible") or not (task.says("effects") or task.says("outcomes")):
        raise Lost(f"{task.id} has no solution; only a task of which nothing but changes should come needs none")
    commands = spelled_out(instance.task, instance.world, worded)
    parts = [wanted.part for wanted in instance.expectation.targets[0].wanted]
    own = next(number for number, member in enumerate(instance.task.members, 1) if member is task)
    if not instance.task.parts:
        return commands
    return [command for command, part in zip(commands, parts, strict=True) if part == own]


def wanted_minutes(instance: Instance) -> int:
    """Return how long one has to wait for what comes, in minutes of the world's time."""
    return instance.task.trigger.minutes if instance.task.trigger else 0


def worded(prose: Prose) -> str:
    """Return a text that tells the facts which are asked for."""
    return f"I wanted to tell you: {', '.join(plainest(prose)) or _NO_FACTS}."
