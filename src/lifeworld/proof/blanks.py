"""Finds every form of a world: on its pages, at addresses that no page leads to now, and as examples fill it in."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from lifeworld.apps import app_of
from lifeworld.env.drivers.forms import controls, submission, submits
from lifeworld.env.walker import Document, Element, fields, from_html
from lifeworld.proof.coverage import outcome, plain_ones
from lifeworld.proof.crawl import Visited, crawl
from lifeworld.store import Command, Row, hints
from lifeworld.web import App
from lifeworld.web.form import shown
from lifeworld.web.pages import Route
from lifeworld.web.request import Request
from lifeworld.web.routes import table_of
from lifeworld.world import World

_OF_A_KIND = 2  # forms with one address pattern and the same fields
_ROWS = 12  # that are tried at an address that no page leads to


@dataclass(frozen=True)
class Field:
    """One field of a form: what it sends untouched, what it offers, and whether people write in it."""

    name: str
    texts: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    written: bool = False
    example: str = ""


@dataclass(frozen=True)
class Blank:
    """A form as it stands on a page, or an address with a query.

    `readied` is the command for which the world has to be made ready (`make_ready`) before it is sent.
    """

    page: str
    method: str
    address: str
    fields: tuple[Field, ...]
    readied: type[Command] | None = None

    @property
    def choices(self) -> int:
        """How many of its fields a person fills in."""
        return sum(one.written or bool(one.offered) for one in self.fields)


def find(world: World, apps: Sequence[str] = ()) -> tuple[list[Blank], list[str]]:
    """Return the forms of a world, or of some of its apps, a few of each kind; and the addresses of the pages seen."""
    starts = [app.href for app in world.apps if not apps or app.id in apps] + ([] if apps else ["/"])
    seen = [one for start in starts for one in crawl(world, start, start if start != "/" else "/notifications")]
    seen = [one for one in seen if one.response.status == 200]
    found = list(_few(world, (blank for page in seen for blank in blanks(page))))
    known = {route_of(world, one.method, urlsplit(one.address).path) for one in found if one.method == "POST"}
    routes = [route for app in world.apps if app.href in starts for route in app.pages.routes if route.command]
    found += [blank for route in routes if route not in known for blank in _bare(world, route)]
    return found, [one.address for one in seen]


def _bare(world: World, route: Route) -> Iterator[Blank]:
    """Yield the form of an address that no page leads to as the world is now, for some rows that it may be about."""
    path, names = route.path.replace(":word", ""), tuple(route.pattern.groupindex)
    known = hints(route.command)  # type: ignore[arg-type]
    written = tuple(Field(name, (), (), True) for name in sorted(known.keys() - set(names)))
    ids = [_some_ids(world, known.get(name)) for name in names]
    for row in zip(*ids, strict=True) if ids else [()]:
        address = path
        for name, number in zip(names, row, strict=True):
            address = address.replace(f"{{{name}}}", str(number))
        yield Blank("", "POST", address, written)


def _some_ids(world: World, kind: Any) -> list[int]:
    """Return ids of rows from the first to the last of a kind, always as many; 1 where a number stands for no row."""
    if not (isinstance(kind, type) and issubclass(kind, Row)):
        return [1] * _ROWS
    ids = [row_id for (row_id,) in world.store.sql(f'SELECT id FROM "{kind.table().name}" ORDER BY id')] or [1]
    return [ids[n * (len(ids) - 1) // (_ROWS - 1)] for n in range(_ROWS)]


def blanks(page: Visited) -> Iterator[Blank]:
    """Yield the forms of a page, once for each button that sends them, and the page's own query."""
    parts = urlsplit(page.address)
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    yield Blank(page.address, "GET", parts.path, tuple(Field(name, (text,)) for name, text in query.items()))
    document = from_html(page.response.body.decode(), page.address)
    for form in (element for element in document.elements if element.tag == "form"):
        every = controls(document, form)
        buttons: list[Element | None] = [one for one in every if submits(one)]
        for button in buttons or [None]:
            yield _blank(document, form, button, every)


def _blank(document: Document, form: Element, button: Element | None, every: list[Element]) -> Blank:
    sent = submission(document, form, button)
    pressed = button.attributes.get("name", "") if button else ""
    of: dict[str, Field] = {}
    for control in every:
        name = control.attributes.get("name", "")
        if name not in ("", "token") and (name == pressed if submits(control) else not fields.disabled(control)):
            of[name] = _joined(of.get(name, Field(name)), control)
    texts: dict[str, list[str]] = {}
    for name, text in sent.pairs:
        texts.setdefault(name, []).append(text)
    known = (Field(f.name, tuple(texts.get(f.name, ())), f.offered, f.written, f.example) for f in of.values())
    return Blank(document.url, sent.method.upper(), sent.address, tuple(known))


def _joined(known: Field, control: Element) -> Field:
    offered = known.offered + _offered(control)
    example = control.attributes.get("placeholder", "") or known.example
    return Field(known.name, (), offered, known.written or fields.takes_text(control), example)


def _offered(control: Element) -> tuple[str, ...]:
    if control.tag == "select":
        return tuple(map(fields.option_value, fields.options(control)))
    ticked = fields.kind(control) in ("radio", "checkbox") or submits(control)  # buttons of one name are a choice, too
    return (control.attributes.get("value", "on"),) if ticked else ()


def _few(world: World, found: Iterable[Blank]) -> Iterator[Blank]:
    kinds: Counter[tuple[str, ...]] = Counter()
    for blank in found:
        path = urlsplit(blank.address).path
        route = route_of(world, blank.method, path)
        kind = (blank.method, route.path if route else path, *(one.name for one in blank.fields))
        kinds[kind] += 1
        if kinds[kind] <= (_OF_A_KIND if blank.choices else 1) and blank.method in ("GET", "POST"):
            yield blank


def route_of(world: World, method: str, path: str) -> Route | None:
    """Return the route that answers."""
    routes = table_of(world.apps).get(path.split("/")[1], ())
    able = (route for _, route in routes if (route.command if method == "POST" else route.view))
    return next((route for route in able if route.match(path) is not None), None)


_PLACE = re.compile(r"\{(\w+)(?::word)?\}")  # in a route's path


# ---- as examples do their commands: for each command one that is done, in a world made ready for it


def prepared(world: World, apps: Sequence[str] = ()) -> Iterator[Blank]:
    """Yield for each command of these apps, or of all, the forms with which an example does it.

    `readied` names the command where the world as it is would refuse it, and has to be made ready.
    """
    for app in world.apps:
        for command in _done(world, app) if not apps or app.id in apps else ():
            for route in app.pages.routes:
                if route.command is type(command):
                    blank = _filled_in(route, command)
                    yield blank if _does(world, blank) else replace(blank, readied=type(command))


def make_ready(world: World, kind: type[Command]) -> None:
    """Bring a world into the state in which its app's examples do a command."""
    for example in app_of(kind).examples(world.store):
        if type(example.command) is kind and not example.refusal:
            return


def _done(world: World, app: App) -> list[Command]:
    """Return a command of each kind that is done: as the app has it, else with plain values after all of these."""
    found: dict[type[Command], Command] = {}
    with world.store.tentatively():
        for example in app.examples(world.store):
            if not example.refusal:
                found.setdefault(type(example.command), example.command)
        left = [kind for kind in app.commands if kind not in found]
        return [*found.values(), *(command for kind in left for command in islice(_plainly(kind, world), 1))]


def _plainly(kind: type[Command], world: World) -> Iterator[Command]:
    """Yield commands of a kind that are done as the world is, with plain values in their fields."""
    return (command for command in plain_ones(kind, world) if not outcome(command, world))


def _filled_in(route: Route, command: Command) -> Blank:
    """Return a route's form with a command's values in its address and in its fields."""
    kinds = hints(type(command))
    texts = {name: tuple(shown(getattr(command, name))) for name in kinds}
    address = _PLACE.sub(lambda place: texts[place[1]][0], route.path)
    rest = kinds.keys() - set(route.pattern.groupindex)
    fields = (Field(name, texts[name], written=kinds[name] is str) for name in kinds if name in rest)
    return Blank("", "POST", address, tuple(fields))


def _does(world: World, blank: Blank) -> bool:
    """Return whether a form, sent as it stands, does a command in the world as it is."""
    before = len(world.acts)
    pairs = [(field.name, text) for field in blank.fields for text in field.texts]
    with world.store.tentatively():
        world.site.handle(Request("POST", blank.address, (), (*pairs, ("token", world.token))))
    return len(world.acts) > before
