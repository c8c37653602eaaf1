"""What the arena counts, as Prometheus reads it: taken from the database, so that all processes tell the same."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lifeworld.arena.database import Database
from lifeworld.arena.tables import Agent, Battle, Job, Vote, Voter

LATE = 60.0  # seconds that a battle may wait before it looks as if nobody played any
_PREFIX = "lifeworld_arena"


def text(database: Database, now: datetime, counted: int) -> bytes:
    """Return all figures in Prometheus's text format; `counted` votes are on the board."""
    registry = CollectorRegistry()
    with database.reading() as session:
        registry.register(_Told(list(_metrics(session, now, counted))))
    return generate_latest(registry)


def troubles(database: Database, now: datetime) -> list[str]:
    """Return what keeps the arena from working, each in a line; nothing where all is well."""
    with database.reading() as session:
        waits = _longest(session, now)
    return [f"a battle has been waiting for {waits:.0f} s; is a worker there?"] if waits > LATE else []


class _Told:
    """A collector of figures that are there already."""

    def __init__(self, metrics: list[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        yield from self._metrics


def _metrics(session: Session, now: datetime, counted: int) -> Iterator[Metric]:
    yield _by(session, "battles", "Battles by status.", Battle.status)
    yield _by(session, "jobs", "Battles in the queue, by status.", Job.status)
    yield _by(session, "agents", "Contenders by status.", Agent.status)
    votes = CounterMetricFamily(f"{_PREFIX}_votes", "Votes by choice.", labels=["choice"])
    for choice, count in session.execute(select(Vote.choice, func.count()).group_by(Vote.choice)):
        votes.add_metric([choice], count)
    yield votes
    yield _one("voters", "Voters that have not asked to be forgotten.", _count(session, Voter, Voter.deleted.is_(None)))
    dropped = max(0, (session.scalar(select(func.count(Vote.id))) or 0) - counted)
    yield _one("dropped_votes", "Votes that quality checks leave out.", dropped)
    yield _one("queue_seconds", "How long the longest waiting battle has waited.", _longest(session, now))
    tries = session.scalar(select(func.coalesce(func.sum(Job.attempts - 1), 0)).where(Job.attempts > 1)) or 0
    yield _one("tries_again", "Tries of battles after their first one.", tries)


def _by(session: Session, name: str, told: str, column: Any) -> Metric:
    found = GaugeMetricFamily(f"{_PREFIX}_{name}", told, labels=["status"])
    for value, count in session.execute(select(column, func.count()).group_by(column)):
        found.add_metric([value], count)
    return found


def _one(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{_PREFIX}_{name}", told, value=value)


def _count(session: Session, table: Any, where: Any) -> int:
    return session.scalar(select(func.count()).select_from(table).where(where)) or 0


def _longest(session: Session, now: datetime) -> float:
    query = select(func.min(Job.created)).where(Job.status == "waiting")
    first = session.scalar(query)
    if first is None:
        return 0.0
    return max(0.0, (now - (first if first.tzinfo else first.replace(tzinfo=UTC))).total_seconds())
