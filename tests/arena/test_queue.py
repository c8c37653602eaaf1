"""The queue: whatever workers do and in whatever order, each battle is played, and its end is told once."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from sqlalchemy import select
from tests.arena.people import battle

from lifeworld.arena import battles, queue, worker
from lifeworld.arena.database import Database
from lifeworld.arena.queue import LEASE, MAX_ATTEMPTS, Lease
from lifeworld.arena.tables import Battle, Job

START = datetime(2026, 1, 1, tzinfo=UTC)
WORKERS = st.sampled_from(["one", "two", "three"])


class Queue(RuleBasedStateMachine):
    """Workers that take, renew, end, fail and fall silent, held against what is known of each lease."""

    database: Database

    def __init__(self) -> None:
        super().__init__()
        self.now = START
        self.leases: list[Lease] = []
        self.ends: dict[int, datetime] = {}  # of the newest lease of each job
        self.done: set[int] = set()
        with self.database.writing() as session:
            for table in reversed(Battle.metadata.sorted_tables):
                session.execute(table.delete())

    def holds(self, lease: Lease) -> bool:
        newest = max(one.attempt for one in self.leases if one.job == lease.job)
        return lease.job in self.ends and lease.attempt == newest

    @rule(live=st.booleans())
    def put(self, live: bool) -> None:
        with self.database.writing() as session:
            made = battle(session, ready=False, made="live" if live else "ahead")
            queue.enqueue(session, made)

    @rule(worker=WORKERS)
    def take(self, worker: str) -> None:
        with self.database.writing() as session:
            lease = queue.lease_next(session, worker, self.now)
        if lease:
            assert self.ends.get(lease.job, START - LEASE) < self.now, "leased to two"
            assert lease.job not in self.done
            assert lease.attempt <= MAX_ATTEMPTS
            self.leases.append(lease)
            self.ends[lease.job] = self.now + LEASE

    @rule(seconds=st.integers(1, 45))
    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @rule(which=st.integers(0, 30), what=st.sampled_from(["renew", "done", "give back"]))
    def act(self, which: int, what: str) -> None:
        if not self.leases:
            return
        lease = self.leases[which % len(self.leases)]
        with self.database.writing() as session:
            queue.release_expired(session, self.now)
            expired = self.ends.get(lease.job, self.now) < self.now
            holds = self.holds(lease) and not expired
            match what:
                case "renew":
                    heard = queue.renew(session, lease, self.now)
                case "done":
                    heard = queue.complete(session, lease)
                case _:
                    heard = queue.retry_later(session, lease, "a fault", self.now)
        assert heard == holds
        if heard and what == "renew":
            self.ends[lease.job] = self.now + LEASE
        elif heard:
            del self.ends[lease.job]
            self.done |= {lease.job} if what == "done" else set()

    @invariant()
    def nothing_is_stuck(self) -> None:
        with self.database.writing() as session:
            queue.release_expired(session, self.now)
            pairs = session.execute(select(Job, Battle).join(Battle, Battle.id == Job.battle)).all()
        for job, one in pairs:
            assert job.status != "leased" or job.leased_until >= self.now
            told = {"waiting": "queued", "leased": "running", "failed": "failed"}
            assert job.id in self.done or one.status == told[job.status]
            assert one.status != "failed" or (job.attempts == MAX_ATTEMPTS and one.reason)


@pytest.mark.long
def test_any_interleaving_of_workers_keeps_the_laws(database: Database) -> None:
    class Here(Queue):
        pass

    Here.database = database
    kept = settings(
        max_examples=15, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    run_state_machine_as_test(Here, settings=kept)


def test_a_visitor_who_waits_comes_first_then_the_oldest(database: Database) -> None:
    with database.writing() as session:
        ahead, later, live = (battle(session, ready=False, made=m).id for m in ("ahead", "ahead", "live"))
    order = []
    for name in ("one", "two", "three", "four"):
        with database.writing() as session:
            lease = queue.lease_next(session, name, START)
            order.append(lease and lease.battle)
    assert order == [live, ahead, later, None]


def test_workers_at_once_never_take_the_same(database: Database, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with database.writing() as session:
        for _ in range(20):
            battle(session, ready=False)

    def take(number: int) -> Any:
        with database.writing() as session:
            lease = queue.lease_next(session, f"worker {number}", START)
            return lease and lease.battle

    with ThreadPoolExecutor(8) as pool:
        taken = [one for one in pool.map(take, range(20)) if one]
    assert len(taken) == len(set(taken)) == 20


def test_a_battle_that_three_workers_fell_silent_over_has_failed_and_says_why(database: Database) -> None:
    with database.writing() as session:
        made = battle(session, ready=False).id
    for turn in range(MAX_ATTEMPTS):
        with database.writing() as session:
            assert queue.lease_next(session, "one", START + turn * 2 * LEASE)
    with database.writing() as session:
        assert queue.lease_next(session, "one", START + MAX_ATTEMPTS * 2 * LEASE) is None
        failed = session.get_one(Battle, made)
        assert (failed.status, failed.reason) == ("failed", "failed after 3 attempts: its worker stopped responding")


def test_a_site_that_is_stopped_costs_a_battle_no_attempt(database: Database) -> None:
    with database.writing() as session:
        made = battle(session, ready=False).id
    for turn in range(2 * MAX_ATTEMPTS):
        with database.writing() as session:
            assert queue.lease_next(session, "one", START), turn
            queue.release_worker(session, "one", START, stopped=True)
    for _ in range(MAX_ATTEMPTS):  # one that ends by itself does
        with database.writing() as session:
            assert queue.lease_next(session, "one", START)
            queue.release_worker(session, "one", START)
    with database.writing() as session:
        assert session.get_one(Battle, made).status == "failed"


def test_what_is_withdrawn_while_it_waits_is_never_played(database: Database) -> None:
    with database.writing() as session:
        gone, other = battle(session, ready=False), battle(session, ready=False)
        battles.withdraw(session, gone.id, "rude")
    with database.writing() as session:
        lease = queue.lease_next(session, "one", START)
        assert lease and lease.battle == other.id and queue.lease_next(session, "two", START) is None
    with database.reading() as session:
        assert session.get_one(Battle, gone.id).status == "withdrawn"
        assert sorted(session.scalars(select(Job.status))) == ["failed", "leased"]


def test_what_is_withdrawn_while_it_is_played_stays_so_however_that_ends(database: Database) -> None:
    for end in ("failed", "given back", "expired"):
        with database.writing() as session:
            gone = battle(session, ready=False).id
            lease = queue.lease_next(session, "one", START)
            assert lease and lease.battle == gone
            battles.withdraw(session, gone, "rude")
        with database.writing() as session:
            match end:
                case "failed":
                    worker.save_failure(session, lease, "no model")
                case "given back":
                    queue.retry_later(session, lease, "fault", START)
                case "expired":
                    queue.release_expired(session, START + 2 * LEASE)
            assert queue.lease_next(session, "two", START + 3 * LEASE) is None, end
            assert session.get_one(Battle, gone).status == "withdrawn", end
