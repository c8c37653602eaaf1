import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from lifeworld.core.errors import UserError
from lifeworld.env.drivers.browser import Browser

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture(scope="session")
def run() -> Iterator[Run]:
    loop = asyncio.new_event_loop()
    yield loop.run_until_complete
    loop.close()


@pytest.fixture(scope="session")
def browser(run: Run) -> Iterator[Browser]:
    browser = Browser()
    try:
        run(browser.start())
    except UserError as problem:
        pytest.skip(str(problem))
    yield browser
    run(browser.stop())
