"""Live battles: chosen, watched, steered, and the agents' questions answered."""

import asyncio
import contextlib
import functools
import json
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from lifeworld.arena import agents, battles
from lifeworld.arena.site import moderation
from lifeworld.arena.site.battle_pages import BattlePages
from lifeworld.arena.site.host import Asked, Host, Refusal, address_of, to
from lifeworld.arena.site.relay import Relay, Telling
from lifeworld.arena.site.showing import Showing, State
from lifeworld.arena.site.tasks import count, fits, listed, owners, search
from lifeworld.arena.site.visitors import Visitor
from lifeworld.arena.tables import SIDES, Agent, Battle, Question, Side, Wanted
from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.written import Written
from lifeworld.web.look import DEVICES, FORMS

PATIENCE = 20.0  # seconds that a browser has to take what it is sent
OVER = ("ready", "failed", "withdrawn")
_WANTED: dict[str, Wanted] = {"go": "go", "pause": "pause", "stop": "stop"}
_NAMED = {"phone": "A phone", "desktop": "A computer"}
_STATES = {
    "held": "A moderator reads the task first",
    "queued": "Waiting for a free place",
    "running": "Both are at work",
    "ready": "Both are done",
    "failed": "This did not work",
    "withdrawn": "This battle was taken back",
}
_WENT_WRONG = "Something of ours went wrong, and neither of the two is to blame. Nothing was counted."


class LivePages:
    """The pages of battles that are chosen and watched."""

    def __init__(self, host: Host, over: BattlePages) -> None:
        self._host, self._over = host, over
        self._showings: dict[str, Showing] = {}

    def routes(self) -> list[BaseRoute]:
        host = self._host
        return [
            host.page("/live", self._choose),
            host.page("/live/tasks", self._tasks),
            host.form("/live", self._begin, "live"),
            host.page("/watch/{battle}", self._watch),
            host.form("/battle/{battle}/steer", self._steer, "steer {battle}"),
            host.form("/battle/{battle}/reply", self._reply, "steer {battle}"),
            WebSocketRoute("/battle/{battle}/socket", self._socket),
        ]

    # ---- choosing

    def _choose(self, asked: Asked, problem: str = "") -> Response:
        sent = dict(asked.fields) if asked.fields else asked.query
        people = owners()
        blank = {"device": "phone", "profile": people[0].id, "search": "", "task": "", "written": ""}
        given = blank | {name: value for name, value in sent.items() if name in blank}
        context: dict[str, Any] = {"given": given, "problem": problem, "people": people, "count": count()}
        with self._host.database.reading() as rows:
            context["longest"] = moderation.rules(rows).longest
        devices = [(name, _NAMED[name]) for name in FORMS]
        status = 422 if problem else 200
        return self._host.render(asked, "live_choose.html", status, devices=devices, **context, **_listed(given))

    def _tasks(self, asked: Asked) -> Response:
        given = {"search": "", "profile": owners()[0].id, "task": ""} | asked.query
        return self._host.render(asked, "live_tasks.html", given=given, **_listed(given))

    def _begin(self, asked: Asked) -> Response:
        try:
            with self._host.database.writing() as rows:
                return to(f"/watch/{self._made(asked, rows).id}")
        except UserError as problem:
            return self._choose(asked, f"{str(problem).rstrip('.')}.")

    def _made(self, asked: Asked, rows: Any) -> Battle:
        """Make the battle that a form asks for.

        Raises:
            UserError: nothing was chosen, it may not be, there is no room, or not enough agents can play it.
        """
        rules = moderation.rules(rows)
        written = asked.field("written").strip()
        configuration = _configuration(asked, written)
        goal = moderation.fit(written, rules) if written else ""
        moderation.room(rows, rules)
        able = [one.name for one in agents.active(rows, written=bool(written))]
        if len(able) < 2:
            raise UserError("There are not enough agents for this task just now. Choose one from the list")
        self._host.limit("battle", asked.visitor.id.hex, asked.address)
        visitor = self._host.visitors.keep(rows, asked.visitor, asked.address)
        rows.flush()
        pair = self._host.draws.pair(able)
        held = bool(written) and rules.hold
        return battles.new_battle(rows, configuration, pair, "live", visitor.id, goal, held)

    # ---- watching

    def _watch(self, asked: Asked) -> Response:
        with self._host.database.reading() as rows:
            found = _watchable(rows, asked.path["battle"], asked.visitor)
        if found.status == "ready":
            return to(f"/battle/{found.id}")
        if found.status in ("failed", "withdrawn"):
            told = _WENT_WRONG if found.status == "failed" else "Its task was not fit to be shown."
            ways = (("/live", "Start another one"), ("/", "Vote on finished battles"))
            return self._host.render(asked, "empty.html", heading=_STATES[found.status], told=told, ways=ways)
        device = DEVICES[found.device]
        mine = found.visitor == asked.visitor.id
        context: dict[str, Any] = {
            "battle": found,
            "mine": mine,
            "size": (device.width, device.height),
            "state": _state(found),
        }
        return self._host.render(asked, "live.html", **context)

    def _steer(self, asked: Asked) -> Response:
        wanted = _WANTED.get(asked.field("wanted"))
        if wanted is None:
            raise UserError(f"no such wish; {hint(asked.field('wanted')[:20], _WANTED)}")
        with self._host.database.writing() as rows:
            found = _own(rows, asked)
            battles.set_wanted(rows, found.id, wanted)
        return to(f"/watch/{asked.path['battle']}")

    def _reply(self, asked: Asked) -> Response:
        given = asked.field("question")
        with self._host.database.writing() as rows:
            found = _own(rows, asked)
            mine = select(Question.id).join(Side, Side.id == Question.side).where(Side.battle == found.id)
            number = int(given) if given.isdecimal() and len(given) < 12 else 0
            if number not in rows.scalars(mine).all():
                raise Refusal(404, "There is no such question.")
            battles.reply(rows, number, moderation.answer(asked.field("text"), moderation.rules(rows)))
        return to(f"/watch/{asked.path['battle']}")

    # ---- the socket

    async def _socket(self, socket: WebSocket) -> None:
        """Show a battle to a browser; only to pages of this site, and only so many at once."""
        if not self._host.from_here(socket, must_tell=True):
            await socket.close(4403)
            return
        visitor = await run_in_threadpool(self._host.visitors.at, socket)
        address = address_of(socket)
        whose = address if visitor.fresh else visitor.id.hex
        found = await run_in_threadpool(self._looked, socket, visitor)
        if found is None or not self._host.limiter.enter(whose, address):
            await socket.close(4404 if found is None else 4429)
            return
        try:
            await socket.accept()
            await self._shown(socket, *found)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the browser has gone
        finally:
            self._host.limiter.leave(whose, address)

    def _looked(self, socket: WebSocket, visitor: Visitor) -> tuple[Battle, list[str]] | None:
        """Return a battle that may be watched, and all agents' names; opening counts like asking for a page."""
        with self._host.database.reading() as rows:
            try:
                self._host.within(socket, visitor)
                found = _watchable(rows, socket.path_params["battle"], visitor)
            except Refusal:
                return None
            names = [name for row in rows.execute(select(Agent.name, Agent.spec)) for name in row]
        return found, names

    async def _shown(self, socket: WebSocket, battle: Battle, names: list[str]) -> None:
        showing, relay = self._showing(battle, names), Relay()
        try:
            with showing.to(relay):
                await _first_of(_sent(socket, relay), _heard(socket, relay))
        finally:
            if not showing.watched:
                self._showings.pop(battle.id, None)
        with contextlib.suppress(RuntimeError, TimeoutError):
            async with asyncio.timeout(1):
                await socket.close()

    def _showing(self, battle: Battle, names: list[str]) -> Showing:
        """Return what all watchers of a battle share."""
        if battle.id not in self._showings:
            device = DEVICES[battle.device]
            telling = Telling(names, (device.width, device.height))
            look = functools.partial(run_in_threadpool, self._state_of, battle.id)
            self._showings[battle.id] = Showing(self._host.home, battle.id, telling, look)
        return self._showings[battle.id]

    def _state_of(self, battle: str) -> State | None:
        with self._host.database.reading() as rows:
            found = rows.get(Battle, battle)
        return State(_kind(found), _state(found), found.status in OVER) if found else None


async def _first_of(*parts: Coroutine[Any, Any, None]) -> None:
    """Run all until one ends, and raise what it raised."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        over, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in over:
        task.result()


async def _sent(socket: WebSocket, relay: Relay) -> None:
    """Send what there is; a browser that takes nothing for long ends its view, which is another's then."""
    with contextlib.suppress(TimeoutError):
        async for one in relay.out():
            async with asyncio.timeout(PATIENCE):
                await (socket.send_bytes(one) if isinstance(one, bytes) else socket.send_text(one))


async def _heard(socket: WebSocket, relay: Relay) -> None:
    """Listen for which pictures were drawn; anything else ends the view, and so does telling of one never sent."""
    while True:
        try:
            said: Any = json.loads(await socket.receive_text())
        except (ValueError, KeyError, RecursionError):
            return
        side = said.get("seen") if isinstance(said, dict) else None
        if side not in SIDES or not relay.seen(side):
            return


def _listed(given: dict[str, str]) -> dict[str, Any]:
    known = {one.id for one in owners()}
    shown, more = search(given["search"][:80], given["profile"] if given["profile"] in known else owners()[0].id)
    return {"tasks": shown, "more": more}


def _configuration(asked: Asked, written: str) -> Configuration:
    """Return what both worlds start from."""
    task = asked.field("task")
    if written and task:
        raise UserError("Choose a task from the list or write one, not both")
    if not written and not task:
        raise UserError("Choose a task from the list, or write one")
    if asked.field("profile") not in {one.id for one in owners()}:
        raise UserError("Choose whose device it is")
    if asked.field("device") not in FORMS:
        raise UserError("Choose a phone or a computer")
    if task and not listed(task):
        raise UserError("This task is not in the list; choose one from it, or write one")
    if task and not fits(task, asked.field("profile")):
        raise UserError("This person’s device has nothing that the task could be about; choose another person or task")
    return Configuration(Written.id if written else task, asked.field("profile"), device=asked.field("device"))


def _found(rows: Any, battle: str) -> Battle:
    found: Battle | None = rows.get(Battle, battle)
    if found is None:
        raise Refusal(404, "There is no such battle.")
    return found


def _watchable(rows: Any, battle: str, visitor: Visitor) -> Battle:
    """Return a battle that may be watched; words that a moderator has not read yet are for who wrote them alone."""
    found = _found(rows, battle)
    if found.status == "held" and found.visitor != visitor.id:
        raise Refusal(404, "There is no such battle.")
    return found


def _own(rows: Any, asked: Asked) -> Battle:
    """Return a battle that is this visitor's own; of others' not even that there is one is told."""
    found = _found(rows, asked.path["battle"])
    if found.visitor != asked.visitor.id:
        raise Refusal(404, "There is no such battle.")
    return found


def _kind(battle: Battle) -> str:
    return "paused" if battle.status == "running" and battle.wanted == "pause" else battle.status


def _state(battle: Battle) -> str:
    if battle.status == "running" and battle.wanted != "go":
        return "Paused" if battle.wanted == "pause" else "Stopping"
    return _STATES[battle.status]
