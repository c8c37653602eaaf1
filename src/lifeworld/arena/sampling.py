"""Samples pairs of agents and battles for voters by expected information, with known probabilities."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.random import Generator
from scipy.special import expit

from lifeworld.arena.ranking import Board
from lifeworld.arena.tables import Pair
from lifeworld.core.errors import UserError
from lifeworld.stats.tally import FloatArray, IntArray

EVEN = 0.2
"""The share of draws that is uniform over all pairs, so that no pair is excluded."""


@dataclass(frozen=True, slots=True)
class ReadyBattle:
    """A battle that waits for votes: its id, its agents' names and the number of its votes."""

    battle: str
    left: str
    right: str
    votes: int


@dataclass(frozen=True, slots=True)
class DrawnBattle:
    """A battle for a voter, and the probability with which it was drawn among those that the voter could see."""

    battle: str
    chance: float


@dataclass(frozen=True, slots=True, eq=False)
class PairProbabilities:
    """The probability of each pair [first, second], first < second; agents are sorted by name."""

    agents: tuple[str, ...]
    first: IntArray
    second: IntArray
    chance: FloatArray

    def of(self, one: str, other: str) -> float:
        """Return the probability of a pair."""
        low, high = sorted((self.agents.index(one), self.agents.index(other)))
        return float(self.chance[np.flatnonzero((self.first == low) & (self.second == high))[0]])


Names: TypeAlias = Collection[str]


def pair_probabilities(board: Board, agents: Names, even: float = EVEN) -> PairProbabilities:
    """Return the probability of each pair: its share of the expected information of one vote, over a uniform floor.

    A vote on a pair whose difference has variance v, and that the first wins with probability p, is expected to give
    ½ log(1 + p(1-p) v) of information (Lindley, Annals of Mathematical Statistics 27, 1956; for a linear score). v is
    large where votes are few, and that of the prior for an agent that the board doesn't know; so newcomers come first.

    Raises:
        UserError: fewer than two agents, or a floor that is not above 0 and at most 1.
    """
    names = tuple(sorted(set(agents)))
    if len(names) < 2:
        raise UserError(f"a battle needs two agents, and there are {len(names)}")
    if not 0 < even <= 1:
        raise UserError(f"the even share must be above 0 and at most 1, not {even:g}")
    first, second = np.triu_indices(len(names), 1)
    beta, variance = _strengths(board, names)
    apart = variance[first, first] + variance[second, second] - 2 * variance[first, second]
    p = expit(beta[first] - beta[second])
    taught = np.log1p(p * (1 - p) * np.maximum(apart, 0))
    total = float(taught.sum())
    share = taught / total if total else np.full(first.size, 1 / first.size)
    return PairProbabilities(names, first, second, even / first.size + (1 - even) * share)


def _strengths(board: Board, names: tuple[str, ...]) -> tuple[FloatArray, FloatArray]:
    """Return strengths and their covariance in the order of `names`; for unknown agents those of the prior."""
    place = {agent: number for number, agent in enumerate(board.agents)}
    beta, variance = np.zeros(len(names)), np.eye(len(names)) / board.rule.prior
    mine = [i for i, name in enumerate(names) if name in place and board.votes]
    theirs = [place[names[i]] for i in mine]
    beta[mine] = board.beta[theirs]
    variance[np.ix_(mine, mine)] = board.covariance[np.ix_(theirs, theirs)]
    return beta, variance


def draw_pair(board: Board, rng: Generator, agents: Names, even: float = EVEN) -> Pair:
    """Draw the two agents of the next battle, and their sides.

    Raises:
        UserError: as `pair_probabilities`.
    """
    return draw_from(pair_probabilities(board, agents, even), rng)


def draw_from(made: PairProbabilities, rng: Generator) -> Pair:
    """Draw a pair with given probabilities, which can be kept for many draws from one board."""
    at = int(rng.choice(made.chance.size, p=made.chance / made.chance.sum()))
    names = made.agents[made.first[at]], made.agents[made.second[at]]
    left, right = names if rng.random() < 0.5 else names[::-1]
    return Pair(left, right, float(made.chance[at]))


def draw_battle(made: PairProbabilities, ready: Sequence[ReadyBattle], rng: Generator) -> DrawnBattle | None:
    """Draw a ready battle for a voter; return None if there is none.

    The probability of a pair is shared among its battles, in favour of those with fewer votes; it is never 0. Battles
    of agents that have no probabilities count as the least likely pair.
    """
    if not ready:
        return None
    weight = _share_of_pair(made, ready) / (1 + np.array([one.votes for one in ready], dtype=np.float64))
    share = weight / weight.sum()
    at = int(rng.choice(len(ready), p=share))
    return DrawnBattle(ready[at].battle, float(share[at]))


def _share_of_pair(made: PairProbabilities, ready: Sequence[ReadyBattle]) -> FloatArray:
    """Return each battle's share of the probability of its pair."""
    place = {agent: number for number, agent in enumerate(made.agents)}
    table = np.full((len(place) + 1,) * 2, made.chance.min())  # the last row and column are of unknown agents
    table[made.first, made.second] = made.chance
    sides = np.sort([(place.get(one.left, -1), place.get(one.right, -1)) for one in ready])
    _, kind, many = np.unique(sides, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(table[sides[:, 0], sides[:, 1]] / many[kind.ravel()])
