"""The leaderboard: a picture, then the table; and which votes count."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import func, select
from starlette.responses import Response
from starlette.routing import Route

from lifeworld.arena import stored
from lifeworld.arena.ballots import DIMENSIONS
from lifeworld.arena.poll import Poll, Where
from lifeworld.arena.quality import FILTERS, rankings, sift
from lifeworld.arena.ranking import Board, leaderboard
from lifeworld.arena.site.findings import Finding, findings
from lifeworld.arena.site.host import Asked, Host
from lifeworld.arena.site.picture import Picture
from lifeworld.arena.site.remembered import Remembered
from lifeworld.arena.tables import Agent, Vote
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

PARTS = {"category": "Task", "device": "Device", "group": "Voters"}
WHY = {
    "too fast": "cast before anybody could have looked",
    "one side": "from voters who chose the same side again and again",
    "known answer": "from voters who missed battles whose answer is known",
    "repeated address": "too many from one address",
}


class BoardPages:
    """The pages of the ranking."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._sifted, self._found = Remembered(self._sift), Remembered(self._findings)

    def routes(self) -> list[Route]:
        return [
            self._host.page("/leaderboard", self._board, outside=True),
            self._host.page("/leaderboard/votes", self._votes, outside=True),
            self._host.page("/findings", self._shown, outside=True),
        ]

    def _board(self, asked: Asked) -> Response:
        where = _where(asked.query)
        board = self._host.boards.board(where)
        with self._host.database.reading() as rows:
            cast = rows.scalar(select(func.count()).select_from(Vote))
            retired = set(rows.scalars(select(Agent.name).where(Agent.status == "retired")))
        parts = [(name, PARTS[name], self._host.boards.values(name)) for name in DIMENSIONS]
        context: dict[str, Any] = {
            "aside": max(0, (cast or 0) - self._host.boards.counted),
            "board": board,
            "where": where,
            "parts": parts,
            "way": partial(way, where),
            "retired": retired,
        }
        template = "board_part.html" if asked.partly else "board.html"
        return self._host.render(asked, template, picture=Picture.of(board), **context)

    def _votes(self, asked: Asked) -> Response:
        sifted, both = self._sifted()
        moves = both.moves()
        lines = [(one, moves[one.agent], _line(both.raw, one.agent)) for one in both.kept.standings]
        context = {"count": sifted.count, "dropped": sifted.dropped(), "groups": sifted.by_group(), "why": WHY}
        return self._host.render(asked, "votes.html", lines=lines, filters=tuple(FILTERS), **context)

    def _shown(self, asked: Asked) -> Response:
        return self._host.render(asked, "findings.html", findings=self._found())

    def _findings(self) -> list[Finding]:
        with self._host.database.reading() as rows:
            votes = sift(stored.votes(rows), self._host.settings.filters, known=stored.known(rows)).kept
            board = leaderboard(Poll.of(votes), verified=stored.verified(rows))
            return findings(votes, stored.labels(rows), board)

    def _sift(self) -> Any:
        with self._host.database.reading() as rows:
            sifted = sift(stored.votes(rows), known=stored.known(rows))
            return sifted, rankings(sifted, verified=stored.verified(rows))


def _where(query: dict[str, str]) -> Where:
    """Return the part of the votes that an address asks for.

    Raises:
        UserError: it names something that votes are not parted by.
    """
    unknown = [name for name in query if name not in DIMENSIONS]
    if unknown:
        raise UserError(f"The ranking has no “{unknown[0][:20]}”; {hint(unknown[0][:20], DIMENSIONS)}")
    return tuple((name, query[name]) for name in DIMENSIONS if name in query)


def way(where: Where, name: str, value: str) -> str:
    """Return the address of a part that is narrower by one thing, or wider where it is by this already."""
    rest = {one: wanted for one, wanted in where if one != name}
    wanted = rest if (name, value) in where else rest | {name: value}
    return f"/leaderboard?{urlencode(wanted)}" if wanted else "/leaderboard"


def _line(board: Board, agent: str) -> Any:
    return next((one for one in board.standings if one.agent == agent), None)
