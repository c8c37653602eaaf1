"""Filters votes by quality, and compares the rankings of all votes and of the counted ones.

A filter reads all votes and drops some; a vote that several filters drop is reported under the first of them.
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
from lifeworld.arena.ranking import Board, Verified, leaderboard
from lifeworld.core.errors import UserError

BoolArray: TypeAlias = NDArray[np.bool_]
SECONDS = 3.0  # the least time from showing to vote; a vote without a time passes
ONE_SIDE = 0.001  # the p-value below which a voter's choices are too one-sided for a fair coin
CHECKS, PASSED = 2, 0.5  # known battles by which a voter is judged at least, and the share of right answers to them


def too_fast(votes: pa.Table, known: Mapping[str, str]) -> BoolArray:
    """Select votes that came too fast to have watched both replays."""
    return np.asarray(numbers(votes, "seconds") < SECONDS)


def one_side(votes: pa.Table, known: Mapping[str, str]) -> BoolArray:
    """Select all votes of voters who nearly always choose the same side: sides are random, so neither is better."""
    voter, choice = codes(votes, "voter")[0], choices(votes)
    left, right = (np.bincount(voter.of[choice == side], minlength=len(voter.names)) for side in (0, 1))
    tail = 2 * bdtrc(np.maximum(left, right) - 1.0, left + right, 0.5)
    return np.asarray(_has_value(votes, "voter") & (tail < ONE_SIDE)[voter.of])


def known_answers(votes: pa.Table, known: Mapping[str, str]) -> BoolArray:
    """Select all votes on known battles, and all votes of voters who failed on them."""
    asked = pc.is_in(votes["battle"], pa.array(sorted(known), pa.string())).to_numpy()
    voter, choice = codes(votes, "voter")[0], np.array(CHOICES)[choices(votes)]
    right = np.array([known.get(name) for name in votes["battle"].to_pylist()], dtype=object) == choice
    taken, passed = (np.bincount(voter.of[rows], minlength=len(voter.names)) for rows in (asked, asked & right))
    failed = (taken >= CHECKS) & (passed < PASSED * taken)
    return np.asarray(asked | (_has_value(votes, "voter") & failed[voter.of]))


def repeated_address(votes: pa.Table, known: Mapping[str, str]) -> BoolArray:
    """Select repeated votes on a battle from one address: one person with two cookies."""
    battle, address = codes(votes, "battle")[0], codes(votes, "address")[0]
    when = pc.fill_null(pc.cast(votes["created"], pa.int64()), 0).to_numpy()
    order = np.argsort(when, kind="stable")
    kind = battle.of * len(address.names) + address.of
    first = np.zeros(votes.num_rows, dtype=bool)
    first[order[np.unique(kind[order], return_index=True)[1]]] = True
    return np.asarray(~first & _has_value(votes, "address") & _has_value(votes, "battle"))


def _has_value(votes: pa.Table, column: str) -> BoolArray:
    found = codes(votes, column)[0]
    return np.asarray(np.array(found.names) != "")[found.of]


FILTERS: dict[str, Callable[[pa.Table, Mapping[str, str]], BoolArray]] = {
    "known answer": known_answers,
    "too fast": too_fast,
    "one side": one_side,
    "repeated address": repeated_address,
}
"""The filters by name, in the order in which reasons are reported."""


@dataclass(frozen=True, slots=True, eq=False)
class FilteredVotes:
    """Votes, and the reason why each is dropped; "" if it is kept."""

    votes: pa.Table
    reason: tuple[str, ...]

    @property
    def kept(self) -> pa.Table:
        return self.votes.filter(pa.array([not why for why in self.reason], pa.bool_()))

    def dropped(self) -> dict[str, int]:
        """Return the number of votes that each filter dropped."""
        return {name: self.reason.count(name) for name in FILTERS}

    def by_group(self) -> dict[str, "VoteCount"]:
        """Return the numbers of cast and kept votes of each voter group."""
        group, kept = codes(self.votes, "group")[0], np.array([not why for why in self.reason], dtype=bool)
        found = zip(group.names, np.bincount(group.of), np.bincount(group.of, kept), strict=True)
        return {name: VoteCount(int(cast), int(left)) for name, cast, left in found}

    @property
    def count(self) -> "VoteCount":
        return VoteCount(len(self.reason), self.reason.count(""))


@dataclass(frozen=True, slots=True)
class VoteCount:
    """The numbers of votes cast and kept."""

    cast: int
    kept: int

    @property
    def dropped(self) -> int:
        return self.cast - self.kept


def filter_votes(
    votes: pa.Table,
    filters: tuple[str, ...] = tuple(FILTERS),
    known: Mapping[str, str] | None = None,
) -> FilteredVotes:
    """Apply filters to votes; with none, every vote is kept. `known` is the right choice of each known battle.

    Raises:
        UserError: an unknown filter.
    """
    unknown = sorted(set(filters) - set(FILTERS))
    if unknown:
        raise UserError(f"no filter {', '.join(unknown)}; there are {', '.join(FILTERS)}")
    reason = np.full(votes.num_rows, "", dtype=object)
    for name in (name for name in FILTERS if name in filters):
        bad = FILTERS[name](votes, known or {})
        reason[bad & (reason == "")] = name
    return FilteredVotes(votes, tuple(reason.tolist()))


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """The board of all votes, and that of the counted votes."""

    raw: Board
    kept: Board

    def rank_changes(self) -> dict[str, int]:
        """Return how many ranks each agent gains (above 0) or loses by filtering."""
        before = {one.agent: one.rank for one in self.raw.standings}
        return {one.agent: before[one.agent] - one.rank for one in self.kept.standings}


def rankings(sifted: FilteredVotes, verified: Verified | None = None) -> Rankings:
    raw, kept = (leaderboard(Poll.of(votes), verified=verified) for votes in (sifted.votes, sifted.kept))
    return Rankings(raw, kept)
