"""Takes the pictures of docs/variation.md: for each axis one sheet, a screen under each of its values.

python scripts/axes.py [AXIS…]
"""

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from lifeworld.core.actions import System
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.taskkit.configuration import Configuration, layouts, values
from lifeworld.web.look import DEVICES

PLACE = Path(__file__).parent.parent / "docs" / "images" / "axes"
MOST = 150_000  # bytes
WIDTH, GAP, LINE = 1600, 14, 24  # pixels
GROUND, INK = "#ffffff", "#3a3f47"
PLACES = ("bank.account", "todo.today", "mail.letter", "shop.product", "calendar.week", "messenger.group")
STATES = (
    *("home", "notifications", "recent-apps", "mail.half-answered", "calendar.asked-to-delete", "shop.filters"),
    *("bank.entry", "messenger.forwarding", "todo.menu", "todo.half-written"),
)
CONTENTS = (*("calendar.event",) * 4, *("mail.search",) * 3)  # what is written, then how much of it
PEOPLE = ("nora", "desmond", "wilma", "person-1", "person-2", "person-17")
HEIGHTS = {"theme": 390, "layout": 300, "device": 240, "content": 430, "language": 430, "profile": 430, "state": 390}


@dataclass(frozen=True)
class Shot:
    """One screen: what it shows of an axis, and from where."""

    caption: str
    configuration: Configuration


def shots(axis: str) -> Iterator[Shot]:
    """Yield what a sheet shows of an axis."""
    if axis == "profile":
        yield from (_shot(who, "", "bank.spending", who) for who in PEOPLE)
    elif axis == "state":
        yield from (_shot(state, "", state) for state in STATES)
    elif axis == "layout":
        for device in ("phone", "tablet"):
            yield from (
                _shot(f"{value}, {device}", value, "todo.browse", axis=axis, device=device) for value in layouts(device)
            )
    else:
        at = {"theme": PLACES, "language": ("calendar.agenda",), "content": CONTENTS}
        for value, state in zip(values(axis), cycle(at.get(axis, ("shop.product",)))):
            yield _shot(value, value, state, axis=axis)


def _shot(
    caption: str, value: str, state: str, profile: str = "nora", *, axis: str = "", device: str = "phone"
) -> Shot:
    varied = {"device": device, **({axis: value} if axis else {})}
    return Shot(caption, Configuration("todo.CompleteTask", profile, state=state, **varied))  # type: ignore[arg-type]


def pictured(environment: SyncEnvironment, shot: Shot) -> Image.Image:
    """Return the first screen of an episode; where pop-ups come, the first that shows one."""
    seen = environment.reset(shot.configuration)
    for name in cycle(("app_switcher", "home")) if shot.configuration.content == "pop-ups" else ():
        if seen.tree.find("dialog"):
            break
        seen = environment.step(System(name=name))
    assert seen.screenshot
    return Image.open(io.BytesIO(seen.screenshot)).convert("RGB")


def sheet(axis: str, environment: SyncEnvironment) -> Image.Image:
    """Return all screens of an axis, line by line, each with its caption."""
    pictures = [(shot, scaled(pictured(environment, shot), axis, shot)) for shot in shots(axis)]
    lines: list[list[tuple[Shot, Image.Image]]] = [[]]
    for shot, picture in pictures:
        if lines[-1] and sum(one.width + GAP for _, one in lines[-1]) + picture.width + GAP > WIDTH:
            lines.append([])
        lines[-1].append((shot, picture))
    heights = [max(picture.height for _, picture in line) + LINE + GAP for line in lines]
    wide = max(sum(picture.width + GAP for _, picture in line) for line in lines) + GAP
    whole = Image.new("RGB", (wide, sum(heights) + GAP), GROUND)
    for n, line in enumerate(lines):
        _laid(whole, line, GAP + sum(heights[:n]))
    return whole


def _laid(whole: Image.Image, line: list[tuple[Shot, Image.Image]], top: int) -> None:
    draw, font, left = ImageDraw.Draw(whole), ImageFont.load_default(15), GAP
    for shot, picture in line:
        draw.text((left, top), shot.caption, INK, font)
        whole.paste(picture, (left, top + LINE))
        draw.rectangle((left, top + LINE, left + picture.width - 1, top + LINE + picture.height - 1), outline="#c6cad1")
        left += picture.width + GAP


def scaled(picture: Image.Image, axis: str, shot: Shot) -> Image.Image:
    """Return a picture at the sheet's size; devices keep their proportions to one another."""
    device = DEVICES[shot.configuration.device]
    height = HEIGHTS[axis] if axis != "device" else round(device.height * 0.4)
    return picture.resize((round(picture.width * height / picture.height), height), Image.Resampling.LANCZOS)


def main(axes: list[str]) -> None:
    PLACE.mkdir(parents=True, exist_ok=True)
    with opened("chromium", pictures=True) as environment:
        for axis in axes or HEIGHTS:
            whole, place = sheet(axis, environment), PLACE / f"{axis}.webp"
            for quality in (86, 80, 72, 64, 56, 48):
                whole.save(place, quality=quality, method=6)
                if place.stat().st_size <= MOST:
                    break
            print(f"{place.name}: {whole.size}, {place.stat().st_size // 1000} kB at {quality}")


if __name__ == "__main__":
    main(sys.argv[1:])
