"""One task that somebody else's agent works on: its calls in, what came of them out, the verdict to the host alone."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from lifeworld.agents.offered import DONE, Function
from lifeworld.bridges.calls import Calls, Came
from lifeworld.core.choices import Channel
from lifeworld.core.errors import UserError
from lifeworld.core.verdict import Verdict
from lifeworld.env.session import Session
from lifeworld.taskkit.configuration import Configuration

TASK = Function(
    "task",
    "Read what you are asked to do, what the answer is if one is asked for, what time it is there, and what the screen "
    "shows now.",
    {"type": "object", "properties": {}},
)
_MOST = 16  # worlds at once
_IDLE = 600.0  # seconds without a call, after which a world may make room for another


class Desk:
    """Opens the world of a configuration and takes calls of functions until one says that it is done.

    Args:
        report: gets the verdict, once: when the caller is done, or when the desk is closed before.
        channel: what the caller sees and uses; pixels are those of chromium.

    Raises:
        UserError: there is no such task or profile, or it can't be done in this channel; or there is no browser.
    """

    def __init__(
        self, configuration: Configuration, report: Callable[[Verdict], None], channel: Channel = "tools"
    ) -> None:
        driver = "chromium" if "pixels" in channel else "dom"
        self._calls = Calls(Session(lambda _: configuration, driver, channel))
        self._report, self.over, self.used = report, False, time.monotonic()
        try:
            self._calls.begin(configuration)
        except UserError:
            self._calls.session.close()
            raise

    @property
    def functions(self) -> tuple[Function, ...]:
        """What may be called: `task`, and what the channel has."""
        asked = None if self._calls.over else self._calls.session.observation.answer_schema
        return (TASK, *(_answering(one, asked) if one.name == DONE else one for one in self._calls.functions))

    def call(self, name: str, arguments: Mapping[str, Any]) -> Came:
        """Do what a call says."""
        self.used = time.monotonic()
        came = self._calls.look() if name == TASK.name else self._calls.call(name, arguments)
        if self._calls.over:
            self._end()
        return came

    def close(self) -> None:
        """Judge what there is, unless that has been done, and let go of the world."""
        self._calls.session.close()
        self._end()

    def _end(self) -> None:
        if not self.over:
            self.over = True
            self._report(self._calls.session.verdict or Verdict.unscored(f"fault: {self._calls.fault}"))


class Desks:
    """A desk for each client, with a world of its own. The first is there from the start.

    Args:
        desk: opens one.

    Raises:
        UserError: one can't be opened.
    """

    def __init__(self, desk: Callable[[], Desk]) -> None:
        self._opening, self._open = desk, dict[str, Desk]()
        self._spare: Desk | None = desk()

    def at(self, client: str) -> Desk:
        """Return a client's desk.

        Raises:
            UserError: there are as many as may be.
        """
        if client not in self._open:
            self._open[client] = self._spare or self._new()
            self._spare = None
        return self._open[client]

    def leave(self, client: str) -> None:
        """Close a client's desk, if there is one."""
        if desk := self._open.pop(client, None):
            desk.close()

    def close(self) -> None:
        """Close all; the first is judged even where nobody came."""
        for desk in filter(None, (self._spare, *self._open.values())):
            desk.close()

    def _new(self) -> Desk:
        for desk in self._open.values():
            if desk.over or time.monotonic() - desk.used > _IDLE:
                desk.close()
        if sum(not desk.over for desk in self._open.values()) >= _MOST:
            raise UserError(f"there are {_MOST} worlds, as many as may be; try again later")
        return self._opening()


def _answering(done: Function, asked: Mapping[str, Any] | None) -> Function:
    """Return the function that ends a task with the answer that this one asks for."""
    fields = {name: one for name, one in done.schema["properties"].items() if name != "answer"}
    return done._replace(schema={**done.schema, "properties": {**fields, **({"answer": asked} if asked else {})}})
