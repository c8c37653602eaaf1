"""Drives a world in Chromium: the same screens as pixels, with a real pointer and keyboard."""

import asyncio
import contextlib
import json
from asyncio import sleep
from collections.abc import AsyncIterator, Sequence
from functools import singledispatchmethod
from typing import Literal

from playwright.async_api import Error as PlaywrightError

from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Message,
    Move,
    Navigate,
    Observe,
    OpenApp,
    Scroll,
    SetValue,
    System,
    Tab,
    Target,
    Text,
    Tool,
    Wait,
)
from lifeworld.core.errors import DriverFault
from lifeworld.core.observation import Feedback, View
from lifeworld.env.drivers import bounds
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.by_points import Turn, by_points
from lifeworld.env.drivers.driver import DONE, NO_TOOLS, Impossible, Stage, invalid, raise_fault
from lifeworld.env.drivers.hands import plain, select_of
from lifeworld.env.drivers.pointer import Spot
from lifeworld.env.drivers.reach import SHELL, Reach
from lifeworld.env.drivers.screen import PageLeft, Scale, Screen
from lifeworld.env.walker import Element, Tree, from_snapshot, walk
from lifeworld.web.look import Device

DEADLINE_SECONDS = 20
BETWEEN_CLICKS = 0.07  # a finger's click is an event of its own, after the finger has gone
HARDWARE_FREE = frozenset(("Enter", "Backspace", "Tab", "Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"))
_REFUSED = {
    "gone": "This is no longer on the page.",
    "disabled": "This field is disabled.",
    "no choice": "There is no such choice.",
    "on or off": "This can only be on or off.",
    "radio": "A radio button goes off when another of its group goes on.",
    "no text": "This can't hold that value.",
}


class Chromium:
    """One screen of a running browser, used for one world after the other.

    Args:
        browser: started, and shared by many drivers.
        pictures: whether views come with a screenshot.
        scale: "css" for one pixel a CSS pixel; "device" for the device's ratio, some ten times as slow on a phone.
    """

    name = "chromium"

    _world: Stage
    _reach: Reach
    _tree: Tree

    def __init__(self, browser: Browser, pictures: bool = True, scale: Scale = "css") -> None:
        self._browser, self._pictures, self._scale = browser, pictures, scale
        self._screens: dict[Device, Screen] = {}
        self._shown: Screen | None = None
        self._host = ""
        self._fresh = False  # the tree was read just now
        self._url = "/"
        self._keys: set[str] = set()
        self._spots: list[Spot] = []
        self._turns: list[Turn] = []
        self.by_points: tuple[Action, ...] = ()

    @property
    def version(self) -> str:
        """The browser's own, which decides pixels."""
        return self._browser.version

    # ---- the protocol

    async def open(self, world: Stage, start: str = "/") -> View:
        async with self._guarded():
            self._browser.server.unmount(self._host)
            await self._turn_to(world.look.device)
            self._world = world
            self._host = self._browser.server.mount(world, await self._screen.next_host())
            self._reach = Reach(world, self._origin)
            await self._screen.go(self._origin + start)
            await self._settle()
            await self._screen.send("Page.resetNavigationHistory")
        return await self.view()

    async def act(self, action: Action) -> Feedback:
        async with self._guarded(bounds.seconds(action)):
            self._spots, self._turns, self.by_points = [], [], ()
            try:
                element = self._target_of(action)
                feedback: Feedback = await self._do(action)
            except Impossible as impossible:
                return impossible.feedback
            device = self._screen.device
            self.by_points = by_points(action, element, self._spots, self._turns, (device.width, device.height))
            blocked = await self._settle()
        return invalid("blocked", f"“{blocked}” leads out of this world.") if blocked else feedback

    async def view(self) -> View:
        async with self._guarded():
            if not self._fresh:
                await self._settle()
            self._fresh = False
            picture = await self._screen.picture() if self._pictures else None
        device, tree = self._screen.device, self._tree.root
        size = (device.width, device.height)
        return View(url=self._url, title=tree.name, tree=tree, size=size, screenshot=picture)

    async def zoom(self, region: tuple[float, float, float, float]) -> bytes:
        async with self._guarded():
            return await self._screen.crop(region)

    async def close(self) -> None:
        """Give up the world and the screen; no request is at work in the world afterwards."""
        self._browser.server.unmount(self._host)
        screens, self._screens, self._shown, self._host = self._screens, {}, None, ""
        for screen in screens.values():
            with contextlib.suppress(PlaywrightError):
                await screen.close()

    # ---- steps

    @property
    def _screen(self) -> Screen:
        if self._shown is None:
            raise DriverFault("no world is open in this driver")
        return self._shown

    @property
    def _origin(self) -> str:
        return f"http://{self._host}"

    async def _turn_to(self, device: Device) -> None:
        if not all(screen.alive for screen in self._screens.values()):
            await self.close()
        if self._shown is not None:
            await self._let_go()
        if device not in self._screens:
            self._screens[device] = await self._browser.screen(device, self._scale)
        self._shown = self._screens[device]

    async def _let_go(self) -> None:
        for key in sorted(self._keys):
            await self._screen.page.keyboard.up(key)
        self._keys.clear()
        await self._screen.pointer.reset()

    async def _settle(self) -> str:
        """Wait until the page is at rest and read it; return the address that it was kept from going to, or ""."""
        rest = await self._screen.settle(self._origin)
        document = from_snapshot(json.loads(rest.snapshot))
        self._tree, self._url, self._fresh = walk(document), document.url, True
        self._reach.show((*self._tree.addresses, document.url))
        return rest.blocked

    @contextlib.asynccontextmanager
    async def _guarded(self, lasts: float = 0) -> AsyncIterator[None]:
        """Turn what goes wrong with the browser into a fault, and start afresh after one.

        Args:
            lasts: seconds that what is done takes of itself, which no page is to blame for.
        """
        try:
            async with asyncio.timeout(DEADLINE_SECONDS + lasts):
                yield
                raise_fault(self._world)
        except (PlaywrightError, PageLeft, TimeoutError) as error:
            await self.close()
            raise DriverFault(f"the browser failed: {str(error) or 'no answer in time'}") from error
        except DriverFault:
            await self.close()
            raise

    # ---- actions

    @singledispatchmethod
    async def _do(self, action: Action) -> Feedback:
        raise TypeError(f"{action!r} is no action")

    @_do.register
    async def _(self, action: Click) -> Feedback:
        if action.button in ("back", "forward") and not self._screen.device.touch:
            return await self._travel(action.button)
        option = self._element(action.target)
        if option is not None and option.tag == "option":
            if (select := select_of(option)) is not None:
                await self._reveal(select)
            await self._screen.ask(f"lifeworldHands.pick({option.order})")
            return DONE
        spot = await self._spot(action.target) if action.target else None
        hold, page = bounds.hold(action.hold_ms, action.count), await self._page()
        for nth in range(1, action.count + 1):
            await self._screen.pointer.click(spot, action.button, nth, hold, action.modifiers)
            if nth < action.count:
                await sleep(BETWEEN_CLICKS)
                if await self._left(page):
                    break
        return DONE

    @_do.register
    async def _(self, action: Move) -> Feedback:
        await self._screen.pointer.move(await self._spot(action.target), action.modifiers)
        return DONE

    @_do.register
    async def _(self, action: Button) -> Feedback:
        spot = await self._spot(action.target) if action.target else None
        await self._screen.pointer.press(spot, action.button, action.state == "down")
        return DONE

    @_do.register
    async def _(self, action: Drag) -> Feedback:
        if action.pointer != "auto" and (action.pointer == "touch") != self._screen.device.touch:
            raise Impossible("unsupported_on_target", f"This device has no {action.pointer}.")
        path = [await self._spot(target) for target in bounds.thinned(action.path)]
        await self._screen.pointer.drag(path, action.duration_ms, action.modifiers)
        return DONE

    @_do.register
    async def _(self, action: Scroll) -> Feedback:
        device = self._screen.device
        spot = await self._spot(action.target) if action.target else (device.width / 2, device.height / 2)
        across, down = (device.width, device.height) if action.unit == "viewport" else (1, 1)
        dx, dy = bounds.scrolled(action.dx * across), bounds.scrolled(action.dy * down)
        await self._screen.pointer.scroll(spot, dx, dy, action.modifiers)
        return DONE

    @_do.register
    async def _(self, action: Text) -> Feedback:
        if action.target is not None:
            await self._screen.pointer.click(await self._spot(action.target), "left", 1, 0.0, ())
            await self._screen.settle(self._origin)
            await self._screen.ask("lifeworldHands.caretToEnd()")
        focused = await self._screen.ask("lifeworldHands.focused()")
        if not focused:
            return Feedback(text="Nothing has the focus, so the text went nowhere.")
        if action.clear:
            await self._press(("Control", "a"))
        await self._type(action.text, replacing=action.clear, lines=focused == "textarea")
        if action.submit:
            await self._press(("Enter",))
        return DONE

    @_do.register
    async def _(self, action: Key) -> Feedback:
        if self._screen.device.touch:
            if action.chord == ("Home",):
                return await self._open("/")
            if len(action.chord) > 1 or action.chord[0] not in HARDWARE_FREE:
                raise Impossible("unsupported_on_target", "This device has no keyboard with such keys.")
        page = await self._page()
        for nth in range(action.repeat):
            if nth and await self._left(page):
                break
            await self._key(action)
        return DONE

    @_do.register
    async def _(self, action: SetValue) -> Feedback:
        element = self._element(action.target)
        if element is None:
            raise Impossible("unsupported_on_target", "Only a reference can be given a value; a point can be clicked.")
        value = plain(action.value) if type(action.value) is float else action.value
        await self._reveal(element)
        said = await self._screen.ask(f"lifeworldHands.set({element.order}, {json.dumps(value, allow_nan=False)})")
        if said in _REFUSED:
            raise Impossible("stale_ref" if said == "gone" else "bad_argument", _REFUSED[said])
        if said == "type":
            await self._type(str(value), replacing=True, lines=element.tag == "textarea")
        return DONE

    @_do.register
    async def _(self, action: System) -> Feedback:
        if action.name in SHELL:
            return await self._open(SHELL[action.name])
        if action.name in ("back", "forward", "reload"):
            return await self._travel(action.name)
        if action.name == "enter":
            await self._press(("Enter",))
            return DONE
        if action.name == "hide_keyboard":
            await self._screen.ask("document.activeElement?.blur()")
            return DONE
        raise Impossible("unsupported_on_target", f"This device has no “{action.name}” button.")

    @_do.register
    async def _(self, action: Navigate) -> Feedback:
        path = self._reach.path(action.url, self._url)
        if path is None:
            raise Impossible("blocked", f"“{action.url}” can't be opened from here.")
        return await self._open(path)

    @_do.register
    async def _(self, action: OpenApp) -> Feedback:
        to = self._reach.app(action, self._url)
        return to if isinstance(to, Feedback) else await self._open(to)

    @_do.register
    async def _(self, action: Tab) -> Feedback:
        raise Impossible("unsupported_on_target", "There is one tab only.")

    @_do.register
    async def _(self, action: Tool) -> Feedback:
        raise Impossible("unsupported_on_target", NO_TOOLS)

    @_do.register(Wait | Observe | Message | Done)
    async def _(self, action: Action) -> Feedback:
        return DONE

    @_do.register
    async def _(self, action: Invalid) -> Feedback:
        raise Impossible(action.code, action.detail)

    # ---- parts of actions

    def _target_of(self, action: Action) -> Element | None:
        return self._element(getattr(action, "target", None))

    def _element(self, target: Target | None) -> Element | None:
        """Return the element that a reference names; None for points.

        Raises:
            Impossible: it isn't on the page.
        """
        if target is None or target.kind == "point":
            return None
        if target.id not in self._tree.elements:
            raise Impossible("stale_ref", f"There is no “{target.id}” on the page now.")
        return self._tree.elements[target.id]

    async def _spot(self, target: Target) -> Spot:
        device = self._screen.device
        if target.kind == "point":
            self._spots.append((_pixel(target.x, device.width), _pixel(target.y, device.height)))
            return self._spots[-1]
        element = self._element(target)
        assert element is not None
        return await self._place(element)

    async def _place(self, element: Element) -> Spot:
        spot = await self._screen.ask(f"lifeworldHands.place({element.order})")
        if spot is None:
            raise Impossible("stale_ref", f"“{element.ref}” is no longer on the screen.")
        self._turns += [(x, y, dx, dy) for x, y, dx, dy in spot[2]]
        self._spots.append((spot[0], spot[1]))
        return spot[0], spot[1]

    async def _reveal(self, element: Element) -> None:
        """Bring what is set without pressing it to where it could be pressed, if it is drawn at all."""
        with contextlib.suppress(Impossible):
            await self._place(element)

    async def _open(self, path: str) -> Feedback:
        await self._screen.go(self._origin + path)
        return DONE

    async def _travel(self, way: Literal["back", "forward", "reload"]) -> Feedback:
        moved = await self._screen.travel(way)
        return DONE if moved else Feedback(text=f"There is nothing to go {way} to.")

    async def _type(self, text: str, *, replacing: bool, lines: bool) -> None:
        text = text if lines else text.replace("\r", "").replace("\n", "")
        if text:
            await self._screen.send("Input.insertText", {"text": text})
        elif replacing:
            await self._press(("Delete",))

    async def _key(self, action: Key) -> None:
        if action.state == "press":
            await self._press(action.chord, bounds.hold(action.hold_ms, action.repeat))
            return
        for key in action.chord:
            if action.state == "down":
                await self._down(key)
                self._keys.add(key)
            elif key in self._keys:
                await self._screen.page.keyboard.up(key)
                self._keys.discard(key)

    async def _press(self, chord: Sequence[str], hold: float = 0) -> None:
        down: list[str] = []
        try:
            for key in chord:
                await self._down(key)
                down.append(key)
            await sleep(hold)
        finally:
            for key in reversed(down):
                await self._screen.page.keyboard.up(key)

    async def _down(self, key: str) -> None:
        try:
            await self._screen.page.keyboard.down(key)
        except PlaywrightError as error:
            if "Unknown key" not in error.message:
                raise
            raise Impossible("bad_argument", f"There is no key “{key}” here.") from error

    async def _page(self) -> str:
        """Return a mark of the page that changes once something that was done leads away from it."""
        mark: str = await self._screen.ask("lifeworldHands.mark()")
        return mark

    async def _left(self, page: str) -> bool:
        """Tell whether the page is being left: what is still to come of an action was meant for that page."""
        try:
            return await self._page() != page
        except PageLeft:
            return True


def _pixel(fraction: float, length: int) -> int:
    return min(int(fraction * length), length - 1)
