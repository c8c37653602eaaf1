"""Workers: take battles from the queue, play them and persist their results; any number of processes may do so."""

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from lifeworld.agents.worker_process import GIGABYTE, hosted
from lifeworld.arena import additions, agents, live, queue
from lifeworld.arena.battle_environment import BattleSide, Control
from lifeworld.arena.battles import find_battle, topic_of_pages
from lifeworld.arena.database import Database
from lifeworld.arena.live import BattleEvent
from lifeworld.arena.playing import MEMORY_GB, BattleRunner, BattleSpec, MemoryWatch, SideResults, delete_runs
from lifeworld.arena.queue import LEASE, Lease
from lifeworld.arena.tables import Agent, Battle, Question, SideName, now
from lifeworld.core.errors import UserError
from lifeworld.env.drivers.browser import Browser
from lifeworld.judges.model import create
from lifeworld.run.folder import Folder
from lifeworld.run.judging import Effort, judge_all
from lifeworld.taskkit.configuration import Configuration

T = TypeVar("T")
ANSWER_SECONDS = 60.0  # seconds that a visitor has for an answer
_log = logging.getLogger(__name__)


@dataclass
class Worker:
    """Plays battles one after the other until it is stopped.

    Attributes:
        lease_time: how long a lease is valid without renewal.
        answer_seconds: the time that a visitor has for an answer.
        poll_seconds: the time between two polls of the queue and of the visitor's control.
        judge: who says what it thinks of both sides of a battle of the catalogue; "" for nobody.
    """

    database: Database
    runner: BattleRunner
    lease_time: timedelta = LEASE
    answer_seconds: float = ANSWER_SECONDS
    poll_seconds: float = 0.4
    judge: str = ""
    name: str = field(default_factory=lambda: f"{process_name(os.getpid())}{secrets.token_hex(4)}")
    _judging: set[asyncio.Task[None]] = field(default_factory=set)

    async def work(self, until: Callable[[bool], bool]) -> None:
        """Play battles until `until` returns True; it is called after each poll with whether there was a battle."""
        while True:
            lease = await self._write(lambda session: queue.lease_next(session, self.name, now(), self.lease_time))
            if lease:
                await self._play(lease)
            if until(lease is not None):
                await asyncio.gather(*self._judging)
                return
            if not lease:
                await asyncio.sleep(self.poll_seconds)

    async def _play(self, lease: Lease) -> None:
        began = time.monotonic()
        spec = await self._write(lambda session: load_spec(session, lease.battle))
        _log.info("battle begun", extra={"battle": lease.battle, "attempt": lease.attempt})
        result = await self._run_with_lease(lease, spec)
        outcome = await self._settle(lease, result)
        if self.judge and outcome == "saved" and isinstance(result, dict) and not spec.written:
            task = asyncio.create_task(self._judge([side.folder for side in result.values()]))
            self._judging.add(task)
            task.add_done_callback(self._judging.discard)
        live.remove_old_streams(self.runner.home)
        seconds = round(time.monotonic() - began, 2)
        _log.info("battle over", extra={"battle": lease.battle, "outcome": outcome, "seconds": seconds})

    async def _judge(self, folders: list[str]) -> None:
        """Have both sides judged while the next battle is played; a battle without an opinion is whole."""
        try:
            await asyncio.to_thread(judge, self.runner.home, self.judge, folders)
        except UserError as problem:
            _log.warning("not judged", extra={"reason": first_line(problem)})

    async def _run_with_lease(self, lease: Lease, spec: BattleSpec) -> SideResults | BaseException | None:
        """Play a battle while holding its lease; return its results or its error, or None if the lease is lost."""
        control = Control()
        ask = partial(self._ask_visitor, spec.battle) if spec.live else None
        playing = asyncio.ensure_future(self.runner.play(spec, control, ask))
        holding = asyncio.ensure_future(self._hold_lease(lease, control))
        try:
            await asyncio.wait({playing, holding}, return_when=asyncio.FIRST_COMPLETED)
            return (playing.exception() or playing.result()) if playing.done() else None
        finally:
            for task in (playing, holding):
                task.cancel()
            await asyncio.gather(playing, holding, return_exceptions=True)

    async def _settle(self, lease: Lease, result: SideResults | BaseException | None) -> str:
        """Persist the results or the error of a battle; return one word for the log."""
        if isinstance(result, dict):
            if await self._write(lambda session: save_results(session, lease, result)):
                return "saved"
            delete_runs(self.runner.home, [side.folder for side in result.values()])
            return "lost"
        if result is None:
            return "lost"
        _log.warning("battle broken off", extra={"battle": lease.battle, "reason": first_line(result)}, exc_info=result)
        if isinstance(result, UserError):  # an agent that can't be created: another attempt would not help
            await self._write(lambda session: save_failure(session, lease, first_line(result)))
            return "failed"
        await self._write(lambda session: queue.retry_later(session, lease, first_line(result), now()))
        return "given back"

    async def _hold_lease(self, lease: Lease, control: Control) -> None:
        """Renew the lease and poll the visitor's control, until the lease is lost or has expired."""
        renew = lambda session: queue.renew(session, lease, now(), self.lease_time)  # noqa: E731
        wanted = lambda session: session.get_one(Battle, lease.battle).wanted  # noqa: E731
        renewed = time.monotonic()
        while time.monotonic() - renewed < self.lease_time.total_seconds():
            await asyncio.sleep(self.poll_seconds)
            try:
                if time.monotonic() - renewed > self.lease_time.total_seconds() / 3:
                    began = time.monotonic()
                    if not await asyncio.to_thread(self.database.write, renew):
                        return
                    renewed = began
                control.wanted = await asyncio.to_thread(self.database.read, wanted)
            except OperationalError:
                continue  # the database may come back before the lease expires

    async def _ask_visitor(self, battle: str, battle_side: BattleSide, step: int, text: str) -> str:
        """Forward a question to the visitor, and wait for the answer until the time is over."""
        question = await self._write(lambda session: save_question(session, battle, battle_side.side, step, text))
        battle_side.publish(BattleEvent("asked", battle_side.side, step, question=question, text=text))
        last = time.monotonic() + self.answer_seconds
        while time.monotonic() < last and battle_side.control.wanted != "stop":
            if await self._retry(self.database.read, lambda session: session.get_one(Question, question).answered):
                break
            await asyncio.sleep(self.poll_seconds)
        reply = await self._write(lambda session: close_question(session, question))
        battle_side.publish(BattleEvent("answered", battle_side.side, step, question=question, text=reply))
        return reply

    async def _write(self, work: Callable[[Session], T]) -> T:
        """Write to the database; the work may run more than once and must be idempotent."""
        return await self._retry(self.database.write, work)

    async def _retry(self, run: Callable[[Callable[[Session], T]], T], work: Callable[[Session], T]) -> T:
        """Run work, and retry while the database does not answer."""
        while True:
            try:
                return await asyncio.to_thread(run, work)
            except OperationalError as error:
                _log.warning("no database", extra={"reason": first_line(error)})
                await asyncio.sleep(self.poll_seconds)


@asynccontextmanager
async def open_runner(
    home: Path, driver: str = "chromium", pace: float = 0.0, memory: float = MEMORY_GB
) -> AsyncIterator[BattleRunner]:
    """Open a runner of battles, with a browser of at most `memory` GB unless the driver is `dom`.

    Raises:
        UserError: there is no browser on this machine.
    """
    async with hosted(replace(agents.HOST, hidden=(str(home.absolute()),))) as hosts:
        if driver == "dom":
            yield BattleRunner(home, None, hosts, pace)
            return
        async with Browser() as browser, MemoryWatch(browser, int(memory * GIGABYTE)) as watch:
            yield BattleRunner(home, browser, hosts, pace, watch)


def first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0][:300] or type(error).__name__


# ---- persistence; each function is idempotent, as the database may fail after a commit


def load_spec(session: Session, battle: str) -> BattleSpec:
    found = find_battle(session, battle)
    return BattleSpec(
        battle=battle,
        configuration=Configuration.from_json(found.configuration),
        goal=found.goal if found.written else "",
        written=found.written,
        added=additions.read(found.added),
        live=found.made == "live",
        agents={side.side: session.get_one(Agent, side.agent) for side in found.sides},
    )


def save_results(session: Session, lease: Lease, results: SideResults) -> bool:
    """Save the results of a battle if the lease is valid and it is not withdrawn; return whether they are saved."""
    battle = find_battle(session, lease.battle)
    if not queue.complete(session, lease) or battle.status == "withdrawn":
        return all(side.folder == results[side.side].folder for side in battle.sides)
    for side in battle.sides:
        result = results[side.side]
        side.status, side.folder, side.outcome = "done", result.folder, result.outcome
    battle.fingerprint, battle.finished, battle.reason = next(iter(results.values())).fingerprint, now(), ""
    if battle.written:
        battle.topic = topic_of_pages(page for result in results.values() for page in result.pages)
    battle.status = "ready"
    return True


def save_failure(session: Session, lease: Lease, reason: str) -> None:
    """Mark a battle as failed without another attempt."""
    if queue.complete(session, lease):
        battle = find_battle(session, lease.battle)
        if battle.status != "withdrawn":
            battle.status, battle.reason, battle.finished = "failed", reason, now()


def save_question(session: Session, battle: str, side: SideName, step: int, text: str) -> int:
    """Save an agent's question to the visitor, once per step; return its id."""
    asking = next(one.id for one in find_battle(session, battle).sides if one.side == side)
    known = select(Question).where(Question.side == asking, Question.step == step, Question.answered.is_(None))
    question = session.scalar(known) or Question(side=asking, step=step, text=text, asked=now())
    session.add(question)
    session.flush()
    return question.id


def close_question(session: Session, question: int) -> str:
    """Close a question to further answers, and return its answer; "" if there is none."""
    found = session.get_one(Question, question, with_for_update=True)
    found.answered = found.answered or now()
    return found.reply or ""


def process_name(process: int) -> str:
    """Return how the names of the workers of a process on this machine begin."""
    return f"{socket.gethostname()}-{process}-"


async def check_judge(name: str) -> None:
    """See that there is a judge of this name; "" is none.

    Raises:
        UserError: there is none, or what it needs is missing.
    """
    if name:
        await create(name).close()


def judge(home: Path, name: str, folders: Iterable[str]) -> None:
    """Have a judge say what it thinks of these runs under an arena's folder; those without items are left out.

    Raises:
        UserError: the judge can't be asked.
    """
    for folder in folders:
        judge_all(Folder(home / "battles" / folder), [name], Effort(at_once=1), lambda _: None)
