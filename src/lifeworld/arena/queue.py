"""A durable queue of battles in the arena's database, with leases and at most three attempts.

A job is `waiting`, then `leased` to a worker until a deadline, then `done` or `failed`. The worker renews the lease
while it plays. An expired lease can be taken by any worker; what the former one does afterwards has no effect.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import case, select, update
from sqlalchemy.orm import Session

from lifeworld.arena.tables import Battle, Job

LEASE = timedelta(seconds=30)
MAX_ATTEMPTS = 3


@dataclass(frozen=True)
class Lease:
    """The right to play a battle; the attempt distinguishes it from an earlier lease of the same worker."""

    job: int
    battle: str
    worker: str
    attempt: int


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
    urgent = case((Battle.made == "live", 0), else_=1)
    query = select(Job).join(Battle, Battle.id == Job.battle).where(Job.status == "waiting")
    query = query.order_by(urgent, Job.id).limit(1).with_for_update(skip_locked=True, of=Job)
    job = session.scalar(query)
    if job is None:
        return None
    job.status, job.worker, job.leased_until, job.attempts = "leased", worker, now + lasts, job.attempts + 1
    battle = _battle(session, job)
    battle.status, battle.started = "running", now
    return Lease(job.id, job.battle, worker, job.attempts)


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
