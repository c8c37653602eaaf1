"""What all watchers of a live battle share: one look into its folder, one at its state, however many they are."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from lifeworld.arena.live import Frame, Happened, watch
from lifeworld.arena.site.relay import Relay, Telling, text_of
from lifeworld.arena.tables import SIDES, SideName

LOOKING = 0.5  # seconds between two looks at a battle's state


@dataclass(frozen=True)
class State:
    """A battle's state: one word for scripts, a sentence for people; `over` when nothing more comes."""

    status: str
    told: str
    over: bool


class Showing:
    """Reads a battle for its watchers, and makes what they are sent once for all of them.

    Args:
        home: the arena's folder.
        battle: its id.
        telling: says what happened so that every watcher may read it.
        look: returns the battle's state; None where there is no such battle any more.
    """

    def __init__(self, home: Path, battle: str, telling: Telling, look: Callable[[], Awaitable[State | None]]) -> None:
        self._home, self._battle, self._telling, self._look = home, battle, telling, look
        self._told: list[str] = []
        self._pictures: dict[SideName, bytes] = {}
        self._state = ""
        self._relays: set[Relay] = set()
        self._running: asyncio.Task[None] | None = None

    @property
    def watched(self) -> bool:
        return bool(self._relays)

    @contextmanager
    def to(self, relay: Relay) -> Iterator[None]:
        """Tell a watcher what has happened so far and what both screens show, and then all that comes."""
        for text in (*self._told, *filter(None, [self._state])):
            relay.tell(text)
        for side, picture in self._pictures.items():
            relay.show(side, picture)
        self._relays.add(relay)
        self._running = self._running or asyncio.ensure_future(self._run())
        try:
            yield
        finally:
            self._relays.discard(relay)
            if not self._relays:
                self._running.cancel()

    async def _run(self) -> None:
        reading = asyncio.ensure_future(self._read())
        try:
            await self._follow()
            await asyncio.sleep(LOOKING)  # for what was told last
        finally:
            reading.cancel()
            for relay in self._relays:
                relay.end()

    async def _read(self) -> None:
        async for one in watch(self._home, self._battle, anew=True):
            if isinstance(one, Frame):
                self._show(one)
            else:
                self._tell(one)

    def _show(self, frame: Frame) -> None:
        picture = self._pictures[frame.side] = bytes([SIDES.index(frame.side)]) + frame.jpeg
        for relay in self._relays:
            relay.show(frame.side, picture)

    def _tell(self, event: Happened) -> None:
        text = self._telling.text(event)
        if event.kind == "again":
            self._told.clear()
        if text:
            self._told.append(text)
            self._all(text)

    async def _follow(self) -> None:
        """Tell the battle's state whenever it is another one, until it is over."""
        while state := await self._looked():
            text = text_of({"kind": "status", "status": state.status, "told": state.told})
            if text != self._state:
                self._state = text
                self._all(text)
            if state.over:
                return
            await asyncio.sleep(LOOKING)

    async def _looked(self) -> State | None:
        while True:
            try:
                return await self._look()
            except SQLAlchemyError:
                await asyncio.sleep(LOOKING)  # the database may come back

    def _all(self, text: str) -> None:
        for relay in self._relays:
            relay.tell(text)
