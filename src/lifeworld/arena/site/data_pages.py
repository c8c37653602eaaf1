"""The pages about personal data: information, consent, export and deletion."""

import shutil
from typing import Any

from sqlalchemy import delete, select
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lifeworld.arena import battles
from lifeworld.arena.site.boards import ballots_of
from lifeworld.arena.site.host import PageRequest, Pages, Refusal, redirect
from lifeworld.arena.tables import Battle, Label, Link, SignIn, Vote, Voter, now

_WORDS_GONE = "The text of this task was deleted by its author."


class DataPages(Pages):
    def routes(self) -> list[Route]:
        host = self._host
        return [
            host.page("/about", lambda request: host.render(request, "about.html")),
            host.page("/data", self._data),
            host.page("/data/mine.json", self._mine),
            host.form("/data/consent", self._consent, "consent"),
            host.form("/data/delete", self._delete, "delete"),
        ]

    def _data(self, request: PageRequest) -> Response:
        done = request.query.get("done") == "deleted"
        return self._host.render(request, "data.html", done=done)

    def _mine(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            voter = rows.get(Voter, request.visitor.id)
            found = stored_data(rows, voter) if voter else {}
        return JSONResponse(found, headers={"content-disposition": 'attachment; filename="my-arena-data.json"'})

    def _consent(self, request: PageRequest) -> Response:
        with self._host.database.writing() as rows:
            voter = self._host.visitors.get_or_create(rows, request.visitor, request.address)
            voter.consented = now() if request.field("consent") == "yes" else None
        return redirect("/data")

    def _delete(self, request: PageRequest) -> Response:
        if request.field("sure") != "yes":
            raise Refusal(422, "Nothing was deleted: tick the box to confirm.")
        with self._host.database.writing() as rows:
            cast = ballots_of(rows, request.visitor.id)
            folders = delete_data(rows, request.visitor.id)
        for folder in folders:
            shutil.rmtree(self._host.home / "battles" / folder, ignore_errors=True)
        for vote, ballot in cast.items():
            self._host.boards.remove(vote, ballot)
        answer = redirect("/data?done=deleted")
        self._host.visitors.delete_cookie(answer)
        return answer


def stored_data(rows: Any, voter: Voter) -> dict[str, Any]:
    votes = rows.scalars(select(Vote).where(Vote.voter == voter.id).order_by(Vote.id))
    made = rows.scalars(select(Battle).where(Battle.visitor == voter.id).order_by(Battle.created))
    return {
        "voter": _json_fields(voter, "id created last_seen email subject role group background consented address_hash"),
        "votes": [_vote(vote) for vote in votes],
        "battles": [
            {
                **_json_fields(one, "id device goal preset made status created"),
                "added": one.added,
                "replies": [
                    _json_fields(asked, "step text reply asked answered") for asked in battles.questions(rows, one)
                ],
            }
            for one in made
        ],
        "sessions": [
            _json_fields(one, "created expires ended")
            for one in rows.scalars(select(SignIn).where(SignIn.voter == voter.id))
        ],
    }


def delete_data(rows: Any, voter: Any) -> list[str]:
    """Delete the data of a voter: votes, texts, sessions. Only the id remains.

    Returns:
        The folders of runs that contain their texts, which no battle refers to any more.
    """
    votes = select(Vote.id).where(Vote.voter == voter)
    for table, column in ((Label, Label.vote), (Vote, Vote.id)):
        rows.execute(delete(table).where(column.in_(votes)))
    made = rows.scalars(select(Battle).where(Battle.visitor == voter)).all()
    folders = [folder for battle in made for folder in _anonymize(rows, battle)]
    found = rows.get(Voter, voter)
    if found is None:
        return folders
    rows.execute(delete(SignIn).where(SignIn.voter == voter))
    rows.execute(delete(Link).where((Link.voter == voter) | (Link.email == (found.email or ""))))
    found.email = found.subject = found.consented = None
    found.address_hash, found.role, found.group, found.deleted = "", "visitor", "public", now()
    found.background = ""
    return folders


def _anonymize(rows: Any, battle: Battle) -> list[str]:
    """Anonymize a battle; one with the visitor's texts is withdrawn, and the folders of its runs are returned."""
    battle.visitor = None
    questions = battles.questions(rows, battle)
    answered = any(question.reply for question in questions)
    for question in questions:
        question.reply = "" if question.reply is not None else None
    if not (battle.written or answered):
        return []
    battles.withdraw(rows, battle.id, "deleted")
    battle.goal, battle.added = _WORDS_GONE if battle.written else battle.goal, []
    folders = [side.folder for side in battle.sides if side.folder]
    for side in battle.sides:
        side.folder = ""
    return folders


def _vote(vote: Vote) -> dict[str, Any]:
    labels = [_json_fields(one, "side step label value") for one in vote.labels]
    return {**_json_fields(vote, "battle choice seconds text created"), "labels": labels}


def _json_fields(row: Any, names: str) -> dict[str, Any]:
    found = {name: getattr(row, name) for name in names.split()}
    return {name: value if isinstance(value, str | int | float | None) else str(value) for name, value in found.items()}
