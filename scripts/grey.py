"""The screens of all apps in grey and small, without their bars, and how many are nearest to one of their own app."""

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from lifeworld import apps
from lifeworld.env.drivers.browser import Browser, showing
from lifeworld.env.drivers.screen import Screen
from lifeworld.proof.crawl import get
from lifeworld.report.gallery import addresses
from lifeworld.web import App
from lifeworld.web.look import PHONE, Look
from lifeworld.world import World, load

WIDTH, HEIGHT = 48, 90  # pixels of what is compared
MOST = 100  # screens of an app, one for each kind of page
PROFILE = "nora"
KINDS = {
    "question": "dialog.dialog",
    "sheet": "dialog.sheet",
    "form": "main form.form .field",
    "list": "main li:nth-child(4)",
    "detail": "main",
}
DEVICE = replace(PHONE, ratio=1)
_BARS = """() => [document.querySelector('.title-bar')?.getBoundingClientRect().bottom ?? 44,
                  document.querySelector('.foot')?.getBoundingClientRect().top ?? innerHeight]"""


@dataclass(frozen=True)
class Grey:
    """One screen without its bars: of which app and kind, and its values from 0 to 255 (90 × 48)."""

    app: str
    kind: str
    address: str
    values: np.ndarray


def kind_of(html: bytes) -> str:
    """Return the first kind whose mark a page has."""
    page = LexborHTMLParser(html.decode())
    return next((kind for kind, mark in KINDS.items() if page.css_first(mark)), "")


async def taken(app: App, browser: Browser, folder: Path | None) -> AsyncIterator[Grey]:
    """Yield an app's screens."""
    world, other = (World(load(PROFILE).data, Look(device=DEVICE)).start() for _ in range(2))
    async with showing(browser, world) as there:
        for address in addresses(app, other, MOST):
            if kind := kind_of(get(world, address).body):
                await there.look(address)
                values = await _cut(there.screen, folder, f"{app.id}{address}".replace("/", "_"))
                yield Grey(app.id, kind, address, values)


async def _cut(screen: Screen, folder: Path | None, name: str) -> np.ndarray:
    """Return what stands between the bars, in grey and small."""
    top, bottom = await screen.page.evaluate(_BARS)
    picture = Image.open(io.BytesIO(await screen.picture())).convert("L")
    cut = picture.crop((0, round(top), picture.width, max(round(bottom), round(top) + 1)))
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        cut.save(folder / f"{name[:80]}.png")
    small = cut.resize((WIDTH, max(1, round(cut.height * WIDTH / cut.width))), Image.Resampling.BOX)
    values = np.full((HEIGHT, WIDTH), float(np.asarray(small)[-1].mean()))
    part = np.asarray(small, dtype=float)[:HEIGHT]
    values[: len(part)] = part
    return values


def right(screens: list[Grey]) -> dict[str, tuple[int, int]]:
    """Return by kind how many screens have their nearest other in the same app, and of how many."""
    flat = np.stack([screen.values.ravel() for screen in screens])
    apart = ((flat[:, None] - flat[None]) ** 2).sum(-1)
    np.fill_diagonal(apart, np.inf)
    nearest = apart.argmin(1)
    found: dict[str, tuple[int, int]] = {}
    for kind in KINDS:
        same = [screens[nearest[n]].app == one.app for n, one in enumerate(screens) if one.kind == kind]
        found[kind] = sum(same), len(same)
    return found


async def measure(folder: Path | None = None) -> list[Grey]:
    """Return the screens of all apps."""
    async with Browser() as browser:
        return [one for app in apps.installed() async for one in taken(app, browser, folder)]
