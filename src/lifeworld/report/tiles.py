"""The tiles at a report's top: its main figures, each with what it rests on."""

from collections.abc import Iterator
from dataclasses import dataclass

from lifeworld.core.counting import counted
from lifeworld.report.cells import Cells
from lifeworld.report.columns import Episodes
from lifeworld.report.figure import percent, span
from lifeworld.stats import Estimate

MOST_AGENTS = 4


@dataclass(frozen=True)
class Tile:
    """One figure of those at the top.

    Attributes:
        name, value: what it is, and the figure as written.
        note: what it rests on.
        ends: the interval's lower and upper end and the value, in per cent; empty for a count.
    """

    name: str
    value: str
    note: str
    ends: tuple[float, ...] = ()


def tiles(episodes: Episodes, cells: Cells, scores: list[Estimate | None]) -> Iterator[Tile]:
    """Yield the best agents' suite scores, those that know the tasks last, and the numbers of episodes."""
    known = [(one, score) for one, score in zip(cells.contenders, scores, strict=True) if score]
    known.sort(key=lambda each: (each[0].privileged, -each[1].value))
    for one, score in known[:MOST_AGENTS]:
        ends = tuple(round(100 * end, 1) for end in (score.low, score.high, score.value))
        note = f"suite score, {span(score)}{', knows the tasks' if one.privileged else ''}"
        yield Tile(one.label, percent(score.value), note, ends)
    wins, beside = int(episodes.success.sum()), int((episodes.number("side_effects") > 0).sum())
    lost = episodes.size - int(episodes.scored.sum())
    left = len(known) - MOST_AGENTS
    ran = f"{wins:,} succeeded" + (f"; {counted(left, 'more agent')}" if left > 0 else "")
    yield Tile("Episodes", f"{episodes.size:,}", ran)
    yield Tile("Side effects", f"{beside:,}", "episodes that changed what was not asked for")
    yield Tile("Unscored", f"{lost:,}", "episodes ended by an infrastructure error")
