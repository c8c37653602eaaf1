"""Sensitivity of success to each axis of the environment, with its null distribution."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.random import Generator

from lifeworld import stats
from lifeworld.core.counting import counted
from lifeworld.report import specs
from lifeworld.report.cells import Cells, by_label
from lifeworld.report.cells import cells as counts
from lifeworld.report.columns import Episodes, Texts, added, combined, numbered
from lifeworld.report.comparison import columns, differences, explained
from lifeworld.report.figure import Figure, Row, Section, Terms, chance, percent, points, table
from lifeworld.stats import Null, Sensitivity, Tally
from lifeworld.stats.sensitivity import by_value, matched_groups
from lifeworld.stats.tally import FloatArray, IntArray

THRESHOLDS = np.linspace(0, 1, 21)
WRITTEN = slice(2, None, 4)
SEED = 20260101
WORK = 1_000_000  # cells permuted for one agent and axis
DRAWS = (99, 999)
MOST_PAIRS = 1_000_000  # of one agent and axis; beyond, every n-th group of matched configurations is used
MOST_VALUES = 6  # of an axis, each of which is compared with each
MAD_COLUMNS = {
    "Axis": "the only factor in which two configurations differ",
    "Difference": "mean absolute difference of their success",
    "Under the null": "expected difference if the axis had no effect",
    "Excess": "difference minus that, in points",
    "p": "probability of so large a difference under the null",
    "90th percentile": "of the differences",
    "90th under the null": "of the differences under the null",
    "Pairs": "number of pairs of configurations",
}


def section(episodes: Episodes, cells: Cells, terms: Terms, more: Sequence[Figure | None]) -> Section:
    """Return the section of sensitivity, with more figures at its end."""
    axes = episodes.varying()
    exceeded = (_exceedance(episodes, cells, axis) for axis in axes)
    found = [_mad(cells, axes), _directions(episodes, cells, axes, terms), *exceeded, *more]
    lead = "How much the same agent's success changes when only the environment changes."
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
        flat, counts = self.group * self.shape[1] + self.level, (cells.successes, cells.trials)
        wins, trials = (added(flat, each[contender][self.cells], self.shape) for each in counts)
        several = np.flatnonzero((trials > 0).sum(axis=1) > 1)
        if several.size == 0:
            return None
        pairs = self.shape[1] * (self.shape[1] - 1) // 2
        kept = several[:: max(1, -(-several.size * pairs // MOST_PAIRS))]
        return Tally(wins[kept][None], trials[kept][None])


def matched(cells: Cells, axis: str) -> Matched:
    """Return the configurations that differ in an axis alone."""
    group, _ = combined([cells.app, cells.task, *(cells.axes[other] for other in cells.axes if other != axis)])
    partners = np.flatnonzero(np.bincount(group)[group] > 1)
    level = cells.axes[axis][partners]
    if partners.size == 0:
        return Matched(partners, partners, level, (0, 1))
    own, groups = combined([group[partners]])
    return Matched(partners, own, level, (groups, int(level.max()) + 1))


def by_axis(cells: Cells, axis: str) -> list[tuple[Sensitivity, Null] | None]:
    """Return each contender's mean absolute difference over pairs that differ in an axis alone, with its null."""
    found = matched(cells, axis)
    tallies = [found.tally(cells, n) for n in range(len(cells.contenders))]
    return [(stats.mad(pairs, 0), _mad_null(pairs)) if pairs else None for pairs in tallies]


def _directions(episodes: Episodes, cells: Cells, axes: Sequence[str], terms: Terms) -> Figure | None:
    """Return a table of how much higher an agent scores under one value of an axis than under another."""
    few = (axis for axis in axes if len(episodes.axes[axis].labels) <= MOST_VALUES and matched(cells, axis).cells.size)
    label = {(one.agent, one.channel, one.driver): one.label for one in cells.contenders}
    lines = [(axis, label[who], *line) for axis in few for who, *line in _compared(episodes, axis, terms)]
    lead = (
        "By how much the same agent scores higher under one value of an axis than under another, in percentage points, "
        "over the configurations that differ in nothing else, paired by task. Intervals are for each comparison by "
        f"itself; results are significant after {terms.corrected} within the axis."
    )
    if not lines:
        return None
    lines.sort(key=lambda line: (axes.index(line[0]), cells.labels.index(line[1])))
    about = {"Axis": MAD_COLUMNS["Axis"], "Compared": "the first value, over the second", **explained(terms)}
    told = table(("Axis", "Agent", *list(about)[1:]), lines)
    title = "Differences between values of an axis"
    return Figure("directions", title, lead, told, None, open=True, columns=about)


def _compared(episodes: Episodes, axis: str, terms: Terms) -> Iterator[tuple[Any, ...]]:
    """Yield a line for each agent, channel and driver, and two values of an axis.

    Each value makes another contender of an agent, and the axis is none of its configurations' any more.
    """
    agent, own = episodes.texts["agent"], episodes.axes[axis]
    named = {f"{name}, {value}": (name, value) for name, value in product(agent.labels, own.labels)}
    texts = {**episodes.texts, "agent": Texts((*named,), agent.codes * len(own.labels) + own.codes)}
    others = {name: one for name, one in episodes.axes.items() if name != axis}
    split = counts(replace(episodes, texts=texts, axes=others))
    known = [(n, one) for n, one in enumerate(split.contenders) if not one.privileged]
    rivals = [(n, *named[one.agent], one.channel, one.driver) for n, one in known]
    alike = [(a, b) for a, b in combinations(rivals, 2) if (a[1], *a[3:]) == (b[1], *b[3:])]
    found = differences(split, terms, [(a[0], b[0]) for a, b in alike])
    for (a, b), one in zip(alike, found, strict=True):
        yield (b[1], *b[3:]), f"{b[2]} over {a[2]}", *columns(one.found, one.corrected, one.why_not)


def _mad(cells: Cells, axes: list[str]) -> Figure | None:
    labels = cells.labels
    found = {(axis, n): one for axis in axes for n, one in enumerate(by_axis(cells, axis))}
    if not found:
        return None
    known = {key: one for key, one in found.items() if one}
    rows = [_row(axis, labels[n], one) for (axis, n), (one, _) in known.items()]
    lines = [_line(axis, labels[n], one) for (axis, n), one in found.items()]
    lead = (
        "Mean absolute difference in success when only one axis of the environment changes (point). The tick is its "
        "expectation under the null hypothesis that the axis has no effect. The excess is the effect of the axis; p "
        "is the probability of so large a difference under the null."
    )
    if not rows:
        lead += " This run has no two configurations that differ in one axis alone."
        lead += " lifeworld eval --crossed AXIS runs each under every value of an axis."
    alt = "; ".join(f"{row['name']}, {row['group']}: {row['text']}" for row in rows[:12])
    told = table(("Axis", "Agent", *list(MAD_COLUMNS)[1:]), lines)
    spec = specs.floors(rows, axes, labels, "mean absolute difference") if rows else None
    return Figure("sensitivity", "Sensitivity by axis", lead, told, spec, alt, folded=not rows, columns=MAD_COLUMNS)


def _row(axis: str, label: str, one: Sensitivity) -> Row:
    text = f"{percent(one.mad, 1)}, {percent(one.floor, 1)} under the null"
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
    rest, _ = numbered(task, combined([task, *(cells.axes[other] for other in cells.axes if other != axis)])[0])
    if cells.pooled:
        rest = np.zeros_like(rest)
    shape = (*cells.shape[:2], int(level.max()) + 1, int(rest.max()) + 1)
    flat = np.ravel_multi_index((cells.app, cells.task, level, rest), shape)
    wins, trials = (added(flat, each[contender], shape) for each in (cells.successes, cells.trials))
    ran = trials.reshape(shape[0], -1).any(axis=1)
    return Tally(wins[ran], trials[ran])


def _exceedance(episodes: Episodes, cells: Cells, axis: str) -> Figure | None:
    found = by_label(
        cells, lambda n: _exceeding(cells, n, axis)
    )  # of those that met a task under two values of the axis
    if not found:
        return None
    curves = {label: curve for label, (curve, _, _) in found.items()}
    rows = [
        {"group": label, "x": float(x), "value": float(value), "text": f"{percent(value)} beyond {percent(x)}"}
        for label, curve in curves.items()
        for x, value in zip(THRESHOLDS, curve, strict=True)
    ]
    values = len(episodes.axes[axis].labels)
    lead = (
        f"Share of pairs of values of {axis} ({values} values) between which a task's success differs by more than a "
        "threshold; other axes and random variation between rollouts contribute, too. The table has the same under the "
        "null hypothesis that the axis has no effect, with its p-value."
    )
    x = {"title": "success differs by more than", "axis": specs.PERCENT, "scale": specs.SHARE}
    head = ("Agent", *(f"> {100 * at:.0f} %" for at in THRESHOLDS[WRITTEN]), "p")
    lines = table(head, [line for label, own in found.items() for line in _curves(label, *own)])
    alt = f"Exceedance curves of {counted(len(found), 'agent')} for {axis}; the numbers are in the table."
    spec = specs.curves(rows, list(curves), x, "share of pairs")
    about = {**dict.fromkeys(head[1:-1], "share of pairs between which success differs by more"), "p": "under the null"}
    return Figure(f"exceedance-{axis}", f"Exceedance: {axis}", lead, lines, spec, alt, columns=about)


def _curves(label: str, curve: FloatArray, median: FloatArray, null: Null) -> Iterator[tuple[str, ...]]:
    yield (label, *(percent(value) for value in curve[WRITTEN]), chance(null.p_value))
    yield (f"{label}, under the null", *(percent(value) for value in median[WRITTEN]), "")


def _exceeding(cells: Cells, contender: int, axis: str) -> tuple[FloatArray, FloatArray, Null]:
    counts = under_values(cells, contender, axis)
    curve = stats.exceedance(counts, 0, THRESHOLDS)
    if cells.pooled:
        return curve, np.full_like(curve, np.nan), Null(np.nan, np.nan, 0)
    wins, trials = by_value(counts, 0)
    several = (trials.any(axis=1)).sum(axis=1) > 1
    thin = thinned(wins[several], trials[several])
    return curve, *stats.exceedance_null(thin, 1, THRESHOLDS, generator(), draws(thin))


def _mad_null(pairs: Tally) -> Null:
    thin = thinned(*matched_groups(pairs, 0))
    return stats.mad_null(thin, 0, generator(), draws(thin))


def thinned(wins: IntArray, trials: IntArray) -> Tally:
    """Return every n-th row as a task of one app, so that the cost does not grow with the run."""
    step = max(1, -(-wins.size * DRAWS[0] // WORK))
    return Tally(wins[None, ::step], trials[None, ::step])


def draws(thin: Tally) -> int:
    """Return how many permutations the cost allows."""
    return int(np.clip(WORK // thin.trials.size, *DRAWS))


def generator() -> Generator:
    """Return the random generator of a null distribution."""
    return np.random.default_rng(SEED)
