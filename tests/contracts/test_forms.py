"""Laws over every form: nothing that arrives is a fault of the world."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from random import Random

import pytest
from tests import rotation
from tests.rotation import some_names

from lifeworld import apps
from lifeworld.apps.todo.commands import AddTask
from lifeworld.core.money import Money
from lifeworld.env.drivers.dom import Dom
from lifeworld.proof import filling
from lifeworld.proof.blanks import Blank, route_of
from lifeworld.proof.crawl import get
from lifeworld.proof.forms import Desk, Tally, submit, world_on
from lifeworld.proof.forms_each import Sent, Share, by_target, sent_all
from lifeworld.store import Store
from lifeworld.web import App
from lifeworld.web.form import hints
from lifeworld.web.look import FORMS
from lifeworld.web.parse import parse
from lifeworld.web.request import LONGEST_SEARCH, Request, pairs_of
from lifeworld.world import World

SUBMISSIONS, QUICK = 2500, 750  # of all forms of a device: where everything is held against them, and where not
OF_EACH, COMMANDS = 100, 30  # inputs to one form, and forms that the quick tests send so many to
EACH = pytest.mark.parametrize("app", apps.installed(), ids=lambda app: app.id)


@pytest.fixture(scope="module", params=some_names("forms", FORMS, 1))  # to find them takes eleven seconds
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """The forms of a phone or of a desktop, found once."""
    with closing(world_on(request.param).start()) as world:
        yield Desk(world)


def test_no_form_breaks_the_world(desk: Desk) -> None:
    tally, count = Tally(), SUBMISSIONS if rotation.whole else QUICK
    submit(desk, count * len(FORMS), 1, tally)
    assert tally.sent == count
    assert not tally.found, "\n".join(map(str, tally.found))
    assert {200, 303, 403, 404, 422} <= tally.answers.keys(), "some kind of answer was never seen"


def test_commands_survive_many_inputs(desk: Desk) -> None:
    """No exception page, no row that is not as declared, no write outside the app: `check --forms-each` sends more."""
    device, done = desk.world.look.device.name, Sent()
    targets = by_target(desk.world, desk.blanks)
    for target in some_names(f"many inputs {device}", targets, COMMANDS):
        done.add(sent_all(Share(target, device, 0, OF_EACH, seed=1), desk, targets[target]))
    assert not done.found, "\n".join(done.found)
    assert {"done", "refused", "missing", "foreign"} <= done.outcomes.keys()


def carried_out(target: str, desk: Desk, blanks: Sequence[Blank]) -> bool:
    """Return whether one of many inputs carries a command out; no more are sent than that takes."""
    shares = (Share(target, desk.world.look.device.name, first, 10, seed=1) for first in range(0, 1000, 10))
    return any(sent_all(share, desk, blanks).reached(target) for share in shares)


def test_each_command_is_carried_out_by_some_input(desk: Desk) -> None:
    """Those as well that need a state which no page leads to: the app's examples bring it about."""
    targets = {target: own for target, own in by_target(desk.world, desk.blanks).items() if "GET" not in target}
    own = {f"{app.id}.{command.__name__}" for app in apps.installed() for command in app.commands}
    assert targets.keys() == own | {"device.Dismiss"}  # the device's others have tests/web/test_shell.py
    chosen = some_names("carried out", targets, 2 * COMMANDS)
    assert not [target for target in chosen if not carried_out(target, desk, targets[target])]


def sent_to_add(monkeypatch: pytest.MonkeyPatch, also: str) -> list[str]:
    """Return what is found where the command that adds a task does something else besides."""
    honest = AddTask.run

    def run(self: AddTask, store: Store) -> object:
        made = honest(self, store)
        store.sql(also)
        return made

    monkeypatch.setattr(AddTask, "run", run)
    world = world_on("phone")
    desk = Desk(world, ("todo",))
    try:
        return sent_all(
            Share("todo.AddTask", "phone", 0, 40, 1), desk, by_target(world, desk.blanks)["todo.AddTask"]
        ).found
    finally:
        world.close()


def test_a_write_outside_of_the_app_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sent_to_add(monkeypatch, "SELECT 1") == []
    found = sent_to_add(monkeypatch, "UPDATE bank_settings SET paperless = 0")
    assert found and "todo writes to bank_settings" in found[0]


def test_a_row_that_is_not_as_declared_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sent_to_add(monkeypatch, "UPDATE todo_task SET due = 'soon' WHERE id = 1")
    assert found and "todo_task.due holds 'soon'" in found[0]


def test_every_form_is_sent_and_the_world_is_left_as_it_was(desk: Desk) -> None:
    for number in range(200):
        desk.send(Random(f"left/{number}"))
    assert not desk.world.changes().rows
    addresses = [one.address.partition("?")[0] for one in desk.blanks if one.method == "POST"]
    sent = {route_of(desk.world, "POST", address) for address in addresses} | {None}
    assert not {route for app in apps.installed() for route in app.pages.routes if route.command} - sent


@EACH
def test_what_is_typed_is_read_or_refused_with_a_reason(app: App, world: World) -> None:
    """Whatever the field's type, there is a value or a ValueError that a person can read."""
    rng = Random(app.id)
    for hint in {hint for command in app.commands for hint in hints(command).values()}:
        for _ in range(150):
            texts = [filling.strange_value(rng) for _ in range(rng.choice((0, 1, 1, 1, 2)))]
            try:
                parse(hint, texts, world.store)
            except ValueError as problem:
                assert type(problem) is ValueError and str(problem).endswith("."), (hint, texts)


@pytest.mark.parametrize(
    ("hint", "text", "says"),
    [
        (Money, "999999999999999999999", "That is more than can be entered here."),
        (Money, "9" * 5000, "That is more than can be entered here."),
        (int, "9" * 5000, "That is more than can be entered here."),
        (int, str(2**63), "That is more than can be entered here."),
        (date, "Dec 31, 9999", "Enter a date between 1900 and 2100."),
        (date, "0001-01-01", "Enter a date between 1900 and 2100."),
        (str, "x" * 100_000, "That is too long"),
    ],
)
def test_what_is_beyond_all_bounds_is_told(hint: type, text: str, says: str, world: World) -> None:
    with pytest.raises(ValueError, match=says):
        parse(hint, [text], world.store)


def test_bytes_that_are_no_text_arrive_as_something_legible() -> None:
    request = Request("POST", "/", pairs_of(b"q=%00a%ff&r=\xff"), (("text", "half \ud83d\x1b"),))
    assert request.query == {"q": "a\ufffd", "r": "\ufffd"}
    assert request.form_pairs == (("text", "half \ufffd"),)


@pytest.mark.parametrize("name", ["from", "to", "subject", "label", "in", "after", "before", "unread", "attachment"])
def test_posts_filter_form_takes_any_field(name: str, world: World) -> None:
    given = {"in": "archive", "after": "Jan 2, 2026", "before": "Jan 2, 2026"}.get(name, "Maya")
    response = get(world, f"/mail/search?q=&{name}={given.replace(' ', '+')}")
    assert response.status == 303, world.site.fault
    assert get(world, response.headers["location"]).status == 200


SEARCHES = ("/todo/search", "/bank/activity", "/mail/search", "/shop/search", "/calendar/search")


@pytest.mark.parametrize("address", SEARCHES)
def test_a_search_takes_what_its_field_takes(address: str, world: World) -> None:
    for text in ("word " * 20_000, "9" * 100_000, "%" * 60_000):
        response = world.site.handle(Request("GET", address, (("q", text),)))
        assert response.status in (200, 303), world.site.fault
    assert f'maxlength="{LONGEST_SEARCH}"' in get(world, "/mail/").body.decode()


def test_a_refusal_of_what_no_field_shows_is_told_above_the_form(world: World) -> None:
    Dom().open_now(world)
    sent = (("token", world.token), ("name", "Garden"), ("colour", "of rust"))
    page = world.site.handle(Request("POST", "/todo/list/1/edit", (), sent))
    assert page.status in (404, 422)
    sent = (("token", world.token), ("wallpaper", "of rust"))
    page = world.site.handle(Request("POST", "/messenger/settings/wallpaper", (), sent))
    assert page.status == 422
    assert "Choose one of the options." in page.body.decode()


@pytest.mark.parametrize("back", ["/todo/\r\nset-cookie: a=b", "/\\elsewhere.example", "//elsewhere.example", "/ü %"])
def test_where_a_button_leads_back_to_is_an_address_of_the_world(back: str, world: World) -> None:
    desk = Desk(world, ("todo",))
    button = next(one for one in desk.blanks if one.address.endswith("/complete"))
    sent = (("token", world.token), ("back", back))
    to = world.site.handle(Request("POST", button.address, (), sent)).headers["location"]
    assert to.isascii() and to.isprintable() and " " not in to
    assert to.startswith("/") and not to.startswith(("//", "/\\"))
