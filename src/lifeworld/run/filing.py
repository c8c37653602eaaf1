"""Files and folders that appear whole or not at all, whoever else writes them at the same time."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lifeworld.core.errors import UserError

if TYPE_CHECKING:
    import pyarrow as pa


def file(path: Path, data: "bytes | pa.Buffer") -> None:
    """Write a file under another name, and move it to its place.

    Raises:
        OSError: it can't be written; nothing is left of it.
    """
    with _in_passing(path.parent, path.name) as passing:
        passing.write_bytes(data)
        os.replace(passing, path)


def folder(path: Path, files: dict[str, bytes], beside: Path) -> None:
    """Write a folder's files, and move it to its place, out of which goes what was there.

    Args:
        path: the folder's place.
        files: what is in it, by name.
        beside: a folder of the same disk, where it is under another name meanwhile.

    Raises:
        OSError: it can't be written; nothing is left of it.
    """
    with _in_passing(beside, path.name) as passing:
        passing.mkdir()
        for name, data in files.items():
            (passing / name).write_bytes(data)
        path.parent.mkdir(exist_ok=True)
        while not _moved(passing, path):
            with _in_passing(beside, path.name) as before, suppress(FileNotFoundError):
                os.rename(path, before)
                shutil.rmtree(before)


def _moved(folder: Path, path: Path) -> bool:
    """Move a folder where there is none, or an empty one; return whether that was so."""
    try:
        os.rename(folder, path)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
        return False
    return True


@contextmanager
def told(run: Path) -> Iterator[None]:
    """Say in a line why a run's folder can't be written.

    Raises:
        UserError: it can't.
    """
    try:
        yield
    except OSError as error:
        full = f"the disk of {run} is full; finished episodes are kept. Make room and run the same command again"
        plain = f"{run}: {error.strerror or error}; finished episodes are kept"
        raise UserError(full if error.errno in (errno.ENOSPC, errno.EDQUOT) else plain) from error


@contextmanager
def _in_passing(parent: Path, name: str) -> Iterator[Path]:
    """Give a name that nobody else takes, and leave nothing there if it goes wrong.

    Processes in containers share their numbers, so that these would not do.
    """
    parent.mkdir(parents=True, exist_ok=True)
    passing = parent / f".{name}.{secrets.token_hex(4)}"
    try:
        yield passing
    except OSError:
        shutil.rmtree(passing, ignore_errors=True)
        with suppress(OSError):
            passing.unlink(missing_ok=True)
        raise
