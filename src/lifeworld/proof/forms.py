"""Fills in every form of a world with what nobody expects, and tells what breaks, and who writes what.

An app's commands, and what it makes of events, write its own tables; each row is as declared.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from urllib.parse import unquote, urlsplit

from markupsafe import escape

from lifeworld.apps import installed
from lifeworld.proof.blanks import Blank, find, make_ready, prepared
from lifeworld.proof.filling import Filled, fill, request_of, short
from lifeworld.store import Event, Store
from lifeworld.web import App
from lifeworld.web.look import FORMS, Look
from lifeworld.web.request import Pairs, Request, Response, pairs_of
from lifeworld.world import World, load
from lifeworld.world.files import LIFE, homes, plain
from lifeworld.world.fitting import misfit
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

APPS = tuple(app.id for app in installed())
_ANSWERS = frozenset((200, 303, 403, 404, 405, 422))
_HOPS = 3
_LEGIBLE = 500  # characters up to which a refused text has to stand in the page that says so
_MARKUP = (b"<script>alert(7)", b"<img src=x onerror", b"1073602561")
_HEADER = re.compile(r"[!-~]+")
_MESSAGE = re.compile(rb'role="alert"|class="error"|<title>That didn')
_CACHE = "PRAGMA cache_size=-16000"  # kilobytes: one world that is read again and again


@dataclass(frozen=True)
class Found:
    """A fault, with what makes it happen again: `lifeworld audit forms` with the seed, and the number of the form."""

    number: int
    seed: int
    device: str
    filled: Filled
    what: str

    def __str__(self) -> str:
        return f"#{self.number} of seed {self.seed} ({self.device}): {self.what}: {self.filled}"


@dataclass
class Tally:
    """What came of it all."""

    forms: int = 0
    sent: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)


def world_on(device: str) -> World:
    """Return a world whose forms can be filled in: another person's on each device."""
    return World(load(NAMES[list(FORMS).index(device) % len(NAMES)]).data, Look("light", FORMS[device]))


class Undrawn:
    """Stands where templates do, and draws nothing: all of a page but its picture is made."""

    def get_template(self, name: str) -> "Undrawn":
        return self

    def render(self, context: Any) -> str:
        return ""


class Desk:
    """Fills in one world's forms; the world is afterwards as it was before."""

    def __init__(self, world: World, apps: Sequence[str] = ()) -> None:
        self.world = world
        world.store.connection.execute(_CACHE).fetchall()
        with world.store.tentatively():
            self.blanks, addresses = find(world, apps)
            self.blanks += prepared(world, apps)
        self._weights = [1 + 2 * blank.choices for blank in self.blanks]
        self._pages: dict[str, list[str]] = {}
        for address in addresses:
            self._pages.setdefault(address.split("/")[1], []).append(address)
        self._templates = world.site.templates
        self._writing = Writing(world)

    def send(self, rng: Random) -> tuple[Filled, int, list[str]]:
        """Fill in a form and send it; return it, the status and what was wrong with the answer."""
        return self.send_one(rng.choices(self.blanks, self._weights)[0], rng)

    def send_one(self, blank: Blank, rng: Random, drawn: bool = True) -> tuple[Filled, int, list[str]]:
        """Fill in this form and send it, in the same way; not `drawn`, pages are made without being drawn or read."""
        filled = fill(blank, rng, self.world.token)
        self.world.site.templates = self._templates if drawn else Undrawn()
        with self.world.store.tentatively():
            self._ready(blank)
            request = request_of(filled, rng)
            response = self._answer(request)
            found = [*self._wrong(request, filled.written if drawn else (), response, drawn), *self._writing.faults()]
            if drawn and not found and response.status == 303:
                found = list(self._after(filled, response, rng))
        return filled, response.status, found

    def _ready(self, blank: Blank) -> None:
        """Make the world ready for a form, where it has to be; what that writes is nobody's doing."""
        if blank.readied:
            make_ready(self.world, blank.readied)
            self._writing.faults()

    def _answer(self, request: Request) -> Response:
        self.world.site.fault = None
        with self._writing.by(request.path.split("/")[1]):
            return self.world.site.handle(request)

    def _wrong(self, request: Request, written: Pairs, response: Response, drawn: bool = True) -> Iterator[str]:
        if self.world.site.fault:
            yield repr(self.world.site.fault.__cause__)
        elif response.status not in _ANSWERS:
            yield f"status {response.status}"
        elif any(mark in response.body for mark in _MARKUP):
            yield "what was typed becomes markup"
        elif drawn and response.status == 422:
            arrived = dict(request.form_pairs)
            kept = [text for name, text in written if arrived.get(name) == text]
            yield from _refused(kept, response.body.decode())

    def _after(self, filled: Filled, response: Response, rng: Random) -> Iterator[str]:
        """Look at where the answer leads and at another page, with the strange value in the world."""
        address = response.headers["location"]
        if not _HEADER.fullmatch(address):
            yield f"the answer leads to {short(address)}, which is no address"
        pages = self._pages.get(filled.address.split("/")[1], ["/"])
        for page in (address, rng.choice(pages)):
            yield from (f"{problem} on {short(page)} afterwards" for problem in self._looked(page))

    def _looked(self, address: str) -> Iterator[str]:
        for _ in range(_HOPS):
            parts = urlsplit(address)
            request = Request("GET", unquote(parts.path), pairs_of(parts.query.encode()))
            response = self._answer(request)
            yield from self._wrong(request, (), response)
            if response.status != 303:
                return
            address = response.headers["location"]
        yield "redirects without end"


def submitted(times: int, seed: int = 1, apps: Sequence[str] = ()) -> Tally:
    """Send `times` filled-in forms, half on a phone and half on a desktop, and return what came of them."""
    tally = Tally()
    for device in FORMS:
        with closing(world_on(device)) as world:
            submit(Desk(world, apps), times, seed, tally)
    return tally


def submit(desk: Desk, times: int, seed: int, tally: Tally) -> None:
    """Send those of `times` filled-in forms that are for the device of a desk, and count them."""
    device = desk.world.look.device.name
    tally.forms += len(desk.blanks)
    for number in range(list(FORMS).index(device), times, len(FORMS)):
        filled, answer, faults = desk.send(Random(f"{seed}/{number}"))
        tally.sent += 1
        tally.answers[answer] += 1
        tally.found += [Found(number, seed, device, filled, what) for what in faults]


def _refused(written: Sequence[str], page: str) -> Iterator[str]:
    if not _MESSAGE.search(page.encode()):
        yield "refused without a message"
    for text in written:
        if text.isprintable() and len(text) <= _LEGIBLE and str(escape(text)) not in page:
            yield f"refused, and {short(text)} is lost"


# ---- who writes what

ANYBODYS = frozenset(("outbox", "due"))  # what others notice, and what is yet to come
Handler = Callable[[Store, Any], None]


class Writing:
    """Notes each row that is written in a world, and which app's code was running.

    A command of one app that touches another app's rows does so by an event, which that app takes in by itself.
    """

    def __init__(self, world: World) -> None:
        self._store, self._app = world.store, ""
        self._written: dict[tuple[str, str, int], None] = {}
        self._home = {table: home for home, tables in homes().items() for table in tables if home != LIFE}
        world.apps = tuple(replace(app, on=self._own(app)) for app in world.apps)
        world.store.connection.set_update_hook(self._note)

    @contextmanager
    def by(self, app: str) -> Iterator[None]:
        """Let an app's code run."""
        was, self._app = self._app, app
        try:
            yield
        finally:
            self._app = was

    def faults(self) -> list[str]:
        """Return what is wrong with all that was written since this was last asked."""
        written, self._written = self._written, {}
        outside = {(app, table) for app, table, _ in written if self._home.get(table, app) != app}
        outside |= {(app, table) for app, table, _ in written if table not in self._home and table not in ANYBODYS}
        found = [f"{app or 'the shell'} writes to {table}" for app, table in sorted(outside)]
        rows = dict.fromkeys((table, row_id) for _, table, row_id in written)
        return found + [told for table, row_id in rows for told in unsound(self._store, table, row_id)]

    def _own(self, app: App) -> dict[type[Event], Handler]:
        return {kind: self._as(app.id, handler) for kind, handler in app.on.items()}

    def _as(self, app: str, handler: Handler) -> Handler:
        def handled(store: Store, event: Any) -> None:
            with self.by(app):
                handler(store, event)

        return handled

    def _note(self, _kind: int, _database: str, table: str, row_id: int) -> None:
        self._written[self._app, table, row_id] = None


def unsound(store: Store, table: str, row_id: int) -> Iterator[str]:
    """Yield what a row holds that its table does not declare: another type, or none of its choices."""
    columns = by_name()[table].columns
    for row in store.sql(f'SELECT * FROM "{table}" WHERE id = ?', row_id):
        for column, value in zip(columns, row, strict=True):
            if told := misfit(column, plain(column, value)):
                yield f"{table}.{column.name} holds {value!r:.60}: {told}"
