"""The device around the apps: home screen, search, app switcher, notifications; its own screens are in `own`."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from lifeworld.web import dates
from lifeworld.web.anatomy import anatomy
from lifeworld.web.app import App
from lifeworld.web.language import _, pgettext
from lifeworld.web.pages import Pages
from lifeworld.web.request import Missing, Page, Redirect, Request
from lifeworld.web.shell.models import MODELS, device, silenced
from lifeworld.web.shell.notices import groups, seed
from lifeworld.web.shell.own import DEVICE, LOCK_SCREEN, panel
from lifeworld.web.shell.sketch import Sketch, sketch

__all__ = ["CLOSE", "DEVICE", "LOCK_SCREEN", "MODELS", "pages", "seed"]

CLOSE = "/recent/close"


@lru_cache(maxsize=8)
def pages(apps: tuple[App, ...]) -> Pages:
    """Return the shell's own addresses over these apps."""
    shell = Pages("")

    @shell.page("/")
    def home(request: Request) -> Page:
        tiles = [_tile(app, request) for app in apps] + [_own_tile()] * request.device.wide
        shown = {"wallpaper": device(request.store).wallpaper, "weeks": dates.weeks(request.now.date())}
        return request.page("shell/home.html", title=pgettext("a screen", "Home"), apps=tiles, q="", **shown)

    @shell.page("/search")
    def search(request: Request) -> Page:
        q = request.search()
        tiles = (*(_tile(app, request) for app in apps), _own_tile())
        found = [tile for tile in tiles if q.lower() in tile["name"].lower()]
        return panel(request, "search", title=_("Search"), q=q, apps=found)

    @shell.page("/recent", passing=True)
    def recent(request: Request) -> Page:
        by_id = {app.id: app for app in apps}
        opened = [_card(by_id[name], request) for name in request.host.recent]
        return request.page("shell/switcher.html", title=_("Recent apps"), recent=opened)

    @shell.page("/recent/{name:word}", passing=True)
    def raised(request: Request, name: str) -> Redirect:
        app = next((app for app in apps if app.id == name), None)
        if app is None:
            raise Missing
        return request.redirect(request.host.left[name].href if name in request.host.left else app.href)

    @shell.page("/notifications")
    def notifications(request: Request) -> Page:
        return panel(request, "notifications", title=_("Notifications"), groups=groups(request.host))

    shell.routes += DEVICE.pages.routes
    return shell


def _tile(app: App, request: Request) -> dict[str, Any]:
    badge = 0 if app.id in silenced(request.store) else app.waiting(request.store)
    return {"id": app.id, "name": app.name, "href": app.href, "icon": app.icon, "badge": badge}


def _card(app: App, request: Request) -> dict[str, Any]:
    """Return what the app switcher shows of an app: its last page, where it has shown one and is not shut since."""
    left, shut = request.host.left.get(app.id), app.is_shut(request.store)
    of = {"title": left.title, "href": left.href} if left else {"title": app.name}
    shown = sketch(left.drawn.html) if left and not shut else Sketch()
    return {**_tile(app, request), **of, "sketch": shown, "bar": anatomy(app.folder).bar, "tint": _tint(app.folder)}


@lru_cache(maxsize=64)
def _tint(folder: Path) -> str:
    """Return an app's hue and how strong it is, as a style sheet has them."""
    sheet = (folder / "static/app.css").read_text(encoding="utf-8")
    hue, chroma = (re.search(rf"--{name}:\s*([\d.]+)", sheet) for name in ("hue", "chroma"))
    return f"--h:{hue[1] if hue else 255};--c:{chroma[1] if chroma else 0.14}"


def _own_tile() -> dict[str, Any]:
    return {"id": DEVICE.id, "name": _(DEVICE.name), "href": DEVICE.href, "icon": "kit/settings.svg", "badge": 0}
