"""Sessions for clients elsewhere, each by its id, with limits: what every server stands on.

dom sessions have one thread together: Python runs one at a time anyway. Sessions with a browser wait for it in a thread
of their own each.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from lifeworld.agents.outline import moved_to, told
from lifeworld.bridges.suite import SETTINGS, Suite
from lifeworld.core.errors import Fault, UserError, hint
from lifeworld.env.session import Session

T = TypeVar("T")
# What a client may choose of the suite that its session plays; the rest is the host's, like the driver.
CHOSEN = tuple(name for name in SETTINGS if name != "driver")
_SWEEPS = 4  # in the time after which an idle session is ended
_SUITES = 32  # that are kept for the next session with the same settings


@dataclass(frozen=True)
class Limits:
    """What a server gives its clients.

    Attributes:
        sessions: at once.
        idle: seconds without a call after which a session is ended.
        body: bytes of a request's body, or of a frame.
    """

    sessions: int = 64
    idle: float = 600.0
    body: int = 1 << 20


class Refusal(Exception):
    """What a client asked and does not get: one clear error.

    Args:
        status: of HTTP.
        code: for programs.
        message: for people.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code
        self.message = message.encode(errors="backslashreplace").decode()  # it may quote half of a character

    def to_json(self) -> dict[str, Any]:
        return {"error": {"code": self.code, "message": self.message}}


class Seat:
    """One client's session. It takes one call at a time.

    Args:
        thread: where it is played; one of its own without it.

    Attributes:
        used: when its last call ended, on the clock of `time.monotonic`.
        busy: whether a call is under way.
    """

    def __init__(self, thread: ThreadPoolExecutor | None = None) -> None:
        self.id = secrets.token_urlsafe(16)
        self.used, self.busy = time.monotonic(), False
        self._thread, self._own = thread or ThreadPoolExecutor(1, "lifeworld-session"), thread is None
        self._session: Session | None = None

    async def opened(self, begin: Callable[[], Session]) -> "Seat":
        """Sit down at the session that `begin` makes."""

        def work() -> None:
            self._session = begin()

        await self._call(work)
        return self

    async def reset(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Begin the episode of `seed`, or of the configuration with the id `configuration`.

        Returns:
            `observation` (`outline.told`, with the tools) and `info`.

        Raises:
            Refusal: there is none, or the world broke.
        """
        _only(asked, "seed", "configuration")
        if len(asked) > 1:
            raise Refusal(400, "bad_request", "an episode begins by its seed or by its configuration, not by both")
        return await self._call(lambda: self._reset(**asked))

    async def step(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Do the action under `action`; return `outline.moved_to`.

        Raises:
            Refusal: there is none, or no episode is under way.
        """
        _only(asked, "action")
        action = asked.get("action")
        if not isinstance(action, Mapping):
            raise Refusal(400, "bad_request", 'a step has an action, like {"action": {"type": "observe"}}')
        return await self._call(lambda: moved_to(self._played.step(action)))

    async def close(self) -> dict[str, Any]:
        """Let go of the world, once what is under way has ended; return the last episode's `verdict`, null if none."""
        with suppress(Fault):
            await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        if self._own:
            self._thread.shutdown(wait=False)
        verdict = self._session.verdict if self._session else None
        return {"verdict": verdict.to_json() if verdict else None}

    def leave(self) -> None:
        """Let go of the world, from any thread, without waiting for it."""
        self._thread.submit(self._close)
        if self._own:
            self._thread.shutdown(wait=False)

    @property
    def _played(self) -> Session:
        assert self._session
        return self._session

    def _reset(self, configuration: Any = None, seed: Any = 0) -> dict[str, Any]:
        observation, info = self._played.reset(configuration, seed=seed)
        return {"observation": told(observation), "info": {key: info[key] for key in ("configuration", "over")}}

    def _close(self) -> None:
        if self._session:
            self._session.close()

    async def _call(self, work: Callable[[], T]) -> T:
        if self.busy:
            raise Refusal(409, "busy", "a session takes one call at a time; wait for the answer to the last")
        self.busy = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except UserError as mistake:
            raise Refusal(400, "bad_request", str(mistake)) from None
        except Fault as fault:
            raise Refusal(503, "fault", f"{fault}; leave this episode out, and reset") from None
        finally:
            self.busy, self.used = False, time.monotonic()


class Sessions:
    """All sessions of a server.

    Args:
        limits: see there.
        settings: of the suite that a session plays where its client chooses nothing.

    Raises:
        UserError: a setting is unknown or has no such value.
    """

    def __init__(self, limits: Limits = Limits(), **settings: Any) -> None:
        self.limits, self._settings = limits, settings
        self._suites: dict[str, Suite] = {}
        self._seats: dict[str, Seat] = {}
        by_dom = self._suite({}).config.driver == "dom"
        self._thread = ThreadPoolExecutor(1, "lifeworld-sessions") if by_dom else None

    def __len__(self) -> int:
        return len(self._seats)

    async def open(self, asked: Mapping[str, Any]) -> Seat:
        """Open a session: of the settings that `asked` chooses, with `reward` success or items.

        Raises:
            Refusal: a setting is none, or has no such value; or there are as many as may be.
        """
        _only(asked, *CHOSEN, "reward")
        if len(self._seats) >= self.limits.sessions:
            raise Refusal(503, "full", f"there are {self.limits.sessions} sessions, as many as may be; try again later")
        chosen = {key: value for key, value in asked.items() if key != "reward"}
        seat = Seat(self._thread)
        self._seats[seat.id] = seat
        try:
            return await seat.opened(lambda: self._suite(chosen).session(reward=asked.get("reward", "success")))
        except BaseException:
            await self.close(seat.id)
            raise

    def seat(self, number: str) -> Seat:
        """Return the session of an id.

        Raises:
            Refusal: there is none.
        """
        found = self._seats.get(number)
        if found is None:
            idle = f"{self.limits.idle:g}"
            raise Refusal(404, "no_session", f"no such session; one without a call for {idle} seconds is ended")
        return found

    async def close(self, number: str) -> dict[str, Any]:
        """End a session; see `Seat.close`.

        Raises:
            Refusal: there is none.
        """
        seat = self.seat(number)
        del self._seats[number]
        return await asyncio.shield(seat.close())

    def leave(self, number: str) -> None:
        """End a session, if there is one, without waiting for it; from any thread."""
        if seat := self._seats.pop(number, None):
            seat.leave()

    @asynccontextmanager
    async def swept(self) -> AsyncIterator[None]:
        """End what is idle for as long as a server runs, and then all."""
        sweeping = asyncio.create_task(self._sweep())
        yield
        sweeping.cancel()
        await self._end(lambda _: True)
        if self._thread:
            self._thread.shutdown(wait=False)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.limits.idle / _SWEEPS)
            await self._end(lambda seat: not seat.busy and time.monotonic() - seat.used > self.limits.idle)

    async def _end(self, these: Callable[[Seat], bool]) -> None:
        for number in [number for number, seat in self._seats.items() if these(seat)]:
            with suppress(Refusal):  # its client was quicker
                await self.close(number)

    def _suite(self, chosen: Mapping[str, Any]) -> Suite:
        settings = {**self._settings, **chosen}
        key = repr(sorted(settings.items(), key=lambda item: item[0]))
        if key not in self._suites:
            if len(self._suites) >= _SUITES:
                self._suites.pop(next(iter(self._suites)), None)
            self._suites[key] = Suite(**settings)
        return self._suites[key]


def _only(asked: Mapping[str, Any], *known: str) -> None:
    """Refuse a key that has no effect."""
    for key in asked.keys() - set(known):
        raise Refusal(400, "bad_request", f"no key “{key[:60]}”; {hint(key, known)}")
