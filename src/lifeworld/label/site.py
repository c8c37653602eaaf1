"""The pages that people rate on: one server on the loopback, for as many people as sit down at it."""

import secrets
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from lifeworld.core.errors import UserError
from lifeworld.label.desk import Desk
from lifeworld.run.labels import called
from lifeworld.web.page_files import file_routes
from lifeworld.web.request import pairs_of

_HOSTS = ["127.0.0.1", "localhost"]  # a page elsewhere can't come in under another name
_OWN = {"label.css": "text/css", "label.js": "text/javascript"}
_COOKIE = "annotator"
ANSWERS = (("yes", "Yes", "y"), ("no", "No", "n"), ("unclear", "Can’t tell", "u"))
Handler = Callable[[Request, str, dict[str, str]], Awaitable[Response]]


class Site:
    """Shows a desk to whoever gives a name."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._token = desk, secrets.token_urlsafe(18)

    def application(self) -> Starlette:
        """Return the application to serve."""
        routes = [
            Route("/", self._start),
            Route("/name", self._posted(self._named), methods=["POST"]),
            Route("/rate/{number:int}", self._sheet, methods=["GET"]),
            Route("/rate/{number:int}", self._posted(self._rated), methods=["POST"]),
            Route("/leave", self._posted(self._left), methods=["POST"]),
            Route("/picture/{name}", self._picture),
            *file_routes("lifeworld.label", _OWN),
        ]
        return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=_HOSTS)])

    async def _start(self, request: Request) -> Response:
        name = _name(request)
        if not name:
            return self._rendered("name.html", problem="", given="")
        done = self._desk.progress(name)
        return self._rendered("overview.html", name=name, done=done, next=_next(done, 0))

    async def _sheet(self, request: Request) -> Response:
        name, number = _name(request), request.path_params["number"]
        sheet = self._desk.sheet(name, number) if name else None
        if sheet is None:
            return RedirectResponse("/", 303)
        done = self._desk.progress(name)
        context = {"sheet": sheet, "done": sum(done), "next": _next(done, number), "answers": ANSWERS}
        return self._rendered("rate.html", name=name, **context)

    async def _picture(self, request: Request) -> Response:
        place = self._desk.picture(request.path_params["name"])
        if place is None or not place.is_file():  # a run may have been copied without its pictures
            return Response("no such picture", 404)
        return FileResponse(place, media_type="image/png")

    # ---- what forms do

    def _posted(self, act: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Return a handler for a form of this server's own."""

        async def handle(request: Request) -> Response:
            own = f"{request.url.scheme}://{request.url.netloc}"
            fields = dict(pairs_of(await request.body()))
            token = fields.get("token", "").encode()
            if request.headers.get("origin", own) != own or not secrets.compare_digest(token, self._token.encode()):
                return Response("This form is from elsewhere, or from an earlier start; load the page again.", 403)
            return await act(request, _name(request), fields)

        return handle

    async def _named(self, request: Request, _: str, fields: dict[str, str]) -> Response:
        try:
            name = called(fields.get("name", ""))
        except UserError as problem:
            page = self._rendered("name.html", problem=f"{problem}.".capitalize(), given=fields.get("name", ""))
            page.status_code = 422
            return page
        answer = RedirectResponse("/", 303)
        answer.set_cookie(_COOKIE, quote(name), httponly=True, samesite="strict", max_age=31_536_000)
        return answer

    async def _left(self, request: Request, name: str, fields: dict[str, str]) -> Response:
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(_COOKIE)
        return answer

    async def _rated(self, request: Request, name: str, fields: dict[str, str]) -> Response:
        number = request.path_params["number"]
        if not name:
            return Response("Give your name first.", 403)
        try:
            self._desk.rate(name, number, fields.get("item", ""), fields.get("met", ""))
        except UserError as problem:
            return Response(f"This was not kept: {problem}.", 422)
        return RedirectResponse(f"/rate/{number}#item-{fields['item']}", 303)

    def _rendered(self, template: str, **context: Any) -> HTMLResponse:
        html = _templates().get_template(template).render(**context, token=self._token)
        return HTMLResponse(html, headers={"cache-control": "no-store"})


def _name(request: Request) -> str:
    """Return who sits at this browser; "" where nobody gave a name."""
    try:
        return called(unquote(request.cookies.get(_COOKIE, "")))
    except UserError:
        return ""


def _next(done: list[bool], after: int) -> int:
    """Return the next number that is not rated, from the beginning again if need be; 0 where all are."""
    order = [*range(after, len(done)), *range(after)]
    return next((place + 1 for place in order if not done[place] and place + 1 != after), 0)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    loader = PackageLoader("lifeworld.label")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
