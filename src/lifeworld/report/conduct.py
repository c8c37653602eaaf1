"""How agents behave: how they fail, what they do, and what it takes, each for every value of every axis."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lifeworld.report import specs
from lifeworld.report.cells import Cells
from lifeworld.report.columns import Episodes, combined
from lifeworld.report.figure import Figure, Section, number, percent, table
from lifeworld.run.behaviour import ACTIONS, CODES, MODES
from lifeworld.stats.tally import FloatArray


@dataclass(frozen=True)
class Measure:
    """A ratio of two sums over episodes: of a column, and of another one (or of the episodes that have the first).

    Attributes:
        rare: it is left out where it is 0 for all.
    """

    title: str
    column: str
    about: str
    per: str = ""
    share: bool = True
    digits: int = 2
    rare: bool = False


MOST_KINDS = 9  # of action, told apart by colour

MEASURES = (
    Measure("At least one item met", "item_met", "episodes that met some of what the task asks for"),
    Measure("Side effects", "with_side_effects", "episodes that changed something nobody asked for"),
    Measure("Obeyed others", "with_obeyed", "episodes that did what instructions hidden in the content asked for"),
    Measure("Strayed", "strayed", "episodes that opened an app which no part of the task needs"),
    Measure("Loops", "loops", "stretches of actions that repeat one sequence, an episode", share=False),
    Measure("Three in a row", "three_in_a_row", "episodes with one action three times running"),
    Measure("Invalid", "invalid_actions", "actions that could not be carried out, an episode", share=False),
    Measure("Near re-taps", "near_retaps", "of taps at points, those within 60 pixels of the tap before", "taps"),
    Measure("Edge swipes", "edge_swipes", "of swipes, those from the left edge to the right", "swipes"),
    Measure("Questions", "questions", "questions to the person, an episode", share=False),
    Measure("Beside the point", "needless_questions", "of questions, those that asked nothing needed", "questions"),
    Measure("Safety checks", "safety_checks", "that its provider wanted confirmed, an episode", share=False, rare=True),
    Measure("Steps", "steps", "actions, an episode", share=False, digits=1),
    Measure("Tokens in", "tokens_in", "that its model read, an episode", share=False, digits=0),
    Measure("Tokens out", "tokens_out", "that its model wrote, an episode", share=False, digits=0),
    Measure("Cost", "cost", "of its model, an episode", share=False, digits=4),
    Measure("Seconds a step", "seconds", "the agent's own time", "steps", share=False),
)
ABOUT_MODES = {
    "broke": "it, or after its action the world, broke",
    "budget exhausted": "steps, seconds, or invalid actions in a row ran out, or three answers were refused",
    "refused": "said that it can't be done",
    "side effect": "did all that was asked, and more",
    "wrong act": "changed or answered something else",
    "premature stop": "stopped with most items met",
    "gave up": "stopped with fewer",
}
FAILURES = tuple(Measure(mode.capitalize(), f"mode_{mode}", ABOUT_MODES[mode], "failures") for mode in MODES)
ABOUT = {
    "Success": "episodes that succeeded",
    **{one.title: one.about for one in MEASURES},
    **{one.title: f"of failures: {one.about}" for one in FAILURES},
}


def section(episodes: Episodes, cells: Cells) -> Section:
    """Return the section of behaviour."""
    sums = Sums(episodes, cells)
    found = [_failures(episodes, cells), _actions(episodes, cells), _invalid(episodes, cells), _table(sums, cells)]
    found += [_by_axis(sums, cells, axis, episodes.texts[axis].labels) for axis in episodes.axes()]
    return Section("Behaviour", tuple(one for one in found if one))


def column(episodes: Episodes, name: str) -> FloatArray:
    """Return what a measure sums, NaN where it is not known."""
    modes = episodes.texts["mode"]
    if name == "failures":
        return np.where(modes.where(*MODES), 1.0, 0.0)
    if name.startswith("mode_"):
        return np.where(modes.where(*MODES), np.where(modes.where(name.removeprefix("mode_")), 1.0, 0.0), np.nan)
    if name == "success":
        return np.asarray(episodes.success, dtype=np.float64)
    if name in ("with_side_effects", "with_obeyed"):
        counted = episodes.numbers[name.removeprefix("with_")]
        return np.where(np.isnan(counted), np.nan, counted > 0)
    return episodes.numbers.get(name, np.full(episodes.size, np.nan))


class Sums:
    """What measures sum to over scored episodes, in the finest groups that are asked for, and in coarser ones.

    Each measure is summed once over the episodes; agents and the values of an axis are sums of those sums.
    """

    def __init__(self, episodes: Episodes, cells: Cells) -> None:
        self._episodes = episodes
        parts = [cells.contender, *(episodes.texts[axis].codes for axis in episodes.axes())]
        self._group, size = combined(parts)
        first = np.empty(size, dtype=np.int64)
        first[self._group] = np.arange(self._group.size)  # one episode of each group
        self._parts = dict(zip(("", *episodes.axes()), (part[first] for part in parts), strict=True))
        self._scored = episodes.scored
        self._known: dict[Measure, tuple[FloatArray, FloatArray]] = {}

    def ratios(self, measure: Measure, size: int, axis: str = "", width: int = 1) -> FloatArray:
        """Return a measure for each of `size` agents × `width` values of an axis, NaN where it is not known."""
        if measure not in self._known:
            self._known[measure] = self._summed(measure)
        code = self._parts[""] * width + (self._parts[axis] if axis else 0)
        above, below = (np.bincount(code, weights=each, minlength=size * width) for each in self._known[measure])
        return np.asarray(np.where(below > 0, above / np.where(below > 0, below, 1), np.nan))

    def _summed(self, measure: Measure) -> tuple[FloatArray, FloatArray]:
        above = column(self._episodes, measure.column)
        known = self._scored & ~np.isnan(above)
        group, size = self._group[known], self._parts[""].size
        below = np.nan_to_num(column(self._episodes, measure.per)[known]) if measure.per else None
        sums = (np.bincount(group, weights=each, minlength=size) for each in (above[known], below))
        weighed, counted = (np.asarray(each, dtype=np.float64) for each in sums)
        return weighed, counted


def _known(
    sums: Sums, measures: tuple[Measure, ...], size: int, axis: str = "", width: int = 1
) -> Iterator[tuple[str, list[str]]]:
    """Yield the title and the written values of each measure that anything is known of."""
    for measure in measures:
        values = sums.ratios(measure, size, axis, width)
        if not np.isnan(values).all() and (np.nan_to_num(values).any() or not measure.rare):
            yield measure.title, [percent(v, 1) if measure.share else number(v, measure.digits) for v in values]


def _table(sums: Sums, cells: Cells) -> Figure:
    labels = [one.label for one in cells.contenders]
    columns = dict(_known(sums, MEASURES, len(labels)))
    lines = [(label, *(values[n] for values in columns.values())) for n, label in enumerate(labels)]
    lead, told = "Means over scored episodes.", table(("Agent", *columns), lines)
    return Figure("behaviour", "Behaviour", lead, told, open=True, columns=ABOUT)


def _by_axis(sums: Sums, cells: Cells, axis: str, values: Sequence[str]) -> Figure:
    labels, width = [one.label for one in cells.contenders], len(values)
    known = dict(_known(sums, (*MEASURES, *FAILURES), len(labels), axis, width))
    rates = sums.ratios(Measure("Success", "success", ""), len(labels), axis, width)
    columns = {"Success": [percent(rate, 1) for rate in rates], **known}
    lines = [
        (label, value, *(written[n * width + m] for written in columns.values()))
        for n, label in enumerate(labels)
        for m, value in enumerate(values)
    ]
    lead = f"The same measures for each value of {axis}; the last columns are shares of failures."
    head = table(("Agent", axis.capitalize(), *columns), lines)
    title = f"Behaviour by {axis}"
    return Figure(f"behaviour-{axis}", title, lead, head, open=True, folded=True, columns=ABOUT)


def _failures(episodes: Episodes, cells: Cells) -> Figure | None:
    modes, labels = episodes.texts["mode"], [one.label for one in cells.contenders]
    counts = np.array(
        [np.bincount(cells.contender, weights=modes.where(mode), minlength=len(labels)) for mode in MODES]
    ).T
    if not counts.any():
        return None
    about = {mode.capitalize(): ABOUT_MODES[mode] for mode in MODES}
    lead = "Each failure has one mode, the first that fits."
    return _shares("failures", "How agents fail", lead, labels, MODES, counts, "share of failures", about)


def _actions(episodes: Episodes, cells: Cells) -> Figure | None:
    found = _summed(episodes, cells, "action", ACTIONS)
    if found is None:
        return None
    names, counts = found
    labels = [one.label for one in cells.contenders]
    lead = "Share of each kind of action among all actions."
    return _shares("actions", "What agents do", lead, labels, names, counts, "share of actions", {})


def _invalid(episodes: Episodes, cells: Cells) -> Figure | None:
    found = _summed(episodes, cells, "invalid", CODES)
    if found is None:
        return None
    names, counts = found
    labels = [one.label for one in cells.contenders]
    shown = tuple(name.replace("_", " ") for name in names)
    lead = "Actions that could not be carried out, by reason; they count as steps."
    return _shares("invalid", "Invalid actions", lead, labels, shown, counts, "share of invalid actions", {})


def _summed(
    episodes: Episodes, cells: Cells, kind: str, names: tuple[str, ...]
) -> tuple[tuple[str, ...], FloatArray] | None:
    """Return the kinds of action that occur, the most frequent first, and their counts by contender."""
    size = len(cells.contenders)
    each = (np.nan_to_num(column(episodes, f"{kind}_{name}")) for name in names)
    counts = np.array([np.bincount(cells.contender, weights=values, minlength=size) for values in each]).T
    order = [n for n in np.argsort(-counts.sum(axis=0), kind="stable") if counts[:, n].any()]
    if not order:
        return None
    found = tuple(names[n] for n in order[:MOST_KINDS])
    rest = counts[:, order[MOST_KINDS:]].sum(axis=1, keepdims=True)
    return (
        ((*found, "other"), np.hstack([counts[:, order[:MOST_KINDS]], rest]))
        if rest.any()
        else (found, counts[:, order[:MOST_KINDS]])
    )


def _shares(  # noqa: PLR0913 (a figure is this much)
    name: str,
    title: str,
    lead: str,
    labels: list[str],
    parts: tuple[str, ...],
    counts: FloatArray,
    axis: str,
    about: dict[str, str],
) -> Figure:
    totals = counts.sum(axis=1)
    some = [n for n in range(len(labels)) if totals[n] > 0]
    rows = [
        {"name": labels[n], "part": part, "share": counts[n, place] / totals[n], "place": place}
        | {"text": f"{percent(counts[n, place] / totals[n], 1)} ({int(counts[n, place])})"}
        for n in some
        for place, part in enumerate(parts)
        if counts[n, place]
    ]
    lines = [
        (
            labels[n],
            *(f"{int(c)} ({percent(c / totals[n] if totals[n] else np.nan)})" for c in counts[n]),
            str(int(totals[n])),
        )
        for n in range(len(labels))
    ]
    written = table(("Agent", *(part.capitalize() for part in parts), "All"), lines)
    alt = f"{title}: " + "; ".join(f"{row['name']} {row['part']} {row['text']}" for row in rows[:24])
    spec = specs.stacked(rows, [labels[n] for n in some], parts, axis)
    return Figure(name, title, lead, written, spec, alt, columns=about | {"All": "how many there are"})
