"""A run read line by line, where pyarrow is not installed: what a command needs of the run that it has played."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.core.trajectory import Usage
from lifeworld.run.filing import Row, files, line
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Key, Planned


def finished(folder: Folder) -> set[Key]:
    """Return the keys of the scored episodes, of any version."""
    return {tuple(row[name] for name in Planned.COLUMNS) for row in lines(folder) if row["status"] != "unscored"}


def write(folder: Folder) -> None:
    """Write no tables: the ledger has all that they would hold."""


def outcome_counts(folder: Folder) -> dict[str, Counter[str]]:
    """Return for each agent how many episodes had each outcome, and its infrastructure errors under “fault”.

    Raises:
        UserError: no episode has finished.
    """
    counts: dict[str, Counter[str]] = {}
    for row in lines(folder):
        counts.setdefault(row["agent"], Counter()).update({row["status"]: 1, "fault": bool(row["fault"])})
    if not counts:
        raise UserError(folder.unplayed)
    return dict(sorted(counts.items()))


def usage(folder: Folder) -> Usage:
    """Return the tokens and dollars that a run's models took in its finished episodes."""
    told = (Usage(row["tokens_in"], row["tokens_out"], row["cost"]) for row in lines(folder))
    return sum(told, Usage())


def crashed_by_agent(folder: Folder) -> dict[str, list[str]]:
    """Return the ids of the episodes in which agents crashed, by agent; infrastructure errors are not among them."""
    ids: dict[str, list[str]] = {}
    for row in lines(folder):
        if row["mode"] == "broke" and not row["fault"]:
            ids.setdefault(row["agent"], []).append(row["episode"])
    return ids


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
