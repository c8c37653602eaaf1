"""Tasks played through the screens by somebody who saw the goal alone: a second derivation of what goals ask for.

A file holds a configuration's id and one action a line. Controls are named by role, accessible name and, of several of
one name, their place, so that a recording survives a page that is drawn otherwise.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.core.actions import Action, Click, Done, Message, OpenApp, Ref, SetValue, System, Wait
from lifeworld.core.observation import Node, Observation
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit.configuration import Configuration

FOLDER = Path(__file__).parent


@dataclass
class Recording:
    configuration: Configuration
    steps: list[dict[str, Any]]

    @classmethod
    def read(cls, path: Path) -> "Recording":
        first, *rest = path.read_text(encoding="utf-8").splitlines()
        return cls(Configuration.parse(json.loads(first)["configuration"]), list(map(json.loads, rest)))

    def write(self, path: Path) -> None:
        lines = [{"configuration": self.configuration.id}, *self.steps]
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")

    def play(self, environment: SyncEnvironment) -> Iterator[Observation]:
        """Play it, and yield what is shown first and after each step."""
        shown = environment.reset(self.configuration)
        yield shown
        for step in self.steps:
            shown = environment.step(action(step, shown.tree))
            yield shown

    def verdict(self, environment: SyncEnvironment) -> Verdict:
        for shown in self.play(environment):
            assert shown.feedback.ok, f"{self.configuration.id}: {shown.feedback.text}"
        return environment.verdict()


def named(node: Node, tree: Node) -> dict[str, Any]:
    """Return how a control is called: its role, its name and its place among those of the same."""
    alike = [one for one in tree.walk() if (one.role, one.name) == (node.role, node.name)]
    return {"role": node.role, "name": node.name, "place": [one.ref for one in alike].index(node.ref)}


def action(step: dict[str, Any], tree: Node) -> Action:
    """Return the action of a step on a screen.

    Raises:
        AssertionError: there is no such control.
    """
    what = step["do"]
    if what in ("tap", "set"):
        alike = [one for one in tree.walk() if (one.role, one.name) == (step["role"], step["name"])]
        assert len(alike) > step["place"], f"no {step['role']} “{step['name']}” on the screen"
        target = Ref(id=alike[step["place"]].ref)
        return Click(target=target) if what == "tap" else SetValue(target=target, value=step["value"])
    if what == "done":
        return Done(answer=step.get("answer"), status=step.get("status", "success"))
    plain = {"open": lambda: OpenApp(name=step["app"]), "ask": lambda: Message(text=step["text"], expects_reply=True)}
    plain |= {"wait": lambda: Wait(seconds=step["seconds"])}
    return plain[what]() if what in plain else System(name=what)
