"""The leaderboard's picture: where each line, point and tick stands, in per cent of its column."""

import math
from dataclasses import dataclass

from lifeworld.arena.ranking import Board, Standing

_TICKS = 5
_BESIDE = 400.0  # rating points shown beyond the points: intervals of few votes are wider, and run to the edge


@dataclass(frozen=True)
class Scale:
    """A column from `low` to `high`."""

    low: float
    high: float
    ticks: tuple[float, ...]

    @classmethod
    def over(cls, ends: list[float]) -> "Scale":
        """Return the scale that holds all ends between round numbers."""
        low, high = (min(ends), max(ends)) if ends else (900.0, 1100.0)
        step = _round_step(max(high - low, 20.0) / _TICKS)
        first, last = math.floor(low / step), math.ceil(high / step)
        return cls(first * step, last * step, tuple(number * step for number in range(first, last + 1)))

    def at(self, value: float) -> float:
        """Return where a value stands; at the edge, where it lies beyond."""
        return round(100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low), 2)


@dataclass(frozen=True)
class Picture:
    """All agents of a board along two scales: what people prefer, and what the verifier found."""

    ratings: Scale
    shares: Scale
    lines: tuple[Standing, ...]
    alt: str

    @classmethod
    def of(cls, board: Board) -> "Picture":
        points = [one.elo for one in board.standings] or [1000.0]
        low, high = min(points) - _BESIDE, max(points) + _BESIDE
        ends = [min(max(end, low), high) for one in board.standings for end in (one.low, one.high)]
        shares = Scale(0.0, 1.0, (0.0, 0.5, 1.0))
        return cls(Scale.over(ends), shares, board.standings, _told(board))


def _round_step(rough: float) -> float:
    """Return the next of 1, 2, 5, 10, 20, 50 … that is not below."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _told(board: Board) -> str:
    """Return what the picture shows, for those who don't see it."""
    if not board.standings:
        return "No votes yet."
    best = board.standings[0]
    first = f"{len(board.standings)} agents by rating with 95 % intervals, verified success beside."
    leads = f"{best.agent} leads with {best.elo:.0f}, between {best.low:.0f} and {best.high:.0f}."
    return f"{first} {leads} The table below has all figures."
