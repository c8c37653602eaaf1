"""The device around the apps: home screen, search, app switcher, notifications."""

from functools import lru_cache
from typing import Any

from lifeworld.web.app import App
from lifeworld.web.gate import Notice
from lifeworld.web.language import _, pgettext, speaking
from lifeworld.web.pages import Pages
from lifeworld.web.request import Page, Request


@lru_cache(maxsize=8)
def pages(apps: tuple[App, ...]) -> Pages:
    """Return the shell's own addresses over these apps."""
    shell = Pages("")

    @shell.page("/")
    def home(request: Request) -> Page:
        return request.page(
            "shell/home.html", title=pgettext("a screen", "Home"), apps=[_tile(app, request) for app in apps], q=""
        )

    @shell.page("/search")
    def search(request: Request) -> Page:
        q = request.search()
        found = [_tile(app, request) for app in apps if q.lower() in app.name.lower()]
        return request.page("shell/search.html", title=_("Search"), q=q, apps=found)

    @shell.page("/recent", passing=True)
    def recent(request: Request) -> Page:
        by_id = {app.id: app for app in apps}
        opened = [_tile(by_id[name], request) for name in request.host.recent]
        return request.page("shell/switcher.html", title=_("Recent apps"), recent=opened)

    @shell.page("/notifications")
    def notifications(request: Request) -> Page:
        found = [(notice, app) for app in apps for notice in _notices(app, request)]
        found.sort(key=lambda pair: pair[0].at, reverse=True)
        return request.page("shell/notifications.html", title=_("Notifications"), notices=found)

    return shell


def _notices(app: App, request: Request) -> list[Notice]:
    with speaking(request.host.look.of(app.id).language, app.folder):
        return app.news(request.store)


def _tile(app: App, request: Request) -> dict[str, Any]:
    return {"id": app.id, "name": app.name, "href": app.href, "icon": app.icon, "badge": app.waiting(request.store)}
