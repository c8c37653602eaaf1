"""Options that name a place: a file or a folder that is written, a run, an address of a store."""

import os
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import click

from lifeworld.core.errors import UserError
from lifeworld.run.storage import Location, is_remote

_MADE = (Path("runs"), Path("exports"))  # folders that are made for what is written in them


class Output(click.Path):
    """A file or a folder that a command writes. The folder around it is there; `runs` and `exports` are made."""

    def __init__(self, **more: bool) -> None:
        super().__init__(path_type=Path, **more)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = cast(Path, super().convert(value, param, ctx))
        if not (param and ctx and value == param.get_default(ctx)):
            self.look(path)
        return path

    def look(self, path: Path) -> None:
        """Refuse a place in which this machine has no folder, or none that one may write in."""
        around = path if os.path.isdir(path) else path.parent
        if not os.path.isdir(around) and around not in _MADE:
            raise UserError(f"{path}: there is no folder {around}; make it first, or choose another place")
        if os.path.isdir(around) and not os.access(around, os.W_OK):
            raise UserError(f"{path}: you may not write in {around}; choose another place")


class PlaceType(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A folder of this machine, or an address like s3://bucket/runs/a."""

    name = "directory or address"

    def __init__(self, exists: bool = False, written: bool = False) -> None:
        kind = Output(file_okay=False) if written else click.Path(path_type=Path, file_okay=False, exists=exists)
        self._folder: click.Path = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Location:
        value = _here(value)
        return value if is_remote(value) else cast(Path, self._folder.convert(value, param, ctx))


def _here(place: Any) -> Any:
    """Return the folder that a file:// address means; any other place as it is."""
    parts = urlsplit(str(place))
    if parts.scheme != "file":
        return place
    if parts.netloc not in ("", "localhost") or not parts.path:
        raise UserError(f"{place} names a machine, not a folder: write file:///a/b with three slashes, or the folder")
    from urllib.request import url2pathname  # with all of HTTP, for which help need not wait

    return url2pathname(parts.path)


class RunType(PlaceType):
    """A run's folder on this machine."""

    name = "directory"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Location:
        place = super().convert(value, param, ctx)
        if is_remote(place):
            raise UserError(f"{place} is not on this machine; fetch it first: lifeworld runs merge {place} --out DIR")
        return place
