"""A file of JSON lines that is only ever added to: a line that was cut off, or is of something else, is left out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text

R = TypeVar("R", bound=BaseModel)


def add(path: Path, row: dict[str, Any]) -> None:
    """Add a line; after one that was cut off, on a line of its own.

    Raises:
        UserError: it can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+", buffering=0) as file:
            size = file.seek(0, 2)
            file.seek(max(size - 1, 0))
            broken = size > 0 and file.read(1) != b"\n"
            file.write((b"\n" if broken else b"") + json_text(row).encode(errors="replace") + b"\n")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}; what was written before is kept") from error


def read(path: Path, kind: type[R]) -> Iterator[R | None]:
    """Yield a file's rows; None for a line that can't be read. Nothing where there is no file."""
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            yield kind.model_validate_json(line)
        except ValidationError:
            yield None
