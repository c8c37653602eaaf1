"""Laws over the apps' tools: what can be done and known by them is what can be done and known on screens."""

import html
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.rotation import some_apps, some_tasks

from lifeworld import apps
from lifeworld.core.actions import Done, Invalid, Tool
from lifeworld.core.errors import UserError
from lifeworld.core.money import Money
from lifeworld.core.observation import Feedback
from lifeworld.env.channels import by_tools, needs_screens
from lifeworld.env.opening import opened
from lifeworld.env.tools import Called, Toolbox
from lifeworld.env.tools.arguments import Misused, read
from lifeworld.env.tools.naming import columns, kinds, plain_name, sayings
from lifeworld.env.tools.queries import told
from lifeworld.env.tools.screens import looked_at, screens
from lifeworld.env.tools.solving import by_tools as solved
from lifeworld.env.tools.solving import call_of
from lifeworld.proof.coverage import examples
from lifeworld.proof.crawl import crawl
from lifeworld.store import Edit, Kind, Row
from lifeworld.taskkit import Configuration, Task
from lifeworld.taskkit.draw import drawn
from lifeworld.web import App
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

TASKS = some_tasks("tools", 25)
APPS = some_apps("tools", 2)
SAMPLED = 6  # rows of a kind
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
WORDS_OF_STATE = {
    "status",
    "place",
    "paint",
    "kind",
}  # as columns of a few values: screens have their own words for them
_PLAIN = {"string", "integer", "boolean"}


@pytest.mark.parametrize("template", TASKS, ids=lambda one: one.id)
def test_a_task_is_done_by_tools(template: type[Task]) -> None:
    """Whatever ends elsewhere than on a page can be done by tools, and verdict and items are those of screens."""
    task = Configuration(template.id, NAMES[len(template.id) % len(NAMES)])
    with opened("dom", "tools") as environment:
        if why := needs_screens(template):
            with pytest.raises(UserError, match=why):
                environment.reset(task)
            return
        environment.reset(task)
        solved(drawn(task.task, task.profile, task.instance), environment.step)
        assert environment.verdict().success, environment.verdict().reasons
        assert not [item.text for item in environment.verdict().items if item.met is False]


@pytest.mark.parametrize("template", TASKS[::4], ids=lambda one: one.id)
def test_doing_nothing_by_tools_is_no_success(template: type[Task]) -> None:
    if by_tools(template):
        with opened("dom", "tools") as environment:
            environment.reset(Configuration(template.id, NAMES[0]))
            environment.step(Done())
            declined = drawn(template.id, NAMES[0], 0).expectation.declined
            assert not environment.verdict().success or declined


@pytest.mark.parametrize("app", APPS, ids=lambda one: one.id)
def test_each_example_of_a_command_is_a_call_with_the_same_outcome(app: App, world: World) -> None:
    """What an app refuses comes back as an error with the code and the words of the refusal."""
    for example in examples(app, world):
        refused, call = world.refusal(example.command), call_of(example.command)
        called = tried(world, call)
        if refused is None:
            assert called.feedback == Feedback(), f"{call}: {called}"
            assert world.acts[-1] == type(example.command).__name__
        elif called.feedback.ok:
            assert called.data["error"]["code"] == refused.code == example.refusal, f"{call}: {called}"
            assert called.data["error"]["message"] == refused.message
        else:  # no form would send it either
            assert called.feedback.code == "bad_argument" and called.feedback.text, f"{call}: {called}"


@pytest.mark.parametrize("app", APPS, ids=lambda one: one.id)
def test_what_may_be_left_out_says_what_it_is_then(app: App, world: World) -> None:
    """A call that gives each stated default means what one means that leaves them out."""
    stated = {one.name: one.parameters for one in Toolbox(world).specs}
    for example in examples(app, world):
        call, command = call_of(example.command), type(example.command)
        needed = {name: call.arguments[name] for name in stated[call.name]["required"]}
        defaults = {name: one["default"] for name, one in stated[call.name]["properties"].items() if "default" in one}
        if issubclass(command, Edit) and command.kept() and not command.kept() & needed.keys():
            with pytest.raises(Misused, match="Nothing to change is given"):
                read(app, command, needed, world.store)
            continue
        with suppress(Misused):  # where the example itself is what no call can say
            assert read(app, command, {**needed, **defaults}, world.store) == read(app, command, needed, world.store)


@pytest.mark.parametrize(
    "arguments",
    [
        {"kind": "task", "page": "9" * 5000},
        {"kind": "task", "page": 10**5000},
        {"kind": "task", "page": [1]},
        {"kind": "task", "where": ["title ~ x"] * 3000},
        {"kind": "task", "where": [["title ~ x"]]},
        {"kind": "task", "search": {"words": ["x"]}},
    ],
)
def test_an_argument_of_any_size_and_shape_is_told(arguments: dict[str, Any], world: World) -> None:
    assert tried(world, Tool.model_construct(name="todo_list", arguments=arguments)).feedback.code == "bad_argument"


class _Back(Exception):
    """Takes back what was tried."""


def tried(world: World, call: Tool) -> Called:
    """Return what a call gives, and leave the world as it was."""
    with suppress(_Back), world.store.writing():
        called = Toolbox(world).call(call.name, call.arguments)
        raise _Back
    return called


@pytest.mark.parametrize("app", APPS, ids=lambda one: one.id)
def test_tools_tell_nothing_that_no_screen_shows(app: App) -> None:
    """Each text and amount of sampled rows stands on some screen of the app: one that is linked, or about that row."""
    world = World(load(NAMES[0]).data).start()
    linked = bare(all_pages(world, app))
    found = [
        f"{name} {row.id}: {column} “{text}”"
        for name, model in kinds(app).items()
        for row in sampled(world, model)
        for column, text in texts(row)
        if bare(text) not in linked and bare(text) not in bare(about(world, app, row))
    ]
    world.close()
    assert not found, "\n".join(found)


def all_pages(world: World, app: App) -> str:
    """Return every kind of page of an app, its lists to their ends."""
    pages = [(one.address, html.unescape(one.response.body.decode())) for one in crawl(world, app.href, app.href)]
    long = {address.partition("?")[0] for address, body in pages if "show=" in body}
    return "".join([body for _, body in pages] + [looked_at(world, one, show=5000).tree.text for one in long])


def bare(text: str) -> str:
    """Return letters and digits only, since screens draw emoji and break lines."""
    return "".join(one for one in text if one.isalnum())


def sampled(world: World, model: type[Row]) -> list[Row]:
    rows = world.store.all(model)
    return rows[:: max(1, len(rows) // SAMPLED)]


def texts(row: Row) -> Iterator[tuple[str, str]]:
    """Yield the values of a row that can be looked for on screens, by column."""
    plain = (column.name for column in columns(type(row)) if column.type in (str, Money))
    for name in (*plain, *(name for name in sayings(type(row)) if name not in WORDS_OF_STATE)):
        value = getattr(row, name)
        if isinstance(value, Money) and value:
            yield name, abs(value).plain if name in ("low", "large") else str(abs(value))
        elif isinstance(value, str) and value:
            yield name, value.splitlines()[0]


def about(world: World, app: App, row: Row, levels: int = 2) -> str:
    """Return the text of all pages of a row, and of what it belongs to, to their ends."""
    own = [route.path for route in app.pages.routes if route.view and own_argument(app, route.path, row)]
    pages = "".join(looked_at(world, re.sub(r"\{\w+\}", str(row.id), path), show=5000).tree.text for path in own)
    for column in columns(type(row)) if levels else ():
        there = getattr(row, column.name)
        if column.references and there is not None:
            pages += about(world, app, row.follow(column.references, there), levels - 1)
    return pages


def own_argument(app: App, path: str, row: Row) -> bool:
    names = re.findall(r"\{(\w+)\}", path)
    kind = next((name for name, model in kinds(app).items() if model is type(row)), "")
    return len(names) == 1 and names[0].removesuffix("_id") in (kind, type(row).__name__.lower())


def test_each_command_is_a_tool_that_providers_take(world: World) -> None:
    """Names, descriptions and schemas are such as every provider's function calling takes."""
    specs = Toolbox(world).specs
    assert len({one.name for one in specs}) == len(specs)
    assert len(specs) == sum(len(app.commands) + 3 for app in apps.installed())
    for one in specs:
        assert _NAME.fullmatch(one.name) and len(one.description) < 1024, one.name
        assert set(one.parameters["required"]) <= one.parameters["properties"].keys()
        for schema in one.parameters["properties"].values():
            inner = schema.get("items", schema)
            assert inner["type"] in _PLAIN and all(inner.get("enum", ["x"])), (one.name, schema)


def test_every_other_action_is_refused_where_there_are_tools() -> None:
    with opened("dom", "tools") as environment:
        environment.reset(Configuration("todo.CompleteTask", NAMES[0]))
        said = environment.step(Invalid(code="parse_error", detail="no JSON"))
        assert said.feedback.code == "parse_error"


@pytest.mark.parametrize("app", APPS, ids=lambda one: one.id)
def test_every_kind_can_be_listed_to_its_end_and_every_screen_read(app: App, world: World) -> None:
    box = Toolbox(world)
    for kind, model in kinds(app).items():
        total, found = world.store.count(model), set[int]()
        for page in range(1, total // 20 + 2):
            told = box.call(f"{app.id}_list", {"kind": kind, "page": page})
            assert told.data["total"] == total
            found |= {row["id"] for row in told.data["rows"]}
        assert len(found) == total
        for row in found and sorted(found)[:: max(1, total // SAMPLED)]:
            assert box.call(f"{app.id}_get", {"kind": kind, "id": row}).data["id"] == row
    for screen in screens(app):
        assert box.call(f"{app.id}_read", {"screen": screen}).data["screen"], screen
    assert not [change for change in world.changes().rows if not quiet(change.table)]


@pytest.mark.parametrize("app", apps.installed(), ids=lambda one: one.id)
def test_each_row_has_a_value_or_has_another(app: App, world: World) -> None:
    for kind, model in kinds(app).items():
        for column in columns(model):
            row = world.store.first(model, f'"{column.name}" IS NOT NULL')
            value = told(row).get(plain_name(column)) if row else None
            said = value["id"] if isinstance(value, dict) else value
            signs = () if said is None else ("=", "!=")
            wheres = [[f"{plain_name(column)} {sign} {json.dumps(said)}"] for sign in signs]
            counts = [Toolbox(world).call(f"{app.id}_list", {"kind": kind, "where": one}).data for one in wheres]
            assert not counts or sum(one["total"] for one in counts) == world.store.count(model), (kind, wheres, counts)


def quiet(table: str) -> bool:
    """Return whether only looking may change something in a table."""
    known = by_name()[table]
    return bool(known.incidental) or any(column.kind is Kind.INCIDENTAL for column in known.columns)


STRANGE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "\ud800", "1", "id = 1", "x" * 99_999])
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_strange_arguments_are_told_and_break_nothing(data: st.DataObject) -> None:
    world = World(load(NAMES[0]).data).start()
    box = Toolbox(world)
    spec = data.draw(st.sampled_from(box.specs))
    known = {
        name: st.sampled_from(one["enum"]) | STRANGE if "enum" in one else STRANGE
        for name, one in spec.parameters["properties"].items()
    }
    arguments = data.draw(st.fixed_dictionaries(known) | st.fixed_dictionaries({}, optional=known))
    called = box.call(spec.name, arguments)
    assert json.loads(called.result.encode()) is not None
    assert called.feedback.ok or called.feedback.text
    assert world.site.fault is None
    world.close()
