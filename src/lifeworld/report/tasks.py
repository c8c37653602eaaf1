"""Results by task: a heat map of success, links to episodes, side effects and unscored episodes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lifeworld.core.counting import counted
from lifeworld.core.verdict import Reason, reasons_in
from lifeworld.report import specs
from lifeworld.report.cells import Cells
from lifeworld.report.columns import Episodes
from lifeworld.report.figure import Figure, Section, percent, table
from lifeworld.stats.tally import IntArray
from lifeworld.verify.reasons import BESIDE

MOST_TASKS = 48  # in one heat map; beyond, there is one an app
MOST_MARKS = 3000
MOST_TOLD = 200


@dataclass(frozen=True)
class Mark:
    """One episode in the report, with its outcome as text; it links to the episode's page."""

    episode: str
    status: str
    told: str


@dataclass(frozen=True)
class Line:
    """A task's episodes: marks for each contender, and the number of its episodes."""

    task: str
    apps: str
    cells: tuple[tuple[Mark, ...], ...]
    totals: tuple[int, ...]


def section(cells: Cells) -> Section:
    tasks = sum(len(names) for names in cells.tasks)
    rates = [cells.rates(n) for n in range(len(cells.contenders))]
    every = [(a, s, name) for a, names in enumerate(cells.tasks) for s, name in enumerate(names)]
    if tasks <= MOST_TASKS:
        return Section("Tasks", (_heat(cells, rates, every, "tasks", "Success by task"),))
    each = [
        _heat(cells, rates, [one for one in every if one[0] == a], f"tasks-{app}", f"Tasks of {app}", folded=True)
        for a, app in enumerate(cells.apps)
    ]
    return Section("Tasks", tuple(each), f"{tasks} tasks, app by app.")


def _heat(
    cells: Cells,
    rates: list[np.ndarray],
    every: list[tuple[int, int, str]],
    name: str,
    title: str,
    folded: bool = False,
) -> Figure:
    labels = cells.labels
    rows = [
        {"name": task, "group": label, "value": float(own[a, s]), "percent": f"{100 * own[a, s]:.0f}"}
        | {"text": percent(float(own[a, s]))}
        for a, s, task in every
        for label, own in zip(labels, rates, strict=True)
        if not np.isnan(own[a, s])
    ]
    lines = [(task, *(percent(float(own[a, s])) for own in rates)) for a, s, task in every]
    order = [task for _, _, task in every]
    alt = (
        f"Heat map of {counted(len(order), 'task')} and {counted(len(labels), 'agent')}; the numbers are in the table."
    )
    spec = specs.heat(rows, labels, order) if rows else None
    lead = "Share of scored episodes that succeeded, in percent, for each agent."
    return Figure(name, title, lead, table(("Task", *labels), lines), spec, alt, folded=folded)


def marks(episodes: Episodes, cells: Cells) -> list[Line]:
    """Return a line for each task with some of its episodes, a few thousand in all."""
    task = cells.app * cells.shape[1] + cells.task
    group = task[cells.cell] * len(cells.contenders) + cells.contender
    size = cells.shape[0] * cells.shape[1] * len(cells.contenders)
    totals = np.bincount(group, minlength=size)
    most = max(1, MOST_MARKS // max(1, int((totals > 0).sum())))
    order = np.argsort(group, kind="stable")
    starts = np.concatenate([[0], np.cumsum(totals)])
    picked = [order[a : a + min(n, most)] for a, n in zip(starts, totals, strict=False)]
    found = _marks(episodes, np.concatenate(picked))
    return [_line(cells, a, s, found, picked, totals) for a, names in enumerate(cells.tasks) for s in range(len(names))]


def _marks(episodes: Episodes, places: IntArray) -> dict[int, Mark]:
    rows = episodes.rows(places, ("episode", "status", "reason", "agent"))
    told = [
        f"{row['agent']}, {row['status']}{': ' if row.get('reason') else ''}{row.get('reason') or ''}" for row in rows
    ]
    return {
        int(place): Mark(str(row.get("episode", "")), str(row["status"]), text)
        for place, row, text in zip(places, rows, told, strict=True)
    }


def _line(cells: Cells, a: int, s: int, found: dict[int, Mark], picked: Sequence[IntArray], totals: IntArray) -> Line:
    first = (a * cells.shape[1] + s) * len(cells.contenders)
    groups = range(first, first + len(cells.contenders))
    own = tuple(tuple(found[int(place)] for place in picked[group]) for group in groups)
    touched = ", ".join(cells.touched.get((a, s), ()))
    return Line(cells.tasks[a][s], touched, own, tuple(int(totals[group]) for group in groups))


def _why(row: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Return the reasons of an episode; rows of older versions, and of other harnesses, have one text or none."""
    if row.get("reasons"):
        return reasons_in({"reasons": json.loads(row["reasons"])})
    return (Reason(row["reason"]),) if row.get("reason") else ()


def _beside(row: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Return the side effects among the reasons of an episode; all where none tells that it is one."""
    own = (one for one in _why(row) if one.headline.startswith(BESIDE))
    return tuple(replace(one, headline=one.headline.removeprefix(BESIDE)) for one in own) or _why(row)


def first(episodes: Episodes, mask: np.ndarray) -> tuple[list[dict[str, object]], int]:
    """Return the first of the episodes in a mask, with the reasons of each, and how many there are."""
    places = np.flatnonzero(mask)
    rows = episodes.rows(places[:MOST_TOLD], ("episode", "agent", "task", "reason", "reasons"))
    return [{"episode": "", **row, "why": _why(row), "beside": _beside(row)} for row in rows], int(places.size)
