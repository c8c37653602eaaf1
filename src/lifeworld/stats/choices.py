"""Ratings from votes with four answers: one, the other, a tie, or neither is good enough.

P(i) = p_i / D, P(j) = p_j / D, P(tie) = v √(p_i p_j) / D and P(neither) = q / D, with D their sum and p = exp(beta).
Ties are Davidson's (Journal of the American Statistical Association 65, 1970); neither is the no-choice option of a
multinomial logit (Haaijer, Kamakura and Wedel, International Journal of Market Research 43, 2001). log q is a bar on
the scale of the ratings: a model that stands there is chosen as often as neither is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp

from lifeworld.stats.bradley_terry import BASE, ELO, finite_prior, newton, to_elo
from lifeworld.stats.tally import FloatArray, IntArray, finite
from lifeworld.stats.votes import check_connected, read_votes

DESIGN = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0.5, 1, 0], [0, 0, 0, 1]], dtype=np.float64)
"""The utility of each answer (first, second, tie, neither) as a sum of both ratings, log v and log q."""
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceRatings:
    """Strengths with their sum zero, the same as Elo, and their covariance (of beta).

    `tie_chance` is the chance that two equal models tie, given that one of them is good enough; None without a tie.
    `bar` is the Elo at which a model is chosen as often as neither; None where nobody ever said neither.
    """

    beta: FloatArray
    elo: FloatArray
    covariance: FloatArray
    tie_chance: float | None
    bar: float | None


def choice_ratings(counts: ArrayLike, prior: float = 0.0, start: FloatArray | None = None) -> ChoiceRatings:
    """Maximum-likelihood ratings from counts[i, j, answer]: i met j, and first, second, tie or neither was said.

    Args:
        counts: [model, model, 4]; an answer that nobody gave takes no part in the model.
        prior: precision of a normal prior on every beta; with one, any votes have finite ratings.
        start: strengths from which to start, which decides the time alone.

    Raises:
        ValueError: for another shape, a negative count, no votes, neither a first nor a second chosen, a model against
            itself, or, without a prior, votes that are not strongly connected.
    """
    table = checked(counts)
    if finite_prior(prior) == 0:
        wins = table[:, :, 0] + table[:, :, 1].T + (table[:, :, 2] + table[:, :, 2].T) / 2
        check_connected(wins)
    left, right = np.nonzero(table.sum(axis=2))
    said, models = table[left, right], len(table)
    at = np.concatenate([np.zeros(models) if start is None else start, np.zeros(2)])
    given = np.append([True, True], said[:, 2:].sum(axis=0) > 0)  # somebody may always win, tie or not
    free = np.append(np.ones(models, dtype=bool), given[2:])
    pairs = Pairs(left, right, said, given, prior)
    at, covariance = climb(pairs, at, free)
    mean = at[:models].mean()
    beta, tie = at[:models] - mean, exp(at[models])
    bar = float(ELO * (at[models + 1] - mean) + BASE) if given[3] else None
    centred = np.eye(models) - 1 / models
    covariance = centred @ covariance[:models, :models] @ centred
    return ChoiceRatings(beta, to_elo(beta), covariance, tie / (2 + tie) if given[2] else None, bar)


def checked(counts: ArrayLike) -> FloatArray:
    table = finite(counts, "counts")
    if table.ndim != 3 or table.shape[0] != table.shape[1] or table.shape[2] != 4:
        raise ValueError(f"counts must be [model, model, 4], not of shape {table.shape}")
    if (table < 0).any():
        raise ValueError("a count is negative")
    if table.diagonal().any():
        raise ValueError("a model met itself")
    if not table[:, :, :2].any():
        raise ValueError("no vote prefers a model: ties and neither alone say nothing of ratings")
    return table


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs that met, how often each answer was given, which answers were given at all, and the prior."""

    left: IntArray
    right: IntArray
    said: FloatArray
    given: FloatArray
    prior: float

    def chances(self, at: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Chance of each answer [pair, answer], and the log likelihood of those given less the prior's."""
        models = at.size - 2
        local = np.stack([at[self.left], at[self.right], *(np.full(self.left.size, one) for one in at[models:])], 1)
        utility = np.where(self.given, local @ DESIGN.T, -np.inf)
        logs = utility - logsumexp(utility, axis=1, keepdims=True)
        told = np.where(self.said > 0, self.said * np.where(np.isfinite(logs), logs, 0), 0).sum()
        return np.exp(logs), told - self.prior / 2 * (at[:models] ** 2).sum()

    def slope(self, at: FloatArray, chance: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Score and Fisher information, the latter invertible along the common shift, which no vote sees."""
        models, games = at.size - 2, self.said.sum(axis=1)
        places = np.stack([self.left, self.right, *(np.full(self.left.size, models + k) for k in (0, 1))], axis=1)
        score, mean = np.zeros(at.size), chance @ DESIGN
        np.add.at(score, places, self.said @ DESIGN - games[:, None] * mean)
        local = np.einsum("pk,ka,kb->pab", chance, DESIGN, DESIGN) - mean[:, :, None] * mean[:, None, :]
        information = np.zeros((at.size, at.size))
        np.add.at(information, (places[:, :, None], places[:, None, :]), games[:, None, None] * local)
        rated = np.arange(models)
        score[rated] -= self.prior * at[rated]
        information[rated, rated] += self.prior
        if self.prior == 0:
            shift = np.append(np.ones(models), [0, 1]) / np.sqrt(models + 1)
            information += np.outer(shift, shift)
        return score, information


def climb(pairs: Pairs, start: FloatArray, free: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Parameters of the highest likelihood, of which some are free, and their covariance."""
    moved = np.flatnonzero(free)

    def whole(part: FloatArray) -> FloatArray:
        at = start.copy()
        at[moved] = part
        return at

    def slope(part: FloatArray) -> tuple[FloatArray, FloatArray]:
        at = whole(part)
        score, information = pairs.slope(at, pairs.chances(at)[0])
        return score[moved], information[np.ix_(moved, moved)]

    found, _ = newton(start[moved], lambda part: float(pairs.chances(whole(part))[1]), slope, TOLERANCE)
    covariance = np.zeros((start.size, start.size))
    covariance[np.ix_(moved, moved)] = np.linalg.inv(slope(found)[1])
    return whole(found), covariance


@dataclass(frozen=True, slots=True, eq=False)
class TieRatings:
    """Strengths with their sum zero, the same as Elo, and how readily two equal models tie (0 to 1)."""

    beta: FloatArray
    elo: FloatArray
    tie_chance: float


def davidson(counts: Sequence[Sequence[float]] | FloatArray, anchor: int | None = None) -> TieRatings:
    """Ratings with a parameter for ties (Davidson, Journal of the American Statistical Association 65, 1970).

    P(i beats j) = p_i / D and P(tie) = v √(p_i p_j) / D with D = p_i + p_j + v √(p_i p_j), p = exp(beta);
    `tie_chance` is v / (2 + v). `bradley_terry` counts a tie as half a win each, which says nothing of its chance.

    Args:
        counts: rows (i, j, y, n) as for `bradley_terry`.
        anchor: the model put at Elo 1000.

    Raises:
        ValueError: as `bradley_terry`, or if no vote or every vote is a tie.
    """
    votes = read_votes(counts)
    tied = votes.outcome == 0.5
    if tied.all() or not tied.any():
        raise ValueError("every vote is a tie" if tied.all() else "no vote is a tie; use bradley_terry")
    answer = np.select([votes.outcome == 1, votes.outcome == 0], [0, 1], 2)
    table = np.zeros((votes.models, votes.models, 4))
    np.add.at(table, (votes.left, votes.right, answer), votes.count)
    found = choice_ratings(table)
    assert found.tie_chance is not None
    return TieRatings(found.beta, to_elo(found.beta, anchor), found.tie_chance)
