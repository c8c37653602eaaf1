"""How `lifeworld stats` prints what it found."""

from collections.abc import Iterator, Sequence
from math import isnan

from rich.table import Table
from rich.text import Text

from lifeworld.cli.printing import console, titled, warn
from lifeworld.report.document import Document
from lifeworld.report.figure import Figure
from lifeworld.report.readers.planning import Planned
from lifeworld.report.readers.validation import PARTS, Trials
from lifeworld.stats.designs import DEFAULT, Coverage
from lifeworld.stats.figures import FigureRow

SHOWN = ("score", "suite", "apps", "differences", "sensitivity", "behaviour")  # figures of a report
OFTEN = 0.22  # standard deviation of "covered" where 95 % are


def show_document(made: Document) -> None:
    """Print what a report finds, the most telling of its tables, and reasons to trust them less."""
    place = console()
    place.print(f"{made.finding}\n{made.about}\n")
    doubts = [*made.caveats]
    for section in made.sections:
        shown = [one for one in section.figures if one.name in SHOWN and not one.folded]
        for table in (part for figure in shown for part in _parts(figure)):
            place.print(table)
        doubts += [*(section.warnings if shown else ()), *(doubt for one in shown for doubt in one.warnings)]
    warn(*doubts)


def _parts(figure: Figure) -> Iterator[Table]:
    """Yield a figure's table; of that by app one for each four agents, so that it fits a terminal."""
    first, *rest = zip(figure.table.head, *figure.table.rows, strict=True)
    wide = 4 if figure.name == "apps" else max(1, len(rest))
    for start in range(0, len(rest), wide):
        heads, *rows = zip(first, *rest[start : start + wide], strict=True)
        yield titled(figure.title, heads, rows)


def show_plans(plans: Sequence[Planned], unit: str, who: str) -> None:
    """Print designs for so called apps and agents, and the variances of the pilot that they rest on."""
    heads = (f"Tasks per {unit}", "Configurations", "Rollouts", f"Episodes per {who}", "Standard error")
    table = titled("What to run", ("For", *heads))
    for one in plans:
        d = one.design
        sizes = (d.tasks, d.configurations, d.rollouts, d.episodes) if d else ("–",) * 4
        table.add_row(one.subject, *map(str, sizes), f"{d.standard_error:.4f}" if d else "–")
    place = console()
    place.print(table)
    rests = titled("Standard deviations in the pilot", ("Of", "Task", "Configuration", "Rollout"))
    for one in plans:
        variances = (one.components.task, one.components.configuration, one.components.rollout)
        told = ("not estimable" if isnan(value) else f"{value**0.5:.3f}" for value in variances)
        rests.add_row(one.subject, *told)
    place.print(rests)
    for why in dict.fromkeys(why for one in plans for why in one.doubts):
        whose = [one.subject for one in plans if why in one.doubts]
        warn(f"{', '.join(whose)}: {why}" if len(whose) < len(plans) else why)


BEYOND = "No interval tried mends a single app with few, skewed tasks; more tasks do. Reports of such warn."


def show_part(part: str, trials: Trials) -> None:
    """Print the rows of one part of the validation."""
    place = console()
    if rows := trials.figures.get(part):
        by_rollouts = part in ("1a", "run")
        place.print(_by_rollouts(PARTS[part], rows) if by_rollouts else _figure(PARTS[part], rows))
    if found := trials.coverage.get(part):
        place.print(_coverage(PARTS[part], found))
    if part == "designs":
        warn(*(f"{row.design} falls short: {row.coverage:.3f}. {BEYOND}" for row in trials.beyond_mending))


def shortfall(row: Coverage) -> str:
    """Return the line for an interval that misses its level."""
    return f"✗ {row.design}: coverage {row.coverage:.3f} over {row.simulations} benchmarks, wanted .935 to .970"


def _figure(title: str, rows: Sequence[FigureRow]) -> Table:
    table = titled(title, ("Case", "Method", "Here", "Width", "Paper"))
    for row in rows:
        width, paper = (f"{value:.4f}" if value is not None else "" for value in (row.width, row.paper))
        table.add_row(row.case, row.method, f"{row.value:.3f}", width, paper.rstrip("0"))
    return table


def _by_rollouts(title: str, rows: Sequence[FigureRow]) -> Table:
    """Show coverage of one configuration's interval: a line for each method, a column for each number of rollouts."""
    numbers = list(dict.fromkeys(row.case.split()[-2] for row in rows))
    lines: dict[str, dict[str, str]] = {}
    for row in rows:
        who, n = row.case.removesuffix(" rollouts").rpartition(" ")[::2]
        name = f"{who} {row.method}".strip()
        lines.setdefault(name, {})[n] = f"{row.value:.3f}"
        if row.paper is not None:
            lines.setdefault(f"{name}, paper", {})[n] = f"{row.paper:.2f}"
    cells = ((name, *(values.get(n, "") for n in numbers)) for name, values in lines.items())
    return titled(title, ("Coverage by rollouts", *numbers), cells)


def _coverage(title: str, rows: Sequence[Coverage]) -> Table:
    """Show coverage and width: a line for each design, a column for each interval; ours that miss are yellow."""
    methods = list(dict.fromkeys(row.estimator for row in rows))
    simulations = (
        f"{rows[0].simulations} benchmarks each, standard error about {100 * OFTEN / rows[0].simulations ** 0.5:.1f} %"
    )
    table = titled(f"{title}: coverage (width); {simulations}", ("Design", *methods))
    for design in dict.fromkeys(row.design for row in rows):
        found = {row.estimator: row for row in rows if row.design == design}
        table.add_row(design, *(_covered(found.get(method)) for method in methods))
    return table


def _covered(row: Coverage | None) -> Text:
    if row is None:
        return Text("–")
    told = f"{row.coverage:.3f} ({row.width:.4f})"
    return Text(told, "yellow" if row.estimator == DEFAULT and row.missed else "")
