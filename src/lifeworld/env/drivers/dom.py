"""Drives a world in this process, without a browser: follows its links, fills and sends its forms.

Needs no event loop (`open_now`, `act_now`, `view_now`); the async methods of the protocol call those.
"""

from collections.abc import Callable
from functools import singledispatchmethod

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
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
    Tool,
    UploadFile,
    Wait,
)
from lifeworld.core.actions import Tab as TabAction
from lifeworld.core.observation import Feedback, View
from lifeworld.env.drivers import dom_input, keyboard
from lifeworld.env.drivers.driver import DONE, NO_KEYS, NO_TOOLS, Stage, has_key, invalid, is_plain
from lifeworld.env.drivers.reach import SHELL, Reach
from lifeworld.env.drivers.tab import ReadPage, Tab, focus
from lifeworld.env.walker import Element, Tree
from lifeworld.env.walker import fields as form_fields
from lifeworld.web.address import is_local


class Dom:
    """A text browser for one world at a time. Points are `unsupported_on_target`: name nodes by their reference."""

    name = "dom"
    scale = 1
    by_points: tuple[Action, ...] = ()

    _world: Stage
    _tab: Tab
    _reach: Reach

    def __init__(self) -> None:
        self._tree: Tree | ReadPage | None = None

    # ---- the protocol

    async def open(self, world: Stage, start: str = "/") -> View:
        return self.open_now(world, start)

    async def reach(self, action: Action) -> View | None:
        return None

    async def act(self, action: Action) -> Feedback:
        return self.act_now(action)

    async def view(self) -> View:
        return self.view_now()

    async def zoom(self, region: tuple[float, float, float, float]) -> None:
        """There is no picture to look at more closely."""

    async def close(self) -> None:
        """There is nothing to let go of."""

    def open_now(self, world: Stage, start: str = "/") -> View:
        """Show the world's page at `start` as in a new browser."""
        self._world, self._tab, self._reach = world, Tab(world), Reach(world)
        self._tab.enter(start)
        self._tree = None
        return self.view_now()

    def act_now(self, action: Action) -> Feedback:
        """Carry out an action.

        Raises:
            Fault: the world broke.
        """
        tree = self._seen()
        feedback = self._do(action, tree)
        self._tree = None
        return feedback

    def view_now(self) -> View:
        """Return the page as it is now; the same tree object as long as nothing has been done."""
        tree, device = self._seen(), self._world.look.device
        size = (device.width, device.height)
        return View(url=self._tab.url, title=tree.root.name, tree=tree.root, size=size)

    @property
    def tab(self) -> Tab:
        """The tab with the page that is open, for those who keep it."""
        return self._tab

    def element(self, ref: str) -> Element | None:
        """Return the element of the open page that has a reference."""
        return self._tab.element(self._seen(), ref)

    def shown(self, address: str) -> None:
        """Note an address that somebody else's browser has shown, so that it can be gone to."""
        self._reach.show((address,))

    def _seen(self) -> Tree | ReadPage:
        if self._tree is None:
            self._tree = self._tab.look()
            self._reach.show(self._tree.addresses)
            self._reach.show((self._tab.url,))
        return self._tree

    # ---- actions

    @singledispatchmethod
    def _do(self, action: Action, tree: Tree | ReadPage) -> Feedback:
        raise TypeError(f"{action!r} is no action")

    @_do.register
    def _(self, action: Click, tree: Tree | ReadPage) -> Feedback:
        if action.button in ("back", "forward") and not self._world.look.device.touch:
            return self._travel(action.button)
        if not is_plain(action):
            return invalid("unsupported_on_target", "Without a browser there is only the plain click.")
        if action.count == 1 and isinstance(action.target, Ref) and self._followed(action.target.id, tree):
            return DONE
        return self._with(action.target, tree, lambda element: dom_input.click(self._tab, element, action.count))

    @_do.register
    def _(self, action: Text, tree: Tree | ReadPage) -> Feedback:
        if action.target is None:
            return self._type(self._focused(), action)
        return self._with(action.target, tree, lambda element: self._type(element, action))

    @_do.register
    def _(self, action: SetValue, tree: Tree | ReadPage) -> Feedback:
        return self._with(action.target, tree, lambda element: dom_input.set_value(self._tab, element, action.value))

    @_do.register
    def _(self, action: UploadFile, tree: Tree | ReadPage) -> Feedback:
        return self._with(action.target, tree, lambda element: dom_input.upload(self._tab, element, action.files))

    @_do.register
    def _(self, action: Key, tree: Tree | ReadPage) -> Feedback:
        if self._world.look.device.touch and action.chord == ("Home",):
            return self._go("/")
        if not has_key(self._world.look.device, action.chord):
            return invalid("unsupported_on_target", NO_KEYS)
        if action.state != "press":
            return invalid("unsupported_on_target", "Without a browser keys can only be pressed.")
        loads = self._tab.loads
        for _ in range(action.repeat):
            if self._tab.loads == loads:  # what is still to come was meant for that page
                keyboard.press(self._tab, self._focused(), action.chord, self._tab.shown(self._tab.look()))
        return DONE

    @_do.register
    def _(self, action: System, tree: Tree | ReadPage) -> Feedback:
        if action.name in SHELL:
            return self._go(SHELL[action.name])
        if action.name in ("back", "forward", "reload"):
            return self._travel(action.name)
        if action.name == "enter":
            keyboard.press(self._tab, self._focused(), ("Enter",), {})
            return DONE
        if action.name == "hide_keyboard":
            focus(None, self._tab.document)
            return DONE
        return invalid("unsupported_on_target", f"This device has no “{action.name}” button.")

    @_do.register
    def _(self, action: Navigate, tree: Tree | ReadPage) -> Feedback:
        path = self._reach.path(action.url, self._tab.url)
        if path is None:
            return invalid("blocked", f"“{action.url}” can't be opened from here.")
        return self._go(path)

    @_do.register
    def _(self, action: OpenApp, tree: Tree | ReadPage) -> Feedback:
        to = self._reach.app(action, self._tab.url)
        return to if isinstance(to, Feedback) else self._go(to)

    @_do.register
    def _(self, action: Scroll, tree: Tree | ReadPage) -> Feedback:
        return DONE if action.target is None else self._with(action.target, tree, lambda element: DONE)

    @_do.register(Move | Button | Drag | TabAction)
    def _(self, action: Action, tree: Tree | ReadPage) -> Feedback:
        return invalid("unsupported_on_target", f"“{action.type}” needs a browser.")

    @_do.register
    def _(self, action: Tool, tree: Tree | ReadPage) -> Feedback:
        return invalid("unsupported_on_target", NO_TOOLS)

    @_do.register(Wait | Observe | Message | Done)
    def _(self, action: Action, tree: Tree | ReadPage) -> Feedback:
        return DONE

    @_do.register
    def _(self, action: Invalid, tree: Tree | ReadPage) -> Feedback:
        return invalid(action.code, action.detail)

    # ---- steps

    def _with(self, target: Point | Ref | None, tree: Tree | ReadPage, then: Callable[[Element], Feedback]) -> Feedback:
        if not isinstance(target, Ref):
            return invalid("unsupported_on_target", "There is no pointer here; name a node by its reference.")
        element = self._tab.element(tree, target.id)
        if element is None:
            return invalid("stale_ref", f"There is no “{target.id}” on the page now.")
        return then(element)

    def _followed(self, ref: str, tree: Tree | ReadPage) -> bool:
        """Follow a link that does nothing but lead to its address; False where that is none of them."""
        node = None if ref in tree.odd else tree.root.by_ref(ref)
        if node is None or node.role != "link" or not is_local(node.href):
            return False
        dom_input.follow(self._tab, node.href, ref)
        return True

    def _type(self, element: Element | None, action: Text) -> Feedback:
        if element is None:
            return Feedback(text="Nothing has the focus, so the text went nowhere.")
        if action.target is not None:
            element.selected = False  # as a click on it leaves it
        now = dom_input.type_into(self._tab, element, action.text, clear=action.clear)
        if action.submit and now and form_fields.takes_text(now):
            keyboard.enter(self._tab, now)
        return DONE

    def _focused(self) -> Element | None:
        return next((one for one in self._tab.document.elements if one.focused), None)

    def _go(self, address: str) -> Feedback:
        self._tab.enter(address)
        return DONE

    def _travel(self, name: str) -> Feedback:
        moved = self._tab.travel({"back": -1, "forward": 1, "reload": 0}[name])
        return DONE if moved else Feedback(text=f"There is nothing to go {name} to.")
