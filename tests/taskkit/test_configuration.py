"""A configuration has only values that exist."""

import dataclasses
from typing import Any

import pytest

from lifeworld.core.errors import UserError
from lifeworld.taskkit import Configuration


@pytest.mark.parametrize(
    ("axis", "value", "says"),
    [
        ("language", "klingon", "no language “klingon”; there are en"),
        ("device", "watch", "no device “watch”"),
        ("theme", "drak", "no theme “drak”; did you mean dark"),
        ("content", "hostile", "no content “hostile”"),
        ("layout", "", "no layout “”"),
        ("state", None, "no state “None”"),
        ("instance", -1, "instance is -1; it is a whole number, from 0"),
        ("phrasing", -1, "phrasing is -1"),
        ("phrasing", 0.5, "phrasing is 0.5"),
        ("instance", True, "instance is True"),
    ],
)
def test_values_that_do_not_exist_are_refused(axis: str, value: Any, says: str) -> None:
    with pytest.raises(UserError) as caught:
        Configuration("todo.CompleteTask", "nora", **{axis: value})
    assert says in str(caught.value)
    with pytest.raises(UserError):
        Configuration.from_json({"task": "todo.CompleteTask", "profile": "nora", axis: value})


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({"task": 3, "profile": "nora"}, "task is 3; it is a name"),
        ({"task": "todo.CompleteTask", "profile": None}, "profile is None; it is a name"),
        ({"task": "todo.CompleteTask", "profile": ["nora"]}, "profile is ['nora']; it is a name"),
        ({"task": "todo.CompleteTask", "profile": "nora", "theme": ["dark"]}, "no theme “['dark']”"),
        ({"task": "todo.CompleteTask"}, "a configuration lacks its profile"),
        ({"task": "todo.CompleteTask", "profle": "nora"}, "has no “profle”; did you mean profile?"),
        (["todo.CompleteTask"], "a configuration is ['todo.CompleteTask']; it is an object"),
    ],
)
def test_what_is_written_wrong_is_told_in_a_line(written: Any, says: str) -> None:
    with pytest.raises(UserError) as caught:
        Configuration.from_json(written)
    assert says in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("axis", [field.name for field in dataclasses.fields(Configuration)])
@pytest.mark.parametrize("value", [None, 1.5, [], {}, object(), b"nora"])
def test_a_value_of_a_wrong_type_is_told_in_one_line(axis: str, value: Any) -> None:
    with pytest.raises(UserError) as caught:
        Configuration(**{"task": "todo.CompleteTask", "profile": "nora", axis: value})
    assert axis in str(caught.value) and "\n" not in str(caught.value)


def test_a_configuration_of_when_tasks_were_scenarios_is_read() -> None:
    old = {"scenario": "todo.CompleteTask", "profile": "nora"}
    assert Configuration.from_json(old) == Configuration("todo.CompleteTask", "nora")
    with pytest.raises(UserError, match="keep one"):
        Configuration.from_json({**old, "task": "bank.AddPayee"})
