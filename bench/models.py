"""What an adapter costs beside the model's answer and the screen, and how many slow answers one process waits for.

    python bench/models.py [--steps N] [--seconds S] [--json]

Every answer comes from the mock server, in a process of its own. `--steps` acts are timed for each adapter, by this
process's processor time: the median of three rounds. Answers that take `--seconds` are waited for by 64 episodes at
once, and by one.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from lifeworld.agents.mock.script import Asked, Turn
from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.roster import create
from lifeworld.core.actions import Click, Point
from lifeworld.core.observation import Observation
from lifeworld.env.opening import opened
from lifeworld.taskkit.configuration import Configuration

AGENTS = {
    "anthropic": "anthropic:{model}?base_url={origin}/anthropic",
    "openai": "openai:{model}?base_url={origin}/openai/v1",
    "gemini": "gemini:{model}?base_url={origin}/gemini",
    "prompt": "prompt:{model}?base_url={origin}/chat/v1&key_from=CHAT_KEY",
}
AT_ONCE = 64
ROUNDS = 3
WARM = 5
_MADE = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    os.environ |= dict.fromkeys(("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "CHAT_KEY"), KEY)
    found: dict[str, Any] = {}
    seen = screen()
    with mock(0) as origin:
        for name, agent in AGENTS.items():
            rounds = [answered(agent, origin, seen, asked.steps) for _ in range(ROUNDS)]
            found[f"{name}: ms of processor an answer"] = round(statistics.median(rounds), 2)
            found[f"{name}: ms of processor to make and close one"] = round(made(agent, origin), 2)
    with mock(asked.seconds) as origin:
        found |= waiting(AGENTS["prompt"], origin, asked.seconds)
    if asked.json:
        print(json.dumps(found, indent=1))
    for name, value in {} if asked.json else found.items():
        print(f"{name:62} {value}")


def screen() -> Observation:
    """Return a phone's screen as chromium shows it."""
    with opened("chromium", "pixels") as environment:
        return environment.reset(Configuration("todo.CompleteTask", "nora"))


def answered(agent: str, origin: str, seen: Observation, steps: int) -> float:
    """Return the milliseconds of this process's processor that an answer takes, in one episode."""
    made = create(agent.format(model=MODEL, origin=origin))
    assert isinstance(made, ModelAgent)

    async def play() -> float:
        started = 0.0
        for number in range(WARM + steps):
            if number == WARM:
                started = time.process_time()
            await made.act(replace(seen, url=f"/{number}"))
        used = time.process_time() - started
        await (made.close() or asyncio.sleep(0))
        return used / steps * 1000

    return asyncio.run(play())


def made(agent: str, origin: str) -> float:
    """Return the milliseconds of this process's processor that an episode's agent takes to be made, and closed."""
    full = agent.format(model=MODEL, origin=origin)

    async def make() -> float:
        started = time.process_time()
        for _ in range(_MADE):
            await (create(full).close() or asyncio.sleep(0))
        return (time.process_time() - started) / _MADE * 1000

    return asyncio.run(make())


def waiting(agent: str, origin: str, seconds: float) -> dict[str, Any]:
    """Return the answers a second of 64 episodes at once in one process, and of one."""
    found: dict[str, Any] = {f"answers take, s, and {AT_ONCE} wait at once": seconds}
    rates = [rate(agent.format(model=MODEL, origin=origin), at_once) for at_once in (1, AT_ONCE)]
    found["one episode: answers a second"], found[f"{AT_ONCE} at once: answers a second"] = (round(r, 2) for r in rates)
    found[f"{AT_ONCE} at once: times as many (at most {AT_ONCE})"] = round(rates[1] / rates[0], 1)
    return found


def rate(agent: str, at_once: int) -> float:
    """Return the answers a second, from the first episode's start to the last one's end."""
    options = ["--limit", str(at_once), "--set", f"at_once={at_once}", "--workers", "1", "--max-steps", "4"]
    with tempfile.TemporaryDirectory() as passing:
        command = [sys.executable, "-m", "lifeworld", "eval", "--agent", agent, *options, "--out", f"{passing}/run"]
        subprocess.run(command, check=True, capture_output=True)
        folders = list(Path(passing).glob("run/episodes/*"))
        steps = sum(len((folder / "steps.jsonl").read_text().splitlines()) - 1 for folder in folders)
        begun = Path(passing, "run", "run.json").stat().st_mtime
        ended = max((folder / "episode.json").stat().st_mtime for folder in folders)
    return steps / (ended - begun)


@contextmanager
def mock(seconds: float) -> Iterator[str]:
    """Serve the mock server in a process of its own, and give its origin."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, seconds), daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Any, seconds: float) -> None:
    server = _Slow(seconds)
    with served(server) as origin:
        pipe.send(origin)
        while True:
            time.sleep(60)


class _Slow(MockServer):
    """Taps the middle of the screen, after a while."""

    def __init__(self, seconds: float) -> None:
        super().__init__(_taps)
        self._seconds = seconds

    async def _answered(self, *arguments: Any) -> Any:
        await asyncio.sleep(self._seconds)
        return await super()._answered(*arguments)


def _taps(_: Asked) -> Turn:
    return Turn((Click(target=Point(x=0.5, y=0.5)),))


if __name__ == "__main__":
    main()
