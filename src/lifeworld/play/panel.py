"""The panel's server: the task, its live verdict, and what one can do about it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from lifeworld import apps, life
from lifeworld.core.actions import Done
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import Verdict
from lifeworld.play.answering import answer_fields, typed
from lifeworld.play.screens import OWN_HOSTS
from lifeworld.play.table import Table
from lifeworld.taskkit.axes import values
from lifeworld.taskkit.catalogue import apps_of, find, phrased, tasks
from lifeworld.web.page_files import file_routes
from lifeworld.web.request import pairs_of
from lifeworld.world.profiles import NAMES

WAIT_SECONDS = 600
_DIGITS = 18  # of an instance, at most
AXES = ("device", "theme", "layout", "language", "goal_language", "content")
CHOICES: dict[str, tuple[str, ...]] = {axis: values(axis) for axis in AXES}
_OWN = {"panel.css": "text/css", "panel.js": "text/javascript"}
Fields = dict[str, str]
Handler = Callable[[Request], Awaitable[Response]]


class Panel:
    """Shows a table to the person who plays at it.

    Args:
        table: what is played.
        world: the origin that serves its screens.
    """

    def __init__(self, table: Table, world: str) -> None:
        self._table, self._world = table, world

    def application(self) -> Starlette:
        """Return the application to serve."""
        routes = [
            Route("/", self._page),
            Route("/live", self._live),
            Route("/tasks", self._tasks),
            *file_routes("lifeworld.play", _OWN, apps.installed()),
            Route("/ask", self._posted(self._ask), methods=["POST"]),
            Route("/done", self._posted(self._done), methods=["POST"]),
            Route("/wait", self._posted(lambda fields: self._table.wait(WAIT_SECONDS)), methods=["POST"]),
            Route("/start", self._posted(self._start), methods=["POST"]),
        ]
        hosts = Middleware(TrustedHostMiddleware, allowed_hosts=OWN_HOSTS)
        return Starlette(routes=routes, middleware=[hosts])

    # ---- pages

    async def _page(self, request: Request) -> Response:
        with self._table.lock:
            game = self._table.game
            return _rendered("page.html", **self._shown(), frame=self._world + game.address, round=self._table.round)

    async def _live(self, request: Request) -> Response:
        with self._table.lock:
            return _rendered("live.html", **self._shown())

    async def _tasks(self, request: Request, problem: str = "") -> Response:
        choice = self._table.game.choice
        return _rendered(
            "tasks.html",
            choice=choice,
            choices={"profile": _people(choice.profile), **CHOICES},
            groups=_groups(),
            problem=problem,
        )

    def _shown(self) -> dict[str, Any]:
        game = self._table.game
        return {
            "game": game,
            "choice": game.choice,
            "task": find(game.choice.task) if game.choice.task else None,
            "verdict": game.verdict(),
            "device": game.world.look.device,
            "now": game.world.store.now,
            "kept": self._table.kept,
            "recording": self._table.folder is not None,
            "answers": answer_fields(game.answer_schema, game.given),
        }

    # ---- what forms do

    def _posted(self, act: Callable[[Fields], None]) -> Handler:
        """Return a handler that does something with a form's fields and shows the page again."""

        async def handle(request: Request) -> Response:
            if request.headers.get("origin", _origin(request)) != _origin(request):
                return Response("This form is from elsewhere.", 403)
            fields = dict(pairs_of(await request.body()))
            try:
                act(fields)
            except (UserError, ValueError) as problem:
                return await self._tasks(request, str(problem))
            return RedirectResponse("/", 303)

        return handle

    def _ask(self, fields: Fields) -> None:
        question = fields.get("question", "").strip()
        with self._table.lock:
            if question:
                self._table.game.ask(question)

    def _done(self, fields: Fields) -> None:
        if fields.get("how") == "infeasible":
            return self._table.finish(Done(status="infeasible"))
        self._table.finish(Done(answer=typed(self._table.game.answer_schema, fields)))

    def _start(self, fields: Fields) -> None:
        given = {name: value for name, value in fields.items() if name in ("task", "profile", *CHOICES)}
        life.known(given.get("profile", NAMES[0]))
        for name, known in CHOICES.items():
            if given.get(name, known[0]) not in known:
                raise UserError(f"no {name} “{given[name]}”; there are {', '.join(known)}")
        now = replace(self._table.game.choice, **given)  # type: ignore[arg-type]
        instance, phrasing = (_number(fields, name, getattr(now, name)) for name in ("instance", "phrasing"))
        if now.task:
            phrased(now.task, phrasing)
        self._table.start(replace(now, instance=instance, phrasing=phrasing))


def _number(fields: Fields, name: str, usual: int) -> int:
    written = fields.get(name, str(usual))
    if not written.isdecimal() or len(written) > _DIGITS:
        raise UserError(f"{name} is “{written}”; write a whole number, 0 or more")
    return int(written)


def _people(now: str) -> tuple[str, ...]:
    """Return whose devices there are to choose from, the one that is played among them."""
    return tuple(dict.fromkeys((*life.names(), now)))


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def _rendered(template: str, **context: Any) -> Response:
    html = _templates().get_template(template).render(**context, apps=apps.by_id())
    return HTMLResponse(html, headers={"cache-control": "no-store"})


@lru_cache(maxsize=1)
def _templates() -> Environment:
    loader = PackageLoader("lifeworld.play")
    env = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    env.filters["reasons"] = reasons
    return env


def reasons(verdict: Verdict) -> list[str]:
    """Return why it is no success, said to the person who played; side effects are shown by themselves."""
    told = [one for one in verdict.reasons if one.removeprefix("also ") not in verdict.side_effects]
    words = (("the agent", "you"), ("it said", "you said"), ("it stopped", "you stopped"))
    for theirs, yours in words:
        told = [one.replace(theirs, yours) for one in told]
    return told


@lru_cache(maxsize=1)
def _groups() -> dict[str, list[Any]]:
    """Return all tasks under the name of their app, or of their category where they touch several."""
    by_id = {app.id: app.name for app in apps.installed()}
    named = {"cross": "Several apps", "memory": "Memory", "prose": "In your own words"}
    found: dict[str, list[Any]] = {}
    for template in tasks():
        title = named.get(template.category()) or by_id[apps_of(template)[0]]
        found.setdefault(title, []).append(template)
    return found
