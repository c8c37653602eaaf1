"""Laws that hold for every app: each yields what breaks it in one app, a line each."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import get_args, get_origin
from urllib.parse import parse_qsl, urlsplit

from selectolax.lexbor import LexborHTMLParser

from lifeworld.core.errors import WorldFault
from lifeworld.core.observation import Node
from lifeworld.core.typed import plain_type
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.forms import controls, submission, submits
from lifeworld.env.walker import from_html
from lifeworld.proof.coverage import examples as examples_of
from lifeworld.proof.coverage import of_app, outcomes
from lifeworld.proof.crawl import Visited, crawl, device_of, kind_of, outside, targets
from lifeworld.run.task_queue import ignore
from lifeworld.store import Command, asked_of, hints
from lifeworld.store.author_errors import AUTHORED, is_authored, placed
from lifeworld.verify.content import Bag
from lifeworld.web import App
from lifeworld.web.app_checks import in_files
from lifeworld.web.look import FORMS
from lifeworld.web.pages import Route
from lifeworld.web.request import Page, Request
from lifeworld.world import World
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

CONTROLS = {"link", "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "spinbutton", "slider"}
GROUPS = {"list", "listitem", "group", "form", "navigation", "region", "row", "article", "dialog", "search", "banner"}
_ISO = re.compile(r"\d{4}-\d\d-\d\d.*")
_MOST = 30  # lines of one law


def rendering(app: App) -> Iterator[str]:
    """All pages render on every profile and both forms, nothing is written by looking, and every page is reached."""
    reached: set[str] = set()
    for name, device in zip(NAMES, ("phone", "desktop", "phone"), strict=True):
        with device_of(name, device) as world:
            for visited in chain(crawl(world, app.href), outside(world, app)):
                if world.site.fault:
                    yield str(world.site.fault)
                    return
                if visited.response.status not in (200, 303):
                    yield f"{visited.address} answers {visited.response.status}"
                ways = targets(visited.response, visited.address)
                reached |= {visited.route, *(kind_of(world, way)[0] for way in ways)}
            if Bag(world.changes(), by_name()).entries:
                yield "looking has changed something"
    shown = {route.path for route in app.pages.routes if route.view}
    yield from (f"nothing leads to {path}" for path in sorted(shown - reached))


def names(app: App) -> Iterator[str]:
    """Every control has a name, and no two of one role share one within their group; fields show days in words."""
    for device in FORMS:
        with device_of(device=device) as world:
            driver = Dom()
            for visited in chain([*crawl(world, app.href)], outside(world, app)):
                if visited.response.status == 200 and visited.route.startswith(f"/{app.id}"):
                    tree = driver.open_now(world, visited.address).tree
                    found = (*unnamed(tree), *in_figures(tree))
                    yield from (f"{visited.address} ({device}): {told}" for told in found)


def unnamed(tree: Node, place: str = "the page") -> Iterator[str]:
    """Yield controls without a name, and those that share role and name with another of their group."""
    found: Counter[tuple[str, str]] = Counter()
    for node in _of_group(tree):
        if node.role in CONTROLS:
            if not node.name.strip():
                yield f"a {node.role} without a name ({node.href or node.ref})"
            found[node.role, node.name] += 1
    yield from (f"{count} × {role} “{name}” in {place}" for (role, name), count in found.items() if count > 1)
    for node in tree.walk():
        if node is not tree and node.role in GROUPS and node.children:
            yield from (p for p in unnamed(node, f"{node.role} {node.name}") if " without " not in p)


def in_figures(tree: Node) -> Iterator[str]:
    """Yield the fields that show a day as a machine writes it."""
    for node in tree.walk():
        if node.value and _ISO.fullmatch(node.value):
            yield f"{node.role} “{node.name}” shows “{node.value}”; people write a day in words"


def _of_group(tree: Node) -> Iterator[Node]:
    """Yield what stands in this group and in none within it."""
    for child in tree.children:
        yield child
        if child.role not in GROUPS:
            yield from _of_group(child)


def places(app: App) -> Iterator[str]:
    """Where a screen shows the app's places, one of them is marked as its own, or the app says why none is."""
    for device in FORMS:
        with device_of(device=device) as world:
            pages = [v for v in crawl(world, app.href) if v.response.status == 200 and v.route.startswith(app.href)]
            found = [(v.route, misplaced(v.response.body.decode(), _nowhere(app, v.route))) for v in pages]
            yield from (f"{route} ({device}): {told}" for route, told in dict.fromkeys(found) if told)


def misplaced(html: str, nowhere: bool = False) -> str:
    """Return what is wrong with the marks in the tabs or the side bar of a page, or ""; its head may have the mark."""
    page = LexborHTMLParser(html)
    main, head = (page.css(f'{part} [aria-current="page"]') for part in ('nav[aria-label="Main"]', "header.head"))
    if len(main) > 1:
        return f"marks {', '.join(place.text(strip=True) for place in main)}, of which it can be only one"
    shows_places = page.css_first('nav[aria-label="Main"]') is not None
    return (
        "" if main or head or nowhere or not shows_places else "marks no place: give it a section, or say why nowhere"
    )


def _nowhere(app: App, route: str) -> bool:
    """Return whether the app says that a page belongs to none of its places."""
    return any(f"{route}/".startswith(f"/{app.id}{path}/") for path in app.pages.nowhere)


def examples(app: App) -> Iterator[str]:
    """Commands do and refuse on every profile what their examples say."""
    for name in NAMES:
        try:
            outcomes(app, name)
        except AssertionError as problem:
            yield f"{name}: {problem}"


def covered(app: App) -> Iterator[str]:
    """Every command has a success, each refusal, a screen and a task."""
    try:
        yield from (f"{row.command}: {gap}" for row in of_app(app, NAMES[0]) for gap in row.gaps)
    except AssertionError:  # told by the law of the examples
        return


def noticed(app: App) -> Iterator[str]:
    """Each command is noticed by those whom it names, and by nobody else."""
    told: dict[type[Command], bool] = {}
    with device_of() as world:
        for example in examples_of(app, world):
            if not example.refusal and world.refusal(example.command) is None:
                rows = world.trial(example.command).rows
                kind = type(example.command)
                told[kind] = told.get(kind, False) or any(row.table == "outbox" for row in rows)
    for kind, says in told.items():
        if says != (kind.seen_by != "nobody"):
            what = "puts nothing into the outbox; tell them" if not says else "tells others; name them"
            yield f"{kind.__name__} says seen_by={kind.seen_by!r} and {what}"


def unoffered(app: App) -> Iterator[str]:
    """A row that a form does not offer is refused by its command, too."""
    with device_of() as world:
        for command in (one.command for one in examples_of(app, world) if not one.refusal):
            for name, asked in asked_of(type(command)).items():
                hint = hints(type(command))[name]
                several = get_origin(hint) is tuple
                kind = get_args(hint)[0] if several else plain_type(hint)
                for row in world.store.all(kind, f"NOT ({asked.rows})") if asked.rows else ():
                    if world.refusal(replace(command, **{name: (row,) if several else row})) is None:  # type: ignore[type-var]
                        yield f"{type(command).__name__} takes for {name} what its form does not offer: {row}"


def tokens(app: App) -> Iterator[str]:
    """Forms need a token of the session."""
    with device_of() as world:
        for route in app.pages.routes:
            path = route.path.replace("{", "").replace("}", "")
            path = "/".join("1" if part in route.pattern.groupindex else part for part in path.split("/"))
            for token in ((), (("token", "of another session"),)) if route.command else ():
                status = world.site.handle(Request("POST", path, form_pairs=token)).status
                if status not in (403, 404):
                    yield f"{route.path} answers {status} without the session's token"
        if world.changes().rows:
            yield "a form without the session's token has changed something"


def untouched(app: App) -> Iterator[str]:
    """A form's untouched controls send the command's defaults, or what its view starts them with."""
    with device_of() as world:
        for visited in chain(crawl(world, app.href), outside(world, app)):
            route = next((r for r in app.pages.routes if r.path == visited.route and r.command and r.view), None)
            if route and visited.response.status == 200:
                yield from (f"{visited.address}: {told}" for told in _unlike(world, app, route, visited))


def _unlike(world: World, app: App, route: Route, visited: Visited) -> Iterator[str]:
    parts = urlsplit(visited.address)
    query = tuple(parse_qsl(parts.query, keep_blank_values=True))
    request = Request("GET", parts.path, query).bound(world, app)
    arguments = route.match(parts.path) or {}
    form = route.form(request, query, arguments)
    page = route.view(request, form, **arguments)  # type: ignore[misc]
    if isinstance(page, Page) and not page.context.get("possible", True):
        return  # a question that says why not instead of asking
    document = from_html(visited.response.body.decode(), visited.address)
    posts = [one for one in document.elements if one.tag == "form" and one.attributes.get("method") == "post"]
    buttons = [(one, button) for one in posts for button in controls(document, one) if submits(button)]
    sent = [submission(document, one, button) for one, button in buttons]
    own = [one for one in sent if urlsplit(one.address).path == parts.path]
    if not own:
        yield "no form leads to this address"
    if len(own) != 1:
        return  # several buttons, each its own choice
    values: dict[str, list[str]] = {}
    for name, text in own[-1].pairs:
        values.setdefault(name, []).append(text.replace("\r\n", "\n"))
    for name in hints(route.command).keys() - arguments.keys():  # type: ignore[arg-type]
        shows, sends = form.values(name), values.get(name, [])
        if f"{name}_date" not in values and [t for t in shows if t] != [t for t in sends if t]:
            yield f"{name} shows {shows} and sends {sends}"


LAWS: dict[str, Callable[[App], Iterator[str]]] = {
    "files": in_files,
    "examples": examples,
    "coverage": covered,
    "noticed": noticed,
    "choices": unoffered,
    "tokens": tokens,
    "rendering": rendering,
    "names": names,
    "places": places,
    "forms": untouched,
}


def _held(law: Callable[[App], Iterator[str]], app: App) -> Iterator[str]:
    """Yield what breaks a law, and what of the app's own code breaks while it is held against it."""
    try:
        yield from law(app)
    except (WorldFault, *AUTHORED) as error:
        if not (isinstance(error, WorldFault) or is_authored(error, "apps")):
            raise
        yield str(error) if isinstance(error, WorldFault) else placed(error, "apps")


def broken(app: App, tried: Callable[[], None] = ignore) -> Iterator[str]:
    """Yield what breaks the laws in an app, each with the name of its law, and no more than some of one.

    Args:
        app: which is held to them.
        tried: called after each law.
    """
    for name, law in LAWS.items():
        found = list(_held(law, app))
        tried()
        yield from (f"{name}: {told}" for told in found[:_MOST])
        if len(found) > _MOST:
            yield f"{name}: and {len(found) - _MOST} more"
