"""`lifeworld agents check`: an adapter's capabilities on each screen, and its faults by name."""

import asyncio
from collections.abc import Mapping, Sequence

from lifeworld.agents.calibration.check import NOT_HERE, NOT_OFFERED, OK, SCREENS, Row, checked, followed
from lifeworld.agents.codecs.action_spaces import ACTION_SPACES, ActionSpace, of
from lifeworld.agents.roster import ROSTER, create
from lifeworld.cli.printing import console, titled
from lifeworld.core.errors import UserError, hint
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.web.look import Device

_SIGNS = {OK: "ok", NOT_OFFERED: "–", NOT_HERE: "·"}
_TASKED = ("oracle", "replay", "null", "random")  # which do not act by what a goal says


def check(name: str, speaks: str | None, screens: Sequence[str]) -> bool:
    """Print what an agent's capabilities come to; return whether nothing is wrong.

    Raises:
        UserError: there is no such agent, action_space or screen, or the agent can't be checked.
    """
    action_spaces = _spoken(name, speaks)
    return asyncio.run(_check(name, action_spaces, [_screen(one) for one in screens] or list(SCREENS)))


async def _check(name: str, action_spaces: Mapping[str, ActionSpace], screens: Sequence[Device]) -> bool:
    rows: list[Row] = []
    async with Browser() as browser:
        driver = Chromium(browser, scale=0)
        for title, action_space in action_spaces.items():
            rows += _printed(title, [await checked(create, name, action_space, driver, one) for one in screens])
        if not action_spaces:
            rows += _printed(name, [await followed(lambda: create(name), driver, one) for one in screens])
        await driver.close()
    return not any(row.is_fault for row in rows)


def _spoken(name: str, speaks: str | None) -> Mapping[str, ActionSpace]:
    """Return the action_spaces that an adapter is checked in; none where it is told goals instead.

    Raises:
        UserError: it speaks no such action space, or it can neither be dictated nor told anything.
    """
    first = name.partition(":")[0]
    known = of(name) if name in ROSTER else ACTION_SPACES
    if first in _TASKED:
        raise UserError(f"{first} does not go by what it is told, so that nothing can be meant; check another agent")
    if speaks is None:
        return of(name) or _told(name)
    if first in ROSTER and not of(first):
        raise UserError(f"{first} asks no model: leave --speaks out")
    if first in ROSTER and name != first:
        raise UserError(f"with --speaks a mock server takes the model's place: name {first} alone")
    if speaks not in known:
        raise UserError(f"no action space “{speaks}” here; {hint(speaks, known)}")
    return {speaks: known[speaks]}


def _told(name: str) -> Mapping[str, ActionSpace]:
    """See that there is such an agent, which then is told goals in words."""
    create(name)
    return {}


def _screen(name: str) -> Device:
    found = {one.name: one for one in SCREENS}
    if name not in found:
        raise UserError(f"no screen “{name}”; {hint(name, found)}")
    return found[name]


def _printed(title: str, columns: Sequence[Sequence[Row]]) -> list[Row]:
    """Print one table with its faults below, and return its rows."""
    out, rows = console(), [row for column in columns for row in column]
    table = titled(title, ["capability", *(_named(column[0].screen) for column in columns)])
    for same in zip(*columns, strict=True):
        table.add_row(same[0].capability, *(_SIGNS.get(row.told, "wrong") for row in same))
    out.print(table)
    out.print("– not offered by this action space, · not on this screen")
    for row in rows:
        if row.is_fault:
            out.print(f"{row.capability}, {_named(row.screen)}: {row.told}")
    return rows


def _named(screen: Device) -> str:
    return f"{screen.name} {screen.width}×{screen.height}" + (f" at {screen.ratio}" if screen.ratio > 1 else "")
