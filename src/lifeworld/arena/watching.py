"""A most of memory for the browser that battles are played in."""

import asyncio
import os
import signal
from contextlib import suppress
from typing import Self

from lifeworld.agents.limits import WATCHED, families
from lifeworld.agents.worker_process import GIGABYTE
from lifeworld.core.errors import DriverFault
from lifeworld.env.drivers.browser import Browser

MEMORY = 4.0  # GB
_LOOKING = 0.5  # seconds between two looks


class Watch:
    """Looks how much memory a browser takes, and kills one that takes too much; the next battle begins a new one.

    What is shared with files does not count. Memory can be watched on Linux; elsewhere nothing is held.

    Args:
        browser: what is watched, with all processes that it starts.
        most: bytes that it may take.
    """

    def __init__(self, browser: Browser, most: int) -> None:
        self._browser, self._most = browser, most
        self._reason = ""

    async def __aenter__(self) -> Self:
        self._looking = asyncio.create_task(self._look())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._looking.cancel()
        await asyncio.gather(self._looking, return_exceptions=True)

    def reason(self) -> str:
        """Return why the browser was killed since the last call; "" where it was not."""
        told, self._reason = self._reason, ""
        return told

    async def _look(self) -> None:
        while WATCHED:
            await asyncio.sleep(_LOOKING)
            with suppress(DriverFault, ProcessLookupError):
                process = await self._browser.process()
                if sum(families({process})[process].values()) > self._most:
                    os.kill(process, signal.SIGKILL)
                    self._reason = f"its browser took more than {self._most / GIGABYTE:g} GB of memory"
