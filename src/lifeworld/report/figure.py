"""The parts of a report: sections of figures, each a plot with its table and its alternative text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import isnan
from typing import Any, TypeAlias

from lifeworld.stats import Comparison, Estimate
from lifeworld.stats.permutation import Correction

Spec: TypeAlias = dict[str, Any]
Row: TypeAlias = dict[str, Any]
MOST_NAMES = 3  # after a warning
CORRECTIONS: dict[Correction, str] = {
    "holm": "Holm's correction",
    "benjamini-hochberg": "Benjamini and Hochberg's correction",
    "bonferroni": "Bonferroni's correction",
}


@dataclass(frozen=True)
class Terms:
    """The level of a report's intervals and tests, and the correction of p-values for their number."""

    level: float = 0.95
    correction: Correction = "holm"

    @property
    def share(self) -> str:
        """The level as text."""
        return f"{100 * self.level:g} %"

    @property
    def corrected(self) -> str:
        """The correction as text."""
        return CORRECTIONS[self.correction]


@dataclass(frozen=True)
class Table:
    """Cells as written; the columns whose numbers are listed in `numeric` stand to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table all of whose columns but the first and those of words alone hold numbers."""
    lines = tuple(tuple(row) for row in rows)
    columns = ([cell for cell in column if cell] for column in list(zip(*lines, strict=True))[1:])
    words = {at for at, column in enumerate(columns, 1) if column and all(cell[0].isalpha() for cell in column)}
    return Table(tuple(head), lines, frozenset(range(1, len(head))) - words)


@dataclass(frozen=True)
class Figure:
    """A plot and its table, or a table alone.

    Attributes:
        name: of its files and its anchor.
        title: what it shows.
        lead: how to read it.
        table: the same numbers, written out.
        spec: Vega-Lite; colours are names of the style sheet's, like “$brand”. None for a table alone.
        alt: the alternative text of the plot.
        warnings: reasons to trust it less.
        open: the table is shown unfolded.
        folded: the whole figure is folded.
        columns: explanations of the table's columns.
    """

    name: str
    title: str
    lead: str
    table: Table
    spec: Spec | None = None
    alt: str = ""
    warnings: tuple[str, ...] = ()
    open: bool = False
    folded: bool = False
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def explained(self) -> list[tuple[str, str]]:
        """Each column of the table that is explained, in the table's order; columns that mean the same stand together.

        “≥ 0 % to ≥ 100 %” stands for the thresholds between, too.
        """
        named = [name for name in self.table.head if name in self.columns]
        runs = [(about, list(names)) for about, names in groupby(named, key=lambda name: self.columns[name])]
        return [(names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}", about) for about, names in runs]


@dataclass(frozen=True)
class Section:
    """Figures under one heading."""

    title: str
    figures: tuple[Figure, ...]
    lead: str = ""
    warnings: tuple[str, ...] = field(default=())


def doubts(found: Iterable[tuple[str, Estimate | Comparison | None]]) -> tuple[str, ...]:
    """Return each warning about estimates once, with those that it concerns; without, where it concerns all."""
    whom: dict[str, list[str]] = {}
    known = [(name, one) for name, one in found if one]
    for name, one in known:
        for warning in one.warnings:
            whom.setdefault(warning, []).append(name)
    return tuple(
        warning if len(names) == len(known) else f"{warning} ({listed(names)})" for warning, names in whom.items()
    )


def listed(names: Sequence[str]) -> str:
    """Return the first of many names, and how many more there are."""
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def percent(value: float, digits: int = 0) -> str:
    """Return a share as text."""
    return "–" if isnan(value) else f"{100 * value:.{digits}f} %"


def points(value: float) -> str:
    """Return a difference of shares in points, with its sign; one that rounds to nothing has none."""
    written = f"{100 * value:+.1f}"
    return "–" if isnan(value) else "0.0" if written in ("+0.0", "-0.0") else written.replace("-", "−")


def number(value: float, digits: int = 1) -> str:
    """Return a number as text."""
    return "–" if isnan(value) else f"{value:,.{digits}f}"


def span(estimate: Estimate | None) -> str:
    """Return an interval of a share as text."""
    return "–" if estimate is None else f"{100 * estimate.low:.0f} – {100 * estimate.high:.0f} %"


def with_interval(estimate: Estimate | None) -> str:
    """Return a share with its interval as text."""
    return "–" if estimate is None else f"{percent(estimate.value)} ({span(estimate)})"


def chance(p_value: float) -> str:
    """Return a p-value as text."""
    return "–" if isnan(p_value) else "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"
