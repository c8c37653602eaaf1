"""Writes folders whole or not at all, keeps lists of JSON lines, and tells a folder from an address."""

import errno
import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lifeworld.core.errors import OutOfFiles, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.writing import temporary

if TYPE_CHECKING:
    import pyarrow as pa
    from pydantic import BaseModel

R = TypeVar("R", bound="BaseModel")
Location = Path | str  # a folder of this machine, or an address
_SCHEME = re.compile(r"\w[\w+.:-]*://")


def is_remote(location: Location) -> bool:
    """Return whether this is an address, not a folder of this machine."""
    return isinstance(location, str) and _SCHEME.match(location) is not None


def read_table(place: Path, **options: Any) -> "pa.Table":
    """Read a Parquet file that another process may replace at any moment; given its path, pyarrow opens it twice.

    Args:
        place: the file.
        options: those of `pyarrow.parquet.read_table`.

    Raises:
        OSError, pyarrow.ArrowInvalid: it can't be read.
    """
    import pyarrow.parquet as pq  # a fifth of a second, which not every command needs

    with place.open("rb") as file:
        return pq.read_table(file, **options)


def write_folder(path: Path, files: dict[str, bytes], beside: Path) -> None:
    """Write a folder under another name, and rename it; a folder that was there is removed.

    Args:
        path: the folder's place.
        files: what is in it, by name.
        beside: a folder of the same disk, in which it is written.

    Raises:
        OSError: it can't be written; nothing is left of it.
    """
    with temporary(beside, path.name) as whole:
        whole.mkdir()
        for name, data in files.items():
            (whole / name).write_bytes(data)
        path.parent.mkdir(exist_ok=True)
        while not _moved(whole, path):
            with temporary(beside, path.name) as before, suppress(FileNotFoundError):
                os.rename(path, before)
                shutil.rmtree(before)


def _moved(folder: Path, path: Path) -> bool:
    """Rename a folder if there is none of the new name, or an empty one; return whether it did."""
    try:
        os.rename(folder, path)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        return False
    return True


@contextmanager
def errors_named(run: Path) -> Iterator[None]:
    """Raise one line that names why a run's folder can't be written.

    Raises:
        UserError: it can't.
        OutOfFiles: it can't be while so many files are open.
    """
    try:
        yield
    except OSError as error:
        if is_out_of_files(error):
            raise OutOfFiles(f"{run}: {error.strerror}") from error
        full = f"the disk of {run} is full; finished episodes are kept. Make room and run the same command again"
        plain = f"{run}: {error.strerror or error}; finished episodes are kept"
        raise UserError(full if error.errno in (errno.ENOSPC, errno.EDQUOT) else plain) from error


def is_out_of_files(error: OSError) -> bool:
    """Return whether nothing could be opened, since this process or the machine has too many files open."""
    return error.errno in (errno.EMFILE, errno.ENFILE)


def digest(*parts: bytes) -> str:
    """Return a digest of some files, or of a line of the ledger."""
    found = hashlib.blake2b(digest_size=16)
    for part in parts:
        found.update(b"%d " % len(part) + part)
    return found.hexdigest()


def append_json_line(path: Path, row: dict[str, Any]) -> None:
    """Append a line to a file; a line that was cut off before it is ended first.

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


def read_json_lines(path: Path, model: type[R]) -> Iterator[R]:
    """Yield a file's rows, without a line that was cut off or is of another model; none where there is no file."""
    from pydantic import ValidationError  # half a second, which the command line's help need not wait for

    for line in path.read_bytes().splitlines() if path.exists() else ():
        with suppress(ValidationError):
            yield model.model_validate_json(line)
