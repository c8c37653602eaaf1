"""Crossed axes: success by combination of values, and the interaction of each two."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from lifeworld import stats
from lifeworld.core.errors import UserError
from lifeworld.report.document import Document
from lifeworld.report.figure import Figure, percent, points, span, table
from lifeworld.stats.paired import least_paired_p
from lifeworld.stats.tally import FloatArray
from lifeworld.taskkit.configuration import AXES, values

_NO = "–"


def crossed(made: Document) -> list[Figure]:
    """Return success by combination of the axes that vary, and the interactions of each two of their values.

    Raises:
        UserError: no axis varies.
    """
    axes = [axis for axis in AXES if len(made.episodes.axes[axis].labels) > 1]
    if not axes:
        raise UserError("no axis has two values in this run; name several, like --axis theme=light,dark")
    labels = [[value for value in values(axis) if value in made.episodes.axes[axis].labels] for axis in axes]
    rates = [_rates(made, contender, axes, labels) for contender in range(len(made.cells.contenders))]
    return [_by_combination(made, axes, labels, rates), *_interactions(made, axes, labels, rates)]


def _rates(made: Document, contender: int, axes: list[str], labels: list[list[str]]) -> FloatArray:
    """Return one agent's success by task and value of each axis, NaN where it was not run or not scored."""
    episodes, cells = made.episodes, made.cells
    own = np.asarray((cells.contender == contender) & episodes.scored)
    codes = [episodes.axes[axis].codes[own] for axis in axes]
    known = [episodes.axes[axis].labels for axis in axes]
    several = zip(labels, known, codes, strict=True)
    at = [np.array([order.index(name) for name in names])[code] for order, names, code in several]
    task = episodes.texts["task"].codes[own]
    shape = (len(episodes.texts["task"].labels), *map(len, labels))
    cell = np.ravel_multi_index((task, *at), shape)
    trials = np.bincount(cell, minlength=int(np.prod(shape)))
    wins = np.bincount(cell, weights=np.asarray(episodes.success)[own], minlength=trials.size)
    with np.errstate(invalid="ignore"):
        return np.asarray((wins / np.where(trials, trials, np.nan)).reshape(shape))


def _by_combination(made: Document, axes: list[str], labels: list[list[str]], rates: list[FloatArray]) -> Figure:
    rows = []
    for contender, rate in zip(made.cells.contenders, rates, strict=True):
        usual = _under(rate, [0] * len(axes))
        for place in product(*(range(len(names)) for names in labels)):
            own = _under(rate, place)
            named = [names[n] for names, n in zip(labels, place, strict=True)]
            against = (_NO, _NO) if not any(place) else _difference(own - usual)
            rows.append((contender.agent, *named, *_success(own), *against))
    head = ("Agent", *(axis.capitalize() for axis in axes), "Success", "Interval", "Against the default", "Interval")
    lead = (
        "Mean success over tasks by combination of values; differences are paired by task, in points, against the "
        "first row of each agent."
    )
    return Figure("study", "Success by combination", lead, table(head, rows))


def _interactions(
    made: Document, axes: list[str], labels: list[list[str]], rates: list[FloatArray]
) -> Iterator[Figure]:
    """Yield the interactions of each two axes: the effect of both values, minus that of each alone."""
    rows = []
    for contender, rate in zip(made.cells.contenders, rates, strict=True):
        for one, other in combinations(range(len(axes)), 2):
            for a, b in product(range(1, len(labels[one])), range(1, len(labels[other]))):
                together = f"{labels[one][a]} and {labels[other][b]}"
                rows.append((contender.agent, together, *_difference(_contrast(rate, {one: a, other: b}), most=2)))
    if rows:
        lead = (
            "Success with both values, minus the effect of each alone (a difference of differences by task, in "
            "points): 0 where effects are additive, negative where both together are worse than their sum."
        )
        yield Figure(
            "interactions", "Interaction of values", lead, table(("Agent", "Values", "Interaction", "Interval"), rows)
        )


def _contrast(rate: FloatArray, chosen: dict[int, int]) -> FloatArray:
    """Return a task's success with both values, minus with either, plus with neither; other axes have defaults."""

    def at(taken: set[int]) -> FloatArray:
        place = [chosen[axis] if axis in taken else 0 for axis in range(rate.ndim - 1)]
        return _under(rate, place)

    one, other = chosen
    return at({one, other}) - at({one}) - at({other}) + at(set())


def _under(rate: FloatArray, place: Sequence[int]) -> FloatArray:
    """Return the success of each task under one value of each axis."""
    index: Any = (slice(None), *place)
    return np.asarray(rate[index])


def _success(rate: FloatArray) -> tuple[str, str]:
    known = rate[~np.isnan(rate)]
    if not known.size:
        return (_NO, _NO)
    found = stats.score_interval(known[None, :, None])
    return (percent(found.value), span(found))


def _difference(values: FloatArray, most: int = 1) -> tuple[str, str]:
    """Return the mean of differences that can't be farther from 0 than `most`, and its interval.

    As in `paired_cluster_t`, so few tasks that chance may give all differences one sign leave all of it open.
    """
    known = values[~np.isnan(values)]
    if known.size < 2:
        return (_NO, _NO)
    found = stats.score_interval(known[None, :, None], bounds=(-most, most))
    few = least_paired_p(known.size) >= 1 - found.level
    low, high = (-most, most) if few else (found.low, found.high)
    return (points(found.value), f"{points(low)} to {points(high)}")
