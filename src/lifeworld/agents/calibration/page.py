"""The calibration page: a stage of its own for a driver, with controls at known places and a record of what arrives."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from lifeworld.core.actions import Point
from lifeworld.web.look import Device, Look
from lifeworld.web.request import Request, Response

PageName = Literal["taps", "lists", "text", "pad"]
Event: TypeAlias = dict[str, Any]
TURN = "Turn"
# By name: the centre in parts of the screen, and the side in pixels.
_TAPS = {
    "A": (0.06, 0.04, 24),
    "B": (0.47, 0.06, 12),
    "C": (0.93, 0.05, 16),
    "D": (0.2, 0.2, 44),
    "E": (0.75, 0.23, 8),
    "F": (0.08, 0.45, 32),
    "G": (0.5, 0.5, 64),
    "H": (0.9, 0.48, 24),
    "I": (0.3, 0.66, 8),
    "J": (0.8, 0.7, 44),
    "K": (0.05, 0.96, 16),
    "L": (0.55, 0.93, 12),
    "M": (0.95, 0.95, 24),
    TURN: (0.5, 0.8, 48),
}
FIELDS = ("Plain", "Accents", "Emoji", "Lines", "Signs")
_STYLE = """\
* { box-sizing: border-box; touch-action: none; user-select: none }
body { margin: 0; overflow: hidden; font: 12px sans-serif; background: #fff }
button, textarea, .list, .pad { position: absolute; margin: 0; padding: 0; border: 1px solid #36c; background: #def }
button { font: 9px sans-serif; line-height: 1; overflow: visible; white-space: nowrap; color: #000 }
textarea { resize: none; user-select: text } .list { overflow: auto; touch-action: auto }
.list div { width: 6000px; height: 6000px; background: linear-gradient(45deg, #fff, #9bd, #fff) }"""


@dataclass(frozen=True)
class Control:
    """A control of the page, in CSS pixels."""

    name: str
    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2

    def point(self, device: Device) -> Point:
        """Return its centre as a place on the screen."""
        x, y = self.centre
        return Point(x=x / device.width, y=y / device.height)


class Calibration:
    """A stage that shows one page after the other, and keeps what they told; it has no apps and no rows.

    Attributes:
        events: what arrived on the pages, in order.
    """

    apps: tuple[()] = ()
    fault: None = None
    token = ""

    def __init__(self, device: Device) -> None:
        self.look = Look("light", device)
        self.events: list[Event] = []

    @property
    def site(self) -> "Calibration":
        return self

    def turned(self) -> "Calibration":
        """Return the same on its side."""
        device = self.look.device
        other = Calibration(replace(device, width=device.height, height=device.width))
        other.events = self.events
        return other

    def controls(self, page: PageName) -> dict[str, Control]:
        """Return what is on a page, by name."""
        device = self.look.device
        found = [_square(name, *place, device) for name, place in _TAPS.items()] if page == "taps" else []
        if page == "text":
            found = [_line(nth, name, device) for nth, name in enumerate(FIELDS)]
        whole = Control("List" if page == "lists" else "Pad", 8, 8, device.width - 16, device.height - 16)
        return {one.name: one for one in found or [whole]}

    def handle(self, request: Request) -> Response:
        """Show a page, or take in what one tells."""
        if request.path == "/event":
            self.events.append(json.loads(dict(request.form_pairs)["event"]))
            return Response(204, {})
        page = request.path.removeprefix("/")
        if page not in ("taps", "lists", "text", "pad"):
            return Response(404, {})
        return Response(200, {"content-type": "text/html; charset=utf-8"}, _html(page, self.controls(page)).encode())  # type: ignore[arg-type]


def _square(name: str, x: float, y: float, side: int, device: Device) -> Control:
    return Control(name, round(x * device.width - side / 2), round(y * device.height - side / 2), side, side)


def _line(nth: int, name: str, device: Device) -> Control:
    height = device.height // (len(FIELDS) + 1)
    return Control(name, 10, 10 + nth * height, device.width - 20, height - 10)


def _html(page: str, controls: dict[str, Control]) -> str:
    script = files(__package__).joinpath("page.js").read_text("utf-8")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Calibration</title>'
        '<meta name="viewport" content="width=device-width, user-scalable=no">'
        f"<style>{_STYLE}</style><main>{_drawn(page, list(controls.values()))}</main><script>{script}</script>"
    )


def _drawn(page: str, controls: Sequence[Control]) -> str:
    tag, inner = {
        "taps": ("button", "{}"),
        "text": ("textarea", ""),
        "lists": ('div class="list" tabindex="0"', "<div></div>"),
        "pad": ('div class="pad"', ""),
    }[page]
    return "".join(
        f'<{tag} id="{escape(one.name)}" aria-label="{escape(one.name)}" style="left:{one.left}px;top:{one.top}px;'
        f'width:{one.width}px;height:{one.height}px">{inner.format(one.name)}</{tag.split()[0]}>'
        for one in controls
    )
