"""Writes files whole or not at all; and where those are kept that can be made again."""

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

from platformdirs import user_cache_path

_FULL = (errno.ENOSPC, errno.EDQUOT)


def write_file(path: Path, data: "bytes | pa.Buffer") -> None:
    """Write a file under another name, and rename it.

    Raises:
        OSError: it can't be written; nothing is left of it.
    """
    with temporary(path.parent, path.name) as unfinished:
        unfinished.write_bytes(data)
        os.replace(unfinished, path)


def write_for_user(path: Path, text: str) -> None:
    """Write a file that somebody has asked for, whole or not at all; what is no file, such as /dev/stdout, as it comes.

    Raises:
        UserError: it can't be written.
    """
    data = text.encode(errors="replace")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            write_file(path.resolve(), data)
    except OSError as error:
        raise UserError(not_written(path, error)) from None


def not_written(path: Path, error: OSError) -> str:
    """Return a line on why something can't be written."""
    return f"{path}: the disk is full" if error.errno in _FULL else f"{path} can't be written: {why(error)}"


def why(error: OSError) -> str:
    """Return what the system says of an error, in small letters as within a sentence."""
    told = error.strerror or str(error)
    return told[:1].lower() + told[1:]


@contextmanager
def temporary(parent: Path, name: str) -> Iterator[Path]:
    """Yield an unused name, and remove what has it if an error occurs.

    Process ids would not do: those of containers repeat.
    """
    parent.mkdir(parents=True, exist_ok=True)
    unused = parent / f".{name}.{secrets.token_hex(4)}"
    try:
        yield unused
    except OSError:
        shutil.rmtree(unused, ignore_errors=True)
        with suppress(OSError):
            unused.unlink(missing_ok=True)
        raise


def cache() -> Path:
    """Return the folder that profiles and the like are kept in; LIFEWORLD_CACHE names another."""
    named = os.environ.get("LIFEWORLD_CACHE")
    return Path(named) if named else user_cache_path("lifeworld")


def keep(path: Path, data: bytes) -> bool:
    """Write a file of the cache, of which a killed process leaves no half.

    Returns:
        Whether it is kept: a full disk or a read-only home only costs the cache.
    """
    try:
        write_file(path, data)
    except OSError:
        return False
    return True
