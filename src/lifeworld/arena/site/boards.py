"""The boards of the site: filters votes in a thread, and tracks how a vote changed ratings."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import func, select
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.orm import Session

from lifeworld.arena import vote_queries
from lifeworld.arena.database import Database
from lifeworld.arena.poll import ALL, Ballot, Poll, Where
from lifeworld.arena.quality import FILTERS, SECONDS, filter_votes
from lifeworld.arena.ranking import Board, Standing, Verified
from lifeworld.arena.standings import Standings
from lifeworld.arena.tables import Battle

MAX_CHANGES = 20_000
_RETRY_SECONDS = 0.5  # until a database that does not answer is tried again
_log = logging.getLogger("lifeworld.arena")


@dataclass(frozen=True)
class RatingChange:
    """An agent's line before and after a vote; `counted` is False until the board includes the vote."""

    before: Standing | None
    after: Standing | None
    counted: bool = True


@dataclass
class _VoteEffect:
    """The effect of a vote: the lines before, its position in the queue, and the lines after it once they are known."""

    before: Mapping[str, Standing | None]
    place: int
    after: Mapping[str, Standing | None] | None = None


class Boards:
    """Counts each vote that passes the filters into boards that can be read at any time.

    The votes of the database are counted at once. A vote can exclude or include other votes of the same voter.
    Filtering runs in a thread, so that no voter waits.
    """

    def __init__(self, database: Database, filters: tuple[str, ...] = tuple(FILTERS)) -> None:
        self._database, self._filters = database, filters
        self._updating = threading.Lock()
        self._filtering = ThreadPoolExecutor(1, "filters")
        self._pending: set[int] = set()  # votes that are not filtered yet
        self._moves: dict[int, _VoteEffect] = {}  # written by the thread that filters only
        self._found: dict[Where, tuple[Any, Verified]] = {}
        with database.reading() as rows:
            sifted = vote_queries.filtered(rows, filters)
        self._counted = set(sifted.kept["vote"].to_pylist())
        self._reasons: dict[int, str] = {}
        self._note_reasons(zip(sifted.votes["vote"].to_pylist(), sifted.reason, strict=True))
        self._standings = Standings(Poll.of(sifted.kept), verified=self._verified)

    def board(self, where: Where = ALL) -> Board:
        return self._standings.board(where)

    @property
    def counted(self) -> int:
        """The number of votes that are counted or pending."""
        return len(self._counted) + len(self._pending)

    def values(self, dimension: str) -> list[str]:
        """Return the values of a dimension that any vote has."""
        return sorted(value for part in self._standings.parts for name, value in part if name == dimension)

    def count(self, vote: int, voter: UUID) -> None:
        """Count a new vote in the background; `rating_change` returns its effect."""
        self._pending.add(vote)
        self._later(partial(self._filter_vote, vote, voter))

    def refilter_all(self) -> None:
        """Filter all votes again in the background, after the known answers have changed."""
        self._later(self._refilter_all)

    def settle(self, seconds: float, parts: bool = False) -> bool:
        """Wait until every vote so far is filtered and on the board if it counts; see `Standings.settle`."""
        with suppress(TimeoutError):
            self._filtering.submit(bool).result(seconds)
            return not self._pending and self._standings.settle(seconds, parts)
        return False

    def _later(self, work: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # closed; all votes are counted when the boards are opened again
            self._filtering.submit(self._patiently, work)

    def _patiently(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (OperationalError, InterfaceError):
            time.sleep(_RETRY_SECONDS)
            self._later(work)
        except Exception:  # noqa: BLE001 (nobody waits for the thread; the log reports it)
            _log.exception("a vote was not filtered")

    def _filter_vote(self, vote: int, voter: UUID) -> None:
        with self._updating, self._database.reading() as rows:
            changes = self._changes(vote_queries.votes_of_voter(rows, voter), rows, str(voter))
        before = self._lines(changes[vote][0]) if vote in changes else {}
        places = {number: self._standings.cast(ballot, times) for number, (ballot, times) in changes.items()}
        if vote in places:
            self._moves[vote] = _VoteEffect(before, places[vote])
            if len(self._moves) > MAX_CHANGES:
                del self._moves[next(iter(self._moves))]
        self._pending.discard(vote)

    def _refilter_all(self) -> None:
        with self._updating, self._database.reading() as rows:
            changes = self._changes(vote_queries.votes(rows), rows)
        for ballot, times in changes.values():
            self._standings.cast(ballot, times)

    def _changes(self, votes: pa.Table, rows: Session, voter: str = "") -> dict[int, tuple[Ballot, int]]:
        """Return which votes, of a voter or of all, become counted (1) or excluded (-1).

        What a voter's votes are filtered with is not all of the other voters', who are judged by theirs.
        """
        sifted = filter_votes(votes, self._filters, known=vote_queries.known_answers(rows))
        found = zip(votes["vote"].to_pylist(), votes["voter"].to_pylist(), sifted.reason, strict=True)
        judged = [(place, vote, why) for place, (vote, whose, why) in enumerate(found) if voter in ("", whose)]
        self._note_reasons((vote, why) for _, vote, why in judged)
        turned = [place for place, vote, why in judged if (not why) != (vote in self._counted)]
        mine = ballots(votes.take(pa.array(turned, pa.int64())))
        changes = {vote: (ballot, -1 if vote in self._counted else 1) for vote, ballot in mine.items()}
        self._counted.symmetric_difference_update(changes)
        return changes

    def _note_reasons(self, judged: Iterable[tuple[int, str]]) -> None:
        for vote, why in judged:
            if why:
                self._reasons[vote] = why
            else:
                self._reasons.pop(vote, None)

    def exclusion(self, vote: int, seconds: float) -> str:
        """Return the filter that excludes a vote; "" if it is counted, or pending.

        Of one that came too fast, by the seconds from showing to vote, it is known at once.
        """
        if vote in self._pending:
            return "too fast" if "too fast" in self._filters and seconds < SECONDS else ""
        return self._reasons.get(vote, "")

    def remove(self, vote: int, ballot: Ballot) -> None:
        """Remove a vote if it was counted."""
        with self._updating:
            counted = vote in self._counted
            self._counted.discard(vote)
        if counted:
            self._standings.cast(ballot, -1)

    def move(self, vote: int, before: Ballot, after: Ballot) -> None:
        """Count a vote, if it is counted, as another one: its voter has told more of themselves."""
        with self._updating:
            if vote in self._counted:
                self._standings.cast(before, -1)
                self._standings.cast(after)

    def rating_change(self, vote: int, agent: str) -> RatingChange:
        """Return the effect of a vote on an agent's line; if it is no longer known, only the current line."""
        if vote in self._pending:
            return RatingChange(None, None, counted=False)
        move = self._moves.get(vote)
        if move is None:
            return RatingChange(None, self.board().standing(agent))
        if move.after is None and self._standings.includes(move.place):
            board = self.board()
            move.after = {name: board.standing(name) for name in move.before}
        if move.after is None:
            return RatingChange(move.before[agent], None, counted=False)
        return RatingChange(move.before[agent], move.after[agent])

    def _lines(self, ballot: Ballot) -> dict[str, Standing | None]:
        board = self.board()
        return {agent: board.standing(agent) for agent in (ballot.left, ballot.right)}

    def close(self) -> None:
        self._filtering.shutdown(cancel_futures=True)
        self._standings.close()

    def _verified(self, where: Where) -> Verified:
        """Return the verifier's counts; cached until a battle has ended, but not by group, which depends on votes."""
        with self._database.reading() as rows:
            mark = rows.execute(_ENDED).one()
            if any(name in vote_queries.VOTER_DIMENSIONS for name, _ in where):
                return vote_queries.verified_counts(rows, where)
            if where not in self._found or self._found[where][0] != mark:
                self._found[where] = mark, vote_queries.verified_counts(rows, where)
            return self._found[where][1]


_BALLOT_COLUMNS = ["vote", *(one.name for one in fields(Ballot))]
_ENDED = select(func.count(), func.max(Battle.finished)).where(Battle.finished.is_not(None))


def ballots_of(rows: Session, voter: UUID) -> dict[int, Ballot]:
    """Return a voter's votes as ballots by id."""
    votes = vote_queries.votes_of_voter(rows, voter)
    return ballots(votes.filter(pc.equal(votes["voter"], str(voter))))


def ballots(votes: pa.Table) -> dict[int, Ballot]:
    """Return votes as ballots by id."""
    return {row.pop("vote"): Ballot(**row) for row in votes.select(_BALLOT_COLUMNS).to_pylist()}
