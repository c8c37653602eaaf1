"""A browser that all tests of a process share which look at an agent's screens: it takes a second to begin one."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, NamedTuple, TypeVar

from lifeworld.env.drivers.browser import Browser

T = TypeVar("T")
Run = Callable[[Coroutine[Any, Any, Any]], Any]


class Shared(NamedTuple):
    """A browser, what runs a coroutine on its event loop, and what ends both."""

    browser: Browser
    run: Run
    loop: asyncio.AbstractEventLoop


@cache
def shared() -> Shared:
    """Return the browser of this process, which who needs it first begins."""
    browser, loop = Browser(), asyncio.new_event_loop()
    loop.run_until_complete(browser.start())
    return Shared(browser, loop.run_until_complete, loop)


def in_browser(work: Callable[[Browser], Coroutine[Any, Any, T]]) -> T:
    """Do something in it."""
    found: T = shared().run(work(shared().browser))
    return found


def end() -> None:
    """End it, if anybody has begun it."""
    if shared.cache_info().currsize:
        browser, run, loop = shared()
        run(browser.stop())
        loop.close()
