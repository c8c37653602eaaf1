"""Looking for garbage less often, in processes that do nothing but play: a page is thousands of small objects.

Most of them go as soon as nobody holds them. Python looks through all of them again and again for those that hold each
other, which takes a fifth of the time of an episode without a browser.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

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
