"""A database file over shared bytes: many worlds read one profile and keep only the pages that they change."""

import itertools

import apsw

PAGE = 4096


class OverlayFile:
    """One world's view of a profile: shared pages, and its own where it wrote."""

    def __init__(self, base: bytes) -> None:
        self._base = base
        self._own: dict[int, bytes] = {}
        self._size = len(base)

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
        self._size = max(self._size, (page + 1) * PAGE)

    def xFileSize(self) -> int:
        return self._size

    def xTruncate(self, size: int) -> None:
        self._size = size

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
        self._waiting: dict[str, bytes] = {}
        self._names = itertools.count()

    def connect(self, base: bytes) -> apsw.Connection:
        """Return a connection over `base` (a serialised database with 4 kB pages), which is never written."""
        name = f"world-{next(self._names)}"
        self._waiting[name] = base
        return apsw.Connection(name, vfs="lifeworld")

    def xOpen(self, name: "str | apsw.URIFilename | None", flags: list[int]) -> OverlayFile:  # type: ignore[override]
        key = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        return OverlayFile(self._waiting.pop(key))

    def xFullPathname(self, name: str) -> str:
        return name

    def xAccess(self, pathname: str, flags: int) -> bool:
        return False

    def xDelete(self, filename: str, syncdir: bool) -> None: ...


OVERLAY = OverlayVFS()
