"""Finished episodes judged anew from what they left, by the verifier of this version: nothing is played again."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

import lifeworld
from lifeworld.core.actions import Done
from lifeworld.core.errors import LifeworldError, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Verdict
from lifeworld.env.episode import judged
from lifeworld.run import results
from lifeworld.run.away import kind
from lifeworld.run.crew import Do, Tell, Watch
from lifeworld.run.engines import Engine
from lifeworld.run.episode import ended_by
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.scenarios.draw import Instance, instance_of
from lifeworld.scenarios.start import initial
from lifeworld.store import Changes
from lifeworld.verify import Asked, Happened, Seen


@dataclass(frozen=True)
class Rescored:
    """One episode, judged anew.

    Attributes:
        episode: its id.
        agent, scenario: who did what.
        was, now: the verdict that was filed, and this version's; None where there can be none.
        why: why there can be none.
    """

    episode: str
    agent: str
    scenario: str
    was: Verdict
    now: Verdict | None = None
    why: str = ""

    @property
    def differs(self) -> bool:
        """Whether the outcome, an item or a side effect is another now; how reasons are worded does not count."""
        return self.now is not None and _decisive(self.was) != _decisive(self.now)

    def to_json(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in ("episode", "agent", "scenario", "why")}
        return {**plain, "was": self.was.to_json(), "now": self.now.to_json() if self.now else None}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Rescored":
        now = Verdict.from_json(data["now"]) if data["now"] else None
        return cls(**{**data, "was": Verdict.from_json(data["was"]), "now": now})


def _decisive(verdict: Verdict) -> tuple[Any, ...]:
    items = tuple((item.kind, item.met) for item in verdict.items)
    return verdict.outcome, items, sorted(verdict.side_effects), sorted(verdict.obeyed)


def rescore(folder: Folder, engine: Engine, write: bool, told: Callable[[Rescored], None]) -> None:
    """Judge each finished episode of a run anew.

    Args:
        folder: the run's.
        engine: what shares the work out.
        write: file the verdicts that differ, beside those that were there first, and make the tables anew.
        told: called with each, in the order in which they are done.

    Raises:
        UserError: no episode has finished, or the folder can't be written.
    """
    names = [one["episode"] for one in folder.episodes()]
    if not names:
        raise UserError(f"{folder.path} has no finished episodes; `lifeworld eval --out {folder.path}` plays them")
    craft = partial(rescoring, folder.place, write)
    engine.share(names, craft, Watch(lambda place, said: told(_told(folder, names[place], said))))
    if write:
        results.write(folder)


def _told(folder: Folder, name: str, said: str | None) -> Rescored:
    if said is not None:
        return Rescored.from_json(json.loads(said))
    (episode,) = folder.episodes([name])
    return replace(_as_filed(episode), why="each process that judged it died")


@asynccontextmanager
async def rescoring(place: str, write: bool) -> AsyncIterator[Do]:
    """Give what judges an episode of the folder at `place` by its name, and returns what came of it as JSON."""
    folder = kind(place).opened(place)

    async def do(name: str, tell: Tell) -> str:
        (episode,) = folder.episodes([name])
        found = rescored(folder, episode)
        if write and found.now and found.differs:
            _file(folder, episode, found.now)
        return json_text(found.to_json())

    yield do


def rescored(folder: Folder, episode: dict[str, Any]) -> Rescored:
    """Judge what an episode left."""
    found = _as_filed(episode)
    if why := _beyond(episode):
        return replace(found, why=why)
    try:
        instance = instance_of(Planned.from_json(episode["planned"]).configuration)
        return replace(found, now=_judged(folder, episode, instance))
    except LifeworldError as error:
        return replace(found, why=f"this version can't draw its task: {error}")
    except _OtherTask as other:
        return replace(found, why=str(other))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        return replace(found, why=f"its files can't be read: {type(error).__name__}: {error}")


class _OtherTask(Exception):
    """What was asked for then is not what this version would ask for."""


def _as_filed(episode: dict[str, Any]) -> Rescored:
    planned = Planned.from_json(episode["planned"])
    was = Verdict.from_json(episode["verdict"])
    return Rescored(episode["episode"], planned.agent, planned.configuration.scenario, was)


def _beyond(episode: dict[str, Any]) -> str:
    """Return why no verifier has a say in an episode; "" where it has."""
    if episode["fault"] or episode["verdict"]["outcome"] == "unscored":
        return "a fault of ours ended it"
    return "" if episode.get("happened") else "an older version filed it, without what came while the agent worked"


def _judged(folder: Folder, episode: dict[str, Any], instance: Instance) -> Verdict:
    configuration = Planned.from_json(episode["planned"]).configuration
    if instance.scenario.goal(configuration.phrasing, configuration.goal_language) != episode["goal"]:
        raise _OtherTask("this version draws another task for its configuration")
    changes = Changes.from_json(
        json.loads((folder.path / "episodes" / episode["episode"] / "changes.json").read_text())
    )
    happened = _happened(episode, folder.steps(episode["episode"]), changes, configuration.spoken)
    world = initial(instance.scenario, instance.profile, configuration.look, "")
    try:
        verdict = judged(happened, instance, configuration.content, world)
    finally:
        world.close()
    return ended_by(verdict, episode["happened"]["stopped"])


def _happened(episode: dict[str, Any], steps: Sequence[Step], changes: Changes, spoken: tuple[str, ...]) -> Happened:
    done = next((step.action for step in reversed(steps) if isinstance(step.action, Done)), None)
    seen = tuple(Seen(step.url.partition("?")[0], step.words) for step in steps)
    said = episode["happened"]
    return Happened(
        changes=changes,
        today=date.fromisoformat(said["today"]),
        answer=done.answer if done else None,
        status=done.status if done else "",
        path=seen[-1].path,
        seen=seen,
        acts=tuple(step.acts for step in steps if step.action is not None),
        asked=tuple(map(Asked.from_json, episode["asked"])),
        goal=episode["goal"],
        came=tuple(said["came"]),
        unsaid=said["unsaid"],
        languages=spoken,
    )


def _file(folder: Folder, episode: dict[str, Any], now: Verdict) -> None:
    """Write an episode's new verdict; the first one stays beside it."""
    first = {"verdict_first": episode.get("verdict_first", episode["verdict"])}
    summary = {**episode, "verdict": now.to_json(), **first, "judged_by": lifeworld.__version__}
    folder.write(f"episodes/{episode['episode']}/episode.json", json_text(summary, indent=1).encode(errors="replace"))
