"""A run as one HTML page, and each episode as a page that steps through its screens."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from lifeworld.core.choices import CHOSEN_AXES, ReportFormat
from lifeworld.core.errors import UserError
from lifeworld.core.writing import write_for_user
from lifeworld.report import episode_pages, tasks
from lifeworld.report.document import Document, document
from lifeworld.report.figure import Figure, Table
from lifeworld.report.templating import scripts, templates
from lifeworld.run import behaviour, results
from lifeworld.run.folder import Folder
from lifeworld.run.storage import read_table

_LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "[": "{[}",  # after a row's end it would be a length
    "]": "{]}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "−": r"$-$",
    "≥": r"$\geq$",
    "–": "--",
    "·": r"\textperiodcentered{}",
}


_MARKS = re.compile(r"[\\`*_\[\]<>#|~&]")


def markdown(made: Document) -> str:
    """Return all tables of a report as Markdown."""
    return "\n".join(_markdown_lines(made)) + "\n"


def _markdown_lines(made: Document) -> Iterator[str]:
    yield from (f"# {_plain(made.title)}", "", _plain(made.finding), "", _plain(made.about), "")
    for caveat in made.caveats:
        yield from (f"> {_plain(caveat)}", "")
    for section in made.sections:
        yield from (f"## {section.title}", "", *([_plain(section.lead), ""] if section.lead else []))
        yield from (line for figure in section.figures for line in _figure_lines(figure))
        for warning in section.warnings:
            yield from (f"> {_plain(warning)}", "")


def figures_as_markdown(figures: Sequence[Figure]) -> str:
    """Return some figures' tables as Markdown."""
    return "\n".join(line for figure in figures for line in _figure_lines(figure)) + "\n"


def _figure_lines(figure: Figure) -> Iterator[str]:
    yield from (f"### {_plain(figure.title)}", "", _plain(figure.lead), "", *_grid(figure.table), "")
    yield from (f"- {_plain(name)}: {_plain(about)}" for name, about in figure.explained)
    yield from ("",) if figure.explained else ()
    yield from (line for warning in figure.warnings for line in (f"> {_plain(warning)}", ""))


def _grid(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(_plain(name) for name in table.head)} |"
    yield f"|{'|'.join('---:' if n in table.numeric else '---' for n in range(len(table.head)))}|"
    for row in table.rows:
        yield f"| {' | '.join(_plain(cell) for cell in row)} |"


def _plain(text: str) -> str:
    """Return a text that Markdown shows as it stands."""
    return _MARKS.sub(r"\\\g<0>", " ".join(text.splitlines()))


def latex(made: Document) -> str:
    """Return all tables of a report as LaTeX; they need the package booktabs, long ones longtable."""
    head = f"% {made.title}: {made.about}\n% \\usepackage{{booktabs}} and \\usepackage{{longtable}} are needed.\n"
    return head + "\n".join(_tabular(figure) for figure in made.figures)


def _tabular(figure: Figure) -> str:
    columns = "".join("r" if n in figure.table.numeric else "l" for n in range(len(figure.table.head)))
    caption = f"\\caption{{{escaped(figure.title)}. {escaped(figure.lead)}}}\\label{{tab:{figure.name}}}"
    head, *rows = (" & ".join(map(escaped, row)) + r" \\" for row in (figure.table.head, *figure.table.rows))
    lines = [f"\\begin{{longtable}}{{{columns}}}", caption + r" \\", r"\toprule", head, r"\midrule", r"\endhead"]
    return "\n".join((*lines, r"\bottomrule", r"\endfoot", *rows, r"\end{longtable}", ""))


def escaped(text: str) -> str:
    """Return a text that LaTeX prints as it stands."""
    return "".join(_LATEX.get(sign, sign) for sign in text)


_NAMES = {"html": "report.html", "latex": "report.tex", "markdown": "report.md", "png": "figures", "svg": "figures"}
_REPEATED = (
    *("agent", "channel", "driver", "category", "app", "apps", "task", "status", "mode", "strayed_to"),
    *("profile", *CHOSEN_AXES, "reason", "reasons", "versions", "run"),
)


def report(folder: Folder, out: Path | None = None, form: ReportFormat = "html") -> tuple[Document, Path]:
    """Write the report of a run, and a page for each episode beside its data; return it and where it is.

    Args:
        folder: the run.
        out: where to write; for pictures a folder. In the run's own folder by default; elsewhere that can be read-only.
        form: "html" is one page, "latex" and "markdown" are all tables, "png" and "svg" one picture a plot.

    Raises:
        UserError: no episode has finished, the place can't be written, or there is no browser for pictures.
    """
    place = out or folder.path / _NAMES[form]
    said = f"seed {folder.config().seed} · Lifeworld {folder.version()}"
    made = document(*tables(folder), folder.path.name, said)
    try:
        paged = form == "html" and _paged(folder, bool(out))
        write(made, place, form, folder.path if paged else None)
    except OSError as error:
        raise UserError(f"{place}: {error.strerror or error}") from error
    return made, place


def _paged(folder: Folder, elsewhere: bool) -> bool:
    """Write the episodes' pages; return whether there are any: a report elsewhere can do without, of a read-only run.

    Raises:
        UserError: they can't be written, and the report is to be beside them.
    """
    try:
        return episode_pages.pages(folder)
    except UserError:
        if elsewhere:
            return False
        raise


def write(made: Document, place: Path, form: ReportFormat = "html", pages: Path | None = None) -> None:
    """Write a document in one of the forms of `report`; it links to the episodes' pages in the folder `pages`."""
    if form in ("png", "svg"):
        from lifeworld.report import pictures  # brings Playwright, which a page can do without

        pictures.draw(page(made), [one.name for one in made.figures if one.spec], place, form)
    else:
        text = {"latex": latex, "markdown": markdown}.get(form)
        to = os.path.relpath(pages, place.resolve().parent) if pages else None
        write_for_user(place, text(made) if text else page(made, to))


def page(made: Document, to: str | None = None) -> str:
    """Return the document as one HTML page that needs nothing else; `to` leads to the episodes' pages."""
    return (
        templates()
        .get_template("report.html")
        .render(
            doc=made,
            lines=(lines := tasks.marks(made.episodes, made.cells) if to is not None else []),
            partial=any(sum(line.totals) > sum(map(len, line.cells)) for line in lines),
            to=to,
            side_effects=tasks.first(made.episodes, made.episodes.number("side_effects") > 0),
            unscored=tasks.first(made.episodes, ~made.episodes.scored),
            specs=json.dumps(made.specs, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace(
                "<", "\\u003c"
            ),
            scripts=scripts(),
        )
    )


def tables(folder: Folder) -> tuple[pa.Table, pa.Table | None]:
    """Return a run's results and behaviour: from its episodes, or from the filed tables where these are all there is.

    Raises:
        UserError: no episode has finished.
    """
    if next(folder.path.glob("episodes/*/episode.json"), None):
        made = results.build_tables(folder)
        found, measured = (
            pq.read_table(made[name], read_dictionary=_REPEATED) for name in (results.PLACE, behaviour.PLACE)
        )
    else:
        found, measured = (_filed(folder.path / name) for name in (results.PLACE, behaviour.PLACE))
    if not found:
        raise UserError(folder.unplayed)
    return found, measured


def _filed(place: Path) -> pa.Table | None:
    return read_table(place, read_dictionary=_REPEATED) if place.exists() else None
