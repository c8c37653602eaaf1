"""BrowserGym beside us: the same pages of one world, the same steps, on this machine in the same run.

    python -m bench.beside

BrowserGym pins an old Playwright, so it lives in an environment of its own that is made here, in the cache folder.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.speed.chromium import several

from lifeworld.core.actions import Click, Ref, System
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Node
from lifeworld.core.writing import cache
from lifeworld.env.drivers.browser import find_chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.server import Server
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web.look import Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

VERSION = "0.14.3"
REVISION = "chromium-1117"  # of the Playwright that it pins
DEVICE = "desktop"
DEPTH = 2  # pages of each app that the way leads to
ROUNDS = 3  # that the way is gone, by each, in one browser
PATIENCE = 240

Way = list[list[str]]


@dataclass(frozen=True)
class Beside:
    """Steps a second on the same way through the same pages; `why` where there is nothing to compare with."""

    steps: int = 0
    ours: float = 0.0
    no_waits: float = 0.0
    stock: float = 0.0
    why: str = ""

    @property
    def told(self) -> str:
        if self.why:
            return f"BrowserGym was not measured: {self.why}"
        return (
            f"BrowserGym {VERSION} beside us, {self.steps} steps on the same pages: ours {self.ours:.1f} a second; "
            f"with its waits off {self.no_waits:.2f} (ours is {self.ours / self.no_waits:.1f} times that), "
            f"as it comes {self.stock:.2f} ({self.ours / self.stock:.0f} times)"
        )


def beside() -> Beside:
    """Measure both, one after the other."""
    try:
        python, browsers = _installed()
        way = ROUNDS * _way()
        ours = _ours(way)
        no_waits = _theirs(python, browsers, way, stock=False)
        stock = _theirs(python, browsers, way[: len(way) // ROUNDS], stock=True)
    except (OSError, subprocess.SubprocessError, UserError) as problem:
        said = getattr(problem, "stderr", "") or str(problem)
        return Beside(why=" ".join(str(said).split())[-300:])
    return Beside(len(way), ours, no_waits, stock)


def _installed() -> tuple[Path, Path]:
    """Return the Python of an environment with BrowserGym, made where there is none, and its folder of browsers."""
    folder = cache() / "bench" / f"browsergym-{VERSION}"
    python, browsers = folder / "bin" / "python", folder / "browsers"
    if not (browsers / REVISION).exists():
        shutil.rmtree(folder, ignore_errors=True)
        uv = shutil.which("uv")
        _run(
            [uv, "venv", "-q", "-p", sys.executable, str(folder)] if uv else [sys.executable, "-m", "venv", str(folder)]
        )
        pip = [uv, "pip", "install", "-q", "-p", str(python)] if uv else [str(python), "-m", "pip", "install", "-q"]
        _run([*pip, f"browsergym-core=={VERSION}"])
        chrome = browsers / REVISION / "chrome-linux" / "chrome"  # this machine's browser in the place of its own
        chrome.parent.mkdir(parents=True)
        chrome.write_text(f'#!/bin/sh\nexec "{find_chromium("")}" "$@" "$LIFEWORLD_BENCH_HOSTS"\n')
        chrome.chmod(0o755)
    return python, browsers


def _run(command: list[str], **more: Any) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE, **more).stdout


def _configuration() -> Configuration:
    return Configuration(tasks()[0].id, NAMES[0], device=DEVICE)


def _way() -> Way:
    """Return steps that lead through every app and back home: ["click", name of a link] or ["home"]."""
    environment = SyncEnvironment(Environment(Dom()))
    home = environment.reset(_configuration()).tree
    way: Way = []
    for name in _names(home):
        seen = environment.step(Click(target=Ref(id=_link(home, name).ref)))
        if seen.url == "/" or seen.url.startswith(("/search", "/notifications", "/recent")):
            home = environment.step(System(name="home")).tree
            continue
        taken = [["click", name]]
        for inner in _names(seen.tree.find("main") or seen.tree, seen.tree)[: DEPTH - 1]:
            environment.step(Click(target=Ref(id=_link(seen.tree, inner).ref)))
            taken.append(["click", inner])
        home = environment.step(System(name="home")).tree
        way += [*taken, ["home"]]
    environment.close()
    return way


def _names(part: Node, page: Node | None = None) -> list[str]:
    """Return the plain names of links that no other link of the page begins with, so that both find the same."""
    all_names = [node.name for node in (page or part).all("link")]
    return [
        n.name
        for n in part.all("link")
        if n.name.replace(" ", "").isalpha() and sum(one.startswith(n.name) for one in all_names) == 1
    ]


def _link(tree: Node, name: str) -> Node:
    found = tree.find("link", name)
    assert found, f"no link “{name}”"
    return found


def _ours(way: Way) -> float:
    with several(1) as (environment,):
        shown = environment.reset(_configuration())
        started = time.perf_counter()
        for kind, *name in way:
            action = System(name="home") if kind == "home" else Click(target=Ref(id=_link(shown.tree, name[0]).ref))
            shown = environment.step(action)
            if not shown.feedback.ok:
                raise UserError(f"the way is lost at {name}: {shown.feedback.text}")
        return len(way) / (time.perf_counter() - started)


def _theirs(python: Path, browsers: Path, way: Way, *, stock: bool) -> float:
    look = _configuration().look
    world = World(load(NAMES[0]).data, Look(look.theme, look.device)).start()
    server = Server()
    server.start()
    hosts = f"--host-resolver-rules=MAP *.localhost 127.0.0.1:{server.port}"
    try:
        asked = {"url": f"http://{server.mount(world)}/", "way": way, "stock": stock}
        script = Path(__file__).with_name("browsergym_peer.py")
        said = _run(
            [str(python), "-P", str(script)],
            input=json.dumps(asked),
            env={**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(browsers), "LIFEWORLD_BENCH_HOSTS": hosts},
        )
        return float(json.loads(said.splitlines()[-1])["rate"])
    finally:
        server.stop()
        world.close()


if __name__ == "__main__":
    found = beside()
    print(json.dumps(asdict(found)) if "--json" in sys.argv else found.told)
