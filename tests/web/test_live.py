"""Forms of choices alone, each of which saves itself."""

from collections.abc import Iterator

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from lifeworld import apps
from lifeworld.apps.bank.models import Entry, Payee
from lifeworld.apps.messenger.models import Settings
from lifeworld.core.actions import Click, OpenApp, Ref, SetValue, System
from lifeworld.core.observation import Observation
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import SyncEnvironment
from lifeworld.store import Row, hints
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web.look import FORMS
from lifeworld.web.pages import Route
from lifeworld.web.request import Request
from lifeworld.world.world import World


def asked(route: Route) -> list[str]:
    places = {name: 1 for name in route.pattern.groupindex}
    form = route.form(Request("GET", route.path), (), places)
    return form.asked if form.live else []


def live_routes() -> Iterator[Route]:
    """Yield the routes of all apps whose forms save themselves."""
    for route in (route for app in apps.installed() for route in app.pages.routes if route.view):
        if route.command and asked(route):
            yield route


LIVE = [*live_routes()]
ALSO = {"mute": ("muted_at",), "move": ("position",)}  # what a command writes beside what is chosen


def shown(world: World, address: str) -> LexborNode:
    """Return the form of an address."""
    page = LexborHTMLParser(world.site.handle(Request("GET", address)).body.decode())
    return next(form for form in page.css("form.form") if form.attributes["action"] == address)


def posted(world: World, address: str, *fields: tuple[str, str]) -> int:
    return world.site.handle(Request("POST", address, form_pairs=(("token", world.token), *fields))).status


def place(world: World, route: Route) -> tuple[Row, str]:
    """Return the row that a route edits, and the address for it."""
    assert route.command
    kind = route.command.row_kind()
    assert kind
    for row in world.store.all(kind):
        address = route.path.replace(f"{{{next(iter(hints(route.command)))}}}", str(row.id))
        if world.site.handle(Request("GET", address)).status == 200:
            return row, address
    raise AssertionError(route.path)


@pytest.mark.parametrize("route", LIVE, ids=lambda route: route.path)
@pytest.mark.parametrize("world", FORMS, indirect=True)
def test_each_choice_saves_itself_and_keeps_the_others(world: World, route: Route) -> None:
    """A law over all apps: no button stands beside the choices, and a press writes its field alone."""
    row, address = place(world, route)
    buttons = shown(world, address).css("button")
    assert {button.attributes.get("name") for button in buttons} == {*asked(route)}
    for name, value in [(one.attributes["name"] or "", one.attributes["value"] or "") for one in buttons]:
        before = vars(world.store.get(type(row), row.id)).copy()
        status = posted(world, address, (name, value))
        after = vars(world.store.get(type(row), row.id))
        changed = {column for column in before if before[column] != after[column]}
        assert status in (303, 422)
        assert changed <= {name, f"{name}_id", *ALSO.get(address.rpartition("/")[2], ())}
        if status == 303:
            on = shown(world, address).css(f"[name={name}][aria-pressed=true]")
            assert [one.attributes["value"] or "" for one in on] in ([], [value])


def test_windows_that_were_open_before_overwrite_nothing(world: World) -> None:
    assert posted(world, "/messenger/settings/privacy", ("photo", "nobody")) == 303
    assert posted(world, "/messenger/settings/privacy", ("receipts", "")) == 303  # in a window that shows the old photo
    held = world.store.get(Settings, 1)
    assert (held.photo, held.receipts) == ("nobody", False)


def test_nothing_chosen_is_refused_and_changes_nothing(world: World) -> None:
    before = world.store.get(Settings, 1)
    for fields in ((), (("photo", "somebody"),), (("typed", "x"),)):
        answer = world.site.handle(
            Request("POST", "/messenger/settings/privacy", form_pairs=(("token", world.token), *fields))
        )
        assert answer.status == 422 and "Choose one of the options." in answer.body.decode()
    assert world.store.get(Settings, 1) == before


def test_a_choice_that_is_refused_is_not_shown_as_made(world: World) -> None:
    entry = world.store.all(Entry, "kind = 'transfer'")[0]
    address = f"/bank/entry/{entry.id}/category"
    answer = world.site.handle(Request("POST", address, form_pairs=(("token", world.token), ("category", "Travel"))))
    page = LexborHTMLParser(answer.body.decode())
    assert answer.status == 422 and page.css_first(".wrong .error, .form-error")
    assert [one.text(strip=True) for one in page.css(".choices [aria-pressed=true]")] == [entry.category]


def test_what_costs_money_keeps_its_button(world: World) -> None:
    tree = Dom().open_now(world, "/bank/payee/1/autopay").tree
    assert "Turn on autopay" in [node.name for node in tree.all("button")]
    payee = world.store.all(Payee, "business_id IS NOT NULL AND autopay_id IS NULL")[0]
    sent = [posted(world, f"/bank/payee/{payee.id}/autopay", ("account", "1")) for _ in range(2)]
    assert sent == [303, 422]  # it is so already, and the page says that


def test_settings_stay_open_and_a_single_choice_leads_back(world: World) -> None:
    for address, field, then in (
        ("/messenger/settings/privacy", ("photo", "nobody"), "/messenger/settings/privacy"),
        ("/todo/task/1/move", ("list", "3"), "/todo/task/1"),
    ):
        form = (("token", world.token), field)
        answer = world.site.handle(Request("POST", address, form_pairs=form))
        assert dict(answer.headers)["location"] == then


@pytest.mark.parametrize("route", LIVE, ids=lambda route: route.path)
def test_the_choice_that_holds_is_pressed_in_peace(world: World, route: Route) -> None:
    """A law over all apps: it does nothing, and nothing bad is said; the command may still refuse it elsewhere."""
    row, address = place(world, route)
    held = shown(world, address).css_first("[aria-pressed=true]")
    if held is None:
        pytest.skip("there are switches alone, or nothing holds yet")
    before = vars(world.store.get(type(row), row.id)).copy()
    name, value = held.attributes["name"] or "", held.attributes["value"] or ""
    assert posted(world, address, (name, value)) == 303
    after = vars(world.store.get(type(row), row.id))
    assert {column for column in before if before[column] != after[column]} <= {
        *ALSO.get(address.rpartition("/")[2], ())
    }
    assert not world.site.toasts or address.endswith("/mute")  # which begins once more


@pytest.mark.parametrize("device", FORMS)
def test_one_goes_back_from_choices_as_from_their_page(either: SyncEnvironment, device: str) -> None:
    now = either.reset(Configuration("messenger.TightenPrivacy", "nora", device=device))

    def do(role: str, name: str, value: bool | None = None) -> Observation:
        ref = Ref(id=next(node.ref for node in now.tree.all(role) if node.name == name))
        return either.step(Click(target=ref) if value is None else SetValue(target=ref, value=value))

    now = either.step(OpenApp(name="Chatter"))
    for name in ("Settings", "Privacy"):
        now = do("link", name)
    on = "checked" in next(node for node in now.tree.all("switch")).states
    for value in (on, not on, not on):  # it is there already; changed; there already
        now = do("switch", "Read receipts", value)
    assert ("checked" in now.tree.find("switch").states) is not on  # type: ignore[union-attr]
    for name in ("Nobody", "Everyone"):
        now = do("button", name)
    assert now.url == "/messenger/settings/privacy"
    assert either.step(System(name="back")).url == "/messenger/settings"
