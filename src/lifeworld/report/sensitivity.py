"""How much success moves with the environment: by axis, by environments fixed or varied, by level of the design."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan

import numpy as np

from lifeworld import stats
from lifeworld.report import specs
from lifeworld.report.cells import Cells
from lifeworld.report.columns import AXES, Episodes, combined
from lifeworld.report.figure import Figure, Row, Section, number, percent, points, table
from lifeworld.stats import Components, Deviation, Sensitivity, Tally
from lifeworld.stats.tally import FloatArray, IntArray

THRESHOLDS = np.linspace(0, 1, 21)
WRITTEN = slice(2, None, 4)
MOST_PAIRS = 1_000_000  # of one agent and axis; beyond, every n-th group of matched configurations is used
LEVELS = ("app", "scenario", "configuration", "rollout")


def section(episodes: Episodes, cells: Cells) -> Section:
    """Return the section of sensitivity."""
    axes = episodes.axes()
    found = [_mad(episodes, cells, axes), *(_exceedance(episodes, cells, axis) for axis in axes)]
    found += [_deviations(cells), _components(cells)]
    lead = "How far the same agent's success moves when only the environment does."
    return Section("Sensitivity", tuple(one for one in found if one), lead)


@dataclass(frozen=True, eq=False)
class Matched:
    """Configurations that differ in one axis alone stand in one group; those without such a partner are left out."""

    cells: IntArray  # the configurations that have partners
    group: IntArray  # of each of these
    level: IntArray
    shape: tuple[int, int]  # groups, values of the axis

    def tally(self, cells: Cells, contender: int) -> Tally | None:
        """Return a contender's outcomes, [1, group, value]; None where it ran no two partners."""
        flat, size = self.group * self.shape[1] + self.level, self.shape[0] * self.shape[1]
        wins, trials = (
            _added(flat, each[contender][self.cells], size).reshape(self.shape)
            for each in (cells.successes, cells.trials)
        )
        several = np.flatnonzero((trials > 0).sum(axis=1) > 1)
        if several.size == 0:
            return None
        pairs = self.shape[1] * (self.shape[1] - 1) // 2
        kept = several[:: max(1, -(-several.size * pairs // MOST_PAIRS))]
        return Tally(wins[kept][None], trials[kept][None])


def matched(cells: Cells, axis: str) -> Matched:
    """Return the configurations that differ in an axis alone."""
    group, _ = combined([cells.app, cells.scenario, *(cells.axes[other] for other in AXES if other != axis)])
    partners = np.flatnonzero(np.bincount(group)[group] > 1)
    level = cells.axes[axis][partners]
    if partners.size == 0:
        return Matched(partners, partners, level, (0, 1))
    own, groups = combined([group[partners]])
    return Matched(partners, own, level, (groups, int(level.max()) + 1))


def by_axis(cells: Cells, axis: str) -> list[Sensitivity | None]:
    """Return each contender's mean absolute difference over pairs of configurations that differ in an axis alone."""
    found = matched(cells, axis)
    tallies = [found.tally(cells, n) for n in range(len(cells.contenders))]
    return [stats.mad(pairs, 0) if pairs else None for pairs in tallies]


def _added(flat: IntArray, counts: IntArray, size: int) -> IntArray:
    return np.rint(np.bincount(flat, weights=counts, minlength=size)).astype(np.int64)


def _mad(episodes: Episodes, cells: Cells, axes: list[str]) -> Figure | None:
    labels = [one.label for one in cells.contenders]
    found = {(axis, n): one for axis in axes for n, one in enumerate(by_axis(cells, axis))}
    if not found:
        return None
    known = {key: one for key, one in found.items() if one}
    rows = [_row(axis, labels[n], one) for (axis, n), one in known.items()]
    lines = [_line(axis, labels[n], one) for (axis, n), one in found.items()]
    lead = (
        "Mean absolute difference between configurations that differ in one axis only (point), and what the luck of "
        "rollouts alone would give (tick). Only the part beyond the tick is the axis."
    )
    if not rows:
        lead += " This run has no two configurations that differ in one axis alone, so there is nothing to compare."
    head = ("Axis", "Agent", "Difference", "By luck", "Beyond luck", "90th percentile", "by luck", "Pairs")
    alt = "; ".join(f"{row['name']}, {row['group']}: {row['text']}" for row in rows[:12])
    told = table(head, lines)
    spec = specs.floors(rows, axes, labels, "mean absolute difference") if rows else None
    return Figure("sensitivity", "Sensitivity by axis", lead, told, spec, alt)


def _row(axis: str, label: str, one: Sensitivity) -> Row:
    text = f"{percent(one.mad, 1)}, {percent(one.floor, 1)} by luck"
    return {"name": axis, "group": label, "value": one.mad, "floor": one.floor, "text": text}


def _line(axis: str, label: str, one: Sensitivity | None) -> tuple[str, ...]:
    if one is None:
        return (axis, label, *"–––––", "0")
    shares = (percent(value, 1) for value in (one.mad, one.floor))
    tails = (percent(value) for value in (one.p90, one.floor_p90))
    return (axis, label, *shares, points(one.excess), *tails, str(one.pairs))


def under_values(cells: Cells, contender: int, axis: str) -> Tally:
    """Return a contender's cells as [app, scenario, value of the axis, the rest], for apps with any episode."""
    level = cells.axes[axis]
    scenario, _ = combined([cells.app, cells.scenario, level])
    rest = _rank(scenario)
    if cells.pooled:
        rest = np.zeros_like(rest)
    shape = (*cells.shape[:2], int(level.max()) + 1, int(rest.max()) + 1)
    flat = np.ravel_multi_index((cells.app, cells.scenario, level, rest), shape)
    size = int(np.prod(shape))
    wins, trials = (_added(flat, each[contender], size).reshape(shape) for each in (cells.successes, cells.trials))
    ran = trials.reshape(shape[0], -1).any(axis=1)
    return Tally(wins[ran], trials[ran])


def _rank(group: IntArray) -> IntArray:
    """Number the members of each group from 0."""
    order = np.argsort(group, kind="stable")
    ordered = group[order]
    first = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    starts = np.maximum.accumulate(np.where(first, np.arange(group.size), 0))
    rank = np.empty(group.size, dtype=np.int64)
    rank[order] = np.arange(group.size) - starts
    return rank


def _exceedance(episodes: Episodes, cells: Cells, axis: str) -> Figure | None:
    found = dict(_exceeding(cells, axis))
    if not found:
        return None
    rows = [
        {"group": label, "x": float(x), "value": float(value), "text": f"{percent(value)} beyond {percent(x)}"}
        for label, curve in found.items()
        for x, value in zip(THRESHOLDS, curve, strict=True)
    ]
    values = len(episodes.texts[axis].labels)
    lead = (
        f"Share of pairs of values of {axis} (of which there are {values}) between which a task's success moves by "
        "more than a threshold; other axes and the luck of rollouts move it, too."
    )
    x = {"title": "success moves by more than", "axis": {"format": ".0%", "tickCount": 5}}
    head = ("Agent", *(f"> {100 * at:.0f} %" for at in THRESHOLDS[WRITTEN]))
    lines = table(head, [(label, *(percent(v) for v in curve[WRITTEN])) for label, curve in found.items()])
    alt = f"Exceedance curves of {len(found)} agents for {axis}; the numbers are in the table."
    return Figure(
        f"exceedance-{axis}",
        f"Exceedance: {axis}",
        lead,
        lines,
        specs.curves(rows, list(found), x, "share of pairs"),
        alt,
    )


def _exceeding(cells: Cells, axis: str) -> Iterator[tuple[str, FloatArray]]:
    for n, one in enumerate(cells.contenders):
        try:
            yield one.label, stats.exceedance(under_values(cells, n, axis), 0, THRESHOLDS)
        except ValueError:
            continue  # this agent met no scenario under two values of the axis


def _deviations(cells: Cells) -> Figure | None:
    found = dict(_deviating(cells))
    if not found:
        return None
    kinds = {"standard deviation": "std", "mean absolute deviation": "mad"}
    rows = [_deviation(label, kind, one, name) for label, (one, _) in found.items() for kind, name in kinds.items()]
    lines = [(label, *_deviation_line(one), str(tasks)) for label, (one, tasks) in found.items()]
    head = ("Agent", "Std fixed", "Std varied", "Ratio", "MAD fixed", "MAD varied", "Ratio", "Tasks")
    lead = (
        "Deviation of success over the configurations of a task (point), and within one configuration that is run "
        "again (tick), averaged over tasks. A ratio below 1: whoever tests in one fixed environment sees less than "
        "users will."
    )
    alt = "; ".join(f"{row['group']}, {row['name']}: {row['text']}" for row in rows[:12])
    spec = specs.floors(rows, list(kinds), list(found), "deviation of success")
    return Figure("deviation", "Fixed against varied environments", lead, table(head, lines), spec, alt)


def _deviating(cells: Cells) -> Iterator[tuple[str, tuple[Deviation, int]]]:
    for n, one in enumerate(cells.contenders):
        counts = None if cells.pooled else cells.tally(n, cells.stratum("single"))
        try:
            if counts:
                yield one.label, stats.average_deviation(counts)
        except ValueError:
            continue  # nothing was run again


def _deviation(label: str, kind: str, one: Deviation, name: str) -> Row:
    varied, fixed = getattr(one, f"overall_{name}"), getattr(one, f"within_{name}")
    text = f"{percent(varied, 1)} varied, {percent(fixed, 1)} fixed"
    return {"name": kind, "group": label, "value": varied, "floor": fixed, "text": text}


def _deviation_line(one: Deviation) -> tuple[str, ...]:
    std = (percent(one.within_std, 1), percent(one.overall_std, 1), number(one.std_ratio, 2))
    return (*std, percent(one.within_mad, 1), percent(one.overall_mad, 1), number(one.mad_ratio, 2))


def _components(cells: Cells) -> Figure | None:
    found = dict(_decomposed(cells))
    if not found:
        return None
    rows = [row for label, one in found.items() for row in _parts(label, one)]
    lines = [_decomposition(label, one) for label, one in found.items()]
    lead = (
        "Variance of a single draw at each level. What sits in scenarios shrinks only with more tasks, what sits in "
        "rollouts only with more attempts. A level that was met once only is part of the level above it."
    )
    alt = "Shares of variance: " + "; ".join(" ".join(line) for line in lines)
    told = table(("Agent", *(level.capitalize() for level in LEVELS)), lines)
    varying = any(row["share"] for row in rows)
    return Figure(
        "variance",
        "Where the variance sits",
        lead,
        told,
        specs.stacked(rows, list(found), LEVELS, "share of variance") if varying else None,
        alt,
    )


def _of_total(one: Components) -> list[tuple[str, float, float]]:
    """Return each level with its variance and its share of all; NaN where a level could not be told apart."""
    values = [float(getattr(one, level)) for level in LEVELS]
    total = float(np.nansum(values))
    return [
        (level, value, value / total if total > 0 else 0 * value) for level, value in zip(LEVELS, values, strict=True)
    ]


def _parts(label: str, one: Components) -> Iterator[Row]:
    for place, (level, _, share) in enumerate(_of_total(one)):
        if not isnan(share):
            yield {"name": label, "part": level, "share": share, "place": place, "text": percent(share)}


def _decomposition(label: str, one: Components) -> tuple[str, ...]:
    return (label, *("–" if isnan(v) else f"{v:.4f} ({percent(share)})" for _, v, share in _of_total(one)))


def _decomposed(cells: Cells) -> Iterator[tuple[str, Components]]:
    for n, one in enumerate(cells.contenders):
        counts = cells.tally(n, cells.stratum("single"))
        try:
            if counts:
                yield one.label, stats.variance_components(counts)
        except ValueError:
            continue  # every app has one scenario
