"""Variance components of a benchmark (method of moments), and the design that they call for: for a width or a power."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import inf, isnan, nan

import numpy as np
from scipy.special import chdtri, stdtrit

from lifeworld.stats.cluster import strata_of
from lifeworld.stats.intervals import check_level
from lifeworld.stats.paired import check_same_cells, least_paired_p
from lifeworld.stats.tally import FloatArray, IntArray, Outcomes, known_mean, tally, whole


@dataclass(frozen=True, slots=True)
class Components:
    """Variance at each level, of a single draw at that level; negative estimates are set to 0.

    `rollout` is NaN with one rollout a cell (it is then part of `configuration`), `configuration` is NaN with one cell
    a task (part of `task`), `app` with one app.
    """

    app: float
    task: float
    configuration: float
    rollout: float


def variance_components(outcomes: Outcomes) -> Components:
    """Components of success itself.

    Raises:
        ValueError: if no app has two tasks.
    """
    counts = tally(outcomes)
    cells, trials = by_task(counts.rates), by_task(counts.trials.astype(float))
    return decompose(cells, cells * (1 - cells), trials)


def difference_components(a: Outcomes, b: Outcomes) -> Components:
    """Components of the difference b - a on common cells: what a paired comparison has to average out.

    Raises:
        ValueError: if the cells differ in shape or no app has two common tasks.
    """
    first, second = check_same_cells(a, b)
    cells = by_task(second.rates - first.rates)
    noise = sum(each.rates * (1 - each.rates) / np.maximum(each.trials - 1, 0.5) for each in (first, second))
    fewest = by_task(np.minimum(first.trials, second.trials).astype(float))
    return decompose(cells, by_task(np.asarray(noise)) * np.maximum(fewest - 1, 0.5), fewest)


def variance_limit(outcomes: Outcomes, level: float = 0.9) -> float:
    """How many times its estimate the variance between tasks may be: the upper limit, were their means normal.

    It is freedom / χ²(1 - level; freedom), where an app of S tasks gives S - 1 degrees of freedom.

    Raises:
        ValueError: if no app has two tasks.
    """
    seen = (by_task(tally(outcomes).trials.astype(float)) > 0).any(axis=2).sum(axis=1)
    freedom = float(np.maximum(seen - 1, 0).sum())
    if not freedom:
        raise ValueError("no app has two tasks, so nothing is known of how they differ")
    return freedom / float(chdtri(freedom, check_level(level)))


def by_task(cells: FloatArray) -> FloatArray:
    return cells.reshape(*cells.shape[:2], -1)


def decompose(cells: FloatArray, spread: FloatArray, trials: FloatArray) -> Components:
    """From cell means [app, task, cell], their plug-in rollout variance, and their number of rollouts."""
    seen = ~np.isnan(cells)
    sizes = seen.sum(axis=2)
    repeated = seen & (trials > 1)
    unbiased = np.where(repeated, spread * trials / np.maximum(trials - 1, 1), np.nan)
    rollout = float(np.nanmean(unbiased)) if repeated.any() else nan
    means = known_mean(cells)
    squares = np.nansum((cells - means[:, :, None]) ** 2, axis=2)
    several = sizes > 1
    within = np.where(several, squares / np.maximum(sizes - 1, 1), np.nan)
    configuration = configuration_variance(within, sizes, unbiased / np.maximum(trials, 1))
    return between(means, np.where(several, within / np.maximum(sizes, 1), np.nan), configuration, rollout)


def configuration_variance(within: FloatArray, sizes: FloatArray, noise: FloatArray) -> float:
    """Spread of cells within tasks, less what their rollouts explain."""
    several = sizes > 1
    if not several.any():
        return nan
    spread = float(np.average(within[several], weights=sizes[several] - 1))
    measured = ~np.isnan(noise) & several[:, :, None]
    return max(spread - float(noise[measured].mean()), 0.0) if measured.any() else spread


def between(means: FloatArray, noise: FloatArray, configuration: float, rollout: float) -> Components:
    """The upper two levels, each less the noise handed up from below."""
    strata = strata_of(means)
    free = np.maximum(strata.sizes - 1, 0)
    if free.sum() == 0:
        raise ValueError("every app has one task: no variance between tasks can be estimated")
    spread = float(np.nansum(free * strata.variances) / free.sum())
    handed = float(np.nanmean(noise)) if (~np.isnan(noise)).any() else 0.0
    task = max(spread - handed, 0.0)
    app = nan
    if strata.sizes.size > 1:
        app = max(float(strata.means.var(ddof=1)) - spread * float((1 / strata.sizes).mean()), 0.0)
    return Components(app, task, configuration, rollout)


@dataclass(frozen=True, slots=True)
class Limits:
    """The most of each an app can have, and what one of each costs (a rollout is the usual unit)."""

    tasks: int = 100
    configurations: int = 50
    rollouts: int = 20
    task_price: float = 0.0
    configuration_price: float = 0.0
    rollout_price: float = 1.0


@dataclass(frozen=True, slots=True)
class Design:
    """Tasks an app, configurations a task, rollouts a configuration, and what they are expected to give."""

    apps: int
    tasks: int
    configurations: int
    rollouts: int
    standard_error: float
    cost: float

    @property
    def episodes(self) -> int:
        return self.apps * self.tasks * self.configurations * self.rollouts


def plan_width(
    components: Components, apps: int, width: float, level: float = 0.95, limits: Limits | None = None
) -> Design:
    """The cheapest design whose interval of the suite score is expected to be at most `width` wide.

    Raises:
        ValueError: if width <= 0, or no design within the limits is enough (the narrowest width is named).
    """
    if not 0 < width < inf:
        raise ValueError(f"width must be positive, not {width}")
    check_level(level)
    whole(apps, "apps", 1)
    return cheapest(components, apps, lambda df: width / (2 * stdtrit(df, 0.5 + level / 2)), limits or Limits(), 2)


def plan_power(
    components: Components,
    apps: int,
    difference: float,
    power: float = 0.8,
    limits: Limits | None = None,
    level: float = 0.95,
) -> Design:
    """The cheapest design in which a paired comparison at the level finds `difference` with the given power.

    `components` are those of the difference (`difference_components` of a pilot of both agents). Episodes are counted
    for one agent.

    Raises:
        ValueError: if the difference is 0 or none, the power not between 1 - level and 1, or no design within the
            limits is enough.
    """
    if not 0 < abs(difference) <= 1:
        raise ValueError(f"no design finds a difference of {difference}")
    if not 1 - check_level(level) < power < 1:
        raise ValueError(f"power must lie between {1 - level:g} and 1, not {power}")
    few = next(n for n in count(1) if least_paired_p(n) < 1 - level)
    least = max(2, -(-few // whole(apps, "apps", 1)))

    def allowed(df: float) -> float:
        return abs(difference) / needed_shift(df, power, level)

    return cheapest(components, apps, allowed, limits or Limits(), least)


def needed_shift(df: float, power: float, level: float = 0.95) -> float:
    """Noncentrality at which a two-sided t test at the level has the power."""
    from scipy.optimize import brentq  # half a second with the next, for which no report without it need wait
    from scipy.stats import nct

    critical = float(stdtrit(df, 0.5 + level / 2))
    return float(brentq(lambda shift: float(nct.sf(critical, df, shift)) - power, 0.0, critical + 20.0))


def standard_errors(components: Components, apps: int, tasks: int, limits: Limits) -> FloatArray:
    """Standard error of the suite score for every [configurations, rollouts] within the limits.

    A component the pilot could not tell apart is not averaged out, so the answer errs towards more tasks.
    """
    configurations = np.arange(1, limits.configurations + 1)[:, None]
    rollouts = np.arange(1, limits.rollouts + 1)[None, :]
    configuration = 0.0 if isnan(components.configuration) else components.configuration
    rollout = 0.0 if isnan(components.rollout) else components.rollout
    variance = components.task + configuration / configurations + rollout / (configurations * rollouts)
    return np.asarray(np.sqrt(variance / (tasks * apps)))


def cheapest(
    components: Components, apps: int, allowed: Callable[[float], float], limits: Limits, least: int
) -> Design:
    """Tries every number of tasks from `least`; among equally cheap designs the most precise is taken."""
    if least > limits.tasks:
        raise ValueError(f"{_within(limits)} is enough: an app needs {least} tasks for any claim")
    found: list[tuple[float, float, int, int, int]] = []
    best = float("inf")
    for tasks in range(least, limits.tasks + 1):
        errors = standard_errors(components, apps, tasks, limits)
        enough = np.argwhere(errors <= allowed(float(apps * (tasks - 1))))
        best = min(best, float(errors.min()))
        if len(enough):
            costs, precise = prices(tasks, enough + 1, limits), errors[tuple(enough.T)]
            chosen = int(np.lexsort((precise, costs))[0])
            configurations, rollouts = (enough[chosen] + 1).tolist()
            found.append((float(costs[chosen]), float(precise[chosen]), tasks, configurations, rollouts))
    if not found:
        needed = allowed(float(apps * (limits.tasks - 1)))
        raise ValueError(
            f"{_within(limits)} is enough: the least standard error is {best:.4f}, and {needed:.4f} is needed"
        )
    cost, error, tasks, configurations, rollouts = min(found)
    return Design(apps, tasks, configurations, rollouts, error, apps * cost)


def _within(limits: Limits) -> str:
    return (
        f"no design of at most {limits.tasks} tasks an app, {limits.configurations} configurations of each and "
        f"{limits.rollouts} rollouts of these"
    )


def prices(tasks: int, designs: IntArray, limits: Limits) -> FloatArray:
    """Price of one app for rows (configurations, rollouts)."""
    configurations, rollouts = designs[:, 0], designs[:, 1]
    cell = limits.configuration_price + limits.rollout_price * rollouts
    return np.asarray(tasks * (limits.task_price + configurations * cell))
