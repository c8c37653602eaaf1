"""A line of JSON for each episode that is filed, with its rows of results and of behaviour: a run's ledger.

Each process that plays appends to a file of its own, `DIR/ledger/<machine>-<process>-<chance>.jsonl`. The episodes' own
files take precedence: a line is valid only while their sizes and times are unchanged; else they are read again.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from lifeworld.core.trajectory import Step
from lifeworld.run import behaviour
from lifeworld.run import row as results
from lifeworld.run.folder import Folder

Row: TypeAlias = dict[str, Any]
FILES = ("episode.json", "steps.jsonl", "changes.json")  # a line has their sizes and times


def note(folder: Folder, episode: Row, steps: Sequence[Step]) -> str:
    """Append the line of an episode that has been filed, and return its digest.

    Raises:
        UserError: it can't be written.
    """
    return folder.note([line(folder, episode, steps)])[0]


def line(folder: Folder, episode: Row, steps: Sequence[Step]) -> Row:
    """Return the line of an episode, by its own files."""
    name = episode["episode"]
    found = {**results.row(episode, folder.path.name), **behaviour.row(episode, steps)}
    return {**found, "files": files(f"{folder.path}/episodes/{name}")}


def files(episode: str | Path) -> str:
    """Return the sizes and times of an episode's files; "" where one is missing."""
    try:
        found = [os.stat(f"{episode}/{name}") for name in FILES]
    except OSError:
        return ""
    return " ".join(f"{one.st_size} {one.st_mtime_ns}" for one in found)
