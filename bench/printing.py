"""Figures as plain data, and as a table."""

from typing import Any

from bench.speed import Figure, machine

from lifeworld.cli.printing import console, titled


def written(figures: list[Figure]) -> dict[str, Any]:
    """Return figures and machine as plain data."""
    return {"machine": machine(), "figures": [figure.to_json() for figure in figures]}


def show(figures: list[Figure]) -> None:
    """Print figures as a table, the machine below."""
    table = titled("", ("subject", "what", "value", "unit", "target", "samples"))
    for figure in figures:
        mark = {True: " ✓", False: " ✗", None: ""}[figure.met]
        value = f"{figure.value:.3g}" if figure.value < 100 else f"{figure.value:.0f}"
        table.add_row(figure.subject, figure.what, value, figure.unit, figure.target + mark, str(figure.samples))
    place = console()
    place.print(table)
    place.print(", ".join(f"{name} {value}" for name, value in machine().items()), soft_wrap=True)
