"""How much success moves with the environment: by axis, by environments fixed or varied, by level of the design."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan

import numpy as np

from lifeworld import stats
from lifeworld.core.axes import EVERY_AXIS
from lifeworld.report import luck, specs
from lifeworld.report.cells import Cells
from lifeworld.report.columns import Episodes, combined
from lifeworld.report.figure import Figure, Row, Section, Terms, chance, number, percent, points, table
from lifeworld.report.meanings import DEVIATION_COLUMNS, LEVEL_COLUMNS, MAD_COLUMNS
from lifeworld.stats import Components, Deviation, Estimate, Null, Sensitivity, Tally
from lifeworld.stats.tally import FloatArray, IntArray

THRESHOLDS = np.linspace(0, 1, 21)
WRITTEN = slice(2, None, 4)
MOST_PAIRS = 1_000_000  # of one agent and axis; beyond, every n-th group of matched configurations is used
LEVELS = ("app", "task", "configuration", "rollout")


def section(episodes: Episodes, cells: Cells, terms: Terms) -> Section:
    """Return the section of sensitivity."""
    axes = episodes.axes()
    found = [_mad(episodes, cells, axes), *(_exceedance(episodes, cells, axis) for axis in axes)]
    found += [_deviations(cells, terms), _components(cells)]
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
    group, _ = combined([cells.app, cells.task, *(cells.axes[other] for other in EVERY_AXIS if other != axis)])
    partners = np.flatnonzero(np.bincount(group)[group] > 1)
    level = cells.axes[axis][partners]
    if partners.size == 0:
        return Matched(partners, partners, level, (0, 1))
    own, groups = combined([group[partners]])
    return Matched(partners, own, level, (groups, int(level.max()) + 1))


def by_axis(cells: Cells, axis: str) -> list[tuple[Sensitivity, Null] | None]:
    """Return each contender's mean absolute difference over pairs that differ in an axis alone, and luck's."""
    found = matched(cells, axis)
    tallies = [found.tally(cells, n) for n in range(len(cells.contenders))]
    return [(stats.mad(pairs, 0), luck.mad_by_luck(pairs, 0)) if pairs else None for pairs in tallies]


def _added(flat: IntArray, counts: IntArray, size: int) -> IntArray:
    return np.rint(np.bincount(flat, weights=counts, minlength=size)).astype(np.int64)


def _mad(episodes: Episodes, cells: Cells, axes: list[str]) -> Figure | None:
    labels = [one.label for one in cells.contenders]
    found = {(axis, n): one for axis in axes for n, one in enumerate(by_axis(cells, axis))}
    if not found:
        return None
    known = {key: one for key, one in found.items() if one}
    rows = [_row(axis, labels[n], one) for (axis, n), (one, _) in known.items()]
    lines = [_line(axis, labels[n], one) for (axis, n), one in found.items()]
    lead = (
        "Mean absolute difference between configurations that differ in one axis only (point), and what the luck of "
        "rollouts alone would give (tick). Only the part beyond the tick is the axis; p is the chance of as "
        "much by luck."
    )
    if not rows:
        lead += " This run has no two configurations that differ in one axis alone, so there is nothing to compare."
    head = ("Axis", "Agent", "Difference", "By luck", "Beyond luck", "p", "90th percentile", "90th by luck", "Pairs")
    alt = "; ".join(f"{row['name']}, {row['group']}: {row['text']}" for row in rows[:12])
    told = table(head, lines)
    spec = specs.floors(rows, axes, labels, "mean absolute difference") if rows else None
    return Figure("sensitivity", "Sensitivity by axis", lead, told, spec, alt, columns=MAD_COLUMNS)


def _row(axis: str, label: str, one: Sensitivity) -> Row:
    text = f"{percent(one.mad, 1)}, {percent(one.floor, 1)} by luck"
    return {"name": axis, "group": label, "value": one.mad, "floor": one.floor, "text": text}


def _line(axis: str, label: str, found: tuple[Sensitivity, Null] | None) -> tuple[str, ...]:
    if found is None:
        return (axis, label, *"––––––", "0")
    one, null = found
    shares = (percent(value, 1) for value in (one.mad, one.floor))
    tails = (percent(value) for value in (one.p90, one.floor_p90))
    return (axis, label, *shares, points(one.excess), chance(null.p_value), *tails, str(one.pairs))


def under_values(cells: Cells, contender: int, axis: str) -> Tally:
    """Return a contender's cells as [app, task, value of the axis, the rest], for apps with any episode.

    Cells that differ in the axis alone stand in one place of the rest.
    """
    level = cells.axes[axis]
    task, _ = combined([cells.app, cells.task])
    rest = _within(task, combined([task, *(cells.axes[other] for other in EVERY_AXIS if other != axis)])[0])
    if cells.pooled:
        rest = np.zeros_like(rest)
    shape = (*cells.shape[:2], int(level.max()) + 1, int(rest.max()) + 1)
    flat = np.ravel_multi_index((cells.app, cells.task, level, rest), shape)
    size = int(np.prod(shape))
    wins, trials = (_added(flat, each[contender], size).reshape(shape) for each in (cells.successes, cells.trials))
    ran = trials.reshape(shape[0], -1).any(axis=1)
    return Tally(wins[ran], trials[ran])


def _within(group: IntArray, member: IntArray) -> IntArray:
    """Number the different members of each group from 0, for members numbered group by group."""
    first = np.full(int(group.max()) + 1, member.size)
    np.minimum.at(first, group, member)
    return np.asarray(member - first[group])


def _exceedance(episodes: Episodes, cells: Cells, axis: str) -> Figure | None:
    found = dict(_exceeding(cells, axis))
    if not found:
        return None
    curves = {label: curve for label, (curve, _, _) in found.items()}
    rows = [
        {"group": label, "x": float(x), "value": float(value), "text": f"{percent(value)} beyond {percent(x)}"}
        for label, curve in curves.items()
        for x, value in zip(THRESHOLDS, curve, strict=True)
    ]
    values = len(episodes.texts[axis].labels)
    lead = (
        f"Share of pairs of values of {axis} (of which there are {values}) between which a task's success moves by "
        "more than a threshold; other axes and the luck of rollouts move it, too. What it would be without the axis is "
        "in the table, with the chance p of as much by luck."
    )
    x = {"title": "success moves by more than", "axis": {"format": ".0%", "tickCount": 5}}
    head = ("Agent", *(f"> {100 * at:.0f} %" for at in THRESHOLDS[WRITTEN]), "p")
    lines = table(head, [line for label, own in found.items() for line in _curves(label, *own)])
    alt = f"Exceedance curves of {len(found)} agents for {axis}; the numbers are in the table."
    spec = specs.curves(rows, list(curves), x, "share of pairs")
    about = {**dict.fromkeys(head[1:-1], "share of pairs between which success moves by more"), "p": "chance by luck"}
    return Figure(f"exceedance-{axis}", f"Exceedance: {axis}", lead, lines, spec, alt, columns=about)


def _curves(label: str, curve: FloatArray, median: FloatArray, null: Null) -> Iterator[tuple[str, ...]]:
    yield (label, *(percent(value) for value in curve[WRITTEN]), chance(null.p_value))
    yield (f"{label}, by luck", *(percent(value) for value in median[WRITTEN]), "")


def _exceeding(cells: Cells, axis: str) -> Iterator[tuple[str, tuple[FloatArray, FloatArray, Null]]]:
    for n, one in enumerate(cells.contenders):
        try:
            counts = under_values(cells, n, axis)
            curve = stats.exceedance(counts, 0, THRESHOLDS)
        except ValueError:
            continue  # this agent met no task under two values of the axis
        if cells.pooled:
            yield one.label, (curve, np.full_like(curve, np.nan), Null(np.nan, np.nan, 0))
        else:
            yield one.label, (curve, *luck.exceedance_by_luck(counts, 0, THRESHOLDS))


@dataclass(frozen=True)
class Versions:
    """An agent's deviations in fixed and in varied environments; both ratios with interval and luck's, if defined."""

    found: Deviation
    tasks: int
    ratios: tuple[Estimate, Estimate] | None
    nulls: tuple[Null, Null] | None


def _deviations(cells: Cells, terms: Terms) -> Figure | None:
    found = dict(_deviating(cells, terms.level))
    if not found:
        return None
    kinds = {"standard deviation": "std", "mean absolute deviation": "mad"}
    rows = [_deviation(label, kind, one.found, name) for label, one in found.items() for kind, name in kinds.items()]
    lines = [line for label, one in found.items() for line in _deviation_lines(label, one)]
    head = ("Agent", "Deviation", "Fixed", "Varied", "Ratio", "Interval", "Ratio by luck", "p", "Tasks")
    lead = (
        "Deviation of success over the configurations of a task (point), and within one configuration that is run "
        "again (tick), averaged over tasks. A ratio below the one that luck alone gives, which is itself below 1: "
        f"whoever tests in one fixed environment sees less than users will. Intervals ({terms.share}) are over tasks; "
        "p is the chance of so low a ratio by luck."
    )
    alt = "; ".join(f"{row['group']}, {row['name']}: {row['text']}" for row in rows[:12])
    spec = specs.floors(rows, list(kinds), list(found), "deviation of success")
    title, lined = "Fixed against varied environments", table(head, lines)
    return Figure("deviation", title, lead, lined, spec, alt, columns=DEVIATION_COLUMNS)


def _deviating(cells: Cells, level: float) -> Iterator[tuple[str, Versions]]:
    for n, one in enumerate(cells.contenders):
        counts = None if cells.pooled else cells.tally(n, cells.stratum("single"))
        try:
            if counts:
                yield one.label, _versions(counts, level)
        except ValueError:
            continue  # nothing was run again


def _versions(counts: Tally, level: float) -> Versions:
    found, tasks = stats.average_deviation(counts)
    varied = found.overall_mad > 0
    ratios = stats.deviation_ratios(counts, level) if varied and tasks > 1 else None
    return Versions(found, tasks, ratios, luck.deviation_by_luck(counts) if varied else None)


def _deviation(label: str, kind: str, one: Deviation, name: str) -> Row:
    varied, fixed = getattr(one, f"overall_{name}"), getattr(one, f"within_{name}")
    text = f"{percent(varied, 1)} varied, {percent(fixed, 1)} fixed"
    return {"name": kind, "group": label, "value": varied, "floor": fixed, "text": text}


def _deviation_lines(label: str, one: Versions) -> Iterator[tuple[str, ...]]:
    for place, (name, kind) in enumerate((("std", "standard"), ("mad", "mean absolute"))):
        fixed, varied, ratio = (
            getattr(one.found, each) for each in (f"within_{name}", f"overall_{name}", f"{name}_ratio")
        )
        ends = f"{one.ratios[place].low:.2f} to {one.ratios[place].high:.2f}" if one.ratios else "–"
        null = one.nulls[place] if one.nulls else Null(np.nan, np.nan, 0)
        shares = percent(fixed, 1), percent(varied, 1), number(ratio, 2)
        yield (label, kind, *shares, ends, number(null.median, 2), chance(null.p_value), str(one.tasks))


def _components(cells: Cells) -> Figure | None:
    found = dict(_decomposed(cells))
    if not found:
        return None
    rows = [row for label, one in found.items() for row in _parts(label, one)]
    lines = [_decomposition(label, one) for label, one in found.items()]
    lead = (
        "Variance of a single draw at each level. What sits in tasks shrinks only with more tasks, what sits in "
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
        columns=LEVEL_COLUMNS,
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
            continue  # every app has one task
