"""Worlds take turns in threads, off the event loop on which clients and models are waited for."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, Unpack

import anyio
from anyio.to_thread import run_sync

T = TypeVar("T")
Given = TypeVarTuple("Given")
_ONE = anyio.CapacityLimiter(1)


async def in_turn(work: Callable[[Unpack[Given]], T], *given: *Given) -> T:
    """Return what work on a world gives, once it is its turn."""
    return await run_sync(work, *given, limiter=_ONE)
