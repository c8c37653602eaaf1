"""The limit of the hierarchical bootstrap without sampling: its variance, and its whole distribution."""

from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft

from lifeworld.stats.bootstrap import LADDER, Rung
from lifeworld.stats.intervals import Estimate, check_level
from lifeworld.stats.tally import FloatArray, Outcomes, Tally, suite_score, tally

LATTICE_LIMIT = 1 << 22
CLOSED_FORM: tuple[str, ...] = ("rollout", "rollout+axes", "full", "task_only")


def bootstrap_variance(outcomes: Outcomes, rung: Rung = "full") -> float:
    """Variance of the suite mean's bootstrap distribution in closed form, for designs without missing cells.

    Raises:
        ValueError: if cells differ in their number of rollouts, or the rung has no closed form here.
    """
    counts = tally(outcomes)
    if rung not in CLOSED_FORM:
        raise ValueError(f"no closed form for {rung!r}; there is one for {list(CLOSED_FORM)}")
    rollouts = balanced_rollouts(counts)
    means = counts.rates.reshape(*counts.trials.shape[:2], -1).mean(axis=2)
    within = within_variance(counts.rates, rollouts, rung)
    tasks = means.shape[1]
    between = means.var(axis=1) if "task" in LADDER[rung] else np.zeros(counts.apps)
    return float(((within.mean(axis=1) + between) / tasks).sum() / counts.apps**2)


def within_variance(rates: FloatArray, rollouts: int, rung: Rung) -> FloatArray:
    """Variance of one drawn task's mean, [app, task], from its axes and its rollouts."""
    cells = rates.reshape(*rates.shape[:2], -1)
    size = cells.shape[2]
    variance = np.zeros(rates.shape[:2])
    if "axes" in LADDER[rung]:
        moments = second_moments(rates.shape[2:])
        variance += np.einsum("asi,ij,asj->as", cells, moments, cells) / size**2 - cells.mean(axis=2) ** 2
    if "rollout" in LADDER[rung]:
        variance += (cells * (1 - cells)).sum(axis=2) / rollouts / size**2
    return variance


def second_moments(axes: tuple[int, ...]) -> FloatArray:
    """E[w w'] of the cell weights: L draws over L levels have (1 - 1/L) J + I, and crossed axes multiply."""
    moments = np.ones((1, 1))
    for size in axes:
        moments = np.asarray(np.kron(moments, (1 - 1 / size) + np.eye(size)))
    return moments


def exact_bootstrap(outcomes: Outcomes, rung: Literal["rollout", "full"] = "full", level: float = 0.95) -> Estimate:
    """The hierarchical bootstrap's interval with no Monte-Carlo error, for balanced designs without axes.

    Raises:
        ValueError: where `exact_distribution` does.
    """
    counts = tally(outcomes)
    support, mass = exact_distribution(counts, rung)
    tail, cumulated = (1 - check_level(level)) / 2, np.cumsum(mass)
    low, high = (float(support[np.searchsorted(cumulated, q - 1e-12)]) for q in (tail, 1 - tail))
    mean = float(support @ mass)
    se = sqrt(max(float(support**2 @ mass) - mean**2, 0.0))
    n = int(counts.trials.sum())
    return Estimate(suite_score(counts), low, high, n, level, f"hierarchical bootstrap ({rung}, exact)", se)


def exact_distribution(outcomes: Outcomes, rung: Literal["rollout", "full"] = "full") -> tuple[FloatArray, FloatArray]:
    """Every value the resampled suite mean can take, and its probability, by convolution.

    Raises:
        ValueError: for axes, missing cells, unequal rollouts within the suite, or a lattice too fine to tabulate.
    """
    counts = tally(outcomes)
    if any(size > 1 for size in counts.axes):
        raise ValueError("the exact distribution is for outcomes without axes")
    if rung not in ("rollout", "full"):
        raise ValueError(f"rung must be 'rollout' or 'full', not {rung!r}")
    rollouts, tasks = balanced_rollouts(counts), counts.trials.shape[1]
    steps = counts.apps * tasks * rollouts
    if steps > LATTICE_LIMIT:
        raise ValueError(f"{steps} lattice steps are too many to tabulate; draw with hierarchical_bootstrap")
    size = next_fast_len(steps + 1, real=True)
    mass = np.clip(irfft(suite_transform(counts, rollouts, rung, size), size)[: steps + 1], 0, None)
    return np.arange(steps + 1) / steps, mass / mass.sum()


def suite_transform(counts: Tally, rollouts: int, rung: Rung, size: int) -> NDArray[np.complex128]:
    """Fourier transform of the distribution of the suite's resampled number of successes.

    A task's redrawn successes depend on its own successes alone, so few transforms serve all tasks.
    """
    from scipy.stats import binom  # half a second, for which no report without it need wait

    kinds, kind = np.unique(counts.successes.reshape(counts.apps, -1), return_inverse=True)
    tasks = (kind.reshape(counts.apps, -1, 1) == np.arange(kinds.size)).sum(axis=1)
    redrawn = rfft(binom.pmf(np.arange(rollouts + 1), rollouts, kinds[:, None] / rollouts), size, axis=1)
    if rung == "rollout":
        return np.asarray(np.prod(redrawn ** tasks.sum(axis=0)[:, None], axis=0))
    size_of_app = int(tasks[0].sum())
    return np.asarray(np.prod(tasks / size_of_app @ redrawn, axis=0) ** size_of_app)


def balanced_rollouts(counts: Tally) -> int:
    rollouts = int(counts.trials.flat[0])
    if (counts.trials != rollouts).any():
        raise ValueError("unbalanced: cells differ in their number of rollouts")
    return rollouts
