"""A task's commands done on a twin, one after the other, and what each of them touches."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lifeworld.store import Command, Row
from lifeworld.taskkit.kit import Chosen, Task
from lifeworld.taskkit.parameters import Unfair
from lifeworld.taskkit.soundness import check
from lifeworld.verify.expectation import Prose, Wanted, mark
from lifeworld.world import World


@dataclass
class Run:
    """One pass through a task's commands on a twin of its own."""

    task: Task
    world: World
    binding: Mapping[Chosen, Row]
    without: int | None = None  # the command to leave out, when a wrong end is made on purpose
    without_part: int = 0  # the part to leave out, likewise
    part: int = 0  # which is being done
    prose: list[Prose] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    done: list[Command] = field(default_factory=list)  # as the task says them, free words included
    worded: Callable[[Prose], str] | None = None  # puts free texts into words; without it a mark stands for them
    concrete: list[Command] = field(default_factory=list)  # as they were done

    def through(self, given: Iterable[Command], of: Task) -> None:
        """Do the commands of a task one after the other, handing each one's row back to it."""
        source, said_by = iter(given), method(of)
        result = None
        while True:
            try:
                command = source.send(result) if hasattr(source, "send") else next(source)
            except StopIteration:
                return
            check(of, said_by, source, command)
            left_out = len(self.wanted) == self.without
            self.done.append(command)
            result = None if left_out else self._do(command)
            if left_out:
                self.wanted.append(Wanted("left out", type(command).__name__, frozenset()))

    def _do(self, command: Command) -> Any:
        recorder, brought = self.world.recorder(), self.world.brought
        try:
            self.concrete.append(self._concrete(command))
            result = self.world.do(self.concrete[-1])
            keys = recorder.touched() - (self.world.brought - brought)
        finally:
            recorder.close()
        name = type(command).__name__
        text = (type(command).__doc__ or name).split("\n")[0]
        told = f"Part {self.part}: {text}" if self.part else text
        self.wanted.append(Wanted(told, name, keys, part=self.part, rows=keys))
        return result

    def _concrete(self, command: Command) -> Command:
        fields = {f.name: getattr(command, f.name) for f in dataclasses.fields(command)}
        return dataclasses.replace(command, **{name: self._value(v) for name, v in fields.items()})  # type: ignore[type-var]

    def _value(self, value: Any) -> Any:
        if isinstance(value, Prose) and self.worded:
            return self.worded(value)
        if isinstance(value, Prose):
            self.prose.append(value)
            return mark(len(self.prose) - 1)
        if isinstance(value, Chosen) and value not in self.binding:
            raise Unfair("a part leaves a choice, which another might settle")
        return self.binding[value] if isinstance(value, Chosen) else value


def method(task: Task) -> str:
    """Return the method that says the commands."""
    return "outcomes" if task.says("outcomes") and task.agreed == "effects" else task.agreed
