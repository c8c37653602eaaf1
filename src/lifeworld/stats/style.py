"""Bradley-Terry with covariates: ratings with the bias of position, length or style taken out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, log_expit

from lifeworld.stats.bradley_terry import laplacian, newton, to_elo
from lifeworld.stats.tally import FloatArray, finite
from lifeworld.stats.votes import Votes, check_connected, read_votes, win_matrix

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class StyledRatings:
    """Ratings at equal style, and what each covariate adds to the log odds of the left model, with standard errors."""

    beta: FloatArray
    elo: FloatArray
    effects: FloatArray
    effects_se: FloatArray


def style_controlled(counts: ArrayLike, covariates: ArrayLike, anchor: int | None = None) -> StyledRatings:
    """Ratings from P(left wins) = sigma(beta_left - beta_right + effects . covariates), ties half a win each.

    Args:
        counts: rows (i, j, y, n) or (i, j, y) as for `bradley_terry`; i is the model on the left.
        covariates: one row for each comparison: 1 for position bias, left minus right for length or other style.
        anchor: the model put at Elo 1000; without one the mean of all is.

    Raises:
        ValueError: as `bradley_terry`; if rows differ in number; or if the covariates leave something undetermined.
    """
    votes, x = read_votes(counts), finite(covariates, "covariates")
    x = x[:, None] if x.ndim == 1 else x
    if len(x) != votes.left.size:
        raise ValueError(f"{len(x)} rows of covariates for {votes.left.size} comparisons")
    check_connected(win_matrix(votes))
    theta = climb(votes, x)
    beta, effects = theta[: votes.models], theta[votes.models :]
    variance = np.diag(np.linalg.inv(information(votes, x, theta)))[votes.models :]
    return StyledRatings(beta, to_elo(beta, anchor), effects, np.sqrt(variance))


def climb(votes: Votes, x: FloatArray) -> FloatArray:
    """Ratings and effects of the highest likelihood."""

    def slope(theta: FloatArray) -> tuple[FloatArray, FloatArray]:
        curvature = information(votes, x, theta)
        if np.linalg.cond(curvature) > 1e13:
            raise ValueError("undetermined: a covariate is constant zero, a copy of others, or decides the votes alone")
        return score(votes, x, theta), curvature

    start = np.zeros(votes.models + x.shape[1])
    theta, converged = newton(start, lambda at: likelihood(votes, x, at), slope, TOLERANCE)
    if not converged:
        raise ValueError("undetermined: the ratings did not converge; a covariate may decide the votes alone")
    theta[: votes.models] -= theta[: votes.models].mean()
    return theta


def log_odds(votes: Votes, x: FloatArray, theta: FloatArray) -> FloatArray:
    beta, effects = theta[: votes.models], theta[votes.models :]
    return np.asarray(beta[votes.left] - beta[votes.right] + x @ effects)


def likelihood(votes: Votes, x: FloatArray, theta: FloatArray) -> float:
    odds = log_odds(votes, x, theta)
    return float(votes.count @ (votes.outcome * log_expit(odds) + (1 - votes.outcome) * log_expit(-odds)))


def score(votes: Votes, x: FloatArray, theta: FloatArray) -> FloatArray:
    surprise = votes.count * (votes.outcome - expit(log_odds(votes, x, theta)))
    return np.concatenate([per_model(votes, surprise), x.T @ surprise])


def information(votes: Votes, x: FloatArray, theta: FloatArray) -> FloatArray:
    """Fisher information of ratings and effects, made invertible along the common shift."""
    chance = expit(log_odds(votes, x, theta))
    weight = votes.count * chance * (1 - chance)
    meetings = np.zeros((votes.models, votes.models))
    np.add.at(meetings, (votes.left, votes.right), weight)
    ratings = laplacian(meetings + meetings.T) + 1 / votes.models
    mixed = np.stack([per_model(votes, weight * column) for column in x.T], axis=1)
    return np.block([[ratings, mixed], [mixed.T, x.T @ (weight[:, None] * x)]])


def per_model(votes: Votes, values: FloatArray) -> FloatArray:
    """Adds values to the left model of each comparison and takes them from the right."""
    gained = np.bincount(votes.left, values, votes.models)
    return np.asarray(gained - np.bincount(votes.right, values, votes.models))
