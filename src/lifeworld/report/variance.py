"""Deviation of success in fixed and in varied environments, and the variance at each level of the design."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite, isnan

import numpy as np

from lifeworld import stats
from lifeworld.report import specs
from lifeworld.report.cells import Cells, by_label
from lifeworld.report.figure import Figure, Row, Terms, chance, number, percent, table
from lifeworld.report.sensitivity import draws, generator, thinned
from lifeworld.stats import Components, Deviation, Estimate, Null
from lifeworld.stats.deviation import repeated_tasks

LEVELS = ("app", "task", "configuration", "rollout")
DEVIATION_COLUMNS = {
    "Deviation": "the measure of deviation",
    "Fixed": "within one configuration that is run repeatedly",
    "Varied": "over the configurations of a task",
    "Ratio": "fixed over varied",
    "Interval": "of the ratio",
    "Ratio under the null": "expected ratio if the environment had no effect",
    "p": "probability of so low a ratio under the null",
    "Tasks": "number of tasks in the average",
}
LEVEL_COLUMNS = {
    "App": "between apps",
    "Task": "between tasks of an app",
    "Configuration": "between configurations of a task",
    "Rollout": "between attempts at a configuration",
}


@dataclass(frozen=True)
class Versions:
    """An agent's deviations in fixed and in varied environments; both ratios with interval and null, if defined."""

    found: Deviation
    tasks: int
    ratios: tuple[Estimate, Estimate] | None
    nulls: tuple[Null, Null] | None


def deviations(cells: Cells, terms: Terms) -> Figure | None:
    found = by_label(cells, lambda n: _versions(cells, n, terms.level))  # of those that were run again
    if not found:
        return None
    kinds = {"standard deviation": "std", "mean absolute deviation": "mad"}
    rows = [_deviation(label, kind, one.found, name) for label, one in found.items() for kind, name in kinds.items()]
    lines = [line for label, one in found.items() for line in _deviation_lines(label, one)]
    lead = (
        "Deviation of success over the configurations of a task (point), and within one configuration that is run "
        "repeatedly (tick), averaged over tasks. If the ratio is below its value under the null (which is below 1), "
        f"tests in one fixed environment understate the variation that users meet. Intervals ({terms.share}) are over "
        "tasks; p is the probability of so low a ratio under the null."
    )
    alt = "; ".join(f"{row['group']}, {row['name']}: {row['text']}" for row in rows[:12])
    spec = specs.floors(rows, list(kinds), list(found), "deviation of success")
    title, lined = "Fixed versus varied environments", table(("Agent", *DEVIATION_COLUMNS), lines)
    return Figure("deviation", title, lead, lined, spec, alt, columns=DEVIATION_COLUMNS)


def _versions(cells: Cells, contender: int, level: float) -> Versions | None:
    counts = None if cells.pooled else cells.tally(contender, cells.stratum("single"))
    if counts is None:
        return None
    found, tasks = stats.average_deviation(counts)
    varied = found.overall_mad > 0
    ratios = stats.deviation_ratios(counts, level) if varied and tasks > 1 else None
    if not varied:
        return Versions(found, tasks, ratios, None)
    thin = thinned(*repeated_tasks(counts))
    return Versions(found, tasks, ratios, stats.deviation_null(thin, generator(), draws(thin)))


def _deviation(label: str, kind: str, one: Deviation, name: str) -> Row:
    varied, fixed = getattr(one, f"overall_{name}"), getattr(one, f"within_{name}")
    text = f"{percent(varied, 1)} varied, {percent(fixed, 1)} fixed"
    return {"name": kind, "group": label, "value": varied, "floor": fixed, "text": text}


def _deviation_lines(label: str, one: Versions) -> Iterator[tuple[str, ...]]:
    for place, (name, kind) in enumerate((("std", "standard"), ("mad", "mean absolute"))):
        fixed, varied, ratio = (
            getattr(one.found, each) for each in (f"within_{name}", f"overall_{name}", f"{name}_ratio")
        )
        ends = ratio_span(one.ratios[place], "to") if one.ratios else "–"
        null = one.nulls[place] if one.nulls else Null(np.nan, np.nan, 0)
        shares = percent(fixed, 1), percent(varied, 1), number(ratio, 2)
        yield (label, kind, *shares, ends, number(null.median, 2), chance(null.p_value), str(one.tasks))


def ratio_span(ratio: Estimate, between: str) -> str:
    """Return the interval of a ratio as text; none where tasks don't differ."""
    return f"{ratio.low:.2f} {between} {ratio.high:.2f}" if isfinite(ratio.high) else "–"


def components(cells: Cells) -> Figure | None:
    single = cells.stratum("single")
    found = by_label(cells, lambda n: stats.variance_components(counts) if (counts := cells.tally(n, single)) else None)
    if not found:
        return None
    rows = [row for label, one in found.items() for row in _parts(label, one)]
    lines = [
        (label, *("–" if isnan(v) else f"{v:.4f} ({percent(share)})" for _, v, share in _of_total(one)))
        for label, one in found.items()
    ]
    lead = (
        "Variance of a single draw at each level. The variance between tasks shrinks only with more tasks, that "
        "between rollouts only with more attempts. A level with a single value is part of the level above it."
    )
    alt = "Shares of variance: " + "; ".join(" ".join(line) for line in lines)
    told = table(("Agent", *LEVEL_COLUMNS), lines)
    varying = any(row["share"] for row in rows)
    return Figure(
        "variance",
        "Variance components",
        lead,
        told,
        specs.stacked(rows, list(found), LEVELS, "share of variance") if varying else None,
        alt,
        folded=True,
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
