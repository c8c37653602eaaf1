"""All that a report shows, from a table of episodes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from lifeworld.core import counting
from lifeworld.report import comparing, conduct, curves, scores, sensitivity, tasks
from lifeworld.report.cells import Cells, cells
from lifeworld.report.columns import Episodes, episodes
from lifeworld.report.figure import Figure, Section, Terms
from lifeworld.report.finding import finding


@dataclass(frozen=True, eq=False)
class Document:
    """A report before it is written.

    Attributes:
        title: the run's name.
        finding: what comes of it, in a sentence.
        about: a line of facts: versions, seed.
        sections: in order.
        caveats: what to know before the finding is believed.
        episodes, cells: what the figures were made from.
    """

    title: str
    finding: str
    about: str
    sections: tuple[Section, ...]
    episodes: Episodes
    cells: Cells
    caveats: tuple[str, ...] = ()

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
) -> Document:
    """Return the report of a table of episodes.

    Args:
        results: one row an episode, columns as in `results.parquet`; those that are not there are done without.
        behaviour: `lifeworld.run.behaviour`'s table, joined by episode.
        title: the run's name.
        about: what else to say below it.
        terms: level of the intervals, and correction of p-values; by default 95 % and Holm's.

    Raises:
        UserError: there are no episodes, or a needed column is missing.
    """
    found = episodes(results, behaviour)
    counted, terms = cells(found), terms or Terms()
    strata, differences = scores.standings(counted, terms), comparing.differences(counted, terms)
    sections = (
        scores.section(found, counted, terms, strata),
        comparing.section(counted, terms, differences),
        curves.section(found, counted, terms),
        sensitivity.section(found, counted, terms),
        conduct.section(found, counted),
        tasks.section(counted),
    )
    number = sum(len(names) for names in counted.tasks)
    counts = ((found.size, "episode"), (number, "task"), (len(counted.contenders), "agent"))
    facts = " · ".join(counting.counted(*each) for each in counts)
    told = f"{facts} · {about}" if about else facts
    said = finding(counted.contenders, [own[0] for own in strata], differences)
    kept = tuple(one for one in sections if one and one.figures)
    return Document(title, said, told, kept, found, counted, tuple(scores.broken(found, counted)))
