"""All addresses of a world: those of its apps and of its shell, and what they show."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lifeworld.core.source import place_of
from lifeworld.web import shell
from lifeworld.web.app import App
from lifeworld.web.pages import Route
from lifeworld.web.request import Page, Redirect, Request

Routes = Mapping[str, tuple[tuple[App | None, Route], ...]]


@lru_cache(maxsize=8)
def table_of(apps: tuple[App, ...]) -> Routes:
    """Return the routes by the first part of their path."""
    table: dict[str, list[tuple[App | None, Route]]] = {}
    for app in apps:
        for route in app.pages.routes:
            table.setdefault(route.path.split("/")[1], []).append((app, route))
    for route in shell.pages(apps).routes:
        table.setdefault(route.path.split("/")[1], []).append((None, route))
    return {first: tuple(found) for first, found in table.items()}


def narrowing(apps: tuple[App, ...], path: str) -> frozenset[str]:
    """Return what of a page's query leaves something out of its lists."""
    found = (route for _, route in table_of(apps).get(path.split("/")[1], ()) if route.match(path) is not None)
    return next((route.narrows for route in found if route.view), frozenset())


def viewed(request: Request, route: Route, arguments: Mapping[str, Any]) -> Page | Redirect:
    """Return what an address shows."""
    assert route.view
    form = (route.form(request, request.query_pairs, arguments),) if route.command else ()
    found = route.view(request, *form, **arguments)
    if not isinstance(found, Page | Redirect):
        name = f"{route.view.__name__} ({place_of(route.view)})"
        raise TypeError(f"{name} returns {found!r:.40}; return request.page(…) or a Redirect")
    return found
