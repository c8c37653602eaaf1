"""Intervals for Bradley-Terry ratings: by resampling votes (or the users who cast them), or by the sandwich."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from scipy.special import expit

from lifeworld.stats.bradley_terry import ELO, checked_fit, even_meat, fit, information, laplacian, ranks_of, to_elo
from lifeworld.stats.intervals import percentiles, z_of
from lifeworld.stats.tally import FloatArray, IntArray, whole
from lifeworld.stats.votes import (
    Votes,
    casters,
    draw_multinomials,
    draw_users,
    merge,
    read_votes,
    strongly_connected,
    win_matrix,
)

TOLERANCE = 1e-9
ROUNDS = 60
CHUNK = 1 << 17
FEW_USERS = 10
WEAK_PRIOR = 0.16  # precision of a rating in a round that has none of its own: a deviation of 2.5, that is 434 Elo
MOST_UNDEFINED = 0.5
TIES = "hardly a vote decides: intervals are at least those with one user more who does"
PRIOR = "few votes beside the prior: intervals are at least what both together leave open"


@dataclass(frozen=True, slots=True, eq=False)
class RatingIntervals:
    """Elo ratings with intervals, which hold for the named anchor (None: the mean of all at 1000).

    `undefined` counts bootstrap rounds whose votes had no finite ratings, which a weak prior gave them; `warnings` say
    this, and other reasons for which the intervals deserve less trust.
    """

    elo: FloatArray
    low: FloatArray
    high: FloatArray
    level: float
    method: str
    anchor: int | None
    undefined: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def rank_by_lower_bound(self) -> FloatArray:
        """1 for the highest lower bound: a model with few votes has to earn its place."""
        return ranks_of(self.low)

    @property
    def rank_overlap(self) -> FloatArray:
        """One more than the number of models whose whole interval lies above this model's."""
        return np.asarray(1 + (self.low[None, :] > self.high[:, None]).sum(axis=1))


def bradley_terry_bootstrap(
    counts: ArrayLike,
    rng: Generator,
    replicates: int = 1000,
    level: float = 0.95,
    anchor: int | None = None,
    users: ArrayLike | None = None,
    prior: float = 0.0,
) -> RatingIntervals:
    """Percentile intervals; with `users` (one id for each row) whole users are resampled, as their votes hang together.

    Rounds without finite ratings are fitted with a weak prior, counted and told of. Fewer than ten users say little of
    how users differ: an interval is then never narrower than if votes were resampled. With a `prior`, as of
    `bradley_terry`, it is at least as wide as both leave open: no resampling shows what a single vote can't exclude.

    Raises:
        ValueError: as `bradley_terry`, if `users` and rows differ in number, or if most rounds have no finite ratings.
    """
    return bradley_terry_bootstraps(counts, rng, (anchor,), replicates, level, users, prior)[0]


def bradley_terry_bootstraps(
    counts: ArrayLike,
    rng: Generator,
    anchors: Sequence[int | None],
    replicates: int = 1000,
    level: float = 0.95,
    users: ArrayLike | None = None,
    prior: float = 0.0,
) -> list[RatingIntervals]:
    """The intervals of one bootstrap relative to each of these anchors; else as `bradley_terry_bootstrap`."""
    rows, replicates = read_votes(counts), whole(replicates, "replicates", 1)
    votes, merged = merge(rows)
    point = checked_fit(wins := win_matrix(votes), prior)

    def refitted(drawn: FloatArray) -> tuple[FloatArray, int]:
        return refit(point, win_matrices(votes, drawn), wins + wins.T, prior)

    @cache
    def of_votes() -> tuple[FloatArray, int]:
        return refitted(draw_multinomials(votes.count, replicates, rng))

    drawn, number = (None, 0) if users is None else draw_users(rows, merged, users, replicates, rng)
    of_users = None if drawn is None else refitted(drawn)

    def intervals(betas: FloatArray, undefined: int, what: str, anchor: int | None) -> RatingIntervals:
        low, high = percentiles(to_elo(betas, anchor), level)
        method = f"bootstrap of {what}, prior {prior:g}" if prior else f"bootstrap of {what}"
        told = without_ratings(undefined, replicates)
        return RatingIntervals(to_elo(point, anchor), low, high, level, method, anchor, undefined, told)

    def relative_to(anchor: int | None) -> RatingIntervals:
        found = intervals(*(of_users or of_votes()), "users" if of_users else "votes", anchor)
        if of_users and too_alike(found, number):
            found = wider(found, intervals(*of_votes(), "votes", anchor), number)
        found = at_least(found, hidden_half(point, rows, users, found, prior), TIES)
        return with_posterior(found, point, wins, prior) if prior else found

    return [relative_to(anchor) for anchor in anchors]


def with_posterior(found: RatingIntervals, point: FloatArray, wins: FloatArray, prior: float) -> RatingIntervals:
    """Intervals at least as wide as prior and votes together leave open: the normal approximation of the posterior."""
    posterior = np.asarray(np.linalg.inv(information(point, wins + wins.T, prior)), dtype=np.float64)
    return at_least(found, half_widths(posterior, found.level, found.anchor), PRIOR)


def without_ratings(undefined: int, replicates: int) -> tuple[str, ...]:
    """Return a warning with the number of rounds that needed a prior.

    Raises:
        ValueError: most of them.
    """
    if undefined > MOST_UNDEFINED * replicates:
        raise ValueError(
            f"{undefined} of {replicates} bootstrap rounds have no finite ratings: too few votes for a bootstrap"
        )
    told = "bootstrap rounds have no finite ratings; a weak prior gave them some, so that wide ends rest on the prior"
    return (f"{undefined} of {replicates} {told}",) if undefined else ()


def too_alike(found: RatingIntervals, users: int) -> bool:
    """Whether users can't say how users differ: they are few, or all of them voted alike."""
    flat = found.high - found.low < TOLERANCE
    if found.anchor is not None:
        flat[found.anchor] = False
    return bool(users < FEW_USERS or flat.any())


def wider(by_users: RatingIntervals, by_votes: RatingIntervals, users: int) -> RatingIntervals:
    """The wider interval of the two, with the reason."""
    low, high = np.minimum(by_users.low, by_votes.low), np.maximum(by_users.high, by_votes.high)
    few = f"{users} user{'s' if users > 1 else ''}"
    why = f"{few} can't say how users differ: intervals are at least those of single votes"
    told = tuple(dict.fromkeys((why, *by_users.warnings, *by_votes.warnings)))
    return replace(by_users, low=low, high=high, undefined=max(by_users.undefined, by_votes.undefined), warnings=told)


def hidden_half(
    beta: FloatArray, votes: Votes, users: ArrayLike | None, of: RatingIntervals, prior: float = 0.0
) -> FloatArray:
    """Half the width, in Elo, that even votes alone leave open."""
    user = None if users is None else casters(votes, users)[0]
    hidden = even_meat((votes.left, votes.right), votes.outcome, votes.count, votes.models, user)
    wins = win_matrix(votes)
    bread = np.linalg.inv(information(beta, wins + wins.T, prior))
    return half_widths(bread @ hidden @ bread, of.level, of.anchor)


def at_least(found: RatingIntervals, half: FloatArray, why: str) -> RatingIntervals:
    """Intervals that are at least so wide, with the reason where that is more."""
    narrow = found.high - found.low < 2 * half - TOLERANCE
    if not narrow.any():
        return found
    low = np.where(narrow, np.minimum(found.low, found.elo - half), found.low)
    high = np.where(narrow, np.maximum(found.high, found.elo + half), found.high)
    return replace(found, low=low, high=high, warnings=(*found.warnings, why))


def half_widths(covariance: FloatArray, level: float, anchor: int | None) -> FloatArray:
    """Half the width of normal intervals, in Elo, relative to the anchor or to the mean of all."""
    models = len(covariance)
    pin = np.full(models, 1 / models) if anchor is None else np.eye(models)[anchor]
    contrast = np.eye(models) - pin
    return z_of(level) * ELO * np.sqrt(np.maximum(np.diag(contrast @ covariance @ contrast.T), 0))


def win_matrices(votes: Votes, drawn: FloatArray) -> FloatArray:
    """A win matrix for every replicate; rows of one outcome name distinct pairs, so plain assignment adds up."""
    wins = np.zeros((len(drawn), votes.models * votes.models))
    for outcome in np.unique(votes.outcome):
        rows = np.flatnonzero(votes.outcome == outcome)
        cast = drawn[:, rows]
        if outcome > 0:
            wins[:, votes.left[rows] * votes.models + votes.right[rows]] += outcome * cast
        if outcome < 1:
            wins[:, votes.right[rows] * votes.models + votes.left[rows]] += (1 - outcome) * cast
    return wins.reshape(len(drawn), votes.models, votes.models)


def refit(point: FloatArray, wins: FloatArray, games: FloatArray, prior: float) -> tuple[FloatArray, int]:
    """Ratings of every replicate, and how many needed a prior for it.

    All start at the full data's ratings and share its inverse information, which is close enough to theirs for fast
    convergence; stragglers get Newton's method of their own.
    """
    inverse = np.asarray(np.linalg.inv(information(point, games, prior)), dtype=np.float64)
    rounds = max(1, CHUNK // point.size**2)
    betas = [chord(point, part, inverse, prior) for part in np.split(wins, range(rounds, len(wins), rounds))]
    ratings = np.concatenate(betas)
    undefined = 0
    for straggler in np.flatnonzero(np.isnan(ratings[:, 0])):
        if prior or strongly_connected(wins[straggler]):
            ratings[straggler] = fit(wins[straggler], prior)
        else:
            ratings[straggler] = fit(wins[straggler], WEAK_PRIOR)
            undefined += 1
    return ratings, undefined


def chord(point: FloatArray, wins: FloatArray, inverse: FloatArray, prior: float) -> FloatArray:
    """Newton steps with a fixed inverse information; NaN where they have not converged."""
    beta, games, won = np.tile(point, (len(wins), 1)), wins + wins.transpose(0, 2, 1), wins.sum(axis=2)
    step = np.full_like(beta, np.inf)
    for _ in range(ROUNDS):
        strength = np.exp(beta)
        share = games / (strength[:, :, None] + strength[:, None, :])
        step = (won - strength * share.sum(axis=2) - prior * beta) @ inverse
        beta += np.clip(step, -1, 1)
        if np.abs(step).max() < TOLERANCE:
            break
    beta -= beta.mean(axis=1, keepdims=True)
    beta[np.abs(step).max(axis=1) >= TOLERANCE] = np.nan
    return beta


def ranks_left_open(beta: FloatArray, covariance: FloatArray, level: float) -> IntArray:
    """The best and the worst rank [which, model] by those whose difference is told apart from 0."""
    own = np.diag(covariance)
    spread = np.maximum(own[:, None] + own - 2 * covariance, 0)
    ahead = beta[:, None] - beta > z_of(level) * np.sqrt(spread)
    return np.stack([1 + ahead.sum(axis=0), beta.size - ahead.sum(axis=1)])


def bradley_terry_sandwich(
    counts: ArrayLike, level: float = 0.95, anchor: int | None = None, users: ArrayLike | None = None
) -> RatingIntervals:
    """Normal intervals from the sandwich covariance, robust to a misspecified model and, with `users`, to their ties.

    As in the bootstrap, few users never narrow an interval below that of single votes.

    Raises:
        ValueError: as `bradley_terry`, or if `users` and rows differ in number.
    """
    votes = read_votes(counts)
    wins = win_matrix(votes)
    beta = checked_fit(wins, prior=0)
    elo = to_elo(beta, anchor)
    bread = np.linalg.inv(information(beta, wins + wins.T))

    def intervals(scores: FloatArray) -> RatingIntervals:
        half = half_widths(bread @ scores @ bread, level, anchor)
        return RatingIntervals(elo, elo - half, elo + half, level, "sandwich", anchor)

    found = intervals(meat(votes, beta, users))
    number = np.unique(np.asarray(users)).size
    if users is not None and too_alike(found, number):
        found = wider(found, intervals(meat(votes, beta, None)), number)
    return at_least(found, hidden_half(beta, votes, users, found), TIES)


def meat(votes: Votes, beta: FloatArray, users: ArrayLike | None) -> FloatArray:
    """Sum of outer products of scores, of single votes or of each user's votes together."""
    surprise = votes.outcome - expit(beta[votes.left] - beta[votes.right])
    if users is None:
        weights = np.zeros((votes.models, votes.models))
        np.add.at(weights, (votes.left, votes.right), votes.count * surprise**2)
        return laplacian(weights + weights.T)
    user, number = casters(votes, users)
    return user_meat(user, (votes.left, votes.right), votes.count * surprise, (number, votes.models))


def user_meat(
    user: IntArray, pair: tuple[IntArray, IntArray], surprise: FloatArray, shape: tuple[int, int]
) -> FloatArray:
    """Sum over users of the outer product of their summed scores; `shape` is (users, models).

    Most users meet few of the models, so their scores are kept sparse: a million users take no more than their votes.
    """
    values, rows = np.concatenate([surprise, -surprise]), np.concatenate([user, user])
    scores = csr_array((values, (rows, np.concatenate(pair))), shape=shape)
    return np.asarray((scores.T @ scores).toarray())
