"""The site on which people rate trajectories: a server on the loopback for any number of people."""

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from lifeworld.core.errors import UserError
from lifeworld.judges.judge import Transcript
from lifeworld.judges.opinion import MET, Met
from lifeworld.report import replayed
from lifeworld.run.folder import Folder
from lifeworld.run.judging import digest, ratable
from lifeworld.run.labels import OUTCOME, Label, called, keep, ratings_by
from lifeworld.web.look import DEVICES, Device
from lifeworld.web.loopback import OWN_HOSTS, file_routes, from_own_page, page, templates_of
from lifeworld.web.request import pairs_of

_OWN = {"label.css": "text/css", "label.js": "text/javascript"}
_COOKIE = "annotator"
ANSWERS = (("yes", "Yes", "y"), ("no", "No", "n"), ("unclear", "Can’t tell", "u"))
OUTCOME_ASKED = "Is everything that was asked for done at the end, and nothing else changed?"
Handler = Callable[[Request, str, dict[str, str]], Awaitable[Response]]


@dataclass(frozen=True)
class Sheet:
    """One trajectory with a person's ratings.

    Attributes:
        number, count: its position in this person's order, from 1, and the number of trajectories.
        episode: its id, which no page tells.
        shown: the transcript that the person sees.
        ratings: by item, including `OUTCOME`.
    """

    number: int
    count: int
    episode: str
    shown: Transcript
    ratings: dict[int, Met]

    @property
    def questions(self) -> list[tuple[int, str]]:
        """The items to rate, and then the outcome."""
        return [*enumerate(self.shown.items, 1), (OUTCOME, OUTCOME_ASKED)]


class Desk:
    """Assigns a run's trajectories to people, and saves their ratings.

    Raises:
        UserError: there is nothing to rate.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder, self._replayed = folder, dict[str, list[str]]()
        self._shown = dict(ratable(folder))
        self._digests = {episode: digest(shown) for episode, shown in self._shown.items()}
        views = (view for shown in self._shown.values() for view in shown.views)
        self._pictures = {view.picture.stem: view.picture for view in views if view.picture}
        if not self._shown:
            raise UserError(f"{folder.path} has no episode to rate: no scored episode has steps")

    def sheet(self, name: str, number: int) -> Sheet | None:
        """Return the trajectory at a position of a person's order; None if there is none."""
        order = self._order(name)
        if not 1 <= number <= len(order):
            return None
        episode = order[number - 1]
        return Sheet(number, len(order), episode, self._shown[episode], self._ratings(name)[episode])

    def progress(self, name: str) -> list[bool]:
        """Return whether each trajectory is completely rated, in a person's order."""
        ratings = self._ratings(name)
        return [
            all(item in ratings[episode] for item in range(len(self._shown[episode].items) + 1))
            for episode in self._order(name)
        ]

    def _ratings(self, name: str) -> dict[str, dict[int, Met]]:
        """Return a person's ratings of each trajectory as it is shown, by item."""
        found: dict[str, dict[int, Met]] = {episode: {} for episode in self._shown}
        for (episode, item, shown), met in ratings_by(self._folder, name).items():
            if shown == self._digests.get(episode):
                found[episode][item] = met
        return found

    def rate(self, name: str, number: int, item: str, met: str) -> None:
        """Save a rating.

        Raises:
            UserError: the trajectory, item or rating does not exist, or the file can't be written.
        """
        sheet = self.sheet(name, number)
        known = {str(one): one for one, _ in sheet.questions} if sheet else {}
        if sheet is None or item not in known or met not in MET:
            raise UserError("there is no such item, or no such rating")
        shown = self._digests[sheet.episode]
        keep(self._folder, Label(by=name, episode=sheet.episode, item=known[item], met=met, shown=shown))

    def pages(self, sheet: Sheet) -> tuple[list[str], Device]:
        """Return the names of a trajectory's pages, if it has no pictures and can be replayed, and their device."""
        (episode,) = self._folder.episodes([sheet.episode])
        if sheet.episode not in self._replayed:
            bare = not all(view.picture for view in sheet.shown.views)
            if bare:
                replayed.keep(self._folder, episode)
            self._replayed[sheet.episode] = replayed.kept(self._folder, sheet.episode) if bare else []
        return self._replayed[sheet.episode], DEVICES[episode["planned"]["configuration"]["device"]]

    def files(self, name: str) -> StaticFiles:
        """Return what serves the pages, or what they look like."""
        return StaticFiles(directory=self._folder.path / name, check_dir=False)

    def picture(self, name: str) -> Path | None:
        """Return the path of a picture of a transcript."""
        return self._pictures.get(name)

    def _order(self, name: str) -> list[str]:
        """Return the episodes in a random order that is fixed for each person."""
        return sorted(self._shown, key=lambda one: hashlib.blake2b(f"{name} {one}".encode()).digest())


class Site:
    """The pages; a person identifies themselves by a name."""

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
            *(Mount(f"/{name}", self._desk.files(name)) for name in ("pages", "look")),
            *file_routes("lifeworld.label", _OWN),
        ]
        return Starlette(routes=routes, middleware=[OWN_HOSTS])

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
        pages, device = await run_in_threadpool(self._desk.pages, sheet)
        context = {"sheet": sheet, "done": sum(done), "next": _next(done, number), "answers": ANSWERS}
        return self._rendered("rate.html", name=name, pages=pages, device=device, **context)

    async def _picture(self, request: Request) -> Response:
        place = self._desk.picture(request.path_params["name"])
        if place is None or not place.is_file():  # a run may have been copied without its pictures
            return Response("no such picture", 404)
        return FileResponse(place, media_type="image/png")

    # ---- forms

    def _posted(self, act: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Return a handler of a form, which checks its origin and token."""

        async def handle(request: Request) -> Response:
            fields = dict(pairs_of(await request.body()))
            token = fields.get("token", "").encode()
            if not from_own_page(request) or not secrets.compare_digest(token, self._token.encode()):
                return Response("This form is from another site or has expired; load the page again.", 403)
            return await act(request, _name(request), fields)

        return handle

    async def _named(self, request: Request, _: str, fields: dict[str, str]) -> Response:
        try:
            name = called(fields.get("name", ""))
        except UserError as problem:
            again = self._rendered("name.html", problem=f"{problem}.".capitalize(), given=fields.get("name", ""))
            again.status_code = 422
            return again
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
            return Response(f"This was not saved: {problem}.", 422)
        return RedirectResponse(f"/rate/{number}#item-{fields['item']}", 303)

    def _rendered(self, template: str, **context: Any) -> Response:
        return page(templates_of("lifeworld.label"), template, **context, token=self._token)


def _name(request: Request) -> str:
    """Return the name of the person at this browser; "" if none was given."""
    try:
        return called(unquote(request.cookies.get(_COOKIE, "")))
    except UserError:
        return ""


def _next(done: list[bool], after: int) -> int:
    """Return the next number that is not rated, wrapping around; 0 if all are rated."""
    order = [*range(after, len(done)), *range(after)]
    return next((place + 1 for place in order if not done[place] and place + 1 != after), 0)
