"""What all tests share: a cache of profiles of this checkout, and worlds to look at."""

from collections.abc import Iterator

import pytest

from lifeworld.web.look import DEVICES, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES


@pytest.fixture
def world() -> Iterator[World]:
    """The first profile's device, on a phone, with recording begun."""
    opened = World(load(NAMES[0]).data, Look("light", DEVICES["phone"])).start()
    yield opened
    opened.close()
