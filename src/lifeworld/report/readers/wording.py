"""A report of somebody else's results in their words: without what only runs of Lifeworld have, and what is empty."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lifeworld.report.document import Document
from lifeworld.report.figure import Figure, Section, Table

UNKNOWN = ("", "–")
_COUNTS = ("Unscored", "Errors after its own action")  # which say nothing where all are 0
_OURS = (  # what a report of ours says of its own tasks and errors, and what is said of others'
    (
        " Episodes ended by an infrastructure error are excluded from the score, unless the error followed the agent's "
        "own action in every try: then they count as failures.",
        " Episodes without a verdict are excluded from the score.",
    ),
    (
        "Infrastructure errors, ours or a provider's, ended these episodes. Those that followed the agent's own action "
        "in every try count as failures, the others are excluded from the score.",
        "These episodes have no verdict and are excluded from the score.",
    ),
    ("ended by an infrastructure error", "without a verdict"),
    ("for infrastructure errors", "for episodes without a verdict"),
    ("with infrastructure errors", "without a verdict"),
    ("single-app task", "task"),
    ("A task counts for each app that it touches. ", ""),
    (" Agents that know the task are excluded.", ""),
    ("apps, tasks over several and tasks of memory, with", "apps with"),
)


def in_their_words(made: Document, unit: str) -> Document:
    """Return a report as it is told to those whose results they are, who call an app a `unit`, like “domain”."""
    sections = tuple(one for one in (_section(each, unit) for each in made.sections) if one.figures)
    caveats = tuple(_said(one, unit) for one in made.caveats)
    return replace(made, finding=_said(made.finding, unit), sections=sections, caveats=caveats)


def _section(section: Section, unit: str) -> Section:
    figures = tuple(_figures(section, unit))
    warnings = tuple(_said(one, unit) for one in section.warnings)
    return replace(section, figures=figures, lead=_said(section.lead, unit), warnings=warnings)


def _figures(section: Section, unit: str) -> Iterator[Figure]:
    """Yield the figures of which anything is known."""
    for one in section.figures:
        told = _known(one.table)
        if any(cell not in UNKNOWN for row in told.rows for cell in row[1:]):
            head = tuple(_said(name, unit) for name in told.head)
            columns = {_said(name, unit): _said(about, unit) for name, about in one.columns.items()}
            texts: dict[str, Any] = {name: _said(getattr(one, name), unit) for name in ("title", "lead", "alt")}
            warnings = tuple(_said(each, unit) for each in one.warnings)
            yield replace(one, table=replace(told, head=head), columns=columns, warnings=warnings, **texts)


def _known(table: Table) -> Table:
    """Return a table without the columns that say nothing."""
    kept = [n for n, name in enumerate(table.head) if n == 0 or not _is_empty(name, [row[n] for row in table.rows])]
    rows = tuple(tuple(row[n] for n in kept) for row in table.rows)
    numeric = frozenset(place for place, n in enumerate(kept) if n in table.numeric)
    return Table(tuple(table.head[n] for n in kept), rows, numeric)


def _is_empty(name: str, cells: list[str]) -> bool:
    return all(cell in UNKNOWN or (cell == "0" and name in _COUNTS) for cell in cells)


def _said(text: str, unit: str) -> str:
    for ours, theirs in _OURS:
        text = text.replace(ours, theirs)
    text = re.sub(r"\ban app\b", "a app", text) if unit != "app" else text
    return re.sub(r"\bapp(s?)\b", rf"{unit}\1", re.sub(r"\bApp(s?)\b", rf"{unit.capitalize()}\1", text))
