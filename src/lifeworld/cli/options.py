"""Options that several commands share."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import click

from lifeworld.core.errors import UserError
from lifeworld.core.own import WORLDS, own_worlds
from lifeworld.run.storage import Location, is_remote

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

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Location:
        value = _here(value)
        return value if is_remote(value) else Path(self._folder.convert(value, param, ctx))


def _here(place: Any) -> Any:
    """Return the folder that a file:// address means; any other place as it is."""
    parts = urlsplit(str(place))
    if parts.scheme != "file":
        return place
    if parts.netloc not in ("", "localhost") or not parts.path:
        raise UserError(f"{place} names a machine, not a folder: write file:///a/b with three slashes, or the folder")
    return url2pathname(parts.path)


class RunType(PlaceType):
    """A run's folder on this machine."""

    name = "directory"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Location:
        place = super().convert(value, param, ctx)
        if is_remote(place):
            raise UserError(f"{place} is not on this machine; fetch it first: lifeworld merge {place} --out DIR")
        return place


def _worlds(context: click.Context, option: click.Parameter, paths: tuple[Path, ...]) -> tuple[str, ...]:
    """Let the worlds of files be found as long as the command runs, by its other processes, too; return their names."""
    before = os.environ.get(WORLDS)
    if paths:
        os.environ[WORLDS] = os.pathsep.join(str(path.absolute()) for path in paths)
        context.call_on_close(lambda: _put_back(before))
    return tuple(dict.fromkeys(_named(paths))) if paths else ()


def _named(paths: tuple[Path, ...]) -> Iterator[str]:
    from lifeworld.life import known  # with the whole city, for which help and most commands need not wait

    by_file = {path.resolve(): known(name) for name, path in own_worlds().items()}
    return (by_file[path.resolve()] for path in paths)


def _put_back(before: str | None) -> None:
    os.environ.pop(WORLDS, None)
    if before is not None:
        os.environ[WORLDS] = before


_WORLD = click.Path(path_type=Path, exists=True, dir_okay=False)
worlds = click.option(
    "--world", "worlds", type=_WORLD, multiple=True, callback=_worlds, help="The world of this file, instead of people."
)
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
