"""Worlds are isolated, small and quick to open; whatever looks at one changes nothing."""

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.store import Changes
from lifeworld.web.request import Request
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES


def test_two_worlds_never_see_each_other() -> None:
    one, other = (World(load(NAMES[0]).data).start() for _ in range(2))
    one.do(todo.AddTask("Only here", one.store.get(TaskList, 1)))
    assert one.store.count(Task, "title = 'Only here'") == 1
    assert other.store.count(Task, "title = 'Only here'") == 0
    assert other.changes() == Changes()
    assert World(load(NAMES[0]).data).store.count(Task, "title = 'Only here'") == 0


def test_a_thousand_worlds_are_open_at_once() -> None:
    base = load(NAMES[0]).data
    worlds = [World(base).start() for _ in range(1000)]
    for number, world in enumerate(worlds[::100]):
        world.do(todo.AddTask(f"Number {number}", world.store.get(TaskList, 1)))
    assert [len(world.changes().rows) for world in worlds[:101]] == [1, *[0] * 99, 1]
    for world in worlds:
        world.close()


def test_a_refused_command_leaves_nothing(world: World) -> None:
    before = world.store.sql("SELECT count(*) FROM todo_task")
    refused = world.refusal(todo.AddTask(" ", world.store.get(TaskList, 1)))
    assert refused and refused.code == "empty"
    assert world.store.sql("SELECT count(*) FROM todo_task") == before
    assert not world.changes().rows


def test_static_addresses_lead_nowhere_else(world: World) -> None:
    for path in (
        "/static/kit/../site.py",
        "/static/todo/../../models.py",
        "/static/nothing/x",
        "/static/kit//etc/passwd",
    ):
        assert world.site.handle(Request("GET", path)).status == 404


def test_no_address_tells_of_tasks(world: World) -> None:
    """Goals, answers and checks live above the world: none of its routes knows of them."""
    for path in ("/verdict", "/goal", "/api", "/api/state", "/todo/state", "/tasks", "/debug", "/../run.json"):
        assert world.site.handle(Request("GET", path)).status == 404


def test_a_page_that_is_missing_is_one_of_its_app(world: World) -> None:
    for app in world.site.apps:
        page = world.site.handle(Request("GET", f"{app.href.rstrip('/')}/nothing/here"))
        assert page.status == 404
        assert f'data-app="{app.id}"'.encode() in page.body
        assert f'href="{app.href}"'.encode() in page.body
    assert b'data-app="shell"' in world.site.handle(Request("GET", "/nothing")).body


def test_time_stands_still_but_for_waiting(world: World) -> None:
    before = world.store.now
    world.do(todo.AddTask("A task", world.store.get(TaskList, 1)))
    assert world.store.now == before
    world.advance(90)
    assert (world.store.now - before).total_seconds() == 90


def test_worlds_of_the_same_content_have_the_same_state() -> None:
    base = load(NAMES[0]).data
    one, other, third = (World(base).start() for _ in range(3))
    fresh = one.store.state
    assert fresh and fresh == other.store.state != World(load(NAMES[1]).data).store.state
    for world in (one, other):
        world.do(todo.AddTask("In both", world.store.get(TaskList, 1)))
    assert one.store.state == other.store.state != fresh == third.store.state
    third.do(todo.AddTask("In one", third.store.get(TaskList, 1)))
    assert third.store.state not in (fresh, one.store.state)
    one.advance(60)
    assert one.store.state != other.store.state


def test_what_was_refused_or_tried_leaves_the_state_as_it_was(world: World) -> None:
    before = world.store.state
    assert world.refusal(todo.AddTask(" ", world.store.get(TaskList, 1)))
    assert world.trial(todo.AddTask("A try", world.store.get(TaskList, 1))).rows
    assert world.store.state == before


def test_the_state_is_unknown_while_something_is_being_written(world: World) -> None:
    with world.store.writing():
        world.store.set_clock(world.store.now)
        assert world.store.state == b""
