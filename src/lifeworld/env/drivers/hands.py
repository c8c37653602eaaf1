"""Mouse, finger and keyboard, through the browser's own input."""

import asyncio
import contextlib
import time
from asyncio import sleep
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from typing import Literal, Protocol

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from lifeworld.core.actions import Key, MouseButton
from lifeworld.env.drivers import bounds
from lifeworld.env.drivers.by_points import Spot
from lifeworld.env.drivers.driver import Impossible

STEPS = 12  # of a drag, between two of its points
_TOUCH, _NEXT = 0.01, 0.07  # seconds that a tap takes, and from one of a row to the next
APART_SECONDS = 0.025  # moves that come closer are merged by chance, and how far a page scrolls is chance, too
REST_SECONDS = 0.1  # a finger that rests before it lifts leaves nothing flying on

_NATIVE: dict[MouseButton, Literal["left", "middle", "right"]] = {"left": "left", "middle": "middle", "right": "right"}


class Pointer(Protocol):
    """What points at the screen of a device."""

    async def click(
        self, spot: Spot | None, button: MouseButton, nth: int, hold: float, modifiers: Sequence[str]
    ) -> None:
        """Click once, as the nth click of a row; `hold` is in seconds."""
        ...

    async def move(self, spot: Spot, modifiers: Sequence[str]) -> None: ...

    async def press(self, spot: Spot | None, button: MouseButton, down: bool) -> None: ...

    async def drag(self, path: Sequence[Spot], duration_ms: int, modifiers: Sequence[str]) -> None: ...

    async def scroll(self, spot: Spot, dx: float, dy: float, modifiers: Sequence[str]) -> None: ...

    async def reset(self) -> None:
        """Let go of everything and leave the screen."""
        ...


class Mouse:
    """A mouse; where no spot is given it is where it was last."""

    def __init__(self, page: Page) -> None:
        self._page, self._down = page, set[MouseButton]()
        self._spot: Spot = (0, 0)

    async def click(
        self, spot: Spot | None, button: MouseButton, nth: int, hold: float, modifiers: Sequence[str]
    ) -> None:
        self._spot, mouse, native = spot or self._spot, self._page.mouse, _native(button)
        async with self._held(modifiers):
            if nth == 1:
                await mouse.move(*self._spot)
            await mouse.down(button=native, click_count=nth)
            await sleep(hold)
            await mouse.up(button=native, click_count=nth)

    async def move(self, spot: Spot, modifiers: Sequence[str]) -> None:
        self._spot = spot
        async with self._held(modifiers):
            await self._page.mouse.move(*spot)

    async def press(self, spot: Spot | None, button: MouseButton, down: bool) -> None:
        native = _native(button)
        if spot:
            await self.move(spot, ())
        if down:
            self._down.add(button)
            await self._page.mouse.down(button=native)
        else:
            self._down.discard(button)
            await self._page.mouse.up(button=native)

    async def drag(self, path: Sequence[Spot], duration_ms: int, modifiers: Sequence[str]) -> None:
        mouse = self._page.mouse
        async with self._held(modifiers):
            await mouse.move(*path[0])
            await mouse.down()
            for spot in between(path):
                await mouse.move(*spot)
                await sleep(pause(path, duration_ms))
            await mouse.up()
        self._spot = path[-1]

    async def scroll(self, spot: Spot, dx: float, dy: float, modifiers: Sequence[str]) -> None:
        self._spot = spot
        async with self._held(modifiers):
            await self._page.mouse.move(*spot)
            await self._page.mouse.wheel(dx, dy)

    async def reset(self) -> None:
        for button in sorted(self._down):
            await self.press(None, button, False)
        await self.move((0, 0), ())

    @contextlib.asynccontextmanager
    async def _held(self, modifiers: Sequence[str]) -> AsyncIterator[None]:
        for key in modifiers:
            await self._page.keyboard.down(key)
        try:
            yield
        finally:
            for key in reversed(modifiers):
                await self._page.keyboard.up(key)


class Finger:
    """One finger on a touch screen: no hovering, no other buttons, no keys held."""

    def __init__(self, session: CDPSession) -> None:
        self._session, self._spot = session, None  # type: tuple[CDPSession, Spot | None]
        self._row = 0.0  # when the first of a row of taps was

    async def click(
        self, spot: Spot | None, button: MouseButton, nth: int, hold: float, modifiers: Sequence[str]
    ) -> None:
        self._plain(button, modifiers)
        if spot is None:
            raise Impossible("unsupported_on_target", "A touch screen has no pointer; say where to tap.")
        if hold:
            await self._touch("touchStart", spot)
            await sleep(hold)
            await self._touch("touchEnd", None)
        else:  # both are on their way at once, in this order
            self._row = time.time() if nth == 1 else self._row
            at = self._row + (nth - 1) * _NEXT  # told, so that taps in a row are one on a busy machine, too
            await asyncio.gather(self._touch("touchStart", spot, at), self._touch("touchEnd", None, at + _TOUCH))

    async def move(self, spot: Spot, modifiers: Sequence[str]) -> None:
        raise Impossible("unsupported_on_target", "A finger can't hover.")

    async def press(self, spot: Spot | None, button: MouseButton, down: bool) -> None:
        self._plain(button, ())
        if down and spot is None:
            raise Impossible("unsupported_on_target", "A touch screen has no pointer; say where to press.")
        if down:
            await self._touch("touchStart", spot)
        elif self._spot is not None:
            if spot and spot != self._spot:
                await self._touch("touchMove", spot)
            await self._touch("touchEnd", None)

    async def drag(self, path: Sequence[Spot], duration_ms: int, modifiers: Sequence[str]) -> None:
        self._plain("left", modifiers)
        await self._touch("touchStart", path[0])
        for spot in between(path):
            await self._touch("touchMove", spot)
            await sleep(pause(path, duration_ms))
        await sleep(REST_SECONDS)
        await self._touch("touchEnd", None)

    async def scroll(self, spot: Spot, dx: float, dy: float, modifiers: Sequence[str]) -> None:
        self._plain("left", modifiers)
        # A wheel, though this is a finger: it goes exactly as far as it was asked to; Drag swipes.
        wheel = {"type": "mouseWheel", "x": spot[0], "y": spot[1], "deltaX": dx, "deltaY": dy}
        await self._session.send("Input.dispatchMouseEvent", wheel)

    async def reset(self) -> None:
        if self._spot is not None:
            await self._touch("touchCancel", None)

    def _plain(self, button: MouseButton, modifiers: Sequence[str]) -> None:
        if button != "left" or modifiers:
            raise Impossible("unsupported_on_target", "A touch screen knows neither buttons nor keys held down.")

    async def _touch(self, kind: str, spot: Spot | None, at: float | None = None) -> None:
        points, told = [{"x": spot[0], "y": spot[1]}] if spot else [], {"timestamp": at} if at else {}
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **told})
        self._spot = spot


def between(path: Sequence[Spot]) -> list[Spot]:
    """Return the spots that a drag passes after its first."""
    steps = _steps(path)
    return [
        (start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
        for start, end in pairwise(path)
        for step in range(1, steps + 1)
    ]


def pause(path: Sequence[Spot], duration_ms: int) -> float:
    """Return how many seconds lie between two moves of a drag: as many as are asked for, where the browser keeps up."""
    return max(duration_ms / 1000 / (_steps(path) * (len(path) - 1)), APART_SECONDS)


def _steps(path: Sequence[Spot]) -> int:
    return max(1, min(STEPS, bounds.MOST_MOVES // (len(path) - 1)))


def _native(button: MouseButton) -> Literal["left", "middle", "right"]:
    if button not in _NATIVE:
        raise Impossible("unsupported_on_target", f"The button “{button}” can only be clicked.")
    return _NATIVE[button]


class Keys:
    """The keyboard: which keys are held down from action to action, and how keys are pressed."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._keyboard, self._session = page.keyboard, session
        self._held: set[str] = set()

    async def do(self, action: Key) -> None:
        """Press, hold down or let go what an action says, once.

        Raises:
            Impossible: there is no such key.
        """
        if action.state == "press":
            return await self.press(action.chord, bounds.hold(action.hold_ms, action.repeat))
        for key in action.chord:
            if action.state == "down":
                await self._down(key)
                self._held.add(key)
            elif key in self._held:
                await self._keyboard.up(key)
                self._held.discard(key)

    async def press(self, chord: Sequence[str], hold: float = 0) -> None:
        """Press a chord for so many seconds."""
        down: list[str] = []
        try:
            for key in chord:
                key = key.upper() if "Shift" in down and len(key) == 1 else key
                await self._down(key)
                down.append(key)
            await sleep(hold)
        finally:
            for key in reversed(down):
                await self._keyboard.up(key)

    async def type(self, text: str, *, replacing: bool, lines: bool) -> None:
        """Put a text where the caret is; no text takes away what is selected."""
        text = text if lines else text.replace("\r", "").replace("\n", "")
        if text:
            await self._session.send("Input.insertText", {"text": text})
        elif replacing:
            await self.press(("Delete",))

    async def let_go(self) -> None:
        """Let go of all keys."""
        for key in sorted(self._held):
            await self._keyboard.up(key)
        self._held.clear()

    async def _down(self, key: str) -> None:
        try:
            await self._keyboard.down(key)
        except PlaywrightError as error:
            if "Unknown key" not in error.message:
                raise
            raise Impossible("bad_argument", f"There is no key “{key}” here.") from error
