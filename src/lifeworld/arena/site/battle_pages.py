"""The pages of a finished battle: replay, vote, and reveal."""

import time
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Any
from uuid import UUID

from markupsafe import Markup
from sqlalchemy import bindparam, select
from starlette.responses import Response
from starlette.routing import Route

from lifeworld.arena import agents, battles, voting
from lifeworld.arena.quality import SECONDS
from lifeworld.arena.ranking import Board
from lifeworld.arena.site import rendering
from lifeworld.arena.site.boards import ballots_of
from lifeworld.arena.site.host import Host, PageRequest, Pages, Refusal, redirect
from lifeworld.arena.site.replay import Recording, Replay
from lifeworld.arena.tables import BACKGROUNDS, SIDE_LABELS, SIDES, STEP_LABELS, Battle, SideName, Vote, Voter
from lifeworld.arena.voting import LabelMark, VoteForm
from lifeworld.core.errors import UserError, hint
from lifeworld.core.verdict import reasons_in
from lifeworld.run.folder import Folder
from lifeworld.run.judging import PLACE, Judgement, filed
from lifeworld.web.look import DEVICES

_PICTURES = {"cache-control": "private, max-age=3600"}
_MAX_LABELS = 200
_STATUS = select(Battle.status).where(Battle.id == bindparam("battle"))
_ASIDE = {
    "": "",
    "one side": "Nearly all of your votes are for the same side, which a fair coin decides.",
    "known answer": "The right choice of some battles is known, by which votes are checked.",
    "repeated address": "Somebody has voted on this battle from the same address before.",
}
_WITHDRAWN = "This battle was withdrawn. Its task or one of its sides was not suitable."


class BattlePages(Pages):
    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._replays = lru_cache(maxsize=512)(self._load)

    def routes(self) -> list[Route]:
        host = self._host
        return [
            host.page("/", self._first),
            host.page("/battle/{battle}", self.battle),
            host.shared_page("/battle/{battle}/picture/{token}", self._picture),
            host.form("/battle/{battle}/background", self._background, "background"),
            host.form("/battle/{battle}/vote", self._vote, "vote {battle}", rate="vote"),
        ]

    def _first(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            drawn = self._host.sampler.battle(self._host.ready.unseen(rows, request.visitor.id))
            found = rows.get(Battle, drawn.battle) if drawn else None
        if drawn is None or found is None:
            return self._nothing(request)
        return self._ballot(request, found, drawn.chance)

    def _nothing(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            voted = rows.scalar(select(Vote.id).where(Vote.voter == request.visitor.id).limit(1))
        heading = "You have seen every battle" if voted else "No battle is ready yet"
        text = (
            "Give two AI agents a task of your own, and watch them."
            if voted
            else "Give two AI agents a task and watch them, or come back when some battles are done."
        )
        ways = (("/live", "Start a live battle"), ("/leaderboard", "See the ranking"))
        return self._host.render(request, "empty.html", heading=heading, text=text, ways=ways)

    def battle(self, request: PageRequest) -> Response:
        """Show a battle that is ready, to vote on or with the reveal."""
        with self._host.database.reading() as rows:
            found = _found(rows, request.path["battle"])
            voted = voting.vote_of(rows, found.id, request.visitor.id)
        if voted:
            return self._reveal(request, found, voted)
        return self._ballot(request, found)

    def _ballot(self, request: PageRequest, battle: Battle, chance: float | None = None) -> Response:
        context: dict[str, Any] = {
            "whole": SIDE_LABELS,
            "drawn": self._host.signer.draw_token(request.visitor.session, battle.id, chance),
            "marks": self._replays(battle.id).part("marks"),
            "player": self._player(request, battle, True),
        }
        return self._host.render(request, "battle.html", battle=battle, **context)

    def _player(self, request: PageRequest, battle: Battle, autoplay: bool) -> Markup:
        given = request.query.get("at", "0")
        number = int(given) if given.isdecimal() and len(given) < 6 else 0
        return self._replays(battle.id).player(number, battle.device, autoplay)

    def _load(self, battle: str) -> Replay:
        with self._host.database.reading() as rows:
            found = battles.find_battle(rows, battle)
            names = agents.all_names(rows)
        device = DEVICES[found.device]
        recordings = {side.side: self._recording(side.folder) for side in found.sides}
        return Replay(battle, (device.width, device.height), recordings, names, self._host.signer)

    def _recording(self, place: str) -> Recording:
        folder = Folder(self._host.home / "battles" / place)
        return Recording(folder.steps(folder.names()[0]), folder.image)

    def _picture(self, request: PageRequest) -> Response:
        battle = request.path["battle"]
        with self._host.database.reading() as rows:
            _must_be_ready(rows.scalar(_STATUS, {"battle": battle}))
        place = self._replays(battle).picture(request.path["token"])
        if place is None or not place.is_file():
            raise Refusal(404, "There is no such picture.")
        return Response(place.read_bytes(), media_type="image/png", headers=_PICTURES)

    # ---- the vote

    def _vote(self, request: PageRequest) -> Response:
        battle, host = request.path["battle"], self._host
        opinion = self._opinion(request, battle)  # before the write lock is taken
        with host.database.writing() as rows:
            _must_be_ready(rows.scalar(_STATUS, {"battle": battle}))
            host.visitors.get_or_create(rows, request.visitor, request.address)
            rows.flush()
            cast = _cast(rows, battle, request.visitor.id, opinion)
        if cast is not None and cast.new:
            host.boards.count(cast.vote, request.visitor.id)
        return redirect(f"/battle/{battle}")

    def _background(self, request: PageRequest) -> Response:
        """Keep what a voter tells of their background, who is asked once; their votes count as of those who say so."""
        told, me = request.field("background"), request.visitor.id
        if told not in BACKGROUNDS:
            raise UserError(f"no such background; {hint(told[:20], BACKGROUNDS)}")
        with self._host.database.writing() as rows:
            voter = self._host.visitors.get_or_create(rows, request.visitor, request.address)
            before = ballots_of(rows, me)
            voter.background = told
            rows.flush()
            after = ballots_of(rows, me)
        for vote, ballot in before.items():
            self._host.boards.move(vote, ballot, after[vote])
        return redirect(f"/battle/{request.path['battle']}")

    def _opinion(self, request: PageRequest, battle: str) -> VoteForm:
        since = min(request.shown, self._host.watched.get((battle, request.visitor.id), request.shown))
        seconds = max(0.0, time.time() - since)
        choice: Any = request.field("choice")
        marks = tuple(_marks(request.fields, cache(partial(self._numbers, battle))))
        return VoteForm(choice, seconds, marks, request.field("text").strip(), self._chance(request, battle))

    def _chance(self, request: PageRequest, battle: str) -> float | None:
        """Return the probability with which the battle was drawn for this voter; None if it was not drawn."""
        return self._host.signer.read_draw_token(
            request.shown_to or request.visitor.session, battle, request.field("drawn")
        )

    def _numbers(self, battle: str) -> dict[str, list[int]]:
        """Return the numbers of the filed steps that are shown, by side."""
        with self._host.database.reading() as rows:
            _must_be_ready(rows.scalar(_STATUS, {"battle": battle}))
        return {side: [step.number for step in shown] for side, shown in self._replays(battle).sides.items()}

    def _reveal(self, request: PageRequest, battle: Battle, vote: Vote) -> Response:
        with self._host.database.reading() as rows:
            revealed = voting.reveal(rows, battle.id, request.visitor.id)
            asked = not rows.get_one(Voter, request.visitor.id).background
        moves = {side: self._host.boards.rating_change(vote.id, one.name) for side, one in revealed.items()}
        sides = [
            {
                "side": side,
                "agent": one.name,
                "before": moves[side].before,
                "after": moves[side].after,
                "opinions": _opinions(Folder(self._host.home / "battles" / one.folder)),
                **vars(one.outcome),
                "reasons": reasons_in(vars(one.outcome)),
            }
            for side, one in revealed.items()
        ]
        board = self._host.boards.board()
        context: dict[str, Any] = {
            "revealed": sides,
            "choice": vote.choice,
            "chosen": rendering.CHOICE_TEXTS[vote.choice],
            "scale": _scale(board),
            "aside": _aside(self._host.boards.exclusion(vote.id, vote.seconds), vote.seconds),
            "counted": all(one.counted for one in moves.values()),
            "agreement": agreement(vote.choice, revealed),
            "agents": len(board.standings),
        }
        if request.is_partial:
            return self._host.render(request, "reveal_pair.html", battle=battle, **context)
        context |= {"player": self._player(request, battle, False), "backgrounds": BACKGROUNDS if asked else {}}
        return self._host.render(request, "reveal.html", battle=battle, **context)


def _found(rows: Any, battle: str) -> Battle:
    """Return a battle that is ready."""
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


def _cast(rows: Any, battle: str, voter: UUID, opinion: VoteForm) -> voting.CastResult | None:
    try:
        return voting.cast(rows, battle, voter, opinion)
    except voting.VoteConflict:
        return None  # the first vote stays, and the page shows it


def _marks(fields: tuple[tuple[str, str], ...], numbers: Callable[[], dict[str, list[int]]]) -> list[LabelMark]:
    """Return the labels of a form; invalid ones are ignored."""
    found: list[LabelMark] = []
    for name, value in fields[:_MAX_LABELS]:
        side, _, step = name.partition("-")
        if side not in SIDES:
            continue
        if not step and value in SIDE_LABELS:
            found.append(LabelMark(side, value))
        elif value in STEP_LABELS and step.isdecimal() and len(step) < 5 and int(step) < len(numbers()[side]):
            found.append(LabelMark(side, value, numbers()[side][int(step)]))
    return list(dict.fromkeys(found))


def agreement(choice: str, revealed: Mapping[SideName, voting.RevealedSide]) -> str:
    """Return a sentence on whether a vote agrees with the verdicts; "" if there are none."""
    found = {side: one.outcome.verdict for side, one in revealed.items()}
    if not set(found.values()) <= {"success", "failure"}:
        return ""
    good = [side for side in SIDES if found[side] == "success"]
    if choice == (good[0] if len(good) == 1 else "tie" if good else "bad"):
        return "The verifier agrees with you."
    if len(good) == 1:
        return f"The verifier accepted only the {good[0]} one."
    preferred = "; you preferred one of them" if choice in SIDES else ""
    return f"By the verifier, {'both were right' if good else 'neither was right'}{preferred}."


def _aside(why: str, seconds: float) -> str:
    """Return a sentence on why a vote is not counted; "" if it is."""
    if why != "too fast":
        return _ASIDE[why]
    least = f"{SECONDS:g} s"
    return f"It came {seconds:.1f} s after the battle was shown to you, and votes count from {least} on."


def _scale(board: Board) -> Any:
    """Return a function from ratings to per cent of a line that holds all intervals."""
    ends = [end for one in board.standings for end in one.ends] or [900.0, 1100.0]
    low, wide = min(ends), max(max(ends) - min(ends), 1.0)
    return lambda rating: round(2 + 96 * (rating - low) / wide, 2)


def _opinions(folder: Folder) -> list[Judgement]:
    """Return what judges think of a run, without those that failed."""
    if not (folder.path / PLACE).is_dir():
        return []
    return [one for one in filed(folder) if one.opinion is not None]
