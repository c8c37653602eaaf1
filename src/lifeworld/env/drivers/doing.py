"""What an action comes to in Chromium: pointer, keys and values on the page that is shown."""

import contextlib
import json
from asyncio import sleep
from functools import singledispatchmethod
from typing import Literal

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
    UploadFile,
    Wait,
)
from lifeworld.core.observation import Feedback
from lifeworld.env.drivers import bounds
from lifeworld.env.drivers.by_points import Spot, Turn, pixel
from lifeworld.env.drivers.dom_input import NO_FILES, plain
from lifeworld.env.drivers.driver import DONE, NO_KEYS, NO_TOOLS, Impossible, has_key, is_plain
from lifeworld.env.drivers.reach import SHELL, Reach
from lifeworld.env.drivers.screen import PageLeft, Screen
from lifeworld.env.walker import Element, Tree

BETWEEN_CLICKS = 0.07  # a finger's click is an event of its own, after the finger has gone
_REFUSED = {
    "gone": "This is no longer on the page.",
    "disabled": "This field is disabled.",
    "no choice": "There is no such choice.",
    "on or off": "This can only be on or off.",
    "radio": "A radio button goes off when another of its group goes on.",
    "no text": "This can't hold that value.",
}


class Doing:
    """Does one action on a page.

    Args:
        screen: what shows the page.
        tree: the page as it was read last.
        reach: what may be gone to.
        url: of the page, within the world.

    Attributes:
        spots: the places that were pointed at, in CSS pixels.
        turns: how what lay outside was brought into view.
    """

    def __init__(self, screen: Screen, tree: Tree, reach: Reach, url: str) -> None:
        self._screen, self._tree, self._reach, self._url = screen, tree, reach, url
        self.spots: list[Spot] = []
        self.turns: list[Turn] = []

    def target_of(self, action: Action) -> Element | None:
        """Return the element that an action is aimed at by reference.

        Raises:
            Impossible: it isn't on the page.
        """
        return self._element(getattr(action, "target", None))

    async def reach(self, action: Action) -> None:
        """Bring what an action is aimed at by reference into view.

        Raises:
            Impossible: it isn't on the page, or not drawn.
        """
        element = self.target_of(action)
        if element is not None:
            await self._place((element.around("select") if element.tag == "option" else None) or element)

    @singledispatchmethod
    async def do(self, action: Action) -> Feedback:
        """Do an action.

        Raises:
            Impossible: it can't be done here.
        """
        raise TypeError(f"{action!r} is no action")

    @do.register
    async def _(self, action: Click) -> Feedback:
        if action.button in ("back", "forward") and not self._screen.device.touch:
            return await self._travel(action.button)
        option = self._element(action.target)
        if option is not None and option.tag == "option":
            if not is_plain(action):
                raise Impossible("unsupported_on_target", "An option takes only the plain click.")
            if (select := option.around("select")) is not None:
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

    @do.register
    async def _(self, action: Move) -> Feedback:
        await self._screen.pointer.move(await self._spot(action.target), action.modifiers)
        return DONE

    @do.register
    async def _(self, action: Button) -> Feedback:
        spot = await self._spot(action.target) if action.target else None
        await self._screen.pointer.press(spot, action.button, action.state == "down")
        return DONE

    @do.register
    async def _(self, action: Drag) -> Feedback:
        if action.pointer != "auto" and (action.pointer == "touch") != self._screen.device.touch:
            raise Impossible("unsupported_on_target", f"This device has no {action.pointer}.")
        path = [await self._spot(target) for target in bounds.thinned(action.path)]
        await self._screen.pointer.drag(path, action.duration_ms, action.modifiers)
        return DONE

    @do.register
    async def _(self, action: Scroll) -> Feedback:
        device = self._screen.device
        spot = await self._spot(action.target) if action.target else (device.width / 2, device.height / 2)
        across, down = (device.width, device.height) if action.unit == "viewport" else (1, 1)
        dx, dy = bounds.scrolled(action.dx * across), bounds.scrolled(action.dy * down)
        await self._screen.pointer.scroll(spot, dx, dy, action.modifiers)
        return DONE

    @do.register
    async def _(self, action: Text) -> Feedback:
        if action.target is not None:
            await self._screen.pointer.click(await self._spot(action.target), "left", 1, 0.0, ())
            await self._screen.settle(self._reach.origin)
            await self._screen.ask("lifeworldHands.caretToEnd()")
        focused = await self._screen.ask("lifeworldHands.focused()")
        if not focused:
            return Feedback(text="Nothing has the focus, so the text went nowhere.")
        if action.clear:
            await self._screen.keys.press(("Control", "a"))
        await self._screen.keys.type(action.text, replacing=action.clear, lines=focused == "textarea")
        if action.submit:
            await self._screen.settle(self._reach.origin)  # a search may find as one types
            await self._screen.keys.press(("Enter",))
        return DONE

    @do.register
    async def _(self, action: Key) -> Feedback:
        if self._screen.device.touch and action.chord == ("Home",):
            return await self._open("/")
        if not has_key(self._screen.device, action.chord):
            raise Impossible("unsupported_on_target", NO_KEYS)
        page = await self._page()
        for nth in range(action.repeat):
            if nth and await self._left(page):
                break
            await self._screen.keys.do(action)
        return DONE

    @do.register
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
            await self._screen.keys.type(str(value), replacing=True, lines=element.tag == "textarea")
        return DONE

    @do.register
    async def _(self, action: UploadFile) -> Feedback:
        element = self._element(action.target)
        names = json.dumps(action.files, allow_nan=False)
        address = element and await self._screen.ask(f"lifeworldHands.list({element.order}, {names})")
        if not address:
            raise Impossible("unsupported_on_target", NO_FILES)
        return await self._open(address)

    @do.register
    async def _(self, action: System) -> Feedback:
        if action.name in SHELL:
            return await self._open(SHELL[action.name])
        if action.name in ("back", "forward", "reload"):
            return await self._travel(action.name)
        if action.name == "enter":
            await self._screen.keys.press(("Enter",))
            return DONE
        if action.name == "hide_keyboard":
            await self._screen.ask("document.activeElement?.blur()")
            return DONE
        raise Impossible("unsupported_on_target", f"This device has no “{action.name}” button.")

    @do.register
    async def _(self, action: Navigate) -> Feedback:
        path = self._reach.path(action.url, self._url)
        if path is None:
            raise Impossible("blocked", f"“{action.url}” can't be opened from here.")
        return await self._open(path)

    @do.register
    async def _(self, action: OpenApp) -> Feedback:
        to = self._reach.app(action, self._url)
        return to if isinstance(to, Feedback) else await self._open(to)

    @do.register
    async def _(self, action: Tab) -> Feedback:
        raise Impossible("unsupported_on_target", "There is one tab only.")

    @do.register
    async def _(self, action: Tool) -> Feedback:
        raise Impossible("unsupported_on_target", NO_TOOLS)

    @do.register(Wait | Observe | Message | Done)
    async def _(self, action: Action) -> Feedback:
        return DONE

    @do.register
    async def _(self, action: Invalid) -> Feedback:
        raise Impossible(action.code, action.detail)

    # ---- parts of actions

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
            self.spots.append((pixel(target.x, device.width), pixel(target.y, device.height)))
            return self.spots[-1]
        element = self._element(target)
        assert element is not None
        return await self._place(element)

    async def _place(self, element: Element) -> Spot:
        spot = await self._screen.ask(f"lifeworldHands.place({element.order})")
        if spot is None:
            raise Impossible("stale_ref", f"“{element.ref}” is no longer on the screen.")
        self.turns += map(tuple, spot[2])
        self.spots.append((spot[0], spot[1]))
        return spot[0], spot[1]

    async def _reveal(self, element: Element) -> None:
        """Bring what is set without pressing it to where it could be pressed, if it is drawn at all."""
        with contextlib.suppress(Impossible):
            await self._place(element)

    async def _open(self, path: str) -> Feedback:
        await self._screen.open(self._reach.origin, path)
        return DONE

    async def _travel(self, way: Literal["back", "forward", "reload"]) -> Feedback:
        moved = await self._screen.travel(way)
        return DONE if moved else Feedback(text=f"There is nothing to go {way} to.")

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
