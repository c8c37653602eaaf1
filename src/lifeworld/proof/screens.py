"""Every kind of page under every pair of looks and contents: it fits, can be read, and its controls can be hit."""

import itertools
import random
import tomllib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, closing, nullcontext
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import chain, groupby, product
from pathlib import Path
from typing import Any

from lifeworld import apps
from lifeworld.core.errors import Fault, UserError
from lifeworld.env.drivers.browser import Browser, Showing, showing
from lifeworld.proof.crawl import crawl, outside, signed_out
from lifeworld.taskkit.configuration import values
from lifeworld.web.look import DEVICES, Look
from lifeworld.web.themes import HERE
from lifeworld.world import World, load
from lifeworld.world.chosen import chosen
from lifeworld.world.profiles import NAMES

AXES = ("theme", "device", "language", "layout", "content")
FINE, COARSE = 24, 44  # CSS pixels that a control must have: on any screen, on a phone
SHELL = "shell"  # the device, beside the apps
_PANELS = ("/notifications", "/search", "/device/quick")  # on a desktop, over a page of the device's or of an app's
_SHELL = ("/", "/recent", *(f"{panel}?back={back}" for panel in _PANELS for back in ("/", "/todo/")))
_SCRIPT = Path(__file__).with_name("screens.js")
_AXE = HERE / "vendor/check/axe.min.js"


@dataclass(frozen=True)
class Case:
    """One kind of page under one combination of values."""

    app: str
    route: str
    values: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        return {"app": self.app, "route": self.route, **dict(self.values)}


@dataclass(frozen=True)
class Flaw:
    """What is wrong with a screen: which law, at what kind of element, in words."""

    case: Case
    address: str
    law: str
    where: str
    what: str

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "case": self.case.to_json()}


def combinations() -> list[dict[str, str]]:
    """Return combinations in which every pair of values of the axes occurs."""
    return covering({axis: values(axis) for axis in AXES})


def cases(only: Sequence[str] = ()) -> list[Case]:
    """Return every kind of page of every app, or of the device and every app, under each combination."""
    ids = [app.id for app in apps.installed() if not only or app.id in only] + [SHELL] * (not only or SHELL in only)
    found = [(app, route) for app in ids for route in _routes(app)]
    return [Case(app, route, tuple(row.items())) for row in combinations() for app, route in found]


def some(found: Sequence[Case], count: int, seed: str) -> list[Case]:
    """Return a sample of cases, those of one combination together, as few combinations as give variety."""
    rng = random.Random(f"screens {seed}")
    by_row: dict[tuple[tuple[str, str], ...], list[Case]] = {}
    for case in found:
        by_row.setdefault(case.values, []).append(case)
    rows = rng.sample(list(by_row), min(len(by_row), max(1, count // 3)))
    chosen = [case for row in rows for case in rng.sample(by_row[row], min(len(by_row[row]), -(-count // len(rows))))]
    return sorted(chosen[:count], key=lambda case: (rows.index(case.values), case.app))


async def flaws(found: Iterable[Case], told: Callable[[Case], None] = lambda _: None) -> AsyncIterator[Flaw]:
    """Look at each case in chromium, and yield what is wrong with it.

    Args:
        found: the cases; those of one combination best come together.
        told: hears of each case when it is done.
    """
    async with Browser() as browser:
        for row, those in groupby(found, key=lambda case: case.values):
            async with shown(browser, dict(row)) as there:
                for app, of_app in groupby(those, key=lambda case: case.app):
                    addresses = _addresses(there.world, app)
                    for case in of_app:
                        with _where_it_is(case, there.world):
                            wrong = await _looked(case, addresses.get(case.route, ""), there)
                        for flaw in wrong:
                            yield flaw
                        told(case)


def _where_it_is(case: Case, world: World) -> AbstractContextManager[None]:
    """Sign the owner out of the app meanwhile, where the page stands before its gate."""
    app = apps.by_id().get(case.app)
    return signed_out(world, app) if app and case.route.startswith(app.sign_in) else nullcontext()


def shown(browser: Browser, row: dict[str, str]) -> AbstractAsyncContextManager[Showing]:
    """Show the first profile's world under a value of each of `AXES`."""
    look = Look(row["theme"], DEVICES[row["device"]], row["layout"], row["language"])
    return showing(browser, World(load(NAMES[0], row["content"]).data, look).start(), scale=1)


async def _looked(case: Case, address: str, there: Showing) -> list[Flaw]:
    row, world, screen = dict(case.values), there.world, there.screen
    if not address:
        return []  # a life of which little is left does not lead there
    popups = chosen(row["content"]).interruptions(f"{case.route} {row['theme']}", soon=True)
    world.site.interruptions = popups
    device = DEVICES[row["device"]]
    least = COARSE if device.touch and not device.wide else FINE
    try:
        await there.look(address)
        if world.site.fault:
            raise world.site.fault
        await screen.ask(f"{axe()}; 0")
        judged = await screen.ask(f"({_judging()})({least})")
    except Fault as fault:
        world.site.fault = None
        return [Flaw(case, address, "renders", "the page", str(fault))]
    return [Flaw(case, address, *one) for one in judged]


@lru_cache(maxsize=1)
def _judging() -> str:
    return _SCRIPT.read_text()


@lru_cache(maxsize=1)
def axe() -> str:
    """Return axe-core.

    Raises:
        UserError: it is not vendored.
    """
    if not _AXE.exists():
        raise UserError(f"{_AXE} is missing; `make setup` brings it")
    return _AXE.read_text()


@lru_cache(maxsize=64)
def _routes(app: str) -> tuple[str, ...]:
    with closing(World(load(NAMES[0]).data, Look()).start()) as world:
        return tuple(_addresses(world, app))


def _addresses(world: World, app: str) -> dict[str, str]:
    """Return an address for each kind of page of an app, or of the device."""
    found: dict[str, str] = {}
    if app == SHELL:
        own = crawl(world, "/device/", "/device/")
        return {one: one for one in _SHELL} | {one.route: one.address for one in own if one.response.status == 200}
    for visited in chain(crawl(world, f"/{app}/", f"/{app}/"), outside(world, apps.by_id()[app])):
        if visited.response.status == 200 and visited.route.startswith(f"/{app}"):
            found.setdefault(visited.route, visited.address)
    return found


def summed(found: Iterable[Flaw]) -> list[dict[str, Any]]:
    """Return flaws by law and kind of element, the most frequent first, each with an example."""
    kinds: dict[tuple[str, str], list[Flaw]] = {}
    for flaw in found:
        kinds.setdefault((flaw.law, flaw.where), []).append(flaw)
    ordered = sorted(kinds.items(), key=lambda item: -len(item[1]))
    return [
        {
            "law": law,
            "where": where,
            "times": len(those),
            "what": those[0].what,
            "address": those[0].address,
            "values": dict(those[0].case.values),
        }
        for (law, where), those in ordered
    ]


@lru_cache(maxsize=1)
def _standing() -> frozenset[tuple[str, str]]:
    told = tomllib.loads(_SCRIPT.with_suffix(".toml").read_text(encoding="utf-8"))
    return frozenset((law, where) for law, places in told.items() for where in places)


def standing(flaw: Flaw) -> bool:
    """Return whether a flaw is one that stands for a reason, which screens.toml gives."""
    return (flaw.law, flaw.where) in _standing()


# ---- covering arrays: few combinations in which every pair of values of every two axes occurs

Pair = tuple[tuple[str, str], tuple[str, str]]
_CANDIDATES = 20  # rows of which the one with most new pairs is taken


def covering(axes: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Return combinations of a value of each axis, so that each pair of values of two axes is in one of them.

    Greedy, after Cohen et al.'s AETG (1997): each row is the best of some that begin with a pair that is still missing.
    """
    rng = random.Random("covering ")
    missing = {pair for one, other in itertools.combinations(axes, 2) for pair in _pairs(one, other, axes)}
    rows = []
    while missing:
        tried = [_row(axes, rng.choice(sorted(missing)), missing, rng) for _ in range(_CANDIDATES)]
        rows.append(max(tried, key=lambda row: len(missing & covered(row))))
        missing -= covered(rows[-1])
    return rows


def covered(row: Mapping[str, str]) -> set[Pair]:
    """Return the pairs of values that a combination holds."""
    return set(itertools.combinations(row.items(), 2))


def _pairs(one: str, other: str, axes: Mapping[str, Sequence[str]]) -> set[Pair]:
    return {((one, mine), (other, theirs)) for mine, theirs in product(axes[one], axes[other])}


def _row(axes: Mapping[str, Sequence[str]], first: Pair, missing: set[Pair], rng: random.Random) -> dict[str, str]:
    """Return a row that holds a pair, its other values each chosen for the most new pairs with those before."""
    row = dict(first)
    for axis in rng.sample([name for name in axes if name not in row], len(axes) - len(row)):
        choices = rng.sample(list(axes[axis]), len(axes[axis]))
        row[axis] = max(choices, key=lambda value: _new(axis, value, row, missing, axes))
    return {axis: row[axis] for axis in axes}


def _new(axis: str, value: str, row: Mapping[str, str], missing: set[Pair], axes: Mapping[str, Sequence[str]]) -> int:
    order = list(axes)
    pairs = (sorted(((axis, value), one), key=lambda part: order.index(part[0])) for one in row.items())
    return sum((one, other) in missing for one, other in pairs)
