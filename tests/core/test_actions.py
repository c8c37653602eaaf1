import math

import pytest

from lifeworld.core.actions import (
    ActionAdapter,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    OpenApp,
    Point,
    Ref,
    SetValue,
    dump_action,
    parse_action,
)

POINT = {"kind": "point", "x": 0.5, "y": 0.25}


def test_a_click_on_a_point_is_read() -> None:
    assert parse_action({"type": "click", "target": POINT}) == Click(target=Point(x=0.5, y=0.25))


def test_json_text_and_bytes_are_read_too() -> None:
    assert parse_action('{"type": "done", "answer": "7"}') == Done(answer="7")
    assert parse_action(b'{"type": "app", "name": "Post"}') == OpenApp(name="Post")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("{not json", "parse_error"),
        (None, "parse_error"),
        (3, "parse_error"),
        ([], "parse_error"),
        ({"target": POINT}, "parse_error"),
        ({"type": "fly"}, "unknown_action"),
        ({"type": "click", "count": 4}, "bad_argument"),
        ({"type": "click", "colour": "red"}, "bad_argument"),
        ({"type": "click", "target": {"kind": "point", "x": 1.5, "y": 0}}, "out_of_bounds"),
        ({"type": "click", "target": {"kind": "point", "x": math.nan, "y": 0}}, "bad_argument"),
        ({"type": "drag", "path": [POINT]}, "bad_argument"),
        ({"type": "key", "chord": "nosuchkey"}, "bad_argument"),
        ({"type": "click", "modifiers": ["a"]}, "bad_argument"),
        ({"type": "upload_file", "target": POINT, "files": ["a.pdf"]}, "bad_argument"),
        ({"type": "upload_file", "target": {"kind": "ref", "id": "e1"}, "files": []}, "bad_argument"),
        ({"type": "upload_file", "target": {"kind": "ref", "id": "e1"}, "files": ["a" * 256]}, "bad_argument"),
    ],
)
def test_what_cannot_be_understood_becomes_invalid(data: object, code: str) -> None:
    action = parse_action(data)
    assert isinstance(action, Invalid)
    assert action.code == code
    assert action.detail


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("[]", "It is no JSON object."),
        ("", "It is no JSON object: EOF while parsing a value at line 1 column 0."),
        ({"type": "clic"}, "No type “clic”; did you mean click?"),
        (
            {"type": "click", "target": {"id": "e42"}},
            'target: It has no “kind”; write {"kind": "ref", "id": "e42"} or {"kind": "point", "x": 0.5, "y": 0.25}.',
        ),
    ],
)
def test_what_would_be_right_is_told(data: object, told: str) -> None:
    action = parse_action(data)
    assert isinstance(action, Invalid) and action.detail == told


def test_invalid_keeps_what_was_said() -> None:
    assert parse_action({"type": "fly"}) == Invalid(
        code="unknown_action", detail=parse_action({"type": "fly"}).detail, native={"type": "fly"}
    )


def test_chords_of_any_vendor_are_kept_in_the_browsers_spelling() -> None:
    assert parse_action({"type": "key", "chord": ["CTRL", "A"]}) == Key(chord=("Control", "a"))
    assert parse_action({"type": "click", "modifiers": "ctrl+shift"}) == Click(modifiers=("Control", "Shift"))


def test_values_of_fields_keep_their_type() -> None:
    def value(given: object) -> object:
        action = parse_action({"type": "set_value", "target": {"kind": "ref", "id": "e1"}, "value": given})
        assert isinstance(action, SetValue)
        return action.value

    assert value(True) is True
    assert value("12") == "12"
    assert value(2.5) == 2.5
    assert value(["a", "b"]) == ("a", "b")


def test_actions_survive_being_written_down() -> None:
    drag = Drag(path=(Point(x=0, y=0), Ref(id="e4")))
    assert parse_action(dump_action(drag)) == drag


def test_the_union_has_the_nineteen_actions() -> None:
    assert len(ActionAdapter.json_schema()["oneOf"]) == 19
