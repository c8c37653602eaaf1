"""Which addresses an agent may go to by typing them."""

import re
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from lifeworld.core.actions import OpenApp, SystemName
from lifeworld.core.observation import Feedback
from lifeworld.env.drivers.driver import Stage, invalid
from lifeworld.web.address import is_local
from lifeworld.web.shell import DEVICE

SHELL: dict[SystemName, str] = {"home": "/", "notifications": "/notifications", "app_switcher": "/recent"}

_ODD = re.compile(r"[\x00-\x20\x7f\\]")


class Reach:
    """The addresses that a person could have come to by tapping: where apps start, and what has been shown.

    Everything else is out of reach, so an agent can't guess its way to a page (a confirmation, another row), and no
    other scheme, host or port is ever sent to a browser.

    Args:
        world: gives the apps.
        origin: scheme, host and port that full addresses must have; "" where there is none.
    """

    def __init__(self, world: Stage, origin: str = "") -> None:
        self._apps = world.site.apps
        self.origin = origin
        self._known = {*SHELL.values(), *(app.href for app in (*self._apps, DEVICE))}

    def show(self, addresses: Iterable[str]) -> None:
        """Note addresses that are on the screen, or that the agent is at."""
        self._known.update(address.partition("#")[0] for address in addresses if is_local(address))

    def path(self, written: str, current: str) -> str | None:
        """Return path and query of the address that the agent wrote, or None where it may not go there."""
        text = written.strip()
        if _ODD.search(text) or not _parses(text):
            return None
        if self.origin and text.lower().startswith(f"{self.origin}/"):
            text = text[len(self.origin) :]
        parts = urlsplit(text)
        if parts.scheme or parts.netloc or text.startswith("//"):
            return None
        path = urljoin(current, text).partition("#")[0]
        return next((known for known in (path, f"{path}/") if known in self._known), None)

    def app(self, action: OpenApp, current: str) -> str | Feedback:
        """Return the address that opening or closing an app leads to, or what there is to say instead."""
        if action.op == "list":
            return Feedback(text=", ".join(app.name for app in self._apps))
        wanted = action.name.strip().casefold()
        if action.op == "close" and not wanted:
            return "/"
        app = next((app for app in (*self._apps, DEVICE) if wanted in (app.name.casefold(), app.id)), None)
        if app is None:
            return invalid("bad_argument", f"There is no app called “{action.name}”.")
        if action.op == "close":
            return "/" if current.startswith(app.href) else current
        return app.href


def _parses(address: str) -> bool:
    try:
        urlsplit(address)
    except ValueError:  # "http://["
        return False
    return True
