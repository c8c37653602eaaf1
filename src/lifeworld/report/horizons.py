"""Success by horizon: tasks of several parts compared with the product of their parts' rates when run alone."""

from collections.abc import Iterator

import numpy as np

from lifeworld import stats
from lifeworld.report.cells import Cells
from lifeworld.report.columns import Episodes
from lifeworld.report.figure import Figure, Terms, number, percent, span, table
from lifeworld.stats import HorizonLoss
from lifeworld.taskkit.compose import PLUS, horizon

SEED = 20260102
HEAD = (
    "Agent",
    "Parts",
    "Tasks",
    "Steps",
    "Success",
    "Interval",
    "Compared",
    "Independent parts",
    "Interval of these",
    "Ratio",
    "Ratio's interval",
)
COLUMNS = {
    "Parts": "number of tasks that were composed into one",
    "Tasks": "composed tasks, or tasks that were run alone",
    "Steps": "mean number of actions",
    "Success": "mean over the tasks",
    "Compared": "composed tasks each part of which was also run alone; the following columns are about these",
    "Independent parts": "mean product of the parts' own success rates: the expected success if length cost nothing",
    "Ratio": "success in the compared tasks over that; 1 minus the ratio is lost by length itself",
}


def figure(episodes: Episodes, cells: Cells, terms: Terms) -> Figure | None:
    """Return success by horizon; None where no task of the run is composed."""
    if not any(PLUS in name for app in cells.stratum("composed") for name in cells.tasks[app]):
        return None
    rows = [row for n in range(len(cells.contenders)) for row in _rows(episodes, cells, terms, n)]
    lead = (
        "A composed task succeeds if every part does. If parts were independent, its success would be the product of "
        f"the parts' rates in this run. Intervals: {terms.share}, bootstrap over tasks."
    )
    return Figure("horizon", "Success by horizon", lead, table(HEAD, rows), open=True, columns=COLUMNS)


def _rows(episodes: Episodes, cells: Cells, terms: Terms, contender: int) -> Iterator[tuple[str, ...]]:
    alone, composed = _rates(cells, contender)
    label = cells.contenders[contender].label
    if alone:
        success = _plain(list(alone.values()), terms)
        steps = _steps(episodes, contender, cells, 1)
        yield label, "1", str(len(alone)), steps, *success, "–", "–", "–", "–", "–"
    for parts in sorted({horizon(name) for name in composed}):
        own = {name: rate for name, rate in composed.items() if horizon(name) == parts}
        steps = _steps(episodes, contender, cells, parts)
        yield label, str(parts), str(len(own)), steps, *_plain(list(own.values()), terms), *_beside(own, alone, terms)


def _rates(cells: Cells, contender: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the success of each task that was run alone, and of each composed one."""
    rates, alone, composed = cells.rates(contender), dict[str, float](), dict[str, float]()
    for app, names in enumerate(cells.tasks):
        found = composed if cells.categories[app] == "composed" else alone
        found |= {name: float(rates[app, n]) for n, name in enumerate(names) if not np.isnan(rates[app, n])}
    return alone, composed


def _plain(rates: list[float], terms: Terms) -> tuple[str, str]:
    """Return success and its interval, tasks being the sample."""
    loss = stats.horizon_loss(rates, [[n] for n in range(len(rates))], rates, _generator(), terms.level)
    return percent(loss.success.value), span(loss.success)


def _beside(composed: dict[str, float], alone: dict[str, float], terms: Terms) -> tuple[str, ...]:
    """Return the number of composed tasks with parts that were run alone, the success if independent, and the ratio."""
    compared = {name: rate for name, rate in composed.items() if all(part in alone for part in name.split(PLUS))}
    if not compared:
        return ("0", "–", "–", "–", "–")
    loss = loss_of(compared, alone, terms.level)
    ratio = (number(loss.ratio.value, 2), f"{loss.ratio.low:.2f} – {loss.ratio.high:.2f}") if loss.ratio else ("–", "–")
    return (str(len(compared)), percent(loss.independent.value), span(loss.independent), *ratio)


def loss_of(composed: dict[str, float], alone: dict[str, float], level: float) -> HorizonLoss:
    """Compare the success of composed tasks, by name, with that of their parts."""
    used = sorted({part for name in composed for part in name.split(PLUS)})
    parts = [[used.index(part) for part in name.split(PLUS)] for name in composed]
    return stats.horizon_loss(list(composed.values()), parts, [alone[one] for one in used], _generator(), level)


def _steps(episodes: Episodes, contender: int, cells: Cells, parts: int) -> str:
    composed = episodes.texts["category"].where("composed")
    labels = episodes.texts["task"]
    of = np.array([horizon(name) for name in labels.labels])[labels.codes]
    own = (cells.contender == contender) & episodes.scored & ((of == parts) & composed if parts > 1 else ~composed)
    values = episodes.number("steps")[own]
    return number(float(np.mean(values))) if values.size else "–"


def _generator() -> np.random.Generator:
    return np.random.default_rng(SEED)
