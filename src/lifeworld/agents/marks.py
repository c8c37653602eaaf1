"""Numbered marks on a screenshot: a box and a number for each control that can be seen."""

import io
from collections.abc import Iterator

from PIL import Image, ImageDraw, ImageFont

from lifeworld.core.observation import Box, Node

CONTROLS = frozenset(
    "button checkbox combobox link menuitem option radio searchbox slider spinbutton switch tab textbox".split()
)
_COLOURS = ("#b00020", "#1b5e20", "#0d47a1", "#6a1b9a", "#bf360c", "#004d40")  # each with white figures on it


def controls(tree: Node, size: tuple[int, int]) -> Iterator[Node]:
    """Yield the controls whose centre is on the screen, in the order of the page."""
    for node in tree.walk():
        if node.role in CONTROLS and node.ref and node.box and _is_shown(node.box, size):
            yield node


def marked(png: bytes, tree: Node, size: tuple[int, int]) -> tuple[bytes, tuple[str, ...]]:
    """Return a screenshot with marks, and the references of the controls that bear the numbers from 1.

    Args:
        png: the screenshot.
        tree: its page.
        size: the screen's, the unit of boxes.
    """
    found = list(controls(tree, size))
    drawn = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        picture = image.convert("RGB")
    pen, scale = ImageDraw.Draw(picture), picture.width / size[0]
    for number, node in enumerate(found, 1):
        assert node.box
        _mark(pen, node.box, scale, number)
    picture.save(drawn, "PNG")
    return drawn.getvalue(), tuple(node.ref for node in found)


def _is_shown(box: Box, size: tuple[int, int]) -> bool:
    x, y = box.centre
    return box.width > 0 and box.height > 0 and 0 <= x < size[0] and 0 <= y < size[1]


def _mark(pen: ImageDraw.ImageDraw, box: Box, scale: float, number: int) -> None:
    colour = _COLOURS[number % len(_COLOURS)]
    left, top = box.x * scale, box.y * scale
    pen.rectangle((left, top, left + box.width * scale, top + box.height * scale), outline=colour, width=round(scale))
    corner = max(left, 0), max(top, 0)  # the number can be read where the control begins off the screen
    font = ImageFont.load_default(size=11 * scale)
    pen.rectangle(pen.textbbox(corner, str(number), font), fill=colour, outline=colour, width=round(2 * scale))
    pen.text(corner, str(number), fill="white", font=font)
