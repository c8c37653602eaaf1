"""What a played episode comes to, and how it is filed."""

import hashlib
import json
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import lifeworld
from lifeworld.agents.walls import NO_WALL
from lifeworld.core.actions import Message
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step, Usage
from lifeworld.core.verdict import Reason, Verdict
from lifeworld.env.episode import Episode
from lifeworld.run import filing
from lifeworld.run.filing import Seal
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.run.storage import digest
from lifeworld.verify.happened import Asked, Happened

AFTER_ACTION = "an infrastructure error followed the agent's action in every try: "


@dataclass
class PlayedEpisode:
    """The result of playing an episode: its steps, its verdict, its counts.

    Attributes:
        stopped: why it was truncated: a budget, or how the agent crashed.
        broke: the agent crashed, or exceeded a limit other than its budgets.
        fault: an infrastructure error followed the agent's action.
        asked: the questions to the user.
        happened: the rest of what the verdict depends on, so that it can be judged again.
        answer_schema: the schema of the answer, as the agent got it.
        again: whether another try may help, if an infrastructure error ended it.
        privileged, in_process, wall, scale, log: how the agent ran, how dense its pictures were, and its output.
    """

    verdict: Verdict
    goal: str = ""
    steps: list[Step] = field(default_factory=list)
    changes: dict[str, Any] = field(default_factory=dict)
    fingerprint: dict[str, str] = field(default_factory=lambda: {"digest": "", "versions": ""})
    stopped: str = ""
    broke: bool = False
    fault: bool = False
    again: bool = True
    asked: tuple[Asked, ...] = ()
    happened: dict[str, Any] | None = None
    answer_schema: dict[str, Any] | None = None
    privileged: bool = False
    in_process: bool = False
    wall: str = ""
    scale: int = 1
    log: bytes = b""

    @classmethod
    def lost(cls, reason: str, after_action: bool, unwalled: bool = False) -> "PlayedEpisode":
        """Return an episode of which only the reason is known.

        Args:
            reason: why it is lost.
            after_action: whether that followed the agent's action in every try, which makes it the agent's failure.
            unwalled: whether nothing kept the agent from ending what played it, which makes it one, too.
        """
        if unwalled:
            verdict = Verdict("failure", (Reason(f"{reason}, and no wall kept the agent from ending them"),))
            return cls(verdict, stopped=verdict.reasons[0], broke=True, wall=NO_WALL)
        failure = Verdict("failure", (Reason(AFTER_ACTION + reason),))
        verdict = failure if after_action else Verdict.unscored(f"fault: {reason}")
        return cls(verdict, stopped=reason if after_action else "", fault=after_action)

    @classmethod
    def left_by(
        cls, episode: Episode, steps: list[Step], driver: str, stopped: str = "", broke: bool = False
    ) -> "PlayedEpisode":
        """Return an episode that has ended."""
        happened = episode.happened()
        verdict = ended_by(episode.judged(happened.changes), stopped)
        changes, marks = happened.changes.to_json(), fingerprint(episode, driver)
        played = cls(verdict, episode.goal, steps, changes, marks, stopped, broke, asked=happened.asked)
        return replace(played, happened=_beside(happened, stopped), answer_schema=episode.answer_schema)

    @property
    def faulty(self) -> bool:
        """Whether an infrastructure error ended it, so that it is tried again."""
        return self.again and (self.fault or self.verdict.outcome == "unscored")

    def file(self, folder: Folder, planned: Planned) -> Seal:
        """Write the episode into a run's folder, what marks it finished last; return by what it is known again.

        Raises:
            UserError: it can't be written.
        """
        steps = "\n".join(json_text(step.to_json()) for step in self.steps)
        files = {"steps.jsonl": _encoded(steps), "changes.json": _encoded(json_text(self.changes))}
        log = {"agent.log": self.log} if self.log else {}
        summary = {
            "episode": planned.id,
            "planned": planned.to_json(),
            "goal": self.goal,
            "answer_schema": self.answer_schema,
            "privileged": self.privileged,
            "in_process": self.in_process,
            "wall": self.wall,
            "scale": self.scale,
            "broke": self.broke,
            "fault": self.fault,
            "verdict": self.verdict.to_json(),
            "asked": [one.to_json() for one in self.asked],
            "happened": self.happened,
            "ended": self.ended,
            "counts": counts_of(self.steps, self.asked),
            "bytes": {name: len(data) for name, data in files.items()},
            "fingerprint": self.fingerprint,
        }
        files["episode.json"] = _encoded(json_text(summary, indent=1))
        folder.file(planned.id, {**files, **log})
        (noted,) = folder.note([filing.line(folder, summary, self.steps)])
        return Seal(self.verdict.outcome, digest(*(files[name] for name in filing.FILES)), noted)

    @property
    def ended(self) -> str:
        """How it ended: terminated by the agent, truncated by a budget, "" by an infrastructure error."""
        if not self.steps:
            return ""
        return "truncated" if self.stopped else "terminated"


def counts_of(steps: Sequence[Step], asked: Sequence[Asked]) -> dict[str, Any]:
    """Return the counts of an episode from its steps and its questions to the user."""
    acted = [step for step in steps if step.action is not None]
    used = sum((step.usage for step in steps), Usage())
    return {
        "steps": len(acted),
        "invalid_actions": sum(not step.feedback.ok for step in acted),
        "questions": sum(isinstance(step.action, Message) and step.action.expects_reply for step in acted),
        "needless_questions": sum(not one.fits for one in asked),
        "safety_checks": sum(step.safety_checks for step in acted),
        "cut_off": sum(step.cut_off for step in steps),
        "seconds": round(sum(step.seconds for step in acted), 3),
        "tokens_in": used.tokens_in,
        "tokens_out": used.tokens_out,
        "cost": used.cost,
    }


def ended_by(verdict: Verdict, stopped: str) -> Verdict:
    """Return the verdict on an episode; one that was truncated is a failure."""
    return replace(verdict, outcome="failure", why=(Reason(stopped), *verdict.why)) if stopped else verdict


def _beside(happened: Happened, stopped: str) -> dict[str, Any]:
    """Return what a verdict depends on besides steps, changes and questions."""
    said: dict[str, Any] = {"deeds": [deed.to_json() for deed in happened.deeds]}
    said |= {"today": str(happened.today), "came": list(happened.came), "unsaid": happened.unsaid}
    return {**said, "stopped": stopped}


def _encoded(text: str) -> bytes:
    """Return a text as UTF-8; an agent's text may hold lone surrogates, which no file can."""
    return text.encode(errors="replace")


def fingerprint(episode: Episode, driver: str) -> dict[str, str]:
    """Return what determines an episode's pixels: versions, driver, configuration, database; with their digest."""
    parts = {
        "versions": f"lifeworld {lifeworld.__version__}, python {platform.python_version()}",
        "driver": driver,
        "database": episode.instance.profile.digest,
        "configuration": episode.configuration.id,
    }
    return {**parts, "digest": digest_of(parts)}


def digest_of(parts: dict[str, str]) -> str:
    """Return the digest of a fingerprint's parts."""
    written = json.dumps(parts, sort_keys=True, allow_nan=False)
    return hashlib.blake2b(written.encode(), digest_size=8).hexdigest()
