"""Laws over every app."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.rotation import some_apps

import lifeworld
from lifeworld import apps
from lifeworld.apps.bank.models import Account
from lifeworld.apps.maps.commands import SharePlace
from lifeworld.apps.todo.commands import Complete as CompleteTask
from lifeworld.apps.todo.models import Task
from lifeworld.core.observation import Node
from lifeworld.proof.crawl import device_of, get
from lifeworld.proof.laws import LAWS, in_figures, misplaced, unnamed
from lifeworld.web import App, done
from lifeworld.web.app_checks import clocks_and_chance
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

ROOT = Path(lifeworld.__file__).parent
EACH = pytest.mark.parametrize("app", some_apps("laws", 1), ids=lambda app: app.id)


@EACH
def test_no_command_is_collected_twice(app: App) -> None:
    assert len(set(app.commands)) == len(app.commands)


@EACH
@pytest.mark.parametrize("law", LAWS)
def test_each_app_keeps_the_law(app: App, law: str) -> None:
    problems = list(LAWS[law](app))
    assert not problems, "\n".join(problems[:30])


def test_steps_and_what_lies_below_a_place_are_marked_as_it() -> None:
    """The side bar marks the bank's transfer in all its steps, and mail's labels in each of their screens."""
    with device_of(device="desktop") as world:
        source, target = (account.id for account in world.store.all(Account, limit=2))
        steps = [f"transfer/amount?source={source}&target={target}", f"transfer/review?source={source}&target={target}"]
        for step in ("transfer", steps[0], f"{steps[1]}&amount=1.00"):
            assert _marked(world, f"/bank/{step}") == ["Transfer"]
        assert [_marked(world, f"/mail/labels{rest}") for rest in ("", "/add")] == [
            ["Manage labels"],
            ["Manage labels"],
        ]


def _marked(world: World, address: str) -> list[str]:
    page = LexborHTMLParser(get(world, address).body.decode())
    return [place.text(strip=True) for place in page.css('nav[aria-label="Main"] [aria-current="page"]')]


def test_a_page_without_a_place_and_one_with_two_are_seen() -> None:
    places = '<nav aria-label="Main"><a href="/a"{}>A</a><a href="/b"{}>B</a></nav>'
    here = ' aria-current="page"'
    assert misplaced(places.format(here, "")) == ""
    assert "A, B" in misplaced(places.format(here, here))
    assert "no place" in misplaced(places.format("", ""))
    assert misplaced(places.format("", ""), nowhere=True) == ""
    assert misplaced("<main>no navigation</main>") == ""


def test_the_laws_see_what_breaks_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A control without a name, and two of one name; an example that turns out otherwise."""
    nodes = (Node("button", ref="e1"), Node("link", "Add"), Node("link", "Add"))
    found = list(unnamed(Node("document", children=nodes)))
    assert found == ["a button without a name (e1)", "2 × link “Add” in the page"]
    days = (Node("textbox", "Due", value="Mar 12, 2026"), Node("textbox", "Start", value="2026-03-12"))
    (told,) = in_figures(Node("document", children=days))
    assert "“Start” shows “2026-03-12”" in told
    todo = apps.by_id()["todo"]
    wrong = replace(todo, examples=lambda store: [done(CompleteTask(store.one(Task, "done_at IS NOT NULL")))])
    assert "should give “”, gave “already”" in next(LAWS["examples"](wrong))
    maps = apps.by_id()["maps"]
    with monkeypatch.context() as patched:
        patched.setattr(SharePlace, "run", lambda command, store: command.place)
        assert "SharePlace takes for people what its form does not offer" in next(LAWS["choices"](maps))
    calendar = apps.by_id()["calendar"]
    gaps = list(LAWS["coverage"](replace(calendar, examples=lambda store: iter(()))))
    assert "AddEvent: no example of success" in gaps


def test_worlds_know_no_clock_and_no_chance_of_their_own() -> None:
    problems = []
    for floor in ("store", "life", "web", "apps", "world", "taskkit", "tasks", "verify"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            found = clocks_and_chance(ast.parse(path.read_text()))
            problems += [f"{path.relative_to(ROOT)}:{line}" for line, _ in found]
    assert not problems, "\n".join(problems)


def test_a_clock_and_chance_are_seen() -> None:
    assert [line for line, _ in clocks_and_chance(ast.parse("x = datetime.now()"))] == [1]
    assert [line for line, _ in clocks_and_chance(ast.parse("random.choice([1])"))] == [1]
    assert not list(clocks_and_chance(ast.parse("random.Random(3)")))


def unordered(tree: ast.AST) -> Iterator[int]:
    """Yield the lines at which something is done for each of a set: its order is another one in each process."""

    def is_set(node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.BitAnd | ast.BitOr):
            keys = isinstance(node.left, ast.Call) and getattr(node.left.func, "attr", "") in ("keys", "items")
            return keys or is_set(node.left) or is_set(node.right)
        return isinstance(node, ast.Set | ast.SetComp) or getattr(getattr(node, "func", None), "id", "") == "set"

    for node in ast.walk(tree):
        each = [node] if isinstance(node, ast.For) else getattr(node, "generators", ())
        if isinstance(node, ast.For | ast.ListComp | ast.DictComp) and any(is_set(one.iter) for one in each):
            yield node.lineno


def test_what_tasks_do_has_the_same_order_in_each_process() -> None:
    found = {path.name: [*unordered(ast.parse(path.read_text()))] for path in (ROOT / "tasks").rglob("*.py")}
    assert not {name: lines for name, lines in found.items() if lines}
    assert [*unordered(ast.parse("for one in {*a} - b:\n    pass\n[c for c in {d for d in e}]"))] == [1, 3]
    assert not [*unordered(ast.parse("for one in sorted({*a} - b):\n    pass"))]


@pytest.mark.parametrize("name", NAMES)
def test_no_notice_is_later_than_now(name: str) -> None:
    """An invitation stands at the moment it came, a reminder at the moment it was due."""
    world = World(load(name).data).start()
    notices = {app.id: app.notices(world.store) for app in apps.installed()}
    late = [(app, notice.title) for app, told in notices.items() for notice in told if notice.at > world.store.now]
    assert not late
    invitations = [notice for notice in notices["calendar"] if "invited you" in notice.text]
    assert invitations and all(notice.at < world.store.now for notice in invitations)
    world.close()
