"""Suite scores with intervals, scores by app, and what unscored episodes could change."""

from collections.abc import Iterator

import numpy as np

from lifeworld import stats
from lifeworld.report import specs
from lifeworld.report.cells import STRATA, Cells, Contender
from lifeworld.report.columns import Episodes
from lifeworld.report.figure import Figure, Row, Section, number, percent, span, table, told
from lifeworld.stats import Estimate, Tally
from lifeworld.stats.tally import FloatArray

_STRATA = ("Suite score", "Several apps", "Memory")
MOST_DOTS = 60  # apps times agents; beyond, a heat map is easier to read


def score(counts: Tally | None) -> Estimate | None:
    """Return the suite score with its interval; None without episodes.

    Of a single scenario there is nothing between scenarios to learn from: Wilson's interval over episodes, with a
    warning.
    """
    if counts is None:
        return None
    try:
        return stats.suite_interval(counts)
    except ValueError:
        wins, trials = int(counts.successes.sum()), int(counts.trials.sum())
        plain = stats.wilson(wins, trials)
        warning = "one scenario only: the interval knows of chance within it alone"
        return Estimate(plain.value, plain.low, plain.high, trials, plain.level, plain.method, warnings=(warning,))


def section(episodes: Episodes, cells: Cells) -> Section:
    """Return the section of scores."""
    strata = [[score(cells.tally(n, cells.stratum(s))) for s in STRATA] for n in range(len(cells.contenders))]
    figures = [_suite(episodes, cells, strata), _apps(cells)]
    if cells.lost.any():
        figures.append(_bounds(cells))
    return Section("Scores", tuple(figures), warnings=_warnings(cells, strata))


def _warnings(cells: Cells, strata: list[list[Estimate | None]]) -> tuple[str, ...]:
    """Return each doubt about an interval with the agents whose intervals it concerns."""
    found: dict[str, list[str]] = {}
    for one, estimates in zip(cells.contenders, strata, strict=True):
        for warning in sorted({warning for estimate in estimates if estimate for warning in estimate.warnings}):
            found.setdefault(warning, []).append(one.label)
    if cells.pooled:
        found["too many configurations: they are pooled within their scenario"] = ["all"]
    return tuple(f"{warning[0].upper()}{warning[1:]} ({', '.join(labels)})." for warning, labels in found.items())


def _suite(episodes: Episodes, cells: Cells, strata: list[list[Estimate | None]]) -> Figure:
    shown = [(one, own[0]) for one, own in zip(cells.contenders, strata, strict=True) if own[0]]
    rows = [_dot(one.label, estimate) for one, estimate in shown]
    order = [one.label for one, _ in shown]
    lead = (
        "Mean over apps of the success on single-app tasks, with 95 % intervals in which tasks are the sample. "
        "Episodes that a fault of ours ended are not in it."
    )
    others = [n for n, _ in enumerate(STRATA[1:], 1) if any(own[n] for own in strata)]
    counted = ("Success", "Failure", "Unscored", "Steps", "Items met")
    head = ("Agent", "Suite score", "Interval", *(_STRATA[n] for n in others), *counted)
    lines = [
        (_named(one), percent(own[0].value) if own[0] else "–", span(own[0]), *(told(own[n]) for n in others), *rest)
        for one, own, rest in zip(cells.contenders, strata, _counted(episodes, cells), strict=True)
    ]
    alt = "; ".join(f"{one.label} {told(estimate)}" for one, estimate in shown)
    spec = specs.intervals(rows, order, "suite score") if rows else None
    return Figure("suite", "Suite score", lead, table(head, lines), spec, alt, open=True)


def _named(one: Contender) -> str:
    return f"{one.label} (knows the task)" if one.privileged else one.label


def _counted(episodes: Episodes, cells: Cells) -> Iterator[tuple[str, ...]]:
    """Yield each contender's numbers of episodes, and its means of steps and of items met."""
    for n in range(len(cells.contenders)):
        mine = (cells.contender == n) & episodes.scored
        wins, trials, lost = (int(each[n].sum()) for each in (cells.successes, cells.trials, cells.lost))
        steps, items = (_mean(episodes.numbers[column][mine]) for column in ("steps", "score"))
        yield (f"{wins:,}", f"{trials - wins:,}", f"{lost:,}", number(steps), percent(items))


def _mean(values: FloatArray) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else float("nan")


def _dot(name: str, estimate: Estimate, group: str = "") -> Row:
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {"name": name, "group": group, **ends, "text": told(estimate)}


def by_app(cells: Cells, contender: int) -> dict[str, Estimate]:
    """Return the score of each app that an agent has episodes of, a task counting for every app that it touches."""
    wins, trials = (cells.dense(each[contender]) for each in (cells.successes, cells.trials))
    found: dict[str, Estimate] = {}
    for app in sorted({app for apps in cells.touched.values() for app in apps}):
        own = [place for place, apps in cells.touched.items() if app in apps and trials[place].any()]
        if own:
            a, s = zip(*own, strict=True)
            estimate = score(Tally(wins[list(a), list(s)][None], trials[list(a), list(s)][None]))
            assert estimate
            found[app] = estimate
    return found


def _apps(cells: Cells) -> Figure:
    estimates = [by_app(cells, n) for n in range(len(cells.contenders))]
    apps = sorted({app for own in estimates for app in own})
    labels = [one.label for one in cells.contenders]
    lines = [(app, *(told(own.get(app)) for own in estimates)) for app in apps]
    rows = [
        _dot(app, own[app], label) | {"percent": f"{100 * own[app].value:.0f}"}
        for label, own in zip(labels, estimates, strict=True)
        for app in apps
        if app in own
    ]
    dots = len(apps) * len(labels) <= MOST_DOTS
    spec = specs.intervals(rows, apps, "success", labels) if dots else specs.heat(rows, labels, apps)
    lead = (
        "A task counts for each app that it touches. With one task, an app's interval knows only of chance within it."
    )
    alt = f"Success of {len(labels)} agents on {len(apps)} apps, with intervals; the numbers are in the table."
    return Figure("apps", "By app", lead, table(("App", *labels), lines), spec if rows else None, alt)


def bounds(cells: Cells, contender: int, apps: list[int]) -> tuple[float, float, float] | None:
    """Return the suite score had all unscored episodes failed, as it is (NaN without any scored), had all succeeded."""
    wins, trials, lost = (cells.dense(e[contender])[apps] for e in (cells.successes, cells.trials, cells.lost))
    ran = (trials + lost).reshape(len(apps), -1).any(axis=1) if apps else np.zeros(0, dtype=bool)
    if not ran.any():
        return None
    wins, trials, lost = wins[ran], trials[ran], lost[ran]
    low, high = (stats.suite_score(Tally(won, trials + lost)) for won in (wins, wins + lost))
    scored = trials.reshape(len(trials), -1).any(axis=1)
    now = stats.suite_score(Tally(wins[scored], trials[scored])) if scored.any() else float("nan")
    return low, now, high


def _bounds(cells: Cells) -> Figure:
    rows, lines = [], []
    for n, one in enumerate(cells.contenders):
        found = bounds(cells, n, cells.stratum("single")) if cells.lost[n].any() else None
        if found:
            low, now, high = found
            text = f"{percent(low)} to {percent(high)}"
            value = (low + high) / 2 if np.isnan(now) else now
            rows.append({"name": one.label, "value": value, "low": low, "high": high, "text": text})
            lines.append((one.label, percent(low), percent(now), percent(high), str(int(cells.lost[n].sum()))))
    lead = (
        "Faults of ours, or of a provider, ended these episodes; they are in no score. Had all of them failed, or all "
        "succeeded, the suite score would lie at these bounds."
    )
    head = table(("Agent", "All failed", "As scored", "All succeeded", "Unscored"), lines)
    alt = "; ".join(f"{row['name']}: {row['text']}" for row in rows)
    spec = specs.intervals(rows, [str(row["name"]) for row in rows], "suite score") if rows else None
    return Figure("bounds", "Bounds for unscored episodes", lead, head, spec, alt)
