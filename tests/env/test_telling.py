"""Steps are told in words that people read, whatever address an agent goes to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifeworld.core.actions import Action, Click, Done, Navigate, OpenApp, Point, Ref, SetValue, Text, Tool, UploadFile
from lifeworld.core.trajectory import Step
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.telling import told
from lifeworld.run.action_target import target_control, target_pressed
from lifeworld.taskkit.configuration import Configuration


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("/", "Went to the home screen"),
        ("", "Went to the home screen"),
        ("/todo", "Went to Ticked"),
        ("/todo/add?due=2026-03-04", "Went to “add” in Ticked (due “2026-03-04”)"),
        ("/bank/transfers/new?to=7&amount=9", "Went to “transfers new” in Harbour Bank (to “7”, amount “9”)"),
        ("/maps/search?q=tea", "Went to “search” in Wayfarer (for “tea”)"),
        ("/bank/account/2", "Went to “account 2” in Harbour Bank"),
        ("/todo/task/37/move", "Went to “task 37 move” in Ticked"),
        ("/mail/read_later/un%20read#3", "Went to “read later un read” in Post"),
        ("https://elsewhere.example/shop/", "Went to shop on elsewhere.example"),
        ("javascript:alert(1)", "Went to “javascript:alert(1)”"),
        ("http://[", "Went to “http://[”"),
    ],
)
def test_an_address_is_told_in_words(url: str, said: str) -> None:
    assert told(Step(number=0, action=Navigate(url=url), url="/", title="")) == said


@given(st.text(max_size=60))
def test_every_address_can_be_told(url: str) -> None:
    assert told(Step(number=0, action=Navigate(url=url), url="/", title="")).startswith("Went to ")


def test_a_tool_is_told_in_words() -> None:
    action = Tool(name="todo_add_task", arguments={"title": "Milk", "due_day": "2026-03-04"})
    step = Step(number=0, action=action, url="/", title="")
    assert told(step) == "Used “todo add task” with title “Milk” and due day “2026-03-04”"


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (Done(), "Said that it was done"),
        (Done(answer="12.50"), "Said that it was done: “12.50”"),
        (Done(answer=["Ana", "Bo"], note="Both came."), "Said that it was done: “Ana, Bo”, and noted: “Both came.”"),
        (Done(answer=[]), "Said that it was done: “none”"),
        (Done(answer=False), "Said that it was done: “no”"),
        (Done(answer=0), "Said that it was done: “0”"),
        (Done(answer={"1": True, "3": None}), "Said that it was done: “1: yes; 3: none”"),
        (Done(status="infeasible", note="There is no list."), "Said that it can't be done: “There is no list.”"),
        (Done(status="failure", note=" "), "Gave up"),
    ],
)
def test_an_end_is_told_with_its_answer_and_its_note(done: Done, said: str) -> None:
    assert told(Step(number=0, action=done, url="/", title="")) == said


@pytest.mark.parametrize(
    "action", [SetValue(target=Ref(id="e7"), value=""), Text(target=Ref(id="e7"), text="", clear=True)]
)
def test_what_is_emptied_is_cleared(action: Action) -> None:
    assert told(Step(number=0, action=action, url="/", title="", on="Due date")) == "Cleared “Due date”"


def test_files_are_told_with_the_control_that_takes_them() -> None:
    action = UploadFile(target=Ref(id="e7"), files=("a.pdf", "b.pdf"))
    step = Step(number=0, action=action, url="/", title="", on="Attach a file")
    assert told(step) == "Chose “a.pdf” and “b.pdf” for “Attach a file”"


def test_a_choice_is_told_with_what_it_is_one_of(either: SyncEnvironment) -> None:
    """One that saves itself and one of a form alike; a switch by itself says it all."""
    either.reset(Configuration("messenger.TightenPrivacy", "nora"))
    now = either.step(OpenApp(name="Chatter"))
    said = []
    for name in ("Settings", "Privacy", "My contacts", "Read receipts"):
        node = next(node for node in now.tree.walk() if node.name == name)
        action = Click(target=Ref(id=node.ref))
        pressed = target_pressed(action, now)
        on = target_control(action, now.tree)
        said.append(told(Step(number=0, action=action, url="/", pressed=pressed, **on)))
        if node.box:
            x, y = node.box.centre
            point = Click(target=Point(x=x / now.size[0], y=y / now.size[1]))
            assert target_pressed(point, now) == pressed or not 0 <= point.target.y <= 1  # type: ignore[union-attr]
        now = either.step(action)
    group = "Tapped “My contacts” under “Last seen and online”"
    assert said == ["Tapped “Settings”", "Tapped “Privacy”", group, "Tapped “Read receipts”"]
