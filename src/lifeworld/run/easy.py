"""Which tasks are easy: of one app, with no answer to give, and a solution that was measured to take few actions."""

from functools import lru_cache
from pathlib import Path

import lifeworld.tasks

EASY = "easy"  # their tag
KINDS = ("modify", "navigate")  # which want no answer, no question and no refusal
MOST = 6  # actions of a solution, the last “done” included
LIST = Path(lifeworld.tasks.__file__).parent / "easy.txt"


@lru_cache(maxsize=1)
def easy() -> frozenset[str]:
    """Return the ids of the easy tasks; those of one's own are none, since nobody has measured them."""
    return frozenset(line for line in LIST.read_text().splitlines() if not line.startswith("#"))
