"""What the workers of `test_worker_pool.py` do; a file of its own, so that they start fast."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.run.task_queue import Notify, TaskFunction


@asynccontextmanager
async def doing() -> AsyncIterator[TaskFunction]:
    """Do what a task says."""

    async def do(task: str, tell: Notify) -> str:
        verb, _, rest = task.partition(" ")
        if verb == "die" or (verb == "stumble" and not Path(rest).exists()):
            Path(rest).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if verb == "mistake":
            raise UserError(rest)
        if verb == "fail":
            raise ValueError(rest)
        if verb == "tell":
            tell(rest)
        if verb == "wait":
            await asyncio.sleep(float(rest))
        return f"{rest} done"

    yield do
