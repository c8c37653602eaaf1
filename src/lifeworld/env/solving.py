"""What a solution that nobody wrote does: a task's commands in turn, by the usual way or another."""

from lifeworld.apps import app_of
from lifeworld.core.errors import Lost
from lifeworld.env.going import detours
from lifeworld.env.survey import atlas
from lifeworld.store import Command
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task


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
