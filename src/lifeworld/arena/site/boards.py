"""The newest boards, and how a vote moved them."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from typing import Any
from uuid import UUID

import pyarrow as pa
from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.orm import Session, aliased

from lifeworld.arena import stored
from lifeworld.arena.database import Database
from lifeworld.arena.poll import ALL, Ballot, Poll, Where
from lifeworld.arena.quality import FILTERS, sift
from lifeworld.arena.ranking import Board, Standing, Verified
from lifeworld.arena.standings import Standings
from lifeworld.arena.tables import Agent, Battle, Side, Vote, Voter

MOVES_KEPT = 20_000
_AGAIN = 0.5  # seconds until a database that is away is asked again
_log = logging.getLogger("lifeworld.arena")


@dataclass(frozen=True)
class Moved:
    """An agent's line before a vote and after it; `counted` is False as long as the board doesn't hold the vote."""

    before: Standing | None
    after: Standing | None
    counted: bool = True


@dataclass
class _Move:
    """What a vote moved: the lines before, the vote's place among all, and the lines after once they are known."""

    before: Mapping[str, Standing | None]
    place: int
    after: Mapping[str, Standing | None] | None = None


class Boards:
    """Counts each vote that passes the filters into boards that are always there to read.

    A vote may set others of the same voter aside, or bring them back; the boards follow. Judging what counts is left
    to a thread, so that no voter waits for it.

    Args:
        database: whose votes are counted from now on, those that are there at once.
        filters: some of `quality.FILTERS`.
    """

    def __init__(self, database: Database, filters: tuple[str, ...] = tuple(FILTERS)) -> None:
        self._database, self._filters, self._lock = database, filters, threading.Lock()
        self._sifting = threading.Lock()
        self._judging = ThreadPoolExecutor(1, "filters")
        self._coming: set[int] = set()  # votes that no filter has looked at yet
        self._moves: OrderedDict[int, _Move] = OrderedDict()
        self._found: dict[Where, tuple[Any, Verified]] = {}
        with database.reading() as rows:
            sifted = sift(stored.votes(rows), filters, known=stored.known(rows))
        self._counted = set(sifted.kept["vote"].to_pylist())
        self._standings = Standings(Poll.of(sifted.kept), verified=self._verified)

    def board(self, where: Where = ALL) -> Board:
        return self._standings.board(where)

    @property
    def counted(self) -> int:
        """How many votes are on the boards, or soon will be."""
        return len(self._counted) + len(self._coming)

    def values(self, dimension: str) -> list[str]:
        """Return what votes can be parted by: the devices, categories or groups of which there are any."""
        return sorted(value for part in self._standings.parts for name, value in part if name == dimension)

    def count(self, vote: int, voter: UUID) -> None:
        """Count a vote that was just cast, soon: it waits for no filter and no board; `moved` tells what it moved."""
        self._coming.add(vote)
        self._later(partial(self._judge, vote, voter))

    def judge_all(self) -> None:
        """Judge all votes anew, soon: what the filters go by has changed."""
        self._later(self._judge_all)

    def settle(self, seconds: float, parts: bool = False) -> bool:
        """Wait until every vote so far is judged, and on the board if it counts; see `Standings.settle`."""
        with suppress(TimeoutError):
            self._judging.submit(bool).result(seconds)
            return not self._coming and self._standings.settle(seconds, parts)
        return False

    def _later(self, work: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # closed; whoever opens the boards again counts all votes
            self._judging.submit(self._patiently, work)

    def _patiently(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (OperationalError, InterfaceError):
            time.sleep(_AGAIN)
            self._later(work)
        except Exception:  # noqa: BLE001 (nobody waits for the thread, so that the log alone can tell)
            _log.exception("a vote was not judged")

    def _judge(self, vote: int, voter: UUID) -> None:
        with self._sifting, self._database.reading() as rows:
            changes = self._changes(stored.votes_beside(rows, voter), rows, {str(voter)})
        before = self._lines(changes[vote][0]) if vote in changes else {}
        places = {number: self._standings.cast(ballot, times) for number, (ballot, times) in changes.items()}
        if vote in places:
            self._note(vote, _Move(before, places[vote]))
        self._coming.discard(vote)

    def _judge_all(self) -> None:
        with self._sifting, self._database.reading() as rows:
            changes = self._changes(stored.votes(rows), rows)
        for ballot, times in changes.values():
            self._standings.cast(ballot, times)

    def _note(self, vote: int, move: _Move) -> None:
        with self._lock:
            self._moves[vote] = move
            while len(self._moves) > MOVES_KEPT:
                self._moves.popitem(last=False)

    def _changes(
        self, votes: pa.Table, rows: Session, voters: Collection[str] | None = None
    ) -> dict[int, tuple[Ballot, int]]:
        """Return which votes of these voters, or of all, count from now on (1), and which no more (-1)."""
        sifted = sift(votes, self._filters, known=stored.known(rows))
        judged = zip(votes["vote"].to_pylist(), sifted.reason, strict=True)
        turned = [place for place, (vote, why) in enumerate(judged) if (not why) != (vote in self._counted)]
        found = votes.select(_OF_A_BALLOT).take(pa.array(turned, pa.int64())).to_pylist()
        mine = {row.pop("vote"): Ballot(**row) for row in found if voters is None or row["voter"] in voters}
        changes = {vote: (ballot, -1 if vote in self._counted else 1) for vote, ballot in mine.items()}
        self._counted.symmetric_difference_update(changes)
        return changes

    def counts(self, vote: int) -> bool:
        """Return whether a vote is on the boards, or may soon be, and no filter has set it aside."""
        return vote in self._counted or vote in self._coming

    def take_back(self, vote: int, ballot: Ballot) -> None:
        """Count a vote no more, if it was counted."""
        with self._sifting:
            counted = vote in self._counted
            self._counted.discard(vote)
        if counted:
            self._standings.cast(ballot, -1)

    def moved(self, vote: int, agent: str) -> Moved:
        """Return what a vote moved; where that is not known any more, only where the agent is now."""
        if vote in self._coming:
            return Moved(None, None, counted=False)
        with self._lock:
            move = self._moves.get(vote)
        if move is None:
            return Moved(None, _line(self.board(), agent))
        if move.after is None and self._standings.holds(move.place):
            board = self.board()
            move.after = {name: _line(board, name) for name in move.before}
        if move.after is None:
            return Moved(move.before[agent], None, counted=False)
        return Moved(move.before[agent], move.after[agent])

    def _lines(self, ballot: Ballot) -> dict[str, Standing | None]:
        board = self.board()
        return {agent: _line(board, agent) for agent in (ballot.left, ballot.right)}

    def close(self) -> None:
        self._judging.shutdown(cancel_futures=True)
        self._standings.close()

    def _verified(self, where: Where) -> Verified:
        """Return what the verifier says; asked anew when a battle has ended, and by group each time, as votes count."""
        with self._database.reading() as rows:
            mark = rows.execute(_ENDED).one()
            if any(name == "group" for name, _ in where):
                return stored.verified(rows, where)
            if where not in self._found or self._found[where][0] != mark:
                self._found[where] = mark, stored.verified(rows, where)
            return self._found[where][1]


def _line(board: Board, agent: str) -> Standing | None:
    return next((one for one in board.standings if one.agent == agent), None)


def _ballots() -> Any:
    left, right, one, other = aliased(Side), aliased(Side), aliased(Agent), aliased(Agent)
    return (
        select(one.name, other.name, Vote.choice, Voter.id, Battle.category, Battle.device, Voter.group, Battle.chance)
        .join_from(Vote, Battle, Battle.id == Vote.battle)
        .join(left, (left.battle == Battle.id) & (left.side == "left"))
        .join(right, (right.battle == Battle.id) & (right.side == "right"))
        .join(one, one.id == left.agent)
        .join(other, other.id == right.agent)
        .join(Voter, Voter.id == Vote.voter)
        .where(Vote.id == bindparam("vote"))
    )


_OF_A_BALLOT = ["vote", *(one.name for one in fields(Ballot))]
_ENDED = select(func.count(), func.max(Battle.finished)).where(Battle.finished.is_not(None))
_BALLOT = _ballots()  # made once: making it takes longer than running it


def ballot_of(rows: Session, vote: int) -> Ballot:
    """Return a vote as the boards count it."""
    left, right, choice, voter, *rest = rows.execute(_BALLOT, {"vote": vote}).one()
    return Ballot(left, right, choice, str(voter), *rest)
