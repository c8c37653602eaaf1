"""A report of somebody else's results in their words: without what only runs of Lifeworld have, and what is empty."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from lifeworld.core.counting import plural
from lifeworld.report.document import Document
from lifeworld.report.figure import Figure, Section, Table

Say = Callable[[str], str]
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
    ("that infrastructure errors ended", "without a verdict"),
    ("for infrastructure errors", "for episodes without a verdict"),
    ("with infrastructure errors", "without a verdict"),
    ("single-app task", "task"),
    ("A task counts for each app that it touches. ", ""),
    (" Agents that know the task are excluded.", ""),
    (" lifeworld eval --crossed AXIS runs each under every value of an axis.", ""),
    ("apps, tasks over several and tasks of memory, with", "apps with"),
)


def in_their_words(made: Document, called: Mapping[str, str], ours: bool = False) -> Document:
    """Return a report as it is told to those whose results they are, who call an app or an agent what `called` says.

    What our own tasks are called stays where results are `ours`.
    """
    say = partial(_said, called=called, ours=ours)
    sections = tuple(one for one in (_section(each, say) for each in made.sections) if one.figures)
    tiles = tuple(replace(one, note=say(one.note)) for one in made.tiles)
    texts: dict[str, Any] = {name: say(getattr(made, name)) for name in ("finding", "about")}
    return replace(made, sections=sections, caveats=tuple(map(say, made.caveats)), tiles=tiles, **texts)


def _section(section: Section, say: Say) -> Section:
    warnings = tuple(map(say, section.warnings))
    return replace(section, figures=tuple(_figures(section, say)), lead=say(section.lead), warnings=warnings)


def _figures(section: Section, say: Say) -> Iterator[Figure]:
    """Yield the figures of which anything is known."""
    for one in section.figures:
        told = _known(one.table)
        if any(cell not in UNKNOWN for row in told.rows for cell in row[1:]):
            head, warnings = tuple(map(say, told.head)), tuple(map(say, one.warnings))
            columns = {say(name): say(about) for name, about in one.columns.items()}
            texts: dict[str, Any] = {name: say(getattr(one, name)) for name in ("title", "lead", "alt")}
            yield replace(one, table=replace(told, head=head), columns=columns, warnings=warnings, **texts)


def _known(table: Table) -> Table:
    """Return a table without the columns that say nothing."""
    kept = [n for n, name in enumerate(table.head) if n == 0 or not _is_empty(name, [row[n] for row in table.rows])]
    rows = tuple(tuple(row[n] for n in kept) for row in table.rows)
    numeric = frozenset(place for place, n in enumerate(kept) if n in table.numeric)
    return Table(tuple(table.head[n] for n in kept), rows, numeric)


def _is_empty(name: str, cells: list[str]) -> bool:
    return all(cell in UNKNOWN or (cell == "0" and name in _COUNTS) for cell in cells)


def _said(text: str, called: Mapping[str, str], ours: bool) -> str:
    for own, theirs in () if ours else _OURS:
        text = text.replace(own, theirs)
    for word, theirs in called.items():
        if word != theirs:
            forms = {word: theirs, f"{word}s": plural(theirs), f"an {word}": f"a {theirs}"}
            forms |= {one.capitalize(): other.capitalize() for one, other in forms.items()}
            found = rf"(?<![\w-])(?:[Aa]n )?(?:{word}|{word.capitalize()})s?(?![\w-])"
            text = re.sub(found, partial(_form, forms), text)
    return text


def _form(forms: Mapping[str, str], found: re.Match[str]) -> str:
    return forms.get(found[0], found[0])
