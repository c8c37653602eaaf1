"""Which tasks are to learn from, to choose by, and to be tested on: by what a task is, never by chance or by run.

A split holds out tasks whole, whoever's device they are done on: the same task on another profile takes nearly the same
steps. Who wants to know how a model does with people, or with drawn details, that it has not seen, holds out those.
"""

import hashlib
from dataclasses import replace
from typing import Literal

from lifeworld.core.choices import NAMES, SPLITS, HeldOut, Split
from lifeworld.taskkit.compose import PLUS
from lifeworld.taskkit.configuration import Configuration

_TENTHS: tuple[Split, ...] = (*("train",) * 8, "validation", "test")


def split_of(configuration: Configuration, held_out: HeldOut = "task") -> Split | Literal[""]:
    """Return the split that a configuration is in.

    Of tasks and of instances (what a seed draws), eight tenths are in train and a tenth in each of the others, by a
    hash of the task's id or the instance's number. Of the three profiles that ship, each is a split, in their
    order; all other people fall by a hash of their names, as tasks do.
    A composed task is where all its parts are; "" where they are in several, so that it is in none.
    """
    if held_out == "task" and PLUS in configuration.task:
        parts = {split_of(replace(configuration, task=one)) for one in configuration.task.split(PLUS)}
        return parts.pop() if len(parts) == 1 else ""
    if held_out == "profile" and configuration.profile in NAMES:
        return SPLITS[NAMES.index(configuration.profile) % len(SPLITS)]
    written = f"{held_out} {getattr(configuration, held_out)}"
    digest = hashlib.blake2b(written.encode(), digest_size=8).digest()
    return _TENTHS[int.from_bytes(digest, "big") % len(_TENTHS)]
