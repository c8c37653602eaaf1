"""Options that several commands share."""

from collections.abc import Callable
from typing import Any

import click

Decorated = Callable[..., Any]


def many(value: str) -> tuple[str, ...]:
    """Return the members of a comma-separated list."""
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _members(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(member for value in values for member in many(value))


def listed(*names: str, help: str) -> Callable[[Decorated], Decorated]:
    """Return an option that may be given several times, or once with commas."""
    return click.option(*names, multiple=True, callback=_members, help=help)


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
