"""Agents that are broken on purpose, each in one way; hosted as anyone's would be."""

import asyncio
import gc
import os
import sys
import threading
import time

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done, Invalid, Wait
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage


class Still(Agent):
    """Is broken in nothing yet."""

    def act(self, observation: Observation) -> Action:
        return Done()


class Raises(Still):
    def act(self, observation: Observation) -> Action:
        sys.stdout.write("before it broke\n")
        raise ValueError("no idea \ud800")


class Hangs(Still):
    def act(self, observation: Observation) -> Action:
        while True:
            time.sleep(1)


class Exits(Still):
    def act(self, observation: Observation) -> Action:
        sys.exit(3)


class Dies(Still):
    def act(self, observation: Observation) -> Action:
        os._exit(7)


class Allocates(Still):
    def act(self, observation: Observation) -> Action:
        self.held = [bytearray(10_000_000) for _ in range(400)]
        return Done()


class ChildrenAllocate(Still):
    """No process of it takes too much, but all together do."""

    def act(self, observation: Observation) -> Action:
        for _ in range(6):
            if os.fork() == 0:
                held = b"x" * 120_000_000
                time.sleep(60 + len(held) % 2)
        time.sleep(60)
        return Done()


class ReturnsText(Still):
    def act(self, observation: Observation) -> Action:
        return "done"  # type: ignore[return-value]


class Babbles(Still):
    """Prints megabytes, then gives up."""

    def act(self, observation: Observation) -> Action:
        sys.stdout.write("blah " * 1_000_000)
        os.write(1, b"raw" * 1_000_000)
        return Done(status="infeasible")


class Forks(Still):
    """Leaves children behind that hold all its pipes, and goes."""

    def act(self, observation: Observation) -> Action:
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(600)
        os._exit(5)


class ClosesPipes(Still):
    def act(self, observation: Observation) -> Action:
        os.closerange(0, 64)
        time.sleep(600)
        return Done()


class SendsGarbage(Still):
    def act(self, observation: Observation) -> Action:
        for number in range(3, 16):
            try:
                os.write(number, b'{"episode": 1}\n[]\n\xff\x00 nothing\n')
            except OSError:
                continue
        return Done()


class SleepsInBegin(Still):
    def begin(self, goal: str, seed: int) -> None:
        time.sleep(600)


class RaisesInClose(Still):
    def close(self) -> None:
        raise RuntimeError("can't let go")


class Lingers(Still):
    """Leaves a thread that never ends and keeps talking."""

    def act(self, observation: Observation) -> Action:
        threading.Thread(target=self._talk, daemon=True).start()
        return Done(status="infeasible")

    def _talk(self) -> None:
        while True:
            sys.stdout.write("still here\n")
            time.sleep(0.01)


class Replaces(Still):
    """Makes the judge of its own process say what it likes."""

    def act(self, observation: Observation) -> Action:
        import lifeworld.env.episode
        import lifeworld.verify.judge
        from lifeworld.core.verdict import Verdict

        lifeworld.verify.judge.judge = lifeworld.env.episode.judge = lambda *_: Verdict("success")  # type: ignore
        sys.modules["lifeworld.verify.judge"] = sys.modules[__name__]
        return Done(answer="42")


class Snoops(Still):
    """Looks for what it must not know: in its process, its environment, and the process that asks it."""

    def act(self, observation: Observation) -> Action:
        kinds = {type(one).__name__ for one in gc.get_objects()} & {"Instance", "Expectation", "Configuration"}
        loaded = [name for name in sys.modules if name.startswith(("lifeworld.taskkit", "lifeworld.world"))]
        sys.stdout.write(f"found {sorted(kinds)} {loaded}\n")
        return Done(answer="nothing")


class Boasts(Still):
    """Says that its model took what no table holds."""

    def act(self, observation: Observation) -> Action:
        self.usage = Usage(10**40, -1, float("nan"))
        return Done()


class Forgets(Still):
    """Says that its model took less than it said before."""

    def act(self, observation: Observation) -> Action:
        if self.usage.cost:
            self.usage = Usage(5, 1, 0.1)
            return Done()
        self.usage = Usage(5, 1, 0.5)
        return Wait()


class HalfCharacters(Still):
    """Says what no file can hold."""

    def act(self, observation: Observation) -> Action:
        return Invalid(code="parse_error", detail="half", native="\ud800")


class AsyncHangs(Still):
    """Waits for ever in some of its episodes, and sees to the others meanwhile."""

    async def begin(self, goal: str, seed: int) -> None:  # type: ignore[override]
        self.seed = seed

    async def act(self, observation: Observation) -> Action:  # type: ignore[override]
        await asyncio.sleep(600)
        return Done()


class AsyncDies(Still):
    """Ends the process that it shares with other episodes."""

    async def act(self, observation: Observation) -> Action:  # type: ignore[override]
        await asyncio.sleep(0.2)
        os._exit(9)
