"""Who is better: paired differences on the configurations that both agents ran, corrected for their number."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from lifeworld import stats
from lifeworld.report import specs
from lifeworld.report.cells import Cells, Contender
from lifeworld.report.figure import Figure, Row, Section, Terms, chance, joined, percent, points, table
from lifeworld.stats import Comparison, Regret, Tally

MOST_PLOTTED = 45
SEED = 20260101


@dataclass(frozen=True)
class Difference:
    """By how much `b` scores above `a`, with the corrected p-value; None where they share too little."""

    a: Contender
    b: Contender
    found: Comparison | None
    corrected: float = float("nan")

    @property
    def name(self) -> str:
        return f"{self.b.label} over {self.a.label}"

    @property
    def differs(self) -> bool:
        return bool(self.found and self.corrected < 1 - self.found.level)


def better(cells: Cells, a: int, b: int, level: float = 0.95) -> Comparison | None:
    """Return by how much contender b scores above a on the configurations that both ran; None if too few are shared."""
    first, second = ((cells.dense(cells.successes[n]), cells.dense(cells.trials[n])) for n in (a, b))
    common = (first[1] > 0) & (second[1] > 0)
    ran = common.reshape(len(common), -1).any(axis=1)
    if not ran.any():
        return None
    pooled = bool((common[ran].any(axis=2).sum(axis=1) < 2).any())
    try:
        one, other = (Tally(np.where(common, won, 0)[ran], np.where(common, n, 0)[ran]) for won, n in (first, second))
        return stats.paired_cluster_t(one, other, level, pooled)
    except ValueError:
        return None  # one task an app: nothing between tasks to compare


def _rivals(cells: Cells) -> list[tuple[int, int]]:
    return list(combinations((n for n, one in enumerate(cells.contenders) if not one.privileged), 2))


def differences(cells: Cells, terms: Terms | None = None) -> list[Difference]:
    """Return all pairs of contenders compared; those that know the task are no rivals of anyone."""
    pairs, terms = _rivals(cells), terms or Terms()
    found = [better(cells, a, b, terms.level) for a, b in pairs]
    known = [one.p_value for one in found if one]
    corrected = iter(stats.adjust_p_values(known, terms.correction).tolist() if known else [])
    return [
        Difference(cells.contenders[a], cells.contenders[b], one, next(corrected) if one else float("nan"))
        for (a, b), one in zip(pairs, found, strict=True)
    ]


def section(cells: Cells, terms: Terms, found: Sequence[Difference]) -> Section | None:
    """Return the section of comparisons; None without two rivals."""
    found = [positive(one) for one in found]
    figures = (_forest(found, terms), _regrets(cells)) if found else ()
    return Section("Who is better", tuple(one for one in figures if one)) if found else None


def positive(one: Difference) -> Difference:
    """Turn a comparison so that the better agent is named first."""
    if one.found is None or one.found.value >= 0:
        return one
    turned = replace(one.found, value=-one.found.value, low=-one.found.high, high=-one.found.low)
    return Difference(one.b, one.a, turned, one.corrected)


def _forest(found: Sequence[Difference], terms: Terms) -> Figure:
    order = sorted(found, key=lambda one: -one.found.value if one.found else 1.0)
    rows = [_row(one) for one in order if one.found][:MOST_PLOTTED]
    head = ("Compared", "Difference", f"{terms.share} interval", "p", "p corrected", "Tasks", "Reading")
    lead = (
        "Difference in success on the configurations that both ran, paired by task, over all apps. Intervals are for "
        f"each comparison by itself; whether agents differ is told after {terms.corrected} for all comparisons. Agents "
        "that know the task are left out. "
        "Overlapping intervals of two scores would be no evidence that they are equal."
    )
    told = [one.name for one in order if one.differs]
    alt = f"Forest plot of {len(rows)} paired differences. Different after correction: {joined(told) or 'none'}."
    spec = specs.differences(rows, [str(row["name"]) for row in rows]) if rows else None
    warnings = sorted({warning for one in order if one.found for warning in one.found.warnings})
    lines = table(head, [_line(one) for one in order])
    about = {
        "Difference": "in points of success",
        f"{terms.share} interval": "of the difference",
        "p": "chance of as large a difference by luck",
        "p corrected": "the same, for the number of comparisons",
        "Tasks": "that both ran",
        "Reading": "whether they differ",
    }
    return Figure("differences", "Paired differences", lead, lines, spec, alt, tuple(warnings), columns=about)


def regret(cells: Cells, a: int, b: int) -> tuple[Regret, int] | None:
    """Return what choosing between two contenders on half of each app's tasks costs, and over how many apps.

    None where no app has two tasks that both ran.
    """
    first, second = (cells.configuration_rates(n) for n in (a, b))
    both = (~np.isnan(first) & ~np.isnan(second)).any(axis=2).sum(axis=1)
    apps = np.flatnonzero(both > 1)
    if not apps.size:
        return None
    rng = np.random.default_rng(SEED)
    each = [stats.expected_regret(first[app], second[app], rng) for app in apps]
    means = (float(np.mean([getattr(one, name) for one in each])) for name in ("wrong", "gap", "regret"))
    return Regret(*means), int(apps.size)


def _regrets(cells: Cells) -> Figure | None:
    known = [(a, b, found) for a, b in _rivals(cells)[:MOST_PLOTTED] if (found := regret(cells, a, b))]
    if not known:
        return None
    label = [one.label for one in cells.contenders]
    lines = [
        (f"{label[a]} or {label[b]}", percent(one.wrong), percent(one.gap, 1), percent(one.regret, 2), str(apps))
        for a, b, (one, apps) in known
    ]
    lead = (
        "If one of two agents were chosen on half of each app's tasks, one configuration each: what the choice "
        "would cost."
    )
    head = ("Choice", "Chosen wrongly", "Gap", "Expected regret", "Groups")
    about = {
        "Chosen wrongly": "how often the worse agent is chosen",
        "Gap": "the difference of the two on all data",
        "Expected regret": "what such a choice costs on average",
        "Groups": "apps, tasks over several and tasks of memory, with two tasks that both ran",
    }
    title = "What a choice on little data costs"
    return Figure("regret", title, lead, table(head, lines), None, open=True, columns=about)


def _row(one: Difference) -> Row:
    assert one.found
    ends = {"value": 100 * one.found.value, "low": 100 * one.found.low, "high": 100 * one.found.high}
    text = f"{points(one.found.value)} ({points(one.found.low)} to {points(one.found.high)})"
    return {"name": one.name, **ends, "claim": "differs" if one.differs else "not told apart", "text": text}


def _line(one: Difference) -> tuple[str, ...]:
    found = one.found
    if found is None:
        return (one.name, "–", "–", "–", "–", "–", "too few tasks in common")
    ends = f"{points(found.low)} to {points(found.high)}"
    reading = "differs" if one.differs else "not told apart"
    return (one.name, points(found.value), ends, chance(found.p_value), chance(one.corrected), str(found.n), reading)
