"""What auditors of graders are shown of us: the worth of a text, whose calls are played in a world."""

import json
from functools import cache
from typing import Any

from tests.bridges.called import solution

from lifeworld.agents.call_text import as_tool_call
from lifeworld.bridges.calls import Calls, taught
from lifeworld.bridges.suite import Suite

TASKS = "todo.CompleteTask,bank.SendHalf,bank.ClosingBalance"


def at(configuration: str) -> Calls:
    """Return what plays a configuration by the tree."""
    return Calls.of({"configuration": configuration, "session": {"channel": "tree"}})


def graded(completion: str, configuration: str) -> float:
    """Return what a text is worth as the answer of a model."""
    calls = at(configuration)
    with calls.session:
        calls.begin()
        calls.heard(completion)
        return calls.worth()


def shown(limit: int) -> list[dict[str, str]]:
    """Return tasks as rows: `prompt`, the calls of the task's own solution as `answer`, `configuration`."""
    found = []
    for one in Suite(tasks=TASKS, profiles="nora", channels="tree").configurations(limit):
        calls = at(one.id)
        with calls.session:
            first = calls.begin()
            answer = "\n".join(as_tool_call(*call) for call in solution(one, channels="tree"))
            prompt = f"{taught(calls.functions)}\n\n{first.text}"
        found.append({"prompt": prompt, "answer": answer, "configuration": one.id})
    return found


class Played:
    """A task as a little decision process: its state is the calls so far, out of those of its own solution."""

    configuration: str
    calls: list[dict[str, Any]]

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> tuple[str, ...]:
        self.state: tuple[str, ...] = ()
        return self.state

    def get_state(self) -> tuple[str, ...]:
        return self.state

    def set_state(self, state: tuple[str, ...]) -> None:
        self.state = state

    def step(self, action: str) -> tuple[tuple[str, ...], float, bool]:
        self.state = (*self.state, action)
        done = [self.calls[int(one.removeprefix("call"))] for one in self.state]
        over, worth = _played(self.configuration, json.dumps(done))
        last = over or len(done) == len(self.calls)
        return self.state, worth if last else 0.0, last


@cache
def _played(configuration: str, done: str) -> tuple[bool, float]:
    calls = at(configuration)
    with calls.session:
        calls.begin()
        for call in json.loads(done):
            calls.call(call["name"], call["arguments"])
        return calls.over, calls.worth()
