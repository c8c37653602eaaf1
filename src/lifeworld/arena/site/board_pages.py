"""The leaderboard: a picture, then the table; and which votes count."""

from typing import Any

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
from lifeworld.web.look import DEVICES

PARTS = {"category": "Task", "device": "Device", "group": "Voters"}
SAID = {name: name.replace("-", " ") for name in DEVICES} | {
    "single": "one app",
    "cross": "several apps",
    "memory": "memory",
    "written": "in visitors’ words",
    "phone": "phone",
    "desktop": "computer",
}
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
            self._host.page("/leaderboard", self._board),
            self._host.page("/leaderboard/votes", self._votes),
            self._host.page("/findings", self._shown),
        ]

    def _board(self, asked: Asked) -> Response:
        where = _where(asked.query)
        board = self._host.boards.board(where)
        with self._host.database.reading() as rows:
            cast = rows.scalar(select(func.count()).select_from(Vote))
            retired = set(rows.scalars(select(Agent.name).where(Agent.status == "retired")))
        parts = [(name, PARTS[name], self._host.boards.values(name)) for name in DIMENSIONS]
        context: dict[str, Any] = {
            "cast": cast,
            "board": board,
            "where": where,
            "parts": parts,
            "said": SAID,
            "retired": retired,
        }
        template = "board_part.html" if asked.request.headers.get("hx-request") == "true" else "board.html"
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
        UserError: it names a part that there is not, or two at once.
    """
    unknown = [name for name in query if name not in DIMENSIONS]
    if unknown:
        raise UserError(f"The ranking has no “{unknown[0][:20]}”; {hint(unknown[0][:20], DIMENSIONS)}")
    if len(query) > 1:
        raise UserError("The ranking is parted by one thing at a time")
    return next(iter(query.items()), None)


def _line(board: Board, agent: str) -> Any:
    return next((one for one in board.standings if one.agent == agent), None)
