"""Judges finished episodes again from their files, with the verifier of this version; nothing is played again."""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

import lifeworld
from lifeworld.agents.roster import create, is_ours
from lifeworld.core.actions import Done
from lifeworld.core.errors import LifeworldError, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import Reason, Verdict, reasons_in
from lifeworld.env.episode import judged
from lifeworld.run import ledger, results
from lifeworld.run.config import RunConfig
from lifeworld.run.filing import line
from lifeworld.run.folder import UNREADABLE, Folder
from lifeworld.run.plan import Planned
from lifeworld.run.played_episode import counts_of, digest_of, ended_by
from lifeworld.run.remote_folder import folder_type
from lifeworld.run.task_queue import Notify, PoolListener, TaskFunction
from lifeworld.run.worker_pool import Engine
from lifeworld.store import Changes
from lifeworld.taskkit.draw import Instance, instance_of
from lifeworld.taskkit.start import initial
from lifeworld.verify.happened import Asked, Deed, Happened, Seen

_ROWS = 1000  # of the ledger that are held against their files at once
_ADDED: dict[str, Any] = {  # since then
    "verdict": {"side_effects": [], "obeyed": [], "unseen": False},
    "counts": {"safety_checks": 0, "cut_off": 0},
}


@dataclass(frozen=True)
class Rescored:
    """One episode, judged again.

    Attributes:
        episode: its id.
        agent, task: what was run.
        was, now: the verdict that was filed, and this version's; None if it can't be judged again.
        why: the reason for that.
        other: the keys of `episode.json` whose filed values differ from what the files give now.
    """

    episode: str
    agent: str
    task: str
    was: Verdict
    now: Verdict | None = None
    why: str = ""
    other: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether any value differs now."""
        return bool(self.other)

    @property
    def doubtful(self) -> bool:
        """Whether it has a filed success or failure that can't be judged again."""
        return self.now is None and self.was.outcome != "unscored"

    def to_json(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in ("episode", "agent", "task", "why", "other")}
        return {**plain, "was": self.was.to_json(), "now": self.now.to_json() if self.now else None}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Rescored":
        now = Verdict.from_json(data["now"]) if data["now"] else None
        return cls(**{**data, "was": Verdict.from_json(data["was"]), "now": now, "other": tuple(data["other"])})


def rescore(folder: Folder, engine: Engine, write: bool, told: Callable[[Rescored], None]) -> list[str]:
    """Judge each finished episode of a run again; return how its tables differ from its episodes.

    Args:
        folder: the run's.
        engine: runs the worker processes.
        write: file the verdicts that differ, keep the first ones beside them, and write the tables again.
        told: called with each, in the order in which they are done.

    Raises:
        UserError: no episode has finished, or the folder can't be written.
    """
    names = [one["episode"] for one in folder.episodes()]
    if not names:
        raise UserError(folder.unplayed)
    otherwise = list(_contradictions(folder))
    craft = partial(rescoring, folder.place, write)
    engine.run_tasks(names, craft, PoolListener(lambda place, said: told(_told(folder, names[place], said))))
    if write:
        folder.remove("ledger")
        results.write(folder)
    return otherwise


def _contradictions(folder: Folder) -> Iterator[str]:
    """Yield a line for each difference between the ledger or the filed tables and the episodes' own files."""
    for part in ledger.slices(folder):
        for batch in part.to_batches(_ROWS):
            noted = {row["episode"]: row for row in batch.to_pylist()}
            for one in folder.episodes(noted):
                read = line(folder, one, folder.steps(one["episode"]))
                if names := _different(noted[one["episode"]], read):
                    yield f"the ledger differs from the files of {one['episode']} ({', '.join(names)})"
    for name in results.outdated(folder):
        yield f"{name} differs from the ledger; `lifeworld report {folder.name}` writes it again"


def _different(noted: dict[str, Any], read: dict[str, Any]) -> list[str]:
    """Return the columns that differ; older versions lack the columns of newer codes."""
    told = ((name, value) for name, value in noted.items() if name not in results.HERE)
    return [name for name, value in told if value != read.get(name) and (value, read.get(name)) != (None, 0)]


def _told(folder: Folder, name: str, said: str | None) -> Rescored:
    if said is not None:
        return Rescored.from_json(json.loads(said))
    (episode,) = folder.episodes([name])
    return replace(_as_filed(episode), why="each process that judged it died")


@asynccontextmanager
async def rescoring(place: str, write: bool) -> AsyncIterator[TaskFunction]:
    """Yield a function that judges an episode of the folder at `place` by its id, and returns the result as JSON."""
    folder = folder_type(place).opened(place)

    async def do(name: str, tell: Notify) -> str:
        (episode,) = folder.episodes([name])
        found = rescored(folder, episode)
        if write and found.now and found.differs:
            _file(folder, episode, _derived(folder, episode, found.now))
        return json_text(found.to_json())

    yield do


def rescored(folder: Folder, episode: dict[str, Any]) -> Rescored:
    """Judge an episode from its files."""
    found = _as_filed(episode)
    if why := _not_judgeable(episode):
        return replace(found, why=why)
    try:
        instance = instance_of(Planned.from_json(episode["planned"]).configuration)
        now = _judged(folder, episode, instance)
        return replace(found, now=now, other=tuple(_differing(episode, _derived(folder, episode, now))))
    except LifeworldError as error:
        return replace(found, why=f"this version can't draw its task: {error}")
    except _Other as other:
        return replace(found, why=str(other))
    except UNREADABLE as error:
        return replace(found, why=f"its files can't be read: {type(error).__name__}: {error}")


class _Other(Exception):
    """This version has another life, or draws another task, for the episode's configuration."""


def _as_filed(episode: dict[str, Any]) -> Rescored:
    planned = Planned.from_json(episode["planned"])
    was = Verdict.from_json(episode["verdict"])
    return Rescored(episode["episode"], planned.agent, planned.configuration.task, was)


def _derived(folder: Folder, episode: dict[str, Any], now: Verdict) -> dict[str, Any]:
    """Return the values of `episode.json` that follow from the episode's files."""
    planned, asked = Planned.from_json(episode["planned"]), tuple(map(Asked.from_json, episode["asked"]))
    marks = {**episode["fingerprint"], "configuration": planned.configuration.id}
    marks["digest"] = digest_of({name: mark for name, mark in marks.items() if name != "digest"})
    found = {
        "verdict": replace(now, why=_with_last(now, episode["verdict"])).to_json(),
        "counts": counts_of(folder.steps(episode["episode"]), asked),
        "fingerprint": marks,
        **_of_agent(folder.config(), planned.agent),
    }
    return dict(json.loads(json_text(found).encode(errors="replace")))


def _with_last(now: Verdict, filed: dict[str, Any]) -> tuple[Reason, ...]:
    """Return a verdict's reasons; a failure's last one may be how the agent's process ended, which no file has."""
    was = reasons_in(filed)
    return was if now.outcome == "failure" and now.why == was[:-1] else now.why


def _of_agent(config: RunConfig, agent: str) -> dict[str, Any]:
    """Return what is known of a built-in agent; nothing of others."""
    try:
        if is_ours(named := config.agent(agent)):
            return {"privileged": create(named).privileged, "in_process": False}
    except UserError:  # a person, or what it needs is not installed here
        pass
    return {}


def _differing(filed: dict[str, Any], following: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the filed values that differ from the derived ones."""
    for name, now in following.items():
        was = filed.get(name, False)
        if not isinstance(now, dict):
            yield from [name] * (was != now)
            continue
        was = {**_ADDED.get(name, {}), **was}
        if name == "verdict":
            was["reasons"] = [one.to_json() for one in reasons_in(was)]
        yield from (f"{name}.{key}" for key in sorted({*was, *now}) if was.get(key) != now.get(key))


def _not_judgeable(episode: dict[str, Any]) -> str:
    """Return why an episode can't be judged again; "" if it can."""
    unscored = episode["verdict"]["outcome"] == "unscored" and not episode.get("happened")
    if episode.get("fault", False) or unscored:
        return "an infrastructure error ended it"
    return "" if episode.get("happened") else "an older version filed it, without the events of the episode"


def _judged(folder: Folder, episode: dict[str, Any], instance: Instance) -> Verdict:
    configuration = Planned.from_json(episode["planned"]).configuration
    if instance.profile.digest != episode["fingerprint"]["database"]:
        raise _Other(f"{configuration.profile}'s life is another in this version")
    if instance.goal(configuration) != episode["goal"]:
        raise _Other("this version draws another task for its configuration")
    changes = Changes.from_json(
        json.loads((folder.path / "episodes" / episode["episode"] / "changes.json").read_text())
    )
    happened = _happened(episode, folder.steps(episode["episode"]), changes, configuration.spoken)
    world = initial(instance.task, instance.profile, configuration.look, "")
    try:
        verdict = judged(happened, instance, configuration.content, world)
    finally:
        world.close()
    return ended_by(verdict, episode["happened"]["stopped"])


def _happened(episode: dict[str, Any], steps: Sequence[Step], changes: Changes, spoken: tuple[str, ...]) -> Happened:
    taken = (step.action for step in reversed(steps) if step.feedback.ok)
    done = next((action for action in taken if isinstance(action, Done)), None)
    seen = tuple(Seen(step.url.partition("?")[0], step.words) for step in steps)
    said = episode["happened"]
    return Happened(
        changes=changes,
        today=date.fromisoformat(said["today"]),
        answer=done.answer if done else None,
        status=done.status if done else "",
        note=done.note if done else "",
        address=steps[-1].url,
        title=steps[-1].title,
        seen=seen,
        acts=tuple(step.acts for step in steps if step.action is not None),
        deeds=tuple(map(Deed.from_json, said.get("deeds", ()))),
        asked=tuple(map(Asked.from_json, episode["asked"])),
        goal=episode["goal"],
        came=tuple(said["came"]),
        unsaid=said["unsaid"],
        languages=spoken,
    )


def _file(folder: Folder, episode: dict[str, Any], following: dict[str, Any]) -> None:
    """Write an episode's derived values again; the first verdict is kept beside them."""
    first = {"verdict_first": episode.get("verdict_first", episode["verdict"])}
    summary = {**episode, **following, **first, "judged_by": lifeworld.__version__}
    folder.write(f"episodes/{episode['episode']}/episode.json", json_text(summary, indent=1).encode(errors="replace"))
