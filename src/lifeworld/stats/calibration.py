"""Reads from a run what the simulations need, so that coverage can be checked for a benchmark as it is."""

from math import isnan, sqrt

import numpy as np

from lifeworld.stats.components import variance_components
from lifeworld.stats.designs import Population
from lifeworld.stats.figures import Prior
from lifeworld.stats.suite import app_scores, task_means
from lifeworld.stats.tally import Outcomes, tally


def population_of(outcomes: Outcomes, name: str = "this run") -> Population:
    """A population like the run: its scores, sizes and variance components; if it lacks cells, half are lost.

    Raises:
        ValueError: if no app has two tasks.
    """
    counts = tally(outcomes)
    components = variance_components(counts)
    sizes = (~np.isnan(task_means(counts))).sum(axis=1)
    return Population(
        name,
        tuple(app_scores(counts).tolist()),
        (int(sizes.min()), int(sizes.max())),
        counts.axes,
        max(1, round(float(counts.trials[counts.trials > 0].mean()))),
        sqrt(components.task),
        0.0 if isnan(components.configuration) or isnan(components.rollout) else sqrt(components.configuration),
        missing="half" if (counts.trials[~np.isnan(task_means(counts))] == 0).any() else "none",
    )


def prior_of(outcomes: Outcomes) -> Prior:
    """Where the run's cells put their success rates: a Jeffreys posterior for every (successes, trials) that occurs."""
    counts = tally(outcomes)
    seen = counts.trials > 0
    kinds, times = np.unique(
        np.stack([counts.successes[seen], counts.trials[seen]], axis=1), axis=0, return_counts=True
    )
    return tuple(
        (float(share), float(k + 0.5), float(n - k + 0.5))
        for (k, n), share in zip(kinds, times / times.sum(), strict=True)
    )
