"""What all tests share: a cache of profiles of this checkout, and worlds to look at."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests import rotation

from lifeworld.core.own import WORLDS
from lifeworld.env.drivers.browser import find_chromium
from lifeworld.web.look import DEVICES, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="hold the laws against everything, not against a sample")
    parser.addoption("--long", action="store_true", help="run long tests whether or not it is their turn")


def pytest_configure(config: pytest.Config) -> None:
    rotation.whole = config.getoption("--whole")
    if config.args_source is pytest.Config.ArgsSource.ARGS or config.option.keyword:
        config.option.long = config.option.long or not hasattr(config, "workerinput")  # who names tests means them


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    waiting = pytest.mark.skip(reason="its turn comes with another change; pytest --long runs it")
    for item in items if not config.option.long else ():
        if item.get_closest_marker("long") and not rotation.is_due(item.path, item.nodeid):
            item.add_marker(waiting)


def pytest_sessionstart() -> None:
    """Look for garbage seldom: every page of the tests makes some. Hear Ctrl-C, which background jobs ignore."""
    gc.set_threshold(20_000, 20, 50)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Spare the collector what stays for good, and that is all by now, the tests themselves included."""
    for name in NAMES:
        load(name)
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_worlds_of_other_tests() -> Iterator[None]:
    """Forget which worlds the runs keep that a test opened."""
    yield
    os.environ.pop(WORLDS, None)


@pytest.fixture
def world() -> Iterator[World]:
    """The first profile's device, on a phone, with recording begun."""
    opened = World(load(NAMES[0]).data, Look("light", DEVICES["phone"])).start()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser of a person's, for pages that agents never see; one a file, since it keeps its thread's event loop."""
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=os.geteuid() != 0)
        yield browser
        browser.close()
