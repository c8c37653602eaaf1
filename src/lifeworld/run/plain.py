"""A run read line by line, where pyarrow is not installed: what a command needs of the run that it has played."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lifeworld.run.filing import Row, files, line
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Key, Planned


def finished(folder: Folder) -> set[Key]:
    """Return the keys of the scored episodes, of any version."""
    return {tuple(row[name] for name in Planned.COLUMNS) for row in lines(folder) if row["status"] != "unscored"}


def write(folder: Folder) -> None:
    """Write no tables: the ledger has all that they would hold."""


def columns(folder: Folder, *names: str) -> Iterator[tuple[Any, ...]]:
    """Yield these columns of each finished episode."""
    return (tuple(row[name] for name in names) for row in lines(folder))


def lines(folder: Folder) -> Iterator[Row]:
    """Yield the lines of all finished episodes, by id; unreadable episodes go to `folder.damaged`."""
    ledger = sorted(folder.path.glob("ledger/*.jsonl"))
    noted = {(row["episode"], row["files"]): row for path in ledger for row in _of(path)}
    for name in folder.names():
        row = noted.get((name, files(f"{folder.path}/episodes/{name}")))
        read = (line(folder, one, folder.steps(name)) for one in (() if row else folder.episodes([name])))
        yield from [row] if row else read


def _of(path: Path) -> Iterator[Row]:
    """Yield the lines of a file, without those that were cut off or lack what a newer version reads."""
    for text in path.read_bytes().splitlines():
        try:
            row = json.loads(text)
        except ValueError:
            continue
        if isinstance(row, dict) and row.keys() >= _NEEDED:
            yield row


_NEEDED = {"episode", "files", "status", "mode", "fault", "tokens_in", "tokens_out", "cost", *Planned.COLUMNS}
