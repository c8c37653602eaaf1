"""Laws over every app that its owner can be signed out of: nothing is seen and nothing is done until one signs in."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.rotation import some_names

from lifeworld import apps
from lifeworld.apps.bank import commands as bank
from lifeworld.apps.messenger import commands as chat
from lifeworld.core.actions import Done
from lifeworld.core.errors import Lost, Refused
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.interpreter import driver_for
from lifeworld.env.tools import Toolbox
from lifeworld.env.tools.naming import kinds
from lifeworld.env.tools.screens import looked_at, screens
from lifeworld.env.tools.solving import call_of
from lifeworld.life.events import Messaged
from lifeworld.life.models import Person
from lifeworld.proof.coverage import examples
from lifeworld.proof.crawl import crawl, get, outside
from lifeworld.store import Command, asked_of, hints
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.web import App
from lifeworld.web.fields import kind_of
from lifeworld.web.look import FORMS, Look
from lifeworld.web.request import Request, Response
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

_WORDS = ("line", "text")
SOLVED = 60  # tasks that the quick tests solve from there
_NUMBERED = re.compile(r"\{\w+(:word)?\}")
GATED = [app for app in apps.installed() if app.gate]
EACH = pytest.mark.parametrize("app", GATED, ids=lambda app: app.id)
ON_EACH_FORM = pytest.mark.parametrize("form", FORMS)


def world_of(name: str = NAMES[0], form: str = "phone") -> World:
    return World(load(name).data, Look("light", FORMS[form])).start()


def sign_out(world: World, app: App) -> None:
    assert app.gate
    world.beforehand(app.gate.signs_out())


def text(response: Response) -> str:
    page = LexborHTMLParser(response.body.decode())
    for clock in page.css(".status-bar, .system-bar, .dock-bar"):
        clock.decompose()
    assert page.body
    return page.body.text(separator="\n", strip=True)


# ---- what is seen


def test_there_are_apps_with_a_gate() -> None:
    assert {app.id for app in GATED} >= {"bank", "messenger"}
    assert all(sum(state.signed_out for state in app.states) == 1 for app in GATED)
    assert not any(state.signed_out for app in apps.installed() if not app.gate for state in app.states)


@EACH
@ON_EACH_FORM
def test_every_page_leads_to_the_gate(app: App, form: str) -> None:
    world = world_of(form=form)
    seen = [page.address for page in crawl(world, app.href, app.href)]
    bare = [_NUMBERED.sub("1", route.path) for route in app.pages.routes]
    sign_out(world, app)
    looked = world.changes()
    answers = {address: get(world, address) for address in (*seen, *bare) if not address.startswith(app.sign_in)}
    assert len(answers) > 40
    led = {address: answer.headers.get("location") for address, answer in answers.items() if answer.status != 404}
    assert set(led.values()) == {app.sign_in} and not any(
        answer.body for answer in answers.values() if answer.status == 303
    )
    assert world.changes() == looked
    world.close()


@EACH
@ON_EACH_FORM
def test_the_gate_shows_the_same_to_everybody(app: App, form: str) -> None:
    """So it shows nothing of whose app it is."""
    shown = []
    for name in NAMES:
        world = world_of(name, form)
        shown.append({page.address: text(page.response) for page in outside(world, app) if page.response.status == 200})
        world.close()
    assert len(shown[0]) >= 1 and all(address.startswith(app.sign_in) for address in shown[0])
    assert shown[0] == shown[1] == shown[2]


@EACH
@pytest.mark.parametrize("name", NAMES)
def test_the_device_tells_nothing_of_the_app(app: App, name: str) -> None:
    world = world_of(name)
    own = f'a[href^="{app.href}"]'
    told = len(LexborHTMLParser(get(world, "/notifications").body.decode()).css(own))
    assert told == len(app.notices(world.store))
    sign_out(world, app)
    assert not app.news(world.store) and not app.waiting(world.store)
    assert not LexborHTMLParser(get(world, "/notifications").body.decode()).css(own)
    tile = LexborHTMLParser(get(world, "/").body.decode()).css_first(f'a[href="{app.href}"]')
    assert tile and tile.text(strip=True) == app.name
    world.close()


@pytest.mark.parametrize("out", [False, True])
def test_what_comes_is_told_only_to_who_is_signed_in(world: World, out: bool) -> None:
    if out:
        sign_out(world, apps.by_id()["messenger"])
    sender = world.store.one(Person, "id <> 1 AND relation = 'friend'")
    event = Messaged(
        at=world.store.now, chat=f"direct:{sender.id}", sender_id=sender.id, text="Seen the heron?", read=False
    )
    world._bring(event)
    assert ("Seen the heron?" in get(world, "/todo/today").body.decode()) != out
    assert "Seen the heron?" not in get(world, "/messenger/sign-in").body.decode()


# ---- what is done


def some_done(app: App, world: World) -> list[Command]:
    """Return a command of each kind that would be done by who is signed in."""
    assert app.gate
    found = {type(one.command): one.command for one in examples(app, world) if not one.refusal}
    return [command for kind, command in found.items() if kind not in app.gate.opens]


@EACH
def test_no_command_is_done_by_any_way(app: App, world: World) -> None:
    commands = some_done(app, world)
    assert len(commands) == len(app.commands) - len(app.gate.opens)  # type: ignore[union-attr]
    sign_out(world, app)
    before = world.changes()
    for command in commands:
        with pytest.raises(Refused, match=f"Sign in to {app.name} first."):
            world.do(command)
        called = Toolbox(world).call(call_of(command).name, call_of(command).arguments)
        assert called.feedback.code == "refused" and called.data["error"]["code"] == "signed_out"
    for route in (route for route in app.pages.routes if route.command and not route.path.startswith(app.sign_in)):
        path = _NUMBERED.sub("1", route.path)
        answer = world.site.handle(Request("POST", path, form_pairs=(("token", world.token),)))
        assert (answer.status, answer.headers.get("location")) == (303, app.sign_in), route.path
    assert not world.acts and world.changes() == before


@EACH
def test_what_was_written_while_the_app_was_shut_is_shown_to_be_copied(app: App, world: World) -> None:
    """In every form that takes words; what is sent without the session's token leads to the gate."""
    taking = [(route, name) for route in app.pages.routes if route.command for name in words_of(route.command)]
    sign_out(world, app)
    for route, name in (one for one in taking if not one[0].path.startswith(app.sign_in)):
        path = _NUMBERED.sub("1", route.path)
        fields = ((name, "Two lines\nof mine"), ("token", world.token))
        answer = world.site.handle(Request("POST", path, form_pairs=fields))
        page = LexborHTMLParser(answer.body.decode())
        assert answer.status == 422 and page.css_first("textarea").text().strip() == "Two lines\nof mine", path
        assert "signed out in another window" in text(answer) and page.css_first(f'a[href="{app.href}"]'), path
        foreign = world.site.handle(Request("POST", path, form_pairs=fields[:1]))
        assert (foreign.status, foreign.headers.get("location")) == (303, app.sign_in), path
    assert len(taking) > 4 and not world.acts


def words_of(command: type[Command]) -> list[str]:
    return [name for name, one in asked_of(command).items() if (one.kind or kind_of(hints(command)[name])) in _WORDS]


@EACH
def test_tools_tell_nothing(app: App, world: World) -> None:
    sign_out(world, app)
    box = Toolbox(world)
    for kind in kinds(app):
        for call in (("list", {"kind": kind}), ("get", {"kind": kind, "id": "1"})):
            called = box.call(f"{app.id}_{call[0]}", call[1])
            assert called.data == {"error": {"code": "signed_out", "message": f"Sign in to {app.name} first."}}
    told = {box.call(f"{app.id}_read", {"screen": name}).text for name in screens(app)}
    assert told == {looked_at(world, app.sign_in).tree.text}


@EACH
def test_who_signs_in_finds_all_as_it_was(app: App, world: World) -> None:
    assert app.gate
    before = text(get(world, app.href))
    sign_out(world, app)
    for command in app.gate.entry(world.store):
        assert app.is_shut(world.store)
        world.do(command)
    assert not app.is_shut(world.store) and text(get(world, app.href)) == before
    assert not [one for one in world.changes().rows if one.removed["signed_in"] != one.added["signed_in"]]  # type: ignore[index]


# ---- signing in


def posted(world: World, address: str, **fields: str) -> str:
    """Send a form, follow where it leads, and return what is there."""
    answer = world.site.handle(Request("POST", address, form_pairs=(*fields.items(), ("token", world.token))))
    return text(get(world, answer.headers["location"]) if answer.status == 303 else answer)


def test_a_pin_is_taken_and_wrong_ones_shut_the_bank_for_five_minutes(world: World) -> None:
    app = apps.by_id()["bank"]
    sign_out(world, app)
    (right,) = app.gate.entry(world.store)  # type: ignore[union-attr]
    assert isinstance(right, bank.SignIn)
    wrong = f"{(int(right.pin) + 1) % 10**4:04d}"
    assert "A PIN has four digits." in posted(world, app.sign_in, pin="12")
    assert "Enter your PIN." in posted(world, app.sign_in, pin=" ")
    assert "Wrong PIN. 2 tries are left." in posted(world, app.sign_in, pin=wrong)
    assert "Wrong PIN. 1 try is left." in posted(world, app.sign_in, pin=wrong)
    assert "Wait until 9:46 AM, then try again." in posted(world, app.sign_in, pin=wrong)
    assert "Wait five minutes" in posted(world, app.sign_in, pin=right.pin) and app.is_shut(world.store)
    world.advance(299)
    assert "Wait until 9:46 AM" in text(get(world, app.sign_in))
    world.advance(1)
    assert "Wait until" not in text(get(world, app.sign_in))
    assert "Available balance" in posted(world, app.sign_in, pin=right.pin)
    assert not app.is_shut(world.store)


def test_a_code_comes_as_a_message_to_the_right_number_alone(world: World) -> None:
    app, phone = apps.by_id()["messenger"], world.store.get(Person, 1).phone
    sign_out(world, app)
    code_page = f"{app.sign_in}/code"
    assert "Enter a phone number of ten digits." in posted(world, app.sign_in, phone="555")
    assert "No account here has this number." in posted(world, app.sign_in, phone="(360) 555-0188")
    assert "No code has been sent." in posted(world, code_page, code="123456") and not app.news(world.store)
    assert "Enter the code" in posted(world, app.sign_in, phone="".join(filter(str.isdecimal, phone)))
    (notice,) = app.news(world.store)
    assert notice.href == code_page and notice.text in text(get(world, "/notifications"))
    code = notice.text[:7]
    assert code not in text(get(world, code_page))
    again = Toolbox(world).call("messenger_ask_for_code", {"phone": phone})
    assert again.data["row"]["message"] == notice.text == app.news(world.store)[0].text
    posted(world, code_page, code=code.replace(" ", ""))
    assert not app.is_shut(world.store) and "is your Chatter code" not in text(get(world, "/notifications"))


def test_wrong_codes_shut_the_chats_for_five_minutes_and_end_the_code(world: World) -> None:
    app, phone = apps.by_id()["messenger"], world.store.get(Person, 1).phone
    sign_out(world, app)
    posted(world, app.sign_in, phone=phone)
    first = app.news(world.store)[0].text[:7]
    wrong = f"{(int(first.replace(' ', '')) + 1) % 10**6:06d}"
    said = [posted(world, f"{app.sign_in}/code", code=wrong) for _ in range(3)]
    assert "Wrong code. 2 tries are left." in said[0] and "Wrong code. 1 try is left." in said[1]
    assert "Wait until 9:46 AM, then try again." in said[2] and not app.news(world.store)
    with pytest.raises(Refused, match="Wait five minutes"):
        world.do(chat.AskForCode(phone))
    world.advance(300)
    posted(world, app.sign_in, phone=phone)
    second = app.news(world.store)[0].text[:7]
    assert second != first
    assert world.refusal(chat.SignIn(first)) is None and not world.do(chat.SignIn(first)).signed_in
    assert world.do(chat.SignIn(second)).signed_in


def test_a_code_is_no_longer_taken_after_half_an_hour(world: World) -> None:
    app = apps.by_id()["messenger"]
    sign_out(world, app)
    ask, enter = app.gate.entry(world.store)  # type: ignore[union-attr]
    world.do(ask)
    world.advance(timedelta(minutes=30).total_seconds())
    assert not app.news(world.store)
    with pytest.raises(Refused, match="No code has been sent"):
        world.do(enter)


# ---- episodes that begin there


def begun(app: App, task: str = "todo.CompleteTask", **axes: str) -> Configuration:
    (state,) = (state.name for state in app.states if state.signed_out)
    return Configuration(task, NAMES[0], state=f"{app.id}.{state}", **axes)  # type: ignore[arg-type]


@EACH
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "zh"])
def test_the_goal_tells_what_it_takes_in_the_persons_language(
    app: App, language: str, environment: SyncEnvironment
) -> None:
    assert app.gate
    there = begun(app, goal_language=language)
    instance = instance_of(there)
    plain, told = instance.goal(replace(there, state="home")), instance.goal(there)
    added = told.removeprefix(plain) if language == "en" else told
    assert all(fact in added for fact in app.gate.facts(instance.world.store).values())
    assert language == "en" or app.gate.says.partition("{")[0] not in told
    first = environment.reset(there)
    assert first.goal == told and first.url == app.sign_in


@EACH
def test_being_signed_out_and_signing_in_are_no_side_effects_and_signing_out_is(
    app: App, environment: SyncEnvironment
) -> None:
    assert app.gate
    there = begun(app)
    for entering in (False, True):
        hands = driver_for(environment.step, environment.reset(there), there)
        for command in app.gate.entry(instance_of(there).world.store) if entering else ():
            hands.do(command)
        hands.act(Done())
        assert not environment.verdict().side_effects
    hands = driver_for(environment.step, environment.reset(replace(there, state="home")), there)
    hands.do(app.gate.signs_out())
    hands.act(Done())
    assert environment.verdict().side_effects


@pytest.mark.long
@EACH
def test_every_solution_holds_for_who_begins_signed_out(app: App, environment: SyncEnvironment) -> None:
    unsolved = []
    for name in some_names(f"signed out of {app.id}", (one.id for one in tasks() if app.id in apps_of(one)), SOLVED):
        there = begun(app, name)
        hands = driver_for(environment.step, environment.reset(there), there)
        try:
            hands.solve(instance_of(there))
            hands.finish()
            unsolved += [f"{there.id}: {one}" for one in environment.verdict().reasons]
        except Lost as lost:
            unsolved.append(f"{there.id}: {lost}")
    assert not unsolved


@EACH
def test_a_task_about_signing_in_or_out_decides_itself(app: App, environment: SyncEnvironment) -> None:
    assert app.gate
    there = begun(app, f"{app.id}.SignOut")
    first = environment.reset(there)
    assert first.url == app.href and first.goal == instance_of(there).goal(replace(there, state="home"))
