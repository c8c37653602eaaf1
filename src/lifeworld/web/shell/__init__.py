"""The device around the apps: home screen, search, app switcher, notifications; its own screens are in `own`."""

import re
from functools import lru_cache
from typing import Any

from lifeworld.core.folding import plain
from lifeworld.web import dates
from lifeworld.web.app import App
from lifeworld.web.kept import Drawn
from lifeworld.web.language import _, pgettext
from lifeworld.web.pages import Pages
from lifeworld.web.request import Host, Missing, Page, Redirect, Request
from lifeworld.web.shell.models import MODELS, device, silenced
from lifeworld.web.shell.notices import groups, seed
from lifeworld.web.shell.own import DEVICE, LOCK_SCREEN, panel

__all__ = ["CLOSE", "DEVICE", "LOCK_SCREEN", "MODELS", "SMALL", "last_page", "pages", "seed"]

CLOSE = "/recent/close"
SMALL = re.compile(r"/recent/(\w+)/page")  # an app's last page, in a frame among the recent apps


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
        tiles = [*(_tile(app, request) for app in apps), _own_tile()]
        tiles.sort(key=lambda tile: str(tile["name"]).casefold())
        found = [tile for tile in tiles if plain(q) in plain(tile["name"])]
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
    left = request.host.left.get(app.id)
    of = {"title": left.title, "href": left.href} if left else {"title": app.name}
    return {**_tile(app, request), **of, "drawn": left is not None and not app.is_shut(request.store)}


def last_page(host: Host, name: str) -> Drawn:
    """Return the last page of an app; `Missing` where it has shown none, or is shut since."""
    app = next((app for app in host.apps if app.id == name), None)
    if app is None or name not in host.left or app.is_shut(host.store):
        raise Missing
    return host.left[name].drawn


def _own_tile() -> dict[str, Any]:
    return {"id": DEVICE.id, "name": _(DEVICE.name), "href": DEVICE.href, "icon": "kit/settings.svg", "badge": 0}
