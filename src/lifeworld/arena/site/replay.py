"""A finished battle as the player shows it: two sides along one time line, with nothing that tells who they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from lifeworld.arena.site.blinding import blinded
from lifeworld.arena.site.frames import Frame, Frames
from lifeworld.arena.site.rendering import part
from lifeworld.arena.site.seal import Seal
from lifeworld.arena.tables import SIDES, SideName
from lifeworld.core.observation import Box

_AROUND = 6  # pixels between a control and the ring around it
_POINT = 17  # the radius of the ring around a point


@dataclass(frozen=True)
class Shown:
    """One step of a side.

    Attributes:
        picture: its address; "" where the side was played without pictures.
        aim: x, y, width, height and corner of the ring around what was hit, in pixels of the screen.
        ended: how it ended, in the last step.
    """

    picture: str
    alt: str
    words: str
    done: str
    said: str
    replied: str
    aim: tuple[float, ...] | None
    ended: str

    def to_json(self) -> dict[str, Any]:
        names = ("picture", "alt", "words", "aim", "ended")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Moment:
    """Where both sides stand after so many seconds."""

    at: float
    left: int
    right: int

    def of(self, side: SideName) -> int:
        return self.left if side == "left" else self.right


class Replay:
    """What the player and its templates show of a battle.

    Args:
        battle: its id.
        frames: what both sides did.
        names: of all agents, which are taken out of what they say.
        seal: names the pictures.
    """

    def __init__(self, battle: str, frames: Frames, names: Iterable[str], seal: Seal) -> None:
        self._battle, self._seal, self._names = battle, seal, frozenset(names)
        self.size = frames.size
        self._drawn: dict[tuple[Any, ...], Markup] = {}
        self._frames: dict[SideName, Sequence[Frame]] = {"left": frames.left, "right": frames.right}
        self.sides = {side: self._shown(side) for side in SIDES}
        self.moments = _moments(*(self._frames[side] for side in SIDES))

    def picture(self, token: str) -> Path | None:
        """Return where the picture of a token lies."""
        return self._pictures.get(token)

    def at(self, number: int) -> Moment:
        return self.moments[max(0, min(len(self.moments) - 1, number))]

    def player(self, number: int, device: str, autoplay: bool) -> Markup:
        """Return both screens and the time line from a moment on; from the first, where most begin, drawn once."""
        number = min(number, len(self.moments) - 1)
        given = (number, self._battle, device, autoplay)
        return self.part("line", *given) if number == 0 else part("player.html", "line", self, *given)

    def part(self, macro: str, *given: Any) -> Markup:
        """Return a part of the player, drawn once for all visitors."""
        key = (macro, *given)
        if key not in self._drawn:
            self._drawn[key] = part("player.html", macro, self, *given)
        return self._drawn[key]

    def marks(self, side: SideName) -> list[float]:
        """Return where along the line a side does something, in fractions of it."""
        last = max(1, len(self.moments) - 1)
        firsts = {moment.of(side): at for at, moment in reversed(list(enumerate(self.moments)))}
        return [firsts[step] / last for step in sorted(firsts)]

    @cached_property
    def json(self) -> Markup:
        """What the player reads, fit to stand in a page."""
        moments = [self._told(moment) for moment in self.moments]
        return htmlsafe_json_dumps(
            {"moments": moments, **{side: [one.to_json() for one in shown] for side, shown in self.sides.items()}}
        )

    def _told(self, moment: Moment) -> dict[str, Any]:
        steps = [f"{side} step {moment.of(side) + 1} of {len(self.sides[side])}" for side in SIDES]
        return {"at": moment.at, "left": moment.left, "right": moment.right, "told": ", ".join(steps)}

    def _shown(self, side: SideName) -> list[Shown]:
        frames = self._frames[side]
        return [self._one(side, number, frame, frame is frames[-1]) for number, frame in enumerate(frames)]

    def _one(self, side: SideName, number: int, frame: Frame, last: bool) -> Shown:
        said = blinded(frame.said, self._names)
        done = blinded(frame.done, self._names) if frame.spoken else frame.done
        return Shown(
            picture=f"/battle/{self._battle}/picture/{self._token(side, number)}" if frame.picture else "",
            alt=f"The {side} one’s screen before step {number + 1}: {done}",
            words="" if frame.picture else frame.words,
            done=done,
            said=said,
            replied=frame.reply,
            aim=ring_around(frame.aim, self.size),
            ended=blinded(frame.ending, self._names) if last else "",
        )

    def _token(self, side: SideName, number: int) -> str:
        return self._seal.name("picture", self._battle, side, number)

    @cached_property
    def _pictures(self) -> dict[str, Path]:
        return {
            self._token(side, number): frame.picture
            for side, frames in self._frames.items()
            for number, frame in enumerate(frames)
            if frame.picture
        }


def _moments(left: Sequence[Frame], right: Sequence[Frame]) -> list[Moment]:
    """Return each time at which one of the sides does something, with the step that each is at."""
    times = sorted({0.0, *(round(frame.at, 2) for frame in (*left, *right))})
    return [Moment(at, _reached(left, at), _reached(right, at)) for at in times]


def _reached(frames: Sequence[Frame], at: float) -> int:
    return max((number for number, frame in enumerate(frames) if round(frame.at, 2) <= at), default=0)


def ring_around(aim: Box | None, size: tuple[int, int]) -> tuple[float, ...] | None:
    """Return the ring around what was aimed at; None where that lies outside of the screen."""
    if aim is None or not all(0 <= part <= 1 for part in aim.centre):
        return None
    wide, high = size
    if not aim.width:
        x, y = aim.x * wide - _POINT, aim.y * high - _POINT
        return round(x, 1), round(y, 1), 2.0 * _POINT, 2.0 * _POINT, float(_POINT)
    box = (
        aim.x * wide - _AROUND,
        aim.y * high - _AROUND,
        aim.width * wide + 2 * _AROUND,
        aim.height * high + 2 * _AROUND,
    )
    return (*(round(part, 1) for part in box), 10.0)
