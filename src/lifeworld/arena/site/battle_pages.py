"""A battle to vote on, the vote, and who was who."""

import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any
from uuid import UUID

from markupsafe import Markup
from sqlalchemy import bindparam, select
from starlette.responses import Response
from starlette.routing import Route

from lifeworld.arena import battles, voting
from lifeworld.arena.ranking import Board
from lifeworld.arena.site import words
from lifeworld.arena.site.frames import Frames, framed
from lifeworld.arena.site.host import Asked, Host, Refusal, to
from lifeworld.arena.site.remembered import Kept
from lifeworld.arena.site.replay import Replay
from lifeworld.arena.tables import LABELS, SIDES, STEP_LABELS, Agent, Battle, Vote
from lifeworld.arena.voting import Marked, Opinion
from lifeworld.run.folder import Folder
from lifeworld.web.look import DEVICES

WHOLE = tuple(name for name in LABELS if name not in STEP_LABELS)
_PICTURES = {"cache-control": "private, max-age=3600"}
_MOST_LABELS = 200
_STATUS = select(Battle.status).where(Battle.id == bindparam("battle"))
_WITHDRAWN = "This battle was taken back. Its task or one of its sides was not fit to be shown."


class BattlePages:
    """The pages of battles that are over."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._replays = Kept(self._load, 512)

    def routes(self) -> list[Route]:
        host = self._host
        return [
            host.page("/", self._first),
            host.page("/battle/{battle}", self.battle),
            host.shared("/battle/{battle}/picture/{token}", self._picture),
            host.form("/battle/{battle}/vote", self._vote, "vote {battle}", rate="vote"),
        ]

    def _first(self, asked: Asked) -> Response:
        draw = self._host.draws.battle()
        with self._host.database.reading() as rows:
            drawn = draw(self._host.offers.to(rows, asked.visitor.id))
            found = rows.get(Battle, drawn) if drawn else None
        if found is None:
            return self._nothing(asked)
        return self._ballot(asked, found, draw.chance)

    def _nothing(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            voted = rows.scalar(select(Vote.id).where(Vote.voter == asked.visitor.id).limit(1))
        heading = "You have seen every battle" if voted else "No battle is ready yet"
        told = (
            "Set two helpers a task of your own, and watch them at it."
            if voted
            else "Set two helpers a task and watch them at it, or come back when some are done."
        )
        ways = (("/live", "Start a live battle"), ("/leaderboard", "See the ranking"))
        return self._host.render(asked, "empty.html", heading=heading, told=told, ways=ways)

    def battle(self, asked: Asked) -> Response:
        """Show a battle that is ready: to vote on, or with what the vote told."""
        with self._host.database.reading() as rows:
            found = _found(rows, asked.path["battle"])
            voted = voting.vote_of(rows, found.id, asked.visitor.id)
        if voted:
            return self._reveal(asked, found, voted)
        return self._ballot(asked, found)

    def _ballot(self, asked: Asked, battle: Battle, chance: float | None = None) -> Response:
        opening = "Two AI helpers, one task: which did better?"
        drawn = self._host.seal.drawn(asked.visitor.session, battle.id, chance)
        context: dict[str, Any] = {"opening": opening, "whole": WHOLE, "drawn": drawn}
        context["marks"] = self._replays(battle.id).part("marks")
        return self._host.render(
            asked, "battle.html", battle=battle, player=self._player(asked, battle, True), **context
        )

    def _player(self, asked: Asked, battle: Battle, autoplay: bool) -> Markup:
        given = asked.query.get("at", "0")
        number = int(given) if given.isdecimal() and len(given) < 6 else 0
        return self._replays(battle.id).player(number, battle.device, autoplay)

    def _load(self, battle: str) -> Replay:
        with self._host.database.reading() as rows:
            found = battles.find_battle(rows, battle)
            names = [name for row in rows.execute(select(Agent.name, Agent.spec)) for name in row]
        device = DEVICES[found.device]
        left, right = (self._frames(next(one for one in found.sides if one.side == side).folder) for side in SIDES)
        return Replay(battle, Frames((device.width, device.height), left, right), names, self._host.seal)

    def _frames(self, place: str) -> Any:
        folder = Folder(self._host.home / "battles" / place)
        return framed(folder.steps(folder.names()[0]), folder.image)

    def _picture(self, asked: Asked) -> Response:
        battle = asked.path["battle"]
        with self._host.database.reading() as rows:
            _must_be_ready(rows.scalar(_STATUS, {"battle": battle}))
        place = self._replays(battle).picture(asked.path["token"])
        if place is None or not place.is_file():
            raise Refusal(404, "There is no such picture.")
        return Response(place.read_bytes(), media_type="image/png", headers=_PICTURES)

    # ---- the vote

    def _vote(self, asked: Asked) -> Response:
        battle, host = asked.path["battle"], self._host
        opinion = self._opinion(asked, battle)  # before the database is locked for others
        with host.database.writing() as rows:
            _must_be_ready(rows.scalar(_STATUS, {"battle": battle}))
            host.visitors.keep(rows, asked.visitor, asked.address)
            rows.flush()
            cast = _cast(rows, battle, asked.visitor.id, opinion)
        if cast is not None and cast.new:
            host.boards.count(cast.vote, asked.visitor.id)
        return to(f"/battle/{battle}")

    def _opinion(self, asked: Asked, battle: str) -> Opinion:
        seconds = max(0.0, time.time() - asked.shown)
        choice: Any = asked.field("choice")
        marks = tuple(_marks(asked.fields, cache(partial(self._lengths, battle))))
        return Opinion(choice, seconds, marks, asked.field("text").strip(), self._chance(asked, battle))

    def _chance(self, asked: Asked, battle: str) -> float | None:
        """Return with which chance the battle was drawn for this voter; None where they came to it by its address."""
        return self._host.seal.read_drawn(asked.shown_to or asked.visitor.session, battle, asked.field("drawn"))

    def _lengths(self, battle: str) -> dict[str, int]:
        with self._host.database.reading() as rows:
            _must_be_ready(rows.scalar(_STATUS, {"battle": battle}))
        return {side: len(shown) for side, shown in self._replays(battle).sides.items()}

    def _reveal(self, asked: Asked, battle: Battle, vote: Vote) -> Response:
        with self._host.database.reading() as rows:
            told = voting.revealed(rows, battle.id, asked.visitor.id)
        moves = {side: self._host.boards.moved(vote.id, one.name) for side, one in told.sides.items()}
        sides = [
            {"side": side, "agent": one.name, "before": moves[side].before, "after": moves[side].after, **_facts(one)}
            for side, one in ((side, told.sides[side]) for side in SIDES)
        ]
        board = self._host.boards.board()
        context: dict[str, Any] = {
            "told": sides,
            "choice": vote.choice,
            "chosen": words.CHOSEN[vote.choice],
            "scale": _scale(board),
            "aside": not self._host.boards.counts(vote.id),
            "counted": all(one.counted for one in moves.values()),
        }
        more: dict[str, Any] = {"agreement": agreement(vote.choice, told), "ranked": len(board.standings)}
        if asked.partly:
            return self._host.render(asked, "reveal_pair.html", battle=battle, **context, **more)
        player = self._player(asked, battle, False)
        return self._host.render(asked, "reveal.html", battle=battle, player=player, **context, **more)


def _found(rows: Any, battle: str) -> Battle:
    """Return a battle that is ready to be seen."""
    found: Any = rows.get(Battle, battle)
    _must_be_ready(found.status if found else None)
    return found  # type: ignore[no-any-return]


def _must_be_ready(status: str | None) -> None:
    if status is None:
        raise Refusal(404, "There is no such battle.")
    if status == "withdrawn":
        raise Refusal(404, _WITHDRAWN)
    if status != "ready":
        raise Refusal(404, "This battle is not over.")


def _cast(rows: Any, battle: str, voter: UUID, opinion: Opinion) -> voting.Cast | None:
    try:
        return voting.cast(rows, battle, voter, opinion)
    except voting.VotedOtherwise:
        return None  # the first vote stays, and its page tells which it was


def _marks(fields: tuple[tuple[str, str], ...], lengths: Callable[[], dict[str, int]]) -> list[Marked]:
    """Return the labels that a form gives; what no page of ours could have sent is left out."""
    found: list[Marked] = []
    for name, value in fields[:_MOST_LABELS]:
        side, _, step = name.partition("-")
        if side not in SIDES:
            continue
        if not step and value in WHOLE:
            found.append(Marked(side, value))
        elif value in STEP_LABELS and step.isdecimal() and len(step) < 5 and int(step) < lengths()[side]:
            found.append(Marked(side, value, int(step)))
    return found


def _facts(one: voting.Contender) -> dict[str, Any]:
    reasons = [f"{part[:1].upper()}{part[1:]}." for part in one.came.reason.split("; ") if part]
    return {"reasons": reasons, **vars(one.came)}


def agreement(choice: str, told: voting.Revealed) -> str:
    """Return how a vote and the verifier stand to each other, in words; "" where the verifier says nothing."""
    found = {side: one.came.verdict for side, one in told.sides.items()}
    if not set(found.values()) <= {"success", "failure"}:
        return ""
    good = [side for side in SIDES if found[side] == "success"]
    if len(good) == 1:
        return (
            "The verifier saw it as you did."
            if choice == good[0]
            else f"The verifier found only the {good[0]} one right."
        )
    if choice in SIDES:
        return f"For the verifier {'both were right' if good else 'neither was right'}; you told them apart."
    same = (choice == "tie") if good else (choice == "bad")
    return (
        "The verifier saw it as you did."
        if same
        else f"For the verifier {'both were right' if good else 'neither was right'}."
    )


def _scale(board: Board) -> Any:
    """Return what turns a rating into per cent of a line that holds all intervals."""
    ends = [end for one in board.standings for end in (one.low, one.high)] or [900.0, 1100.0]
    low, wide = min(ends), max(max(ends) - min(ends), 1.0)
    return lambda rating: round(2 + 96 * (rating - low) / wide, 2)
