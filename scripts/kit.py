"""What the kit of components offers, for docs/kit.md: its macros, icons, fonts and classes; and a picture of each.

python scripts/kit.py     takes the pictures; the page itself is one of scripts/docs.py
"""

import asyncio
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, nodes
from playwright.async_api import Page as Screen
from playwright.async_api import Route, async_playwright

from lifeworld import apps
from lifeworld.core.money import Money
from lifeworld.env.drivers.browser import find_chromium
from lifeworld.life.models import Person
from lifeworld.life.sharing import send_to
from lifeworld.store import Command, ask, line
from lifeworld.web import App, Form, Page, Pages, Place, Request, assets
from lifeworld.web.formats import icons
from lifeworld.web.look import DEVICES, Look
from lifeworld.web.site import Site, Toast
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

HERE = Path(__file__).parent
IMAGES = HERE.parent / "docs" / "images" / "kit"
TEMPLATES = assets.HERE / "templates"
PARTS = {"pictures": "Pictures", "buttons": "Buttons and links", "forms": "Forms", "lists": "Lists", "frame": "Frame"}
WIDTH, LOW, HIGH = 390, 320, 720  # of a picture of a whole screen; of the screen that a component stands on
LOOK = """\
:root { --red: #c43c3c; --green: #2c8a4b; --blue: #2b62c4; --violet: #7a48c8 }
#sample { padding: 12px 16px }
#sample > .icon, #sample > .emoji { display: inline-block; margin-inline-end: 8px }
"""
ABOUT = """\
# The kit

What every app's screens are built of: in the blocks of a page, `kit` is at hand. Every control has a name, every field
a label and a place for its error. Words are final: wrap them in `_("…")`. Each component is shown on a phone, in light,
with the code that draws it; `form` is the form of a command.

A label that ends in “…” asks something before anything is done: `kit.post(…, confirm=…)` adds it by itself. In a
solution, a name that ends in “…” stands for every name that starts so: `button("Delete list…")`.
"""
ICONS = """\
## Icons

`kit.icon("inbox")`, and wherever a component takes an icon: the {count:,} of Lucide by their names.

<details><summary>All names</summary>

{names}

</details>
"""
FONTS = """\
## Fonts

An app's `--font`, `--font-head` and `--font-mono` name one of these: {names}.
"""
CLASSES = """\
## Classes

These are the kit's; an app that means something else by one of them gives it another name:

{names}
"""


@dataclass(frozen=True)
class Macro:
    """A component: its name, its arguments as they are written, and what a comment above it tells."""

    name: str
    arguments: str
    told: str = ""
    called: bool = field(default=False)  # whether it takes a body

    @property
    def heading(self) -> str:
        return f"### kit.{self.name}"


# ---- the page


def page() -> str:
    """Return the reference of the kit."""
    return "\n".join(_page()).rstrip() + "\n"


def _page() -> Iterator[str]:
    yield ABOUT
    shown = samples()
    for part, title in PARTS.items():
        yield f"## {title}\n"
        for macro in macros(part):
            yield f"{macro.heading}\n"
            yield f"`{macro.name}({macro.arguments})`{': takes a body' if macro.called else ''}\n"
            if macro.told:
                yield f"{macro.told[:1].upper()}{macro.told[1:]}.\n"
            yield f"```jinja\n{shown[macro.name]}\n```\n"
            yield f"![{macro.name}](images/kit/{macro.name}.png)\n"
    yield ICONS.format(count=len(icons()), names=_listed(icons()))
    yield FONTS.format(names=", ".join(fonts()))
    yield CLASSES.format(names=_listed(classes()))


def _listed(names: Any) -> str:
    return " ".join(f"`{name}`" for name in sorted(names))


def macros(part: str) -> list[Macro]:
    """Return the components of one of the kit's files, in their order."""
    source = (TEMPLATES / "kit" / f"{part}.html").read_text()
    tree = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"], autoescape=True).parse(source)
    told = dict(re.findall(r"\{#-?\s*(.*?)\s*-?#\}\n\{% macro (\w+)", source, re.DOTALL))
    above = {name: text for text, name in told.items()}
    written = dict(re.findall(r"\{% macro (\w+)\((.*?)\) -?%\}", source))
    return [
        Macro(one.name, written[one.name], above.get(one.name, ""), _takes_body(one))
        for one in tree.find_all(nodes.Macro)
        if not one.name.startswith("_")
    ]


def _takes_body(macro: nodes.Macro) -> bool:
    return any(name.name == "caller" for name in macro.find_all(nodes.Name))


def samples() -> Mapping[str, str]:
    """Return the code that draws each component.

    Raises:
        LookupError: there is none of one, or one of something that is no component.
    """
    parts = (HERE / "kit_samples.html").read_text().split("=== ")[1:]
    found = {part.split("\n", 1)[0]: part.split("\n", 1)[1].strip() for part in parts}
    known = {macro.name for part in PARTS for macro in macros(part)}
    if known != set(found):
        raise LookupError(f"scripts/kit_samples.html lacks or has too much: {', '.join(sorted(known ^ set(found)))}")
    return found


def fonts() -> list[str]:
    """Return the families of the fonts that are there."""
    sheet = (assets.HERE / "vendor" / "fonts" / "fonts.css").read_text()
    return sorted(set(re.findall(r'font-family:"([^"]+)"', sheet)))


def classes() -> set[str]:
    """Return the classes that the kit's style sheets speak of."""
    found: set[str] = set()
    for sheet in assets.SHEETS:
        text = re.sub(
            r"/\*.*?\*/|\"[^\"]*\"", "", (assets.HERE / "static" / f"{sheet}.css").read_text(), flags=re.DOTALL
        )
        for selector in re.findall(r"([^{};]+)\{", text):
            found |= set(re.findall(r"\.([a-z][\w-]*)", selector))
    return found


# ---- the pictures


class Sample(Command, seen_by="nobody"):
    """A form with a field of each kind."""

    title: str = line("Title", placeholder="Pay the window cleaner")
    kind: Literal["a", "b"] = ask("Kind", kind="radio", choices={"a": "Standard", "b": "Express"}, default="a")
    colour: Literal["red", "green", "blue", "violet"] = ask("Colour", kind="colour", default="green")
    note: str = ""
    count: int = 4
    amount: Money = Money(4500)
    day: date = date(2026, 3, 14)
    at: time = time(9, 30)
    starts: datetime = datetime.combine(day, at)
    box: int = 1
    private: bool = True
    loud: bool = True
    guests: tuple[int, ...] = (1,)


class Sent(Command, seen_by="nobody"):
    """A form that asks for people."""

    people: tuple[Person, ...] = send_to()


def showroom(folder: Path) -> App:
    """Return an app that has a page for each component."""
    pages = Pages("showroom")
    templates = folder / "templates" / "showroom"
    (folder / "static").mkdir(parents=True)
    (folder / "static" / "app.css").write_text(LOOK)
    templates.mkdir(parents=True)
    for name, code in samples().items():
        block = (
            code if code.startswith("{% block") else f'{{% block main %}}<div id="sample">{code}</div>{{% endblock %}}'
        )
        (templates / f"{name}.html").write_text(f'{{% extends "page.html" %}}\n{block}\n')
        pages.page(f"/{name}")(_view(name))
    return App("showroom", "Showroom", "work", folder, (), (), pages, lambda store: iter(()), lambda store, life: None)


def _view(name: str) -> Any:
    places = [Place("Inbox", "/mail/", "inbox", badge=4), Place("Today", "/todo/today", "calendar-days")]

    def view(request: Request) -> Page:
        form = Form(Sent if name in ("people_form", "picker") else Sample, request, (), {})
        said = [Toast("Moved to the archive.")]
        return request.page(f"showroom/{name}.html", title="Kit", form=form, places=places, said=said)

    return view


async def main() -> None:
    """Take a picture of each component."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    world = World(load(NAMES[0]).data, Look("light", DEVICES["phone"])).start()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(world, (*apps.installed(), showroom(Path(folder) / "showroom")))
        async with async_playwright() as playwright:
            found = find_chromium(playwright.chromium.executable_path)
            browser = await playwright.chromium.launch(executable_path=found, chromium_sandbox=False)
            screen = await browser.new_page(color_scheme="light", java_script_enabled=False)
            await screen.route("**/*", lambda route: _served(route, site))
            for name in samples():
                await _taken(screen, site, name)
            await browser.close()


async def _taken(screen: Screen, site: Site, name: str) -> None:
    """Take a picture of a component alone; of a part of the frame and of what unfolds over it, of the whole screen."""
    await screen.set_viewport_size({"width": WIDTH, "height": HIGH})
    await screen.goto(f"http://kit.example/showroom/{name}")
    if site.fault:
        raise site.fault
    part, menu = screen.locator("#sample"), screen.locator("#sample details.menu > summary")
    if await menu.count():
        await menu.click()
    if await menu.count() or not await part.count():
        await screen.set_viewport_size({"width": WIDTH, "height": LOW})
        await screen.screenshot(path=IMAGES / f"{name}.png")
    else:
        await part.screenshot(path=IMAGES / f"{name}.png")


async def _served(route: Route, site: Site) -> None:
    path = "/" + route.request.url.split("/", 3)[3].partition("?")[0]
    response = site.handle(Request("GET", path))
    await route.fulfill(status=response.status, headers=dict(response.headers), body=response.body)


if __name__ == "__main__":
    asyncio.run(main())
