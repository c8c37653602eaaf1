"""What all tests share: a cache of profiles of this checkout, and worlds to look at."""

import gc
from collections.abc import Iterator

import pytest
from tests import rotation

from lifeworld.web.look import DEVICES, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="hold the laws against everything, not against a sample")


def pytest_configure(config: pytest.Config) -> None:
    rotation.whole = config.getoption("--whole")


def pytest_sessionstart() -> None:
    """Spare the collector what stays for good: every page of the tests makes garbage, and no test looks at the rest."""
    for name in NAMES:
        load(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture
def world() -> Iterator[World]:
    """The first profile's device, on a phone, with recording begun."""
    opened = World(load(NAMES[0]).data, Look("light", DEVICES["phone"])).start()
    yield opened
    opened.close()
