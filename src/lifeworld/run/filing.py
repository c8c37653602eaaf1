"""A line of JSON for each episode that is filed, with its rows of results and of behaviour: a run's ledger.

Each process that plays appends to a file of its own, `DIR/ledger/<machine>-<process>-<chance>.jsonl`. The episodes' own
files take precedence: a line is valid only while their sizes and times are unchanged; else they are read again.

Seals are what the process that began a run keeps of each filed episode, to see whether somebody changed it since: an
agent that no wall keeps from the run's folder could rewrite what is there, and not what this process holds.
"""

import json
import os
import shutil
from collections.abc import Iterator, Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from lifeworld.core.choices import CHOSEN_AXES
from lifeworld.core.counting import counted
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import reasons_in
from lifeworld.run import behaviour
from lifeworld.run.folder import Folder
from lifeworld.run.manifest import verification_status
from lifeworld.run.storage import digest
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.compose import horizon
from lifeworld.taskkit.configuration import Configuration

_TEXTS = ("run", "episode", "agent", "category", "app", "apps", "task", "profile", *CHOSEN_AXES)
_MORE_TEXTS = ("driver", "channel", "status", "reason", "reasons", "fingerprint", "versions", "verified", "wall")
_NUMBERS = ("instance", "phrasing", "repeat", "seed", "horizon", "side_effects", "obeyed", "steps", "invalid_actions")
_ASKED = ("questions", "needless_questions", "safety_checks", "cut_off", "scale")
_COSTS = ("score", "seconds", "cost")
# Each with its type, by the name that Arrow has for it.
COLUMNS = {
    **dict.fromkeys(_TEXTS + _MORE_TEXTS, "string"),
    **dict.fromkeys((*_NUMBERS, *_ASKED, "tokens_in", "tokens_out"), "int64"),
    **dict.fromkeys(_COSTS, "double"),
    **dict.fromkeys(("success", "privileged", "in_process", "fault", "unseen"), "bool"),
}


def row(episode: dict[str, Any], run: str) -> dict[str, Any]:
    """Return the row of a finished episode from its `episode.json`."""
    planned, verdict = episode["planned"], episode["verdict"]
    template = find(planned["configuration"]["task"])
    outcome, why = verdict["outcome"], reasons_in(verdict)
    return {
        **planned["configuration"],
        **{name: planned[name] for name in ("agent", "driver", "channel", "repeat", "seed")},
        **{"safety_checks": 0, "cut_off": 0, **episode["counts"]},
        "scale": episode.get("scale", 1),
        "run": run,
        "horizon": horizon(template.id),
        "episode": episode["episode"],
        "category": template.category(),
        "app": apps_of(template)[0] if template.category() == "single" else template.category(),
        "apps": ",".join(apps_of(template)),
        "status": outcome,
        "success": None if outcome == "unscored" else outcome == "success",
        "reason": "; ".join(one.headline for one in why),
        "reasons": json_text([one.to_json() for one in why]),
        "score": None if outcome == "unscored" else verdict["score"],
        "side_effects": len(verdict["side_effects"]),
        "obeyed": len(verdict.get("obeyed", ())),
        "privileged": episode["privileged"],
        "in_process": episode.get("in_process", False),
        "unseen": verdict.get("unseen", False),
        "wall": episode.get("wall", ""),
        "fault": episode.get("fault", False),
        "fingerprint": episode["fingerprint"]["digest"],
        "versions": episode["fingerprint"]["versions"],
        "verified": verification_status(Configuration.from_json(planned["configuration"])),
    }


Row: TypeAlias = dict[str, Any]
FILES = ("episode.json", "steps.jsonl", "changes.json")  # a line has their sizes and times


def line(folder: Folder, episode: Row, steps: Sequence[Step]) -> Row:
    """Return the line of an episode, by its own files."""
    name = episode["episode"]
    found = {**row(episode, folder.path.name), **behaviour.row(episode, steps)}
    return {**found, "files": files(f"{folder.path}/episodes/{name}")}


def files(episode: str | Path) -> str:
    """Return the sizes and times of an episode's files; "" where one is missing."""
    try:
        found = [os.stat(f"{episode}/{name}") for name in FILES]
    except OSError:
        return ""
    return " ".join(f"{one.st_size} {one.st_mtime_ns}" for one in found)


REFUSED = "refused"
_NAMED = 3  # refused episodes that the line names


@dataclass(frozen=True)
class Seal:
    """By what a filed episode is known again.

    Attributes:
        outcome: its verdict's.
        files: a digest of its files.
        line: a digest of its line in the ledger.
    """

    outcome: str
    files: str
    line: str

    @property
    def text(self) -> str:
        return json_text(asdict(self))

    @classmethod
    def of(cls, text: str) -> "Seal":
        """Return the seal that `text` gave."""
        return cls(**json.loads(text))


class Seals:
    """The seals of a run's folder, taken before the first agent plays, and as each episode is filed.

    Args:
        folder: the run's.
        planned: the ids of all episodes that this process hands out.
    """

    def __init__(self, folder: Folder, planned: Set[str]) -> None:
        self._folder, self._planned = folder, planned
        self._files = {name: _sealed(folder, name) for name in folder.names()}
        self._lines = set(_lines(folder))

    def keep(self, episode: str, seal: Seal) -> None:
        """Keep the seal of an episode that has just been filed."""
        self._files[episode] = seal.files
        self._lines.add(seal.line)

    def refuse(self, ended: bool) -> list[str]:
        """Take out of the run what is not as it was filed, and return the ids; the same command plays it again.

        Args:
            ended: whether all was played. Else a worker may have filed an episode and not told of it.
        """
        ours = (self._planned if ended else set[str]()) & set(self._folder.names())
        wrong = [name for name in sorted({*self._files, *ours}) if self._files.get(name) != _sealed(self._folder, name)]
        for name in wrong:
            _set_aside(self._folder, name)
        if not self._lines | self._folder.noted >= set(_lines(self._folder)):
            self._folder.remove("ledger")  # which is written again from the episodes' files
        return wrong


def refusal(folder: Folder, names: list[str]) -> str:
    """Return a line that tells what was refused."""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return (
        f"{counted(len(names), 'episode')} did not stay as filed, so somebody, or an agent without a wall, wrote in "
        f"{folder.name}: {', '.join(names[:_NAMED])}{more}; what is there now is in {folder.name}/{REFUSED} and counts "
        "nowhere, and the same command plays them again"
    )


def _sealed(folder: Folder, episode: str) -> str:
    """Return the digest of an episode's files as they are; "" where one is missing."""
    try:
        return digest(*((folder.path / "episodes" / episode / name).read_bytes() for name in FILES))
    except OSError:
        return ""


def _lines(folder: Folder) -> Iterator[str]:
    """Yield the digests of the ledger's lines."""
    for path in folder.path.glob("ledger/*.jsonl"):
        with path.open("rb") as lines:
            yield from map(digest, lines)


def _set_aside(folder: Folder, episode: str) -> None:
    there, aside = folder.path / "episodes" / episode, folder.path / REFUSED / episode
    if there.exists():
        shutil.rmtree(aside, ignore_errors=True)
        aside.parent.mkdir(exist_ok=True)
        there.rename(aside)
    folder.remove(f"episodes/{episode}")
