"""One goes back to where one came from: a page that several lead to is told by the link which of them it was."""

import re

import pytest

from lifeworld.core.actions import Click, OpenApp, Ref, SetValue
from lifeworld.core.observation import Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web.look import FORMS
from lifeworld.web.request import Request
from lifeworld.world import World


def begun(environment: SyncEnvironment, device: str, app: str) -> Observation:
    environment.reset(Configuration("messenger.TightenPrivacy", "nora", device=device))
    return environment.step(OpenApp(name=app))


def pressed(environment: SyncEnvironment, now: Observation, *names: str) -> Observation:
    for name in names:
        node = next(node for node in now.tree.walk() if node.role in ("button", "link") and node.name.startswith(name))
        now = environment.step(Click(target=Ref(id=node.ref)))
    return now


@pytest.mark.parametrize("device", FORMS)
def test_one_comes_back_to_the_list_or_the_chat_that_was_muted_from(either: SyncEnvironment, device: str) -> None:
    now = begun(either, device, "Chatter")
    now = pressed(either, now, "Options for ", "Mute", "Mute")
    assert now.url == "/messenger/" and "Muted." in now.tree.text
    chat = next(node for node in now.tree.all("link") if re.fullmatch(r"/messenger/chat/\d+(\?.*)?", node.href))
    now = either.step(Click(target=Ref(id=chat.ref)))
    now = pressed(either, now, "Chat menu")
    again = ["Unmute", "Chat menu"] if "Unmute" in now.tree.text else []
    now = pressed(either, now, *again, "Mute", "Mute")
    assert now.url == chat.href and "Muted." in now.tree.text


@pytest.mark.parametrize("device", FORMS)
def test_a_transaction_leads_back_to_the_search_that_found_it(either: SyncEnvironment, device: str) -> None:
    now = begun(either, device, "Harbour Bank")
    now = pressed(either, now, "Activity")
    field = next(node for node in now.tree.all("searchbox"))
    now = either.step(SetValue(target=Ref(id=field.ref), value="re"))
    around = next(node for node in now.tree.all("search") if any(one.ref == field.ref for one in node.walk()))
    button = around.find("button")
    assert button
    now = either.step(Click(target=Ref(id=button.ref)))
    found = now.url
    entry = next(node for node in now.tree.all("link") if node.href.startswith("/bank/entry/"))
    now = either.step(Click(target=Ref(id=entry.ref)))
    now = pressed(either, now, "Change category", "Giving", "Back")
    assert now.url == found and "q=re" in found


OUT = ["//elsewhere.example", "/\\elsewhere.example", "/\t/elsewhere.example", "/\n/elsewhere.example"]


@pytest.mark.parametrize("there", [*OUT, "https://elsewhere.example", "javascript:alert(1)", ""])
def test_no_link_leads_out_of_the_world(there: str) -> None:
    assert Request("GET", "/", (("back", there),)).came_from("/todo/") == "/todo/"


@pytest.mark.parametrize("gone", ["/messenger/chat/999999", "/messenger/nowhere"])
def test_a_question_is_asked_though_the_page_that_one_came_from_is_gone(world: World, gone: str) -> None:
    shown = world.site.handle(Request("GET", "/messenger/chat/2/mute", (("back", gone),)))
    assert shown.status == 200 and b"8 hours" in shown.body
