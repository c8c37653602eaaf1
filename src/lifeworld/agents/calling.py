"""Calls into code that is not ours: whatever it raises comes back as a value."""

import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeAlias

_MOST = 300  # signs of what an agent says that a reason repeats

Outcome: TypeAlias = tuple[Any, BaseException | None]


def called(call: Callable[..., Any], *arguments: Any) -> Outcome:
    """Return what a call returns, or None and what it raised; Ctrl-C stays Ctrl-C."""
    try:
        return call(*arguments), None
    except KeyboardInterrupt as error:
        if threading.current_thread() is threading.main_thread():
            raise
        return None, error
    except BaseException as error:  # noqa: BLE001 (an agent may raise anything, SystemExit as well)
        return None, error


async def awaited(work: Awaitable[Any]) -> Outcome:
    """Return what a coroutine returns, or None and the exception that it raised."""
    try:
        return await work, None
    except Exception as error:  # noqa: BLE001 (as above; SystemExit ends the event loop, whose process is the agent's)
        return None, error


def raised(error: BaseException, doing: str = "") -> str:
    """Return in one line what somebody's code raised, and while doing what."""
    said = plain(str(called(str, error)[0] or ""))
    return f"{type(error).__name__}{doing}{': ' if said else ''}{said}"


def plain(text: str) -> str:
    """Return a text as one short line that every file can hold."""
    whole = text.encode(errors="replace").decode()
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in whole).split())
    return line if len(line) <= _MOST else line[:_MOST] + "…"


def texts_in(data: Any) -> Iterator[str]:
    """Yield all texts that plain data holds."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list | tuple):
        for one in data.values() if isinstance(data, dict) else data:
            yield from texts_in(one)
