"""One arena's site: what its pages share, and how a request becomes an answer."""

import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from ipaddress import IPv4Address, IPv6Network, ip_address
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lifeworld.arena.database import Database
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.site.draws import Draws
from lifeworld.arena.site.limiter import Limiter
from lifeworld.arena.site.mailing import Post
from lifeworld.arena.site.offers import Offers
from lifeworld.arena.site.rendering import rendered
from lifeworld.arena.site.seal import Seal, Session
from lifeworld.arena.site.settings import Settings
from lifeworld.arena.site.visitors import Visitor, Visitors
from lifeworld.arena.tables import Role
from lifeworld.core.errors import UserError
from lifeworld.web.request import pairs_of

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 400
_OUTSIDE = ("mail", "sign_in", "trial")  # these may wait for other people's servers or code, in threads of their own
log = logging.getLogger("lifeworld.arena")


class Refusal(Exception):
    """An answer that is no page of the kind that was asked for: its status, and what to tell."""

    def __init__(self, status: int, told: str) -> None:
        super().__init__(told)
        self.status, self.told = status, told


@dataclass(frozen=True)
class Asked:
    """A request with who makes it.

    Attributes:
        fields: a form's, in their order.
        shown: when the form was shown, as a Unix time.
        shown_to: the session that it was shown to.
    """

    request: Request
    visitor: Visitor
    fields: tuple[tuple[str, str], ...] = ()
    shown: float = 0.0
    shown_to: Session | None = None

    def field(self, name: str) -> str:
        """Return what a field holds; "" where there is none, and the last where it is doubled."""
        return dict(self.fields).get(name, "")

    @property
    def path(self) -> dict[str, Any]:
        return dict(self.request.path_params)

    @property
    def query(self) -> dict[str, str]:
        return dict(self.request.query_params)

    @property
    def address(self) -> str:
        return address_of(self.request)

    @property
    def partly(self) -> bool:
        """Whether a script asks for the part of the page that moves."""
        return self.request.headers.get("hx-request") == "true"


Page = Callable[[Asked], Response]
Endpoint = Callable[[Request], Awaitable[Response]]


class Host:
    """What the pages of one arena share.

    Args:
        settings: what its host decides.
        database: where it keeps things.
        home: the arena's folder, under which the sides' runs lie.
        post: takes its mails.
    """

    def __init__(self, settings: Settings, database: Database, home: Path, post: Post) -> None:
        self.settings, self.database, self.home, self.post = settings, database, home, post
        self.seal = Seal(settings.secret)
        self.limiter = Limiter(settings.limits)
        self.visitors = Visitors(settings, self.seal, database)
        self.boards = Boards(database, settings.filters)
        self.draws = Draws(self.boards)
        self.offers = Offers(database)
        self._outside, self._acting = CapacityLimiter(40), CapacityLimiter(4)

    def page(self, path: str, page: Page, role: Role = "visitor", outside: bool = False) -> Route:
        """Return a route that shows something; its answer may be a redirect.

        Args:
            path: where it is.
            page: shows it.
            role: who may see it.
            outside: it may take long, or ask other people's servers, in a thread that makes no other pages.
        """

        async def endpoint(request: Request) -> Response:
            return await run_sync(self._answer, request, page, role, limiter=self._outside if outside else None)

        return Route(path, endpoint, methods=["GET"])

    def shared(self, path: str, page: Page) -> Route:
        """Return a route that shows the same to everybody, so that nobody is looked up."""

        async def endpoint(request: Request) -> Response:
            return await run_sync(self._told, request, self.visitors.claimed(request), page)

        return Route(path, endpoint, methods=["GET"])

    def form(self, path: str, act: Page, purpose: str, rate: str = "", role: Role = "visitor") -> Route:
        """Return a route that does what a form asks for, in threads of its own: a vote waits behind no page.

        Args:
            path: where the form is sent.
            act: what it does.
            purpose: what its token was made for; `{name}` stands for a part of the path.
            rate: which of the limits counts it; "" for that of pages.
            role: who may send it.
        """

        async def endpoint(request: Request) -> Response:
            fields = pairs_of(await request.body())[:MOST_FIELDS] if _is_form(request) else ()
            checked = lambda asked: act(self._checked(asked, purpose.format(**asked.path), rate))  # noqa: E731
            answer = partial(self._answer, request, checked, role, fields)
            return await run_sync(answer, limiter=self._outside if rate in _OUTSIDE else self._acting)

        return Route(path, endpoint, methods=["POST"])

    def token(self, visitor: Visitor, purpose: str) -> str:
        """Return the token of a form."""
        return self.seal.form(visitor.session, purpose)

    def render(self, asked: Asked, template: str, status: int = 200, **context: Any) -> Response:
        """Return a page with what all pages show."""
        return self._rendered(asked.request, asked.visitor, template, status, context)

    def _rendered(self, request: Request, who: Visitor, template: str, status: int, more: dict[str, Any]) -> Response:
        token = lambda purpose: self.token(who, purpose)  # noqa: E731
        common = {"visitor": who, "here": request.url.path, "token": token, "settings": self.settings}
        return rendered(template, status, **common, **more)

    def nobody(self) -> Visitor:
        """Return who is at a browser that was not looked at."""
        return Visitor(Session.new())

    def refused(self, request: Request, visitor: Visitor, refusal: Refusal) -> Response:
        """Return the page that tells why something is not done."""
        context = {"code": refusal.status, "told": refusal.told}
        return self._rendered(request, visitor, "refused.html", refusal.status, context)

    # ---- a request's way

    def _answer(self, request: Request, page: Page, role: Role, fields: Any = ()) -> Response:
        visitor = self.visitors.at(request)
        answer = self._told(request, visitor, page, role, fields)
        if visitor.fresh and not _has_cookie(answer, self.visitors.cookie):
            self.visitors.remember(answer, visitor)
        return answer

    def _told(
        self, request: Request, visitor: Visitor, page: Page, role: Role = "visitor", fields: Any = ()
    ) -> Response:
        try:
            self.within(request, visitor)
            if not visitor.may(role):
                raise Refusal(404, "There is no such page.")  # not even that there is one is told
            return page(Asked(request, visitor, fields))
        except Refusal as refusal:
            return self.refused(request, visitor, refusal)
        except UserError as problem:
            return self.refused(request, visitor, Refusal(422, f"{problem}."))
        except Exception:  # noqa: BLE001 (told to the log; what broke may hold what a voter must not know)
            return self._broken(request, visitor)

    def within(self, connection: HTTPConnection, visitor: Visitor) -> None:
        """Refuse what comes too fast: from one browser, or from one address that throws cookies away.

        Raises:
            Refusal: it does.
        """
        self.limit("address", address_of(connection))
        self.limit("page", address_of(connection) if visitor.fresh else visitor.id.hex)

    def limit(self, what: str, whose: str, address: str = "") -> None:
        """Count one, and one for the address that it came from where that is given.

        Raises:
            Refusal: there were too many.
        """
        wait = self.limiter.wait(what, whose, address)
        if wait:
            raise Refusal(429, f"This was a little fast. Try again in {max(1, round(wait))} s.")

    def _checked(self, asked: Asked, purpose: str, rate: str) -> Asked:
        """Return what was sent by a form of this site's own, shown to this browser."""
        if not _is_form(asked.request):
            raise Refusal(415, "The arena takes forms, and no files.")
        if any("\0" in part for field in asked.fields for part in field):
            raise Refusal(422, "This holds a character that no text has.")
        if not self.from_here(asked.request):
            raise Refusal(403, "This form is from elsewhere.")
        for session in self.visitors.sessions(asked.request, asked.visitor):
            shown = self.seal.shown(session, purpose, asked.field("token"))
            if shown is not None:
                break
        else:
            raise Refusal(403, "This form is from an earlier visit. Load the page again.")
        if rate:
            self.limit(rate, asked.visitor.id.hex, asked.address)
        return replace(asked, shown=shown, shown_to=session)

    def from_here(self, connection: HTTPConnection, must_tell: bool = False) -> bool:
        """Return whether a request comes from a page of this site; browsers always tell so of sockets."""
        told = connection.headers.get("origin")
        return told in self.settings.origins if told is not None else not must_tell

    def _broken(self, request: Request, visitor: Visitor) -> Response:
        number = secrets.token_hex(4)
        log.exception("request %s failed: %s %s", number, request.method, request.scope["route"].path)
        told = f"Something broke here, and it was noted under {number}. It is not your doing."
        return self.refused(request, visitor, Refusal(500, told))


def _is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == FORM


def address_of(connection: HTTPConnection) -> str:
    """Return the network address that a request came from; headers that anybody can write are not read.

    Of IPv6 it is the network of 64 bits: that much belongs to one customer, who may come from any address in it.
    """
    given = connection.client.host if connection.client else ""
    try:
        found = ip_address(given)
    except ValueError:
        return given
    if isinstance(found, IPv4Address):
        return given
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def to(path: str) -> Response:
    """Return the answer that leads to another page after a form."""
    return RedirectResponse(path, 303)


def _has_cookie(answer: Response, name: str) -> bool:
    return any(value.startswith(f"{name}=".encode()) for key, value in answer.raw_headers if key == b"set-cookie")
