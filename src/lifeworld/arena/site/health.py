"""Whether the arena works, for whatever watches it; and its figures, for whoever may see them."""

import secrets
from datetime import UTC, datetime

from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lifeworld.arena import metrics
from lifeworld.arena.site.host import Asked, Host, Refusal


class HealthPages:
    """Says ok to anybody, and nothing else; figures want the collector's token."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def routes(self) -> list[Route]:
        pages = [self._host.page("/health", self._health)]
        if self._host.settings.metrics:
            pages.append(self._host.page("/metrics", self._metrics))
        return pages

    def _health(self, asked: Asked) -> Response:
        try:
            with self._host.database.reading() as rows:
                rows.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return PlainTextResponse("the database does not answer", 503)
        return PlainTextResponse("ok")

    def _metrics(self, asked: Asked) -> Response:
        given = asked.request.headers.get("authorization", "").encode()
        if not secrets.compare_digest(given, f"Bearer {self._host.settings.metrics}".encode()):
            raise Refusal(404, "There is no such page.")
        figures = metrics.text(self._host.database, datetime.now(UTC), self._host.boards.counted)
        return Response(figures, media_type=CONTENT_TYPE_LATEST)
