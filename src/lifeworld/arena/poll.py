"""Accumulates votes; adding one costs the same however many there are."""

from copy import copy
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from lifeworld.arena.ballots import CHOICES, DIMENSIONS, choices, codes, numbers
from lifeworld.stats.tally import FloatArray, IntArray

SCORE = np.array([1.0, 0.0, 0.5, 0.5])
"""The score that each of `CHOICES` gives the agent on the left."""


Where: TypeAlias = tuple[tuple[str, str], ...]
"""A subset of the votes, such as (("category", "cross"), ("device", "phone")); () is all of them."""
ALL: Where = ()
_INITIAL_SIZE = 16


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote; the voter and the dimensions of boards may be "" (unknown), the chance of its pair None (unknown)."""

    left: str
    right: str
    choice: str
    voter: str = ""
    category: str = ""
    device: str = ""
    group: str = ""
    chance: float | None = None
    topic: str = ""
    source: str = ""
    background: str = ""


def parts_of(ballot: Ballot) -> list[Where]:
    """Return the subsets by one dimension that a vote belongs to, all votes first; unknown values form no subset."""
    values = [(name, getattr(ballot, name)) for name in DIMENSIONS]
    return [ALL, *(((name, value),) for name, value in values if value)]


class Numbering(dict[str, int]):
    """Numbers strings in the order in which they are first seen."""

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number


class Poll:
    """Holds counts [left agent, right agent, choice] of all votes and of each subset, and the votes as columns.

    Ratings need the counts only; the columns serve intervals that are clustered by voter. It is not thread-safe.
    """

    def __init__(self) -> None:
        self.voters, self.size = Numbering(), 0
        self._agents, self._values = Numbering(), {name: Numbering() for name in DIMENSIONS}
        self._counts: dict[Where, FloatArray] = {ALL: np.zeros((_INITIAL_SIZE, _INITIAL_SIZE, len(CHOICES)))}
        self._columns = np.zeros((4 + len(DIMENSIONS), _INITIAL_SIZE), dtype=np.int64)
        self._weights = np.zeros((2, _INITIAL_SIZE))

    @classmethod
    def of(cls, table: pa.Table) -> "Poll":
        poll = cls()
        poll.extend(table)
        return poll

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self._agents)

    @property
    def parts(self) -> tuple[Where, ...]:
        """All votes first, then each subset by one dimension."""
        return tuple(self._counts)

    def add_agent(self, agent: str) -> int:
        """Register an agent, also without a vote, and return its index."""
        number = self._agents[agent]
        if number >= len(self._counts[ALL]):
            for where, counts in self._counts.items():
                more = len(counts)
                self._counts[where] = np.pad(counts, ((0, more), (0, more), (0, 0)))
        return number

    def add(self, ballot: Ballot, times: int = 1) -> None:
        """Count a vote; with `times` -1, remove one that was counted."""
        left, right, choice = self.add_agent(ballot.left), self.add_agent(ballot.right), CHOICES.index(ballot.choice)
        values = [self._values[name][getattr(ballot, name)] for name in DIMENSIONS]
        for where in parts_of(ballot):
            self._part(where)[left, right, choice] += times
        if self.size == self._columns.shape[1]:
            self._widen(2 * self.size)
        self._columns[:, self.size] = (left, right, choice, self._voter(ballot.voter), *values)
        self._weights[:, self.size] = (times, np.nan if ballot.chance is None else ballot.chance)
        self.size += 1

    def extend(self, table: pa.Table) -> None:
        columns = [*self._numbered(table, self._agents, "left", "right"), choices(table)]
        columns.append(self._voters_of(table))
        for name in DIMENSIONS:
            columns += self._numbered(table, self._values[name], name)
        for agent in tuple(self._agents)[len(self._counts[ALL]) :]:
            self.add_agent(agent)
        self._widen(self.size + table.num_rows)
        new = slice(self.size, self.size + table.num_rows)
        self._columns[:, new] = columns
        self._weights[0, new], self._weights[1, new] = 1, numbers(table, "chance")
        self.size = new.stop
        self._count(new)

    def _numbered(self, table: pa.Table, numbered: Numbering, *names: str) -> list[IntArray]:
        found = codes(table, *names)
        own = np.array([numbered[word] for word in found[0].names], dtype=np.int64)
        return [own[column.of] for column in found]

    def _voters_of(self, table: pa.Table) -> IntArray:
        (found,) = codes(table, "voter")
        own = np.array([self.voters[name] if name else -1 for name in found.names], dtype=np.int64)[found.of]
        unnamed = np.flatnonzero(own < 0)
        own[unnamed] = [self._voter("") for _ in unnamed]
        return own

    def _voter(self, name: str) -> int:
        """Return the index of a voter; a vote without a voter gets a new one."""
        return self.voters[name or f"\0{len(self.voters)}"]

    def _count(self, new: slice) -> None:
        left, right, choice, _, *values = self._columns[:, new]
        size = len(self._counts[ALL])
        cell = (left * size + right) * len(CHOICES) + choice

        def counted(rows: IntArray) -> FloatArray:
            found = np.bincount(rows, minlength=size * size * len(CHOICES))
            return found.reshape(size, size, len(CHOICES)).astype(np.float64)

        self._counts[ALL] += counted(cell)
        for name, column in zip(DIMENSIONS, values, strict=True):
            for value, number in self._values[name].items():
                mine = column == number
                if value and mine.any():
                    counts = self._part(((name, value),))
                    counts += counted(cell[mine])

    def _part(self, where: Where) -> FloatArray:
        if where not in self._counts:
            self._counts[where] = np.zeros_like(self._counts[ALL])
        return self._counts[where]

    def _widen(self, size: int) -> None:
        more = size - self._columns.shape[1]
        if more > 0:
            self._columns = np.pad(self._columns, ((0, 0), (0, more)))
            self._weights = np.pad(self._weights, ((0, 0), (0, more)))

    def snapshot(self, where: Where) -> "Poll":
        """Return a copy of a subset of the votes, which another thread can read while more are added here."""
        poll = copy(self)  # columns are only written beyond its size, or replaced when they grow
        poll._agents = Numbering(self._agents)
        poll._counts = {ALL: self._counts[ALL], where: self._part(where).copy()}
        return poll

    def counts(self, where: Where = ALL) -> FloatArray:
        """Return the counts [left agent, right agent, choice] of a subset; zeros if it has no votes."""
        size = len(self._agents)
        if len(where) > 1:
            votes = self.columns(where)
            return weighted_counts(votes, votes.times, size)
        return self._counts.get(where, np.zeros_like(self._counts[ALL]))[:size, :size]

    def columns(self, where: Where = ALL) -> "Columns":
        rows = slice(0, self.size)
        left, right, choice, voter, *values = self._columns[:, rows]
        times, chance = self._weights[:, rows]
        if not where:
            return Columns(left, right, choice, voter, times, chance)
        mine = np.ones(self.size, dtype=bool)
        for name, value in where:
            mine &= values[DIMENSIONS.index(name)] == self._values[name].get(value, -1)
        return Columns(*(column[mine] for column in (left, right, choice, voter, times, chance)))


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Votes as columns; a vote that was removed appears again with `times` -1."""

    left: IntArray
    right: IntArray
    choice: IntArray
    voter: IntArray
    times: FloatArray
    chance: FloatArray

    @property
    def voters(self) -> int:
        """How many people cast votes, those aside whose votes were all removed."""
        return int(np.count_nonzero(np.bincount(self.voter, self.times)))


def weighted_counts(votes: Columns, weights: FloatArray, agents: int) -> FloatArray:
    """Return weighted counts [left, right, choice]."""
    cell = (votes.left * agents + votes.right) * len(CHOICES) + votes.choice
    found = np.bincount(cell, weights, agents**2 * len(CHOICES)).astype(np.float64)
    return found.reshape(agents, agents, len(CHOICES))


def win_counts(counts: FloatArray) -> FloatArray:
    """Return wins[i, j], how often i beat j; a tie or both bad counts half."""
    return np.asarray(counts @ SCORE + (counts @ (1 - SCORE)).T)
