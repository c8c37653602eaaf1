"""Tables of agreement: a rater against the verifier, and raters against one another."""

from collections.abc import Sequence
from math import isnan

from lifeworld.cli.printing import console, titled
from lifeworld.report.agreement import Agreed, Among, Between
from lifeworld.stats.estimate import Estimate

_HEADS = ("Of", "n", "Unclear", "Kappa", "Accuracy", "F1", "False positives", "False negatives", "Errs")


def show_against(name: str, rows: Sequence[Agreed]) -> None:
    """Print a rater's agreement with the truth."""
    table = titled(f"{name} against the verifier, 95 % intervals", _HEADS)
    for row in rows:
        table.add_row(*_cells(row))
    console().print(table)


def show_families(name: str, rows: Sequence[Agreed]) -> None:
    """Print a judge's agreement on its own family's agents beside that on others."""
    if not rows:
        console().print(f"No agent here is of the family of {name}: nothing to favour.\n", soft_wrap=True)
        return
    table = titled(f"{name} on agents of its own family, 95 % intervals", _HEADS)
    for row in rows:
        table.add_row(*_cells(row))
    console().print(table)


def show_between(rows: Sequence[Between]) -> None:
    """Print the raters' agreement, two by two; nothing of one."""
    if not rows:
        return
    table = titled("Between raters: kappa, 95 % intervals", ("Raters", "Outcomes", "Items"))
    for row in rows:
        table.add_row(f"{row.first} and {row.second}", _number(row.outcomes), _number(row.items))
    console().print(table)


def show_among(rows: Sequence[Among]) -> None:
    """Print the agreement of several raters among themselves."""
    table = titled("Among raters: Krippendorff's alpha, 95 % intervals", ("Of", "Raters", "Alpha"))
    for row in rows:
        table.add_row(row.what, str(row.raters), _number(row.alpha) if row.alpha else row.why_not)
    console().print(table)


def _cells(row: Agreed) -> tuple[str, ...]:
    return (
        row.what,
        str(row.n),
        str(row.unclear),
        _number(row.kappa),
        _share(row.accuracy),
        "–" if isnan(row.f1) else f"{row.f1:.2f}",
        f"{row.too_kind}: {_share(row.false_positives)}",
        f"{row.too_strict}: {_share(row.false_negatives)}",
        row.direction,
    )


def _number(found: Estimate | None) -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})" if found else "–"


def _share(found: Estimate | None) -> str:
    return f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})" if found else "–"
