"""Pages that no app would show, for agents to survive."""

import io
from collections.abc import Iterator
from datetime import datetime

from PIL import Image, ImageDraw, ImageFont

from lifeworld.core.observation import Node, Observation

GOAL = "Add “Buy candles” to my Home list, due March 15, and pay $12.50 from Everyday Checking at 2:30 PM."


def observed(goal: str = GOAL, tree: Node | None = None, picture: bytes | None = None) -> Observation:
    return Observation(
        url="/",
        title="",
        tree=tree or Node("document"),
        size=(390, 844),
        screenshot=picture,
        goal=goal,
        now=datetime(2026, 3, 12, 9, 41),
    )


def blank() -> Observation:
    return observed()


def nonsense() -> Iterator[Observation]:
    """Yield goals of nothing, fields without labels, links to themselves, and a very deep page."""
    field, button = Node("textbox", ref="e1", value="$"), Node("button", "(((", ref="e2")
    link = Node("link", "\\ [ March 99 “”", ref="e3", href="/")
    box = Node("combobox", "", ref="e4", children=(Node("option", "…"), Node("option", "")))
    row = Node("listitem", children=(field, button, link, box))
    deep = row
    for _ in range(200):
        deep = Node("group", children=(deep,))
    yield observed("", Node("document", children=(row,)))
    yield observed("?" * 300, Node("document", children=(row, row)))
    yield observed(GOAL, Node("document", children=(deep, link, Node("searchbox", ref="e5"))))
    yield observed("“”“ February 31, $, -, 0:00 AM", Node("document", children=(row,)))


def noise() -> bytes:
    """Return a picture in which there is nothing to read."""
    return _png(Image.effect_noise((390, 844), 90).convert("RGB"))


def said(*lines: str) -> bytes:
    """Return a picture with these words, one above the other and far apart."""
    picture = Image.new("RGB", (390, 844), "white")
    for place, line in enumerate(lines):
        down = 844 * (2 * place + 1) / (2 * len(lines))
        ImageDraw.Draw(picture).text((60, down), line, "black", ImageFont.load_default(24))
    return _png(picture)


def _png(picture: Image.Image) -> bytes:
    made = io.BytesIO()
    picture.save(made, "PNG")
    return made.getvalue()
