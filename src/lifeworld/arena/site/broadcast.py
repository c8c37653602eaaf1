"""A live battle as browsers get it: read once for all watchers, blind, and no faster than each browser can draw."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from lifeworld.arena import queue
from lifeworld.arena.live import BattleEvent, Frame, watch
from lifeworld.arena.site.rendering import duration
from lifeworld.arena.site.replay import redacted
from lifeworld.arena.tables import SIDES, Battle, Job, SideName, now
from lifeworld.arena.wording import frame_around
from lifeworld.core.counting import counted
from lifeworld.core.observation import Box

POLL_SECONDS = 0.5  # seconds between two checks of a battle's state
FINAL_STATUSES = ("ready", "failed", "withdrawn")
STATUS_TEXTS = {
    "held": "A moderator reads the task first",
    "running": "Both agents are working",
    "ready": "Both agents are done",
    "failed": "The battle failed",
    "withdrawn": "This battle was withdrawn",
}
_QUOTING = ("message", "done")  # actions whose descriptions quote the agent


def json_of(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Viewer:
    """One browser that watches a battle.

    All messages are sent in order. A side's next picture is sent when the browser has drawn the last one; it is the
    newest one then, so that a slow browser gets fewer pictures and is never behind.
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._free: set[SideName] = set(SIDES)
        self._late: dict[SideName, bytes] = {}
        self._changed, self._over = asyncio.Event(), False

    def send(self, text: str) -> None:
        self._texts.append(text)
        self._changed.set()

    def show(self, side: SideName, picture: bytes) -> None:
        self._late[side] = picture
        self._changed.set()

    def seen(self, side: SideName) -> bool:
        """Note that the browser has drawn a side; return False if no picture was sent to it."""
        if side in self._free:
            return False
        self._free.add(side)
        self._changed.set()
        return True

    def end(self) -> None:
        self._over = True
        self._changed.set()

    async def out(self) -> AsyncIterator[str | bytes]:
        """Yield pictures, and lists of the messages since the last one, until the end."""
        while not self._over or self._texts:
            await self._changed.wait()
            self._changed.clear()
            if self._texts:
                yield f"[{','.join(self._texts)}]"
                self._texts.clear()
            for side in self._free & self._late.keys():
                self._free.discard(side)
                yield self._late.pop(side)


class EventRedactor:
    """Converts events to messages without anything that identifies the agents; the screen's size is in CSS pixels."""

    def __init__(self, names: Iterable[str], size: tuple[int, int]) -> None:
        self._names, self._size = frozenset(names), size

    def message(self, event: BattleEvent) -> dict[str, Any] | None:
        match event.kind:
            case "acted":
                done = redacted(event.done, self._names) if event.action in _QUOTING else event.done
                aim = frame_around(Box(*event.aim) if event.aim else None, self._size)
                return {"kind": "step", "side": event.side, "done": done, "said": self._blind(event.said), "aim": aim}
            case "asked":
                asked = self._blind(event.text)
                return {"kind": "question", "side": event.side, "question": event.question, "text": asked}
            case "answered":
                return {"kind": "answered", "question": event.question}
            case "done":
                return {"kind": "ended", "side": event.side, "text": "Finished"}
            case "again":
                return {"kind": "again"}
        return None

    def _blind(self, text: str) -> str:
        return redacted(text, self._names)


@dataclass(frozen=True)
class BattleState:
    """A battle's state: a word for scripts, a sentence for people, and whether it is final."""

    status: str
    text: str
    over: bool

    @classmethod
    def of(cls, rows: Session, battle: Battle) -> "BattleState":
        """Return a battle's state: where it stands in the queue, or what the agents do."""
        paused = battle.status == "running" and battle.wanted == "pause"
        word = "paused" if paused else battle.status
        return cls(word, _text(rows, battle), battle.status in FINAL_STATUSES)


class Broadcast:
    """Reads a live battle and sends it to all its watchers; each message is made once."""

    def __init__(
        self, home: Path, battle: str, redactor: EventRedactor, read_state: Callable[[], Awaitable[BattleState | None]]
    ) -> None:
        self._home, self._battle, self._redactor, self._read_state = home, battle, redactor, read_state
        self._messages: list[str] = []
        self._pictures: dict[SideName, bytes] = {}
        self._state = ""
        self._viewers: set[Viewer] = set()
        self._running: asyncio.Task[None] | None = None

    @property
    def watched(self) -> bool:
        return bool(self._viewers)

    @contextmanager
    def attach(self, viewer: Viewer) -> Iterator[None]:
        """Send a watcher the messages so far and both current pictures, and then all that follows."""
        for text in (*self._messages, *filter(None, [self._state])):
            viewer.send(text)
        for side, picture in self._pictures.items():
            viewer.show(side, picture)
        self._viewers.add(viewer)
        self._running = self._running or asyncio.ensure_future(self._run())
        try:
            yield
        finally:
            self._viewers.discard(viewer)
            if not self._viewers:
                self._running.cancel()

    async def _run(self) -> None:
        reading = asyncio.ensure_future(self._read())
        try:
            await self._follow()
            await asyncio.sleep(POLL_SECONDS)  # for the last messages
        finally:
            reading.cancel()
            for viewer in self._viewers:
                viewer.end()

    async def _read(self) -> None:
        async for one in watch(self._home, self._battle, restarts=True):
            if isinstance(one, Frame):
                self._show(one)
            else:
                self._forward(one)

    def _show(self, frame: Frame) -> None:
        picture = self._pictures[frame.side] = bytes([SIDES.index(frame.side)]) + frame.jpeg
        for viewer in self._viewers:
            viewer.show(frame.side, picture)

    def _forward(self, event: BattleEvent) -> None:
        if event.kind == "again":
            self._messages.clear()
        if message := self._redactor.message(event):
            self._messages.append(json_of(message))
            self._send_all(self._messages[-1])

    async def _follow(self) -> None:
        """Send the battle's state whenever it changes, until it is final."""
        while state := await self._current_state():
            text = json_of({"kind": "status", "status": state.status, "told": state.text})
            if text != self._state:
                self._state = text
                self._send_all(text)
            if state.over:
                return
            await asyncio.sleep(POLL_SECONDS)

    async def _current_state(self) -> BattleState | None:
        while True:
            try:
                return await self._read_state()
            except SQLAlchemyError:
                await asyncio.sleep(POLL_SECONDS)  # the database may come back

    def _send_all(self, text: str) -> None:
        for viewer in self._viewers:
            viewer.send(text)


def _text(rows: Session, battle: Battle) -> str:
    if battle.status == "running" and battle.wanted != "go":
        return "Paused" if battle.wanted == "pause" else "Stopping"
    if battle.status == "queued":
        return _queue_text(queue.place(rows, battle, now()), again=bool(battle.reason))
    if battle.status == "running":
        return _running_text(rows.scalar(select(Job).where(Job.battle == battle.id)))
    return STATUS_TEXTS[battle.status]


def _queue_text(place: queue.Place | None, again: bool) -> str:
    """Return where a battle stands in the queue; `again` if an error ended its last attempt."""
    first = "Starting again after an error" if again else "Waiting for a free worker"
    if place is None or not (place.ahead or place.playing):
        return first
    where = "next in line" if not place.ahead else f"{counted(place.ahead, 'battle')} before yours"
    when = "" if place.seconds is None else f", about {duration(max(5.0, 5 * round(place.seconds / 5)))}"
    return f"{f'{first}: {where}' if again else where[0].upper() + where[1:]}{when}"


def _running_text(job: Job | None) -> str:
    if job and job.leased_until and job.leased_until < now():  # its worker is gone
        return "Starting again after an error"
    again = job is not None and job.attempts > 1
    return "Both agents are working again, after an error" if again else STATUS_TEXTS["running"]
