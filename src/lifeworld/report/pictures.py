"""What a browser draws for a report: its plots as files, and screens of episodes that were played without pictures."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Literal

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from lifeworld.core.actions import Action, dump_action
from lifeworld.core.errors import Fault, UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Box, Observation
from lifeworld.core.trajectory import Step
from lifeworld.env.drivers.browser import find_chromium
from lifeworld.env.drivers.by_points import refers
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.report.episode_pages import DRAWN, replay, write_one
from lifeworld.report.replayed import aimed
from lifeworld.run.action_target import target_box
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned
from lifeworld.web.loopback import OWN_HOSTS, from_own_page

WIDTH, HEIGHT, RATIO = 840, 900, 3  # CSS pixels, and device pixels in each of a PNG
_OPEN = "document.querySelectorAll('details').forEach(one => { one.open = !one.matches('.numbers'); })"
_DRAW = "place => draw(place)"
_SOURCE = "svg => new XMLSerializer().serializeToString(svg)"
_PLAIN = ".figure details { display: none } :root { --card: #fff }"


def draw(html: str, names: Sequence[str], folder: Path, form: Literal["png", "svg"]) -> None:
    """Draw the figures named of a report's page, in light colours, to FOLDER/NAME.png or .svg.

    Raises:
        UserError: there is no browser, or it failed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as passing, sync_playwright() as playwright:
        source = Path(passing) / "report.html"
        source.write_text(html)
        try:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(playwright.chromium.executable_path),
                chromium_sandbox=os.name == "posix" and os.geteuid() != 0,
            )
            size = {"width": WIDTH, "height": HEIGHT}
            page = browser.new_page(viewport=size, device_scale_factor=RATIO, color_scheme="light")  # type: ignore[arg-type]
            page.goto(source.as_uri())
            page.add_style_tag(content=_PLAIN)
            page.evaluate(_OPEN)
            for name in names:
                _draw(page, name, folder / f"{name}.{form}")
            browser.close()
        except PlaywrightError as error:
            raise UserError(f"the browser could not draw the figures: {str(error).splitlines()[0]}") from error


def _draw(page: Page, name: str, place: Path) -> None:
    figure = page.locator(f'[data-figure="{name}"]')
    figure.evaluate(_DRAW)
    svg = figure.locator("svg.marks")
    if place.suffix == ".svg":
        place.write_text(str(svg.evaluate(_SOURCE)))
    else:
        svg.screenshot(path=place)


def redraw(folder: Folder, episode: str) -> None:
    """Play an episode once more in a browser, keep a picture of each screen, and write its page again.

    Raises:
        UserError: there is no such episode, no browser, or the screens are no longer those that were recorded.
    """
    found = next((one for one in folder.episodes() if one["episode"] == episode), None)
    if found is None:
        raise UserError(f"{folder.path} has no episode {episode}")
    planned = Planned.from_json(found["planned"])
    if planned.channel == "tools":
        raise UserError(f"episode {episode} was played by tools: there are no screens to draw")
    steps = folder.steps(episode)
    with opened("chromium") as environment:
        first = environment.reset(planned.configuration)
        screens = [
            {
                "image": folder.keep_image(screen.picture),
                "box": asdict(screen.box) if screen.box else None,
                "by_points": [dump_action(action) for action in screen.by_points],
            }
            for screen in _screens(environment, first, steps)
        ]
    folder.write(DRAWN.format(episode), json_text(screens).encode())
    write_one(folder, episode)


@dataclass(frozen=True)
class _Screen:
    """A step's picture, where on it the action goes, and what that comes to by points."""

    picture: bytes
    box: Box | None = None
    by_points: tuple[Action, ...] = ()


def _screens(environment: SyncEnvironment, now: Observation, steps: list[Step]) -> Iterator[_Screen]:
    """Yield each step's screen, seeing that it is the one that was recorded."""
    for step in steps:
        if (now.url, now.title) != (step.url, step.title) or now.screenshot is None:
            raise UserError(f"the screen of step {step.number + 1} is another one now: {now.url}, not {step.url}")
        if step.action is None:
            yield _Screen(now.screenshot)
            continue
        action = aimed(step, now.tree)
        picture, box, now = now.screenshot, target_box(action, now), environment.step(action)
        points = environment.environment.driver.by_points if now.feedback.ok and refers(action) else ()
        yield _Screen(picture, box, points)


class _Files(StaticFiles):
    """The run's files; an episode that was played without pictures is replayed before its page is served."""

    def __init__(self, run: Path, turn: Lock) -> None:
        super().__init__(directory=run, html=True)
        self._run, self._turn = run, turn

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, *rest = path.split("/")
        if first == "episodes" and rest and rest[1:] in ([], ["index.html"]):
            await run_in_threadpool(self._replay, rest[0])
        return await super().get_response(path, scope)

    def _replay(self, name: str) -> None:
        with self._turn, suppress(UserError, OSError):  # a folder that can't be written shows words
            replay(Folder.opened(self._run), name)


def viewer(run: Path) -> Starlette:
    """Return the application to serve."""
    turn = Lock()  # one episode at a time

    def draw(request: Request) -> Response:
        """Draw an episode's screens; only pages of this viewer may ask."""
        if "origin" not in request.headers or not from_own_page(request):
            return PlainTextResponse("This is from another site.", 403)
        try:
            with turn:
                redraw(Folder.opened(run), request.path_params["name"])
        except (UserError, Fault) as error:
            return PlainTextResponse(" ".join(str(error).split()), 409)
        return PlainTextResponse("drawn")

    routes = [Route("/draw/{name}", draw, methods=["POST"]), Mount("/", _Files(run, turn))]
    return Starlette(routes=routes, middleware=[OWN_HOSTS])
