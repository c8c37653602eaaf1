"""Draws the battle that a voter is shown and the next pair of agents, by the newest board.

Both are drawn by expected information, with known probabilities.
"""

import threading
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.random import Generator
from scipy.special import expit
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from lifeworld.arena import vote_queries
from lifeworld.arena.database import Database
from lifeworld.arena.ranking import Board
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.tables import Battle, Pair, Vote
from lifeworld.arena.vote_queries import ReadyBattle
from lifeworld.core.errors import UserError
from lifeworld.stats.tally import FloatArray, IntArray

EVEN = 0.2
"""The share of draws that is uniform over all pairs, so that no pair is excluded."""


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


CANDIDATES = 500  # battles among which one is drawn
_MIN_SECONDS = 5.0  # that counts of votes are cached; newer votes shift probabilities only a little
_REST_FACTOR = 20.0  # times the duration of counting, if that is longer


class Sampler:
    """Draws pairs and battles by the newest board."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._last: tuple[Board, frozenset[str], PairProbabilities] | None = None

    def pair(self, agents: Sequence[str]) -> Pair:
        """Draw two agents and their sides.

        Raises:
            UserError: fewer than two agents can play.
        """
        return draw_pair(pair_probabilities(self._boards.board(), agents), np.random.default_rng())

    def battle(self, ready: Sequence[ReadyBattle]) -> DrawnBattle | None:
        """Draw a battle for a voter; return None if none is ready."""
        if not ready:
            return None
        agents = frozenset(name for one in ready for name in (one.left, one.right))
        return draw_battle(self._probabilities(agents), ready, np.random.default_rng())

    def _probabilities(self, agents: frozenset[str]) -> PairProbabilities:
        """Return the probabilities by the newest board; cached while neither board nor agents change."""
        board, last = self._boards.board(), self._last
        if last is None or last[0] is not board or last[1] != agents:
            self._last = last = board, agents, pair_probabilities(board, agents)
        return last[2]


class ReadyBattles:
    """All battles that are ready, the least voted on first, cached for all visitors together.

    A battle that becomes ready or is withdrawn is seen at once. The votes of each are counted at first, and again every
    few seconds (less often where there are millions) in a thread; visitors are served by the last count meanwhile.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._mark: object = None
        self._ready: Sequence[ReadyBattle] = ()
        self._next, self._counting = 0.0, False

    def unseen(self, rows: Session, voter: UUID) -> list[ReadyBattle]:
        """Return the first battles that a voter has not voted on."""
        voted = set(rows.scalars(_VOTED, {"voter": voter}))
        found = (one for one in self._all(rows) if one.battle not in voted)
        return [one for one, _ in zip(found, range(CANDIDATES), strict=False)]

    def _all(self, rows: Session) -> Sequence[ReadyBattle]:
        mark = tuple(rows.execute(_MARK).one())
        with self._lock:
            if self._mark is None:
                self._count(rows)
            elif mark != self._mark:
                self._ready = vote_queries.ready_battles(rows, {one.battle: one.votes for one in self._ready})
            elif time.monotonic() > self._next and not self._counting:
                self._counting = True
                threading.Thread(target=self._count_in_thread, name="ready battles", daemon=True).start()
            self._mark = mark
            return self._ready

    def _count(self, rows: Session) -> None:
        began = time.monotonic()
        self._ready = vote_queries.ready_battles(rows, {battle: votes for battle, votes in rows.execute(_VOTES)})
        took = time.monotonic() - began
        self._next = began + took + max(_MIN_SECONDS, _REST_FACTOR * took)

    def _count_in_thread(self) -> None:
        try:
            with self._database.reading() as rows:
                self._count(rows)
            self._mark = ()  # newly ready battles are read with the next request
        finally:
            self._counting = False


# Built once: building them takes longer than running them.
_VOTES = select(Vote.battle, func.count()).group_by(Vote.battle)
_VOTED = select(Vote.battle).where(Vote.voter == bindparam("voter"))
_MARK = select(func.count(), func.max(Battle.finished)).where(Battle.status == "ready")


def pair_probabilities(board: Board, agents: Collection[str], even: float = EVEN) -> PairProbabilities:
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


def draw_pair(made: PairProbabilities, rng: Generator) -> Pair:
    """Draw the two agents of the next battle, and their sides."""
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
