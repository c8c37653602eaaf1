"""What a process minds: Ctrl-C, which has nothing more to say while a command is ending; garbage, looked for seldom.

Most of the small objects that a page is made of go as soon as nobody holds them. Python looks through all of them again
and again for those that hold each other, which takes a fifth of the time of an episode without a browser.
"""

import gc
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


_SELDOM = 20_000, 10, 5  # objects between two looks at the youngest, looks at these before the older, and so on


@contextmanager
def seldom() -> Iterator[None]:
    """Leave what is loaded by now alone, and look for garbage among the rest seldom; as it is, where somebody does."""
    if gc.get_freeze_count():
        yield
        return
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
