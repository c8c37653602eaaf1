"""What a person did is read off the request that came of it."""

from lifeworld.core.actions import Click, Navigate, SetValue
from lifeworld.play.inferred_actions import ServedPage, infer_actions
from lifeworld.web import DEVICES, Request

PAGE = """
<a href="/todo/list/3?done=1&amp;q=a+b">Home</a>
<form method="post" action="/todo/add"><input type="hidden" name="token" value="t">
<label>Title <input name="title" value="Old"></label>
<label>Priority <select name="priority">
<option value="1">High</option><option value="4" selected>None</option></select></label>
<label><input type="checkbox" name="loud"> Loud</label><label><input type="checkbox" name="kept" checked> Kept</label>
<button>Save</button></form>
<form method="post" action="/todo/task/1/priority"><button name="priority" value="1">One</button>
<button name="priority" value="2">Two</button></form>
<form action="/todo/search"><input type="search" name="q" aria-label="Find"></form>
"""


def on_page(request: Request) -> list[tuple[object, str]]:
    page = ServedPage.of("/todo/", PAGE, DEVICES["phone"])
    found = infer_actions(page, request)
    return [(getattr(one.action, "value", type(one.action)), one.on) for one in found]


def test_a_link() -> None:
    request = Request("GET", "/todo/list/3", (("done", "1"), ("q", "a b")))
    assert on_page(request) == [(Click, "Home")]


def test_fields_are_told_where_they_differ() -> None:
    sent = (("token", "t"), ("title", "New"), ("priority", "1"), ("loud", "on"))
    assert on_page(Request("POST", "/todo/add", form_pairs=sent)) == [
        ("New", "Title"),
        ("High", "Priority"),
        (True, "Loud"),
        (False, "Kept"),
        (Click, "Save"),
    ]


def test_the_button_that_was_pressed() -> None:
    request = Request("POST", "/todo/task/1/priority", form_pairs=(("priority", "2"),))
    assert on_page(request) == [(Click, "Two")]


def test_a_search() -> None:
    assert on_page(Request("GET", "/todo/search", (("q", "milk"),)))[0] == ("milk", "Find")


def test_an_address_that_nothing_leads_to() -> None:
    assert on_page(Request("GET", "/bank/")) == [(Navigate, "")]
    assert isinstance(infer_actions(None, Request("GET", "/bank/"))[0].action, Navigate)
    assert SetValue not in {kind for kind, _ in on_page(Request("GET", "/bank/"))}
