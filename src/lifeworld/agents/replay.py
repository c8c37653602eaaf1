"""Repeats a recorded run blindly: what it succeeds at could be learned by heart."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done, Message, Ref
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node, Observation
from lifeworld.core.trajectory import Step, read_steps
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance
from lifeworld.web.look import DEVICES

WAYS = ("points", "labels")
_OTHER = {True: "replay it with --channel tools", False: "replay it with another channel than tools"}


@dataclass(frozen=True)
class Recorded:
    """An episode of the recorded run."""

    folder: Path
    configuration: dict[str, Any]
    channel: str = ""

    def steps(self) -> list[Step]:
        """Return its actions, each with what it was aimed at."""
        return [step for step in read_steps((self.folder / "steps.jsonl").read_text()) if step.action is not None]


class ReplayAgent(Agent):
    """Plays the actions that a recorded run took for the same task, and looks at nothing else.

    It plays the same configuration's where that was recorded, else the task's first. Where nothing was recorded,
    or what an action was aimed at is not there, it says so and gives up.

    Args:
        recorded: the folder of a run of the oracle on the chromium driver. “:points” after it, or nothing: clicks and
            types at the places of the picture where the run did. “:labels”: finds controls by role and name, which
            a run on the dom driver will do for too.
    """

    privileged = True

    def __init__(self, recorded: str = "") -> None:
        folder, _, way = recorded.rpartition(":")
        self._folder, self._way = (Path(folder), way) if folder and way in WAYS else (Path(recorded), "points")
        if not recorded:
            raise UserError("replay needs a recorded run: --agent replay:DIR, or replay:DIR:labels")
        if not (self._folder / "run.json").exists():
            raise UserError(f"{self._folder} holds no run to replay")

    def receive_task(self, instance: Instance, configuration: Configuration) -> None:
        self._instance = instance

    def begin(self, goal: str, seed: int) -> None:
        self._actions: Iterator[Action] | None = None
        self._now: Observation | None = None

    def act(self, observation: Observation) -> Action:
        self._now = observation
        if self._actions is None:
            self._actions = self._played()
        return next(self._actions)

    def _played(self) -> Iterator[Action]:
        found = self._found()
        if found is None:
            yield from given_up(f"Nothing is recorded for {self._instance.task.id} in {self._folder}.")
            return
        self._check_channel(found)
        for step in found.steps():
            yield from self._by_labels(step) if self._way == "labels" else by_points(step)
        yield Done()

    def _by_labels(self, step: Step) -> Iterator[Action]:
        assert step.action is not None and self._now is not None
        if not step.role:
            yield step.action
        elif (node := labelled(self._now.tree, step)) is not None:
            yield step.action.model_copy(update={"target": Ref(id=node.ref)})
        else:
            yield from given_up(f"There is no {step.role} “{step.on}” here.")

    def _check_channel(self, found: Recorded) -> None:
        """See that the channel offers what is aimed at.

        Raises:
            UserError: it doesn't; says what to change.
        """
        assert self._now is not None
        calls, tools = found.channel == "tools", not self._now.screen
        if calls != tools:
            raise UserError(f"{self._folder} was recorded {'by' if calls else 'without'} tools: {_OTHER[calls]}")
        if tools:
            return
        if self._way == "points" and self._now.screenshot is None:
            raise UserError("a replay by points needs pictures: use --driver chromium, or replay:DIR:labels")
        if self._way == "labels" and not self._now.tree.children:
            raise UserError(
                "a replay by labels needs the tree: use --channel pixels+tree or tree, or replay:DIR:points"
            )

    def _found(self) -> Recorded | None:
        """Return what is recorded of this task: of the same instance, person and device where there is such."""
        assert self._now is not None
        device = next((name for name, one in DEVICES.items() if (one.width, one.height) == self._now.size), "")
        told = {"profile": self._instance.profile.name, "instance": self._instance.number, "device": device}
        every = [one for one in recorded_in(self._folder) if one.configuration["task"] == self._instance.task.id]
        return max(every, key=lambda one: told.items() <= one.configuration.items(), default=None)


def recorded_in(folder: Path) -> list[Recorded]:
    """Return a run's episodes that were played; those that a fault of ours ended have no steps."""
    found = []
    for path in sorted(folder.glob("episodes/*/episode.json")):
        if path.with_name("steps.jsonl").stat().st_size:
            planned = json.loads(path.read_text())["planned"]
            found.append(Recorded(path.parent, planned["configuration"], planned["channel"]))
    return found


def by_points(step: Step) -> Iterator[Action]:
    """Yield what a recorded action comes to for one who has only the picture."""
    assert step.action is not None
    if step.by_points:
        yield from step.by_points
    elif step.role:
        yield from given_up(f"The run did not record where {step.role} “{step.on}” was.")
    else:
        yield step.action


def labelled(tree: Node, step: Step) -> Node | None:
    """Return the node of the role and name, and of the place among those, that a recorded action was aimed at."""
    same = list(tree.all(step.role, step.on))
    return same[step.nth] if step.nth < len(same) else None


def given_up(reason: str) -> Iterator[Action]:
    """Yield saying why, and the end."""
    yield Message(text=reason)
    yield Done(status="failure")
