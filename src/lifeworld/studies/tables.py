"""The tables of a study: scores with intervals, and comparisons of what differs in one factor alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from lifeworld import stats
from lifeworld.core.errors import UserError
from lifeworld.report import comparison, horizons, scores
from lifeworld.report.cells import Cells, Contender
from lifeworld.report.columns import added
from lifeworld.report.document import Document
from lifeworld.report.figure import Figure, Terms, number, percent, span, table
from lifeworld.report.variance import ratio_span
from lifeworld.stats import Comparison, Estimate, Tally
from lifeworld.stats.tally import IntArray
from lifeworld.studies.crossing import crossed
from lifeworld.taskkit.catalogue import find

BINS = ("none", "1 or 2", "3 or more")
_MIDDLE = 1
_CALL_FOR_IT = ("clarify", "confirm")
_TERMS = Terms()


def channels(made: Document) -> list[Figure]:
    """Return success by agent and channel, and each agent's channels compared on the same configurations."""
    cells = made.cells
    estimates = [scores.score(cells.tally(n, cells.stratum("single"))) for n in range(len(cells.contenders))]
    steps = _means(made, "steps")
    rows = [
        (_name(one), one.channel, *_score(estimate), number(mean))
        for one, estimate, mean in zip(cells.contenders, estimates, steps, strict=True)
    ]
    head = ("Agent", "Channel", "Suite score", "Interval", "Steps")
    lead = "Suite score (mean over apps of single-app tasks) by channel: what the agent observes and acts with."
    same = [(a, b) for a, b in _pairs(cells) if cells.contenders[a].agent == cells.contenders[b].agent]
    pairs = _compared(cells, same, lambda one: f"{one.agent}: {one.channel}")
    return [Figure("study", "Success by channel", lead, table(head, rows), warnings=_warnings(estimates)), pairs]


def settings(made: Document) -> list[Figure]:
    """Return success and deviation by agent, that is by setting, and the settings compared."""
    cells, rows = made.cells, []
    estimates = [scores.score(cells.tally(n, cells.stratum("single"))) for n in range(len(cells.contenders))]
    for n, (one, estimate) in enumerate(zip(cells.contenders, estimates, strict=True)):
        rows.append((_name(one), *_score(estimate), *_deviation(cells.tally(n, cells.stratum("single")))))
    head = ("Agent", "Suite score", "Interval", "Fixed", "Varied", "Ratio", "Ratio's interval")
    lead = (
        "Suite score, and mean absolute deviation of success: within one configuration that is run repeatedly (fixed), "
        "and over a task's configurations (varied). A ratio well below 1 means that one fixed appearance hides "
        "variation that others show; the ratio under the null, which is below 1, too, is in the run's report."
    )
    shown = Figure("study", "Success and deviation by setting", lead, table(head, rows), warnings=_warnings(estimates))
    return [shown, _compared(cells, _pairs(cells), _name)]


def questions(made: Document) -> list[Figure]:
    """Return success by number of questions asked, and whether one or two beat none and more, within the same tasks."""
    rows: list[tuple[str, ...]] = []
    found: list[tuple[str, Comparison | None, str]] = []
    for n, one in enumerate(made.cells.contenders):
        for group, asks in (("yes", True), ("no", False)):
            bins = [_asked(made, n, place, asks) for place in range(len(BINS))]
            if not any(each.ran.any() for each in bins):
                continue
            rows += [(_name(one), group, *_counted(name, each)) for name, each in zip(BINS, bins, strict=True)]
            told = f"{_name(one)}, {'tasks that call for it' if asks else 'other tasks'}"
            for other in (0, 2):
                compared = _within_tasks(bins[other], bins[_MIDDLE])
                found.append((f"{told}: {BINS[_MIDDLE]} over {BINS[other]}", compared, "too few tasks in common"))
    head = ("Agent", "Called for", "Questions", "Success", "Interval", "Episodes", "Tasks")
    lead = (
        "Mean over tasks of the success of the episodes with so many questions. A task that calls for a question can't "
        "be solved without one; in others the agent asks of its own accord. Questions are not assigned at random: "
        "harder tasks get more of them, so that rows differ in their tasks, too."
    )
    more = (
        "Within tasks in which both occurred, so that a task's difficulty cancels. An inverse U means that one or two "
        "questions are better than none and better than more."
    )
    return [
        Figure("study", "Success by number of questions", lead, table(head, rows)),
        _comparisons("Questions compared within tasks", more, found),
    ]


def horizon(made: Document) -> list[Figure]:
    """Return success by number of parts, compared with the product of the parts' own rates."""
    found = horizons.figure(made.episodes, made.cells, _TERMS)
    if found is None:
        raise UserError("no task of this run is composed; run the study without --axis horizon, or with more than 1")
    return [found]


def _counted(name: str, one: "_Bin") -> tuple[str, ...]:
    estimate = scores.score(one.of(one.ran)) if one.ran.any() else None
    return (name, *_score(estimate), str(int(one.trials.sum())), str(int(one.ran.sum())))


TABLES: dict[str, Callable[[Document], list[Figure]]] = {
    "channels": channels,
    "settings": settings,
    "questions": questions,
    "horizon": horizon,
    "crossed": crossed,
}


def _name(one: Contender) -> str:
    return f"{one.agent} (knows the tasks)" if one.privileged else one.agent


def _score(estimate: Estimate | None) -> tuple[str, str]:
    return (percent(estimate.value), span(estimate)) if estimate else ("–", "–")


def _warnings(estimates: Sequence[Estimate | None]) -> tuple[str, ...]:
    return tuple(sorted({warning for one in estimates if one for warning in one.warnings}))


def _means(made: Document, name: str) -> list[float]:
    values, contender = made.episodes.number(name), made.cells.contender
    own = [values[(contender == n) & made.episodes.scored] for n in range(len(made.cells.contenders))]
    return [float(np.mean(one)) if one.size else float("nan") for one in own]


def _pairs(cells: Cells) -> list[tuple[int, int]]:
    """Return the pairs to compare; a privileged agent is compared only with itself, under other channels."""
    known = [one.privileged for one in cells.contenders]
    return [
        (a, b)
        for a, b in combinations(range(len(known)), 2)
        if cells.contenders[a].agent == cells.contenders[b].agent or not (known[a] or known[b])
    ]


def _deviation(counts: Tally | None) -> tuple[str, str, str, str]:
    try:
        if counts is None:
            return ("–", "–", "–", "–")
        found, tasks = stats.average_deviation(counts)
        varied = found.overall_mad > 0
        ratio = stats.deviation_ratios(counts)[1] if varied and tasks > 1 else None
    except ValueError:
        return ("–", "–", "–", "–")  # nothing was run again
    shares = percent(found.within_mad, 1), percent(found.overall_mad, 1), number(found.mad_ratio, 2)
    return (*shares, ratio_span(ratio, "–") if ratio else "–")


def _compared(cells: Cells, pairs: Sequence[tuple[int, int]], name: Callable[[Contender], str]) -> Figure:
    found = []
    for a, b in pairs:
        one = comparison.positive(comparison.compared(cells, a, b))
        found.append((f"{name(one.b)} over {name(one.a)}", one.found, one.why_not))
    lead = "Difference in success on the configurations that both ran, paired by task, over all apps."
    return _comparisons("Compared on the same configurations", lead, found)


def _comparisons(title: str, lead: str, found: Sequence[tuple[str, Comparison | None, str]]) -> Figure:
    """Return a table of comparisons by name, with p-values corrected for their number."""
    p_values = comparison.corrected([one for _, one, _ in found], _TERMS)
    rows = [
        (name, *comparison.columns(one, p_value, why_not))
        for (name, one, why_not), p_value in zip(found, p_values, strict=True)
    ]
    warnings = tuple(sorted({warning for _, one, _ in found if one for warning in one.warnings}))
    head = ("Compared", "Difference", "Interval", "p", "p corrected", "Tasks", "Result")
    lead = f"{lead} Results are significant after {_TERMS.corrected}."
    return Figure("compared", title, lead, table(head, rows), warnings=warnings)


@dataclass(frozen=True)
class _Bin:
    """Successes and trials of each task, [1, task, 1]: tasks side by side as of one app; perhaps no trial at all."""

    successes: IntArray
    trials: IntArray

    def of(self, tasks: np.ndarray) -> Tally:
        """Return the counts of some tasks."""
        return Tally(self.successes[:, tasks], self.trials[:, tasks])

    @property
    def ran(self) -> np.ndarray:
        """Which tasks have any trial."""
        return np.asarray(self.trials[0, :, 0] > 0)


def _asked(made: Document, contender: int, place: int, called_for: bool) -> _Bin:
    """Return the scored episodes of one agent with so many questions, in tasks that call for one or in the others."""
    cells, episodes = made.cells, made.episodes
    calls = np.array([find(name).kind() in _CALL_FOR_IT for name in episodes.texts["task"].labels])
    asked = np.digitize(np.nan_to_num(episodes.number("questions")), (1, 3)) == place
    right = calls[episodes.texts["task"].codes] == called_for
    own = (cells.contender == contender) & episodes.scored & asked & right
    return _Bin(_by_task(cells, own & episodes.success), _by_task(cells, own))


def _by_task(cells: Cells, mask: np.ndarray) -> IntArray:
    task = cells.app * cells.shape[1] + cells.task
    return added(task[cells.cell], mask, (1, cells.shape[0] * cells.shape[1], 1))


def _within_tasks(one: _Bin, other: _Bin) -> Comparison | None:
    common = one.ran & other.ran
    return stats.paired_cluster_t(one.of(common), other.of(common)) if common.sum() > 1 else None
