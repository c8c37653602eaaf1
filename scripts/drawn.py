"""What each layout changes on each kind of device, and how much there is in an app's lists in each content."""

import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifeworld.env.drivers.browser import Browser
from lifeworld.proof.screens import shown
from lifeworld.taskkit.configuration import values
from lifeworld.web import App
from lifeworld.world import World, load

_SCRIPT = Path(__file__).with_suffix(".js")


@dataclass(frozen=True)
class Drawn:
    """How one screen of an app is drawn.

    Attributes:
        places: where the app's places stand, [left, top, width, height] in CSS pixels; None where the screen has none.
        lists: how the rows of each list are drawn, in the order of the page.
    """

    places: tuple[float, ...] | None
    lists: tuple[str, ...]


@dataclass(frozen=True)
class Changed:
    """What a layout changes of an app's screens: so many lists, and the places on so many of the screens with any."""

    lists: int
    of_lists: int
    places: int
    of_places: int


async def drawn(browser: Browser, app: App, device: str, layout: str) -> dict[str, Drawn]:
    """Return how the first screen of an app and those of its states are drawn, by the state's name."""
    row = {axis: values(axis)[0] for axis in ("theme", "language", "content")}
    async with shown(browser, {**row, "device": device, "layout": layout}) as there:
        found = {}
        for name, path in {
            "": "/",
            **{one.name: one.path(there.world.store) for one in app.states if not one.signed_out},
        }.items():
            await there.look(f"{app.href.rstrip('/')}{path}")
            found[name] = _read(await there.screen.ask(_SCRIPT.read_text()))
    return found


def changed(usual: Mapping[str, Drawn], other: Mapping[str, Drawn]) -> Changed:
    """Return what differs between two layouts, screen by screen."""
    lists = [
        (mine, theirs) for name in usual for mine, theirs in zip(usual[name].lists, other[name].lists, strict=True)
    ]
    places = [(usual[name].places, other[name].places) for name in usual if usual[name].places or other[name].places]
    return Changed(_unlike(lists), len(lists), _unlike(places), len(places))


def _unlike(pairs: Iterable[tuple[Any, Any]]) -> int:
    return sum(one != other for one, other in pairs)


def _read(told: Mapping[str, Any]) -> Drawn:
    places = tuple(told["places"]) if told["places"] else None
    return Drawn(places, tuple(json.dumps(one, allow_nan=False) for one in told["lists"]))


# The tables whose rows people look for: what is bought from and by whom, filed under them or settled once is beside.
ITEMS = {
    "bank": ("bank_entry", "bank_bill"),
    "calendar": ("calendar_event", "calendar_guest"),
    "mail": ("mail_thread", "mail_message"),
    "maps": ("maps_visit",),
    "messenger": ("messenger_message", "messenger_reaction"),
    "shop": ("shop_order", "shop_order_line"),
    "todo": ("todo_task", "todo_step"),
}


def amounts(profile: str, content: str) -> dict[str, int]:
    """Return the number of rows of each table that an app's lists show, in a profile's life with this content."""
    with closing(World(load(profile, content).data)) as world:
        return {table: world.store.value(f"SELECT count(*) FROM {table}") for each in ITEMS.values() for table in each}
