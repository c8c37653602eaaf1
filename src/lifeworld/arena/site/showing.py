"""What all watchers of a live battle share: one look into its folder, one at its state, however many they are."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

from lifeworld.arena.live import Frame, Happened, watch
from lifeworld.arena.tables import SideName

T = TypeVar("T")


class Showing:
    """Reads a battle as long as somebody watches, and hands what it reads to each of them."""

    def __init__(self, home: Path, battle: str) -> None:
        self._home, self._battle = home, battle
        self._happened: list[Happened] = []
        self._frames: dict[SideName, Frame] = {}
        self._lines: set[asyncio.Queue[Frame | Happened]] = set()
        self._reading: asyncio.Task[None] | None = None

    async def events(self) -> AsyncIterator[Frame | Happened]:
        """Yield what has happened so far, what both screens show, and all that comes."""
        line: asyncio.Queue[Frame | Happened] = asyncio.Queue()
        for event in self._happened:
            line.put_nowait(event)
        for frame in self._frames.values():
            line.put_nowait(frame)
        self._lines.add(line)
        self._reading = self._reading or asyncio.ensure_future(self._read())
        try:
            while True:
                yield await line.get()
        finally:
            self._lines.discard(line)
            if not self._lines and self._reading:
                self._reading.cancel()
                self._reading = None
                self._happened.clear()

    @property
    def watched(self) -> bool:
        return bool(self._lines)

    async def _read(self) -> None:
        async for one in watch(self._home, self._battle):
            self._keep(one)
            for line in self._lines:
                line.put_nowait(one)

    def _keep(self, one: Frame | Happened) -> None:
        if isinstance(one, Frame):
            self._frames[one.side] = one
            return
        if one.kind == "again":
            self._happened.clear()
        self._happened.append(one)


class Shared(Generic[T]):
    """Computes something in a thread at most so often for each key, and gives all who ask the same.

    Args:
        compute: takes the key.
        seconds: for which an answer is given again.
    """

    def __init__(self, compute: Callable[[str], T], seconds: float) -> None:
        self._compute, self._seconds = compute, seconds
        self._kept: dict[str, tuple[float, asyncio.Future[T]]] = {}

    async def __call__(self, key: str) -> T:
        now = time.monotonic()
        self._kept = {name: one for name, one in self._kept.items() if now - one[0] < self._seconds}
        if key not in self._kept:
            self._kept[key] = now, asyncio.ensure_future(run_in_threadpool(self._compute, key))
        return await asyncio.shield(self._kept[key][1])
