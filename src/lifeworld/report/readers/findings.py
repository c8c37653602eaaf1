"""Findings for episodes of any harness: suite scores, differences, apps and axes, each with its interval."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lifeworld import stats
from lifeworld.core.choices import ReportFormat
from lifeworld.core.counting import plural
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import plain
from lifeworld.report import columns, scores, sensitivity
from lifeworld.report.caveats import unequal_caveats
from lifeworld.report.cells import STRATA, Cells, Contender, cells
from lifeworld.report.comparison import Difference, differences, positive
from lifeworld.report.document import Document, document
from lifeworld.report.figure import Figure, Section, Terms, doubts, table
from lifeworld.report.readers.table import AXIS, MEASURES, OURS, SCORE, Episodes
from lifeworld.report.readers.wording import in_their_words
from lifeworld.report.render import write
from lifeworld.stats import Bounds, Estimate, Null, Sensitivity, Tally
from lifeworld.stats.permutation import Correction

FORMATS: dict[str, ReportFormat] = {".html": "html", ".htm": "html", ".md": "markdown", ".tex": "latex"}


@dataclass(frozen=True)
class Standing:
    """One agent: its suite score, the scores of other kinds of tasks and of each app, and means of its measures."""

    agent: str
    suite: Estimate | None
    apps: dict[str, Estimate]
    successes: int
    failures: int
    unscored: int
    bounds: Bounds | None
    means: dict[str, float]
    score: Estimate | None = None
    others: dict[str, Estimate] = field(default_factory=dict)
    privileged: bool = False  # it knows the tasks, and is compared with nobody


@dataclass(frozen=True)
class Axis:
    """The sensitivity of an agent's success to one axis, with its null distribution."""

    agent: str
    axis: str
    found: Sensitivity
    null: Null


@dataclass(frozen=True)
class Findings:
    """The findings of a report of any results."""

    episodes: int
    apps: tuple[str, ...]
    tasks: int
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    axes: tuple[Axis, ...]
    correction: Correction
    level: float
    notes: tuple[str, ...]
    unit: str = "app"  # what the results call an app
    who: str = "agent"  # and an agent
    of: str = ""  # which tasks suite scores are about, where not all are of one kind

    def to_json(self) -> dict[str, Any]:
        """Return plain values; what is not known or not finite is null, and `why_null` beside it says which."""
        found: dict[str, Any] = plain({**asdict(self), "differences": list(map(_plain_difference, self.differences))})
        for told, one in zip(found["axes"], self.axes, strict=True):
            told["found"]["excess"] = one.found.excess
        return found


def _plain_difference(one: Difference) -> dict[str, Any]:
    names, found = {"over": one.b.label, "under": one.a.label}, asdict(one.found) if one.found else None
    return {**names, "found": found, "adjusted": one.corrected, "why_not": one.why_not}


def findings(episodes: Episodes, terms: Terms | None = None) -> Findings:
    """Return what episodes show.

    Raises:
        UserError: no episode is scored.
    """
    _refuse_unscored(episodes)
    counted, terms = cells_of(episodes), terms or Terms()
    return Findings(
        episodes=len(episodes),
        apps=tuple(sorted({app for apps in counted.touched.values() for app in apps})),
        tasks=sum(map(len, counted.tasks)),
        standings=tuple(_standing(episodes, counted, n, terms.level) for n in range(len(episodes.agents))),
        differences=tuple(map(positive, differences(counted, terms))),
        axes=tuple(_axes(episodes, counted)),
        correction=terms.correction,
        level=terms.level,
        notes=(*episodes.notes, *unequal_caveats(counted)),
        unit=episodes.unit,
        who=episodes.who,
        of=scores.OF[counted.leading] if of_strata(counted) else "",
    )


def _refuse_unscored(episodes: Episodes) -> None:
    if SCORE not in episodes.table.column_names and episodes.table["success"].null_count == len(episodes):
        raise UserError("no episode is scored: every success is empty")


def of_strata(counted: Cells) -> bool:
    """Return whether there are tasks of other kinds than those of one app, as in runs of Lifeworld."""
    return {*counted.categories} != {STRATA[0]}


def cells_of(episodes: Episodes) -> Cells:
    """Count episodes into configurations; contenders are the agents, in their order."""
    return cells(columns.episodes(as_results(episodes), axes=axis_columns(episodes)))


def as_results(episodes: Episodes) -> pa.Table:
    """Return episodes with the columns of our results.parquet, and those of their axes."""
    source, own = episodes.table, ("agent", "app", "task", *OURS, *MEASURES)
    kept = {name: source[name] for name in (*own, *axis_columns(episodes).values())}
    status = pc.fill_null(pc.if_else(source["success"], "success", "failure"), "unscored")
    return pa.table({**kept, "repeat": source["rollout"], "status": status})


def axis_columns(episodes: Episodes) -> dict[str, str]:
    """Return the column of each axis; another harness's axis may be called like any column of ours."""
    return {axis: AXIS + axis for axis in episodes.axes}


def report_of(episodes: Episodes, title: str, terms: Terms) -> Document:
    """Return the report of episodes, in the words of those whose results they are.

    Raises:
        UserError: no episode is scored.
    """
    _refuse_unscored(episodes)
    made = document(as_results(episodes), None, title, "", terms, axis_columns(episodes))
    made = in_their_words(made, {"app": episodes.unit, "agent": episodes.who}, of_strata(made.cells))
    about = " · ".join(filter(None, (made.about, "; ".join(episodes.notes))))
    return _with_scores(replace(made, about=about), episodes, terms)


def write_report(made: Document, out: Path) -> None:
    """Write a report; the name's ending decides the format.

    Raises:
        UserError: the ending is not .html, .md or .tex, or the place can't be written.
    """
    if out.suffix not in FORMATS:
        raise UserError(f"{out}: a report's name ends in {', '.join(FORMATS)}")
    try:
        write(made, out, FORMATS[out.suffix])
    except OSError as error:
        raise UserError(f"{out}: {error.strerror or error}") from None


def _with_scores(made: Document, episodes: Episodes, terms: Terms) -> Document:
    """Return a report with the mean scores first, and with nothing else where there are no verdicts."""
    scored = ((one, mean_score(episodes, made.cells, n, terms.level)) for n, one in enumerate(made.cells.contenders))
    known = sorted(((one, score) for one, score in scored if score), key=_place)
    if not known:
        return made
    named = [(f"{one.label} (knows the tasks)" if one.privileged else one.label, score) for one, score in known]
    rows = [(name, f"{s.value:.4g}", f"{s.low:.4g} to {s.high:.4g}", str(s.n)) for name, s in named]
    lead = (
        f"Mean over {plural(episodes.unit)} of the score, with {terms.share} intervals in which tasks are the sample."
    )
    heads = (episodes.who.capitalize(), "Mean", "Interval", "Tasks")
    means = Figure("score", "Mean score", lead, table(heads, rows), warnings=doubts(named), open=True)
    first = Section("Mean score", (means,))
    if made.cells.trials.any():
        return replace(made, sections=(first, *made.sections))
    best, mean, interval, _ = rows[0]
    return replace(made, finding=f"{best} has the highest mean score, {mean} ({interval}).", sections=(first,))


def _place(scored: tuple[Contender, Estimate]) -> tuple[bool, float]:
    one, score = scored
    return one.privileged, -score.value


def agent_tally(counted: Cells, agent: int) -> Tally | None:
    """Return an agent's scored episodes that its suite score is about; None if there is none."""
    return counted.tally(agent, counted.headline)


def _standing(episodes: Episodes, counted: Cells, n: int, level: float) -> Standing:
    agent = counted.contenders[n].label
    successes, trials, lost, faults = (
        int(each[n].sum()) for each in (counted.successes, counted.trials, counted.lost, counted.faults)
    )
    ends = scores.bounds(counted, n, counted.headline) if lost or faults else None
    rows = episodes.table.filter(pc.equal(episodes.table["agent"], agent))
    means = {name: pc.mean(rows[name]).as_py() for name in MEASURES if rows[name].null_count < rows.num_rows}
    kinds = [scores.score(counted.tally(n, counted.stratum(one)), level) for one in STRATA]
    return Standing(
        agent=agent,
        suite=kinds[counted.leading],
        apps=scores.by_app(counted, n, level),
        successes=successes,
        failures=trials - successes,
        unscored=lost,
        bounds=ends[0] if ends else None,
        means=means,
        score=mean_score(episodes, counted, n, level),
        privileged=counted.contenders[n].privileged,
        others={scores.COLUMN[at]: one for at, one in enumerate(kinds) if one and at != counted.leading},
    )


def mean_score(episodes: Episodes, counted: Cells, agent: int, level: float) -> Estimate | None:
    """Return the mean of an agent's scores with its interval, None without any; scores within 0 and 1 are shares.

    Raises:
        UserError: there is no interval for them; says why.
    """
    if SCORE not in episodes.table.column_names:
        return None
    told = pc.fill_null(episodes.table[SCORE], nan).to_numpy()
    own = (counted.contender == agent) & ~np.isnan(told) & np.isin(counted.app[counted.cell], counted.headline)
    if not own.any():
        return None
    every, cell = told[~np.isnan(told)], counted.cell[own]
    bounds = (0.0, 1.0) if every.min() >= 0 and every.max() <= 1 else None
    try:
        made = stats.from_labels(
            told[own], counted.app[cell], counted.task[cell], {"configuration": counted.place[cell]}
        )
        return stats.score_interval(made.values, level, bounds)
    except ValueError as error:
        raise UserError(f"{counted.contenders[agent].label}, mean score: {error}") from None


def _axes(episodes: Episodes, counted: Cells) -> Iterator[Axis]:
    """Yield what is known of each axis, for each agent that ran two configurations that differ in it alone."""
    for axis in episodes.axes:
        for agent, found in zip(episodes.agents, sensitivity.by_axis(counted, axis), strict=True):
            if found:
                yield Axis(agent, axis, *found)
