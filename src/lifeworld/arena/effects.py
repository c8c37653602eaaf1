"""What moves votes besides the agents: the side, the length, the time that it took, and questions asked."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import pyarrow as pa
from scipy.special import expit, ndtr

from lifeworld.arena.analysis import Answer, answered, share
from lifeworld.arena.ballots import choices, codes, numbers, successes, voters
from lifeworld.arena.ranking import SCORE, Board
from lifeworld.stats.bradley_terry import ELO, bradley_terry
from lifeworld.stats.estimate import Comparison, Estimate
from lifeworld.stats.intervals import z_of
from lifeworld.stats.style import style_controlled
from lifeworld.stats.tally import FloatArray, IntArray

Term: TypeAlias = Literal["position", "steps", "seconds"]
TERMS: tuple[Term, ...] = ("position", "steps", "seconds")
_MOST = 4  # questions that are told apart; so many or more are one group


@dataclass(frozen=True, slots=True)
class Cleared:
    """Ratings with biases taken out, beside the raw ones of the same votes.

    `effects` are in Elo: what standing on the left is worth, what twice as many steps are, what twice the time is.
    """

    effects: dict[Term, Comparison]
    elo: dict[str, float]
    raw: dict[str, float]
    votes: int


def cleared(votes: pa.Table, terms: tuple[Term, ...] = ("position", "steps")) -> Cleared:
    """Estimate biases together with the ratings, and give the ratings without them.

    Raises:
        ValueError: for no known number of steps or seconds, votes without finite ratings, or a bias that can't be told
            from the agents.
    """
    covariates = np.stack([_covariate(votes, term) for term in terms], axis=1)
    whole = np.isfinite(covariates).all(axis=1)
    if not whole.any():
        raise ValueError(f"no vote has {' and '.join(terms)} of both sides")
    left, right = codes(votes, "left", "right")
    names, rows = _rows(left.names, left.of[whole], right.of[whole], SCORE[choices(votes)[whole]])
    found, plain = style_controlled(rows, covariates[whole]), bradley_terry(rows)
    effects = zip(terms, found.effects.tolist(), found.effects_se.tolist(), strict=True)
    return Cleared(
        {term: in_elo(effect, se, int(whole.sum())) for term, effect, se in effects},
        dict(zip(names, found.elo.tolist(), strict=True)),
        dict(zip(names, plain.elo.tolist(), strict=True)),
        int(whole.sum()),
    )


def _rows(
    names: tuple[str, ...], left: IntArray, right: IntArray, score: FloatArray
) -> tuple[tuple[str, ...], FloatArray]:
    """Votes as rows (i, j, y), the agents that have any numbered anew."""
    met, place = np.unique(np.concatenate([left, right]), return_inverse=True)
    first, second = np.split(place, 2)
    return tuple(names[i] for i in met), np.stack([first, second, score], axis=1)


def _covariate(votes: pa.Table, term: Term) -> FloatArray:
    """One for the position; else by how often the left's number has to be doubled to make the right's less."""
    if term == "position":
        return np.ones(votes.num_rows)
    left, right = (numbers(votes, f"{side}_{term}") for side in ("left", "right"))
    known = (left > 0) & (right > 0)
    return np.log2(left, where=known, out=np.full(left.size, np.nan)) - np.log2(
        right, where=known, out=np.zeros(left.size)
    )


def in_elo(effect: float, se: float, votes: int, level: float = 0.95) -> Comparison:
    """Return log odds on the Elo scale, with their normal interval and p-value."""
    half, p_value = z_of(level) * se, 2 * float(ndtr(-abs(effect) / se))
    value, low, high = (ELO * end for end in (effect, effect - half, effect + half))
    return Comparison(value, low, high, votes, level, "bradley-terry with covariates", ELO * se, p_value=p_value)


def at_equal_truth(votes: pa.Table, terms: tuple[Term, ...] = ("steps", "seconds")) -> dict[str, Cleared | str]:
    """Return what steps and time do to votes where both sides succeeded, and where both failed; or why that is open."""
    left, right = successes(votes, "left"), successes(votes, "right")
    found: dict[str, Cleared | str] = {}
    for name, said in (("both succeeded", 1), ("both failed", 0)):
        try:
            found[name] = cleared(votes.filter(pa.array((left == said) & (right == said))), terms)
        except ValueError as problem:
            found[name] = str(problem)
    return found


@dataclass(frozen=True, slots=True)
class Asking:
    """Questions that an agent asked against its win rate.

    Attributes:
        rates: of each number of questions, the last one standing for as many or more: the share of votes won.
        rising: the slope up to the turn, by question; `falling` the one from there on.
        turn: the number of questions that belongs to both.
        inverse_u: whether the first is sure to rise and the second sure to fall.
    """

    rates: dict[int, Estimate]
    rising: Answer
    falling: Answer
    turn: int

    @property
    def inverse_u(self) -> bool:
        lines = (self.rising, self.falling)
        return all(isinstance(line, Comparison) and line.significant for line in lines) and (
            self.rising.value > 0 > self.falling.value  # type: ignore[union-attr]
        )


def asking(votes: pa.Table, board: Board | None = None, turn: int = 2) -> Asking:
    """Test for an inverse U by two lines.

    A quadratic would call any bend a U; two lines ask that it rises before the turn and falls behind it (Simonsohn,
    Advances in Methods and Practices in Psychological Science 1, 2018). Each vote counts for both its sides; errors are
    robust to votes of one voter hanging together.

    Args:
        votes: with the questions of each side.
        board: take out how strong both agents are, so that asking is not confused with who asks.
        turn: where the lines meet; choose it before looking at the rates.
    """
    left, right = (numbers(votes, f"{side}_questions") for side in ("left", "right"))
    known = ~np.isnan(left + right)
    score = SCORE[choices(votes)][known]
    expected = _expected(votes, board)[known] if board else np.full(score.size, 0.5)
    asked = np.concatenate([left[known], right[known]])
    won = np.concatenate([score, 1 - score])
    beyond = np.concatenate([score - expected, expected - score])
    voter = np.tile(voters(votes)[known], 2)
    group = np.minimum(asked, _MOST).astype(np.int64)
    rates = {int(n): share(won[group == n], voter[group == n]) for n in np.unique(group)}
    before, after = asked <= turn, asked >= turn
    return Asking(
        rates,
        answered(lambda: slope(asked[before], beyond[before], voter[before])),
        answered(lambda: slope(asked[after], beyond[after], voter[after])),
        turn,
    )


def _expected(votes: pa.Table, board: Board) -> FloatArray:
    strength = dict(zip(board.agents, board.beta.tolist(), strict=True))
    left, right = codes(votes, "left", "right")
    beta = np.array([strength[name] for name in left.names])
    return np.asarray(expit(beta[left.of] - beta[right.of]))


def slope(x: FloatArray, y: FloatArray, cluster: IntArray, level: float = 0.95) -> Comparison:
    """Return the slope of least squares, robust to values of one cluster hanging together (Liang and Zeger, 1986).

    Raises:
        ValueError: fewer than three values or clusters, or x never varies.
    """
    clusters = np.unique(cluster).size
    if x.size < 3 or clusters < 3 or np.ptp(x) == 0:
        raise ValueError("a line wants three voters and two numbers of questions")
    centred = x - x.mean()
    squares = float(centred @ centred)
    value = float(centred @ y) / squares
    errors = y - y.mean() - value * centred
    sums = np.bincount(cluster, centred * errors)
    se = float(np.sqrt((sums**2).sum() * clusters / (clusters - 1))) / squares
    half = z_of(level) * se
    p_value = 2 * float(ndtr(-abs(value) / se)) if se else float(value == 0)
    return Comparison(value, value - half, value + half, x.size, level, "least squares", se, p_value=p_value)
