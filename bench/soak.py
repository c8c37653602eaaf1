"""Many clients at once, some of which misbehave: no world is crossed, none is left, and memory is back where it began.

    python -m bench.soak [--door http|openenv] [--clients 64] [--minutes 10] [--json]

A server in a process of its own plays todo tasks over WebSocket (OpenEnv's where openenv is installed, as in
`.tools/bridges/openenv/bin/python`, after `make bridges`). Each client plays one episode a connection: most solve
theirs and hold what they are told against the configuration they named; others vanish in the middle, send what is no
frame, or too much, or the wrong token, as they are drawn. Memory is the server's, with no session: after every
configuration was played once and so many clients were there for half a minute, and in the end.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import dump_action
from lifeworld.env.tools.solving import call_of
from lifeworld.taskkit.draw import instance_of

BODY = 20_000
_FIRST = 30.0  # seconds that all clients play before memory is looked at
WAYS = ("solved", "solved", "solved", "solved", "gone", "no frame", "too large", "wrong token")
Play = tuple[str, list[dict[str, Any]]]
Ask = Callable[[dict[str, Any] | str], Awaitable[Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--door", choices=list(DOORS), default="http")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = soaked(asked.clients, asked.minutes, asked.door)
    print(json.dumps(found, indent=1) if asked.json else "\n".join(f"{key:32} {value}" for key, value in found.items()))


def soaked(clients: int, minutes: float, door: str = "http") -> dict[str, Any]:
    suite = Suite(tasks="todo.CompleteTask", channels="tree+tools")
    plays = [
        (one.id, [*map(dump_action, map(call_of, instance_of(one).commands)), {"type": "done"}])
        for one in suite.configurations(64)
    ]
    token = secrets.token_urlsafe()
    with served(clients, token, door) as (port, process):
        there, told = Server(port, token, DOORS[door]), Counter[str]()
        asyncio.run(first(there, plays, told))
        asyncio.run(all_of(there, plays, clients, _FIRST, told))
        before, told = memory(process, port, token), Counter()
        asyncio.run(all_of(there, plays, clients, 60 * minutes, told))
        after = memory(process, port, token)
    return {**dict(sorted(told.items())), "server before, MB": before, "server after, MB": after}


class Http:
    """What our own protocol says."""

    @staticmethod
    async def begun(ask: Ask, named: str) -> bool:
        """Begin an episode; return whether there was a seat."""
        opened = await ask({"type": "open"})
        if opened.get("error", {}).get("code") == "full":
            return False
        return bool(await ask({"type": "reset", "configuration": named}))

    @staticmethod
    async def moved(ask: Ask, action: dict[str, Any]) -> tuple[str, Any]:
        """Do an action; return the configuration that it was done in, and the reward."""
        told = await ask({"type": "step", "action": action})
        return told.get("info", {}).get("configuration", f"{told}"), told.get("reward")

    @staticmethod
    def is_no_frame(answer: Any) -> bool:
        return bool(answer["error"]["code"] == "not_json")


class OpenEnv:
    """What OpenEnv's says."""

    @staticmethod
    async def begun(ask: Ask, named: str) -> bool:
        told = await ask({"type": "reset", "data": {"configuration": named}})
        if told["type"] == "error" and told["data"]["code"] == "CAPACITY_REACHED":
            return False
        assert told["type"] == "observation", told
        return True

    @staticmethod
    async def moved(ask: Ask, action: dict[str, Any]) -> tuple[str, Any]:
        told = (await ask({"type": "step", "data": {"action": action}}))["data"]
        return told.get("observation", {}).get("metadata", {}).get("configuration", f"{told}"), told.get("reward")

    @staticmethod
    def is_no_frame(answer: Any) -> bool:
        return bool(answer["data"]["code"] == "INVALID_JSON")


DOORS: dict[str, type[Http] | type[OpenEnv]] = {"http": Http, "openenv": OpenEnv}


class Server(NamedTuple):
    """Where a server is, and what it understands."""

    port: int
    token: str
    door: type[Http] | type[OpenEnv]


async def first(there: Server, plays: list[Play], told: Counter[str]) -> None:
    """Play each configuration once, and each way of misbehaving."""
    for play in plays:
        await episode(there, play, "solved", told)
    for way in WAYS:
        await episode(there, plays[0], way, told)


async def all_of(there: Server, plays: list[Play], clients: int, seconds: float, told: Counter[str]) -> None:
    end = time.monotonic() + seconds

    async def client(number: int) -> None:
        drawn = random.Random(number)
        while time.monotonic() < end:
            await episode(there, drawn.choice(plays), drawn.choice(WAYS), told)

    await asyncio.gather(*map(client, range(clients)))


async def episode(there: Server, play: Play, way: str, told: Counter[str]) -> None:
    """Play one, in a way; count what came of it."""
    given = {"Authorization": f"Bearer {there.token if way != 'wrong token' else 'wrong'}"}
    address = f"ws://127.0.0.1:{there.port}/ws"
    try:
        async with connect(address, additional_headers=given, open_timeout=120) as connection:
            told[await played(connection, there.door, play, way, told)] += 1
    except InvalidStatus as refusal:
        told["wrong token: 401" if way == "wrong token" and refusal.response.status_code == 401 else "UNEXPECTED"] += 1
    except ConnectionClosed as closed:
        right = way == "too large" and closed.rcvd and closed.rcvd.code == 1009
        told["too large: 1009" if right else f"UNEXPECTED {way} {closed}"] += 1


async def played(connection: Any, door: type[Http] | type[OpenEnv], play: Play, way: str, told: Counter[str]) -> str:
    (named, actions), reward = play, None

    async def ask(message: dict[str, Any] | str) -> Any:
        await connection.send(message if isinstance(message, str) else json.dumps(message))
        return json.loads(await connection.recv())

    if not await door.begun(ask, named):  # whoever has vanished is being let go of
        await asyncio.sleep(0.1)
        return "no seat"
    for n, action in enumerate(actions):
        if way == "too large":
            await ask("y" * (BODY + 1))
        if way == "no frame" and not door.is_no_frame(await ask("{")):
            return "UNEXPECTED answer to no frame"
        if way == "gone" and n == len(actions) - 1:
            connection.transport.abort()
            return "gone"
        here, reward = await door.moved(ask, action)
        told["steps"] += 1
        if here != named:
            return f"UNEXPECTED, crossed: {here[:200]}"
    return way if reward == 1 else f"UNEXPECTED reward {reward}"


def memory(process: "subprocess.Popen[str]", port: int, token: str) -> float:
    """Return what the server holds once it has no session, in MB."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/health", headers={"Authorization": f"Bearer {token}"})
    for _ in range(600):
        with urllib.request.urlopen(asked) as answer:
            if json.load(answer).get("sessions", 0) == 0:  # OpenEnv doesn't say
                break
        time.sleep(0.1)
    else:
        raise SystemExit("sessions are left")
    pages = Path(f"/proc/{process.pid}/status").read_text().partition("VmRSS:")[2].split()[0]
    return round(int(pages) / 1024, 1)


@contextmanager
def served(sessions: int, token: str, door: str = "http") -> "Iterator[tuple[int, subprocess.Popen[str]]]":
    command = [sys.executable, "-m", "lifeworld", "serve", door, "--app", "todo", "--channel", "tree+tools"]
    command += ["--port", "0", "--set", f"sessions={sessions},body={BODY}"]
    known = {**os.environ, "LIFEWORLD_TOKEN": token}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=known) as process:
        assert process.stderr
        try:
            yield int(process.stderr.readline().split()[0].rstrip("/").rpartition(":")[2]), process
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
