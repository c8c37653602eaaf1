"""Estimates biases of votes: the position, the number of steps, the time taken, and the questions asked."""

from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

import numpy as np
import pyarrow as pa
from scipy.special import expit, ndtr

from lifeworld.arena.analysis import (
    LEVEL,
    MaybeEstimate,
    NoEstimate,
    at_equal_verdict,
    clustered_share,
    estimate_or_reason,
)
from lifeworld.arena.ballots import choices, codes, numbers, voters
from lifeworld.arena.poll import SCORE
from lifeworld.arena.ranking import Board
from lifeworld.stats.bradley_terry import ELO, bradley_terry
from lifeworld.stats.intervals import Comparison, Estimate, z_of
from lifeworld.stats.style import style_controlled
from lifeworld.stats.tally import FloatArray, IntArray

Term: TypeAlias = Literal["position", "steps", "seconds"]
_MAX_QUESTIONS = 4  # this many questions or more form one group
_TURN = 2  # questions where the two lines meet; fixed before any rates were looked at


@dataclass(frozen=True, slots=True)
class AdjustedRatings:
    """Ratings adjusted for biases, and the raw ratings of the same votes.

    `effects` are in Elo: of the left position, of twice as many steps, of twice the time.
    """

    effects: dict[Term, Comparison]
    elo: dict[str, float]
    raw: dict[str, float]
    votes: int


def adjusted_ratings(votes: pa.Table, terms: tuple[Term, ...] = ("position", "steps")) -> AdjustedRatings:
    """Estimate biases jointly with the ratings, and return the adjusted ratings.

    Raises:
        ValueError: no vote has the numbers of both sides, ratings are not finite, or a bias is confounded with the
            agents.
    """
    covariates = np.stack([_covariate(votes, term) for term in terms], axis=1)
    whole = np.isfinite(covariates).all(axis=1)
    if not whole.any():
        raise ValueError(f"no vote has {' and '.join(terms)} of both sides")
    left, right = codes(votes, "left", "right")
    names, rows = _comparison_rows(left.names, left.of[whole], right.of[whole], SCORE[choices(votes)[whole]])
    found, plain = style_controlled(rows, covariates[whole]), bradley_terry(rows)
    effects = zip(terms, (ELO * found.effects).tolist(), (ELO * found.effects_se).tolist(), strict=True)
    number, method = int(whole.sum()), "bradley-terry with covariates"
    return AdjustedRatings(
        {term: _compared_to_zero(effect, se, number, method) for term, effect, se in effects},
        dict(zip(names, found.elo.tolist(), strict=True)),
        dict(zip(names, plain.elo.tolist(), strict=True)),
        number,
    )


def _comparison_rows(
    names: tuple[str, ...], left: IntArray, right: IntArray, score: FloatArray
) -> tuple[tuple[str, ...], FloatArray]:
    """Return votes as rows (i, j, y), and the agents that have any, renumbered."""
    met, place = np.unique(np.concatenate([left, right]), return_inverse=True)
    first, second = np.split(place, 2)
    return tuple(names[i] for i in met), np.stack([first, second, score], axis=1)


def _covariate(votes: pa.Table, term: Term) -> FloatArray:
    """Return 1 for the position, else log2 of the ratio of the left number to the right one."""
    if term == "position":
        return np.ones(votes.num_rows)
    left, right = (numbers(votes, f"{side}_{term}") for side in ("left", "right"))
    known = (left > 0) & (right > 0)
    return np.log2(left, where=known, out=np.full(left.size, np.nan)) - np.log2(
        right, where=known, out=np.zeros(left.size)
    )


def _compared_to_zero(value: float, se: float, n: int, method: str) -> Comparison:
    """Return a value with a normal interval and p-value."""
    half, p_value = z_of(LEVEL) * se, 2 * float(ndtr(-abs(value) / se)) if se else float(value == 0)
    return Comparison(value, value - half, value + half, n, LEVEL, method, se, p_value=p_value)


def effects_at_equal_verdict(
    votes: pa.Table, terms: tuple[Term, ...] = ("steps", "seconds")
) -> dict[str, AdjustedRatings | NoEstimate]:
    """Return the effects of steps and time where both sides succeeded and where both failed, or why there are none."""
    parts = at_equal_verdict(votes).items()
    return {name: estimate_or_reason(partial(adjusted_ratings, part, terms)) for name, part in parts}


@dataclass(frozen=True, slots=True)
class QuestionEffect:
    """The win rate by the number of questions that an agent asked.

    Attributes:
        rates: the share of votes won by number of questions; the last number includes all above it.
        rising: the slope per question up to the turn; `falling` the slope from there on.
        inverse_u: whether the first slope is significantly positive and the second significantly negative.
    """

    rates: dict[int, Estimate]
    rising: MaybeEstimate
    falling: MaybeEstimate

    @property
    def inverse_u(self) -> bool:
        lines = (self.rising, self.falling)
        return all(isinstance(line, Comparison) and line.significant for line in lines) and (
            self.rising.value > 0 > self.falling.value  # type: ignore[union-attr]
        )


def question_effect(votes: pa.Table, board: Board | None = None) -> QuestionEffect:
    """Test for an inverse U with two lines.

    A quadratic fits a U to any bend; two lines require a rise before the turn and a fall after it (Simonsohn, Advances
    in Methods and Practices in Psychological Science 1, 2018). Each vote counts for both sides; standard errors are
    clustered by voter. A board adjusts for the strengths of both agents, which otherwise confound the effect.
    """
    left, right = (numbers(votes, f"{side}_questions") for side in ("left", "right"))
    known = ~np.isnan(left + right)
    score = SCORE[choices(votes)][known]
    expected = _expected(votes, board)[known] if board else np.full(score.size, 0.5)
    asked = np.concatenate([left[known], right[known]])
    won = np.concatenate([score, 1 - score])
    beyond = np.concatenate([score - expected, expected - score])
    voter = np.tile(voters(votes)[known], 2)
    group = np.minimum(asked, _MAX_QUESTIONS).astype(np.int64)
    rates = {int(n): clustered_share(won[group == n], voter[group == n]) for n in np.unique(group)}
    before, after = asked <= _TURN, asked >= _TURN
    return QuestionEffect(
        rates,
        estimate_or_reason(lambda: slope(asked[before], beyond[before], voter[before])),
        estimate_or_reason(lambda: slope(asked[after], beyond[after], voter[after])),
    )


def _expected(votes: pa.Table, board: Board) -> FloatArray:
    strength = dict(zip(board.agents, board.beta.tolist(), strict=True))
    left, right = codes(votes, "left", "right")
    beta = np.array([strength[name] for name in left.names])
    return np.asarray(expit(beta[left.of] - beta[right.of]))


def slope(x: FloatArray, y: FloatArray, cluster: IntArray) -> Comparison:
    """Return the least-squares slope with cluster-robust standard errors (Liang and Zeger, 1986).

    Raises:
        ValueError: fewer than three values or clusters, or x never varies.
    """
    clusters = np.unique(cluster).size
    if x.size < 3 or clusters < 3 or np.ptp(x) == 0:
        raise ValueError("a slope needs three voters and two different numbers of questions")
    centred = x - x.mean()
    squares = float(centred @ centred)
    value = float(centred @ y) / squares
    errors = y - y.mean() - value * centred
    sums = np.bincount(cluster, centred * errors)
    se = float(np.sqrt((sums**2).sum() * clusters / (clusters - 1))) / squares
    return _compared_to_zero(value, se, x.size, "least squares")
