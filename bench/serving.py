"""What the servers cost a step, and what eight clients at once reach of the session's own rate.

    python -m bench.serving [--clients 8] [--seconds 5] [--json]

A server of its own plays todo tasks. One client first plays them in this process by the session itself, then over HTTP
and over WebSocket on the loopback; then so many clients play at once over WebSocket. Each does the same actions.
"""

import argparse
import http.client
import json
import multiprocessing
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from websockets.sync.client import connect

from lifeworld.bridges.suite import Suite

ACTIONS: list[dict[str, Any]] = [{"type": "app", "name": "Ticked"}, {"type": "system", "name": "home"}]
EPISODE = 40  # steps between two resets
Step = Callable[[dict[str, Any]], Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measured(asked.clients, asked.seconds)
    print(json.dumps(found, indent=1) if asked.json else "\n".join(f"{key:48} {value}" for key, value in found.items()))


def measured(clients: int, seconds: float) -> dict[str, Any]:
    own = timed(by_session, seconds)
    with served() as port:
        http_, socket = (timed(partial(way, port), seconds) for way in (by_http, by_socket))
        rate = at_once(port, clients, seconds)
    milli = {name: 1000 * statistics.median(each) for name, each in (("own", own), ("http", http_), ("ws", socket))}
    return {
        "the session's own step, ms": round(milli["own"], 3),
        "more over HTTP, ms": round(milli["http"] - milli["own"], 3),
        "more over WebSocket, ms": round(milli["ws"] - milli["own"], 3),
        "the session's own steps a second": round(len(own) / sum(own)),
        f"{clients} at once over WebSocket, steps a second": round(rate),
        "share of a core's own rate": round(rate * sum(own) / len(own), 2),
    }


def timed(way: Callable[[], Any], seconds: float) -> list[float]:
    """Return the seconds of each step."""
    found: list[float] = []
    with way() as (reset, step):
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            reset(len(found))
            for n in range(EPISODE):
                began = time.perf_counter()
                step(ACTIONS[n % 2])
                found.append(time.perf_counter() - began)
    return found[EPISODE:]


@contextmanager
def by_session() -> Iterator[tuple[Any, Step]]:
    with Suite(apps="todo").session() as session:
        yield lambda seed: session.reset(seed=seed), session.step


@contextmanager
def by_http(port: int) -> Iterator[tuple[Any, Step]]:
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(path: str, **body: Any) -> Any:
        connection.request("POST", path, json.dumps(body))
        return json.loads(connection.getresponse().read())

    place = f"/sessions/{ask('/sessions')['id']}"
    yield lambda seed: ask(f"{place}/reset", seed=seed), lambda action: ask(f"{place}/step", action=action)
    connection.close()


@contextmanager
def by_socket(port: int) -> Iterator[tuple[Any, Step]]:
    with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as connection:

        def ask(kind: str, **body: Any) -> Any:
            connection.send(json.dumps({"type": kind, **body}))
            found = json.loads(connection.recv())
            assert found["type"] == kind, found
            return found

        ask("open")
        yield lambda seed: ask("reset", seed=seed), lambda action: ask("step", action=action)


def at_once(port: int, clients: int, seconds: float) -> float:
    """Return the steps a second that so many clients in a process of their own take together, resets left out."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_at_once, (port, clients, seconds))


def _at_once(port: int, clients: int, seconds: float) -> float:
    begun, counts = threading.Barrier(clients), [0.0] * clients

    def play(number: int) -> None:
        with by_socket(port) as (reset, step):
            reset(number)
            begun.wait()
            began = time.perf_counter()
            end, taken = began + seconds, 0
            while time.perf_counter() < end:
                if taken % EPISODE == EPISODE - 1:
                    reset(number + taken)
                step(ACTIONS[taken % 2])
                taken += 1
            counts[number] = taken / (time.perf_counter() - began)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts)


@contextmanager
def served() -> Iterator[int]:
    """Keep a server in a process of its own; its port."""
    command = [sys.executable, "-m", "lifeworld", "serve", "http", "--app", "todo", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            yield int(process.stderr.readline().split()[0].rstrip("/").rpartition(":")[2])
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
