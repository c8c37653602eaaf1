"""Every value of every axis changes what it says it changes, on each form of device on which it is offered."""

from itertools import cycle
from typing import Any

import pytest
from scripts.drawn import Drawn, changed, drawn
from tests.browsers import in_browser
from tests.commands import command
from tests.rotation import some_apps

from lifeworld import apps
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.environment import SyncEnvironment
from lifeworld.proof.screens import AXES, shown
from lifeworld.taskkit.configuration import Configuration, idle, layouts, values
from lifeworld.web.anatomy import anatomy
from lifeworld.web.look import DEVICES, FORMS, LAYOUTS, Look

AXES_AS_THEY_ARE = {axis: values(axis)[0] for axis in AXES}
Row = tuple[Any, ...]  # an address, and a value of each axis


@pytest.mark.long
@pytest.mark.parametrize("device", FORMS)
@pytest.mark.parametrize("app", some_apps("layouts", 2), ids=lambda app: app.id)
def test_each_layout_moves_an_app_s_places_or_makes_its_rows_cards(app, device: str) -> None:  # type: ignore[no-untyped-def]
    async def all_layouts(browser: Browser) -> dict[str, dict[str, Drawn]]:
        return {layout: await drawn(browser, app, device, layout) for layout in layouts(device)}

    found = in_browser(all_layouts)
    stays = ("cards", *(("top",) if device == "phone" and anatomy(app.folder).places == "top" else ()))
    for layout in layouts(device)[1:]:
        seen = changed(found["usual"], found[layout])
        moved, cards = layout.partition("-")[0] not in stays, layout.endswith("cards")
        assert seen.of_lists >= 5 and seen.lists == (seen.of_lists if cards else 0), (layout, seen)
        assert not moved or seen.places == seen.of_places > 0, (layout, seen)


def test_a_layout_is_refused_where_it_looks_like_another() -> None:
    for device in DEVICES:
        looks = {(look.navigation, look.cards) for look in (Look("light", DEVICES[device], one) for one in LAYOUTS)}
        assert len(layouts(device)) == len(looks) and all(
            bool(idle(one, device)) != (one in layouts(device)) for one in LAYOUTS
        )
        for layout in set(LAYOUTS) - {*layouts(device)}:
            with pytest.raises(UserError, match=f"layout “{layout}” looks like “.*” on {device}; choose among usual"):
                Configuration("todo.CompleteTask", "nora", layout=layout, device=device)


@pytest.mark.parametrize("words", [("eval", "--agent", "null", "--task", "todo.CompleteTask"), ("play",)])
def test_the_command_line_refuses_it_in_a_line(words: tuple[str, ...]) -> None:
    said = command(*words, "--axis", "layout=bottom,device=phone", code=2)
    assert "layout “bottom” looks like “usual” on phone; choose among usual, top" in said


@pytest.mark.long
@pytest.mark.parametrize("device", FORMS)
def test_each_theme_device_and_language_is_drawn_otherwise(device: str) -> None:
    """One screen for each value, of another app each; no two values of an axis give the same picture of one app."""

    rows = {
        (axis, app.id, value): (app.href, *(AXES_AS_THEY_ARE | {"device": device, axis: value}).items())
        for axis in ("theme", "language", "device")
        for other, app in zip(values(axis), cycle(apps.installed()))
        for value in (device if axis == "device" else values(axis)[0], other)
    }

    async def pictures(browser: Browser) -> dict[Row, bytes]:
        return {row: await pictured(browser, row) for row in dict.fromkeys(rows.values())}

    drawn = in_browser(pictures)
    found = {place: drawn[row] for place, row in rows.items()}
    for axis, app, value in found:
        first = device if axis == "device" else values(axis)[0]
        assert value == first or found[axis, app, value] != found[axis, app, first], (
            f"{axis} {value} on {device}: {app}"
        )


async def pictured(browser: Browser, row: Row) -> bytes:
    address, *varied = row
    async with shown(browser, dict(varied)) as there:
        await there.look(address)
        return await there.screen.picture()


@pytest.mark.parametrize("device", FORMS)
def test_each_state_language_and_person_is_another_beginning(device: str, environment: SyncEnvironment) -> None:
    usual = begun(environment, device)
    for state in values("state")[1:]:
        assert begun(environment, device, state=state).url != usual.url, state
    for language in values("language")[1:]:
        said = begun(environment, device, language=language)
        assert said.tree != usual.tree and said.goal == usual.goal, language
        asked = begun(environment, device, goal_language=language)
        assert asked.goal != usual.goal and asked.tree == usual.tree, language


def begun(environment: SyncEnvironment, device: str, **varied: str) -> Observation:
    return environment.reset(Configuration("todo.CompleteTask", "nora", device=device, **varied))
