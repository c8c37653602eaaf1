"""Anyone's episodes as the report that runs of ours have: HTML with plots, or the tables as Markdown or LaTeX."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from lifeworld.core.axes import EVERY_AXIS
from lifeworld.core.choices import ReportFormat
from lifeworld.core.errors import UserError
from lifeworld.report import specs
from lifeworld.report.document import Document, document
from lifeworld.report.figure import Figure, Section, Terms, chance, percent, points, table
from lifeworld.report.meanings import MAD_COLUMNS
from lifeworld.report.readers.findings import Axis, Findings
from lifeworld.report.readers.table import AXIS, Episodes
from lifeworld.report.render import write

FORMS: dict[str, ReportFormat] = {".html": "html", ".htm": "html", ".md": "markdown", ".tex": "latex"}
REST = "instance"  # axes that runs of ours do not have are one there: configurations stay apart
LEAD = (
    "Mean absolute difference between configurations that differ in one axis only (point), and what the luck of "
    "rollouts alone would give (tick). Only the part beyond the tick is the axis."
)


def page(episodes: Episodes, found: Findings, out: Path, title: str) -> Path:
    """Write the report of episodes and return its place; the name's ending decides the form.

    Raises:
        UserError: the ending is none of .html, .md and .tex, or the place can't be written.
    """
    if out.suffix not in FORMS:
        raise UserError(f"{out}: a report's name ends in {', '.join(FORMS)}")
    made = report(episodes, found, title)
    try:
        write(made, out, FORMS[out.suffix])
    except OSError as error:
        raise UserError(f"{out}: {error.strerror or error}") from None
    return out


def report(episodes: Episodes, found: Findings, title: str) -> Document:
    """Return the report of episodes before it is written."""
    made = document(as_results(episodes), None, title, "; ".join(found.notes), Terms(found.level, found.correction))
    if not _others(episodes):
        return made
    return replace(made, sections=tuple(_with_axes(section, found.axes) for section in made.sections))


def as_results(episodes: Episodes) -> pa.Table:
    """Return episodes with the columns of our results.parquet."""
    source = episodes.table
    columns = {name: source[name] for name in ("agent", "app", "task", "steps", "cost", "seconds")}
    columns |= {"apps": source["app"], "repeat": source["rollout"], "status": _status(source["success"])}
    columns |= {axis: source[AXIS + axis] for axis in episodes.axes if axis in EVERY_AXIS and axis != REST}
    if others := _others(episodes):
        named = [pc.binary_join_element_wise(f"{axis} ", source[AXIS + axis], "") for axis in others]
        columns[REST] = pc.binary_join_element_wise(*named, ", ")
    elif REST in episodes.axes:
        columns[REST] = source[AXIS + REST]
    return pa.table(columns)


def _others(episodes: Episodes) -> list[str]:
    """Return the axes that can't stand under their own names, if any has a name that runs of ours don't have."""
    foreign = [axis for axis in episodes.axes if axis not in EVERY_AXIS]
    return foreign + [axis for axis in episodes.axes if axis == REST] if foreign else []


def _status(success: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.fill_null(pc.if_else(success, "success", "failure"), "unscored")


def _with_axes(section: Section, axes: Sequence[Axis]) -> Section:
    """Return a section in which every axis stands under its own name, and none is called an instance."""
    kept = [figure for figure in section.figures if not figure.name.endswith(f"-{REST}")]
    own = [_sensitivity(axes) if figure.name == "sensitivity" and axes else figure for figure in kept]
    return replace(section, figures=tuple(own))


def _sensitivity(axes: Sequence[Axis]) -> Figure:
    rows = [
        {
            "name": one.axis,
            "group": one.agent,
            "value": one.found.mad,
            "floor": one.found.floor,
            "text": f"{percent(one.found.mad, 1)}, {percent(one.found.floor, 1)} by luck",
        }
        for one in axes
    ]
    names, agents = (list(dict.fromkeys(str(row[key]) for row in rows)) for key in ("name", "group"))
    lines = [
        (
            one.axis,
            one.agent,
            *(percent(v, 1) for v in (f.mad, f.floor)),
            points(f.excess),
            chance(one.null.p_value),
            percent(f.p90),
            str(f.pairs),
        )
        for one in axes
        for f in (one.found,)
    ]
    head = ("Axis", "Agent", "Difference", "By luck", "Beyond luck", "p", "90th percentile", "Pairs")
    alt = "; ".join(f"{row['name']}, {row['group']}: {row['text']}" for row in rows[:12])
    spec = specs.floors(rows, names, agents, "mean absolute difference")
    return Figure("sensitivity", "Sensitivity by axis", LEAD, table(head, lines), spec, alt, columns=MAD_COLUMNS)
