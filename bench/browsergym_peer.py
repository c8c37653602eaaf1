"""Goes a way through pages with BrowserGym; run by beside.py in BrowserGym's own environment.

Reads {"url", "way", "stock"} as JSON from stdin and writes {"rate", "steps"} to stdout. `stock` leaves its waits as
they come: slow_mo as its tasks set it, and half a second before each observation.
"""

import json
import os
import re
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
        for _ in range(TRIES):  # its clicks give up after half a second, which a busy machine exceeds
            shown, *_ = env.step("go_back()" if kind == "back" else f"click('{bid(shown, name[0])}')")
            if not shown["last_action_error"]:
                break
        else:
            sys.exit(f"{kind} {name}: {shown['last_action_error']}")
    seconds = time.perf_counter() - started
    env.close()
    print(json.dumps({"rate": len(asked["way"]) / seconds, "steps": len(asked["way"])}))


def bid(shown: dict, name: str) -> str:
    """Return BrowserGym's reference of the link of that name."""
    found = []
    for node in shown["axtree_object"]["nodes"]:
        named = " ".join(re.sub(r"\s+", " ", str(node.get("name", {}).get("value", ""))).split())
        if node.get("role", {}).get("value") == "link" and "browsergym_id" in node:
            found.append((named, node["browsergym_id"]))
    exact = [one for named, one in found if named == name]
    loose = [one for named, one in found if named.replace(" ", "") == name.replace(" ", "")]
    if not exact and not loose:
        sys.exit(f"no link {name!r} among {[named for named, _ in found]}")
    return (exact or loose)[0]


if __name__ == "__main__":
    main()
