"""Style sheets and scripts go to the browser as few files, which hold all that their parts hold."""

import re
from itertools import product
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from lifeworld import apps
from lifeworld.web import assets
from lifeworld.web.assets import grown, where_it_hovers
from lifeworld.web.look import FORMS, Look
from lifeworld.web.request import Request
from lifeworld.web.themes import BASES as THEMES
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

LOOKS = list(product(["shell", *(app.id for app in apps.installed())], THEMES))
_ADDRESS = re.compile(r"""url\(["']?([^"')]+)""")


@pytest.mark.parametrize(("app", "theme"), LOOKS)
def test_all_that_a_look_names_is_there(app: str, theme: str) -> None:
    installed = apps.installed()
    sheet = assets.serve(f"look/{app}-{theme}.css", installed)
    assert (sheet.status, sheet.headers["content-type"]) == (200, "text/css")
    assert "immutable" in sheet.headers["cache-control"]
    named = {one for one in _ADDRESS.findall(sheet.body.decode()) if not one.startswith(("data:", "#"))}
    for address in named:
        path = urlsplit(urljoin(f"/static/look/{app}-{theme}.css", address)).path
        assert assets.serve(path.removeprefix("/static/"), installed).status == 200, address
    assert named and all(one.endswith(".woff2") for one in named)  # a drawing is in the sheet, there when the page is


@pytest.mark.parametrize(
    ("sheet", "served"),
    [
        ("a:hover { b: c }", "@media (hover: hover) { a:hover { b: c } }"),
        ("a { b: c }\nd:active { e: f }", "a { b: c } @media (hover: hover) { d:active { e: f } }"),
        ("a { b: c; &:hover { d: e } f: g }", "a { b: c; @media (hover: hover) { &:hover { d: e } } f: g }"),
        ("a:hover, b[c] { d: e }", "b[c] { d: e } @media (hover: hover) { a:hover { d: e } }"),
        (
            ":is(a, :not(b), c):hover, d { e: f }",
            "d { e: f } @media (hover: hover) { :is(a, :not(b), c):hover { e: f } }",
        ),
        ("/* a:hover {} */ b { c: d }", "b { c: d }"),
        ("html:active-view-transition { a: b }", "html:active-view-transition { a: b }"),
    ],
)
def test_what_is_pointed_at_looks_otherwise_only_where_something_points(sheet: str, served: str) -> None:
    assert where_it_hovers(sheet).split() == served.split()


def test_sizes_of_text_without_a_token_grow_too() -> None:
    sheet = "a { font-size: 12px; inline-size: 40px } b { font: 600 16px/1.2 c } d { font-size: calc(var(--s) * 2) }"
    assert grown(sheet, 1) == sheet
    assert grown(sheet, 1.25) == sheet.replace("12px", "15px").replace("16px", "20px")


@pytest.fixture(scope="module")
def page(chrome: Browser) -> Page:
    return chrome.new_page()


RULES = """sheet => {
  const read = new CSSStyleSheet(), hovers = "(hover: hover)";
  read.replaceSync(sheet);
  const parts = text => [...text].reduce(([found, depth], one) => {
    if (one === "," && !depth) found.push("");
    else found[found.length - 1] += one;
    return [found, depth + (one === "(") - (one === ")")];
  }, [[""], 0])[0];
  const under = (rule, around, name) => within(rule.cssRules ?? [], [...around, name]);
  const within = (rules, around) => [...rules].flatMap(rule => rule.selectorText
    ? parts(rule.selectorText).flatMap(one => [[around, one.trim(), rule.style.cssText], ...under(rule, around, one)])
    : under(rule, around, rule.conditionText ?? ""));
  return within(read.cssRules, []).map(([around, ...rule]) =>
    [JSON.stringify([around.filter(one => one !== hovers), ...rule]), around.includes(hovers)]);
}"""


@pytest.mark.parametrize("app", ["shell", *(app.id for app in apps.installed())])
def test_a_browser_reads_the_same_rules_and_those_of_pointers_apart(
    app: str, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = assets._look(f"{app}-light", apps.installed())
    monkeypatch.setattr(assets, "where_it_hovers", str)
    written = assets._look(f"{app}-light", apps.installed())
    assert served and written
    rules, before = (page.evaluate(RULES, sheet.decode()) for sheet in (served, written))
    assert sorted(rule for rule, _ in rules) == sorted(rule for rule, _ in before)
    assert [hovers for _, hovers in rules] == [":hover" in rule or ":active" in rule for rule, _ in rules]


@pytest.mark.parametrize("path", ["look/nothing-light.css", "look/mail-nothing.css", "look/../site-light.css", "look/"])
def test_there_is_no_look_of_anything_else(path: str) -> None:
    assert assets.serve(path, apps.installed()).status == 404


@pytest.mark.parametrize("device", FORMS)
@pytest.mark.parametrize("app", ["", *(app.id for app in apps.installed())])
def test_a_screen_asks_for_one_style_sheet_and_two_scripts(app: str, device: str) -> None:
    world = World(load(NAMES[0]).data, Look("dark", FORMS[device]))
    response = world.site.handle(Request("GET", f"/{app}/" if app else "/"))
    while response.status == 303:
        response = world.site.handle(Request("GET", response.headers["location"]))
    html = response.body.decode()
    assert html.count('rel="stylesheet"') == 1
    assert html.count("<script") == 2
