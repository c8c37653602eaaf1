"""Transports frames and events of a live battle from the worker that plays it to the server that shows it.

Both share the arena's folder, on one machine or by a network file system:

HOME/live/<battle>/left.jpg, right.jpg    the newest frame of each side, which replaces the last one
HOME/live/<battle>/events.jsonl           the events, one per line

A slow watcher misses frames but no event. The folder is removed some time after the battle has ended.
"""

import asyncio
import json
import os
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from lifeworld.arena.tables import SIDES, SideName
from lifeworld.core.jsontext import json_text

EventKind: TypeAlias = Literal["begun", "acted", "asked", "answered", "done", "ended", "again"]
_POLL_SECONDS = 0.04  # seconds between two polls; a frame is shown within 300 ms
KEEP_SECONDS = 120.0  # seconds that an ended battle's folder is kept for watchers


@dataclass(frozen=True)
class Frame:
    """One side's screen as it is now, a JPEG."""

    side: SideName
    jpeg: bytes


@dataclass(frozen=True)
class BattleEvent:
    """An event of a battle.

    Attributes:
        kind: begun, acted, asked, answered, done of a side; ended of the battle; again when it is restarted.
        side: None if it concerns both.
        step: the action's number, from 0.
        done: a description of the action.
        said: the agent's own text with it.
        action: the type of the action.
        aim: its target on the screen, as x, y, width, height in fractions.
        question: its id in the database; `text` is the question or its answer.
    """

    kind: EventKind
    side: SideName | None = None
    step: int = 0
    done: str = ""
    said: str = ""
    action: str = ""
    aim: tuple[float, float, float, float] | None = None
    question: int = 0
    text: str = ""


class EventStream:
    """The worker's end: it starts with an empty folder, whatever an earlier try has left."""

    def __init__(self, home: Path, battle: str) -> None:
        self.folder = home / "live" / battle
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._events = self.folder / "events.jsonl"

    def show(self, side: SideName, jpeg: bytes) -> None:
        """Replace the last frame of a side."""
        passing = self.folder / f".{side}"
        passing.write_bytes(jpeg)
        os.replace(passing, self.folder / f"{side}.jpg")

    def publish(self, event: BattleEvent) -> None:
        with self._events.open("ab", buffering=0) as file:
            file.write(f"{json_text(asdict(event))}\n".encode(errors="replace"))

    def close(self) -> None:
        """Publish that the battle has ended."""
        self.publish(BattleEvent("ended"))


async def watch(home: Path, battle: str, restarts: bool = False) -> AsyncIterator[Frame | BattleEvent]:
    """Yield a battle's events from its beginning, and its frames from now on, until it ends.

    It waits for a battle that has not begun; the caller cancels it. With `restarts` it continues after the end, for a
    battle that is played again after a fault.
    """
    watcher = _Watcher(home / "live" / battle)
    while restarts or not watcher.ended:
        for one in watcher.updates():
            yield one
        await asyncio.sleep(_POLL_SECONDS)


def remove_old_streams(home: Path, kept: float = KEEP_SECONDS) -> None:
    """Delete the folders of battles without a recent event."""
    for folder in (home / "live").glob("*"):
        if time.time() - _last_change(folder) > kept:
            shutil.rmtree(folder, ignore_errors=True)


class _Watcher:
    """Reads what is new since the last call."""

    def __init__(self, folder: Path) -> None:
        self._told, self._shown = str(folder / "events.jsonl"), {side: str(folder / f"{side}.jpg") for side in SIDES}
        self.ended = False
        self._file, self._read = 0, 0
        self._seen: dict[SideName, int] = {}  # when the frames were made that were shown last

    def updates(self) -> Iterator[Frame | BattleEvent]:
        try:
            yield from self._events()
        except FileNotFoundError:
            return
        for side in SIDES:
            yield from self._frame(side)

    def _events(self) -> Iterator[BattleEvent]:
        known = os.stat(self._told)
        if (known.st_ino, known.st_size) == (self._file, self._read):
            return
        with open(self._told, "rb") as file:
            number = os.fstat(file.fileno()).st_ino
            if self._file not in (0, number):
                self._read = 0
                yield BattleEvent("again")
            self._file = number
            file.seek(self._read)
            for line in file.read().splitlines(keepends=True):
                if not line.endswith(b"\n"):
                    return  # the line is not complete yet
                self._read += len(line)
                yield self._event(json.loads(line))

    def _event(self, fields: dict[str, object]) -> BattleEvent:
        fields["aim"] = tuple(fields["aim"]) if isinstance(fields["aim"], list) else None
        event = BattleEvent(**fields)  # type: ignore[arg-type]
        self.ended = event.kind == "ended"
        return event

    def _frame(self, side: SideName) -> Iterator[Frame]:
        place = self._shown[side]
        try:
            changed = os.stat(place).st_mtime_ns
            if changed != self._seen.get(side):
                self._seen[side] = changed
                yield Frame(side, Path(place).read_bytes())
        except FileNotFoundError:
            return


def _last_change(folder: Path) -> float:
    try:
        return max(one.stat().st_mtime for one in (folder, *folder.iterdir()))
    except OSError:
        return time.time()  # it is being deleted, or was just created
