"""What every driver is: the way in which an agent touches a world."""

from typing import Protocol

from lifeworld.core.action_errors import Code
from lifeworld.core.actions import Action, Click
from lifeworld.core.errors import LifeworldError, WorldFault
from lifeworld.core.observation import Feedback, View
from lifeworld.web.app import App
from lifeworld.web.look import Device, Look
from lifeworld.web.request import Request, Response

DONE = Feedback()
NO_KEYS = "This device has no keyboard with such keys."
_HARDWARE_FREE = frozenset(("Enter", "Backspace", "Tab", "Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"))
LONG_PRESS_MS = 450  # as the screens take it (gestures.js)
NO_TOOLS = "There are screens here and no tools: those are in the channels “tools”, “tree+tools” and “pixels+tools”."


def is_plain(click: Click) -> bool:
    """Tell whether a click is one of the left button, with no key held, and no long press."""
    return click.button == "left" and not click.modifiers and click.hold_ms < LONG_PRESS_MS


def has_key(device: Device, chord: tuple[str, ...]) -> bool:
    """Tell whether a device has the keys of a chord: a phone has single ones, which its screen shows."""
    return not device.touch or (len(chord) == 1 and chord[0] in _HARDWARE_FREE)


class Screens(Protocol):
    """A request in, a response out; `fault` holds what broke, if something of ours did."""

    @property
    def apps(self) -> tuple[App, ...]: ...

    @property
    def fault(self) -> WorldFault | None: ...

    def handle(self, request: Request) -> Response: ...


class Stage(Protocol):
    """What drivers need of a world, and all that they reach of it."""

    look: Look
    token: str

    @property
    def site(self) -> Screens: ...


class Driver(Protocol):
    """Opens a world, acts in it and looks at it; used for one episode after the other.

    Attributes:
        scale: device pixels for a pixel of the page in pictures, where there are any, from the next world on.
        by_points: what the last action, given by references, comes to by points; nothing where points can't say it.
    """

    name: str
    scale: int
    by_points: tuple[Action, ...]

    async def open(self, world: Stage, start: str = "/") -> View:
        """Show the world's page at `start`, with nothing left of the episode before."""
        ...

    async def reach(self, action: Action) -> View | None:
        """Bring what an action is aimed at by reference into the picture, as `act` would.

        Return what is on the screen then, with the scrolling in `by_points`; None where nothing had to be scrolled.
        """
        ...

    async def act(self, action: Action) -> Feedback:
        """Carry out an action and wait until the screen has settled.

        `Wait`, `Observe`, `Message` and `Done` are the environment's business and do nothing here.

        Raises:
            Fault: the world or the driver broke; never for what the agent did.
        """
        ...

    async def view(self) -> View:
        """Return what is on the screen now."""
        ...

    async def zoom(self, region: tuple[float, float, float, float]) -> bytes | None:
        """Return a part of the screen enlarged as PNG; left, top, right, bottom in fractions; None without pictures."""
        ...

    async def close(self) -> None:
        """Let go of the world and of whatever the driver holds."""
        ...


class Impossible(LifeworldError):
    """An action that can't be done here; becomes the feedback that it carries. Never leaves a driver."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.feedback = invalid(code, text)


def invalid(code: Code, text: str) -> Feedback:
    """Return the outcome of an action that could not be done: nothing has happened."""
    return Feedback(False, code, text)


def raise_fault(world: Stage) -> None:
    """Raise what broke inside the world while it answered, if something did."""
    if world.site.fault is not None:
        raise world.site.fault
