"""A battle as it happens: frames and events from the worker that plays it to the server that shows it.

Both share the arena's folder, on one machine or by a network's file system:

HOME/live/<battle>/left.jpg, right.jpg    the newest frame of each side, which takes the last one's place
HOME/live/<battle>/events.jsonl           what happened, a line each

A slow watcher misses frames and no event. The folder goes some time after the battle has ended.
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
_LOOKING = 0.04  # seconds between two looks; with a frame's way, 300 ms are far
KEPT = 120.0  # seconds that an ended battle's folder stays, for watchers who have not read it to its end


@dataclass(frozen=True)
class Frame:
    """One side's screen as it is now: a JPEG, numbered for each watcher from 1."""

    side: SideName
    number: int
    jpeg: bytes


@dataclass(frozen=True)
class Happened:
    """What happened in a battle.

    Attributes:
        kind: begun, acted, asked, answered, done of a side; ended of the battle, again where it is played anew.
        side: None where it concerns both.
        step: the action's number, from 0.
        done: what was done, in words.
        said: the agent's own words with it.
        action: its type.
        aim: where on the screen, as x, y, width, height in fractions.
        question: its number in the database; `text` is the question, or its answer.
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


class Stream:
    """The worker's end: begins a battle's folder anew, whatever an earlier try has left in it."""

    def __init__(self, home: Path, battle: str) -> None:
        self.folder = home / "live" / battle
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._events = self.folder / "events.jsonl"

    def show(self, side: SideName, jpeg: bytes) -> None:
        """Put a frame in the place of the last one."""
        passing = self.folder / f".{side}"
        passing.write_bytes(jpeg)
        os.replace(passing, self.folder / f"{side}.jpg")

    def tell(self, event: Happened) -> None:
        """Add what happened."""
        with self._events.open("ab", buffering=0) as file:
            file.write(f"{json_text(asdict(event))}\n".encode(errors="replace"))

    def close(self) -> None:
        """Say that the battle has ended."""
        self.tell(Happened("ended"))


async def watch(home: Path, battle: str, anew: bool = False) -> AsyncIterator[Frame | Happened]:
    """Yield what a battle shows and tells, from its beginning for events and from now on for frames, until it ends.

    It waits for a battle that has not begun; the caller stops watching one that never will. With `anew` it goes on
    after the end, for a battle that is played again after a fault.
    """
    watcher = _Watcher(home / "live" / battle)
    while anew or not watcher.ended:
        for one in watcher.news():
            yield one
        await asyncio.sleep(_LOOKING)


def tidy(home: Path, kept: float = KEPT) -> None:
    """Take away the folders of battles about which nothing was told for some time."""
    for folder in (home / "live").glob("*"):
        if time.time() - _last(folder) > kept:
            shutil.rmtree(folder, ignore_errors=True)


class _Watcher:
    """Reads what is new since it last looked."""

    def __init__(self, folder: Path) -> None:
        self._told, self._shown = str(folder / "events.jsonl"), {side: str(folder / f"{side}.jpg") for side in SIDES}
        self.ended = False
        self._file, self._read = 0, 0
        self._frames: dict[SideName, tuple[int, int]] = {}

    def news(self) -> Iterator[Frame | Happened]:
        try:
            yield from self._events()
        except FileNotFoundError:
            return
        for side in SIDES:
            yield from self._frame(side)

    def _events(self) -> Iterator[Happened]:
        known = os.stat(self._told)
        if (known.st_ino, known.st_size) == (self._file, self._read):
            return
        with open(self._told, "rb") as file:
            number = os.fstat(file.fileno()).st_ino
            if self._file not in (0, number):
                self._read = 0
                yield Happened("again")
            self._file = number
            file.seek(self._read)
            for line in file.read().splitlines(keepends=True):
                if not line.endswith(b"\n"):
                    return  # the rest of it is on its way
                self._read += len(line)
                yield self._event(json.loads(line))

    def _event(self, said: dict[str, object]) -> Happened:
        said["aim"] = tuple(said["aim"]) if isinstance(said["aim"], list) else None
        event = Happened(**said)  # type: ignore[arg-type]
        self.ended = event.kind == "ended"
        return event

    def _frame(self, side: SideName) -> Iterator[Frame]:
        place = self._shown[side]
        seen, number = self._frames.get(side, (0, 0))
        try:
            changed = os.stat(place).st_mtime_ns
            if changed != seen:
                self._frames[side] = (changed, number + 1)
                yield Frame(side, number + 1, Path(place).read_bytes())
        except FileNotFoundError:
            return


def _last(folder: Path) -> float:
    try:
        return max(one.stat().st_mtime for one in (folder, *folder.iterdir()))
    except OSError:
        return time.time()  # it is going, or has just come
