"""A form that is pressed twice at once goes off once; pressed again later, it goes off again."""

import pytest

from lifeworld.core.actions import Click, Key, OpenApp, Ref, SetValue
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.honest import episode_of
from lifeworld.taskkit import Configuration
from lifeworld.web.look import FORMS


@pytest.fixture
def environment(either: SyncEnvironment) -> SyncEnvironment:
    return either


class Clerk:
    """Comes to the last page of a transfer in the bank, and looks at what was transferred."""

    def __init__(self, environment: SyncEnvironment, device: str) -> None:
        self.environment = environment
        self.now = environment.reset(Configuration("bank.TransferTooMuch", "nora", device=device))

    def click(self, role: str, name: str, count: int = 1) -> None:
        self.now = self.environment.step(Click(target=self.ref(role, name), count=count))

    def ref(self, role: str, name: str) -> Ref:
        return Ref(id=next(node for node in self.now.tree.all(role) if node.name.startswith(name)).ref)

    def review(self) -> None:
        self.now = self.environment.step(OpenApp(name="bank"))
        self.click("link", "Pay & transfer")
        self.click("link", "Transfer")
        for name, choice in (("From", 0), ("To", 2)):
            options = [one.name for one in self.now.tree.find("combobox", name).children]  # type: ignore[union-attr]
            self.now = self.environment.step(SetValue(target=self.ref("combobox", name), value=options[choice]))
        self.click("button", "Next")
        self.now = self.environment.step(SetValue(target=self.ref("textbox", "Amount"), value="5.00"))
        self.click("button", "Review")

    @property
    def transfers(self) -> int:
        return sum(act == "Transfer" for act in episode_of(self.environment).world.acts)


@pytest.mark.parametrize("device", FORMS)
def test_a_transfer_confirmed_by_a_double_click_is_made_once(environment: SyncEnvironment, device: str) -> None:
    clerk = Clerk(environment, device)
    clerk.review()
    clerk.click("button", "Confirm", count=3)
    assert clerk.transfers == 1
    clerk.review()
    clerk.click("button", "Confirm")
    assert clerk.transfers == 2


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_button_pressed_twice_by_a_key_goes_off_once(environment: SyncEnvironment, key: str) -> None:
    clerk = Clerk(environment, "desktop")
    clerk.review()
    for _ in range(60):
        if "focused" in clerk.now.tree.by_ref(clerk.ref("button", "Confirm").id).states:  # type: ignore[union-attr]
            break
        clerk.now = environment.step(Key(chord="Tab"))
    environment.step(Key(chord=key, repeat=2))
    assert clerk.transfers == 1
