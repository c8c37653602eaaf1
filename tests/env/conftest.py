import sys
from pathlib import Path

import pytest
from tests.browsers import Run, shared

sys.path.insert(0, str(Path(__file__).parent))

from lifeworld.env.drivers.browser import Browser


@pytest.fixture(scope="session")
def run() -> Run:
    return shared().run


@pytest.fixture(scope="session")
def browser() -> Browser:
    return shared().browser
