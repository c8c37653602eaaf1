"""A durable queue in the arena's database: battles to play, leased for a while, played at most three times.

A job is `waiting`, then `leased` to a worker until some moment, then `done` or `failed`. Who holds the lease renews it
while it plays. An expired lease is anybody's; what a worker does after its lease has gone to another changes nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import case, select, update
from sqlalchemy.orm import Session

from lifeworld.arena.tables import Battle, Job

LEASE = timedelta(seconds=30)
TRIES = 3


@dataclass(frozen=True)
class Lease:
    """The right to play a battle; the number of the attempt tells it from an earlier one of the same worker."""

    job: int
    battle: str
    worker: str
    attempt: int


def put(session: Session, battle: Battle) -> None:
    """Queue a battle; queueing it again changes nothing."""
    if session.scalar(select(Job.id).where(Job.battle == battle.id)) is None:
        session.add(Job(battle=battle.id, created=battle.created))
        battle.status = "queued"


def drop(session: Session, battle: str) -> None:
    """Take a battle that waits out of the queue; one that is being played ends as its worker does."""
    waits = (Job.battle == battle) & (Job.status == "waiting")
    session.execute(update(Job).where(waits).values(status="failed"))


def take(session: Session, worker: str, now: datetime, lasts: timedelta = LEASE) -> Lease | None:
    """Lease the next battle: those that somebody waits for first, then the oldest; None where nothing waits."""
    sweep(session, now)
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
    """Hold a lease for longer; False where it has gone to another."""
    job = held(session, lease)
    if job is not None:
        job.leased_until = now + lasts
    return job is not None


def done(session: Session, lease: Lease) -> bool:
    """Close a job whose battle has been played; False where the lease has gone to another, whose word counts then."""
    job = held(session, lease)
    if job is not None:
        job.status, job.leased_until = "done", None
    return job is not None


def give_back(session: Session, lease: Lease, reason: str, now: datetime) -> bool:
    """Let a battle be tried again after a fault of ours; after the third try it has failed for this reason."""
    job = held(session, lease)
    if job is not None:
        _try_again(session, job, reason, now)
    return job is not None


def sweep(session: Session, now: datetime) -> int:
    """Free all battles whose lease has expired, and return how many these were."""
    query = select(Job).where(Job.status == "leased", Job.leased_until < now).with_for_update(skip_locked=True)
    expired = session.scalars(query).all()
    for job in expired:
        _try_again(session, job, "its worker fell silent", now)
    session.flush()
    return len(expired)


def held(session: Session, lease: Lease) -> Job | None:
    """Return a lease's job as long as the lease holds."""
    query = select(Job).where(
        Job.id == lease.job, Job.status == "leased", Job.worker == lease.worker, Job.attempts == lease.attempt
    )
    return session.scalar(query.with_for_update())


def _try_again(session: Session, job: Job, reason: str, now: datetime) -> None:
    battle = _battle(session, job)
    job.worker, job.leased_until = "", None
    if battle.status == "withdrawn" or job.attempts >= TRIES:
        job.status = "failed"
        if battle.status != "withdrawn":
            battle.status, battle.finished = "failed", now
            battle.reason = f"given up after {job.attempts} tries: {reason}"
        return
    job.status, battle.status, battle.reason = "waiting", "queued", reason


def _battle(session: Session, job: Job) -> Battle:
    return session.get_one(Battle, job.battle)
