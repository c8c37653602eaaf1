"""Writes the tables of docs/variation.md that are measured: lists changed by layout, rows added by content.

python scripts/variation.py [layouts] [contents]
"""

import asyncio
import sys

from drawn import ITEMS, amounts, changed, drawn
from measured import put, table

from lifeworld import apps
from lifeworld.env.drivers.browser import Browser
from lifeworld.taskkit.configuration import layouts
from lifeworld.web.look import FORMS
from lifeworld.world.profiles import NAMES


async def by_layout() -> str:
    """Return what each layout changes of each app: its lists, and on how many screens the app's places."""
    columns = [(device, layout) for device in FORMS for layout in layouts(device)[1:] if "-" not in layout]
    rows = []
    async with Browser() as browser:
        for app in apps.installed():
            usual = {device: await drawn(browser, app, device, "usual") for device in FORMS}
            cells = [
                _told(layout, changed(usual[device], await drawn(browser, app, device, layout)))
                for device, layout in columns
            ]
            rows.append((app.name, *cells))
    return table(("App", *(f"{layout}, {device}" for device, layout in columns)), rows)


def _told(layout: str, found: object) -> str:
    lists, of_lists, places, of_places = vars(found).values()
    return f"{lists} of {of_lists} lists" if layout == "cards" else f"{places} of {of_places} screens"


def by_content() -> str:
    """Return how many rows the lists of each app hold, in contents with more or fewer."""
    plain, *others = (amounts(NAMES[0], content) for content in ("plain", "full", "sparse"))
    rows = [
        (app.name, f"`{name}`", plain[name], *(f"{one[name]} ({one[name] / plain[name]:.1f} ×)" for one in others))
        for app in apps.installed()
        for name in ITEMS.get(app.id, ())
    ]
    return table(("App", "Rows of", "plain", "full", "sparse"), rows)


TABLES = {"layouts": lambda: asyncio.run(by_layout()), "contents": by_content}


def main(names: list[str]) -> None:
    """Measure, and write the page anew."""
    for name in names or list(TABLES):
        put("variation.md", name, "variation.py", TABLES[name]())


if __name__ == "__main__":
    main(sys.argv[1:])
