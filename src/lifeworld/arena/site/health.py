"""Health check and metrics for Prometheus, which are read from the database, so that all processes agree."""

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lifeworld.arena.database import Database
from lifeworld.arena.site.host import PageRequest, Pages, Refusal
from lifeworld.arena.tables import Agent, Battle, Job, Vote, Voter

_PREFIX = "lifeworld_arena"


class HealthPages(Pages):
    """The health check for anybody, and the metrics for a collector with the token."""

    def routes(self) -> list[Route]:
        pages = [self._host.page("/health", self._health)]
        if self._host.settings.metrics:
            pages.append(self._host.page("/metrics", self._metrics))
        return pages

    def _health(self, request: PageRequest) -> Response:
        try:
            with self._host.database.reading() as rows:
                rows.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return PlainTextResponse("the database does not answer", 503)
        return PlainTextResponse("ok")

    def _metrics(self, request: PageRequest) -> Response:
        given = request.http.headers.get("authorization", "").encode()
        if not secrets.compare_digest(given, f"Bearer {self._host.settings.metrics}".encode()):
            raise Refusal(404, "There is no such page.")
        found = figures(self._host.database, datetime.now(UTC), self._host.boards.counted)
        return Response(found, media_type=CONTENT_TYPE_LATEST)


def figures(database: Database, now: datetime, counted: int) -> bytes:
    """Return all metrics in the text format of Prometheus; `counted` is the number of votes on the board."""
    registry = CollectorRegistry()
    with database.reading() as session:
        registry.register(_Collected(list(_metrics(session, now, counted))))
    return generate_latest(registry)


class _Collected:
    """A collector of metrics that are computed already."""

    def __init__(self, metrics: list[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        yield from self._metrics


def _metrics(session: Session, now: datetime, counted: int) -> Iterator[Metric]:
    yield _by(session, "battles", "Battles by status.", Battle.status)
    yield _by(session, "jobs", "Battles in the queue, by status.", Job.status)
    yield _by(session, "agents", "Agents by status.", Agent.status)
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


def _by(session: Session, name: str, about: str, column: Any) -> Metric:
    found = GaugeMetricFamily(f"{_PREFIX}_{name}", about, labels=["status"])
    for value, count in session.execute(select(column, func.count()).group_by(column)):
        found.add_metric([value], count)
    return found


def _one(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{_PREFIX}_{name}", about, value=value)


def _count(session: Session, table: Any, where: Any) -> int:
    return session.scalar(select(func.count()).select_from(table).where(where)) or 0


def _longest(session: Session, now: datetime) -> float:
    query = select(func.min(Job.created)).where(Job.status == "waiting")
    first = session.scalar(query)
    if first is None:
        return 0.0
    return max(0.0, (now - (first if first.tzinfo else first.replace(tzinfo=UTC))).total_seconds())
