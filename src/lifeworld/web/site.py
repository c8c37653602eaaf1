"""One world's screens: a request in, a response out, without a network."""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from markupsafe import Markup, escape

from lifeworld.core.errors import Refused, WorldFault
from lifeworld.store import Command
from lifeworld.store.author_errors import is_authored, placed
from lifeworld.web import assets, shell
from lifeworld.web.anatomy import drawn
from lifeworld.web.app import App
from lifeworld.web.form import Form
from lifeworld.web.kept import BLANK, Drawn, kept
from lifeworld.web.language import HERE, SPEECH, _, filled, speaking
from lifeworld.web.own_words import base
from lifeworld.web.pages import Route, address
from lifeworld.web.popups import AcceptOffer, Interruptions
from lifeworld.web.rendering import Templates, environment
from lifeworld.web.request import Host, Lasting, Left, Missing, Page, Redirect, Request, Response, pairs_of
from lifeworld.web.routes import table_of, viewed
from lifeworld.web.shell.desk import Desk, status
from lifeworld.web.shell.models import device

_OF_ADDRESSES = "/?#&=%:@!$'()*+,;~"  # what stands for itself in an address
_WHILE_LOCKED = frozenset((shell.LOCK_SCREEN, "/device/unlock", "/device/torch"))
_HTML = {"content-type": "text/html; charset=utf-8", "cache-control": "no-store"}


@dataclass(frozen=True)
class Toast:
    """A short word on what was done, shown once; `undo` is the address that takes it back."""

    text: str
    kind: str = "done"
    undo: str = ""


class Site:
    """Serves one world. `fault` holds what broke, if something of ours did."""

    def __init__(self, host: Host, apps: tuple[App, ...]) -> None:
        self.host, self.apps = host, apps
        self.fault: WorldFault | None = None
        self.interruptions, self.desk = Interruptions(), Desk(host)
        self.toasts: list[Toast] = []
        self.templates: Templates = environment(apps)
        self._routes = table_of(apps)

    def handle(self, request: Request) -> Response:
        """Answer one request. A fault of ours becomes status 500 and is filed in `fault`."""
        if request.path.startswith("/static/"):
            return assets.serve(request.path.removeprefix("/static/"), self.apps)
        with speaking(self.host.look.of(request.path.split("/")[1]).language):
            return self._handled(request)

    def _handled(self, request: Request) -> Response:
        try:
            return self._answer(request)
        except Missing:
            return self._rendered(request.bound(self.host, self._around(request)), Page("shell/missing.html", {}, 404))
        except Exception as error:  # noqa: BLE001 (the edge of the world: whatever broke is ours, and is filed)
            told = placed(error, "apps") if is_authored(error, "apps") else repr(error)
            self.fault = WorldFault(f"{request.method} {request.address}: {told}")
            self.fault.__cause__ = error
            return Response(500, _HTML, b"<!doctype html><title>Error</title><p>Something went wrong.")

    def _around(self, request: Request) -> App | None:
        """Return the app that a missing page is one of, where that is open."""
        app = next((app for app in self.apps if app.id == request.path.split("/")[1]), None)
        if app is None or app.is_shut(self.host.store) or device(self.host.store).locked:
            return None
        SPEECH.folder = app.folder
        return app

    def notify(self, text: str) -> None:
        """Show on the next page, for a moment, what has come."""
        self.toasts.append(Toast(text, "news"))

    def _answer(self, request: Request) -> Response:
        if request.path.startswith("/pop-up/"):
            return self._popup(request.bound(self.host, None))
        if request.path not in _WHILE_LOCKED and device(self.host.store).locked:
            return _leading(shell.LOCK_SCREEN)
        if (answer := self._recent(request)) is not None:
            return answer
        app, route, arguments = self._found(request)
        SPEECH.folder = app.folder if app else HERE
        request = request.bound(self.host, app)
        if app and app.is_shut(self.host.store) and not f"{request.path}/".startswith(f"{app.sign_in}/"):
            return self._at_gate(request, app, route, arguments)
        if request.method == "POST":
            return self._posted(request, route, arguments)
        if route.view is None:
            raise Missing
        if app:
            self._opened(app)
        if request.path != shell.LOCK_SCREEN and not request.typed:
            self.interruptions.page(app.id if app else "")
        if route.passing or not self.host.store.state:
            page = viewed(request, route, arguments)
            return self._noted(request, _title(page), self._shown(request, page))
        return self._kept(request.bound(Lasting(self.host), app), route, arguments)

    def _at_gate(self, request: Request, app: App, route: Route, arguments: Mapping[str, Any]) -> Response:
        """Lead to where one signs in; what was written into a form since the app was shut is shown, to be copied."""
        known = request.method == "POST" and self._foreign(request) is None
        form = route.form(request, request.form_pairs, arguments) if known and route.command else None
        page = form.shut_out() if form else None
        return self._rendered(request, page) if page else _leading(app.sign_in)

    def _kept(self, request: Request, route: Route, arguments: Mapping[str, Any]) -> Response:
        """Answer with the page that was drawn before in the same state; draw it where there is none."""
        state, key = self.host.store.state, self._all_that_counts(request)
        found = kept().find(key)
        if found is None or found.writes:  # what looking leaves behind is left in this world too
            page = viewed(request, route, arguments)
            if isinstance(page, Redirect) or page.status != 200:
                return self._noted(request, _title(page), self._shown(request, page))
            if found is None:
                html = self._drawn(request, page, BLANK).encode()
                found = kept().keep(key, html, self.host.store.state != state, _title(page))
        self.toasts = self.interruptions.unread(self.toasts)
        return self._noted(request, found.title, Response(200, _HTML, drawn=found.drawn, token=self.host.token))

    def _all_that_counts(self, request: Request) -> Hashable:
        """Return all that a page depends on, but for the session's token."""
        look, cookies = self.host.look, tuple(sorted(request.cookies.items()))
        asked = (request.method, request.path, request.query_pairs, request.typed, cookies)
        running = frozenset(self.host.recent) if look.device.wide else None
        over = (tuple(self.toasts), self.interruptions.name, self.interruptions.charge, running)
        return (self.host.store.state, look, self.apps, asked, *over)

    def _popup(self, request: Request) -> Response:
        """Take away the pop-up; where its other button was pressed, do what it offers."""
        if request.method != "POST":
            raise Missing
        if (foreign := self._foreign(request)) is not None:
            return foreign
        name, offer = self.interruptions.name, self.interruptions.shown
        if request.path == "/pop-up/accept" and offer and offer.sends:
            self.host.do(AcceptOffer(name))
        self.interruptions.close()
        return _leading(request.back)

    def _recent(self, request: Request) -> Response | None:
        """Answer what is no page to look at: an app is closed, or its last page is shown small."""
        if request.path == shell.CLOSE:
            return self._closed(request.bound(self.host, None))
        small = shell.SMALL.fullmatch(request.path)
        return small and Response(200, _HTML, drawn=shell.last_page(self.host, small[1]), token=self.host.token)

    def _closed(self, request: Request) -> Response:
        """Take an app off those that run."""
        name = dict(request.form_pairs).get("app", "")
        if request.method != "POST" or all(app.id != name for app in self.apps):
            raise Missing
        if (foreign := self._foreign(request)) is not None:
            return foreign
        self.host.recent = [other for other in self.host.recent if other != name]
        self.host.left.pop(name, None)
        return _leading(request.back)

    def _foreign(self, request: Request) -> Response | None:
        """Refuse a form that is not of this session."""
        if dict(request.form_pairs).get("token") == self.host.token:
            return None
        page = Page("shell/refused.html", {"message": _("This form is from another session. Open it again.")}, 403)
        return self._rendered(request, page)

    def _posted(self, request: Request, route: Route, arguments: Mapping[str, Any]) -> Response:
        if route.command is None:
            return Response(405, {"allow": "GET"})
        if (foreign := self._foreign(request)) is not None:
            return foreign
        form = route.form(request, request.form_pairs, arguments)
        command = form.read()
        try:
            if command and form.holds(command):
                return _leading(route.outcome.address(request, command.its_row(self.host.store)))
            if command and not form.outdated():
                return self._done(request, route, self._do(command))
        except Refused as refused:
            form.refuse(refused)
        return self._again(request, route, form, arguments)

    def _do(self, command: Command) -> Any:
        """Do a command; what it writes and tells others is the same in whatever language the screens are."""
        with speaking("en"):
            return self.host.do(command)

    def _done(self, request: Request, route: Route, result: Any) -> Response:
        outcome = route.outcome
        if outcome.toast:
            undo = address(outcome.undo, result) if outcome.undo else ""
            prefix = request.app.href.rstrip("/") if request.app else ""
            self.toasts.append(Toast(filled(outcome.toast, result), undo=prefix + undo if undo else ""))
        return _leading(outcome.address(request, result))

    def _again(self, request: Request, route: Route, form: Form, arguments: Mapping[str, Any]) -> Response:
        response = self._form(request, route, form, arguments)
        if response and not form.unsaid(response.body.decode()):
            return response
        form.error = form.error or " ".join(dict.fromkeys(form.errors.values()))
        response = self._form(request, route, form, arguments)
        if response and str(escape(form.error)) in response.body.decode():
            return response
        page = Page("shell/refused.html", {"message": form.error, "back": request.back}, 422)
        return self._rendered(request, page)

    def _form(self, request: Request, route: Route, form: Form, arguments: Mapping[str, Any]) -> Response | None:
        """Return the form's page with what is wrong in it; None where it has no page."""
        page = form.page(route.view, arguments) if route.view else None
        return self._shown(request, replace(page, status=422) if isinstance(page, Page) else page) if page else None

    def _shown(self, request: Request, answer: Page | Redirect) -> Response:
        if isinstance(answer, Redirect):
            return _leading(answer.to)
        return self._rendered(request, answer)

    def _rendered(self, request: Request, page: Page) -> Response:
        html, self.toasts = self._drawn(request, page, self.host.token), self.interruptions.unread(self.toasts)
        return Response(page.status, _HTML, html.encode())

    def _drawn(self, request: Request, page: Page, token: str) -> str:
        if not page.over:
            return self._filled(request, page, token)
        panel = {"title": page.context["title"], "html": Markup(self._filled(request, page, token))}
        with suppress(Missing):
            return self._beneath(request, page.over, token, panel)
        return self._beneath(request, "/", token, panel)

    def _beneath(self, request: Request, address: str, token: str, panel: Mapping[str, str]) -> str:
        """Draw the page of an address under a panel; `Missing` where it is none that can lie there."""
        path, _, query = address.partition("?")
        asked = Request("GET", path, pairs_of(query.encode()), beneath=True)
        app, route, arguments = self._found(asked)
        if route.view is None or route.passing or (app and app.is_shut(self.host.store)):
            raise Missing
        asked = asked.bound(request.host, app)
        with speaking(self.host.look.of(app.id if app else "").language, app.folder if app else HERE):
            page = viewed(asked, route, arguments)
            if isinstance(page, Redirect) or page.over:
                raise Missing
            return self._filled(asked, page, token, panel)

    def _filled(self, request: Request, page: Page, token: str, panel: Mapping[str, str] | None = None) -> str:
        app = request.app
        anatomy, look = drawn(app and app.folder, self.host.look.of(app.id if app else ""))
        desk = self.desk if look.device.wide else None
        context = {
            "request": request,
            "device": look.device,
            "theme": look.base,
            "look": look,
            "anatomy": anatomy,
            "language": base(look.language),
            "now": request.now,
            "me": request.me,
            "app": app,
            "token": token,
            "flash": self.toasts,
            "popup": self.interruptions.shown,
            "device_status": status(self.host.store, self.interruptions.charge, desk),
            "shown_at": request.address,
            "nav": (),
            "panel": panel,
            **page.context,
        }
        return self.templates.get_template(page.template).render(context)

    def _found(self, request: Request) -> tuple[App | None, Route, dict[str, Any]]:
        for app, route in self._routes.get(request.path.split("/")[1], ()):
            arguments = route.match(request.path)
            if arguments is not None and (request.method != "POST" or route.command):
                return app, route, arguments
        raise Missing

    def _opened(self, app: App) -> None:
        self.host.recent = [app.id, *(other for other in self.host.recent if other != app.id)]
        self.host.opened(app.id)

    def _noted(self, request: Request, title: str, answer: Response) -> Response:
        """Return an answer; where it is a page of an app, it is noted as its last one."""
        if request.app:
            shown = answer.drawn or Drawn(answer.body)
            self.host.left[request.app.id] = Left(title or request.app.name, request.address, shown)
        return answer


def _title(page: Page | Redirect) -> str:
    return str(page.context.get("title", "")) if isinstance(page, Page) else ""


def _leading(to: str) -> Response:
    return Response(303, {"location": quote(to, safe=_OF_ADDRESSES)})
