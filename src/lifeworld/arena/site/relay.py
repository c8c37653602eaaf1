"""What a live battle shows and tells, as a browser gets it: blind, and no faster than it can draw."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

from lifeworld.arena.live import Happened
from lifeworld.arena.site.blinding import blinded
from lifeworld.arena.site.replay import ring_around
from lifeworld.arena.tables import SIDES, SideName
from lifeworld.core.observation import Box

_SPOKEN = ("message", "done")  # actions whose words are the agent's own


def text_of(told: dict[str, Any]) -> str:
    """Return what a browser is told, as it goes out."""
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Relay:
    """One watcher's view of a battle.

    All that is told goes out, in its order. A side's next picture goes out when the browser has drawn the last one:
    the newest of those that came meanwhile, so that a slow browser gets fewer and is never behind.
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._free: set[SideName] = set(SIDES)
        self._late: dict[SideName, bytes] = {}
        self._news, self._over = asyncio.Event(), False

    def tell(self, text: str) -> None:
        self._texts.append(text)
        self._news.set()

    def show(self, side: SideName, picture: bytes) -> None:
        self._late[side] = picture
        self._news.set()

    def seen(self, side: SideName) -> bool:
        """Note that the browser has drawn a side; False where nothing was sent that it could have drawn."""
        if side in self._free:
            return False
        self._free.add(side)
        self._news.set()
        return True

    def end(self) -> None:
        """Say that nothing more comes."""
        self._over = True
        self._news.set()

    async def out(self) -> AsyncIterator[str | bytes]:
        """Yield what is sent, until the end: pictures, and lists of all that was told since the last look."""
        while not self._over or self._texts:
            await self._news.wait()
            self._news.clear()
            if self._texts:
                yield f"[{','.join(self._texts)}]"
                self._texts.clear()
            for side in self._free & self._late.keys():
                self._free.discard(side)
                yield self._late.pop(side)


class Telling:
    """Says what happened in a battle so that a voter may read it.

    Args:
        names: that no watcher may read.
        size: of the screen in CSS pixels.
    """

    def __init__(self, names: Iterable[str], size: tuple[int, int]) -> None:
        self._names, self._size = frozenset(names), size

    def text(self, event: Happened) -> str | None:
        """Return what goes out for an event, if anything does."""
        told = self._told(event)
        return text_of(told) if told else None

    def _told(self, event: Happened) -> dict[str, Any] | None:
        match event.kind:
            case "acted":
                done = blinded(event.done, self._names) if event.action in _SPOKEN else event.done
                aim = ring_around(Box(*event.aim) if event.aim else None, self._size)
                return {"kind": "step", "side": event.side, "done": done, "said": self._blind(event.said), "aim": aim}
            case "asked":
                return {
                    "kind": "question",
                    "side": event.side,
                    "question": event.question,
                    "text": self._blind(event.text),
                }
            case "answered":
                return {"kind": "answered", "question": event.question}
            case "done":
                return {"kind": "ended", "side": event.side, "text": "Finished"}
            case "again":
                return {"kind": "again"}
        return None

    def _blind(self, text: str) -> str:
        return blinded(text, self._names)
