"""The screens that follow from a command: what they are filled with is text, never markup."""

from collections.abc import Iterator

import pytest

from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.web import Request
from lifeworld.world import World, load

NAME = "<b>Paint</b> & brushes"


@pytest.fixture
def world() -> Iterator[World]:
    world = World(load("nora").data).start()
    yield world
    world.close()


@pytest.mark.parametrize("screen", ["task/{}/delete", "task/{}/move"])
def test_what_a_row_holds_is_shown_as_text(world: World, screen: str) -> None:
    task = world.do(todo.AddTask(NAME, world.store.get(TaskList, 1)))
    page = world.site.handle(Request("GET", f"/todo/{screen.format(task.id)}")).body.decode()
    assert "&lt;b&gt;Paint&lt;/b&gt; &amp; brushes" in page
    assert "<b>Paint" not in page
