"""The pages of live battles: start, watch and control them, and answer the agents' questions."""

import asyncio
import contextlib
import functools
import json
from collections.abc import Callable, Coroutine
from typing import Any, get_args

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from lifeworld.arena import agents, battles, uploads
from lifeworld.arena.beginning import Beginning, presets
from lifeworld.arena.site import moderation
from lifeworld.arena.site.broadcast import STATUS_TEXTS, BattleState, Broadcast, EventRedactor, Viewer
from lifeworld.arena.site.host import Host, PageRequest, Pages, Refusal, address_of, redirect
from lifeworld.arena.site.tasks import begun, configured, count, owners, screens, task_list
from lifeworld.arena.site.visitors import Visitor
from lifeworld.arena.tables import SIDES, Battle, Wanted
from lifeworld.arena.uploads import READERS
from lifeworld.core.errors import UserError, hint
from lifeworld.web.look import DEVICES, FORMS
from lifeworld.world.contents import contents

MAX_UPLOAD = uploads.MAX_FILES * uploads.MAX_BYTES + 32_768  # bytes of the form with files
SEND_TIMEOUT = 20.0  # seconds until a browser that receives nothing is disconnected
_DEVICE_NAMES = {"phone": "A phone", "desktop": "A computer"}
_WENT_WRONG = "This was an infrastructure error, not a failure of the agents. Nothing was counted."


class LivePages(Pages):
    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._broadcasts: dict[str, Broadcast] = {}

    def routes(self) -> list[BaseRoute]:
        host = self._host
        return [
            host.page("/live", self._choose),
            host.page("/live/tasks", self._tasks),
            host.form("/live", self._begin, "live", uploads=MAX_UPLOAD),
            host.page("/watch/{battle}", self._watch),
            host.form("/battle/{battle}/steer", self._steer, "steer {battle}"),
            host.form("/battle/{battle}/reply", self._reply, "steer {battle}"),
            WebSocketRoute("/battle/{battle}/socket", self._socket),
        ]

    # ---- choosing

    def _choose(self, request: PageRequest, problem: str = "") -> Response:
        sent = dict(request.fields) if request.fields else request.query
        people = owners()
        blank = dict.fromkeys(("search", "task", "written", "preset", "state", "content"), "")
        blank |= {"device": "phone", "profile": people[0].id}
        given = blank | {name: value for name, value in sent.items() if name in blank}
        context: dict[str, Any] = {"given": given, "problem": problem, "people": people, "count": count()}
        context |= {"presets": presets(), "screens": screens(), "contents": contents(), "taken": tuple(READERS)}
        with self._host.database.reading() as rows:
            context["longest"] = moderation.load_rules(rows).longest
        devices = [(name, _DEVICE_NAMES[name]) for name in FORMS]
        status = 422 if problem else 200
        return self._host.render(request, "live_choose.html", status, devices=devices, **context, **task_list(given))

    def _tasks(self, request: PageRequest) -> Response:
        given = {"search": "", "profile": owners()[0].id, "task": "", "content": ""} | request.query
        return self._host.render(request, "live_tasks.html", given=given, **task_list(given))

    def _begin(self, request: PageRequest) -> Response:
        try:
            with self._host.database.reading() as rows:
                rules = moderation.load_rules(rows)
            start = begun(request, rules)  # files are read before the write lock is taken
            with self._host.database.writing() as rows:
                return redirect(f"/watch/{self._made(request, rows, rules, start).id}")
        except UserError as problem:
            return self._choose(request, f"{str(problem).rstrip('.')}.")

    def _made(self, request: PageRequest, rows: Any, rules: moderation.Rules, start: Beginning) -> Battle:
        """Create the battle of a form.

        Raises:
            UserError: the choice is invalid or not allowed, there is no capacity, or too few agents can play it.
        """
        written = request.field("written").strip()
        configuration = configured(request, written, start)
        goal = moderation.checked_task(written, rules) if written else ""
        moderation.check_capacity(rows, rules)
        able = [one.name for one in agents.active(rows, written=bool(written))]
        if len(able) < 2:
            raise UserError("There are not enough agents for this task just now. Choose one from the list")
        self._host.limit("battle", request.visitor.id.hex, request.address)
        visitor = self._host.visitors.get_or_create(rows, request.visitor, request.address)
        rows.flush()
        pair = self._host.sampler.pair(able)
        held = bool(written) and rules.hold
        made = battles.new_battle(rows, configuration, pair, "live", visitor.id, goal, held)
        battles.begin_with(made, start)
        return made

    # ---- watching

    def _watch(self, request: PageRequest) -> Response:
        with self._host.database.reading() as rows:
            found = _found(rows, request.path["battle"], request.visitor)
            state = BattleState.of(rows, found).text
        if found.status == "ready":
            return redirect(f"/battle/{found.id}")
        if found.status in ("failed", "withdrawn"):
            text = _WENT_WRONG if found.status == "failed" else "Its task was not fit to be shown."
            ways = (("/live", "Start another one"), ("/", "Vote on finished battles"))
            return self._host.render(request, "empty.html", heading=STATUS_TEXTS[found.status], text=text, ways=ways)
        device = DEVICES[found.device]
        mine, size = found.visitor == request.visitor.id, (device.width, device.height)
        return self._host.render(request, "live.html", battle=found, mine=mine, size=size, state=state)

    def _steer(self, request: PageRequest) -> Response:
        wanted: Any = request.field("wanted")
        if wanted not in get_args(Wanted):
            raise UserError(f"no such control; {hint(wanted[:20], get_args(Wanted))}")
        with self._host.database.writing() as rows:
            found = _found(rows, request.path["battle"], request.visitor, steered=True)
            battles.set_wanted(rows, found.id, wanted)
        return redirect(f"/watch/{request.path['battle']}")

    def _reply(self, request: PageRequest) -> Response:
        given = request.field("question")
        with self._host.database.writing() as rows:
            found = _found(rows, request.path["battle"], request.visitor, steered=True)
            number = int(given) if given.isdecimal() and len(given) < 12 else 0
            if number not in {one.id for one in battles.questions(rows, found)}:
                raise Refusal(404, "There is no such question.")
            battles.reply(rows, number, moderation.checked_answer(request.field("text"), moderation.load_rules(rows)))
        return redirect(f"/watch/{request.path['battle']}")

    # ---- the socket

    async def _socket(self, socket: WebSocket) -> None:
        """Stream a battle to a browser, for pages of this site and up to a limit."""
        if not self._host.is_same_origin(socket, must_tell=True):
            await socket.close(4403)
            return
        visitor = await run_in_threadpool(self._host.visitors.identify, socket)
        address = address_of(socket)
        whose = address if visitor.fresh else visitor.id.hex
        found = await run_in_threadpool(self._looked, socket, visitor)
        if found is None or not self._host.limiter.enter(whose, address):
            await socket.close(4404 if found is None else 4429)
            return
        try:
            await socket.accept()
            await self._shown(socket, *found, began=functools.partial(self._host.watch, found[0].id, visitor.id))
        except (WebSocketDisconnect, RuntimeError):
            pass  # the browser has gone
        finally:
            self._host.limiter.leave(whose, address)

    def _looked(self, socket: WebSocket, visitor: Visitor) -> tuple[Battle, list[str]] | None:
        """Return a battle that may be watched, and all agents' names; it counts as a page request."""
        with self._host.database.reading() as rows:
            try:
                self._host.check_page_rate(socket, visitor)
                found = _found(rows, socket.path_params["battle"], visitor)
            except Refusal:
                return None
            return found, agents.all_names(rows)

    async def _shown(self, socket: WebSocket, battle: Battle, names: list[str], began: Callable[[], None]) -> None:
        broadcast, viewer = self._broadcast(battle, names), Viewer()
        try:
            with broadcast.attach(viewer):
                await _run_until_first(_send(socket, viewer, began), _receive(socket, viewer))
        finally:
            if not broadcast.watched:
                self._broadcasts.pop(battle.id, None)
        with contextlib.suppress(RuntimeError, TimeoutError):
            async with asyncio.timeout(1):
                await socket.close()

    def _broadcast(self, battle: Battle, names: list[str]) -> Broadcast:
        """Return the broadcast that all watchers of a battle share."""
        if battle.id not in self._broadcasts:
            device = DEVICES[battle.device]
            redactor = EventRedactor(names, (device.width, device.height))
            read_state = functools.partial(run_in_threadpool, self._state_of, battle.id)
            self._broadcasts[battle.id] = Broadcast(self._host.home, battle.id, redactor, read_state)
        return self._broadcasts[battle.id]

    def _state_of(self, battle: str) -> BattleState | None:
        with self._host.database.reading() as rows:
            found = rows.get(Battle, battle)
            return BattleState.of(rows, found) if found else None


async def _run_until_first(*parts: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until one ends, cancel the others, and raise its exception."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        over, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in over:
        task.result()


async def _send(socket: WebSocket, viewer: Viewer, began: Callable[[], None]) -> None:
    """Send messages; a browser that receives nothing for long is disconnected.

    `began` is called for each that shows what an agent does: watching begins with the first one, not in the queue.
    """
    with contextlib.suppress(TimeoutError):
        async for one in viewer.out():
            if isinstance(one, bytes) or '"kind":"step"' in one:
                began()
            async with asyncio.timeout(SEND_TIMEOUT):
                await (socket.send_bytes(one) if isinstance(one, bytes) else socket.send_text(one))


async def _receive(socket: WebSocket, viewer: Viewer) -> None:
    """Receive which pictures were drawn; any other message ends the view."""
    while True:
        try:
            message: Any = json.loads(await socket.receive_text())
        except (ValueError, KeyError, RecursionError):
            return
        side = message.get("seen") if isinstance(message, dict) else None
        if side not in SIDES or not viewer.seen(side):
            return


def _found(rows: Any, battle: str, visitor: Visitor, steered: bool = False) -> Battle:
    """Return a battle to watch, or to steer; one that is held is watched, and any is steered, by its author only."""
    found: Battle | None = rows.get(Battle, battle)
    if found is None or ((steered or found.status == "held") and found.visitor != visitor.id):
        raise Refusal(404, "There is no such battle.")  # the existence of others is not revealed
    return found
