"""The rows of runs' results, as tests look at them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lifeworld.run import results
from lifeworld.run.folder import Folder

Row = dict[str, Any]


def rows_of(run: Folder | Path) -> list[Row]:
    """Return a row for each finished episode of a run."""
    found: list[Row] = results.table(run if isinstance(run, Folder) else Folder.opened(run)).to_pylist()
    return found


def by_agent(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the rows of each agent."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["agent"], []).append(row)
    return found
