"""Curves: performance profiles, success by step budget, pass@k and pass^k."""

from collections.abc import Callable

import numpy as np

from lifeworld import stats
from lifeworld.core import counting
from lifeworld.core.counting import counted
from lifeworld.report import specs
from lifeworld.report.cells import Cells
from lifeworld.report.columns import Episodes
from lifeworld.report.figure import Figure, Row, Section, Terms, percent, table, with_interval
from lifeworld.stats import Estimate, Tally
from lifeworld.stats.bootstrap import Rung
from lifeworld.stats.tally import FloatArray, IntArray

THRESHOLDS = np.linspace(0, 1, 41)
WRITTEN = slice(0, None, 4)  # of the thresholds, those in the table
REPLICATES = 1000
SEED = 20260101
MOST_BUDGETS = 50
WHOLE = {"tickMinStep": 1, "format": "d", "tickCount": 6}  # an axis of whole numbers
KINDS = ("any of k", "all of k")
FEWEST_APPS = 3  # below, a profile over apps has hardly a step, so tasks take their place


def section(episodes: Episodes, cells: Cells, terms: Terms) -> Section:
    found = (_profiles(cells, terms), _budgets(episodes, cells), _attempts(cells, terms))
    return Section("Curves", tuple(one for one in found if one))


def _profiles(cells: Cells, terms: Terms) -> Figure | None:
    counted = [cells.tally(n, cells.stratum("single")) for n in range(len(cells.contenders))]
    known = {cells.contenders[n].label: counts for n, counts in enumerate(counted) if counts}
    if not known:
        return None
    apps = min(counts.apps for counts in known.values()) >= FEWEST_APPS
    bands = {label: _band(counts, apps, terms.level) for label, counts in known.items()}
    rows = [row for label, band in bands.items() for row in _banded(label, band)]
    unit = "apps" if apps else "tasks"
    lead = (
        f"Share of {unit} in which an agent's success reaches a threshold. A curve further up and to the right is "
        "better; where curves cross, neither agent is better everywhere."
    )
    lead += f" Bands: {terms.share}, tasks resampled within apps." if apps else " Too few apps for bands."
    x = {"title": "success of at least", "axis": specs.PERCENT, "scale": specs.SHARE}
    lines = [(label, *(percent(value) for value in np.atleast_1d(band[0])[WRITTEN])) for label, band in bands.items()]
    head = ("Agent", *(f"≥ {100 * at:.0f} %" for at in THRESHOLDS[WRITTEN]))
    alt = f"Performance profiles of {counting.counted(len(bands), 'agent')} over {unit}; the numbers are in the table."
    spec = specs.curves(rows, list(bands), x, f"share of {unit}", band=True)
    about = dict.fromkeys(head[1:], f"share of {unit} with at least this success")
    return Figure("profiles", "Performance profiles", lead, table(head, lines), spec, alt, columns=about)


def _band(counts: Tally, apps: bool, level: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the profile with its lower and upper ends, which equal the profile where no bootstrap is possible."""
    if not apps:
        rates = np.concatenate([_task_rates(counts.app(n)) for n in range(counts.apps)])
        profile = stats.performance_profile(rates, THRESHOLDS)
        return profile, profile, profile
    several = bool((counts.trials.any(axis=2).sum(axis=1) > 1).all())
    rng = np.random.default_rng(SEED)
    rung: Rung = "rao_wu" if several else "full_configurations"
    band = stats.profile_band(counts, THRESHOLDS, rng, rung, REPLICATES, level)
    return band.value, np.minimum(band.low, band.value), np.maximum(band.high, band.value)


def _task_rates(counts: Tally) -> FloatArray:
    wins, trials = counts.successes.sum(axis=2).ravel(), counts.trials.sum(axis=2).ravel()
    return np.asarray(wins[trials > 0] / trials[trials > 0])


def _banded(label: str, band: tuple[FloatArray, FloatArray, FloatArray]) -> list[Row]:
    return [
        {"group": label, "x": float(x), "value": float(value), "low": float(low), "high": float(high)}
        | {"text": f"{percent(value)} reach {percent(x)}"}
        for x, value, low, high in zip(THRESHOLDS, *band, strict=True)
    ]


def _budgets(episodes: Episodes, cells: Cells) -> Figure | None:
    steps, single = episodes.number("steps"), episodes.texts["category"].where("single")
    usable, known = episodes.scored & single, np.isfinite(steps)
    if not (usable & known).any() or steps[usable & known].max() < 2:
        return None
    most = int(np.ceil(steps[usable & known].max()))
    budgets = np.unique(np.linspace(1, most, min(most, MOST_BUDGETS)).astype(np.int64))
    found: dict[str, FloatArray] = {}
    for n, one in enumerate(cells.contenders):
        mine = np.flatnonzero(usable & (cells.contender == n))
        if known[mine].any():
            weights = _weights(cells, n, cells.cell[mine])
            taken = np.where(known[mine], steps[mine], np.nan)
            found[one.label] = stats.budget_curve(taken, episodes.success[mine], budgets, weights)
    lacking = int((usable & ~known).sum())
    doubt = f"{lacking:,} scored episodes have no number of steps: they count at the right end only"
    return _budget_figure(found, budgets, (doubt,) if lacking else ())


def _weights(cells: Cells, contender: int, cell: IntArray) -> FloatArray:
    """Return the weight of each episode in the suite score."""
    apps = cells.stratum("single")
    wins, trials = (each[apps] for each in cells.outcomes(contender))
    ran = trials.any(axis=(1, 2))
    weights = np.zeros(trials.shape)
    weights[ran] = stats.nested_weights(Tally(wins[ran], trials[ran]))
    whole = np.zeros((len(cells.apps), *trials.shape[1:]))
    whole[apps] = weights
    return np.asarray(whole.ravel()[cells.flat[cell]])


def _budget_figure(found: dict[str, FloatArray], budgets: IntArray, warnings: tuple[str, ...]) -> Figure:
    rows = [
        {"group": label, "x": x, "value": float(value), "text": f"{percent(value)} within {counted(x, 'step')}"}
        for label, curve in found.items()
        for x, value in zip(budgets.tolist(), curve, strict=True)
    ]
    shown = np.unique(np.linspace(0, budgets.size - 1, min(10, budgets.size)).astype(np.int64))
    lines = [(label, *(percent(value) for value in curve[shown])) for label, curve in found.items()]
    lead = "Suite score if every episode were stopped after a number of steps; the right end is the actual score."
    head = ("Agent", *(counted(int(at), "step") for at in budgets[shown]))
    who = counting.counted(len(found), "agent")
    alt = f"Success of {who} within step budgets up to {budgets[-1]}; the numbers are in the table."
    x = {"title": "steps allowed", "axis": WHOLE}
    spec = specs.curves(rows, list(found), x, "suite score")
    about = dict.fromkeys(head[1:], "suite score within this number of steps")
    return Figure("budgets", "Success by step budget", lead, table(head, lines), spec, alt, warnings, columns=about)


def attempts(cells: Cells, contender: int, most: int, level: float = 0.95) -> tuple[list[Estimate], list[Estimate]]:
    """Return pass@k and pass^k for k up to `most`, over configurations with that many attempts, weighed as scores are.

    Each configuration's unbiased value is averaged over its task, tasks over their app, and apps.
    """
    enough = cells.trials[contender] >= most
    counts = np.stack([each[contender][enough] for each in (cells.trials, cells.successes)])
    kinds, kind = np.unique(counts, axis=1, return_inverse=True)
    task = cells.app[enough] * cells.shape[1] + cells.task[enough]
    times = np.bincount(task, minlength=cells.shape[0] * cells.shape[1]).astype(np.float64)
    times[times == 0] = np.nan

    def estimate(measure: Callable[[int, int, int], float], k: int) -> Estimate:
        values = np.array([measure(int(n), int(c), k) for n, c in kinds.T])[kind.ravel()]
        means = (np.bincount(task, values, times.size) / times).reshape(cells.shape[0], -1, 1)
        return stats.score_interval(means[~np.isnan(means).all(axis=(1, 2))], level)

    any_of, all_of = ([estimate(one, k) for k in range(1, most + 1)] for one in (stats.pass_at_k, stats.pass_hat_k))
    return any_of, all_of


def _attempts(cells: Cells, terms: Terms) -> Figure | None:
    repeated = cells.trials[cells.trials > 1]
    if repeated.size == 0:
        return None
    most = int(np.bincount(repeated).argmax())
    rows, lines = [], []
    for n, one in enumerate(cells.contenders):
        if (cells.trials[n] >= most).any():
            used, ran = int((cells.trials[n] >= most).sum()), int((cells.trials[n] + cells.lost[n] > 0).sum())
            for kind, curve in zip(KINDS, attempts(cells, n, most, terms.level), strict=True):
                lines.append((f"{one.label}, {kind}", *map(with_interval, curve), f"{used:,} of {ran:,}"))
                rows += [
                    {"group": one.label, "kind": kind, "x": k, "value": each.value}
                    | {"text": f"{kind}: {percent(each.value)} at k = {k}"}
                    for k, each in enumerate(curve, 1)
                ]
    lead = (
        f"Probability that any of k attempts at a configuration succeeds (pass@k), and that all do (pass^k), over the "
        f"configurations with at least {most} scored attempts, averaged over tasks and apps, with {terms.share} "
        "intervals. The gap between the two measures unreliability."
    )
    x = {"title": "attempts k", "axis": WHOLE}
    head = ("Agent", *(f"k = {k}" for k in range(1, most + 1)), "Configurations")
    alt = f"pass@k and pass^k for k up to {most}; the numbers are in the table."
    groups = list(dict.fromkeys(str(row["group"]) for row in rows))
    spec = specs.curves(rows, groups, x, "success", kinds=KINDS)
    about = dict.fromkeys(head[1:-1], "the probability with this number of attempts")
    about["Configurations"] = "those with enough scored attempts, of all that were run"
    return Figure("attempts", "Repeated attempts", lead, table(head, lines), spec, alt, columns=about)
