"""A worker: takes battles from the queue, plays them and files what came of them; any number of processes may."""

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from lifeworld.agents.worker_process import GIGABYTE, hosted
from lifeworld.arena import agents, filing, live, queue
from lifeworld.arena.database import Database
from lifeworld.arena.live import Happened
from lifeworld.arena.playing import Contest, Results, Stadium, discard
from lifeworld.arena.queue import LEASE, Lease
from lifeworld.arena.ring import Control, Corner
from lifeworld.arena.tables import Battle, Question, Wanted, now
from lifeworld.arena.watching import MEMORY, Watch
from lifeworld.core.errors import UserError
from lifeworld.env.drivers.browser import Browser

T = TypeVar("T")
ANSWERING = 60.0  # seconds that a visitor has for an answer
_log = logging.getLogger(__name__)


@dataclass
class Worker:
    """Plays battles one after the other until it is told to stop.

    Attributes:
        lasts: how long a lease holds without being renewed.
        answering: seconds that a visitor has for an answer.
        looking: seconds between two looks into the queue, and at what visitors want.
    """

    database: Database
    stadium: Stadium
    lasts: timedelta = LEASE
    answering: float = ANSWERING
    looking: float = 0.4
    name: str = field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}")

    async def work(self, until: Callable[[bool], bool]) -> None:
        """Play battles as long as `until`, told each time whether there was one, does not say to stop."""
        while True:
            lease = await self._written(lambda session: queue.take(session, self.name, now(), self.lasts))
            if lease:
                await self._play(lease)
            if until(lease is not None):
                return
            if not lease:
                await asyncio.sleep(self.looking)

    async def _play(self, lease: Lease) -> None:
        began = time.monotonic()
        contest = await self._written(lambda session: filing.contest(session, lease.battle))
        _log.info("battle begun", extra={"battle": lease.battle, "attempt": lease.attempt})
        came = await self._came(lease, contest)
        outcome = await self._ended(lease, came)
        live.tidy(self.stadium.home)
        seconds = round(time.monotonic() - began, 2)
        _log.info("battle over", extra={"battle": lease.battle, "outcome": outcome, "seconds": seconds})

    async def _came(self, lease: Lease, contest: Contest) -> Results | BaseException | None:
        """Play a battle while holding its lease; return what came of it, what ended it, or None without the lease."""
        control = Control()
        playing = asyncio.ensure_future(self._playing(contest, control))
        holding = asyncio.ensure_future(self._hold(lease, control))
        try:
            await asyncio.wait({playing, holding}, return_when=asyncio.FIRST_COMPLETED)
            return (playing.exception() or playing.result()) if playing.done() else None
        finally:
            for task in (playing, holding):
                task.cancel()
            await asyncio.gather(playing, holding, return_exceptions=True)

    async def _ended(self, lease: Lease, came: Results | BaseException | None) -> str:
        """File what came of a battle; return a word for it."""
        if isinstance(came, dict):
            if await self._written(lambda session: filing.filed(session, lease, came)):
                return "filed"
            discard(self.stadium.home, [side.folder for side in came.values()])
            return "lost"
        if came is None:
            return "lost"
        _log.warning("battle broken off", extra={"battle": lease.battle, "reason": plain(came)}, exc_info=came)
        if isinstance(came, UserError):  # an agent that can't be made: trying again would not help
            await self._written(lambda session: filing.failed(session, lease, plain(came)))
            return "failed"
        await self._written(lambda session: queue.give_back(session, lease, plain(came), now()))
        return "given back"

    async def _playing(self, contest: Contest, control: Control) -> Results:
        async def ask(corner: Corner, step: int, text: str) -> str:
            return await self._asked(contest.battle, corner, step, text)

        return await self.stadium.play(contest, control, ask if contest.live else None)

    async def _hold(self, lease: Lease, control: Control) -> None:
        """Renew the lease and read what the visitor wants, until the lease is another's or has run out."""
        renewed = time.monotonic()
        while time.monotonic() - renewed < self.lasts.total_seconds():
            await asyncio.sleep(self.looking)
            try:
                if time.monotonic() - renewed > self.lasts.total_seconds() / 3:
                    began = time.monotonic()
                    if not await asyncio.to_thread(self._renew, lease):
                        return
                    renewed = began
                control.wanted = await asyncio.to_thread(self._wanted, lease.battle)
            except OperationalError:
                continue  # the database may come back before the lease runs out

    def _renew(self, lease: Lease) -> bool:
        with self.database.writing() as session:
            return queue.renew(session, lease, now(), self.lasts)

    def _wanted(self, battle: str) -> Wanted:
        with self.database.reading() as session:
            return session.get_one(Battle, battle).wanted

    async def _asked(self, battle: str, corner: Corner, step: int, text: str) -> str:
        """Put a question to the visitor, and wait for the answer as long as there is time for one."""
        question = await self._written(lambda session: filing.put(session, battle, corner.side, step, text))
        corner.tell(Happened("asked", corner.side, step, question=question, text=text))
        last = time.monotonic() + self.answering
        while time.monotonic() < last and corner.control.wanted != "stop":
            if await self._read(lambda session: session.get_one(Question, question).answered):
                break
            await asyncio.sleep(self.looking)
        reply = await self._written(lambda session: filing.closed(session, question))
        corner.tell(Happened("answered", corner.side, step, question=question, text=reply))
        return reply

    async def _read(self, work: Callable[[Session], T]) -> T:
        return await self._patiently(self._reading, work)

    async def _written(self, work: Callable[[Session], T]) -> T:
        """Write, and wait for a database that is away; what is written is the same however often."""
        return await self._patiently(self._writing, work)

    async def _patiently(self, how: Callable[[Callable[[Session], T]], T], work: Callable[[Session], T]) -> T:
        while True:
            try:
                return await asyncio.to_thread(how, work)
            except OperationalError as error:
                _log.warning("no database", extra={"reason": plain(error)})
                await asyncio.sleep(self.looking)

    def _reading(self, work: Callable[[Session], T]) -> T:
        with self.database.reading() as session:
            return work(session)

    def _writing(self, work: Callable[[Session], T]) -> T:
        with self.database.writing() as session:
            return work(session)


@asynccontextmanager
async def stadium(
    home: Path, driver: str = "chromium", pace: float = 0.0, memory: float = MEMORY
) -> AsyncIterator[Stadium]:
    """Open what battles are played with: a browser of so many GB at most, unless they are played without screens.

    Raises:
        UserError: there is no browser on this machine.
    """
    async with hosted(agents.HOST) as hosts:
        if driver == "dom":
            yield Stadium(home, None, hosts, pace)
            return
        async with Browser() as browser, Watch(browser, int(memory * GIGABYTE)) as watch:
            yield Stadium(home, browser, hosts, pace, watch)


def plain(error: BaseException) -> str:
    """Return an error's first line."""
    return (str(error).splitlines() or [""])[0][:300] or type(error).__name__
