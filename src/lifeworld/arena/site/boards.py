"""The newest boards, and how a vote moved them."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session, aliased

from lifeworld.arena import ballots
from lifeworld.arena.ballots import DIMENSIONS
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
            table = cast_votes(rows)
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
            return verified(rows, where)


def _line(board: Board, agent: str) -> Standing | None:
    return next((one for one in board.standings if one.agent == agent), None)


def verified(rows: Session, where: Where) -> Verified:
    """Return of each agent how many of its scored sides the verifier found a success, and how many were scored."""
    won = func.sum(case((Side.verdict == "success", 1), else_=0))
    query = select(Agent.name, won, func.count()).join(Side, Side.agent == Agent.id).join(Battle, Battle.id == Side.battle)
    query = query.where(Side.verdict.in_(("success", "failure"))).group_by(Agent.name)
    if where and where[0] in ("category", "device"):
        query = query.where(getattr(Battle, where[0]) == where[1])
    return {name: (int(successes), int(scored)) for name, successes, scored in rows.execute(query)}


def _rows(rows: Session) -> Any:
    left, right, one, other = aliased(Side), aliased(Side), aliased(Agent), aliased(Agent)
    return (
        select(Vote, Battle, left, right, one.name, other.name, Voter)
        .join(Battle, Battle.id == Vote.battle)
        .join(left, (left.battle == Battle.id) & (left.side == "left"))
        .join(right, (right.battle == Battle.id) & (right.side == "right"))
        .join(one, one.id == left.agent)
        .join(other, other.id == right.agent)
        .join(Voter, Voter.id == Vote.voter)
    )


def cast_votes(rows: Session) -> Any:
    """Return all votes as the ranking reads them."""
    return ballots.votes(_told(*row) for row in rows.execute(_rows(rows).order_by(Vote.id)))


def _told(vote: Vote, battle: Battle, left: Side, right: Side, one: str, other: str, voter: Voter) -> dict[str, Any]:
    parts = ("verdict", "steps", "seconds", "questions")
    sides = {f"{side.side}_{name}": getattr(side, name) for side in (left, right) for name in parts}
    told = {"vote": vote.id, "battle": battle.id, "task": battle.configuration.get("scenario", ""), "choice": vote.choice}
    told |= {"category": battle.category, "device": battle.device, "left": one, "right": other, **sides}
    told |= {"voter": voter.id.hex, "group": voter.group, "address": voter.address_hash, "seconds": vote.seconds}
    return told | {"created": vote.created, "chance": battle.chance}


def ballot_of(rows: Session, vote: int) -> Ballot:
    """Return a vote as the boards count it."""
    found, battle, _, _, one, other, voter = rows.execute(_rows(rows).where(Vote.id == vote)).one()
    where = {name: getattr(battle, name, "") or getattr(voter, name, "") for name in DIMENSIONS}
    return Ballot(one, other, found.choice, voter.id.hex, chance=battle.chance, **where)
