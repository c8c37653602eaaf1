"""An app's anatomy: values on axes, drawn by the kit alone."""

import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from tests.browsers import in_browser

import lifeworld
from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.core.toml import tables
from lifeworld.env.drivers.browser import Browser, Showing, showing
from lifeworld.web import assets, site
from lifeworld.web.anatomy import AXES, VALUES, Anatomy, anatomy, drawn, families
from lifeworld.web.kept import kept
from lifeworld.web.look import DESKTOP, FORMS, PHONE, Look
from lifeworld.web.themes import BASES
from lifeworld.world import World, load

FOLDERS = [*(app.folder for app in apps.installed()), Path(lifeworld.__file__).parent / "skeleton/apps/notes"]
APPS = {app.id: anatomy(app.folder) for app in apps.installed()}
SHEET = "".join((assets.HERE / f"static/{name}.css").read_text(encoding="utf-8") for name in ("axes", "measures"))
MEASURES = (
    "radius|search-radius|radius-card|radius-sheet|radius-pill|row|gap|line-gap|field-h|shadow|stroke|avatar-radius|"
    "art-radius|t-[1-6]"
)
PLACES = {  # where a value of an axis is seen
    **dict.fromkeys(("field", "commit", "density", "corner"), "/bank/profile"),
    "bar": "/calendar/calendars/add",
    **dict.fromkeys(("places", "icons", "faces", "list"), "/messenger/settings"),
    "depth": "/bank/",
    "question": "/messenger/sign-out",
    "colour": "/mail/",
    "empty": "/calendar/search?q=zebra",
}

# Bytes of style that an app has beside what its family and the kit give it. Lists, forms and details need no more than
# most have. More take a month and its hours; balloons, papers and calls; a product, a cart, a checkout; code; a map.
MOST = {"calendar": 10_000, "code": 6_500, "maps": 9_300, "messenger": 13_000, "shop": 13_700}
MOST_OF_OTHERS, MOST_OF_A_SIGNATURE, MOST_OF_A_FAMILY, MOST_OF_THE_KIT = 5_000, 2_500, 8_200, 62_000
OWN_CORNERS = {"code", "maps"}  # drawn before there was this law

SEARCHED = "/mail/"  # here a bar holds what one searches with

DEVICE = replace(PHONE, ratio=1)


def on_phone(browser: Browser) -> AbstractAsyncContextManager[Showing]:
    kept().clear()  # pages of an app under another anatomy
    return showing(browser, World(load("nora").data, Look(device=DEVICE)).start())


def family(folder: Path) -> str:
    return str(tables(folder / "look.toml")["family"])


def test_no_two_apps_are_built_alike() -> None:
    families_of = {app.id: family(app.folder) for app in apps.installed()}
    for one, other in combinations(APPS, 2):
        least = 4 if families_of[one] == families_of[other] else 6
        assert APPS[one].distance(APPS[other]) >= least, (one, other)


def test_families_are_apart() -> None:
    assert all(families()[one].distance(families()[other]) >= 6 for one, other in combinations(families(), 2))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('family = "papers"', "no family 'papers'; did you mean paper?"),
        ('bar = "huge"', "bar = 'huge'; choose 'plain', 'large', 'coloured' or 'search'"),
        ('bars = "large"', "there is no key bars; did you mean bar?"),
        ("type = { t-9 = 12 }", "t-9"),
        ("type = { t-1 = 2 }", "t-1 = 2: a size is 10 to 48 pixels"),
        ("type = { t-1 = nan }", "a size is 10 to 48 pixels"),
        ("bar = ", "look.toml"),
    ],
)
def test_what_no_axis_has_is_refused(written: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "look.toml").write_text(written)
    with pytest.raises(UserError) as refused:
        anatomy(tmp_path)
    assert told in str(refused.value)
    assert str(tmp_path) in str(refused.value)


def test_a_layout_has_its_own_way() -> None:
    folder = next(app.folder for app in apps.installed() if anatomy(app.folder).places == "top")
    assert drawn(folder, Look(device=PHONE))[1].navigation == "top"
    assert drawn(folder, Look(device=DESKTOP))[1].navigation == "side"
    for layout in ("side", "top-cards", "cards"):
        found, look = drawn(folder, Look(device=PHONE, layout=layout))
        assert (found.list == "cards") is layout.endswith("cards")
        assert found.places == ("top" if layout == "cards" else "tabs")
        assert f'data-places="{found.places}"' in found.marks
        assert look.navigation == ("side" if layout == "side" else "top")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_app_sets_no_measure_that_an_axis_sets(folder: Path) -> None:
    assert anatomy(folder) != anatomy(None)  # it has one of its own
    sheet = (folder / "static/app.css").read_text(encoding="utf-8")
    roots = "".join(re.findall(r"^:root[^{]*\{([^}]*)\}", sheet, re.MULTILINE))
    assert not re.findall(rf"--(?:{MEASURES}):[^;]*;", roots)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_app_has_little_style_of_its_own(folder: Path) -> None:
    assert _size(folder / "static/app.css") <= MOST.get(folder.name, MOST_OF_OTHERS)
    assert _size(folder / "static/signature.css") <= MOST_OF_A_SIGNATURE


def test_the_kit_and_the_families_stay_small() -> None:
    kit, families_there = assets.HERE / "static", list((assets.HERE / "static/families").iterdir())
    assert sum(_size(kit / f"{sheet}.css") for sheet in (*assets.SHEETS, "cards")) <= MOST_OF_THE_KIT
    assert {sheet.stem for sheet in families_there} <= families().keys()
    assert all(_size(sheet) <= MOST_OF_A_FAMILY for sheet in families_there)


def _size(sheet: Path) -> int:
    return sheet.stat().st_size if sheet.exists() else 0


@pytest.mark.parametrize("folder", [one for one in FOLDERS if one.name not in OWN_CORNERS], ids=lambda one: one.name)
def test_corners_are_those_of_the_axis(folder: Path) -> None:
    sheets = [folder / "static/app.css", assets.HERE / f"static/families/{family(folder)}.css"]
    written = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets if sheet.exists())
    assert not [
        own for own in re.findall(r"border-radius: (\d+)px;", written) if int(own) >= 8
    ]  # what is smaller is a mark


@pytest.mark.parametrize(("app", "loaded"), [("bank", "paper"), ("todo", "tool"), ("shell", "")])
def test_a_family_is_loaded_by_its_apps_alone(app: str, loaded: str) -> None:
    sheet = assets.serve(f"look/{app}-light.css", apps.installed()).body.decode()
    marks = {one.stem: _first_class(one) for one in (assets.HERE / "static/families").iterdir()}
    assert [name for name, mark in marks.items() if f"@layer family {{\n\n{mark}" in sheet] == [loaded] * bool(loaded)


def _first_class(sheet: Path) -> str:
    return sheet.read_text(encoding="utf-8").split("*/\n")[1].split("{")[0]


def test_what_the_sheet_names_is_a_value_of_an_axis() -> None:
    named = set(re.findall(r'data-([a-z-]+)[~^$*|]?="([^"]+)"', SHEET)) - {("device", form) for form in FORMS}
    assert named <= {("theme", base) for base in BASES} | {(axis, value) for axis in AXES for value in VALUES[axis]}


@pytest.mark.long
def test_each_value_looks_different(monkeypatch: pytest.MonkeyPatch) -> None:
    async def seen(browser: Browser) -> dict[str, int]:
        return {axis: len({one async for one in _pictures(axis, browser, monkeypatch)}) for axis in PLACES}

    assert in_browser(seen) == {axis: len(VALUES[axis]) for axis in PLACES}
    assert set(AXES) - {*PLACES} == {"picker"}  # which has a test of its own


async def _pictures(axis: str, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[bytes]:
    """Yield a screen of an app under each value of an axis."""
    for value in VALUES[axis]:
        shown = families()["material"].but(**{"places": "tabs", axis: value})
        monkeypatch.setattr(site, "drawn", lambda folder, look, shown=shown: _under(shown, look))
        async with on_phone(browser) as there:
            await there.look(SEARCHED if value == "search" else PLACES[axis])
            yield bytes(await there.screen.picture())


def _under(shown: Anatomy, look: Look) -> tuple[Anatomy, Look]:
    return shown, replace(look, layout="top") if shown.places == "top" else look


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "marked", "other"),
    [
        ("/mail/", "data-bar", "plain"),
        ("/bank/more", "list tiles", "list"),
        ("/shop/order/44/track", "list bare timeline stops", "list bare"),
    ],
)
def test_what_an_app_takes_shows(address: str, marked: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its page looks different once what draws it is taken from it, and reads the same."""

    async def seen(browser: Browser) -> tuple[bytes, bytes, str, str]:
        async with on_phone(browser) as there:
            await there.look(address)
            page = there.screen.page
            before, words = await there.screen.picture(), await page.text_content("body")
            await page.evaluate(_OTHERWISE, [marked, other])
            return bytes(before), bytes(await there.screen.picture()), words, await page.text_content("body")

    before, after, words, still = in_browser(seen)
    assert before != after
    assert words == still


_OTHERWISE = """([marked, other]) => {
  const node = document.querySelector(`[class="${marked}"]`)
  if (node) node.className = other
  else document.documentElement.setAttribute(marked, other)
}"""


@pytest.mark.long
def test_choices_come_up_where_the_picker_says(monkeypatch: pytest.MonkeyPatch) -> None:
    async def places(browser: Browser) -> dict[str, tuple[float, float, float]]:
        found = {}
        for value in VALUES["picker"]:
            shown = families()["material"].but(picker=value)
            monkeypatch.setattr(site, "drawn", lambda folder, look, shown=shown: (shown, look))
            async with on_phone(browser) as there:
                await there.look("/bank/budgets")
                await there.screen.page.click("select.input")
                options = there.screen.page.locator("option:visible")
                first, box = await options.first.bounding_box(), await options.last.bounding_box()
                found[value] = (box["y"] + box["height"], box["width"], first["y"])
        return found

    found = in_browser(places)
    assert found["sheet"][0] > 0.9 * DEVICE.height
    assert found["menu"][0] < found["sheet"][0]
    assert found["menu"][1] <= DEVICE.width - 32
    assert found["page"][2] < 80 < min(found[value][2] for value in ("menu", "sheet"))


@pytest.mark.long
@pytest.mark.parametrize("address", ["/calendar/free", "/messenger/settings/profile"])
def test_a_button_in_the_bar_leaves_the_rest_of_it_free(address: str) -> None:
    """In German, whose words are long; where places stand in the bar's place, the button stays with its form."""

    async def met(browser: Browser) -> list[str]:
        world = World(load("nora").data, Look(device=DEVICE, language="de")).start()
        async with showing(browser, world) as there:
            await there.look(address)
            return [*await there.screen.ask(_MET)]

    assert not in_browser(met)


_MET = """(() => {
  const box = node => {
    const words = document.createRange()
    words.selectNodeContents(node)
    return words.getBoundingClientRect()
  }
  const one = box(document.querySelector('.main > .form > .actions > button'))
  const beside = other => other.left >= one.right || other.right <= one.left
  const meets = other => !beside(other) && other.top < one.bottom && one.top < other.bottom
  const others = [...document.querySelectorAll('.bar h1, .bar a, .tab-bar a')]
  return others.filter(it => meets(box(it))).map(it => it.textContent)
})()"""


@pytest.mark.long
@pytest.mark.parametrize("theme", ["sepia", "solarized", "nord"])
def test_a_theme_reaches_what_an_app_paints(theme: str) -> None:
    """The bank's water, a chat's paper and balloons, the strip under a shop's head: beside what they are in light."""

    async def painted(browser: Browser, theme: str) -> list[str]:
        world = World(load("nora").data, Look(device=DEVICE, theme=theme)).start()
        async with showing(browser, world) as there:
            return [await _ground(there, *one) for one in _PAINTED]

    usual, themed = (in_browser(partial(painted, theme=one)) for one in ("light", theme))
    assert [of for of, one, other in zip(_PAINTED, usual, themed, strict=True) if one == other] == []


_PAINTED = [
    ("/bank/", ".shore"),
    ("/bank/account/1", ".balance-band"),
    ("/messenger/chat/1", ".chat"),
    ("/messenger/chat/1", ".mine .balloon"),
    ("/messenger/chat/1", ".bubble:not(.mine) .balloon"),
    ("/shop/", ".place"),
]


async def _ground(there: Showing, address: str, selector: str) -> str:
    await there.look(address)
    asked = "(({backgroundColor, backgroundImage}) => backgroundColor + backgroundImage)"
    return str(await there.screen.ask(f"{asked}(getComputedStyle(document.querySelector({selector!r})))"))
