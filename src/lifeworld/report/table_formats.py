"""All tables of a report as Markdown or LaTeX, for papers."""

import re
from collections.abc import Iterator, Sequence

from lifeworld.report.document import Document
from lifeworld.report.figure import Figure, Table

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
