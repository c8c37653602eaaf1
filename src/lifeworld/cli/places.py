"""Where commands write, and where runs are; a place is looked at as the command begins, before it works."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, cast
from urllib.parse import urlsplit

import click

from lifeworld.core.errors import UserError
from lifeworld.core.writing import not_written
from lifeworld.run.storage import Location, is_remote

_MADE = (Path("runs"), Path("exports"))  # folders that are made for what is written in them


class Output(click.Path):
    """A file or a folder that a command writes. The folder around it is there; those of a default are made."""

    def __init__(self, **more: bool) -> None:
        super().__init__(path_type=Path, **more)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value):
            self.fail("the name is empty.", param, ctx)
        path = cast(Path, super().convert(value, param, ctx))
        self.look(path, usual=bool(param and ctx and value == param.get_default(ctx)))
        return path

    def look(self, path: Path, usual: bool = False) -> None:
        """Refuse a place in which this machine has no folder, or none that one can write in."""
        if os.path.exists(path) and not (os.path.isdir(path) or os.path.isfile(path)):
            return  # a pipe or a terminal takes what comes
        around = path if os.path.isdir(path) else path.parent
        there = next(one for one in (around, *around.parents) if os.path.lexists(one))
        if not os.path.isdir(there) or not (there == around or usual or around in _MADE):
            lacking = around if os.path.isdir(there) else there
            raise UserError(f"{path}: there is no folder {lacking}; make it first, or choose another place")
        try:
            NamedTemporaryFile(dir=there, prefix=f".{path.name}.").close()
        except OSError as error:
            raise UserError(f"{not_written(path, error)}; choose another place") from None


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
