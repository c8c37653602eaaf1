"""Every control does something: on the screen, in the address or in the data; a toast alone is nothing."""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from tests.browsers import in_browser
from tests.rotation import some_apps, some_names

from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.drivers.dom import Dom
from lifeworld.proof.crawl import Control, controls, dead
from lifeworld.web.look import FORMS


@pytest.mark.parametrize("device", some_names("presses", FORMS, 1))
def test_no_control_is_dead_without_a_browser(device: str) -> None:
    chosen = controls(device, [app.id for app in some_apps("presses", 1)])
    assert len(chosen) > 60
    assert asyncio.run(_dead_in_dom(chosen)) == []


@pytest.mark.parametrize("device", some_names("presses in a browser", FORMS, 1))
def test_no_control_is_dead_in_a_browser(device: str) -> None:
    found = controls(device, [app.id for app in some_apps("presses", 1)])
    assert in_browser(partial(_dead_in_chromium, Random(len(found)).sample(found, 20))) == []


@pytest.mark.slow
@pytest.mark.parametrize("device", FORMS)
def test_no_control_at_all_is_dead_in_a_browser(device: str) -> None:
    assert in_browser(partial(_dead_in_chromium, controls(device))) == []


async def _dead_in_dom(chosen: Sequence[Control]) -> list[str]:
    return [str(control) async for control in dead(Dom(), chosen)]


async def _dead_in_chromium(chosen: Sequence[Control], browser: Browser) -> list[str]:
    return [str(control) async for control in dead(Chromium(browser, pictures=False), chosen)]
