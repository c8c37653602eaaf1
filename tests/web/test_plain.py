"""The screens that follow from a command: what they are filled with is text, never markup."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.code import models as code
from lifeworld.apps.maps import models as maps
from lifeworld.apps.shop import models as shop
from lifeworld.apps.shop.models import Review
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.env.drivers.dom import Dom
from lifeworld.web import Request
from lifeworld.web.look import FORMS
from lifeworld.world import World

NAME = "<b>Paint</b> & brushes"
ON_EACH = pytest.mark.parametrize("world", FORMS, indirect=True)


@pytest.mark.parametrize("screen", ["task/{}/delete", "task/{}/move"])
def test_what_a_row_holds_is_shown_as_text(world: World, screen: str) -> None:
    task = world.do(todo.AddTask(NAME, world.store.get(TaskList, 1)))
    page = world.site.handle(Request("GET", f"/todo/{screen.format(task.id)}")).body.decode()
    assert "&lt;b&gt;Paint&lt;/b&gt; &amp; brushes" in page
    assert "<b>Paint" not in page


def test_a_question_that_is_refused_says_why_as_an_alert(world: World) -> None:
    sent = Request("POST", "/todo/list/1/delete", form_pairs=(("token", world.token),))
    page = world.site.handle(sent).body.decode()
    assert '<p role="alert">The inbox can&#39;t be deleted.</p>' in page


@ON_EACH
def test_a_question_lies_over_the_page_that_it_leads_back_to(world: World) -> None:
    task = world.store.one(Task, "id = 1")
    html = world.site.handle(Request("GET", "/todo/task/1/delete")).body.decode()
    page = LexborHTMLParser(html)
    under = page.css_first(".page[inert]").text()
    assert task.title in under and "Steps" in under
    assert page.css_first("title").text() == "Delete task? · Ticked"
    tree = Dom().open_now(world, "/todo/task/1/delete").tree
    assert [node.name for node in tree.all("button")] == ["Delete"]


@ON_EACH
def test_a_form_that_asks_for_little_lies_over_the_page_that_it_leads_back_to(world: World) -> None:
    dom = Dom()
    tree = dom.open_now(world, "/todo/task/1/reminder").tree
    assert [node.name for node in tree.all("textbox")] == ["Reminder", "Reminder time"]
    assert [(node.name, node.role) for node in tree.all("button")] == [("Save", "button")]
    html = world.site.handle(Request("GET", "/todo/task/1/reminder")).body.decode()
    assert "Steps" in LexborHTMLParser(html).css_first(".page[inert]").text()


@ON_EACH
def test_a_form_that_lies_over_its_page_does_so_with_a_template_of_its_own(world: World) -> None:
    review = world.store.first(Review, "author = '' AND stars = '4'")
    assert review
    tree = Dom().open_now(world, f"/shop/review/{review.id}/edit").tree
    stars = [node.name.partition(" ")[0] for node in tree.all("radio")]
    assert stars == ["1", "2", "3", "4", "5"]
    assert next(node.name for node in tree.all("button")) == "Save changes"
    html = LexborHTMLParser(world.site.handle(Request("GET", f"/shop/review/{review.id}/edit")).body.decode())
    assert "Your reviews" in html.css_first(".page[inert]").text()
    assert html.css_first("[name=stars][checked]").attributes["value"] == "4"


@ON_EACH
def test_it_stays_where_it_is_while_something_in_it_is_wrong(world: World) -> None:
    fields = (("token", world.token), ("name", ""), ("colour", "teal"))
    page = LexborHTMLParser(world.site.handle(Request("POST", "/todo/list/2/edit", form_pairs=fields)).body.decode())
    layer = page.css_first(".brief")
    assert layer.css_first(".wrong .error").text() == "Give the list a name."
    assert layer.css_first("[value=teal]").attributes.keys() >= {"checked"}
    assert layer.css_first("[aria-label=Close]").attributes["href"] == "/todo/list/2"


@ON_EACH
def test_an_app_whose_pickers_are_pages_has_pages_for_them_on_a_phone(world: World) -> None:
    html = world.site.handle(Request("GET", "/bank/account/1/rename")).body.decode()
    assert len(LexborHTMLParser(html).css(".brief")) == world.look.device.wide


@ON_EACH
def test_a_form_lies_over_another_that_asks_for_other_things(world: World) -> None:
    page = LexborHTMLParser(world.site.handle(Request("GET", "/mail/settings/signature")).body.decode())
    assert "Notify me of" in page.css_first(".page[inert]").text()
    assert len({field.attributes["id"] for field in page.css("[id^=f-]")}) == len(page.css("[id^=f-]"))


@ON_EACH
@pytest.mark.parametrize("screen", ["edit", "step"])
def test_a_field_of_a_sheet_shares_its_id_with_none_of_the_page_beneath(world: World, screen: str) -> None:
    page = LexborHTMLParser(world.site.handle(Request("GET", f"/todo/task/1/{screen}")).body.decode())
    own, under = page.css("dialog #f-title"), page.css(".page[inert] [name=title]")
    assert len(own) == 1 and under and page.css("#f-title") == own
    assert page.css_first(f".page label[for={under[0].attributes['id']}]")


@pytest.mark.parametrize(("deleted", "back"), [("code/folder", "/code/project/"), ("maps/review", "/maps/place/")])
def test_what_is_deleted_still_tells_where_one_came_from(world: World, deleted: str, back: str) -> None:
    model = {"code/folder": code.Folder, "maps/review": maps.Review}[deleted]
    row = next(one for one in world.store.all(model) if getattr(one, "author", "") == "")
    sent = Request("POST", f"/{deleted}/{row.id}/delete", form_pairs=(("token", world.token),))
    answer = world.site.handle(sent)
    assert answer.status == 303 and answer.headers["location"].startswith(back)
    landed = world.site.handle(Request("GET", answer.headers["location"])).body.decode()
    assert "deleted." in LexborHTMLParser(landed).css_first(".toast").text()


@pytest.mark.parametrize("world", ["desktop"], indirect=True)
def test_a_page_beneath_is_not_looked_at_anew(world: World) -> None:
    """Neither under a sheet nor, on a desktop, under a panel."""
    last = world.store.first(shop.Look, order="id DESC")
    product = 1 + (last is not None and last.product_id == 1)
    visits = [(f"/shop/product/{product}/share", ()), ("/shop/filters", (("q", "lamp"),))]
    visits.append(("/notifications", (("back", "/maps/search?q=lamp"),)))
    before = {kind: world.store.count(kind) for kind in (shop.Look, shop.Search, maps.Search)}
    for path, query in visits:
        html = world.site.handle(Request("GET", path, query)).body.decode()
        assert LexborHTMLParser(html).css_first(".page[inert]")
    assert {kind: world.store.count(kind) for kind in before} == before
    world.site.handle(Request("GET", f"/shop/product/{product}"))
    assert world.store.count(shop.Look) == before[shop.Look] + 1


@pytest.mark.parametrize("screen", ["labels/add", "label/1/delete"])
def test_where_questions_are_words_alone_one_of_them_shuts_the_dialog(screen: str, world: World) -> None:
    tree = Dom().open_now(world, f"/mail/{screen}").tree
    assert [(node.name, node.role) for node in tree.all("link")] == [("Cancel", "link")]


def test_an_app_may_draw_what_a_form_is_about(world: World) -> None:
    entry = world.store.one(Entry, "title = 'Pivot Espresso Bar'")
    page = LexborHTMLParser(world.site.handle(Request("GET", f"/bank/entry/{entry.id}/note")).body.decode())
    assert "Pivot Espresso Bar" in page.css_first(".main > .card").text()
