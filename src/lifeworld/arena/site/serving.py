"""Draws the battle that a voter is shown and the next pair of agents, by the newest board."""

import threading
import time
from collections.abc import Sequence
from uuid import UUID

import numpy as np
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from lifeworld.arena import sampling, vote_queries
from lifeworld.arena.database import Database
from lifeworld.arena.ranking import Board
from lifeworld.arena.sampling import DrawnBattle, PairProbabilities, ReadyBattle
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.tables import Battle, Pair, Vote

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
        return sampling.draw_pair(self._boards.board(), np.random.default_rng(), agents)

    def battle(self, ready: Sequence[ReadyBattle]) -> DrawnBattle | None:
        """Draw a battle for a voter; return None if none is ready."""
        if not ready:
            return None
        agents = frozenset(name for one in ready for name in (one.left, one.right))
        return sampling.draw_battle(self._probabilities(agents), ready, np.random.default_rng())

    def _probabilities(self, agents: frozenset[str]) -> PairProbabilities:
        """Return the probabilities by the newest board; cached while neither board nor agents change."""
        board, last = self._boards.board(), self._last
        if last is None or last[0] is not board or last[1] != agents:
            self._last = last = board, agents, sampling.pair_probabilities(board, agents)
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
