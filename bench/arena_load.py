"""Visitors at once: how long an arena's pages and votes take while many watch live battles and vote.

    python -m bench.arena_load [RUN] [--visitors 200] [--live 8] [--seconds 60] [--think 10] [--database URL] [--json]

RUN is a finished run of two agents or more with pictures; without one it is the run of the battles that ship. An arena
is made of it in a passing folder, and its battles, each several times, are voted on. The live battles are replayed:
their agents' screens come out of RUN, one each `--pace` seconds, by a process of its own, as a worker sends them. Each
visitor has a cookie, a network address (this process is the proxy that tells it) and an open socket of one live battle,
opens a battle with its first two pictures, thinks, votes and reads who was who, again and again; some send their vote
twice at once. Whoever can't watch, or no longer, is counted among what was refused. In the end the votes that the site
took are held against the database. Beside the times stands what the site's process used of its processor: times grow
when others use the machine, that hardly does.
"""

import argparse
import asyncio
import contextlib
import io
import json
import multiprocessing
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import uvloop
import websockets
from PIL import Image
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lifeworld.arena import filling, hosting
from lifeworld.arena.database import Database
from lifeworld.arena.live import BattleEvent, EventStream
from lifeworld.arena.tables import CHOICES, SIDES, Battle, Side, Vote
from lifeworld.run.folder import Folder

_COPIES = 8  # of each battle of the run, so that nobody runs out of them
_TWICE = 0.1  # of the votes are sent twice at once, as by an impatient finger
_IN_TIME = 10.0  # seconds in which a vote should be on the board
_HIDDEN = re.compile(r'name="(token|drawn)" value="([^"]*)"')
_PICTURE = re.compile(r'<img src="([^"]+)"')
_ACTION = re.compile(r'action="/battle/([^"/]+)/vote"')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, nargs="?")
    parser.add_argument("--visitors", type=int, default=200)
    parser.add_argument("--live", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=10, help="seconds before a vote, on average")
    parser.add_argument("--pace", type=float, default=0.8, help="seconds between two screens of an agent")
    parser.add_argument("--database", help="postgresql://…; SQLite otherwise")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    show(measured(asked), asked.json)


def show(found: dict[str, Any], as_json: bool) -> None:
    """Print figures by name."""
    print(json.dumps(found, indent=1) if as_json else "\n".join(f"{name:58} {value}" for name, value in found.items()))


def measured(asked: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as passing:
        home = Path(passing)
        run = asked.run or shipped(home / "shipped")
        with hosting.open_or_create(home, asked.database) as database:
            live = made(database, home, run, asked.live)
            with replayed(home, run, live, asked.pace), served(home, asked.database) as site:
                used = site.used()
                tally = uvloop.run(visited(site.address, live, asked))
                used = site.used() - used
            return told(tally, database, asked, used)


def shipped(folder: Path) -> Path:
    """Unpack the run of the battles that ship."""
    with as_file(files("lifeworld.arena").joinpath("prepared.zip")) as packed, zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    return folder


def made(database: Database, home: Path, run: Path, live: int) -> list[str]:
    """Fill the arena with the run's battles, and begin so many live ones; return these."""
    with database.writing() as session:
        if not filling.fill(session, home, [run]).made:
            raise SystemExit(f"{run}: no two agents on the same configuration")
        patterns = session.scalars(select(Battle)).all()
        for pattern in patterns:
            for _ in range(_COPIES - 1):
                copy(session, pattern)
        return [copy(session, patterns[0], made="live", status="running") for _ in range(live)]


def copy(session: Session, pattern: Battle, **other: Any) -> str:
    """Add a battle like another one; its id."""
    values = {column.key: getattr(pattern, column.key) for column in Battle.__table__.columns}
    battle = Battle(**{**values, "id": secrets.token_urlsafe(16), **other})
    session.add(battle)
    session.flush()
    for side in pattern.sides:
        values = {column.key: getattr(side, column.key) for column in Side.__table__.columns if column.key != "id"}
        session.add(Side(**{**values, "battle": battle.id}))
    return battle.id


@contextlib.contextmanager
def replayed(home: Path, run: Path, live: list[str], pace: float) -> Iterator[None]:
    """Have a process send the run's screens as those of live battles."""
    sender = multiprocessing.get_context("spawn").Process(target=send, args=(home, run, live, pace), daemon=True)
    sender.start()
    try:
        yield
    finally:
        sender.terminate()
        sender.join()


def send(home: Path, run: Path, live: list[str], pace: float) -> None:
    folder = Folder.opened(run)
    episodes = [folder.steps(episode["episode"]) for episode in folder.episodes()]
    screens = [[jpeg(folder.image(step.image)) for step in steps if step.image] for steps in episodes]
    streams = [EventStream(home, battle) for battle in live]
    for stream in streams:
        for side in SIDES:
            stream.publish(BattleEvent("begun", side))
    for number in range(sys.maxsize):
        began = time.monotonic()
        for place, stream in enumerate(streams):
            for turn, side in enumerate(SIDES):
                shown = screens[(2 * place + turn) % len(screens)]
                stream.show(side, shown[number % len(shown)])
                stream.publish(
                    BattleEvent("acted", side, number, done="Pressed “Save”", action="click", aim=(0.4, 0.5, 0.1, 0.05))
                )
        time.sleep(max(0.0, pace - (time.monotonic() - began)))


def jpeg(png: Path) -> bytes:
    out = io.BytesIO()
    with Image.open(png) as image:
        image.convert("RGB").save(out, "JPEG", quality=60)
    return out.getvalue()


@dataclass(frozen=True)
class Site:
    """The site in a process of its own."""

    address: str
    process: int

    def used(self) -> float:
        """Return the processor seconds that it has used so far; not a number where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def served(home: Path, url: str | None) -> Iterator[Site]:
    """Start the site as `lifeworld arena` does, without workers."""
    command = [sys.executable, "-m", "lifeworld", "arena", "--port", "0", "--workers", "0", "--dir", str(home)]
    (home / "arena.toml").write_text('proxies = ["127.0.0.1"]\n')  # so that each visitor has an address of their own
    more = ["--config", str(home / "arena.toml"), *(["--database", url] if url else [])]
    log = (home / "log").open("wb")
    with log, subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=log, env=dict(os.environ)) as server:
        try:
            assert server.stdout
            line = server.stdout.readline().decode().split()
            if not line:
                raise SystemExit(f"the arena did not start: {(home / 'log').read_text()[-2000:]}")
            httpx.get(f"{line[0]}/about", timeout=120)  # it listens before its pages are loaded
            yield Site(line[0], server.pid)
        finally:
            server.terminate()
            server.wait(20)


@dataclass
class Tally:
    """What visitors measured: seconds by kind, what was refused, and who voted on what."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refused: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    taken: int = 0
    sent_twice: int = 0
    watching: int = 0
    frames: int = 0
    events: int = 0
    out_of_battles: int = 0


async def visited(address: str, live: list[str], asked: argparse.Namespace) -> Tally:
    tally, until = Tally(), time.monotonic() + asked.seconds + 5
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    transport = httpx.AsyncHTTPTransport(limits=limits)
    async with transport:  # one for all, as each would make a TLS context of its own
        visits = [Visit(address, number, asked.think, until, tally, transport) for number in range(asked.visitors)]
        await asyncio.gather(*(one.paid(live[one.number % len(live)] if live else None) for one in visits))
    return tally


@dataclass
class Visit:
    """One visitor, from the first page until the end."""

    address: str
    number: int
    think: float
    until: float
    tally: Tally
    transport: httpx.AsyncHTTPTransport

    def __post_init__(self) -> None:
        self.rng = random.Random(self.number)
        self.headers = {"origin": self.address, "x-forwarded-for": f"10.0.{self.number // 250}.{1 + self.number % 250}"}
        self.browser = httpx.AsyncClient(
            base_url=self.address, transport=self.transport, timeout=30, headers=self.headers
        )

    async def paid(self, live: str | None) -> None:
        """Come within the first five seconds, then watch, if there is something, and vote until the end."""
        await asyncio.sleep(self.rng.uniform(0, 5))
        await self.get("page", "/about")
        await asyncio.gather(self.vote(), *([self.watch(live)] if live else []))

    async def get(self, kind: str, place: str) -> httpx.Response:
        return await timed(self.tally, kind, self.browser.get(place))

    async def vote(self) -> None:
        while time.monotonic() < self.until:
            page = (await self.get("page", "/")).text
            battle = _ACTION.search(page)
            await asyncio.gather(*(self.get("picture", one) for one in _PICTURE.findall(page)))
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.think)
            if battle is None:
                self.tally.out_of_battles += 1
            elif await self.cast(battle[1], dict(_HIDDEN.findall(page)) | {"choice": self.rng.choice(CHOICES)}):
                await self.read(f"/battle/{battle[1]}")

    async def read(self, place: str) -> None:
        """Read who was who; as a browser does, ask again for that part until the vote is on the board."""
        voted, page = time.perf_counter(), await self.get("page", place)
        while "hx-get" in page.text and time.perf_counter() < voted + _IN_TIME:
            await asyncio.sleep(0.7)
            page = await timed(self.tally, "page", self.browser.get(place, headers={"hx-request": "true"}))
        if page.status_code == 200 and "hx-get" not in page.text:
            self.tally.seconds["counted"].append(time.perf_counter() - voted)
        else:
            self.tally.refused["vote not counted in time"] += 1

    async def cast(self, battle: str, form: dict[str, str]) -> bool:
        """Vote, now and then twice at once; whether the site has taken it."""
        times = 2 if self.rng.random() < _TWICE else 1
        place = f"/battle/{battle}/vote"
        sent = (timed(self.tally, "vote", self.browser.post(place, data=form)) for _ in range(times))
        taken = any(answer.status_code == 303 for answer in await asyncio.gather(*sent))
        self.tally.taken += taken
        self.tally.sent_twice += taken and times == 2
        return taken

    async def watch(self, live: str) -> None:
        """Watch a live battle as a browser does: each picture is drawn and its side told free again."""
        place = f"{self.address.replace('http', 'ws', 1)}/battle/{live}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        headers = self.headers | {"cookie": cookie}
        try:
            async with websockets.connect(place, additional_headers=headers, compression=None, max_size=None) as socket:
                self.tally.watching += 1
                await self.look(socket)
        except (OSError, websockets.WebSocketException) as problem:
            said = getattr(getattr(problem, "response", None), "status_code", type(problem).__name__)
            self.tally.refused[f"watch {said}"] += 1

    async def look(self, socket: websockets.ClientConnection) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.until - time.monotonic()):
                while True:
                    got = await socket.recv()
                    if isinstance(got, bytes):
                        self.tally.frames += 1
                        await socket.send(json.dumps({"seen": SIDES[got[0]]}))
                    else:
                        self.tally.events += 1


async def timed(tally: Tally, kind: str, asked: Any) -> httpx.Response:
    start = time.perf_counter()
    try:
        answer: httpx.Response = await asked
    except httpx.TransportError as problem:
        tally.refused[f"{kind} {type(problem).__name__}"] += 1
        answer = httpx.Response(0)
    tally.seconds[kind].append(time.perf_counter() - start)
    if answer.status_code >= 400:
        tally.refused[f"{kind} {answer.status_code}"] += 1
    return answer


def told(tally: Tally, database: Database, asked: argparse.Namespace, used: float, before: int = 0) -> dict[str, Any]:
    """Return what was measured, held against the database, which had so many votes before."""
    with database.reading() as session:
        kept = (session.scalar(select(func.count()).select_from(Vote)) or 0) - before
        each = select(Vote.battle, Vote.voter).group_by(Vote.battle, Vote.voter).having(func.count() > 1)
        doubled = len(session.execute(each).all())
    answers = sum(len(taken) for kind, taken in tally.seconds.items() if kind != "counted")
    found: dict[str, Any] = {f"{asked.visitors} visitors, {asked.live} live battles, seconds": asked.seconds}
    for kind in ("page", "vote", "picture", "counted"):
        taken = tally.seconds[kind]
        for name, share in (("median", 0.5), ("99th percentile", 0.99), ("longest", 1.0)):
            found[f"{kind} ({len(taken)}), ms, {name}"] = round(1000 * float(np.quantile(taken, share)), 1)
    return found | {
        "votes taken": tally.taken,
        "of these sent twice at once": tally.sent_twice,
        "votes lost": max(tally.taken - kept, 0),
        "votes doubled": doubled + max(kept - tally.taken, 0),
        "processor seconds of the site": round(used, 2),
        "of these for each answer, live pictures included, ms": round(1000 * used / answers, 2),
        "load of the machine": round(os.getloadavg()[0], 1),
        "visitors who watched": tally.watching,
        "pictures a watcher and second": round(tally.frames / max(tally.watching, 1) / asked.seconds, 2),
        "refused": dict(tally.refused),
        "visits that found no battle left": tally.out_of_battles,
    }


if __name__ == "__main__":
    main()
