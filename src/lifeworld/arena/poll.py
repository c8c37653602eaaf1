"""All votes so far, kept so that one more costs the same however many there are."""

from copy import copy
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from lifeworld.arena.ballots import CHOICES, DIMENSIONS, choices, codes, numbers
from lifeworld.stats.tally import FloatArray, IntArray

Where: TypeAlias = tuple[tuple[str, str], ...]
"""A part of the votes, such as (("category", "cross"), ("device", "phone")); () is all of them."""
ALL: Where = ()
_FIRST = 16


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote; the voter, and what the boards are parted by, may be "" (not known), the chance of its pair None."""

    left: str
    right: str
    choice: str
    voter: str = ""
    category: str = ""
    device: str = ""
    group: str = ""
    chance: float | None = None


def parts_of(ballot: Ballot) -> list[Where]:
    """Return the parts by one thing that a vote belongs to, all votes first; what is not known of it makes no part."""
    told = [(name, getattr(ballot, name)) for name in DIMENSIONS]
    return [ALL, *(((name, value),) for name, value in told if value)]


class Numbered(dict[str, int]):
    """Numbers words in the order in which they come."""

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number


class Poll:
    """Counts [left agent, right agent, choice] of all votes and of each part, and the votes themselves as columns.

    Counts are all that ratings need; the columns serve intervals that know of voters, whose votes hang together.
    Not safe to change from two threads.
    """

    def __init__(self) -> None:
        self.voters, self.size = Numbered(), 0
        self._agents, self._values = Numbered(), {name: Numbered() for name in DIMENSIONS}
        self._counts: dict[Where, FloatArray] = {ALL: np.zeros((_FIRST, _FIRST, len(CHOICES)))}
        self._columns = np.zeros((4 + len(DIMENSIONS), _FIRST), dtype=np.int64)
        self._weights = np.zeros((2, _FIRST))

    @classmethod
    def of(cls, table: pa.Table) -> "Poll":
        """Return the poll of a table of votes."""
        poll = cls()
        poll.extend(table)
        return poll

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self._agents)

    @property
    def parts(self) -> tuple[Where, ...]:
        """All votes first, then each part by one thing that has any."""
        return tuple(self._counts)

    def enter(self, agent: str) -> int:
        """Give an agent its place, before any vote."""
        number = self._agents[agent]
        if number >= len(self._counts[ALL]):
            for where, counts in self._counts.items():
                more = len(counts)
                self._counts[where] = np.pad(counts, ((0, more), (0, more), (0, 0)))
        return number

    def add(self, ballot: Ballot, times: int = 1) -> None:
        """Count a vote; with `times` -1, take back one that was counted."""
        left, right, choice = self.enter(ballot.left), self.enter(ballot.right), CHOICES.index(ballot.choice)
        values = [self._values[name][getattr(ballot, name)] for name in DIMENSIONS]
        for where in parts_of(ballot):
            self._part(where)[left, right, choice] += times
        if self.size == self._columns.shape[1]:
            self._widen(2 * self.size)
        self._columns[:, self.size] = (left, right, choice, self._voter(ballot.voter), *values)
        self._weights[:, self.size] = (times, np.nan if ballot.chance is None else ballot.chance)
        self.size += 1

    def extend(self, table: pa.Table) -> None:
        """Count the votes of a table."""
        columns = [*self._numbered(table, self._agents, "left", "right"), choices(table)]
        columns.append(self._voters_of(table))
        for name in DIMENSIONS:
            columns += self._numbered(table, self._values[name], name)
        for agent in tuple(self._agents)[len(self._counts[ALL]) :]:
            self.enter(agent)
        self._widen(self.size + table.num_rows)
        new = slice(self.size, self.size + table.num_rows)
        self._columns[:, new] = columns
        self._weights[0, new], self._weights[1, new] = 1, numbers(table, "chance")
        self.size = new.stop
        self._count(new)

    def _numbered(self, table: pa.Table, numbered: Numbered, *names: str) -> list[IntArray]:
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
        """Number a voter; a vote without one is a voter of its own."""
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

    def frozen(self, where: Where) -> "Poll":
        """Return the votes so far of a part, to read in another thread while more are added here."""
        poll = copy(self)  # its columns are added to beyond its size, and replaced where they grow
        poll._agents = Numbered(self._agents)
        poll._counts = {ALL: self._counts[ALL], where: self._part(where).copy()}
        return poll

    def counts(self, where: Where = ALL) -> FloatArray:
        """Return [left agent, right agent, choice] of a part; nothing but zeros where it has no votes."""
        size = len(self._agents)
        if len(where) > 1:
            votes = self.columns(where)
            return summed(votes, votes.times, size)
        return self._counts.get(where, np.zeros_like(self._counts[ALL]))[:size, :size]

    def columns(self, where: Where = ALL) -> "Columns":
        """Return the votes of a part."""
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
    """Votes one by one; a vote that was taken back stands there again, -1 times."""

    left: IntArray
    right: IntArray
    choice: IntArray
    voter: IntArray
    times: FloatArray
    chance: FloatArray


def summed(votes: Columns, weights: FloatArray, agents: int) -> FloatArray:
    """Return [left, right, choice], each vote as heavy as its weight."""
    cell = (votes.left * agents + votes.right) * len(CHOICES) + votes.choice
    found = np.bincount(cell, weights, agents**2 * len(CHOICES)).astype(np.float64)
    return found.reshape(agents, agents, len(CHOICES))
