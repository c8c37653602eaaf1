"""What the pages of a site share: routes, sessions, forms, rates and error pages."""

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from ipaddress import IPv4Address, IPv6Network, ip_address
from pathlib import Path
from typing import Any
from uuid import UUID

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from lifeworld.arena.database import Database
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.site.mailing import Mailer
from lifeworld.arena.site.rendering import rendered
from lifeworld.arena.site.sending import FORM, NOTHING, UPLOAD, Sent, kind_of, sent_in
from lifeworld.arena.site.serving import ReadyBattles, Sampler
from lifeworld.arena.site.settings import Limiter, Settings
from lifeworld.arena.site.visitors import Session, Signer, Visitor, Visitors
from lifeworld.arena.tables import Role
from lifeworld.core.errors import UserError

MAX_WATCHED = 10_000  # views of live battles whose start is kept
_SLOW_RATES = ("mail", "sign_in", "trial")  # they may wait for external servers or code, and get separate threads
log = logging.getLogger("lifeworld.arena")


class Refusal(Exception):
    """Raised to answer with an error page: its status and its message."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


@dataclass(frozen=True)
class PageRequest:
    """A request with its visitor and form fields.

    Attributes:
        fields: of a form, in order.
        files: of a form, each with its name.
        shown: when the form was shown, as a Unix time.
        shown_to: the session that it was shown to.
    """

    http: Request
    visitor: Visitor
    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    shown: float = 0.0
    shown_to: Session | None = None

    def field(self, name: str) -> str:
        """Return the value of a field, the last one if there are several; "" if there is none."""
        return dict(self.fields).get(name, "")

    @property
    def path(self) -> dict[str, Any]:
        return dict(self.http.path_params)

    @property
    def query(self) -> dict[str, str]:
        return dict(self.http.query_params)

    @property
    def address(self) -> str:
        return address_of(self.http)

    @property
    def is_partial(self) -> bool:
        """Whether a script requests only the part of the page that changes."""
        return self.http.headers.get("hx-request") == "true"


Page = Callable[[PageRequest], Response]


class Host:
    """What the pages of one arena share; the runs of battles are in its `home`."""

    def __init__(self, settings: Settings, database: Database, home: Path, mailer: Mailer | None) -> None:
        self.settings, self.database, self.home, self.mailer = settings, database, home, mailer
        self.signer = Signer(settings.secret)
        self.limiter = Limiter(settings.limits)
        self.visitors = Visitors(settings, self.signer, database)
        self.boards = Boards(database, settings.filters)
        self.sampler = Sampler(self.boards)
        self.ready = ReadyBattles(database)
        self.watched: OrderedDict[tuple[str, UUID], float] = OrderedDict()
        self._outside, self._acting = CapacityLimiter(40), CapacityLimiter(4)

    def page(self, path: str, page: Page, role: Role = "visitor", outside: bool = False) -> Route:
        """Return a route of a page for a role; its answer may be a redirect.

        One that may take long or call external servers, `outside`, gets a separate thread.
        """

        async def endpoint(request: Request) -> Response:
            return await run_sync(self._answer, request, page, role, limiter=self._outside if outside else None)

        return Route(path, endpoint, methods=["GET"])

    def shared_page(self, path: str, page: Page) -> Route:
        """Return a route that is the same for everybody, so that the visitor is not looked up."""

        async def endpoint(request: Request) -> Response:
            return await run_sync(self._respond, request, self.visitors.from_cookie(request), page)

        return Route(path, endpoint, methods=["GET"])

    def form(
        self, path: str, act: Page, purpose: str, rate: str = "", role: Role = "visitor", uploads: int = 0
    ) -> Route:
        """Return a route of a form, which is handled in separate threads, so that a vote does not wait for pages.

        Args:
            path: to which the form is sent.
            act: handles it.
            purpose: of its token; `{name}` is replaced by a part of the path.
            rate: the name of its rate limit; "" for that of pages.
            role: the role that is needed to send it.
            uploads: the maximal bytes of a form with files; 0 where it takes none.
        """
        kinds = {FORM: self.settings.limits.body} | ({UPLOAD: uploads} if uploads else {})

        async def endpoint(request: Request) -> Response:
            sent = await sent_in(request, kinds)
            if sent is None:
                return PlainTextResponse("This is too large.", 413)
            checked = lambda asked: act(self._check_form(asked, purpose.format(**asked.path), rate, kinds))  # noqa: E731
            answer = partial(self._answer, request, checked, role, sent)
            return await run_sync(answer, limiter=self._outside if rate in _SLOW_RATES else self._acting)

        return Route(path, endpoint, methods=["POST"])

    def render(self, request: PageRequest, template: str, status: int = 200, **context: Any) -> Response:
        return self._rendered(request.http, request.visitor, template, status, context)

    def _rendered(self, request: Request, who: Visitor, template: str, status: int, more: dict[str, Any]) -> Response:
        token = partial(self.signer.form_token, who.session)
        common = {"visitor": who, "here": request.url.path, "token": token, "settings": self.settings}
        return rendered(template, status, **common, **more)

    def refusal_page(self, request: Request, visitor: Visitor, refusal: Refusal) -> Response:
        context = {"code": refusal.status, "message": refusal.message}
        return self._rendered(request, visitor, "refused.html", refusal.status, context)

    # ---- the handling of a request

    def _answer(self, request: Request, page: Page, role: Role, sent: Sent = NOTHING) -> Response:
        visitor = self.visitors.identify(request)
        answer = self._respond(request, visitor, page, role, sent)
        if visitor.fresh and not _has_cookie(answer, self.visitors.cookie):
            self.visitors.set_cookie(answer, visitor)
        return answer

    def _respond(
        self, request: Request, visitor: Visitor, page: Page, role: Role = "visitor", sent: Sent = NOTHING
    ) -> Response:
        try:
            self.check_page_rate(request, visitor)
            if not visitor.may(role):
                raise Refusal(404, "There is no such page.")  # its existence is not revealed
            return page(PageRequest(request, visitor, sent.fields, sent.files))
        except Refusal as refusal:
            return self.refusal_page(request, visitor, refusal)
        except UserError as problem:
            return self.refusal_page(request, visitor, Refusal(422, f"{problem}."))
        except Exception:  # noqa: BLE001 (logged; the error may contain what a voter must not see)
            return self._error_page(request, visitor)

    def check_page_rate(self, connection: HTTPConnection, visitor: Visitor) -> None:
        """Check the rate of requests from a browser, or from an address that discards cookies.

        Raises:
            Refusal: it is too high.
        """
        self.limit("address", address_of(connection))
        self.limit("page", address_of(connection) if visitor.fresh else visitor.id.hex)

    def watch(self, battle: str, visitor: UUID) -> None:
        """Note when a visitor began to watch a live battle; the time before a vote counts from then."""
        self.watched.setdefault((battle, visitor), time.time())
        while len(self.watched) > MAX_WATCHED:
            self.watched.popitem(last=False)

    def limit(self, what: str, whose: str, address: str = "") -> None:
        """Count a request for a rate, and also for the network address if it is given.

        Raises:
            Refusal: there were too many.
        """
        wait = self.limiter.wait(what, whose, address)
        if wait:
            raise Refusal(429, f"Too many requests. Try again in {max(1, round(wait))} s.")

    def _check_form(self, request: PageRequest, purpose: str, rate: str, kinds: Collection[str]) -> PageRequest:
        """Verify that a form was shown by this site to this browser, and return the request with its time."""
        if kind_of(request.http) not in kinds:
            raise Refusal(415, "This takes a form only, no files.")
        if any("\0" in part for field in request.fields for part in field):
            raise Refusal(422, "This contains an invalid character.")
        if not self.is_same_origin(request.http):
            raise Refusal(403, "This form is from another site.")
        request = self._shown(request, purpose)
        if rate:
            self.limit(rate, request.visitor.id.hex, request.address)
        return request

    def _shown(self, request: PageRequest, purpose: str) -> PageRequest:
        """Return a form's request with when it was shown, and in which session."""
        for session in self.visitors.form_sessions(request.http, request.visitor):
            if (shown := self.signer.shown_at(session, purpose, request.field("token"))) is not None:
                return replace(request, shown=shown, shown_to=session)
        raise Refusal(403, "This form has expired. Load the page again.")

    def is_same_origin(self, connection: HTTPConnection, must_tell: bool = False) -> bool:
        """Return whether a request comes from a page of this site; sockets always have an origin."""
        origin = connection.headers.get("origin")
        return origin in self.settings.origins if origin is not None else not must_tell

    def _error_page(self, request: Request, visitor: Visitor) -> Response:
        number = secrets.token_hex(4)
        log.exception("request %s failed: %s %s", number, request.method, request.scope["route"].path)
        message = f"An internal error occurred. It was logged under {number}."
        return self.refusal_page(request, visitor, Refusal(500, message))


class Pages:
    """A group of pages of a site, which its `routes` lead to."""

    def __init__(self, host: Host) -> None:
        self._host = host


def address_of(connection: HTTPConnection) -> str:
    """Return the network address of a request; headers that anybody can set are ignored.

    For IPv6 it is the /64 network, which belongs to one customer.
    """
    given = connection.client.host if connection.client else ""
    try:
        found = ip_address(given)
    except ValueError:
        return given
    if isinstance(found, IPv4Address):
        return given
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def redirect(path: str) -> Response:
    return RedirectResponse(path, 303)


def _has_cookie(answer: Response, name: str) -> bool:
    return any(value.startswith(f"{name}=".encode()) for key, value in answer.raw_headers if key == b"set-cookie")
