"""The process that agents run in: `python -P -m lifeworld.agents.worker`, started and fed by `agents.worker_process`.

It gets a class's name, goals, seeds and observations, and gives actions; it ends with the process that feeds it.
"""

import asyncio
import json
import os
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, BinaryIO, cast

from lifeworld.agents.agent import Agent
from lifeworld.agents.calling import awaited, called, plain, raised
from lifeworld.agents.roster import create, is_async
from lifeworld.agents.walls import die_with_parent, go_behind
from lifeworld.agents.wire import KINDS, counted, fault_told, no_action, recorded, scaled, unpacked
from lifeworld.core import jsontext
from lifeworld.core.actions import Action, dump_action
from lifeworld.core.errors import ProviderFault, UserError
from lifeworld.core.observation import Observation


class WorkerProcess:
    """Plays the episodes of one agent's name; each has an object of its own."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._agents: dict[int, Agent] = {}
        self._spare: Agent | None = None

    def serve(self) -> None:
        """Say whether there is a wall, make the agent, say whether it can be played, and play until nobody asks."""
        before = unpacked(self._incoming)
        if before is None:
            return
        self._say(wall=go_behind(before[0]["hidden"], int(before[0]["memory"])))  # before the agent has any say
        del before
        first = unpacked(self._incoming)
        if first is None:
            return
        self._name = str(first[0]["agent"])
        limit_memory(int(first[0]["memory"]))
        try:
            self._spare = create(self._name)
            if self._spare.privileged:
                raise UserError(f"{self._name} wants to be told the task; only --set in_process=true does that")
        except UserError as error:
            return self._say(refused=plain(str(error)))
        together = is_async(self._spare)
        self._say(ready=True, together=together, scale=scaled(self._spare.scale))
        if together:
            asyncio.run(self._serve_together())
        else:
            while (asked := unpacked(self._incoming)) is not None:
                message, observation = asked
                self._answer(message, *called(self._call(message, observation)))

    async def _serve_together(self) -> None:
        loop, tasks = asyncio.get_running_loop(), dict[int, asyncio.Task[None]]()
        ended = loop.create_future()

        def take(asked: tuple[dict[str, Any], Observation | None]) -> None:
            number = asked[0]["episode"]
            if number in tasks:
                tasks[number].cancel()  # nobody waits for its answer any more
            tasks[number] = task = loop.create_task(self._answer_later(*asked))
            task.add_done_callback(lambda done: tasks.pop(number) if tasks.get(number) is done else None)

        def read() -> None:
            while (asked := unpacked(self._incoming)) is not None:
                loop.call_soon_threadsafe(take, asked)
            loop.call_soon_threadsafe(ended.set_result, None)

        threading.Thread(target=read, daemon=True).start()
        await ended

    async def _answer_later(self, message: dict[str, Any], observation: Observation | None) -> None:
        value, error = called(self._call(message, observation))
        if error is None and asyncio.iscoroutine(value):
            value, error = await awaited(value)
        self._answer(message, value, error)

    def _call(self, message: dict[str, Any], observation: Observation | None) -> Callable[[], Any]:
        number, op = int(message["episode"]), message["op"]
        if op == "begin":
            return lambda: self._begun(number, message["goal"], message["seed"])
        if op == "act":
            return lambda: self._agents[number].act(observation)  # type: ignore[arg-type]
        return lambda: self._agents.pop(number).close() if number in self._agents else None

    def _begun(self, number: int, goal: str, seed: int) -> Any:
        made, self._spare = self._spare or create(self._name), None
        self._agents[number] = made
        return made.begin(goal, seed)

    def _answer(self, message: dict[str, Any], value: Any, error: BaseException | None) -> None:
        number, op = int(message["episode"]), message["op"]
        if error is None and op == "act":
            value, error = called(self._told, number, value)
        if isinstance(error, ProviderFault) and op == "act":
            return self._say(episode=number, provider=fault_told(error), **self._beside(number))
        if error is not None:
            traceback.print_exception(error)
            doing = "" if op == "act" else f" in {op}"
            reason = str(error) if isinstance(error, _Wrong) else f"raised {raised(error, doing)}"
            return self._say(episode=number, failed=plain(reason), memory=isinstance(error, MemoryError))
        self._say(episode=number, **(value if op == "act" else {}))

    def _told(self, number: int, action: Any) -> dict[str, Any]:
        if not isinstance(action, KINDS):
            raise _Wrong(no_action(action))
        told = json.dumps(dump_action(cast(Action, action)), allow_nan=False)
        return {"action": told, **self._beside(number), "native": recorded(self._agents[number].native)}

    def _beside(self, number: int) -> dict[str, Any]:
        """Return what an episode's agent took and counted so far."""
        agent = self._agents[number]
        counts = {"safety_checks": counted(agent.safety_checks), "cut_off": counted(agent.cut_off)}
        return {"usage": asdict(agent.usage), **counts}

    def _say(self, **message: Any) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self._outgoing.write(json.dumps(jsontext.plain(message), allow_nan=False).encode() + b"\n")
        self._outgoing.flush()


class _Wrong(Exception):
    """What the agent returned is no action."""


def limit_memory(most: int) -> None:
    """Keep this process, and each that it starts, from writing to more memory than that, where the system can."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))


def main() -> None:
    """Serve over what were standard input and output; what agents print goes where errors go."""
    die_with_parent()
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    WorkerProcess(incoming, outgoing).serve()


if __name__ == "__main__":
    main()
