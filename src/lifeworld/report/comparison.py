"""Pairwise comparison of agents: paired differences on shared configurations, with corrected p-values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from lifeworld import stats
from lifeworld.core.counting import joined
from lifeworld.report import specs
from lifeworld.report.cells import Cells, Contender
from lifeworld.report.figure import Figure, Row, Section, Terms, chance, doubts, percent, points, table
from lifeworld.stats import Comparison, Regret, Tally

MOST_PLOTTED = 45
FEW = 6  # comparisons up to which the table is unfolded
SEED = 20260101


@dataclass(frozen=True)
class Difference:
    """By how much `b` scores above `a`, with the corrected p-value; `why_not` where they share too little."""

    a: Contender
    b: Contender
    found: Comparison | None
    corrected: float = float("nan")
    why_not: str = ""

    @property
    def name(self) -> str:
        return f"{self.b.label} over {self.a.label}"

    @property
    def differs(self) -> bool:
        return bool(self.found and self.corrected < 1 - self.found.level)


def common(cells: Cells, a: int, b: int) -> tuple[Tally, Tally] | None:
    """Return both contenders' episodes in the configurations that both ran; None where there is none."""
    first, second = cells.outcomes(a), cells.outcomes(b)
    shared = (first[1] > 0) & (second[1] > 0)
    ran = shared.any(axis=(1, 2))
    if not ran.any():
        return None
    one, other = (Tally(np.where(shared, won, 0)[ran], np.where(shared, n, 0)[ran]) for won, n in (first, second))
    return one, other


def compared(cells: Cells, a: int, b: int, level: float = 0.95) -> Difference:
    """Return by how much contender b scores above a on the configurations that both ran."""
    pair, shared = (cells.contenders[a], cells.contenders[b]), common(cells, a, b)
    if shared is None:
        return Difference(*pair, None, why_not="no configuration was run by both")
    try:
        return Difference(*pair, stats.paired_cluster_t(*shared, level))
    except ValueError:
        return Difference(*pair, None, why_not="only one task was run by both")


def _rivals(cells: Cells) -> list[tuple[int, int]]:
    return list(combinations((n for n, one in enumerate(cells.contenders) if not one.privileged), 2))


def differences(
    cells: Cells, terms: Terms | None = None, pairs: Sequence[tuple[int, int]] | None = None
) -> list[Difference]:
    """Return pairs of contenders compared, with p-values corrected for their number.

    By default all pairs, but for contenders that know the task.
    """
    terms = terms or Terms()
    found = [compared(cells, a, b, terms.level) for a, b in (_rivals(cells) if pairs is None else pairs)]
    p_values = corrected([one.found for one in found], terms)
    return [replace(one, corrected=p_value) for one, p_value in zip(found, p_values, strict=True)]


def corrected(found: Sequence[Comparison | None], terms: Terms) -> list[float]:
    """Return each comparison's p-value, corrected for their number; NaN for none."""
    known = [one.p_value for one in found if one]
    adjusted = iter(stats.adjust_p_values(known, terms.correction).tolist() if known else [])
    return [next(adjusted) if one else float("nan") for one in found]


def section(cells: Cells, terms: Terms, found: Sequence[Difference]) -> Section | None:
    """Return the section of comparisons; None without two rivals."""
    found = [positive(one) for one in found]
    figures = (_forest(found, terms), _regrets(cells)) if found else ()
    return Section("Pairwise comparison", tuple(one for one in figures if one)) if found else None


def positive(one: Difference) -> Difference:
    """Turn a comparison so that the better agent is named first."""
    if one.found is None or one.found.value >= 0:
        return one
    turned = replace(one.found, value=-one.found.value, low=-one.found.high, high=-one.found.low)
    return replace(one, a=one.b, b=one.a, found=turned)


def _forest(found: Sequence[Difference], terms: Terms) -> Figure:
    order = sorted(found, key=lambda one: -one.found.value if one.found else 1.0)
    rows = [_row(one) for one in order if one.found][:MOST_PLOTTED]
    about = explained(terms)
    lead = (
        "Difference in success of two agents on the same tasks, in percentage points. Right of the dashed line the "
        "first one is better. Configurations that both ran are paired by task, over all apps. Intervals are for "
        f"each comparison by itself; results are significant after {terms.corrected} for all comparisons. Agents that "
        "know the task are excluded. Overlapping intervals of two scores are no evidence that they are equal."
    )
    significant = [one.name for one in order if one.differs]
    alt = (
        f"Forest plot of {len(rows)} paired differences. Significant after correction: {joined(significant) or 'none'}."
    )
    spec = specs.differences(rows, [str(row["name"]) for row in rows]) if rows else None
    warnings = doubts((one.name, one.found) for one in order)
    named = [(one.name, *columns(one.found, one.corrected, one.why_not)) for one in order]
    lines = table(("Compared", *about), named)
    few = len(found) <= FEW
    return Figure("differences", "Paired differences", lead, lines, spec, alt, warnings, few, columns=about)


def regret(cells: Cells, a: int, b: int) -> tuple[Regret, int] | None:
    """Return the expected regret of choosing one of two contenders on half of each app's tasks, and the number of apps.

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
    label = cells.labels
    lines = [
        (f"{label[a]} or {label[b]}", percent(one.wrong), percent(one.gap, 1), percent(one.regret, 2), str(apps))
        for a, b, (one, apps) in known
    ]
    lead = (
        "What choosing one of two agents would cost if the choice rested on half of each app's tasks, with one "
        "configuration each."
    )
    about = {
        "Wrong choice": "probability of choosing the worse agent",
        "Gap": "the difference of the two on all data",
        "Expected regret": "wrong choice × gap",
        "Groups": "apps, tasks over several and tasks of memory, with two tasks that both ran",
    }
    title = "Expected regret of a choice on little data"
    return Figure("regret", title, lead, table(("Choice", *about), lines), None, open=True, folded=True, columns=about)


def _row(one: Difference) -> Row:
    assert one.found
    ends = {"value": 100 * one.found.value, "low": 100 * one.found.low, "high": 100 * one.found.high}
    text = f"{points(one.found.value)} ({points(one.found.low)} to {points(one.found.high)})"
    return {"name": one.name, **ends, "claim": specs.CLAIMS[not one.differs], "text": text, "beside": text}


def explained(terms: Terms) -> dict[str, str]:
    """Return what each of a comparison's columns holds, by its head."""
    return {
        "Difference": "in points of success",
        f"{terms.share} interval": "of the difference",
        "p": "probability of so large a difference under the null",
        "p corrected": "corrected for the number of comparisons",
        "Tasks": "number of tasks that both ran",
        "Result": "whether the corrected difference is significant",
    }


def columns(found: Comparison | None, corrected: float, why_not: str) -> tuple[str, ...]:
    """Return difference, interval, p-value, corrected p-value, number of tasks and result of a comparison as text."""
    if found is None:
        return ("–", "–", "–", "–", "–", why_not)
    ends, result = f"{points(found.low)} to {points(found.high)}", specs.CLAIMS[not corrected < 1 - found.level]
    return (points(found.value), ends, chance(found.p_value), chance(corrected), str(found.n), result)
