"""A longer text that two windows edit, without JavaScript: nothing typed is lost, nothing overwritten unasked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from tests import rotation

from lifeworld import apps
from lifeworld.apps.calendar.commands import EditEvent
from lifeworld.apps.code.commands import DeleteFile, SaveFile
from lifeworld.apps.code.models import File
from lifeworld.apps.mail.commands import EditDraft, SendEdited
from lifeworld.apps.mail.models import Draft
from lifeworld.apps.todo.commands import EditTask
from lifeworld.web import Request
from lifeworld.web.form import edited, long_texts
from lifeworld.web.pages import Route
from lifeworld.web.request import Response
from lifeworld.world import World

MINE, THEIRS = "what this window says\nin two lines", "what the other window says"


@dataclass(frozen=True)
class Window:
    """A form as a window shows it: where it is, and what it sends."""

    world: World
    address: str
    fields: dict[str, str]

    def send(self, to: str = "", **typed: str) -> Response:
        pairs = tuple({**self.fields, **typed}.items())
        return self.world.site.handle(Request("POST", to or self.address, (), pairs))

    def again(self, answer: Response) -> "Window":
        return Window(self.world, self.address, sent(LexborHTMLParser(answer.body.decode())))


def sent(page: LexborHTMLParser) -> dict[str, str]:
    """Return what the form of a page would send."""
    form = next(one for one in page.css("form[method=post]") if one.css_first("textarea"))
    fields = {str(one.attributes["name"]): one.attributes.get("value") or "" for one in form.css("input[name]")}
    chosen = {str(one.attributes["name"]): one.css("option[selected]") for one in form.css("select[name]")}
    fields |= {name: str(some[0].attributes.get("value") or "") for name, some in chosen.items() if some}
    return fields | {str(one.attributes["name"]): one.text().removeprefix("\n") for one in form.css("textarea")}


def opened(world: World, address: str) -> Window:
    answer = world.site.handle(Request("GET", address))
    assert answer.status == 200, address
    return Window(world, address, sent(LexborHTMLParser(answer.body.decode())))


def forms() -> Iterator[Any]:
    """Yield every form of the apps in which a longer text of a row is edited."""
    for app in rotation.some_apps("meanwhile", len(apps.installed())):
        for route in app.pages.routes:
            if route.command and route.view and edited(route.command):
                yield pytest.param(route, id=f"{route.path}-{route.command.__name__}")


def windows(world: World, route: Route, name: str) -> tuple[Window, Window] | None:
    """Return a form in two windows, the second of which has saved its text; None where no row can be edited."""
    assert route.command
    found = edited(route.command)
    assert found
    for row in sorted(world.store.all(found.kind), key=lambda row: not getattr(row, "mine", True)):
        address = route.path.replace(f"{{{found.row}}}", str(row.id))
        if "{" in address or world.site.handle(Request("GET", address)).status != 200:
            continue
        one, other = opened(world, address), opened(world, address)
        if "seen" not in one.fields:
            return None
        if other.send(**{name: THEIRS}).status == 303:
            return one, other
    return None


@pytest.mark.parametrize("route", list(forms()))
def test_a_save_over_a_newer_version_asks_first(world: World, route: Route) -> None:
    assert route.command
    (name, *_rest) = long_texts(route.command)
    found = windows(world, route, name)
    if found is None or route.command is SendEdited:
        pytest.skip("nothing of the owner's can be edited there")
    one, _other = found
    asked = one.send(**{name: MINE})
    assert asked.status == 422 and b"changed in another window" in asked.body
    assert THEIRS in asked.body.decode() and one.again(asked).fields[name] == MINE
    assert one.again(asked).send().status == 303
    again = opened(world, one.address)
    assert again.fields[name] == MINE and again.send(**{name: THEIRS}).status == 303


def test_editors_notes_and_drafts_are_among_them() -> None:
    assert all(edited(command) for command in (SaveFile, EditDraft, SendEdited, EditEvent, EditTask))


def test_a_mistake_keeps_what_the_window_was_opened_on(world: World) -> None:
    file = world.store.one(File, order="id")
    one, other = (opened(world, f"/code/file/{file.id}/edit") for _ in range(2))
    assert other.send(text=THEIRS).status == 303
    long = one.send(text="x" * 10_000)
    assert long.status == 422 and b"changed in another window" not in long.body
    assert b"changed in another window" in one.again(long).send(text=MINE).body


def test_two_windows_that_say_the_same_ask_nothing_of_a_row_that_did_not_change(world: World) -> None:
    file = world.store.one(File, order="id")
    one = opened(world, f"/code/file/{file.id}/edit")
    world.store.connection.execute("UPDATE code_file SET opened_at = NULL")
    assert one.send(text=MINE).status == 303


def test_what_was_typed_into_a_file_that_is_deleted_meanwhile_is_kept(world: World) -> None:
    file = world.store.one(File, order="id")
    one = opened(world, f"/code/file/{file.id}/edit")
    world.do(DeleteFile(file))
    answer = one.send(text=MINE)
    page = LexborHTMLParser(answer.body.decode())
    assert answer.status == 422 and "deleted in another window" in page.body.text()  # type: ignore[union-attr]
    assert page.css_first("textarea").text().strip() == MINE
    assert "Choose another" not in answer.body.decode()
    assert world.site.handle(Request("GET", one.address)).status == 404


def test_a_draft_is_not_sent_over_a_newer_one(world: World) -> None:
    draft = world.store.first(Draft, "message_id IS NULL AND send_at IS NULL")
    assert draft
    one, other = (opened(world, f"/mail/draft/{draft.id}/edit") for _ in range(2))
    assert other.send(f"/mail/draft/{draft.id}/save", body=THEIRS).status == 303
    asked = one.send(body=MINE)
    assert asked.status == 422 and world.store.get(Draft, draft.id).body == THEIRS
    there = tuple({**one.fields, "field": "to"}.items())
    assert "seen%3D" in world.site.handle(Request("GET", "/mail/people", there)).headers["location"]
