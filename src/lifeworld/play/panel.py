"""The panel: task, changes, verdict, and forms to ask, answer, wait and start again; its server and the screens'."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel import Locale
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response
from starlette.responses import Response as WebResponse
from starlette.routing import Route

from lifeworld import apps, life
from lifeworld.core.actions import Done
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import Reason, Verdict, nested
from lifeworld.env.drivers.server import request_of
from lifeworld.play.session import PlaySession, open_folder
from lifeworld.taskkit.catalogue import apps_of, find, tasks
from lifeworld.taskkit.configuration import Configuration, values
from lifeworld.verify.reasons import BESIDE
from lifeworld.web.formats import icon_svg
from lifeworld.web.look import LANGUAGES
from lifeworld.web.loopback import OWN_HOSTS, Loopback, file_routes, from_own_page, page, templates_of
from lifeworld.web.request import pairs_of

WAIT_SECONDS = 600
_DIGITS = 18  # the maximal length of a number
AXES = ("device", "theme", "layout", "language", "goal_language", "content", "keyboard")
CHOICES: dict[str, tuple[str, ...]] = {axis: values(axis) for axis in AXES}
# What a form calls the settings of a game.
SETTINGS = {
    "profile": "Whose device",
    "device": "Device",
    "theme": "Theme",
    "language": "Apps speak",
    "layout": "Layout",
    "content": "What is on the device",
    "goal_language": "The owner speaks",
    "keyboard": "Keyboard on the screen",
    "instance": "Variant of the task",
    "phrasing": "Wording of the task",
}
_RARE = ("layout", "content", "goal_language", "keyboard", "instance", "phrasing")
_STALE = "Nothing was done: that page was from before the task or the time changed. This is how it stands now."
_OWN = {"panel.css": "text/css", "panel.js": "text/javascript"}
Fields = dict[str, str]
Handler = Callable[[Request], Awaitable[Response]]


class Panel:
    """The pages of the panel; `world` is the origin of the world's server."""

    def __init__(self, session: PlaySession, world: str) -> None:
        self._session, self._world = session, world

    def application(self) -> Starlette:
        """Return the application to serve."""
        routes = [
            Route("/", self._page),
            Route("/live", self._live),
            Route("/tasks", self._tasks),
            *file_routes("lifeworld.play", _OWN, apps.installed()),
            Route("/ask", self._posted(self._ask), methods=["POST"]),
            Route("/done", self._posted(self._done), methods=["POST"]),
            Route("/wait", self._posted(lambda fields: self._session.wait(WAIT_SECONDS)), methods=["POST"]),
            Route("/start", self._posted(self._start), methods=["POST"]),
        ]
        return Starlette(routes=routes, middleware=[OWN_HOSTS])

    # ---- pages

    async def _page(self, request: Request) -> Response:
        with self._session.lock:
            return self._current()

    async def _live(self, request: Request) -> Response:
        with self._session.lock:
            answer = _rendered("live.html", **self._shown())
            answer.headers["round"] = str(self._session.round)
            return answer

    async def _tasks(self, request: Request) -> Response:
        with self._session.lock:
            return self._choosing()

    def _current(self, problem: str = "") -> Response:
        frame = self._world + self._session.game.address
        answer = _rendered("page.html", **self._shown(), frame=frame, problem=problem)
        answer.status_code = 409 if problem else 200
        return answer

    def _choosing(self, problem: str = "") -> Response:
        choice = self._session.game.configuration
        return _rendered(
            "tasks.html",
            round=self._session.round,
            choice=choice,
            rare=any(getattr(choice, name) != getattr(Configuration, name) for name in _RARE),
            settings_of=SETTINGS,
            choices=_offered(choice),
            groups=_groups(),
            problem=problem,
        )

    def _shown(self) -> dict[str, Any]:
        game = self._session.game
        return {
            "game": game,
            "choice": game.configuration,
            "task": find(game.configuration.task) if game.configuration.task else None,
            "device": game.world.look.device,
            "now": game.world.store.now,
            "kept": self._session.kept,
            "round": self._session.round,
            "answers": answer_fields(game.answer_schema, game.given),
        }

    # ---- forms

    def _posted(self, act: Callable[[Fields], None]) -> Handler:
        """Return a handler of a form, which redirects to the page; it refuses what was drawn in another round."""

        async def handle(request: Request) -> Response:
            if not from_own_page(request):
                return Response("This form is from another site.", 403)
            fields = dict(pairs_of(await request.body()))
            with self._session.lock:
                if fields.get("round") != str(self._session.round):
                    return self._current(_STALE)
                try:
                    act(fields)
                except (UserError, ValueError) as problem:
                    return self._choosing(str(problem))
            return RedirectResponse("/", 303)

        return handle

    def _ask(self, fields: Fields) -> None:
        if question := fields.get("question", "").strip():
            self._session.game.ask(question)

    def _done(self, fields: Fields) -> None:
        if fields.get("how") == "infeasible":
            return self._session.finish(Done(status="infeasible"))
        self._session.finish(Done(answer=answer_from(self._session.game.answer_schema, fields)))

    def _start(self, fields: Fields) -> None:
        given = {name: value for name, value in fields.items() if name in ("task", "profile", *CHOICES)}
        now = self._session.game.configuration
        draw = {name: _number(fields, name, getattr(now, name)) for name in ("instance", "phrasing")}
        self._session.start(replace(now, **given, **draw))  # type: ignore[arg-type]


def _number(fields: Fields, name: str, usual: int) -> int:
    written = fields.get(name, str(usual))
    if not written.isdecimal() or len(written) > _DIGITS:
        raise UserError(f"{SETTINGS[name]} is “{written}”; write a whole number, 0 or more")
    return int(written)


def _offered(choice: Configuration) -> dict[str, tuple[str, ...]]:
    """Return the people and the values to choose from, including the current one, which may be one for each app."""
    known = {"profile": life.names(), **CHOICES}
    return {name: tuple(dict.fromkeys((*values, getattr(choice, name)))) for name, values in known.items()}


def _rendered(template: str, **context: Any) -> Response:
    templates = templates_of("lifeworld.play", reasons=reasons, named=named, nested=nested)
    return page(templates, template, **context, apps=apps.by_id(), icon=icon_svg)


def named(value: str, setting: str) -> str:
    """Return a value of a setting as people call it: languages by their own names, others by their words."""
    if setting.endswith("language"):
        return str(Locale.parse(value).language_name).capitalize() if value in LANGUAGES else value
    return value if set("=,") & set(value) else value.replace("-", " ").replace("_", " ").capitalize()


def reasons(verdict: Verdict, beside: bool) -> list[Reason]:
    """Return the reasons of a failure, addressed to the person: side effects, or all others."""
    told = [one for one in verdict.why if one.headline.startswith(BESIDE) is beside]
    return [replace(one, headline=_addressed(one.headline.removeprefix(BESIDE))) for one in told]


def _addressed(headline: str) -> str:
    for theirs, yours in (("the agent", "you"), ("it said", "you said"), ("it stopped", "you stopped")):
        headline = headline.replace(theirs, yours)
    return headline


@lru_cache(maxsize=1)
def _groups() -> dict[str, list[Any]]:
    """Return all tasks by the name of their app; last those by their category, which use several."""
    by_id = {app.id: app.name for app in apps.installed()}
    named = {"cross": "Several apps", "prose": "In your own words", "memory": "Memory"}
    found: dict[str, list[Any]] = {}
    for template in tasks():
        title = named.get(template.category()) or by_id[apps_of(template)[0]]
        found.setdefault(title, []).append(template)
    return dict(sorted(found.items(), key=lambda group: group[0] in named.values()))


@dataclass(frozen=True)
class AnswerField:
    """A field of an answer, with the refused one; of `several` members it takes one per line."""

    name: str
    label: str
    about: str
    several: bool
    value: str = ""


def answer_fields(asked: Mapping[str, Any] | None, given: Any = None) -> list[AnswerField]:
    """Return the form fields of an answer by its JSON schema, with the refused one; none if no answer is asked for."""
    if asked is None:
        return []
    if parts := asked.get("properties"):
        return [_field(f"answer-{part}", f"Answer {part}", one, (given or {}).get(part)) for part, one in parts.items()]
    return [_field("answer", "Answer", asked, given)]


def answer_from(asked: Mapping[str, Any] | None, fields: Mapping[str, str]) -> Any:
    """Return the answer in a form's fields; None if they are empty or no answer is asked for."""
    answers = {one.name: fields.get(one.name, "").strip() for one in answer_fields(asked)}
    if not any(answers.values()):
        return None
    return answers.get("answer") or {name.removeprefix("answer-"): text for name, text in answers.items()}


def _field(name: str, label: str, asked: Mapping[str, Any], given: str | None) -> AnswerField:
    return AnswerField(name, label, asked["description"], "array" in asked["type"], given or "")


@dataclass(frozen=True)
class PlayServers:
    """A session and the origins at which its panel and its world are served."""

    session: PlaySession
    panel: str
    world: str


@contextmanager
def play_servers(configuration: Configuration, port: int = 0, folder: Path | None = None) -> Iterator[PlayServers]:
    """Serve a configuration to a person's browser for as long as the context lasts.

    The port is the panel's, 0 for a free one, as the world's is. Finished episodes are saved in the folder, if any.

    Raises:
        UserError: it can't be played, the port is in use, or the folder holds something else.
    """
    kept = open_folder(folder) if folder else None
    panel, screens = Loopback(port), Loopback()
    try:
        session = PlaySession(configuration, kept)
        try:
            screens.start(world_application(session))
            panel.start(Panel(session, screens.origin).application())
            yield PlayServers(session, panel.origin, screens.origin)
        finally:
            session.close()
    finally:
        panel.stop()
        screens.stop()


def world_application(session: PlaySession) -> Starlette:
    """Return the application that serves the world's screens, and nothing about tasks."""

    async def answer(request: WebRequest) -> WebResponse:
        response = session.serve(request_of(request, await request.body()), _referrer(request))
        return WebResponse(response.body, response.status, dict(response.headers))

    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])], middleware=[OWN_HOSTS])


def _referrer(request: WebRequest) -> str:
    """Return the page of the world from which the browser came; "" if it does not send it."""
    own = f"{request.url.scheme}://{request.url.netloc}/"
    address = request.headers.get("referer", "")
    return address[len(own) - 1 :] if address.startswith(own) else ""
