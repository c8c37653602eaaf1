"""A site with battles to vote on, for tests: steps and pictures as runs leave them, and names like no other's."""

import asyncio
import io
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.parse import urlencode

import httpx
import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import Select, select
from starlette.applications import Starlette

from lifeworld.arena import agents, battles
from lifeworld.arena.database import Database
from lifeworld.arena.site import moderation
from lifeworld.arena.site.app import application
from lifeworld.arena.site.boards import Boards
from lifeworld.arena.site.mailing import message
from lifeworld.arena.site.settings import Limits, Rate, Settings
from lifeworld.arena.site.visitors import Session
from lifeworld.arena.tables import Job, Pair, Side, Voter
from lifeworld.core.actions import Click, Done, Message
from lifeworld.core.observation import Box
from lifeworld.core.trajectory import Step
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web.look import DEVICES

T = TypeVar("T")
SECRET = "the secret of a test, which is long enough"
ORIGIN = "http://127.0.0.1"
NAMES = ("Zyxomma Prime", "Quorvath Octavo", "Brelluk Delta")
SPECS = ("oracle?slip=0.2025", "oracle?slip=0.4025", "null")
WIDE = Rate(1_000_000, 60, 1_000_000)
LOOSE = Limits(page=WIDE, address=WIDE, vote=WIDE, battle=WIDE, mail=WIDE, sign_in=WIDE)


class Letters(list[str]):
    """Keeps each mail instead of sending it."""

    def send(self, to: str, subject: str, text: str) -> None:
        self.append(message("arena@localhost", to, subject, text).as_bytes().decode())


@dataclass
class Stage:
    """The database and folder of one test, to which it opens sites."""

    database: Database
    home: Path
    settings: Settings
    letters: Letters = field(default_factory=Letters)
    _opened: list["Visit"] = field(default_factory=list)

    def visit(self, mails: bool = True, **changed: Any) -> "Visit":
        """Open a site to a browser, with what of its settings is changed; the end of the stage closes it."""
        settings = replace(self.settings, **changed)
        made = application(self.database, self.home, settings, self.letters if mails else None)
        self._opened.append(Visit(self, made))
        return self._opened[-1]

    def close(self) -> None:
        for visit in self._opened:
            visit.boards.close()

    def rules(self, **changed: Any) -> None:
        """Change the rules of moderation."""
        with self.database.writing() as rows:
            moderation.save_rules(rows, replace(moderation.load_rules(rows), **changed))

    def rows(self, query: Select[T]) -> list[T]:
        """Return what stands in the database."""
        with self.database.reading() as rows:
            return list(rows.scalars(query))

    def link(self) -> str:
        """Return the path of the link in the last letter; its last part is the key."""
        return self.letters[-1].split(self.settings.origins[0])[1].split()[0]

    def battle(self, left: str = NAMES[0], right: str = NAMES[1], device: str = "phone", **more: Any) -> str:
        """File a battle that is ready: the left one succeeded, the right one did not."""
        with self.database.writing() as rows:
            configuration = Configuration("todo.CompleteTask", "nora", device=device)
            made = battles.new_battle(rows, configuration, Pair(left, right, 0.5), "ahead")
            rows.delete(rows.scalars(select(Job).where(Job.battle == made.id)).one())
            for side, verdict in zip(made.sides, ("success", "failure"), strict=True):
                side.folder, side.status, side.verdict = f"folder-{made.id}-{side.side}", "done", verdict
                side.reasons = [] if verdict == "success" else [REASON]
                side.steps, side.seconds = 3, 4.5
                self._file(side, device)
            made.status, made.fingerprint = "ready", "f1ngerpr1nt"
            for name, value in more.items():
                setattr(made, name, value)
            return made.id

    def _file(self, side: Side, device: str) -> None:
        config = RunConfig(agents=("null",), apps=("todo",), limit=1)
        folder = Folder.begun(self.home / "battles" / side.folder, config)
        size, shade = (DEVICES[device].width, DEVICES[device].height), 60 if side.side == "left" else 200
        names = [folder.keep_image(picture(size, (shade, 120, 40 * number))) for number in range(3)]
        lines = "".join(
            json.dumps(replace(step, image=name).to_json()) + "\n" for step, name in zip(_steps(), names, strict=True)
        )
        folder.write("episodes/0123456789/steps.jsonl", lines.encode())


REASON = {"headline": "did not tick a task off: “Buy milk”", "followings": ["should have changed a task"]}


def _steps() -> list[Step]:
    words = f"I am {NAMES[0]}, run as {SPECS[0]}, and not {NAMES[1]}; call me Claude 3.7 or GPT-4.1."
    return [
        Step(
            number=0,
            action=Click(),
            url="/",
            title="Home",
            box=Box(0.1, 0.2, 0.3, 0.05),
            on="Open",
            native={"words": words},
            seconds=1.5,
        ),
        Step(
            number=1,
            action=Message(text=f"{NAMES[2]} asks: which one?", expects_reply=True),
            url="/",
            title="List",
            reply="The first",
            seconds=1.0,
        ),
        Step(number=2, action=Done(status="success", answer="Done as asked"), url="/", title="End", seconds=2.0),
    ]


@cache  # to encode the six of a battle takes as long as all the rest of it
def picture(size: tuple[int, int], colour: tuple[int, ...] = (0, 0, 0), kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind)
    return out.getvalue()


@cache
def _empty() -> bytes:
    """Return the file of a database with its tables, and nothing in them."""
    with TemporaryDirectory() as folder:
        with Database(f"sqlite:///{folder}/arena.db") as database:
            database.migrate()
        return Path(folder, "arena.db").read_bytes()


@contextmanager
def staged(home: Path, url: str = "", **settings: Any) -> Iterator[Stage]:
    """Open a site with three agents and no battle."""
    file = home / "arena.db"
    if not url:
        file.touch(0o600)
        file.write_bytes(_empty())
    with Database(url or f"sqlite:///{file}") as database:
        if url:
            database.migrate()
        with database.writing() as rows:
            for name, spec in zip(NAMES, SPECS, strict=True):
                agents.register(rows, name, spec)
        given = {"secret": SECRET, "origins": (ORIGIN,), "limits": LOOSE, "filters": (), **settings}
        stage = Stage(database, home, Settings(**given))
        yield stage
        stage.close()


PAGES = ("/", "/live", "/leaderboard", "/leaderboard/votes", "/findings", "/account", "/data", "/about", "/nothing")
ADMIN = ("/admin", "/admin/agents", "/admin/battles", "/admin/rules", "/admin/people")
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}


@contextmanager
def opened(chrome: Browser, size: str = "desktop", timeout: float = 10_000, **look: Any) -> Iterator[Page]:
    """Give a page of a person's browser."""
    with chrome.new_context(viewport=SIZES[size], **look) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(timeout)
        yield page


@contextmanager
def shown(chrome: Browser, stage: Stage, size: str = "desktop", **look: Any) -> Iterator[tuple[Page, str]]:
    """Serve a site to a person's browser; give its page and the site's origin."""
    with served(stage) as site, opened(chrome, size, **look) as page:
        yield page, site.origin


@contextmanager
def served(stage: Stage) -> Iterator["Visit"]:
    """Serve a site to real browsers; give one without a screen at the same site."""
    listening = socket.create_server(("127.0.0.1", 0))
    stage.settings = replace(stage.settings, origins=(f"http://127.0.0.1:{listening.getsockname()[1]}",))
    site = stage.visit()
    with listened(site.made, listening):
        yield site


@contextmanager
def listened(made: Starlette, listening: socket.socket) -> Iterator[None]:
    """Serve an application in a thread."""
    config = uvicorn.Config(
        made, log_config=None, access_log=False, lifespan="off", ws="websockets-sansio", server_header=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    within(60, lambda: server.started)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(5)
        listening.close()


def within(seconds: float, so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    last = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < last
        time.sleep(0.02)


class Visit:
    """A browser without a screen: keeps its cookie, sends forms as pages of the site do."""

    def __init__(self, stage: Stage, made: Starlette, address: str = "203.0.113.9") -> None:
        self.stage, self.made, self.host = stage, made, made.state.host
        self.boards: Boards = self.host.boards
        self._transport = httpx.ASGITransport(app=made, client=(address, 5000))
        self.cookies: dict[str, str] = {}

    @property
    def origin(self) -> str:
        return self.stage.settings.origins[0]

    @property
    def session(self) -> Session:
        """What the cookie holds."""
        found: Session | None = self.host.signer.read_session(self.cookies["arena"], 1)
        assert found
        return found

    def signed(self, purpose: str) -> str:
        """Return a token of a form that this browser was perhaps never shown."""
        return str(self.host.signer.form_token(self.session, purpose))

    def another(self, address: str = "203.0.113.9") -> "Visit":
        """Return another browser at the same site."""
        return Visit(self.stage, self.made, address)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self._sent("GET", path, None, headers)

    def post(self, path: str, fields: Any, **headers: str) -> httpx.Response:
        body = fields if isinstance(fields, bytes) else urlencode(fields).encode()
        kind = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin}
        return self._sent("POST", path, body, {**kind, **headers})

    def token(self, page: str, action: str) -> str:
        """Return the token of the form of a page that is sent to this place."""
        form = LexborHTMLParser(self.get(page).text).css_first(f'form[action="{action}"] input[name=token]')
        assert form is not None, (page, action)
        return str(form.attributes["value"])

    def send(self, page: str, action: str, **fields: str) -> httpx.Response:
        """Send a form of a page."""
        return self.post(action, {"token": self.token(page, action), **fields})

    def ballot(self, battle: str) -> str:
        """Return the token of the form to vote with."""
        return self.token(f"/battle/{battle}", f"/battle/{battle}/vote")

    def cast(self, battle: str, token: str, choice: str = "left", **headers: str) -> httpx.Response:
        """Vote with a token that may be another's."""
        return self.post(f"/battle/{battle}/vote", {"token": token, "choice": choice}, **headers)

    def vote(self, battle: str, choice: str = "left", **fields: str) -> httpx.Response:
        return self.send(f"/battle/{battle}", f"/battle/{battle}/vote", choice=choice, **fields)

    def begin(self, **fields: str) -> httpx.Response:
        """Begin a live battle."""
        return self.send("/live", "/live", **{"device": "phone", "profile": "nora", **fields})

    def sign_in(self, email: str) -> httpx.Response:
        assert self.send("/account", "/account/link", email=email).status_code == 200
        return self.send(self.stage.link(), self.stage.link())

    def _sent(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> httpx.Response:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            given["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())

        async def send() -> httpx.Response:
            async with httpx.AsyncClient(transport=self._transport, base_url=self.origin) as client:
                return await client.request(method, path, content=body, headers=given)

        with ThreadPoolExecutor(1) as pool:  # a browser's own loop may run in this thread
            answer = pool.submit(asyncio.run, send()).result()
        for name, value in answer.cookies.items():
            self.cookies[name] = value
        return answer


def role(stage: Stage, email: str, wanted: Any) -> None:
    """Give somebody a role behind the site's back."""
    with stage.database.writing() as rows:
        rows.scalars(select(Voter).where(Voter.email == email)).one().role = wanted
