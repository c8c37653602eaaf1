"""How `lifeworld stats` prints what it found."""

from collections.abc import Sequence
from math import isnan

from rich.table import Table
from rich.text import Text

from lifeworld.cli.printing import console, titled, warn
from lifeworld.core.counting import counted
from lifeworld.report.comparison import Difference
from lifeworld.report.figure import chance
from lifeworld.report.readers.findings import Axis, Findings, Standing
from lifeworld.report.readers.planning import Planned
from lifeworld.report.readers.validation import PARTS, Trials
from lifeworld.report.scores import COLUMN
from lifeworld.stats import Estimate
from lifeworld.stats.designs import DEFAULT, Coverage
from lifeworld.stats.figures import FigureRow

MOST_APPS = 8
OFTEN = 0.22  # standard deviation of "covered" where 95 % are


def show_findings(found: Findings) -> None:
    """Print suite scores, differences, apps and axes."""
    place = console()
    tasks = f"{counted(found.tasks, 'task')} of {counted(len(found.apps), found.unit)}"
    place.print(f"{counted(found.episodes, 'episode')}, {tasks}, {100 * found.level:g} % intervals\n")
    judged = any(one.suite for one in found.standings)
    if judged:
        place.print(_standings(found))
    if any(one.score for one in found.standings):
        place.print(_scores(found))
    if found.differences and judged:
        place.print(_differences(found.differences, found.correction))
    scored = [one for one in found.standings if one.apps]
    for first in range(0, len(scored), 4):  # so that a table of apps fits a terminal
        place.print(_apps(found.apps, scored[first : first + 4], found.unit))
    if found.axes:
        place.print(_axes(found.axes, found.who))
    warn(*_warnings(found))


def _mean(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


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


def _standings(found: Findings) -> Table:
    standings = found.standings
    means = [name for name in ("steps", "tokens", "cost", "seconds") if any(name in one.means for one in standings)]
    unscored = any(one.unscored for one in standings)
    others = [kind for kind in COLUMN if any(kind in one.others for one in standings)]
    heads = (found.who.capitalize(), "Score", "Interval", *others, "Successes", "Failures")
    title = f"Suite score, of {found.of}" if found.of else "Suite score"
    table = titled(title, (*heads, *(("Unscored", "Bounds") if unscored else ()), *(m.title() for m in means)))
    for one in standings:
        beside = (" ".join(_range(one.others.get(kind))) for kind in others)
        cells = [one.told, *_range(one.suite), *beside, str(one.successes), str(one.failures)]
        if unscored:
            bounds = f"{_percent(one.bounds.low)} to {_percent(one.bounds.high)}" if one.bounds else ""
            cells += [str(one.unscored), bounds]
        table.add_row(*cells, *(_mean(one.means[m]) if m in one.means else "" for m in means))
    return table


def _scores(found: Findings) -> Table:
    table = titled("Mean score", (found.who.capitalize(), "Mean", "Interval", "Tasks"))
    for one in found.standings:
        if one.score:
            ends = f"{_mean(one.score.low)} to {_mean(one.score.high)}"
            table.add_row(one.told, _mean(one.score.value), ends, str(one.score.n))
    return table


def _differences(differences: Sequence[Difference], correction: str) -> Table:
    heads = ("Compared on the same configurations", "Points", "Interval", "p", f"p, {correction}")
    table = titled("Pairwise comparison", heads)
    for one in differences:
        if one.found is None:
            table.add_row(one.name, "", one.why_not, "", "")
            continue
        value, low, high = (_points(each) for each in (one.found.value, one.found.low, one.found.high))
        table.add_row(one.name, value, f"{low} to {high}", chance(one.found.p_value), chance(one.corrected))
    return table


def _apps(apps: Sequence[str], agents: Sequence[Standing], unit: str) -> Table:
    rows = ((app, *(" ".join(_range(one.apps.get(app))) for one in agents)) for app in apps)
    return titled(f"By {unit}", (unit.capitalize(), *(one.told for one in agents)), rows)


def _axes(axes: Sequence[Axis], who: str) -> Table:
    heads = ("Axis", who.capitalize(), "MAD", "Under the null", "Excess", "p", "90th percentile", "Pairs")
    table = titled("Sensitivity: mean |difference| between configurations that differ in one axis", heads)
    for one in sorted(axes, key=lambda each: (each.axis, each.agent)):
        f = one.found
        values = (
            f"{f.mad:.3f}",
            f"{f.floor:.3f}",
            f"{f.excess:+.3f}",
            chance(one.null.p_value),
            f"{f.p90:.2f}",
            f"{f.pairs:,}",
        )
        table.add_row(one.axis, one.agent, *values)
    return table


def _warnings(found: Findings) -> list[str]:
    lines = list(found.notes)
    doubts: dict[str, list[str]] = {}
    for one in found.standings:
        unjudged = () if one.score else ("no episode is scored",)
        for doubt in one.suite.warnings if one.suite else unjudged:
            doubts.setdefault(doubt, []).append(one.agent)
        for doubt in one.score.warnings if one.score else ():
            doubts.setdefault(doubt, []).append(f"{one.agent}, mean score")
        for app, estimate in one.apps.items():
            for doubt in estimate.warnings if len(found.apps) > 1 else ():
                doubts.setdefault(doubt, []).append(f"{one.agent} in {app}")
    for pair in found.differences:
        for doubt in pair.found.warnings if pair.found else ():
            doubts.setdefault(doubt, []).append(pair.name)
    return lines + [f"{doubt} ({_few(who)})" for doubt, who in doubts.items()]


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_APPS} more" if len(names) > MOST_APPS else ""
    return ", ".join(names[:MOST_APPS]) + more


def _range(estimate: Estimate | None) -> tuple[str, str]:
    if estimate is None:
        return "–", ""
    return _percent(estimate.value), f"{_percent(estimate.low)} to {_percent(estimate.high)}"


def _points(difference: float) -> str:
    return f"{round(100 * difference, 1) + 0.0:+.1f}"  # adding zero takes the sign off a rounded -0


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


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
