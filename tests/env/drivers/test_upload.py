"""Files of the world are chosen by name, and that comes to what choosing them on the list comes to."""

from typing import Any

import pytest

from lifeworld.core.actions import Action, Click, Done, OpenApp, Ref, SetValue, UploadFile
from lifeworld.core.observation import Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.draw import instance_of
from lifeworld.web.look import FORMS

TASK = "mail.SendTwoFiles"
ATTACH = ("button", "Attach a file")


@pytest.fixture
def environment(either: SyncEnvironment) -> SyncEnvironment:
    return either


class Writer:
    """Writes the letter that a task asks for, up to its files."""

    def __init__(self, environment: SyncEnvironment, configuration: Configuration) -> None:
        self.environment = environment
        self.task: Any = instance_of(configuration).task
        self.now = environment.reset(configuration)
        self.files = (self.task.file.name, self.task.other.name)

    def begun(self) -> "Writer":
        self.do(OpenApp(name="Post"))
        self.click("link", "Compose")
        self.fill("To", self.task.person.name)
        self.fill("Subject", self.task.subject)
        return self

    def do(self, action: Action) -> Observation:
        self.now = self.environment.step(action)
        return self.now

    def ref(self, role: str, name: str) -> Ref:
        return Ref(id=next(node for node in self.now.tree.all(role) if node.name.startswith(name)).ref)

    def click(self, role: str, name: str) -> None:
        assert self.do(Click(target=self.ref(role, name))).feedback.ok

    def fill(self, name: str, value: str) -> None:
        assert self.do(SetValue(target=self.ref("textbox", name), value=value)).feedback.ok

    def upload(self, *files: str, on: tuple[str, str] = ATTACH) -> str:
        return self.do(UploadFile(target=self.ref(*on), files=files)).feedback.text

    def chips(self) -> list[tuple[str, bool]]:
        return [(node.name.rsplit(" ", 2)[0], "checked" in node.states) for node in self.now.tree.all("checkbox")]

    def sent(self) -> bool:
        self.click("button", "Send")
        self.do(Done())
        return self.environment.verdict().success


@pytest.mark.parametrize("device", FORMS)
def test_what_is_uploaded_goes_with_the_letter(environment: SyncEnvironment, device: str) -> None:
    writer = Writer(environment, Configuration(TASK, "desmond", device=device)).begun()
    assert not writer.upload(*writer.files)
    assert writer.chips() == [(name, True) for name in writer.files]
    assert writer.now.tree.find("textbox", "Subject").value == writer.task.subject  # type: ignore[union-attr]
    assert writer.sent()


def test_the_list_comes_to_the_same_and_what_is_unticked_stays_behind(environment: SyncEnvironment) -> None:
    writer = Writer(environment, Configuration(TASK, "desmond")).begun()
    for name in ("boarding.pdf", *writer.files):
        writer.click(*ATTACH)
        writer.do(SetValue(target=writer.ref("searchbox", "Find a file"), value=name))
        writer.click("button", "Search")
        writer.click("link", name)
    writer.click("checkbox", "boarding.pdf")
    assert writer.chips() == [("boarding.pdf", False), *((name, True) for name in writer.files)]
    assert writer.sent()


def test_a_file_too_many_is_no_success(environment: SyncEnvironment) -> None:
    writer = Writer(environment, Configuration(TASK, "desmond")).begun()
    writer.upload(*writer.files, "boarding.pdf")
    assert not writer.sent()


def test_names_of_no_file_or_of_several_are_told_on_the_list(environment: SyncEnvironment) -> None:
    writer = Writer(environment, Configuration(TASK, "nora")).begun()
    for name, told in (
        ("/etc/passwd", "There is no file “/etc/passwd” in your messages."),
        ("pictures.zip", "Several files are called “pictures.zip”. Choose one of them."),
    ):
        assert not writer.upload(writer.files[0], name)
        assert writer.now.tree.find("alert").text == told  # type: ignore[union-attr]
        writer.click("link", "Back")
        assert not writer.chips()
        assert writer.now.tree.find("textbox", "Subject").value == writer.task.subject  # type: ignore[union-attr]


def test_other_controls_take_no_files(environment: SyncEnvironment) -> None:
    writer = Writer(environment, Configuration(TASK, "desmond")).begun()
    before = writer.now
    for control in (("button", "Send"), ("textbox", "Subject"), ("button", "Choose a contact for To")):
        assert writer.upload(writer.files[0], on=control) == "This takes no files."
        assert writer.now.feedback.code == "unsupported_on_target"
    assert (writer.now.url, writer.now.tree) == (before.url, before.tree)
    gone = writer.do(UploadFile(target=Ref(id="e99999"), files=writer.files))
    assert gone.feedback.code == "stale_ref"


def test_a_photo_is_chosen_in_a_chat(environment: SyncEnvironment) -> None:
    writer = Writer(environment, Configuration(TASK, "desmond"))
    writer.do(OpenApp(name="Chatter"))
    chat = next(node for node in writer.now.tree.walk() if node.href.startswith("/messenger/chat/"))
    writer.do(Click(target=Ref(id=chat.ref)))
    for *names, there in (("Mountain lake", True), ("Nothing", False), ("Mountain lake", "Harbour morning", False)):
        if not writer.now.tree.find("link", "Photo"):
            writer.do(Click(target=next(Ref(id=one.ref) for one in writer.now.tree.walk() if one.name == "Attach")))
        assert not writer.upload(*names, on=("link", "Photo"))
        chosen = [one.name for one in writer.now.tree.all("radio") if "checked" in one.states]
        assert [one.endswith(names[0]) for one in chosen] == [True] * there
        alert = writer.now.tree.find("alert")
        assert (alert.text if alert else "") == ("" if there else f"There is no photo “{', '.join(names)}”.")
        writer.click("link", "Close")
