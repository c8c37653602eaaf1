"""Which agents meet next, and which ready battle a voter sees: what teaches most, each with a known chance."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.random import Generator
from scipy.special import expit

from lifeworld.arena.ranking import Board
from lifeworld.core.errors import UserError
from lifeworld.stats.tally import FloatArray, IntArray

EVEN = 0.2
"""Share of the draws that falls evenly on all pairs, so that none is ever shut out."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Two agents, their sides drawn by a coin, and the chance that this pair was drawn, in either order."""

    left: str
    right: str
    chance: float


class Ready(Protocol):
    """A battle that waits for votes, by its id, its agents' names and the votes that it has."""

    @property
    def battle(self) -> str: ...

    @property
    def left(self) -> str: ...

    @property
    def right(self) -> str: ...

    @property
    def votes(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Served:
    """A battle for a voter, and the chance with which it was drawn among those the voter could see."""

    battle: str
    chance: float


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The chance of each pair [first, second], first < second, of agents in the order of their names."""

    agents: tuple[str, ...]
    first: IntArray
    second: IntArray
    chance: FloatArray

    def of(self, one: str, other: str) -> float:
        """Return the chance of a pair."""
        low, high = sorted((self.agents.index(one), self.agents.index(other)))
        return float(self.chance[np.flatnonzero((self.first == low) & (self.second == high))[0]])


Names: TypeAlias = Collection[str]


def plan(board: Board, agents: Names, even: float = EVEN) -> Plan:
    """Return the chance of each pair: its share of what one more vote would teach, over a floor that all pairs share.

    A vote on a pair whose difference has variance v, and that is decided with chance p, teaches ½ log(1 + p(1-p) v)
    of the ratings (Lindley, Annals of Mathematical Statistics 27, 1956; for a linear score). v is wide where votes
    are few, and for an agent that the board doesn't know it is the prior's; so newcomers come first.

    Raises:
        UserError: fewer than two agents, or a floor that is not above 0 and at most 1.
    """
    names = tuple(sorted(set(agents)))
    if len(names) < 2:
        raise UserError(f"a battle wants two agents, and there are {len(names)}")
    if not 0 < even <= 1:
        raise UserError(f"the even share lies above 0 and at most at 1, not at {even:g}")
    first, second = np.triu_indices(len(names), 1)
    beta, variance = _known(board, names)
    apart = variance[first, first] + variance[second, second] - 2 * variance[first, second]
    p = expit(beta[first] - beta[second])
    taught = np.log1p(p * (1 - p) * np.maximum(apart, 0))
    total = float(taught.sum())
    share = taught / total if total else np.full(first.size, 1 / first.size)
    return Plan(names, first, second, even / first.size + (1 - even) * share)


def _known(board: Board, names: tuple[str, ...]) -> tuple[FloatArray, FloatArray]:
    """Strengths and their covariance in the order of `names`; the prior's of agents that have no place."""
    place = {agent: number for number, agent in enumerate(board.agents)}
    beta, variance = np.zeros(len(names)), np.eye(len(names)) / board.rule.prior
    mine = [i for i, name in enumerate(names) if name in place and board.votes]
    theirs = [place[names[i]] for i in mine]
    beta[mine] = board.beta[theirs]
    variance[np.ix_(mine, mine)] = board.covariance[np.ix_(theirs, theirs)]
    return beta, variance


def pair(board: Board, rng: Generator, agents: Names, even: float = EVEN) -> Drawn:
    """Draw the two agents of the next battle, and their sides.

    Raises:
        UserError: as `plan`.
    """
    return draw(plan(board, agents, even), rng)


def draw(made: Plan, rng: Generator) -> Drawn:
    """Draw a pair of a plan; keep the plan where many are drawn from one board."""
    at = int(rng.choice(made.chance.size, p=made.chance / made.chance.sum()))
    names = made.agents[made.first[at]], made.agents[made.second[at]]
    left, right = names if rng.random() < 0.5 else names[::-1]
    return Drawn(left, right, float(made.chance[at]))


def battle(made: Plan, ready: Sequence[Ready], seen: Names, rng: Generator) -> Served | None:
    """Draw a ready battle that this voter has not seen; None where there is none.

    A battle's chance goes by its pair's, shared among the pair's battles, those with fewer votes before others; every
    battle that the voter could see has one above 0. Battles of agents without a place in the plan count as the least
    likely pair.
    """
    unseen = [one for one in ready if one.battle not in seen]
    if not unseen:
        return None
    weight = _by_pair(made, unseen) / (1 + np.array([one.votes for one in unseen], dtype=np.float64))
    share = weight / weight.sum()
    at = int(rng.choice(len(unseen), p=share))
    return Served(unseen[at].battle, float(share[at]))


def _by_pair(made: Plan, ready: Sequence[Ready]) -> FloatArray:
    """Each battle's part of its pair's chance."""
    place = {agent: number for number, agent in enumerate(made.agents)}
    table = np.full((len(place) + 1,) * 2, made.chance.min())  # the last row and column are of agents without a place
    table[made.first, made.second] = made.chance
    sides = np.sort([(place.get(one.left, -1), place.get(one.right, -1)) for one in ready])
    _, kind, many = np.unique(sides, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(table[sides[:, 0], sides[:, 1]] / many[kind.ravel()])
