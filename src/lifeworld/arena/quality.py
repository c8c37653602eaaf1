"""Which votes count: filters with names, what each drops, and both rankings.

A filter looks at all votes cast and drops some; a vote that several would drop is told under the first of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from scipy.special import bdtrc

from lifeworld.arena.ballots import CHOICES, choices, codes, numbers
from lifeworld.arena.poll import Poll
from lifeworld.arena.ranking import Board, Rule, Verified, leaderboard
from lifeworld.core.errors import UserError
from lifeworld.stats.tally import IntArray

BoolArray: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Limits:
    """What the filters allow.

    Attributes:
        seconds: the shortest time from showing to vote; a vote without a time passes.
        one_side: a voter is dropped who chose one side so often that a fair coin does so with less than this chance.
        checks: how many known battles a voter must have answered before they can fail.
        passed: the least share of known battles answered right.
    """

    seconds: float = 3.0
    one_side: float = 0.001
    checks: int = 2
    passed: float = 0.5

    def __post_init__(self) -> None:
        if self.seconds < 0 or self.checks < 1:
            raise UserError("the least seconds are not below 0, the least checks not below 1")
        if not (0 <= self.one_side < 1 and 0 <= self.passed <= 1):
            raise UserError("the chance of one side and the share passed lie between 0 and 1")


def too_fast(votes: pa.Table, limits: Limits, known: Mapping[str, str]) -> BoolArray:
    """Nobody can have looked at both replays."""
    return np.asarray(numbers(votes, "seconds") < limits.seconds)


def one_side(votes: pa.Table, limits: Limits, known: Mapping[str, str]) -> BoolArray:
    """All votes of who nearly always says left, or right: sides are drawn by a coin, so merit lies on neither."""
    voter, said = codes(votes, "voter")[0], choices(votes)
    left, right = (np.bincount(voter.of[said == side], minlength=len(voter.names)) for side in (0, 1))
    tail = 2 * bdtrc(np.maximum(left, right) - 1.0, left + right, 0.5)
    return np.asarray(_named(votes, "voter") & (tail < limits.one_side)[voter.of])


def known_answers(votes: pa.Table, limits: Limits, known: Mapping[str, str]) -> BoolArray:
    """All votes of who failed known battles, and every vote on a known battle, which asks for no opinion."""
    asked = pc.is_in(votes["battle"], pa.array(sorted(known), pa.string())).to_numpy()
    voter, said = codes(votes, "voter")[0], np.array(CHOICES)[choices(votes)]
    right = np.array([known.get(name) for name in votes["battle"].to_pylist()], dtype=object) == said
    taken, passed = (np.bincount(voter.of[rows], minlength=len(voter.names)) for rows in (asked, asked & right))
    failed = (taken >= limits.checks) & (passed < limits.passed * taken)
    return np.asarray(asked | (_named(votes, "voter") & failed[voter.of]))


def repeated_address(votes: pa.Table, limits: Limits, known: Mapping[str, str]) -> BoolArray:
    """Votes on a battle from an address that had voted on it: one person with two cookies."""
    battle, address = codes(votes, "battle")[0], codes(votes, "address")[0]
    order = _in_time(votes)
    kind = battle.of * len(address.names) + address.of
    first = np.zeros(votes.num_rows, dtype=bool)
    first[order[np.unique(kind[order], return_index=True)[1]]] = True
    return np.asarray(~first & _named(votes, "address") & _named(votes, "battle"))


def _named(votes: pa.Table, column: str) -> BoolArray:
    found = codes(votes, column)[0]
    return np.asarray(np.array(found.names) != "")[found.of]


def _in_time(votes: pa.Table) -> IntArray:
    when = pc.fill_null(pc.cast(votes["created"], pa.int64()), 0).to_numpy()
    return np.argsort(when, kind="stable")


FILTERS: dict[str, Callable[[pa.Table, Limits, Mapping[str, str]], BoolArray]] = {
    "known answer": known_answers,
    "too fast": too_fast,
    "one side": one_side,
    "repeated address": repeated_address,
}
"""By name, in the order in which a vote's drop is told."""


@dataclass(frozen=True, slots=True, eq=False)
class Sifted:
    """Why each vote is dropped, "" where it is kept."""

    votes: pa.Table
    reason: tuple[str, ...]

    @property
    def kept(self) -> pa.Table:
        return self.votes.filter(pa.array([not why for why in self.reason], pa.bool_()))

    def dropped(self) -> dict[str, int]:
        """Return how many votes each filter dropped."""
        return {name: self.reason.count(name) for name in FILTERS}

    def by_group(self) -> dict[str, "Count"]:
        """Return cast and kept votes of each voter group."""
        group, kept = codes(self.votes, "group")[0], np.array([not why for why in self.reason], dtype=bool)
        found = zip(group.names, np.bincount(group.of), np.bincount(group.of, kept), strict=True)
        return {name: Count(int(cast), int(left)) for name, cast, left in found}

    @property
    def count(self) -> "Count":
        return Count(len(self.reason), self.reason.count(""))


@dataclass(frozen=True, slots=True)
class Count:
    """Votes cast, and those of them that count."""

    cast: int
    kept: int

    @property
    def dropped(self) -> int:
        return self.cast - self.kept


def sift(
    votes: pa.Table,
    filters: tuple[str, ...] = tuple(FILTERS),
    limits: Limits | None = None,
    known: Mapping[str, str] | None = None,
) -> Sifted:
    """Tell which votes count.

    Args:
        votes: all that were cast.
        filters: some of `FILTERS`; none keeps every vote.
        limits: what they allow.
        known: the right choice of each battle that has one.

    Raises:
        UserError: an unknown filter.
    """
    unknown = sorted(set(filters) - set(FILTERS))
    if unknown:
        raise UserError(f"no filter {', '.join(unknown)}; there are {', '.join(FILTERS)}")
    reason = np.full(votes.num_rows, "", dtype=object)
    for name in (name for name in FILTERS if name in filters):
        bad = FILTERS[name](votes, limits or Limits(), known or {})
        reason[bad & (reason == "")] = name
    return Sifted(votes, tuple(reason.tolist()))


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """The board of all votes, and that of the votes that count."""

    raw: Board
    kept: Board

    def moves(self) -> dict[str, int]:
        """Return by how many ranks each agent of both boards gains (above 0) or loses by the filters."""
        before = {one.agent: one.rank for one in self.raw.standings}
        return {one.agent: before[one.agent] - one.rank for one in self.kept.standings}


def rankings(sifted: Sifted, rule: Rule | None = None, verified: Verified | None = None) -> Rankings:
    """Return both rankings."""
    raw, kept = (leaderboard(Poll.of(votes), rule=rule, verified=verified) for votes in (sifted.votes, sifted.kept))
    return Rankings(raw, kept)
