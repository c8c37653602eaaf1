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
    for path in ("/verdict", "/goal", "/api", "/api/state", "/todo/state", "/scenarios", "/debug", "/../run.json"):
        assert world.site.handle(Request("GET", path)).status == 404


def test_time_stands_still_but_for_waiting(world: World) -> None:
    before = world.store.now
    world.do(todo.AddTask("A task", world.store.get(TaskList, 1)))
    assert world.store.now == before
    world.advance(90)
    assert (world.store.now - before).total_seconds() == 90
