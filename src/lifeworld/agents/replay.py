"""Repeats a recorded run blindly, by places on the picture: what it succeeds at could be learned by heart."""

import json
from pathlib import Path

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Click, Done, Point, SetValue, Target
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Step
from lifeworld.scenarios.draw import Instance


class ReplayAgent(Agent):
    """Plays the actions that a recorded run took for the same scenario, and looks at nothing.

    Args:
        recorded: the folder of a run of the oracle on the chromium driver.
    """

    privileged = True

    def __init__(self, recorded: str = "") -> None:
        if not recorded:
            raise UserError("replay needs a recorded run: --agent replay:DIR")
        self._folder = Path(recorded)
        if not (self._folder / "run.json").exists():
            raise UserError(f"{recorded} holds no run to replay")

    def told(self, instance: Instance) -> None:
        self._scenario = instance.scenario.id

    def begin(self, goal: str, seed: int) -> None:
        self._steps = iter(self._recorded())

    def act(self, observation: Observation) -> Action:
        step = next(self._steps, None)
        if step is None or step.action is None:
            return Done()
        return blind(step)

    def _recorded(self) -> list[Step]:
        for path in sorted(self._folder.glob("episodes/*/episode.json")):
            if json.loads(path.read_text())["planned"]["configuration"]["scenario"] == self._scenario:
                lines = path.with_name("steps.jsonl").read_text().splitlines()
                return [Step.from_json(json.loads(line)) for line in lines]
        return []


def blind(step: Step) -> Action:
    """Return a step's action aimed at the place where it was aimed when it was recorded."""
    action = step.action
    assert action is not None
    if step.box is None or not isinstance(action, Click | SetValue):
        return action
    x, y = step.box.centre
    place: Target = Point(x=min(max(x, 0.0), 1.0), y=min(max(y, 0.0), 1.0))
    return action.model_copy(update={"target": place})
