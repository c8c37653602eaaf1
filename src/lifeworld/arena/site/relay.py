"""What a live battle shows and tells, as a browser gets it: blind, and no faster than it can draw."""

from collections.abc import Iterable
from typing import Any

from lifeworld.arena.live import Frame, Happened
from lifeworld.arena.site.blinding import blinded
from lifeworld.arena.site.replay import ring_around
from lifeworld.arena.tables import SIDES, SideName
from lifeworld.core.observation import Box

_SPOKEN = ("message", "done")  # actions whose words are the agent's own


class Relay:
    """One watcher's view of a battle.

    A side's next picture goes out when the browser has drawn the last one: the newest of those that came meanwhile.

    Args:
        names: that no watcher may read.
        size: of the screen in CSS pixels.
    """

    def __init__(self, names: Iterable[str], size: tuple[int, int]) -> None:
        self._names, self._size = frozenset(names), size
        self._free = dict.fromkeys(SIDES, True)
        self._late: dict[SideName, bytes] = {}

    def sent(self, one: Frame | Happened) -> bytes | dict[str, Any] | None:
        """Return what goes out for what came in, if anything does."""
        if isinstance(one, Happened):
            return self._told(one)
        if self._free[one.side]:
            return self._picture(one.side, one.jpeg)
        self._late[one.side] = one.jpeg
        return None

    def seen(self, side: SideName) -> bytes | None:
        """Note that the browser has drawn a side, and return its next picture if one has come."""
        self._free[side] = True
        return self._picture(side, self._late.pop(side)) if side in self._late else None

    def _picture(self, side: SideName, jpeg: bytes) -> bytes:
        self._free[side] = False
        return bytes([SIDES.index(side)]) + jpeg

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
