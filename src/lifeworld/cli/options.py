"""Options that several commands share."""

from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import click

from lifeworld.core.errors import UserError
from lifeworld.run.away import Place, is_away

Decorated = Callable[..., Any]


def many(value: str) -> tuple[str, ...]:
    """Return the members of a comma-separated list, empty ones as well."""
    return tuple(part.strip() for part in value.split(","))


def _members(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(member for value in values for member in many(value))
    if "" in found:
        raise UserError(f"{option.opts[0]} {','.join(values)}: a name in it is empty")
    return found


def listed(*names: str, help: str) -> Callable[[Decorated], Decorated]:
    """Return an option that may be given several times, or once with commas."""
    return click.option(*names, multiple=True, callback=_members, help=help)


class PlaceType(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A folder of this machine, or an address like s3://bucket/runs/a."""

    name = "directory or address"

    def __init__(self, exists: bool = False) -> None:
        self._folder = click.Path(path_type=Path, file_okay=False, exists=exists)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Place:
        return value if is_away(value) else Path(self._folder.convert(value, param, ctx))


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
SHARE = click.FloatRange(0, 1, min_open=True, max_open=True)
LEVEL = click.option("--level", type=SHARE, default=0.95, show_default=True, help="Level of the intervals.")
DIALECT = (
    click.option("--delimiter", default="", help="Between a CSV's columns: one character, or tab [a comma]."),
    click.option("--encoding", default="", help="Of a CSV, like latin-1 [utf-8]."),
)


def decorated(options: Sequence[Callable[[Decorated], Decorated]]) -> Callable[[Decorated], Decorated]:
    """Return what adds several options to a command, in their order."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)
