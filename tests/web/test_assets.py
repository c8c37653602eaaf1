"""Style sheets and scripts go to the browser as few files, which hold all that their parts hold."""

import re
from itertools import product
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from lifeworld import apps
from lifeworld.web import assets
from lifeworld.web.look import FORMS, Look
from lifeworld.web.proofreading import pressed
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
    assert any(one.endswith(".woff2") for one in named)


@pytest.mark.parametrize("sheet", sorted((assets.HERE / "static").rglob("*.css")), ids=lambda path: path.stem)
def test_no_picture_shows_by_chance_what_was_touched(sheet: Path) -> None:
    """A browser keeps `:active` for a sixth of a second after a tap."""
    assert not pressed(sheet.read_text())


def test_what_is_touched_is_told_by_its_line() -> None:
    hovering = "@media (hover: hover) {\n  a:active { color: red }\n  p { margin: 0 }\n}\n"
    assert pressed(f"{hovering}a:active {{ color: red }}\nb:hover {{ margin: 0 }}\n") == [5]


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
