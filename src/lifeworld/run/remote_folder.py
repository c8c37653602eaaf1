"""A run's folder at an address that fsspec supports, like s3://bucket/runs/a, with a local copy.

Each file is written to the address first and then to the copy, which thus holds nothing that the address lacks; an
episode's last file marks it finished in both. Only ledgers are local: they describe the copy's files.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lifeworld.core.errors import UserError
from lifeworld.core.writing import cache
from lifeworld.run.folder import Folder
from lifeworld.run.storage import Location, is_remote

if TYPE_CHECKING:
    import pyarrow as pa

_RESUMED = "{address}: {what}; finished episodes are kept, and the same command resumes the run"
_UNUSABLE = "{address} can't be used: {error}"
_CARRIED = ("run.json", "worlds/", "episodes/", "images/")  # what is transferred


def folder_type(place: Location) -> type[Folder]:
    """Return the class that reads and writes a run's folder at a location."""
    return RemoteFolder if is_remote(place) else Folder


class RemoteFolder(Folder):
    """Reads and writes a run's folder at an address; `path` is its local copy.

    Args:
        address: what fsspec understands.

    Raises:
        UserError: fsspec or its package for this address is not installed, or it does not support the address.
    """

    def __init__(self, address: Location) -> None:
        self._files, self._root = _filesystem(str(address))
        self._address = str(address).rstrip("/")
        super().__init__(cache() / "away" / hashlib.blake2b(self._address.encode(), digest_size=8).hexdigest())

    @property
    def place(self) -> str:
        return self._address

    @property
    def name(self) -> str:
        return self._address

    @property
    def alone(self) -> bool:
        return self._address.startswith("memory:")

    def sync(self, images: bool = False) -> None:
        """Update the copy from the address: run.json and episodes, pictures only if wanted.

        Files that are no longer at the address are deleted, or a run that was deleted would count as finished.
        """
        with _errors_named(self._address):
            self._files.invalidate_cache()  # other machines write there
            there = dict(self._sizes(self._files.find(self._root, detail=True)))
        for gone in [name for name in self._copied() if name not in there]:
            (self.path / gone).unlink(missing_ok=True)
        wanted = _CARRIED if images else _CARRIED[:-1]
        missing = [name for name, size in there.items() if name.startswith(wanted) and self._size(name) != size]
        if missing:
            self._fetch(missing)

    def _fetch(self, names: list[str]) -> None:
        for name in names:
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        with _errors_named(self._address):
            self._files.get([f"{self._root}/{one}" for one in names], [str(self.path / one) for one in names])

    def file(self, episode: str, files: dict[str, bytes]) -> None:
        with _errors_named(self._address):
            for name, data in files.items():
                self._send(f"{self._root}/episodes/{episode}/{name}", data)
        super().file(episode, files)

    def write(self, place: str, data: "bytes | pa.Buffer") -> None:
        with _errors_named(self._address):
            self._send(f"{self._root}/{place}", bytes(data))
        super().write(place, data)

    def remove(self, place: str) -> None:
        with _errors_named(self._address):
            if self._files.exists(f"{self._root}/{place}"):
                self._files.rm(f"{self._root}/{place}", recursive=True)
        super().remove(place)

    def is_taken(self) -> bool:
        with _errors_named(self._address):
            return bool(self._files.find(self._root))

    def _send(self, target: str, data: bytes) -> None:
        if self._root.startswith("/"):  # a store of objects has no folders, and would rather make a bucket
            self._files.makedirs(target.rpartition("/")[0], exist_ok=True)
        self._files.pipe_file(target, data)

    def _sizes(self, found: dict[str, Any]) -> Iterator[tuple[str, int]]:
        """Yield the name within the run, and the size, of each file at the address that is one of a run's."""
        for path, about in found.items():
            name = path.removeprefix(self._root).lstrip("/")
            if ".." not in name.split("/"):  # in a store of objects such a name is as good as any, here it leads out
                yield name, about["size"]

    def _size(self, name: str) -> int | None:
        """Return the size of a file's copy; None where it must be fetched, as run.json must: its size tells nothing."""
        path = self.path / name
        return path.stat().st_size if name != "run.json" and path.exists() else None

    def _copied(self) -> Iterator[str]:
        """Yield the names of the files that the copy holds of what is at the address."""
        for within, _, names in os.walk(self.path):
            for name in (Path(within, one).relative_to(self.path).as_posix() for one in names):
                if name.startswith(_CARRIED) and "/." not in name:  # which is being written
                    yield name


@contextmanager
def _errors_named(address: str, words: str = _RESUMED) -> Iterator[None]:
    """Raise one line that names the error of an address; each store has its own error types."""
    try:
        yield
    except Exception as error:  # stores raise errors of any type
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise UserError(words.format(address=address, error=error, what=what)) from error


def _filesystem(address: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise UserError(f"{address} needs fsspec: pip install 'lifeworld[away]'") from None
    with _errors_named(address, _UNUSABLE):  # not installed, no such address, or nobody answers there
        files, root = fsspec.core.url_to_fs(address)
    if not root.strip("/"):
        raise UserError(f"{address} names no folder; add one, like {address.rstrip('/:')}://runs/a")
    return files, root.rstrip("/")
