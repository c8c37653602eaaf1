"""One page in a browser context of its own: asks it, waits for it, takes its picture."""

import asyncio
import base64
import contextlib
import itertools
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from lifeworld.core.errors import DriverFault
from lifeworld.env.drivers.hands import Finger, Keys, Mouse, Pointer
from lifeworld.env.drivers.server import new_host
from lifeworld.env.walker import SNAPSHOT_SCRIPT
from lifeworld.web.look import Device

_LEFT = ("navigated or closed", "context was destroyed", "Cannot find context", "was collected", "Not attached")
_AT_REST = "lifeworldSettled().then(() => [location.origin, lifeworldHands.wasBlocked(), lifeworldPage.snapshot()])"
_KEPT = "cookies,indexeddb,local_storage,cache_storage"
_CAST_QUALITY = 70  # of the JPEGs of a screen that is watched; words stay sharp, and a frame is some 30 kB
NARROWEST = 0.01  # of a picture's width or height that is looked at more closely


class Rest(NamedTuple):
    """A page at rest.

    Attributes:
        blocked: the address outside of the world that the page wanted to go to and was kept from, or "".
        snapshot: what snapshot.js read, as JSON.
    """

    blocked: str
    snapshot: str


class PageLeft(Exception):
    """The page went away while it was asked."""


class Screen:
    """A page that shows one world after the other, in one device's form.

    Where nothing of the last world's page is under way, the next world's takes its place, with all that the browser has
    loaded. Otherwise the page is left and worlds take turns at two host names of one site: what the page still sends
    never reaches the next world, and the browser keeps the process.

    Attributes:
        host: the name of the world that was shown last.
    """

    pointer: Pointer

    def __init__(self, device: Device, ratio: float, context: BrowserContext, page: Page, session: CDPSession) -> None:
        self.device, self.ratio, self.page = device, ratio, page
        self._context, self._session = context, session
        self._crash: asyncio.Future[None] | None = None
        self.pointer = Finger(session) if device.touch else Mouse(page)
        self.keys = Keys(page, session)
        site = new_host()
        self.host = ""
        self._hosts = itertools.cycle((f"a.{site}", f"b.{site}"))

    async def prepare(self) -> None:
        """Draw at the ratio, and load our own scripts before those of every page to come."""
        device = self.device
        metrics = {"width": device.width, "height": device.height, "deviceScaleFactor": self.ratio}
        await self.send("Emulation.setDeviceMetricsOverride", metrics | {"mobile": device.touch})
        self.page.on("crash", self._give_up)  # what is asked of a crashed page would wait for an answer in vain
        await self.send("Page.enable")
        await self.send("Page.addScriptToEvaluateOnNewDocument", {"source": _scripts()})

    async def close(self) -> None:
        await self._context.close()

    @property
    def alive(self) -> bool:
        """Whether there is still a page: the browser may have died, or the page alone."""
        return not self.page.is_closed() and self._crash is None

    def _give_up(self, page: Page) -> None:
        self._crash = asyncio.ensure_future(self._context.close())

    async def next_host(self) -> str:
        """Forget what the last world's pages have kept, and return the name to serve the next world under."""
        await self.ask("location.origin === 'null' || sessionStorage.clear()")
        self.host = next(self._hosts)
        await self._forget()
        return self.host

    async def send(self, method: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a DevTools command."""
        answer: dict[str, Any] = await self._session.send(method, options or {})
        return answer

    async def ask(self, expression: str) -> Any:
        """Return what a JavaScript expression gives on the page, or what its promise resolves to.

        Raises:
            PageLeft: another page came meanwhile.
            DriverFault: the expression failed.
        """
        options = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        try:
            answer = await self.send("Runtime.evaluate", options)
        except PlaywrightError as error:
            if any(said in error.message for said in _LEFT):
                raise PageLeft from error
            raise
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"].get("exception", {}).get("description", "an exception")
            raise DriverFault(f"{expression[:60]}: {thrown}")
        return answer["result"].get("value")

    async def go(self, address: str) -> None:
        """Load an address; the caller has made sure that it is the world's own."""
        answer = await self.send("Page.navigate", {"url": address})
        if problem := answer.get("errorText"):
            raise DriverFault(f"the browser could not open {address}: {problem}")

    async def open(self, origin: str, path: str) -> None:
        """Show an address of the world in the place of the open page, or load it where that can't be."""
        try:
            shown = await self.ask(f"lifeworldHands.open({json.dumps(path, allow_nan=False)})")
        except PageLeft:
            shown = False
        if not shown:
            await self.go(origin + path)

    async def left(self) -> bool:
        """Forget what the last world's pages have kept; False where one of them may still ask for something."""
        origin = json.dumps(f"http://{self.host}", allow_nan=False)
        try:
            free = await self.ask(f"globalThis.lifeworldHands?.leave({origin}) ?? false")
        except PageLeft:
            return False
        if free:
            await self._forget()
        return bool(free)

    async def _forget(self) -> None:
        await self.send("Storage.clearDataForOrigin", {"origin": f"http://{self.host}", "storageTypes": _KEPT})

    async def travel(self, way: Literal["back", "forward", "reload"]) -> bool:
        """Go through history; False where there is nothing to go to."""
        try:
            return bool(await self.ask(f"lifeworldHands.travel({json.dumps(way, allow_nan=False)})"))
        except PageLeft:
            return True

    async def settle(self, origin: str) -> Rest:
        """Wait until the page is at rest, and read it.

        Raises:
            DriverFault: the page isn't the world's any more.
        """
        again = True
        while True:
            try:
                there, *rest = await self.ask(_AT_REST)
            except PageLeft:
                continue
            if there == origin:
                return Rest(*rest)
            if not again:
                raise DriverFault(f"the page has left its world for {there}")
            again = False
            await self._ask_again(origin)

    async def _ask_again(self, origin: str) -> None:
        """Load the address that the browser would not show: going back to what a form has answered is refused once."""
        history = await self.send("Page.getNavigationHistory")
        address: str = history["entries"][history["currentIndex"]]["url"]
        if not address.startswith(f"{origin}/"):
            raise DriverFault(f"the page has left its world for {address}")
        await self.go(address)

    async def picture(self, **clip: Any) -> bytes:
        """Return the screen as PNG, or a part of it."""
        answer = await self.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, **clip})
        return base64.b64decode(answer["data"])

    async def cast(self, show: Callable[[bytes], None]) -> None:
        """Show every frame that is drawn from now on, as JPEG; the next one comes when the last has been shown."""
        shown: set[asyncio.Task[Any]] = set()

        def drawn(frame: dict[str, Any]) -> None:
            show(base64.b64decode(frame["data"]))
            task = asyncio.ensure_future(self._acknowledge(frame["sessionId"]))
            shown.add(task)
            task.add_done_callback(shown.discard)

        self._session.on("Page.screencastFrame", drawn)
        await self.send("Page.startScreencast", {"format": "jpeg", "quality": _CAST_QUALITY})

    async def _acknowledge(self, frame: int) -> None:
        with contextlib.suppress(PlaywrightError):  # the page may have gone
            await self.send("Page.screencastFrameAck", {"sessionId": frame})

    async def crop(self, region: tuple[float, float, float, float]) -> bytes:
        """Return a part of the screen as PNG, as wide as the whole: left, top, right, bottom in fractions."""
        x, y = await self.ask("[scrollX, scrollY]")
        left, right = _wide_enough(region[0], region[2])
        top, bottom = _wide_enough(region[1], region[3])
        width, height = (right - left) * self.device.width, (bottom - top) * self.device.height
        corner = {
            "x": x + left * self.device.width,
            "y": y + top * self.device.height,
            "width": width,
            "height": height,
        }
        return await self.picture(clip=corner | {"scale": min(1 / (right - left), 1 / (bottom - top))})


def _wide_enough(start: float, end: float) -> tuple[float, float]:
    """Return a stretch that can be drawn: a narrower one is widened about its middle, within the picture."""
    if end - start >= NARROWEST:
        return start, end
    start = min(max((start + end - NARROWEST) / 2, 0), 1 - NARROWEST)
    return start, start + NARROWEST


def _scripts() -> str:
    settle = files("lifeworld.web").joinpath("static/settle.js").read_text("utf-8")
    page = files("lifeworld.env.drivers").joinpath("page.js").read_text("utf-8")
    return "\n".join((settle, SNAPSHOT_SCRIPT, page))
