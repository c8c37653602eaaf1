"""The kit's macros: what a screen reader, and so an agent's tree, is told."""

from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.web.look import FORMS, Look
from lifeworld.web.rendering import environment
from lifeworld.web.shell.desk import Status
from lifeworld.web.shell.models import Device

PERSON = SimpleNamespace(name="Maya Okafor", first="Maya", avatar=2)


class Form:
    """A form with one wrong field."""

    request = SimpleNamespace(address="/demo/add")
    error = seen = ""
    live = False
    theirs: tuple[tuple[str, str], ...] = ()
    texts: dict[str, list[str]] = {}

    def __init__(self, values: dict[str, Any], errors: dict[str, str]) -> None:
        self.given, self.errors = values, errors

    def value(self, name: str) -> str:
        return (self.values(name) or [""])[-1]

    def values(self, name: str) -> list[str]:
        found = self.given.get(name, "")
        return found if isinstance(found, list) else [str(found)]

    def on(self, name: str) -> bool:
        return self.value(name) not in ("", "0")


def rendered(body: str, device: str = "phone", **values: Any) -> LexborHTMLParser:
    source = '{% extends "page.html" %}{% block main %}' + body + "{% endblock %}"
    context = {
        "request": SimpleNamespace(address="/demo/?q=1", path="/demo/"),
        "device": FORMS[device],
        "look": Look("light", FORMS[device]),
        "popup": None,
        "device_status": Status(Device(), 80),
        "shown_at": "/demo/?q=1",
        "theme": "light",
        "now": datetime.fromisoformat("2026-03-14T09:41"),
        "me": PERSON,
        "app": None,
        "token": "T",
        "flash": [],
        "title": "Demo",
        **values,
    }
    return LexborHTMLParser(environment(()).from_string(source).render(context))


FIELDS = {
    "text": '{{ kit.text_field(form, "x", "Label", hint="Help") }}',
    "area": '{{ kit.textarea_field(form, "x", "Label", hint="Help") }}',
    "money": '{{ kit.money_field(form, "x", "Label", hint="Help") }}',
    "number": '{{ kit.number_field(form, "x", "Label", hint="Help") }}',
    "date": '{{ kit.date_field(form, "x", "Label", hint="Help") }}',
    "time": '{{ kit.time_field(form, "x", "Label", hint="Help") }}',
    "select": '{{ kit.select_field(form, "x", "Label", [(1, "One"), (2, "Two")], hint="Help") }}',
    "check": '{{ kit.check_field(form, "x", "Label", hint="Help") }}',
}


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_every_field_has_a_label_and_says_what_is_wrong(field: str) -> None:
    page = rendered(field, form=Form({"x": "2"}, {"x": "That won't do."}))
    control = page.css_first("#f-x")
    assert page.css_first('label[for="f-x"]') or control.parent.tag == "label"
    assert control.attributes["aria-invalid"] == "true"
    described = control.attributes["aria-describedby"].split()
    assert [page.css_first(f"#{name}").text(strip=True) for name in described] == ["That won't do.", "Help"]


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_a_right_field_is_not_marked(field: str) -> None:
    page = rendered(field, form=Form({"x": "2"}, {}))
    assert "aria-invalid" not in page.css_first("#f-x").attributes
    assert not page.css(".error")


def test_a_group_of_choices_is_a_fieldset() -> None:
    body = '{{ kit.radio_field(form, "x", "Kind", [("a", "A", "note"), ("b", "B")]) }}'
    page = rendered(body, form=Form({"x": "b"}, {}))
    assert page.css_first("fieldset legend").text() == "Kind"
    assert [box.attributes["value"] for box in page.css("input[checked]")] == ["b"]


def test_several_of_a_list_can_be_ticked() -> None:
    body = '{{ kit.checks_field(form, "x", "Guests", [(1, "Maya"), (2, "Tom"), (3, "Wim")]) }}'
    page = rendered(body, form=Form({"x": ["1", "3"]}, {}))
    assert [box.attributes["value"] for box in page.css("input[checked]")] == ["1", "3"]


def test_a_moment_is_two_fields_that_show_what_one_types() -> None:
    page = rendered('{{ kit.datetime_field(form, "at", "Starts") }}', form=Form({"at": "2026-03-14T15:00:00"}, {}))
    assert page.css_first("#f-at_date").attributes["value"] == "Mar 14, 2026"
    assert page.css_first("#f-at_time").attributes["value"] == "3:00 PM"
    assert [label.text() for label in page.css("label")] == ["Starts", "Starts time"]


def test_a_form_carries_the_token_and_its_own_error() -> None:
    form = Form({}, {})
    form.error = "The account is closed."
    page = rendered(
        '{% call kit.form(form, submit="Save") %}{{ kit.text_field(form, "x", "X") }}{% endcall %}', form=form
    )
    found = page.css_first("main form")
    assert "novalidate" in found.attributes and found.attributes["action"] == "/demo/add"
    assert found.css_first('input[name="token"]').attributes["value"] == "T"
    assert found.css_first('[role="alert"]').text(strip=True) == "The account is closed."
    assert found.css_first("button").text(strip=True) == "Save"


BUTTONS = {
    "post": '{{ kit.post("/d", "Delete", fields={"a": 1}) }}',
    "icon": '{{ kit.icon_button("Delete", "/d", "trash-2", fields={"a": 1}) }}',
    "menu": '{{ kit.menu("More", [{"text": "Delete", "action": "/d", "fields": {"a": 1}}]) }}',
}


@pytest.mark.parametrize("button", BUTTONS.values(), ids=BUTTONS)
def test_a_button_of_its_own_posts_and_comes_back(button: str) -> None:
    form = rendered(button).css_first("main form")
    hidden = {box.attributes["name"]: box.attributes["value"] for box in form.css('input[type="hidden"]')}
    assert hidden == {"token": "T", "back": "/demo/?q=1", "a": "1"}
    pressed = form.css_first("button")
    assert (pressed.attributes.get("aria-label") or pressed.text(strip=True)) == "Delete"


def test_what_cannot_be_undone_asks_first() -> None:
    page = rendered('{{ kit.post("/d", "Delete", confirm="Gone for good.") }}')
    asked = page.css_first("details.confirm")
    assert "open" not in asked.attributes
    assert asked.css_first("summary").text(strip=True) == "Delete…"
    assert asked.css_first("p").text() == "Gone for good."


def test_a_row_is_one_link_with_its_buttons_beside() -> None:
    page = rendered(
        '{% call kit.row("Post", "/p", text="A & B", meta="Mon") %}'
        '{{ kit.icon_button("Star", "/s", "star", on=True) }}{% endcall %}'
    )
    row = page.css_first("li.row")
    assert [link.attributes["href"] for link in row.css("a")] == ["/p"]
    assert row.css_first(".row-text").text() == "A & B"
    assert row.css_first("button").attributes["aria-pressed"] == "true"


@pytest.mark.parametrize("device", sorted(FORMS))
def test_what_lies_under_a_layer_cannot_be_reached(device: str) -> None:
    source = '{% endblock %}{% block layer %}{% call kit.dialog("Sure?", close="/back") %}<p>Text</p>{% endcall %}'
    page = rendered(source, device)
    assert "inert" in page.css_first(".page").attributes
    dialog = page.css_first("dialog[open]")
    assert page.css_first(f"#{dialog.attributes['aria-labelledby']}").text() == "Sure?"
    assert page.css_first("a.scrim").attributes["href"] == "/back"


def test_without_a_layer_nothing_is_inert() -> None:
    assert not rendered("x").css("[inert]")


@pytest.mark.parametrize("device", sorted(FORMS))
def test_the_frame_leads_home(device: str) -> None:
    page = rendered("x", device)
    assert page.css('a[href="/"]')
    assert "9:41" in page.body.html
    assert page.css_first("html").attributes["data-device"] == device


def test_a_toast_can_be_undone() -> None:
    toast = SimpleNamespace(text="Task added 🎉", kind="done", undo="/todo/task/3/reopen")
    page = rendered("x", flash=[toast])
    assert page.css_first('[role="status"]').text().startswith("Task added")
    assert page.css_first(".toast form").attributes["action"] == "/todo/task/3/reopen"
    assert page.css_first(".toast img").attributes["alt"] == "🎉"


def test_every_macro_is_described_in_the_head_of_the_kit() -> None:
    env = environment(())
    source, _, _ = env.loader.get_source(env, "kit.html")  # type: ignore[union-attr]
    described = source.split("-#}", 1)[0]
    module = env.get_template("kit.html").make_module({"request": SimpleNamespace(address="/")})
    macros = [name for name in vars(module) if not name.startswith("_")]
    assert len(macros) > 40
    assert [name for name in sorted(macros) if f"kit.{name}" not in described] == []
