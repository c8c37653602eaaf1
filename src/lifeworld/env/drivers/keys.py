"""The keyboard of Chromium's screens: keys pressed, held down from action to action, and let go."""

from asyncio import sleep
from collections.abc import Sequence

from playwright.async_api import Error as PlaywrightError

from lifeworld.core.actions import Key
from lifeworld.env.drivers import bounds
from lifeworld.env.drivers.driver import Impossible
from lifeworld.env.drivers.screen import Screen


class Keys:
    """Which keys are held down, and how keys are pressed."""

    def __init__(self) -> None:
        self._held: set[str] = set()

    async def do(self, screen: Screen, action: Key) -> None:
        """Press, hold down or let go what an action says, once.

        Raises:
            Impossible: there is no such key.
        """
        if action.state == "press":
            return await self.press(screen, action.chord, bounds.hold(action.hold_ms, action.repeat))
        for key in action.chord:
            if action.state == "down":
                await _down(screen, key)
                self._held.add(key)
            elif key in self._held:
                await screen.page.keyboard.up(key)
                self._held.discard(key)

    async def press(self, screen: Screen, chord: Sequence[str], hold: float = 0) -> None:
        """Press a chord for so many seconds."""
        down: list[str] = []
        try:
            for key in chord:
                await _down(screen, key)
                down.append(key)
            await sleep(hold)
        finally:
            for key in reversed(down):
                await screen.page.keyboard.up(key)

    async def type(self, screen: Screen, text: str, *, replacing: bool, lines: bool) -> None:
        """Put a text where the caret is; no text takes away what is selected."""
        text = text if lines else text.replace("\r", "").replace("\n", "")
        if text:
            await screen.send("Input.insertText", {"text": text})
        elif replacing:
            await self.press(screen, ("Delete",))

    async def let_go(self, screen: Screen) -> None:
        """Let go of all keys."""
        for key in sorted(self._held):
            await screen.page.keyboard.up(key)
        self._held.clear()


async def _down(screen: Screen, key: str) -> None:
    try:
        await screen.page.keyboard.down(key)
    except PlaywrightError as error:
        if "Unknown key" not in error.message:
            raise
        raise Impossible("bad_argument", f"There is no key “{key}” here.") from error
