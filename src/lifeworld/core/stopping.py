"""Ctrl-C while a command is ending: it has been heard, and has nothing more to say."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


def hear_no_more() -> None:
    """Ignore Ctrl-C from now on, in a process that is about to end."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def unhurried() -> Iterator[None]:
    """Ignore Ctrl-C meanwhile, for what takes seconds and is to be finished."""
    before = signal.getsignal(signal.SIGINT)
    hear_no_more()
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)
