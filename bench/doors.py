"""What doors cost: dom steps a second of one core through Gymnasium and through a batch, beside the environment's own.

    python -m bench.doors [--worlds 256] [--steps 40] [--json]

Episodes of the whole suite, 15 random valid actions each; the first quarter loads templates and is not counted. Times
are of the processor, and both figures of a door come from the same steps: what is spent within `SyncEnvironment` is the
environment's own, all else is the door's. Resets, with drawing a task, and verdicts are left out of the first; what
doors add to them is not left out of the second. Gymnasium is left out where it is not installed
(`.tools/bridges/gymnasium/bin/python -m bench.doors`, after `make bridges`).
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from lifeworld.bridges.arrays import COMMANDS, Arrays, Sizes, mask
from lifeworld.bridges.batch import Batch
from lifeworld.bridges.screen import Screen
from lifeworld.core.actions import dump_action
from lifeworld.core.jsontext import json_text
from lifeworld.core.processes import seldom
from lifeworld.env.session import Session

LENGTH, SIZES = 15, Sizes()
LEAST = {"gymnasium": 0.90, "batch": 0.95}  # of the environment's own steps a second


class Timed:
    """A session's environment whose seconds are counted, by method."""

    def __init__(self, session: Session, spent: Counter[str]) -> None:
        self._inner, self._spent = session._environment, spent
        self.environment, self.close = self._inner.environment, self._inner.close
        self.step, self.reset, self.verdict = (
            self._counted(name, getattr(self._inner, name)) for name in ("step", "reset", "verdict")
        )
        session._environment, session._choose = self, self._counted("drawing", session._choose)

    def _counted(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any) -> Any:
            started = time.process_time()
            found = method(*given)
            self._spent[name] += time.process_time() - started
            return found

        return counted


def chosen(chance: np.random.Generator, seen: Arrays) -> np.ndarray:
    """Return an action for each row, none that ends an episode."""
    valid = seen["mask"] > 0
    valid[:, [COMMANDS.index("done"), COMMANDS.index("infeasible")]] = False
    valid[:, SIZES.say(0) : SIZES.fill(0, 0)] = False
    return np.array([chance.choice(np.flatnonzero(row)) for row in valid])


def batch(worlds: int, steps: int) -> dict[str, float]:
    chance, spent, took = np.random.default_rng(1), Counter(), 0.0
    with Batch(worlds, max_steps=LENGTH) as made, seldom():
        for world in made.worlds:
            Timed(world.session, spent)
        seen = made.reset()
        for number in range(-steps // 3, steps):
            if number == 0:
                took = spent.clear() or 0.0
            actions = chosen(chance, seen)
            started = time.process_time()
            seen = made.step(actions).observations
            took += time.process_time() - started
    return rates(worlds * steps, spent, took)


def by_gymnasium(steps: int) -> dict[str, float]:
    """Play as many steps through one environment; how an action is chosen is not counted."""
    import gymnasium

    import lifeworld.bridges.gymnasium  # noqa: F401

    env, chance = gymnasium.make("lifeworld/suite-v0", max_steps=LENGTH), np.random.default_rng(1)
    session, spent, took, seed, over = env.unwrapped.session, Counter(), 0.0, 0, True
    Timed(session, spent)
    rows = SIZES.empty(1)
    screen = Screen(SIZES, rows)
    with seldom():
        for number in range(-steps // 3, steps):
            if number == 0:
                took = spent.clear() or 0.0
            started = time.process_time()
            if over:
                env.reset(seed=seed)
            took, seed = took + time.process_time() - started, seed + over
            screen.begin(session._now)
            mask(rows, SIZES)
            text = json_text(dump_action(screen.action(int(chosen(chance, rows)[0]))))
            started = time.process_time()
            over = env.step(text)[4]["over"]
            took += time.process_time() - started
    return rates(steps, spent, took)


def rates(steps: int, spent: Counter[str], took: float) -> dict[str, float]:
    """Return steps a second of the environment alone and through the door, and the second's share of the first."""
    alone, added = spent["step"], took - sum(spent.values())
    return {"environment": steps / alone, "door": steps / (alone + added), "share": alone / (alone + added)}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.doors", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--worlds", type=int, default=256, help="worlds of the batch")
    parser.add_argument("--steps", type=int, default=40, help="steps of each world")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    found = {"batch": batch(arguments.worlds, arguments.steps)}
    if find_spec("gymnasium"):
        found["gymnasium"] = by_gymnasium(arguments.worlds * arguments.steps // 4)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, one in found.items():
        told = f"{one['share']:.1%} of the environment's own {one['environment']:.0f} (at least {LEAST[name]:.0%})"
        print(f"{name:10} {one['door']:6.0f} dom steps a second of a core, {told}")


if __name__ == "__main__":
    main()
