"""What all tests share: a cache of profiles of this checkout, and worlds to look at."""

import gc
import importlib
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests import browsers, rotation

from lifeworld.core.own import WORLDS
from lifeworld.env.drivers.browser import find_chromium
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.web.look import DEVICES, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

ROOM = 1 << 30  # bytes
LIVES = (  # which share years; the first lives those of all twelve, and looks on
    *("tests/contracts/test_words.py", "tests/contracts/test_other_people.py", "tests/life/"),
    *("tests/cli/test_people.py", "tests/tasks/test_heard.py", "tests/world/test_causes.py"),
)
DRAWS = ("tests/contracts/test_goals.py", "tests/contracts/test_rubrics.py", "tests/tasks/test_freedoms.py")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of the many processes that tests start compiles 500 modules


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="hold the laws against everything, not against a sample")
    parser.addoption("--long", action="store_true", help="run long tests whether or not it is their turn")


def pytest_configure(config: pytest.Config) -> None:
    rotation.whole = config.getoption("--whole")
    if hasattr(config, "workerinput"):
        config.option.long, rotation.named = config.workerinput["turns"]
    else:
        rotation.named = bool(config.option.keyword)
        config.option.long = config.option.long or _chosen(config)


def _chosen(config: pytest.Config) -> bool:
    """Return whether somebody names the tests to be run: those are meant, whosever turn it is."""
    by_place = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    failed = config.getoption("lf", False) or config.getoption("failedfirst", False)
    return by_place or bool(config.option.keyword) or "long" in config.option.markexpr or failed


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of xdist's, whose own arguments are always places."""
    node.workerinput["turns"] = node.config.option.long, rotation.named


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep all tests of lives in one process, and of draws, as `loadfile` does those of a file: they share them."""
    if config.getoption("dist") != "loadfile":
        return None
    scheduling = importlib.import_module("xdist.scheduler").LoadFileScheduling

    class ByFile(scheduling):  # type: ignore[misc, valid-type]
        def _split_scope(self, nodeid: str) -> str:
            together = (group[0] for group in (LIVES, DRAWS) if nodeid.startswith(group))
            return next(together, nodeid.partition("::")[0])

    return ByFile(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LIVES[0]))
    waiting = pytest.mark.skip(reason="its turn comes with another change; pytest --long runs it")
    for item in items if not config.option.long else ():
        if item.get_closest_marker("long") and not rotation.is_due(item.path, item.nodeid):
            item.add_marker(waiting)
    limited = config.pluginmanager.hasplugin("timeout")  # which the oracles' environment does without
    for item in items if limited else ():
        item.add_marker(pytest.mark.timeout(7200 if rotation.whole or item.get_closest_marker("slow") else 600))


def pytest_sessionstart() -> None:
    """Look for garbage seldom: every page of the tests makes some. Hear Ctrl-C, which background jobs ignore.

    Without room for what the tests write, everything fails for reasons that name anything else.
    """
    if (free := shutil.disk_usage(tempfile.gettempdir()).free) < ROOM:
        pytest.exit(f"{tempfile.gettempdir()} has {free >> 20} MB free; the tests need {ROOM >> 20}", returncode=3)
    gc.set_threshold(20_000, 20, 50)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Spare the collector what stays for good, and that is all by now, the tests themselves included."""
    for name in NAMES:
        load(name)
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)  # once no environment is open in it
def pytest_sessionfinish() -> None:
    browsers.end()


@pytest.fixture(autouse=True)
def no_worlds_of_other_tests() -> Iterator[None]:
    """Forget which worlds the runs keep that a test opened."""
    yield
    os.environ.pop(WORLDS, None)


@pytest.fixture
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """The first profile's device with recording begun: a phone, or what a test names by `indirect`."""
    made = World(load(NAMES[0]).data, Look("light", DEVICES[getattr(request, "param", "phone")])).start()
    yield made
    made.close()


@pytest.fixture(scope="module")
def environment() -> Iterator[SyncEnvironment]:
    """An environment that plays any configuration in a device without a browser."""
    with opened("dom") as made:
        yield made


@pytest.fixture(scope="session")
def chromium() -> Iterator[SyncEnvironment]:
    """The same in the browser of all tests, for those who look at no pictures."""
    browser, run, _ = browsers.shared()
    made = SyncEnvironment(Environment(Chromium(browser, pictures=False)), run)
    yield made
    made.close()


@pytest.fixture(scope="module", params=["dom", "chromium"])
def either(request: pytest.FixtureRequest) -> Iterator[SyncEnvironment]:
    """One without a browser, and one in it."""
    with opened("dom") as made:
        yield request.getfixturevalue("chromium") if request.param == "chromium" else made


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser of a person's, for pages that agents never see; one a file, since it keeps its thread's event loop."""
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=os.geteuid() != 0)
        yield browser
        browser.close()
