"""A line of JSON for each episode that is filed, with its rows of results and of behaviour: a run's ledger.

Each process that plays appends to a file of its own, `DIR/ledger/<machine>-<process>-<chance>.jsonl`. The episodes' own
files take precedence: a line is valid only while their sizes and times are unchanged; else they are read again.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from lifeworld.core.choices import CHOSEN_AXES
from lifeworld.core.jsontext import json_text
from lifeworld.core.trajectory import Step
from lifeworld.core.verdict import reasons_in
from lifeworld.run import behaviour
from lifeworld.run.folder import Folder
from lifeworld.run.manifest import verification_status
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
