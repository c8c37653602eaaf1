"""Calls of functions: what may be called in each channel, what a call comes to, and what an episode is worth."""

from typing import Any

import pytest
from tests.bridges.broken import broken
from tests.bridges.called import solution

from lifeworld.bridges.calls import Calls
from lifeworld.bridges.suite import Suite
from lifeworld.taskkit.configuration import Configuration

TICKED = {"x": 383, "y": 411}  # an app’s icon on a phone’s home screen
TASK = Configuration("todo.CompleteTask", "nora", 3)


def begun(configuration: Configuration = TASK, most: int | None = None, **settings: Any) -> Calls:
    calls = Calls(Suite(**settings).session(), most)
    calls.begin(configuration)
    return calls


@pytest.mark.parametrize("channel", ["tree", "tools", "tree+tools"])
@pytest.mark.parametrize("task", ["todo.CompleteTask", "bank.SendHalf"])
def test_a_solution_in_calls_is_worth_one_and_nothing_zero(channel: str, task: str) -> None:
    configuration = Configuration(task, "nora", 4)
    calls = begun(configuration, channels=channel)
    for name, arguments in solution(configuration, channels=channel):
        assert not calls.over and name in {one.name for one in calls.functions}
        assert not calls.call(name, arguments).wrong
    assert calls.over and calls.reward() == 1
    calls.begin(configuration)
    calls.call("done", {})
    assert calls.reward() == 0


def test_answers_of_every_form_are_given_as_text() -> None:
    suite = Suite(channels="tools", devices="phone", themes="light")
    forms: set[str] = set()
    calls = Calls(suite.session())
    for one in suite.configurations(60):
        calls.begin(one)
        schema = calls.session.observation.answer_schema
        if not schema or (form := str(schema["description"])) in forms:
            continue
        forms.add(form)
        for name, arguments in solution(one, channels="tools"):
            calls.call(name, arguments)
        assert calls.reward() == 1, one.id
    assert len(forms) > 4


def test_each_channel_has_its_own_functions() -> None:
    by_tree = {one.name: one for one in begun(channels="tree").functions}
    assert {"tap_element", "set_value", "ask", "done"} <= by_tree.keys() and "tap_point" not in by_tree
    by_tools = {one.name for one in begun(channels="tools").functions}
    assert {"todo_list", "ask", "done", "let_time_pass"} <= by_tools and "tap_element" not in by_tools
    few = begun(channels="tools", most=40)
    assert len(few.functions) <= 42 and "todo" in {one.name for one in few.functions}
    assert "todo_complete" in few.begin(TASK).text


def test_a_picture_is_tapped_by_place() -> None:
    calls = begun(driver="chromium", channels="pixels", devices="phone")
    declared = {one.name: one.schema for one in calls.functions}
    assert "tap_element" not in declared and "ref" not in declared["type_text"]["properties"]
    before, after = calls.call("go", {"to": "home"}), calls.call("tap_point", TICKED)
    assert before.picture and after.picture and after.picture != before.picture and not after.wrong
    assert calls.call("tap_point", {"x": 1200, "y": 4}).wrong and calls.call("tap_point", {"x": "left"}).wrong
    calls.session.close()


def test_what_is_wrong_is_told_and_ends_nothing() -> None:
    calls = begun()
    for name, arguments in [("tap_element", {}), ("tap_element", {"ref": "e9999"}), ("fly", {}), ("ask", {})]:
        assert calls.call(name, arguments).wrong and not calls.over
    assert calls.call("done", []).wrong and calls.over  # the fifth in a row ends it, as in every run
    assert calls.call("go", {"to": "home"}).wrong and calls.reward() == 0


def test_the_person_answers() -> None:
    assert "The person says: " in begun().call("ask", {"question": "Which one?"}).text


def test_an_episode_that_nobody_ended_is_judged_as_it_stands() -> None:
    calls = begun()
    assert calls.reward() == 0 and calls.over
    assert calls.session.verdict and calls.session.verdict.reasons[0] == "the client has stopped"


@pytest.mark.parametrize("when", ["reset", "step", "verdict"])
def test_a_fault_of_ours_is_worth_nothing_at_all(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = begun()

    with monkeypatch.context() as patched:
        patched.setattr(calls.session._environment, when, broken)
        calls.begin(TASK)
        calls.call("done", {})
        assert calls.reward() is None and calls.over
        assert calls.call("done", {}).wrong
    assert not calls.begin(TASK).wrong and calls.reward() == 0
