"""The document of a report: its sections, its finding and its caveats, from a table of episodes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from lifeworld.core.counting import counted as number_of
from lifeworld.core.counting import joined
from lifeworld.report import agent_behaviour, caveats, comparison, curves, scores, sensitivity, tasks, variance
from lifeworld.report.cells import Cells, Contender, cells
from lifeworld.report.columns import Episodes, episodes
from lifeworld.report.comparison import Difference, positive
from lifeworld.report.figure import Figure, Section, Terms, percent, points, span
from lifeworld.report.specs import COLOURS
from lifeworld.stats import Estimate
from lifeworld.stats.cluster import ALONE

MOST_AGENTS = 4  # whose scores stand at the top


@dataclass(frozen=True)
class Tile:
    """One figure at the top: its name, its value as written, and what it rests on.

    `ends` are the interval's lower and upper end and the value, in per cent; empty for a count. `mark` stands
    beside the name, `hue` is the number of the agent's colour.
    """

    name: str
    value: str
    note: str
    ends: tuple[float, ...] = ()
    mark: str = ""
    hue: int = 1


@dataclass(frozen=True, eq=False)
class Document:
    """A report before it is written.

    Attributes:
        title: the run's name.
        finding: the result, in a sentence.
        about: a line of facts: versions, seed.
        sections: in order.
        caveats: reasons to doubt the finding.
        episodes, cells: what the figures were made from.
    """

    title: str
    finding: str
    about: str
    sections: tuple[Section, ...]
    episodes: Episodes
    cells: Cells
    caveats: tuple[str, ...] = ()
    tiles: tuple[Tile, ...] = ()

    @property
    def headline(self) -> str:
        """The first sentence of the finding."""
        return self.finding.partition(". ")[0].removesuffix(".")

    @property
    def detail(self) -> str:
        """The other sentences of the finding."""
        return self.finding.partition(". ")[2]

    @property
    def figures(self) -> Iterator[Figure]:
        """All figures, in order."""
        return (figure for section in self.sections for figure in section.figures)

    @property
    def specs(self) -> dict[str, Any]:
        """Each plot's Vega-Lite by the figure's name, with its text for those who don't see it."""
        return {one.name: {**one.spec, "description": one.alt or one.title} for one in self.figures if one.spec}


def document(
    results: pa.Table,
    behaviour: pa.Table | None = None,
    title: str = "Report",
    about: str = "",
    terms: Terms | None = None,
    axes: Mapping[str, str] | None = None,
) -> Document:
    """Return the report of a table of episodes.

    Args:
        results: one row an episode, columns as in `results.parquet`; most are optional.
        behaviour: `lifeworld.run.behaviour`'s table, joined by episode.
        title: the run's name.
        about: more facts to show below it.
        terms: level of the intervals, and correction of p-values; by default 95 % and Holm's.
        axes: the column of each axis along which the environment was varied; by default those of our own runs.

    Raises:
        UserError: there are no episodes, or a needed column is missing.
    """
    found = episodes(results, behaviour, axes)
    counted, strata = scores.best_first(cells(found), terms := terms or Terms())
    differences = comparison.differences(counted, terms)
    sections = (
        scores.section(found, counted, terms, strata),
        comparison.section(counted, terms, differences),
        curves.section(found, counted, terms),
        sensitivity.section(found, counted, terms, (variance.deviations(counted, terms), variance.components(counted))),
        agent_behaviour.section(found, counted),
        tasks.section(counted),
    )
    told = " · ".join(filter(None, (*_sizes(counted), number_of(found.size, "episode"), about)))
    best = [own[lead := counted.leading] for own in strata]
    said = caveats.only_crashes(found) or finding(counted.contenders, best, differences, scores.OF[lead])
    tiles = tuple(_tiles(found, counted, best, scores.COLUMN[lead]))
    kept = tuple(one for one in sections if one and one.figures)
    return Document(title, said + _unsettled(counted), told, kept, found, counted, caveats.of(found, counted), tiles)


def _sizes(counted: Cells) -> tuple[str, str]:
    """Return how many agents there are, and how many tasks of how many apps."""
    apps = {app for touched in counted.touched.values() for app in touched}
    tasks = number_of(sum(map(len, counted.tasks)), "task")
    return number_of(len(counted.contenders), "agent"), f"{tasks} of {number_of(len(apps), 'app')}"


def finding(
    contenders: Sequence[Contender], scores: Sequence[Estimate | None], differences: Sequence[Difference], what: str
) -> str:
    """Return who is ahead and by how much, or that no difference is significant; privileged agents come last.

    Scores are those on the kind of task that `what` tells, differences those over all tasks.
    """
    known = [(one, score) for one, score in zip(contenders, scores, strict=True) if score]
    known.sort(key=lambda each: -each[1].value)
    rivals = [each for each in known if not each[0].privileged]
    if not known:
        return "No episode was scored, so there is no score."
    if len(rivals) < 2:
        one, score = (rivals or known)[0]
        who = f"{one.label}, which knows the tasks," if one.privileged else one.label
        others = "episodes of this task" if ALONE in score.warnings else "tasks"
        ends = f"between {100 * score.low:.0f} and {percent(score.high)} with other {others}"
        told = f"{who} solves {percent(score.value)} of {what} ({ends})."
        return told + (_unranked(known) if rivals else "")
    return (_tied(rivals, differences, what) or _ahead(rivals, differences, what)) + _unranked(known)


def _unranked(known: Sequence[tuple[Contender, Estimate]]) -> str:
    """Return which agents are compared with nobody, as they know the tasks; "" for none."""
    names = [one.label for one, _ in known if one.privileged]
    told = "know the tasks and are" if len(names) > 1 else "knows the tasks and is"
    return f" {joined(names)} {told} not ranked." if names else ""


def _tied(rivals: Sequence[tuple[Contender, Estimate]], differences: Sequence[Difference], what: str) -> str:
    """Return which agents have the best score together, as it is told; "" for one alone, or if they differ."""
    best = percent(rivals[0][1].value)
    level = [one for one, score in rivals if percent(score.value) == best]
    if len(level) < 2 or any(one.differs and {one.a, one.b} <= {*level} for one in differences):
        return ""
    names = joined([one.label for one in level]) if len(level) < 5 else f"{len(level)} agents"
    if len(level) < len(rivals):
        return f"{names} have the highest score, {best} of {what} each: none of these is ahead."
    return f"{names if len(level) < 5 else f'All {names}'} solve {best} of {what} each: none is ahead."


def _unsettled(cells: Cells) -> str:
    """Return which scores are possible where lost episodes leave much open: who chose them would gain by it."""
    bounds = zip(cells.contenders, scores.far_bounds(cells), strict=True)
    wide = [f"{one.label} {bound}" for one, bound in bounds if bound]
    told = "With the episodes that infrastructure errors ended as failures and as successes it is"
    return f" {told} {joined(wide)}." if wide else ""


def _ahead(rivals: Sequence[tuple[Contender, Estimate]], differences: Sequence[Difference], what: str) -> str:
    """Return whether the best agent is significantly better than the second."""
    (best, score), (second, next_score), *_ = rivals
    pair = next((positive(one) for one in differences if {one.a, one.b} == {best, second}), None)
    if pair and pair.found and pair.differs and pair.b == best:
        ends = f"{points(pair.found.low)} to {points(pair.found.high)}"
        by = f"Over all tasks it is {points(pair.found.value).removeprefix('+')} points ahead ({ends})."
        solves = f"it solves {percent(score.value)} of {what}, {second.label} {percent(next_score.value)}"
        return f"{best.label} is ahead: {solves}. {by}"
    highest = f"{best.label} has the highest score, {percent(score.value)} of {what}"
    if pair and pair.found and pair.differs:
        above = f"significantly ahead, by {points(pair.found.value).removeprefix('+')} points"
        return f"{highest}, but on the configurations that both ran {second.label} is {above}."
    lacking = f"can't be tested: {pair.why_not}" if pair and not pair.found else "is not statistically significant"
    return f"{highest}. Its lead over {second.label} ({percent(next_score.value)}) {lacking}."


def _tiles(episodes: Episodes, cells: Cells, scores: list[Estimate | None], named: str) -> Iterator[Tile]:
    """Yield the best agents' scores, those that know the tasks last, and the numbers of episodes."""
    known = [(one, score) for one, score in zip(cells.contenders, scores, strict=True) if score]
    for one, score in known[:MOST_AGENTS]:
        ends = tuple(round(100 * end, 1) for end in (score.low, score.high, score.value))
        note = f"{named.lower()}, {span(score)}"
        hue = 1 + cells.contenders.index(one) % len(COLOURS)
        yield Tile(one.label, percent(score.value), note, ends, "knows the tasks" if one.privileged else "", hue)
    wins, beside = int(episodes.success.sum()), int((episodes.number("side_effects") > 0).sum())
    lost = episodes.size - int(episodes.scored.sum())
    left = len(known) - MOST_AGENTS
    ran = f"{wins:,} succeeded" + (f"; {number_of(left, 'more agent')}" if left > 0 else "")
    yield Tile("Episodes", f"{episodes.size:,}", ran)
    yield Tile("Side effects", f"{beside:,}", "episodes with any")
    yield Tile("Unscored", f"{lost:,}", "infrastructure errors")
