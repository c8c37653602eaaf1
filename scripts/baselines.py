"""Plays the baselines on every task, and writes the table of docs/baselines.md.

python scripts/baselines.py tasks
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from measured import DOCS, put, table

from lifeworld import stats
from lifeworld.run import results
from lifeworld.run.folder import Folder
from lifeworld.stats import Estimate, wilson
from lifeworld.taskkit.catalogue import find

AGENTS = ("tree", "label", "random", "oracle?slip=0.05")
RUN = DOCS.parent / "runs/baselines"
COMMAND = ("eval", "--agent", ",".join(AGENTS), "--driver", "dom", "--seed", "1", "--out", str(RUN))
Rows = list[dict[str, Any]]  # episodes that were scored
OF_ONE_APP = "single"


def played() -> Rows:
    """Return the episodes of the run, which is begun, gone on with, or done already."""
    subprocess.run([sys.executable, "-m", "lifeworld", *COMMAND], check=True)
    found = results.table(Folder(RUN)).select(["agent", "category", "app", "task", "status"]).to_pylist()
    return [{**row, "success": row["status"] == "success"} for row in found if row["status"] in ("success", "failure")]


def by_part(rows: Rows) -> Iterator[tuple[object, ...]]:
    """Yield a line for each app, for each other category, for all tasks, and for the suite."""
    single = [row for row in rows if row["category"] == OF_ONE_APP]
    parts = [(app, [row for row in single if row["app"] == app]) for app in sorted({row["app"] for row in single})]
    others = sorted({row["category"] for row in rows} - {OF_ONE_APP})
    parts += [(name, [row for row in rows if row["category"] == name]) for name in others]
    long = [row for row in rows if "hard" in find(row["task"]).tags]
    for name, own in (*parts, ("long tasks, of these", long), ("all tasks", rows)):
        yield name, len(own) // len(AGENTS), *(told(share(of(own, agent))) for agent in AGENTS)
    suites = (stats.suite_interval(outcomes(of(single, agent))) for agent in AGENTS)
    yield "suite score", len(single) // len(AGENTS), *(told(one) for one in suites)


def by_kind(rows: Rows) -> Iterator[tuple[object, ...]]:
    """Yield for each kind of task how many there are, and at how many an agent succeeds."""
    kinds = {row["task"]: find(row["task"]).kind() for row in rows}
    for kind in sorted(set(kinds.values())):
        own = [row for row in rows if kinds[row["task"]] == kind]
        yield kind, len(own) // len(AGENTS), *(sum(row["success"] for row in of(own, agent)) for agent in AGENTS)


def of(rows: Rows, agent: str) -> Rows:
    return [row for row in rows if row["agent"] == agent]


def share(rows: Rows) -> Estimate:
    return wilson(sum(row["success"] for row in rows), len(rows))


def outcomes(rows: Iterable[dict[str, Any]]) -> Any:
    """Return successes as [app, task, rollout]."""
    columns = {name: [row[name] for row in rows] for name in ("success", "app", "task")}
    return stats.from_labels(columns["success"], columns["app"], columns["task"]).values


def told(found: Estimate) -> str:
    return f"{100 * found.value:.1f} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def tasks() -> str:
    """Return how far each gets on every task, by part and by kind of task."""
    rows = played()
    single = [row for row in rows if row["category"] == OF_ONE_APP]
    first, second = (outcomes(of(single, agent)) for agent in AGENTS[:2])
    ahead = stats.paired_cluster_t(second, first)
    lead = (
        f"On the same tasks `{AGENTS[0]}` is ahead of `{AGENTS[1]}` by {100 * ahead.value:.1f} points of the suite "
        f"score [{100 * ahead.low:.1f}, {100 * ahead.high:.1f}] (`paired_cluster_t`)."
    )
    names = tuple(f"`{agent}`" for agent in AGENTS)
    parts = table(("app", "tasks", *(f"{name}, %" for name in names)), by_part(rows))
    return f"{parts}\n\n{lead}\n\n{table(('kind', 'tasks', *names), by_kind(rows))}"


TABLES = {"tasks": tasks}


if __name__ == "__main__":
    for wanted in sys.argv[1:] or TABLES:
        put("baselines.md", wanted, "baselines.py", TABLES[wanted]())
