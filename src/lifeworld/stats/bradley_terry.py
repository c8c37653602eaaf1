"""Bradley-Terry ratings: P(i beats j) = sigma(beta_i - beta_j), ties half a win each, sum of beta zero.

The likelihood is blind to a common shift, so intervals depend on what is pinned: the mean of all (the default, mean Elo
1000) or one model (the anchor). Say which, next to every interval.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import e, inf, log10

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from scipy.special import expit, log_expit

from lifeworld.stats.tally import FloatArray, IntArray
from lifeworld.stats.votes import check_connected, read_votes, win_matrix

ELO = 400 * log10(e)
BASE = 1000.0
TOLERANCE = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Strengths with their sum zero, the same on the Elo scale (anchored, if asked), and the wins they rest on."""

    beta: FloatArray
    elo: FloatArray
    wins: FloatArray
    anchor: int | None

    @property
    def ranks(self) -> FloatArray:
        """1 for the highest point rating."""
        return ranks_of(self.elo)


def bradley_terry(
    counts: ArrayLike, anchor: int | None = None, prior: float = 0.0, models: int | None = None
) -> Ratings:
    """Maximum-likelihood ratings from rows (i, j, y, n): i met j n times with outcome y (1, 1/2 or 0 for i).

    Args:
        counts: rows (i, j, y, n), or (i, j, y) for single votes; models are numbered from 0.
        anchor: the model put at Elo 1000; without one the mean of all is.
        prior: precision of a normal prior on every beta; with one, disconnected votes are accepted.
        models: number of models, if more than the votes mention.

    Raises:
        ValueError: for no votes, a self comparison, an outcome that is not 0, 1/2 or 1, or, without a prior, votes that
            are not strongly connected (the components are named).
    """
    votes = read_votes(counts)
    wins = win_matrix(votes)
    if models is not None:
        wins = widened(wins, models)
    beta = checked_fit(wins, prior)
    return Ratings(beta, to_elo(beta, anchor), wins, anchor)


def finite_prior(prior: float) -> float:
    """The precision of a prior, refused where it is none."""
    if not 0 <= prior < inf:
        raise ValueError(f"a prior precision cannot be negative or infinite: {prior}")
    return prior


def widened(wins: FloatArray, models: int) -> FloatArray:
    if models < len(wins):
        raise ValueError(f"the votes mention {len(wins)} models, not {models}")
    return np.asarray(np.pad(wins, (0, models - len(wins))))


def to_elo(beta: FloatArray, anchor: int | None = None) -> FloatArray:
    """E = 400 log10(e) beta + 1000, shifted so that the anchor stands at 1000; models on the last axis."""
    if anchor is None:
        return np.asarray(ELO * beta + BASE)
    if not 0 <= anchor < beta.shape[-1]:
        raise ValueError(f"no such anchor: model {anchor} of {beta.shape[-1]}")
    return np.asarray(ELO * (beta - beta[..., anchor : anchor + 1]) + BASE)


def checked_fit(wins: FloatArray, prior: float) -> FloatArray:
    """Ratings from wins, which without a prior must be strongly connected."""
    if finite_prior(prior) == 0:
        check_connected(wins)
    return fit(wins, prior)


def fit(wins: FloatArray, prior: float = 0.0, start: FloatArray | None = None) -> FloatArray:
    """Ratings from wins; the log likelihood is concave, so `start` changes the time alone."""
    games = wins + wins.T
    beta, _ = newton(
        np.zeros(len(wins)) if start is None else start,
        lambda at: likelihood(at, wins, prior),
        lambda at: (gradient(at, wins, games, prior), information(at, games, prior)),
        TOLERANCE,
    )
    return np.asarray(beta - beta.mean())


def newton(
    start: FloatArray,
    height: Callable[[FloatArray], float],
    slope: Callable[[FloatArray], tuple[FloatArray, FloatArray]],
    tolerance: float,
) -> tuple[FloatArray, bool]:
    """Maximum of a concave function by Newton's method with step halving, and whether it converged.

    The function is `height`; `slope` gives its gradient and its information, that is the negative second derivative;
    `tolerance` is the longest last step.
    """
    at = start
    for _ in range(100):
        score, curvature = slope(at)
        step, size, reached = np.linalg.solve(curvature, score), 1.0, height(at) - 1e-9
        while size > 1e-6 and height(at + size * step) < reached:
            size /= 2
        at = at + size * step
        if np.abs(size * step).max() < tolerance:
            return at, True
    return at, False


def likelihood(beta: FloatArray, wins: FloatArray, prior: float) -> float:
    return float((wins * log_expit(beta[:, None] - beta)).sum() - prior / 2 * (beta**2).sum())


def gradient(beta: FloatArray, wins: FloatArray, games: FloatArray, prior: float) -> FloatArray:
    expected = (games * expit(beta[:, None] - beta)).sum(axis=1)
    return np.asarray(wins.sum(axis=1) - expected - prior * beta)


def information(beta: FloatArray, games: FloatArray, prior: float = 0.0) -> FloatArray:
    """Fisher information, made invertible along the direction the likelihood does not see."""
    chance = expit(beta[:, None] - beta)
    return laplacian(games * chance * (1 - chance)) + prior * np.eye(len(beta)) + 1 / len(beta)


def laplacian(weights: FloatArray) -> FloatArray:
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def ranks_of(scores: FloatArray) -> FloatArray:
    """Rank 1 for the largest; equal scores share the better rank."""
    return np.asarray(1 + (scores[None, :] > scores[:, None]).sum(axis=1))


EVEN = 0.5


def even_meat(
    pair: tuple[IntArray, IntArray], outcome: FloatArray, cast: FloatArray, models: int, user: IntArray | None = None
) -> FloatArray:
    """Meat of a sandwich, as of one user more for each model, who decides what was even so far.

    Of two models each has such a user, which is one for and one against: the idea of Agresti and Coull's added
    successes and failures (The American Statistician 52, 1998). The user decides as much as those on average who
    decided at all, joined by one who decides all that is even; and no more than is even for a user who tied.

    Args:
        pair: the models of each vote.
        outcome: 1, 1/2 or 0 for the first of the pair.
        cast: how often each vote was cast; below 0 where it was taken back.
        models: how many there are.
        user: of each vote; without, each is cast by a user of its own.
    """
    ties = np.where(outcome == EVEN, cast, 0)
    hidden = np.full(models, EVEN**2) if user is None else _hidden(pair, outcome, cast, models, user)
    evens = np.zeros((models, models))
    np.add.at(evens, pair, ties)
    evens += evens.T
    share = evens * (hidden / np.maximum(evens.sum(axis=1), 1))[:, None]
    return laplacian(share + share.T)


def _hidden(
    pair: tuple[IntArray, IntArray], outcome: FloatArray, cast: FloatArray, models: int, user: IntArray
) -> FloatArray:
    """The squared balance of that user's votes on each model, a vote being half for or half against."""
    places = np.tile(user, 2), np.concatenate(pair)
    all_even, tied = _squares(places, np.tile(np.where(outcome == EVEN, cast, 0), 2), models)
    won, deciding = _squares(places, np.concatenate([cast * (outcome - EVEN), cast * (EVEN - outcome)]), models)
    whole = all_even * EVEN**2 / np.maximum(tied, 1)
    return np.asarray(np.minimum(whole, (whole + won) / (1 + deciding)))


def _squares(places: tuple[IntArray, IntArray], values: FloatArray, models: int) -> tuple[FloatArray, IntArray]:
    """By model, the squares of each user's sum, added up, and how many users have a sum."""
    sums = csr_array((values, places), shape=(int(places[0].max()) + 1, models))
    squared = np.bincount(sums.indices, sums.data**2, minlength=models).astype(np.float64)
    return squared, np.bincount(sums.indices[sums.data != 0], minlength=models)
