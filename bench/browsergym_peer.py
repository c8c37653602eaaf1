"""Goes a way through pages with BrowserGym; run by beside.py in BrowserGym's own environment.

Reads {"url", "way", "stock"} as JSON from stdin and writes {"rate", "steps"} to stdout. `stock` leaves its waits as
they come: slow_mo as its tasks set it, and half a second before each observation.
"""

import json
import os
import sys
import time

from browsergym.core.env import BrowserEnv
from browsergym.core.task import OpenEndedTask

TRIES = 3


def main() -> None:
    asked = json.load(sys.stdin)
    waits = {} if asked["stock"] else {"slow_mo": 0, "pre_observation_delay": 0}
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    env = BrowserEnv(
        OpenEndedTask,
        task_kwargs={"start_url": asked["url"], "goal": "Look around."},
        pw_chromium_kwargs={"chromium_sandbox": not root},
        **waits,
    )
    shown, _ = env.reset()
    started = time.perf_counter()
    for kind, *name in asked["way"]:
        shown = go(env, asked["url"]) if kind == "home" else click(env, shown, name[0])
    seconds = time.perf_counter() - started
    env.close()
    print(json.dumps({"rate": len(asked["way"]) / seconds, "steps": len(asked["way"])}))


def go(env: BrowserEnv, url: str) -> dict:
    shown, *_ = env.step(f"goto('{url}')")
    return shown


def click(env: BrowserEnv, shown: dict, name: str) -> dict:
    """Click a link; on a busy machine a click may give up after half a second, though it was done."""
    for attempt in range(TRIES):
        found = bid(shown, name)
        if found is None and attempt:
            return shown
        if found is None:
            sys.exit(f"no link {name!r} on {shown['url']}")
        shown, *_ = env.step(f"click('{found}')")
        if not shown["last_action_error"]:
            return shown
    sys.exit(f"click on {name!r}: {shown['last_action_error']}")


def bid(shown: dict, name: str) -> str | None:
    """Return BrowserGym's reference of the link of that name."""
    for node in shown["axtree_object"]["nodes"]:
        named = str(node.get("name", {}).get("value", "")).split()
        is_link = node.get("role", {}).get("value") == "link" and "browsergym_id" in node
        if is_link and "".join(named) == "".join(name.split()):
            return node["browsergym_id"]
    return None


if __name__ == "__main__":
    main()
