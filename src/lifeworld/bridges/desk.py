"""One task that somebody else's agent works on: its calls in, what came of them out, the verdict to the host alone."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lifeworld.agents.briefing import ended, settled
from lifeworld.core.actions import Action, Done, Invalid, Message, Tool, parse_action
from lifeworld.core.errors import Fault
from lifeworld.core.observation import Observation, ToolSpec
from lifeworld.core.verdict import Reason, Verdict
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.taskkit.configuration import Configuration

_TEXT = {"type": "string"}


def _spec(name: str, said: str, **properties: Mapping[str, Any]) -> ToolSpec:
    required = [key for key in properties if key in ("question", "seconds")]
    return ToolSpec(name, said, {"type": "object", "properties": dict(properties), "required": required})


OWN = (
    _spec("task", "Read what you are asked to do, what the answer is if one is asked for, and what time it is there."),
    _spec("ask", "Ask the person whose device it is.", question=_TEXT),
    _spec("wait", "Let time pass on the device.", seconds={"type": "number", "minimum": 0, "maximum": 300}),
    _spec(
        "done",
        "Say that you have finished, with the answer if one is asked for. Nothing can be done afterwards, unless the "
        "answer is refused: then give another.",
        status={"type": "string", "enum": ["success", "failure", "infeasible"]},
        note={"type": "string", "description": "Anything else that is to be said."},
    ),
)


@dataclass(frozen=True)
class Told:
    """What a caller is told of a call; `wrong` where it could not be made, or was refused."""

    text: str
    wrong: bool = False


class Desk:
    """Opens the world of a configuration and takes calls of tools until one says that it is done.

    Args:
        report: gets the verdict, once: when the caller is done, or when the desk is closed before.

    Raises:
        UserError: there is no such task or profile, or it can't be done by tools.
    """

    def __init__(self, configuration: Configuration, report: Callable[[Verdict], None]) -> None:
        self._environment = SyncEnvironment(Environment(Dom(), "tools"))
        self._now: Observation = self._environment.reset(configuration)
        self._report, self._over = report, False

    @property
    def tools(self) -> tuple[ToolSpec, ...]:
        """The desk's own tools, and those of the apps."""
        *own, done = OWN
        return (*own, _answering(done, self._now.answer_schema), *self._now.tools)

    def call(self, name: str, arguments: Mapping[str, Any]) -> Told:
        """Do what a call says."""
        if self._over:
            return Told("The task has ended; nothing more can be done.", wrong=True)
        if name == "task":
            return Told(json.dumps(self._task(), ensure_ascii=False, allow_nan=False))
        try:
            self._now = self._environment.step(self._meant(name, arguments))
        except Fault as fault:
            self._end(Verdict.unscored(f"fault: {fault}"))
            return Told("The device broke; the task has ended.", wrong=True)
        stopped = self._environment.environment.truncated
        if self._environment.environment.terminated or stopped:
            verdict = self._environment.verdict()
            self._end(replace(verdict, why=(Reason(stopped), *verdict.why)) if stopped else verdict)
        return self._told(name, "The task has ended." if stopped else "")

    def _told(self, name: str, end: str) -> Told:
        feedback = self._now.feedback
        silence = "The person does not answer." if name == "ask" and feedback.ok else "Done."
        device, said = self._now.result or feedback.text, self._now.reply
        if said and name != "ask":
            said = f"The person says: {said}"
        return Told("\n".join(filter(None, (device, said, end))) or silence, bool(feedback.code))

    def close(self) -> None:
        """Judge what there is, unless that has been done, and let go of the world."""
        if not self._over:
            self._end(self._environment.verdict())
        self._environment.close()

    def _task(self) -> dict[str, Any]:
        told = {"goal": self._now.goal, "answer_schema": self._now.answer_schema}
        return {**told, "now": self._now.now.isoformat(timespec="minutes")}

    def _meant(self, name: str, given: Mapping[str, Any]) -> Action:
        """Return the action that a call of a tool means."""
        action = _meant(name, given)
        return settled(action, bool(self._now.answer_schema)) if isinstance(action, Done) else action

    def _end(self, verdict: Verdict) -> None:
        self._over = True
        self._report(verdict)


def _meant(name: str, given: Mapping[str, Any]) -> Action:
    """Return the action that a call of a tool means."""
    if name == "ask":
        return Message(text=str(given["question"]), expects_reply=True) if given.get("question") else _lacks("question")
    if name == "done":
        return ended(given)
    if name == "wait":
        return parse_action({**given, "type": name})
    return Tool(name=name, arguments=dict(given))


def _answering(done: ToolSpec, asked: Mapping[str, Any] | None) -> ToolSpec:
    """Return the tool that ends a task with the answer that this one asks for."""
    fields = {**done.parameters["properties"], **({"answer": asked} if asked else {})}
    return replace(done, parameters={**done.parameters, "properties": fields})


def _lacks(argument: str) -> Action:
    return Invalid(code="bad_argument", detail=f"{argument} is missing.")
