"""The newest boards, and how a vote moved them."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from lifeworld.arena import stored
from lifeworld.arena.database import Database
from lifeworld.arena.poll import Ballot, Poll, Where
from lifeworld.arena.ranking import Board, Standing, Verified
from lifeworld.arena.standings import Standings
from lifeworld.arena.tables import Agent, Battle, Side, Vote, Voter

MOVES_KEPT = 20_000
_PATIENCE = 1.0  # seconds that a voter waits to see what the vote moved


@dataclass(frozen=True)
class Moved:
    """An agent's line before a vote and after it."""

    before: Standing | None
    after: Standing | None


class Boards:
    """Counts each vote into boards that are always there to read.

    Args:
        database: whose votes are counted from now on, those that are there at once.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._moves: OrderedDict[int, Mapping[str, Moved]] = OrderedDict()
        with database.reading() as rows:
            table = stored.votes(rows)
        self._standings = Standings(Poll.of(table), verified=self._verified)

    def board(self, where: Where = None) -> Board:
        return self._standings.board(where)

    def values(self, dimension: str) -> list[str]:
        """Return what votes can be parted by: the devices, categories or groups of which there are any."""
        return sorted(part[1] for part in self._standings.parts if part and part[0] == dimension)

    def count(self, rows: Session, vote: int) -> None:
        """Count a vote that was just cast, and note what it moved."""
        ballot = ballot_of(rows, vote)
        before = self.board()
        self._standings.cast(ballot)
        self._standings.settle(_PATIENCE)
        after, pair = self.board(), (ballot.left, ballot.right)
        with self._lock:
            self._moves[vote] = {name: Moved(_line(before, name), _line(after, name)) for name in pair}
            while len(self._moves) > MOVES_KEPT:
                self._moves.popitem(last=False)

    def take_back(self, ballot: Ballot) -> None:
        """Count a vote no more."""
        self._standings.cast(ballot, -1)

    def moved(self, vote: int, agent: str) -> Moved:
        """Return what a vote moved; where that is not known any more, only where the agent is now."""
        with self._lock:
            known = self._moves.get(vote, {})
        return known.get(agent) or Moved(None, _line(self.board(), agent))

    def close(self) -> None:
        self._standings.close()

    def _verified(self, where: Where) -> Verified:
        with self._database.reading() as rows:
            return stored.verified(rows, where)


def _line(board: Board, agent: str) -> Standing | None:
    return next((one for one in board.standings if one.agent == agent), None)


def ballot_of(rows: Session, vote: int) -> Ballot:
    """Return a vote as the boards count it."""
    left, right, one, other = aliased(Side), aliased(Side), aliased(Agent), aliased(Agent)
    query = (
        select(Vote, Battle, one.name, other.name, Voter)
        .join(Battle, Battle.id == Vote.battle)
        .join(left, (left.battle == Battle.id) & (left.side == "left"))
        .join(right, (right.battle == Battle.id) & (right.side == "right"))
        .join(one, one.id == left.agent)
        .join(other, other.id == right.agent)
        .join(Voter, Voter.id == Vote.voter)
    )
    found, battle, first, second, voter = rows.execute(query.where(Vote.id == vote)).one()
    part = {"category": battle.category, "device": battle.device, "group": voter.group}
    return Ballot(first, second, found.choice, str(voter.id), chance=battle.chance, **part)
