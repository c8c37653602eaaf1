"""Who presses a control of a page that stays goes on from there, by keys as by hand; with a browser as without one."""

from fnmatch import fnmatchcase

import pytest

from lifeworld.core.actions import Action, Click, Key, OpenApp, Ref, SetValue
from lifeworld.core.observation import Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web.look import FORMS

WAY = ("Nothing much", "Archive", "Nothing much", "More", "Move to inbox")  # once it lies elsewhere
KEYS = ("Tab", "Space", "Enter")
STORIES = {  # the way there; what is pressed then (a key, or a control by its name), and what has the focus after it
    "a choice": (
        ("Chatter", "Settings", "Privacy"),
        (("Nobody", "Nobody"), ("Nobody", "Nobody"), ("Tab", "Everyone"), ("Space", "Everyone"), ("Enter", "Everyone")),
    ),
    "a switch": (
        ("Chatter", "Settings", "Privacy"),
        (("Read receipts", "Read receipts"), ("Space", "Read receipts"), ("=Read receipts", "Read receipts")),
    ),
    "one that takes itself back": (("Ticked",), (("Complete Renew*", "Undo"), ("Space", "Complete Renew*"))),
    "one that is gone": (("Ticked",), (("Complete Renew*", "Undo"), ("Tab", ""), ("Tab", "FIRST"))),
    "a page that is left": (("Chatter", "Settings"), (("Privacy", ""), ("Tab", "FIRST"))),
}
FIRST = {"phone": "9:41 AM, notifications", "desktop": "Home screen"}


def pressed(now: Observation, what: str) -> Action:
    """Return a key's press, or a click on a control; "=" before its name sets it to the other of on and off."""
    if what in KEYS:
        return Key(chord=(what,))
    node = next(node for node in now.tree.walk() if node.ref and fnmatchcase(node.name, what.removeprefix("=")))
    ref = Ref(id=node.ref)
    return SetValue(target=ref, value="checked" not in node.states) if what.startswith("=") else Click(target=ref)


@pytest.mark.parametrize("device", FORMS)
def test_a_press_leaves_the_focus_on_its_control(either: SyncEnvironment, device: str) -> None:
    for name, ((app, *links), presses) in STORIES.items():
        either.reset(Configuration("messenger.TightenPrivacy", "nora", device=device))
        now = either.step(OpenApp(name=app))
        for link in links:
            now = either.step(pressed(now, link))
        for what, then in presses:
            now = either.step(pressed(now, what))
            focused = [node.name for node in now.tree.walk() if "focused" in node.states]
            wanted = then.replace("FIRST", FIRST[device])
            assert fnmatchcase(", ".join(focused), wanted), (name, what, focused)


def test_the_sign_of_a_menu_has_the_focus_after_its_buttons(either: SyncEnvironment) -> None:
    either.reset(Configuration("mail.BackToTheInbox", "wilma"))
    now = either.step(OpenApp(name="Post"))
    for what in ("Folders", "All mail", *WAY):
        now = either.step(pressed(now, what))
    assert [node.name for node in now.tree.walk() if "focused" in node.states] == ["More"]


def test_more_of_a_list_is_gone_on_with(either: SyncEnvironment) -> None:
    either.reset(Configuration("messenger.TightenPrivacy", "nora"))
    now = either.step(OpenApp(name="Post"))
    for what in ("Show more", "Enter"):
        now = either.step(pressed(now, what))
        assert [node.name for node in now.tree.walk() if "focused" in node.states] == ["Show more"]
    assert now.url == "/mail/?conversations=60"
