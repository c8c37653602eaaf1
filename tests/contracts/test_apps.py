"""Laws over every app."""

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

import lifeworld
from lifeworld import apps
from lifeworld.core.observation import Node
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.drivers.forms import controls, submission, submits
from lifeworld.env.walker import from_html
from lifeworld.proof.coverage import of_app
from lifeworld.proof.crawl import Visited, crawl, kind_of, targets
from lifeworld.verify.content import Bag
from lifeworld.web import App
from lifeworld.web.form import Form, hints
from lifeworld.web.look import DEVICES, Look
from lifeworld.web.pages import Route
from lifeworld.web.request import Request
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES
from lifeworld.world.world import by_name

ROOT = Path(lifeworld.__file__).parent
CONTROLS = {"link", "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "spinbutton", "slider"}
GROUPS = {"list", "listitem", "group", "form", "navigation", "region", "row", "article", "dialog", "search", "banner"}
EACH = pytest.mark.parametrize("app", apps.installed(), ids=lambda app: app.id)


def opened(name: str = NAMES[0], device: str = "phone") -> World:
    return World(load(name).data, Look("light", DEVICES[device])).start()


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_bytes(name: str) -> None:
    """In this process and in another one with other hashes."""
    code = (
        "import hashlib, sys; from lifeworld.world.profiles import generate;"
        "print(hashlib.sha256(generate(sys.argv[1])).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code, name],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(digests) == 1


@EACH
def test_all_pages_render_and_nothing_is_written_by_looking(app: App) -> None:
    """On every profile and both forms; and every page is somewhere within reach."""
    reached: set[str] = set()
    for name, device in zip(NAMES, ("phone", "desktop", "phone"), strict=True):
        world = opened(name, device)
        for visited in crawl(world, app.href):
            assert world.site.fault is None, world.site.fault
            assert visited.response.status in (200, 303), visited.address
            ways = targets(visited.response, visited.address)
            reached |= {visited.route, *(kind_of(world, way)[0] for way in ways)}
        assert not Bag(world.changes(), by_name()).entries, "looking has changed something"
        world.close()
    shown = {route.path for route in app.pages.routes if route.view}
    assert shown <= reached, f"nothing leads to {sorted(shown - reached)}"


@EACH
@pytest.mark.parametrize("device", DEVICES)
def test_every_control_has_a_name_of_its_own(app: App, device: str) -> None:
    world = opened(device=device)
    pages = [v.address for v in crawl(world, app.href) if v.response.status == 200 and v.route.startswith(f"/{app.id}")]
    driver = Dom()
    problems = [f"{page}: {problem}" for page in pages for problem in unnamed(driver.open_now(world, page).tree)]
    assert not problems, "\n".join(problems[:30])
    world.close()


def unnamed(tree: Node, place: str = "the page") -> Iterator[str]:
    """Yield controls without a name, and those that share role and name with another of their group."""
    names: Counter[tuple[str, str]] = Counter()
    for node in of_group(tree):
        if node.role in CONTROLS:
            if not node.name.strip():
                yield f"a {node.role} without a name ({node.href or node.ref})"
            names[node.role, node.name] += 1
    yield from (f"{count} × {role} “{name}” in {place}" for (role, name), count in names.items() if count > 1)
    for node in tree.walk():
        if node is not tree and node.role in GROUPS and node.children:
            yield from (p for p in unnamed(node, f"{node.role} {node.name}") if " without " not in p)


def of_group(tree: Node) -> Iterator[Node]:
    """Yield what stands in this group and in none within it."""
    for child in tree.children:
        yield child
        if child.role not in GROUPS:
            yield from of_group(child)


@EACH
def test_every_command_is_shown_to_work(app: App) -> None:
    gaps = [f"{row.command}: {gap}" for row in of_app(app, NAMES[0]) for gap in row.gaps]
    assert not gaps, "\n".join(gaps)


@EACH
@pytest.mark.parametrize("name", NAMES)
def test_commands_do_and_refuse_what_their_examples_say(app: App, name: str) -> None:
    from lifeworld.proof.coverage import outcomes

    outcomes(app, name)


@EACH
def test_forms_need_a_token_of_the_session(app: App) -> None:
    world = opened()
    for route in app.pages.routes:
        if route.command:
            path = route.path.replace("{", "").replace("}", "")
            path = "/".join("1" if part in route.pattern.groupindex else part for part in path.split("/"))
            for token in ((), (("token", "of another session"),)):
                response = world.site.handle(Request("POST", path, form_pairs=token))
                assert response.status in (403, 404), route.path
    assert not world.changes().rows
    world.close()


@EACH
def test_forms_sent_untouched_say_what_they_show(app: App) -> None:
    """A form's untouched controls send the command's defaults, or what its view starts them with."""
    world = opened()
    problems = []
    for visited in crawl(world, app.href):
        route = next((r for r in app.pages.routes if r.path == visited.route and r.command and r.view), None)
        if route and visited.response.status == 200:
            problems += [f"{visited.address}: {told}" for told in unlike(world, app, route, visited)]
    assert not problems, "\n".join(problems)
    world.close()


def unlike(world: World, app: App, route: Route, visited: Visited) -> Iterator[str]:
    parts = urlsplit(visited.address)
    query = tuple(parse_qsl(parts.query, keep_blank_values=True))
    request = Request("GET", parts.path, query).bound(world, app)
    arguments = route.match(parts.path) or {}
    form = Form(route.command, request, query, arguments)  # type: ignore[arg-type]
    route.view(request, form, **arguments)  # type: ignore[misc]
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


FORBIDDEN = {"now", "utcnow", "today", "uuid4", "uuid1", "urandom"}


def test_worlds_know_no_clock_and_no_chance_of_their_own() -> None:
    problems = []
    for floor in ("store", "life", "web", "apps", "world", "scenarios", "verify"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            problems += [f"{path.relative_to(ROOT)}:{line}" for line in chancy(ast.parse(path.read_text()))]
    assert not problems, "\n".join(problems)


def chancy(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        ):
            owner, name = node.func.value.id, node.func.attr
            clock = owner in {"datetime", "date", "time", "uuid", "os"} and name in {*FORBIDDEN, "time"}
            chance = owner == "random" and name not in {"Random"}
            if clock or chance:
                yield node.lineno


def test_a_clock_and_chance_are_seen() -> None:
    assert list(chancy(ast.parse("x = datetime.now()"))) == [1]
    assert list(chancy(ast.parse("random.choice([1])"))) == [1]
    assert not list(chancy(ast.parse("random.Random(3)")))
