"""A durable queue of battles in the arena's database, with leases and at most three attempts.

A job is `waiting`, then `leased` to a worker until a deadline, then `done` or `failed`. The worker renews the lease
while it plays. An expired lease can be taken by any worker; what the former one does afterwards has no effect.
"""

import heapq
import statistics
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import case, select, update
from sqlalchemy.orm import Session

from lifeworld.arena.tables import Battle, Job

LEASE = timedelta(seconds=30)
MAX_ATTEMPTS = 3
_RECENT = 20  # live battles of which the usual duration is the median
_URGENT = case((Battle.made == "live", 0), else_=1)


@dataclass(frozen=True)
class Lease:
    """The right to play a battle; the attempt distinguishes it from an earlier lease of the same worker."""

    job: int
    battle: str
    worker: str
    attempt: int


@dataclass(frozen=True)
class Place:
    """A waiting battle's place in the queue.

    Attributes:
        ahead: battles that begin before it.
        playing: battles that are being played.
        seconds: until it begins, by how long battles took lately; None if that is not known.
    """

    ahead: int
    playing: int
    seconds: float | None


def enqueue(session: Session, battle: Battle) -> None:
    """Queue a battle; a second call has no effect."""
    if session.scalar(select(Job.id).where(Job.battle == battle.id)) is None:
        session.add(Job(battle=battle.id, created=battle.created))
        battle.status = "queued"


def dequeue(session: Session, battle: str) -> None:
    """Remove a waiting battle from the queue; one that is being played is not affected."""
    waits = (Job.battle == battle) & (Job.status == "waiting")
    session.execute(update(Job).where(waits).values(status="failed"))


def lease_next(session: Session, worker: str, now: datetime, lasts: timedelta = LEASE) -> Lease | None:
    """Lease the next battle: live ones first, then the oldest; None if nothing waits."""
    release_expired(session, now)
    query = select(Job).join(Battle, Battle.id == Job.battle).where(Job.status == "waiting")
    query = query.order_by(_URGENT, Job.id).limit(1).with_for_update(skip_locked=True, of=Job)
    job = session.scalar(query)
    if job is None:
        return None
    job.status, job.worker, job.leased_until, job.attempts = "leased", worker, now + lasts, job.attempts + 1
    battle = _battle(session, job)
    battle.status, battle.started = "running", now
    return Lease(job.id, job.battle, worker, job.attempts)


def place(session: Session, battle: Battle, now: datetime) -> Place | None:
    """Return the place of a battle in the queue; None if it does not wait."""
    waiting = select(Job.battle).join(Battle, Battle.id == Job.battle).where(Job.status == "waiting")
    order = session.scalars(waiting.order_by(_URGENT, Job.id)).all()
    if battle.id not in order:
        return None
    running = select(Battle.started).join(Job, Job.battle == Battle.id).where(Job.status == "leased")
    ages = [(now - began).total_seconds() for began in session.scalars(running) if began]
    usual = _usual_seconds(session)
    ahead = order.index(battle.id)
    return Place(ahead, len(ages), None if usual is None else _wait(ahead, ages, usual))


def _usual_seconds(session: Session) -> float | None:
    query = select(Battle.started, Battle.finished).where(Battle.made == "live", Battle.status == "ready")
    recent = session.execute(query.order_by(Battle.finished.desc()).limit(_RECENT))
    took = [(finished - began).total_seconds() for began, finished in recent if began and finished]
    return statistics.median(took) if took else None


def _wait(ahead: int, ages: list[float], usual: float) -> float:
    """Return the seconds until a worker takes the battle behind `ahead` others."""
    free = [max(0.0, usual - age) for age in ages] or [0.0]
    heapq.heapify(free)
    for _ in range(ahead):
        heapq.heapreplace(free, free[0] + usual)
    return free[0]


def release_worker(session: Session, worker: str, now: datetime, stopped: bool = False) -> None:
    """Requeue at once what a worker plays that has ended; `worker` is the beginning of its name.

    Where it was `stopped` with the site, that is no attempt: nothing speaks against the battle.
    """
    own = Job.worker.startswith(worker, autoescape=True)
    for job in session.scalars(select(Job).where(Job.status == "leased", own)):
        job.attempts -= stopped
        _requeue(session, job, "its worker ended", now)


def renew(session: Session, lease: Lease, now: datetime, lasts: timedelta = LEASE) -> bool:
    """Extend a lease; return False if it has gone to another worker."""
    job = held_job(session, lease)
    if job is not None:
        job.leased_until = now + lasts
    return job is not None


def complete(session: Session, lease: Lease) -> bool:
    """Complete a job whose battle has been played; return False if the lease has gone to another worker."""
    job = held_job(session, lease)
    if job is not None:
        job.status, job.leased_until = "done", None
    return job is not None


def retry_later(session: Session, lease: Lease, reason: str, now: datetime) -> bool:
    """Requeue a battle after an infrastructure error; after the third attempt it has failed for this reason."""
    job = held_job(session, lease)
    if job is not None:
        _requeue(session, job, reason, now)
    return job is not None


def release_expired(session: Session, now: datetime) -> int:
    """Requeue all battles whose lease has expired, and return their number."""
    query = select(Job).where(Job.status == "leased", Job.leased_until < now).with_for_update(skip_locked=True)
    expired = session.scalars(query).all()
    for job in expired:
        _requeue(session, job, "its worker stopped responding", now)
    session.flush()
    return len(expired)


def held_job(session: Session, lease: Lease) -> Job | None:
    """Return the job of a lease while the lease is valid, else None."""
    query = select(Job).where(
        Job.id == lease.job, Job.status == "leased", Job.worker == lease.worker, Job.attempts == lease.attempt
    )
    return session.scalar(query.with_for_update())


def _requeue(session: Session, job: Job, reason: str, now: datetime) -> None:
    battle = _battle(session, job)
    job.worker, job.leased_until = "", None
    if battle.status == "withdrawn" or job.attempts >= MAX_ATTEMPTS:
        job.status = "failed"
        if battle.status != "withdrawn":
            battle.status, battle.finished = "failed", now
            battle.reason = f"failed after {job.attempts} attempts: {reason}"
        return
    job.status, battle.status, battle.reason = "waiting", "queued", reason


def _battle(session: Session, job: Job) -> Battle:
    return session.get_one(Battle, job.battle)
