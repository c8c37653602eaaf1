"""Presses every control of every kind of page, and writes what came of it: docs/controls.md (some minutes).

python scripts/controls.py
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from lifeworld import apps
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.proof.crawl import Control, controls, dead
from lifeworld.web.look import FORMS

PLACE = Path(__file__).parent.parent / "docs" / "controls.md"
EVERY = 8  # of so many controls one is pressed in the browser too
SHELL = "the device's own pages"
HEAD = f"""<!-- Made by scripts/controls.py. Change the code, not this page. -->

# Controls that do something

A control that does nothing costs an agent steps and measures nothing. So every link, button, box, switch and radio
button on every kind of page that links lead to was pressed, each on a world of its own, on {" and ".join(FORMS)}:
without a browser, and a drawn {EVERY}th of them in Chromium too. A control has no effect where afterwards the address,
all that the screen shows and all data are as they were; a toast alone is none, but where a form saves what is there
already. Of the pages of one kind a few are looked at, and of controls that differ only in numbers there one is pressed.

"""
FOOT = """
```sh
python scripts/controls.py                                    # makes this page
pytest tests/contracts/test_presses.py -m "slow or not slow"  # presses all of them in Chromium
```
"""


@dataclass(frozen=True)
class Pressed:
    """Controls that were pressed in one way, and those of them without effect."""

    all: Sequence[Control]
    idle: Sequence[Control]

    def of(self, app: str) -> "Pressed":
        return Pressed(
            [one for one in self.all if app_of(one) == app], [one for one in self.idle if app_of(one) == app]
        )


async def main() -> None:
    every = [control for device in FORMS for control in controls(device)]
    plain = Pressed(every, [one async for one in dead(Dom(), every)])
    drawn = Random(len(every)).sample(every, len(every) // EVERY)
    browser = Browser()
    await browser.start()
    try:
        shown = Pressed(drawn, [one async for one in dead(Chromium(browser, pictures=False), drawn)])
    finally:
        await browser.stop()
    PLACE.write_text(HEAD + "\n".join(table(plain, shown)) + "\n" + FOOT)


def table(plain: Pressed, shown: Pressed) -> Iterator[str]:
    """Yield the lines of the table, then each control without effect."""
    yield "| app | pages | controls pressed | without effect | in Chromium | without effect |"
    yield "|---|---|---|---|---|---|"
    for app in (*apps.installed(), None):
        own = app.id if app else ""
        yield row(app.name if app else SHELL, plain.of(own), shown.of(own))
    yield row("all", plain, shown)
    yield ""
    yield from (f"- {one}" for one in dict.fromkeys([*plain.idle, *shown.idle]))


def row(name: str, plain: Pressed, shown: Pressed) -> str:
    pages = len({(one.device, one.address) for one in plain.all})
    counts = (pages, len(plain.all), len(plain.idle), len(shown.all), len(shown.idle))
    return f"| {name} | {' | '.join(f'{count:,}' for count in counts)} |"


def app_of(control: Control) -> str:
    """Return the app whose page a control stands on; "" where it is the device's own."""
    first = control.address.split("/")[1]
    return first if first in apps.by_id() else ""


if __name__ == "__main__":
    asyncio.run(main())
