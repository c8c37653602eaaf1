"""A branch of a world takes everything back, and a draw opens none."""

from copy import copy
from typing import Any

import pytest

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task
from lifeworld.core.errors import WorldFault
from lifeworld.life.events import Messaged
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.draw import draw
from lifeworld.world import World, load, untouched
from lifeworld.world.moments import when


def _beside(world: World) -> dict[str, Any]:
    """Return what a world holds beside its database."""
    return {name: copy(value) for name, value in vars(world).items() if name not in ("store", "site", "base")}


def test_a_branch_leaves_nothing() -> None:
    world = World(load("nora").data)
    before, state = _beside(world), world.store.state
    now = world.store.now
    event = Messaged(at=now, chat="", sender_id=1, text="On my way.", read=False)
    with world.branch():
        task = world.store.one(Task, "done_at IS NULL")
        world.start()
        world.await_(when(minutes=90), event)
        world.do(todo.Complete(task))
        assert world.changes().rows and not world.store.get(Task, task.id).open
    assert world.store.get(Task, task.id).open and (world.store.state, world.store.now) == (state, now)
    assert _beside(world) == before


def test_a_refusal_in_a_branch_takes_it_back_too() -> None:
    world = World(load("nora").data)
    with pytest.raises(RuntimeError), world.branch():
        world.start().do(todo.AddTask("Buy milk", world.store.one(todo.TaskList)))
        raise RuntimeError
    assert not world.store.count(Task, "title = 'Buy milk'")


def test_rows_get_the_same_ids_in_every_branch() -> None:
    world, ids = World(load("nora").data), set()
    for _ in range(2):
        with world.branch():
            made = world.start().do(todo.AddTask("Buy milk", world.store.one(todo.TaskList)))
            ids.add(made.id)
            assert [change.id for change in world.changes().rows] == [made.id]
    assert len(ids) == 1


def test_a_recorded_world_is_not_branched() -> None:
    """SQLite's session remembers the keys of what is rolled back, and reports what the world itself makes there."""
    with pytest.raises(WorldFault, match="before its recording begins"), World(load("nora").data).start().branch():
        pass


# A plain change, what moves, what is too late, several ends, a free choice, what can't be done, a question, composed.
KINDS = (
    "todo.CompleteTask",
    "calendar.TheHourAfter",
    "cross.RememberTheBill",
    "todo.FinishSomethingLate",
    "bank.TransferTooMuch",
    "todo.WhenIsItDue",
    "todo.CompleteTask+bank.TransferBetweenAccounts",
)


@pytest.mark.parametrize("name", KINDS)
def test_a_draw_opens_no_world_but_the_untouched_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    untouched(load("nora"))
    opened: list[World] = []
    begin = World.__init__
    monkeypatch.setattr(
        World, "__init__", lambda self, *args, **more: opened.append(self) or begin(self, *args, **more)
    )
    draw(find(name), "nora", 0)
    assert not opened
