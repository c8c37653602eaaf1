"""One typed row an episode."""

from collections.abc import Iterable
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lifeworld.core.errors import UserError
from lifeworld.run.folder import Folder
from lifeworld.scenarios.catalogue import apps_of, find

_TEXTS = ("run", "episode", "agent", "category", "app", "apps", "scenario", "profile", "theme", "state", "content")
_MORE_TEXTS = ("language", "layout", "device", "driver", "channel", "status", "reason", "fingerprint", "versions")
_NUMBERS = ("instance", "phrasing", "repeat", "seed", "side_effects", "steps", "invalid_actions")
_ASKED = ("questions", "needless_questions")
_COSTS = ("score", "seconds", "cost")
SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in _TEXTS + _MORE_TEXTS),
        *((name, pa.int64()) for name in (*_NUMBERS, *_ASKED, "tokens_in", "tokens_out")),
        *((name, pa.float64()) for name in _COSTS),
        ("success", pa.bool_()),
        ("privileged", pa.bool_()),
        ("in_process", pa.bool_()),
        ("fault", pa.bool_()),
    ]
)


def row(episode: dict[str, Any], run: str) -> dict[str, Any]:
    """Return the row of what a finished episode left."""
    planned, verdict = episode["planned"], episode["verdict"]
    template = find(planned["configuration"]["scenario"])
    outcome = verdict["outcome"]
    return {
        **planned["configuration"],
        **{name: planned[name] for name in ("agent", "driver", "channel", "repeat", "seed")},
        **episode["counts"],
        "run": run,
        "episode": episode["episode"],
        "category": template.category(),
        "app": apps_of(template)[0] if template.category() == "single" else template.category(),
        "apps": ",".join(apps_of(template)),
        "status": outcome,
        "success": None if outcome == "unscored" else outcome == "success",
        "reason": "; ".join(verdict["reasons"]),
        "score": None if outcome == "unscored" else verdict["score"],
        "side_effects": len(verdict["side_effects"]),
        "privileged": episode["privileged"],
        "in_process": episode.get("in_process", False),
        "fault": episode.get("fault", False),
        "fingerprint": episode["fingerprint"]["digest"],
        "versions": episode["fingerprint"]["versions"],
    }


def write(folder: Folder) -> pa.Table:
    """Write results.parquet from all finished episodes and return the table."""
    table = pa.Table.from_pylist([row(one, folder.path.name) for one in folder.episodes()], schema=SCHEMA)
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    folder.write("results.parquet", sink.getvalue().to_pybytes())
    return table


def read(folder: Folder) -> list[dict[str, Any]]:
    """Return the rows of a run.

    Raises:
        UserError: no episode has finished.
    """
    found: list[dict[str, Any]] = write(folder).to_pylist()
    if not found:
        raise UserError(f"{folder.path} has no finished episodes yet; run `lifeworld eval --out {folder.path}` again")
    return found


def by_agent(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each agent, agents in the order of their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in rows:
        found.setdefault(one["agent"], []).append(one)
    return dict(sorted(found.items()))
