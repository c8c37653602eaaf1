"""What the arena keeps of a person: told, agreed to, handed out, deleted."""

import shutil
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lifeworld.arena import battles
from lifeworld.arena.site.boards import ballot_of
from lifeworld.arena.site.host import Asked, Host, Refusal, to
from lifeworld.arena.tables import Battle, Label, Link, Question, Side, SignIn, Vote, Voter

_WORDS_GONE = "The words of this task were deleted by whoever wrote them."


class DataPages:
    """The pages on data, and on how the arena works."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def routes(self) -> list[Route]:
        host = self._host
        return [
            host.page("/about", lambda asked: host.render(asked, "about.html")),
            host.page("/data", self._data),
            host.page("/data/mine.json", self._mine),
            host.form("/data/consent", self._consent, "consent"),
            host.form("/data/delete", self._delete, "delete"),
        ]

    def _data(self, asked: Asked) -> Response:
        done = asked.query.get("done") == "deleted"
        return self._host.render(asked, "data.html", done=done)

    def _mine(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            voter = rows.get(Voter, asked.visitor.id)
            found = everything(rows, voter) if voter else {}
        return JSONResponse(found, headers={"content-disposition": 'attachment; filename="my-arena-data.json"'})

    def _consent(self, asked: Asked) -> Response:
        with self._host.database.writing() as rows:
            voter = self._host.visitors.keep(rows, asked.visitor, asked.address)
            voter.consented = datetime.now(UTC) if asked.field("consent") == "yes" else None
        return to("/data")

    def _delete(self, asked: Asked) -> Response:
        if asked.field("sure") != "yes":
            raise Refusal(422, "Nothing was deleted: tick the box to say that you are sure.")
        with self._host.database.writing() as rows:
            mine = select(Vote.id).where(Vote.voter == asked.visitor.id)
            cast = {vote: ballot_of(rows, vote) for vote in rows.scalars(mine)}
            folders = forget(rows, asked.visitor.id)
        for folder in folders:
            shutil.rmtree(self._host.home / "battles" / folder, ignore_errors=True)
        for vote, ballot in cast.items():
            self._host.boards.take_back(vote, ballot)
        answer = to("/data?done=deleted")
        self._host.visitors.forget(answer)
        return answer


def everything(rows: Any, voter: Voter) -> dict[str, Any]:
    """Return all that is kept of a voter."""
    votes = rows.scalars(select(Vote).where(Vote.voter == voter.id).order_by(Vote.id))
    made = rows.scalars(select(Battle).where(Battle.visitor == voter.id).order_by(Battle.created))
    return {
        "voter": _plain(voter, "id created last_seen email subject role group consented address_hash"),
        "votes": [_vote(vote) for vote in votes],
        "battles": [
            {**_plain(one, "id device goal made status created"), "replies": _replies(rows, one)} for one in made
        ],
        "sessions": [
            _plain(one, "created expires ended") for one in rows.scalars(select(SignIn).where(SignIn.voter == voter.id))
        ],
    }


def forget(rows: Any, voter: Any) -> list[str]:
    """Delete what is kept of a voter: votes, words, sessions. What stays is that a number existed.

    Returns:
        The folders of runs in which words of theirs stand, which no battle refers to any more.
    """
    votes = select(Vote.id).where(Vote.voter == voter)
    for table, column in ((Label, Label.vote), (Vote, Vote.id)):
        rows.execute(delete(table).where(column.in_(votes)))
    made = rows.scalars(select(Battle).where(Battle.visitor == voter)).all()
    folders = [folder for battle in made for folder in _anonymous(rows, battle)]
    found = rows.get(Voter, voter)
    if found is None:
        return folders
    rows.execute(delete(SignIn).where(SignIn.voter == voter))
    rows.execute(delete(Link).where((Link.voter == voter) | (Link.email == (found.email or ""))))
    found.email = found.subject = found.consented = None
    found.address_hash, found.role, found.group, found.deleted = "", "visitor", "public", datetime.now(UTC)
    return folders


def _anonymous(rows: Any, battle: Battle) -> list[str]:
    """Let a battle be nobody's; one with words of theirs is taken back. Return the folders of its runs then."""
    battle.visitor = None
    asked = rows.scalars(select(Question).join(Side, Side.id == Question.side).where(Side.battle == battle.id)).all()
    answered = any(question.reply for question in asked)
    for question in asked:
        question.reply = "" if question.reply is not None else None
    if not (battle.written or answered):
        return []
    battles.withdraw(rows, battle.id, "deleted")
    battle.goal = _WORDS_GONE if battle.written else battle.goal
    folders = [side.folder for side in battle.sides if side.folder]
    for side in battle.sides:
        side.folder = ""
    return folders


def _vote(vote: Vote) -> dict[str, Any]:
    labels = [_plain(one, "side step label value") for one in vote.labels]
    return {**_plain(vote, "battle choice seconds text created"), "labels": labels}


def _replies(rows: Any, battle: Battle) -> list[dict[str, Any]]:
    query = select(Question).join(Side, Side.id == Question.side).where(Side.battle == battle.id)
    return [_plain(one, "step text reply asked answered") for one in rows.scalars(query)]


def _plain(row: Any, names: str) -> dict[str, Any]:
    found = {name: getattr(row, name) for name in names.split()}
    return {name: value if isinstance(value, str | int | float | None) else str(value) for name, value in found.items()}
