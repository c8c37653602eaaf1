"""A database file over shared bytes: many worlds read one profile and keep only the pages that they change."""

import itertools
import threading
from functools import lru_cache
from hashlib import blake2b
from mmap import mmap
from typing import Any, TypeAlias

import apsw

from lifeworld.core.folding import like

Base: TypeAlias = bytes | mmap  # of a database, shared by many worlds and, where mapped, by many processes
PAGE = 4096
_PRAGMAS = """
PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;
PRAGMA temp_store=MEMORY; PRAGMA cache_size=-1024; PRAGMA foreign_keys=ON;
"""
_IDLE = 16  # connections that wait for the next world, of all profiles together
_COUNTED = slice(24, 28), slice(92, 100)  # of the first page: how often it was written, and by which SQLite


class OverlayFile:
    """One world's view of a profile: shared pages, and its own where it wrote."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.empty()

    def empty(self) -> None:
        """Forget every page of its own."""
        self._own: dict[int, bytes] = {}
        self._size = len(self.base)
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
            whole = _digest_of(self.base) + self._size.to_bytes(8) + b"".join(parts)
            self._state = blake2b(whole, digest_size=16).digest()
        return self._state

    def _digest(self, page: int) -> None:
        own, shared = self._own[page], self.base[page * PAGE : (page + 1) * PAGE]
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
            return self.base[offset : offset + amount]
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
        connection = caseless(apsw.Connection(name, vfs="lifeworld"))
        connection.execute(_PRAGMAS).fetchall()  # fetched, or all but the first would not run
        return connection, file

    def xOpen(self, name: "str | apsw.URIFilename | None", flags: list[int]) -> OverlayFile:  # type: ignore[override]
        key = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return self._waiting.pop(key)

    def xFullPathname(self, name: str) -> str:
        return name

    def xAccess(self, pathname: str, flags: int) -> bool:
        return False

    def xDelete(self, filename: str, syncdir: bool) -> None: ...


class Connections:
    """Connections that worlds have let go of, for the next worlds over the same bytes.

    Opening one runs PRAGMAs and parses the schema, which takes longer the more apps there are; one that is taken again
    has done so.
    """

    def __init__(self) -> None:
        self._idle: list[tuple[apsw.Connection, OverlayFile]] = []
        self._lock = threading.Lock()

    def take(self, base: Base) -> tuple[apsw.Connection, OverlayFile]:
        """Return a connection over these bytes, and the file that it reads, which has no page of its own."""
        with self._lock:
            for number, (_, file) in enumerate(self._idle):
                if file.base is base:
                    return self._idle.pop(number)
        return OVERLAY.connect(base)

    def give(self, connection: apsw.Connection, file: OverlayFile) -> None:
        """Keep a connection whose world is closed, or close it, where a query of its world still runs."""
        if connection.txn_state("main") or connection.in_transaction:
            return connection.close()
        file.empty()
        _forget(connection)
        with self._lock:
            self._idle.append((connection, file))
            surplus = self._idle.pop(0)[0] if len(self._idle) > _IDLE else None
        if surplus:
            surplus.close()


def _forget(connection: apsw.Connection) -> None:
    """Have a connection read anew what its file holds: with the lock held, it would not look whether that changed."""
    connection.execute("PRAGMA locking_mode=NORMAL").fetchall()
    connection.execute("SELECT 1 FROM sqlite_schema").fetchall()  # lets go of the lock
    connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
    connection.release_memory()


def caseless(connection: apsw.Connection) -> apsw.Connection:
    """Let NOCASE and LIKE compare all letters; SQLite's own know the case of those of English alone."""
    connection.create_collation("NOCASE", lambda a, b: ((one := a.casefold()) > (two := b.casefold())) - (one < two))
    for arguments in (2, 3):  # without and with ESCAPE
        connection.create_scalar_function("like", _like, arguments, deterministic=True)  # type: ignore[arg-type]  # so many
    return connection


def _like(pattern: Any, text: Any, escape: str = "") -> bool | None:
    return like(pattern, escape)(text)


@lru_cache(maxsize=8)
def _digest_of(base: Base) -> bytes:
    return blake2b(base, digest_size=16).digest()


def _uncounted(page: bytes) -> bytes:
    changed = bytearray(page)
    for part in _COUNTED:
        changed[part] = bytes(part.stop - part.start)
    return bytes(changed)


OVERLAY = OverlayVFS()
CONNECTIONS = Connections()
CLOSED = apsw.Connection(":memory:")  # what a world that is closed has: every use of it is an error
CLOSED.close()
