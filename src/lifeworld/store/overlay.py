"""A database file over shared bytes: many worlds read one profile and keep only the pages that they change."""

import itertools
from functools import lru_cache
from hashlib import blake2b
from mmap import mmap
from typing import TypeAlias

import apsw

Base: TypeAlias = bytes | mmap  # of a database, shared by many worlds and, where mapped, by many processes
PAGE = 4096
_COUNTED = slice(24, 28), slice(92, 100)  # of the first page: how often it was written, and by which SQLite


class OverlayFile:
    """One world's view of a profile: shared pages, and its own where it wrote."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self._own: dict[int, bytes] = {}
        self._size = len(base)
        self._digests: dict[int, bytes] = {}  # of the own pages that differ from the shared ones
        self._written: set[int] = set()  # pages written since those were taken
        self._state = b""

    @property
    def state(self) -> bytes:
        """What the whole file holds, as a digest: the same for the same bytes, whichever world they are in."""
        if self._written or not self._state:
            for page in self._written:
                self._digest(page)
            self._written.clear()
            parts = (page.to_bytes(8) + self._digests[page] for page in sorted(self._digests))
            whole = _digest_of(self._base) + self._size.to_bytes(8) + b"".join(parts)
            self._state = blake2b(whole, digest_size=16).digest()
        return self._state

    def _digest(self, page: int) -> None:
        own, shared = self._own[page], self._base[page * PAGE : (page + 1) * PAGE]
        if page == 0:
            own, shared = _uncounted(own), _uncounted(shared)
        if own == shared:
            self._digests.pop(page, None)
        else:
            self._digests[page] = blake2b(own, digest_size=16).digest()

    def xRead(self, amount: int, offset: int) -> bytes:
        page, within = divmod(offset, PAGE)
        own = self._own.get(page)
        if own is None:
            return self._base[offset : offset + amount]
        return own[within : within + amount]

    def xWrite(self, data: bytes, offset: int) -> None:
        page, within = divmod(offset, PAGE)
        if within or len(data) != PAGE:
            old = self.xRead(PAGE, page * PAGE).ljust(PAGE, b"\0")
            data = old[:within] + bytes(data) + old[within + len(data) :]
        self._own[page] = bytes(data)
        self._written.add(page)
        self._size = max(self._size, (page + 1) * PAGE)

    def xFileSize(self) -> int:
        return self._size

    def xTruncate(self, size: int) -> None:
        self._size, self._state = size, b""

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return PAGE

    def xDeviceCharacteristics(self) -> int:
        return 0

    def xCheckReservedLock(self) -> bool:
        return False

    def xLock(self, level: int) -> None: ...

    def xUnlock(self, level: int) -> None: ...

    def xSync(self, flags: int) -> None: ...

    def xClose(self) -> None: ...


class OverlayVFS(apsw.VFS):
    """Opens the bytes that were handed in under a name, once."""

    def __init__(self) -> None:
        super().__init__("lifeworld", base="")
        self._waiting: dict[str, OverlayFile] = {}
        self._names = itertools.count()

    def connect(self, base: Base) -> tuple[apsw.Connection, OverlayFile]:
        """Return a connection over `base` (a serialised database with 4 kB pages), which is never written."""
        name, file = f"world-{next(self._names)}", OverlayFile(base)
        self._waiting[name] = file
        return apsw.Connection(name, vfs="lifeworld"), file

    def xOpen(self, name: "str | apsw.URIFilename | None", flags: list[int]) -> OverlayFile:  # type: ignore[override]
        key = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return self._waiting.pop(key)

    def xFullPathname(self, name: str) -> str:
        return name

    def xAccess(self, pathname: str, flags: int) -> bool:
        return False

    def xDelete(self, filename: str, syncdir: bool) -> None: ...


@lru_cache(maxsize=8)
def _digest_of(base: Base) -> bytes:
    return blake2b(base, digest_size=16).digest()


def _uncounted(page: bytes) -> bytes:
    changed = bytearray(page)
    for part in _COUNTED:
        changed[part] = bytes(part.stop - part.start)
    return bytes(changed)


OVERLAY = OverlayVFS()
