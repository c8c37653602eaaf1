"""The pages of the leaderboard, of the vote filters, and of the findings."""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.responses import Response
from starlette.routing import Route

from lifeworld.arena import vote_queries
from lifeworld.arena.ballots import DIMENSIONS
from lifeworld.arena.poll import Poll, Where
from lifeworld.arena.quality import FILTERS, FilteredVotes, Rankings, rankings
from lifeworld.arena.ranking import leaderboard
from lifeworld.arena.site.findings import QUESTIONS, BoardChart, Finding, findings
from lifeworld.arena.site.host import Host, PageRequest, Pages
from lifeworld.arena.tables import Agent, Vote
from lifeworld.core.errors import UserError, hint

_MIN_SECONDS = 2.0  # that a value is fresh
_REST_FACTOR = 10.0  # times the duration of the computation, if that is longer
PARTS = {
    "category": "Task",
    "topic": "Topic",
    "source": "Written by",
    "device": "Device",
    "group": "Voters",
    "background": "Who say",
}
FILTER_TEXTS = {
    "too fast": "cast too fast to have watched",
    "one side": "from voters who nearly always chose the same side",
    "known answer": "from voters who failed on known battles",
    "repeated address": "repeated from one address",
}


class BoardPages(Pages):
    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._sifted, self._found = RefreshingCache(self._sift), RefreshingCache(self._findings)

    def routes(self) -> list[Route]:
        return [
            self._host.page("/leaderboard", self._board, outside=True),
            self._host.page("/leaderboard/votes", self._votes, outside=True),
            self._host.page("/findings", self._shown, outside=True),
        ]

    def _board(self, request: PageRequest) -> Response:
        where = _where(request.query)
        board = self._host.boards.board(where)
        with self._host.database.reading() as rows:
            retired = set(rows.scalars(select(Agent.name).where(Agent.status == "retired")))
            waiting = [] if board.standings else _waiting(rows)
        parts = [(name, PARTS[name], self._host.boards.values(name)) for name in DIMENSIONS]
        cast = self._cast()
        context: dict[str, Any] = {
            "cast": cast,
            "aside": max(0, cast - self._host.boards.counted),
            "board": board,
            "where": where,
            "parts": parts,
            "way": partial(filter_link, where),
            "retired": retired,
            "waiting": waiting,
        }
        template = "board_part.html" if request.is_partial else "board.html"
        return self._host.render(request, template, chart=BoardChart.of(board), **context)

    def _votes(self, request: PageRequest) -> Response:
        if not (found := self._sifted()):
            return self._host.render(request, "votes.html", count=None, cast=0)
        sifted, both = found
        moves = both.rank_changes()
        lines = [(one, moves[one.agent], both.raw.standing(one.agent)) for one in both.kept.standings]
        context = {"count": sifted.count, "dropped": sifted.dropped(), "groups": sifted.by_group(), "why": FILTER_TEXTS}
        filters = [name for name in FILTERS if name in self._host.settings.filters]
        return self._host.render(request, "votes.html", lines=lines, filters=filters, **context)

    def _shown(self, request: PageRequest) -> Response:
        found, cast = self._found(), self._cast()
        return self._host.render(request, "findings.html", findings=found, questions=QUESTIONS, cast=cast, aside=cast)

    def _cast(self) -> int:
        with self._host.database.reading() as rows:
            return rows.scalar(select(func.count()).select_from(Vote)) or 0

    def _findings(self) -> list[Finding]:
        with self._host.database.reading() as rows:
            votes = vote_queries.filtered(rows, self._host.settings.filters).kept
            board = leaderboard(Poll.of(votes), verified=vote_queries.verified_counts(rows))
            return findings(votes, vote_queries.labels(rows), board)

    def _sift(self) -> tuple[FilteredVotes, Rankings] | None:
        """Return the votes with the filters that the host chose, and both rankings; None without votes."""
        with self._host.database.reading() as rows:
            sifted = vote_queries.filtered(rows, self._host.settings.filters)
            return (sifted, rankings(sifted, verified=vote_queries.verified_counts(rows))) if sifted.reason else None


def _waiting(rows: Session) -> list[tuple[str, int, int]]:
    """Return the agents that nobody has voted on, with their successes and scored battles."""
    counts = vote_queries.verified_counts(rows)
    names = rows.scalars(select(Agent.name).where(Agent.status == "active").order_by(Agent.name))
    return [(name, *counts.get(name, (0, 0))) for name in names]


def _where(query: dict[str, str]) -> Where:
    """Return the subset of the votes that a query selects.

    Raises:
        UserError: it names an unknown dimension.
    """
    unknown = [name for name in query if name not in DIMENSIONS]
    if unknown:
        raise UserError(f"The ranking has no “{unknown[0][:20]}”; {hint(unknown[0][:20], DIMENSIONS)}")
    return tuple((name, query[name]) for name in DIMENSIONS if name in query)


def filter_link(where: Where, name: str, value: str) -> str:
    """Return the address with a filter added, or removed if it is active."""
    rest = {one: wanted for one, wanted in where if one != name}
    wanted = rest if (name, value) in where else rest | {name: value}
    return f"/leaderboard?{urlencode(wanted)}" if wanted else "/leaderboard"


class RefreshingCache:
    """Caches one value, and computes it again when it is old; an empty one, which costs nothing, each time.

    One caller computes; others get the last value meanwhile, and wait only for the first one.
    """

    def __init__(self, compute: Callable[[], Any]) -> None:
        self._compute, self._lock = compute, threading.Lock()
        self._found: Any = None
        self._until = 0.0

    def __call__(self) -> Any:
        if self._is_old() and self._lock.acquire(blocking=self._found is None):
            try:
                if self._is_old():
                    self._renew()
            finally:
                self._lock.release()
        return self._found

    def _is_old(self) -> bool:
        return not self._found or time.monotonic() > self._until

    def _renew(self) -> None:
        began = time.monotonic()
        self._found = self._compute()
        took = time.monotonic() - began
        self._until = began + took + max(_MIN_SECONDS, _REST_FACTOR * took)
