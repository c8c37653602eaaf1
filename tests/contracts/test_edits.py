"""An Edit that is made with some of its fields keeps the others, in every app."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest

from lifeworld import apps
from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event
from lifeworld.core.errors import Refused
from lifeworld.env.tools import Toolbox
from lifeworld.store import KEPT, Edit, Row, Verb, hints
from lifeworld.web import App
from lifeworld.world import World
from lifeworld.world.profiles import load

ENOUGH = 20  # edits of a kind that were done


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    found = World(load("nora").data)
    yield found
    found.close()


def own(kind: type[Edit]) -> list[str]:
    """Return the fields that are columns of what a command edits; none where it says itself what it writes."""
    known = kind.row_table().by_name if kind.columns is Verb.columns else {}
    return [name for name in hints(kind) if name in known]


@pytest.mark.parametrize("app", apps.installed(), ids=lambda app: app.id)
def test_an_edit_made_with_one_field_keeps_the_others(app: App, world: World) -> None:
    done = Counter[type[Edit]]()
    edits = [kind for kind in app.commands if issubclass(kind, Edit) and len(own(kind)) > 1]
    for kind in edits:
        for row in world.store.all(kind.row_table().model):
            if done[kind] >= ENOUGH:
                break
            needed = {} if kind.of else {next(iter(hints(kind))): row}
            for name in own(kind):
                command = kind(**needed, **{name: getattr(row, name)})
                assert all(getattr(command, other) is KEPT for other in own(kind) if other != name)
                with suppress(Refused), world.branch():
                    world.do(command)
                    after: Row = world.store.get(type(row), row.id)
                    assert {one: getattr(after, one) for one in own(kind)} == {
                        one: getattr(row, one) for one in own(kind)
                    }, command
                    done[kind] += 1
    assert edits and all(done[kind] for kind in edits), done


def test_what_an_edit_keeps_is_what_the_row_holds_when_it_is_done(world: World) -> None:
    event = world.store.first(Event, "organiser_id IS NULL AND note <> '' AND place <> ''")
    assert event
    with world.branch():
        renamed = calendar.EditEvent(event, title="Another title")
        world.do(calendar.EditEvent(event, place="Elsewhere"))
        world.do(renamed)
        after = world.store.get(Event, event.id)
        assert (after.title, after.place, after.note) == ("Another title", "Elsewhere", event.note)
    with world.branch():
        world.do(calendar.EditEvent(event, event.title, note=""))
        assert world.store.get(Event, event.id).note == ""


def test_a_tool_that_is_called_with_one_field_keeps_the_others(world: World) -> None:
    event = world.store.first(Event, "organiser_id IS NULL AND note <> '' AND place <> ''")
    assert event
    with world.branch():
        called = Toolbox(world).call("calendar_edit_event", {"event": str(event.id), "title": "Another title"})
        assert not called.feedback.text
        after = world.store.get(Event, event.id)
        assert (after.title, after.place, after.note) == ("Another title", event.place, event.note)
