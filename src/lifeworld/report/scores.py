"""Suite scores with intervals, scores by app, and bounds for unscored episodes."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from lifeworld import stats
from lifeworld.core.counting import counted
from lifeworld.report import horizons, specs
from lifeworld.report.cells import STRATA, Cells, Contender
from lifeworld.report.columns import Episodes
from lifeworld.report.figure import (
    Figure,
    Row,
    Section,
    Table,
    Terms,
    doubts,
    number,
    percent,
    span,
    table,
    with_interval,
)
from lifeworld.stats import Bounds, Estimate, Tally
from lifeworld.stats.profiles import bounds_of
from lifeworld.stats.tally import FloatArray

Strata: TypeAlias = list[Estimate | None]
COLUMN = ("Suite score", "Several apps", "Memory", "Free prose", "Composed")
FEW = 20  # tasks, below which a score is marked
FAR = 0.02  # between bounds that a headline must not keep silent about
MOST_REASONS = 20
COLUMNS = {
    "Suite score": "mean over apps of the success on single-app tasks",
    "Interval": "confidence interval of the suite score, tasks being the sample",
    "Bounds": "the suite score if all episodes with infrastructure errors had failed, or had succeeded",
    "Several apps": "success, with its interval, on tasks that need several apps",
    "Memory": "success, with its interval, on tasks that need knowledge of the person's history",
    "Free prose": "success, with its interval, on tasks in which one writes in words of one's own",
    "Composed": "success, with its interval, on tasks that were composed of several",
    "Tasks": f"single-app tasks that the suite score rests on; “few” marks fewer than {FEW}",
    "n": "scored episodes of all tasks",
    "Success": "episodes of all tasks that succeeded",
    "Failure": "episodes that failed",
    "Unscored": "episodes ended by an infrastructure error, excluded from the score",
    "Steps": "mean number of actions",
    "Items met": "mean share of what a task asks for",
}
OF = ("single-app tasks", "tasks of several apps", "tasks of memory", "tasks of free prose", "composed tasks")
MOST_DOTS = 60  # apps times agents; beyond, a heat map is easier to read


def score(counts: Tally | None, level: float = 0.95) -> Estimate | None:
    """Return the suite score with its interval; None without episodes."""
    return stats.suite_interval(counts, level) if counts else None


def standings(cells: Cells, terms: Terms) -> list[Strata]:
    """Return each contender's score on each stratum: single-app tasks, those of several apps, of memory …."""
    known = range(len(cells.contenders))
    return [[score(cells.tally(n, cells.stratum(s)), terms.level) for s in STRATA] for n in known]


def best_first(cells: Cells, terms: Terms) -> tuple[Cells, list[Strata]]:
    """Return the cells with the best contender first, those that know the tasks last; and their standings."""
    strata = standings(cells, terms)
    lead = [own[cells.leading] for own in strata]
    worth = [(one.privileged, -own.value if own else 1.0) for one, own in zip(cells.contenders, lead, strict=True)]
    order = sorted(range(len(worth)), key=worth.__getitem__)
    return cells.ordered(order), [strata[n] for n in order]


def section(episodes: Episodes, cells: Cells, terms: Terms, strata: list[Strata]) -> Section:
    figures = [_suite(episodes, cells, strata, terms), _apps(cells, terms)]
    if by_horizon := horizons.figure(episodes, cells, terms):
        figures.append(by_horizon)
    if cells.lost.any() or cells.faults.any():
        figures.append(_bounds(cells))
    if cells.faults.any():
        figures.append(_faults(episodes, cells))
    return Section("Scores", tuple(figures), warnings=_warnings(cells, strata))


def _warnings(cells: Cells, strata: list[Strata]) -> tuple[str, ...]:
    """Return each warning about an interval with the agents and the strata that it concerns."""
    found: dict[str, list[str]] = {}
    for one, estimates in zip(cells.contenders, strata, strict=True):
        for stratum, estimate in enumerate(estimates):
            for warning in estimate.warnings if estimate else ():
                found.setdefault(warning, []).append(f"{one.label}{f' on {OF[stratum]}' if stratum else ''}")
    few = [one.label for one, own in zip(cells.contenders, strata, strict=True) if own[0] and _tasks(cells, one) < FEW]
    if few:
        found[f"fewer than {FEW} tasks: go by the interval, not by the score"] = few
    alike = [one.label for one, own in zip(cells.contenders, strata, strict=True) if own[0]]
    if cells.pooled:
        found["too many configurations: they are pooled within their task"] = alike
    whom = {warning: "" if labels == alike else f" ({', '.join(labels)})" for warning, labels in found.items()}
    return tuple(f"{warning[0].upper()}{warning[1:]}{whom[warning]}." for warning in found)


def _suite(episodes: Episodes, cells: Cells, strata: list[Strata], terms: Terms) -> Figure:
    shown = [(one, own[0]) for one, own in zip(cells.contenders, strata, strict=True) if own[0]]
    rows = [_dot(one.label, estimate) for one, estimate in shown]
    lead = (
        f"Share of single-app tasks that were solved, averaged over apps, with {terms.share} intervals. Tasks are the "
        "sample that the intervals are about. Episodes ended by an infrastructure error are excluded from the score, "
        "unless the error followed the agent's own action in every try: then they count as failures."
    )
    others = [n for n, _ in enumerate(STRATA[1:], 1) if any(own[n] for own in strata)]
    far = far_bounds(cells)
    wide = ("Bounds",) if any(far) else ()
    counted = ("Tasks", "n", "Success", "Failure", "Unscored", "Steps", "Items met")
    head = ("Agent", "Suite score", "Interval", *wide, *(COLUMN[n] for n in others), *counted)
    rests = [
        (*(with_interval(own[n]) for n in others), *each)
        for own, each in zip(strata, _counted(episodes, cells), strict=True)
    ]
    lines = [
        (_named(one), percent(own[0].value) if own[0] else "–", span(own[0]), *([bound] if wide else []), *rest)
        for one, own, bound, rest in zip(cells.contenders, strata, far, rests, strict=True)
    ]
    bounded = {
        one.label: f", {bound} with infrastructure errors" if bound else ""
        for one, bound in zip(cells.contenders, far, strict=True)
    }
    alt = "; ".join(f"{one.label} {with_interval(estimate)}{bounded[one.label]}" for one, estimate in shown)
    spec = specs.intervals(rows, cells.labels, "suite score", cells.labels) if rows else None
    told, marks = table(head, lines), _marks(cells)
    return Figure("suite", "Suite score", lead, told, spec, alt, marks, open=True, columns=COLUMNS)


def far_bounds(cells: Cells) -> list[str]:
    """Return each contender's bounds as text, where they are so far apart that the score alone would mislead."""
    found = [bounds(cells, n, cells.headline) for n, _ in enumerate(cells.contenders)]
    ends = [(own[0].low, own[0].high) if own else (0.0, 0.0) for own in found]
    return [f"{percent(low)} to {percent(high)}" if high - low > FAR else "" for low, high in ends]


def _marks(cells: Cells) -> tuple[str, ...]:
    inside = [one.label for one in cells.contenders if one.in_process]
    told = "ran in-process, with access to the answers and the judge: for debugging, not for results"
    return (f"{', '.join(inside)} {told}",) if inside else ()


def _named(one: Contender) -> str:
    marks = ["knows the tasks"] * one.privileged + ["in-process"] * one.in_process
    return f"{one.label} ({', '.join(marks)})" if marks else one.label


def _counted(episodes: Episodes, cells: Cells) -> Iterator[tuple[str, ...]]:
    """Yield each contender's numbers of episodes, and its means of steps and of items met."""
    for n in range(len(cells.contenders)):
        mine = (cells.contender == n) & episodes.scored
        wins, trials, lost = (int(each[n].sum()) for each in (cells.successes, cells.trials, cells.lost))
        steps, items = (_mean(episodes.number(column)[mine]) for column in ("steps", "score"))
        tasks = _tasks(cells, cells.contenders[n])
        counts = (trials, wins, trials - wins, lost)
        told = f"{tasks:,} (few)" if tasks < FEW else f"{tasks:,}"
        yield (told, *(f"{count:,}" for count in counts), number(steps), percent(items))


def _tasks(cells: Cells, contender: Contender) -> int:
    """Return how many single-app tasks a contender's suite score rests on."""
    single = np.isin(cells.app, cells.stratum("single"))
    ran = (cells.trials[cells.contenders.index(contender)] > 0) & single
    return int(np.unique(cells.app[ran] * cells.shape[1] + cells.task[ran]).size)


def _mean(values: FloatArray) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else float("nan")


def _dot(name: str, estimate: Estimate, group: str = "") -> Row:
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {"name": name, "group": group, **ends, "text": with_interval(estimate)}


def by_app(cells: Cells, contender: int, level: float = 0.95) -> dict[str, Estimate]:
    """Return the score of each app that an agent has episodes of, a task counting for every app that it touches.

    Composed tasks are left out: they are as hard as they are long, whatever app they touch.
    """
    wins, trials = cells.outcomes(contender)
    found: dict[str, Estimate] = {}
    for app in sorted({app for apps in cells.touched.values() for app in apps}):
        own = [
            place
            for place, apps in cells.touched.items()
            if app in apps and trials[place].any() and cells.categories[place[0]] != "composed"
        ]
        if own:
            a, s = zip(*own, strict=True)
            estimate = score(Tally(wins[list(a), list(s)][None], trials[list(a), list(s)][None]), level)
            assert estimate
            found[app] = estimate
    return found


def _apps(cells: Cells, terms: Terms) -> Figure:
    estimates = [by_app(cells, n, terms.level) for n in range(len(cells.contenders))]
    apps = sorted({app for own in estimates for app in own})
    labels = cells.labels
    lines = [(app, *(with_interval(own.get(app)) for own in estimates)) for app in apps]
    rows = [
        _dot(app, own[app], label) | {"percent": f"{100 * own[app].value:.0f}"}
        for label, own in zip(labels, estimates, strict=True)
        for app in apps
        if app in own
    ]
    dots = len(apps) * len(labels) <= MOST_DOTS
    spec = specs.intervals(rows, apps, "success", labels) if dots else specs.heat(rows, labels, apps)
    lead = (
        f"Share of tasks solved in each app, with {terms.share} intervals. A task counts for each app that it touches. "
        "Where an app has one task, the interval covers only the variance between its episodes."
    )
    who = f"{counted(len(labels), 'agent')} on {counted(len(apps), 'app')}"
    alt = f"Success of {who}, with intervals; the numbers are in the table."
    named = ((f"{name} in {app}", one) for name, own in zip(labels, estimates, strict=True) for app, one in own.items())
    told = table(("App", *labels), lines)
    return Figure("apps", "By app", lead, told, spec if rows else None, alt, doubts(named) if len(apps) > 1 else ())


def bounds(cells: Cells, contender: int, apps: list[int]) -> tuple[Bounds, float] | None:
    """Return the suite score if all infrastructure errors were failures or successes, and as it is (NaN: none)."""
    counts = (cells.successes, cells.trials, cells.lost, cells.faults)
    wins, trials, lost, faults = (cells.dense(each[contender])[apps] for each in counts)
    ran = (trials + lost).any(axis=(1, 2))
    if not ran.any():
        return None
    found = bounds_of(wins[ran], (trials - faults)[ran], (lost + faults)[ran])
    scored = cells.tally(contender, apps)
    return found, stats.suite_score(scored) if scored else float("nan")


def _bounds(cells: Cells) -> Figure:
    rows, lines = [], []
    for n, one in enumerate(cells.contenders):
        lost, faults = int(cells.lost[n].sum()), int(cells.faults[n].sum())
        found = bounds(cells, n, cells.headline) if lost or faults else None
        if found:
            low, high, now = found[0].low, found[0].high, found[1]
            text = f"{percent(low)} to {percent(high)}"
            value = (low + high) / 2 if np.isnan(now) else now
            rows.append({"name": one.label, "value": value, "low": low, "high": high, "text": text})
            lines.append((one.label, percent(low), percent(now), percent(high), f"{lost:,}", f"{faults:,}"))
    lead = (
        "Infrastructure errors, ours or a provider's, ended these episodes. Those that followed the agent's own action "
        "in every try count as failures, the others are excluded from the score. The bounds are the suite score if all "
        "of them had failed, and if all had succeeded."
    )
    alt = "; ".join(f"{row['name']}: {row['text']}" for row in rows)
    order = [str(row["name"]) for row in rows]
    spec = specs.intervals(rows, order, "suite score", cells.labels) if rows else None
    about = {
        "All failed": "the score if these episodes had failed",
        "As scored": "the score as it is",
        "All succeeded": "the score if they had succeeded",
        "Unscored": "episodes excluded from the score",
        "Errors after its own action": "episodes that count as failures",
    }
    told = table(("Agent", *about), lines)
    return Figure("bounds", "Bounds for infrastructure errors", lead, told, spec, alt, columns=about)


def _faults(episodes: Episodes, cells: Cells) -> Figure:
    """Count the infrastructure errors that followed agents' own actions, by agent and reason."""
    places = np.flatnonzero(episodes.scored & ~episodes.success & episodes.marked("fault"))
    labels = [cells.contenders[n].label for n in cells.contender[places]]
    reasons = [str(row.get("reason") or "") for row in episodes.rows(places, ("status", "reason"))]
    counts = Counter(zip(labels, reasons, strict=True)).most_common(MOST_REASONS)
    lines = tuple((label, reason, f"{count:,}") for (label, reason), count in counts)
    lead = "Infrastructure errors that followed an agent's own action in every try. They count as failures."
    about = {"Reason": "the error", "Episodes": "number of episodes that it ended"}
    told = Table(("Agent", *about), lines, frozenset({2}))
    return Figure("faults", "Infrastructure errors after agents' own actions", lead, told, open=True, columns=about)
