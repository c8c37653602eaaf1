"""Frozen values of many kinds, which compare, hash and show themselves by one method for all kinds."""

import dataclasses
from typing import Any

from lifeworld.core.typed import remembered


class Value:
    """The base of dataclasses that are made with `eq=False, repr=False`.

    Rows, commands and events are of hundreds of kinds, all made before a first screen is shown: to have Python write
    and compile these methods for each took a tenth of that time.
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, its = vars(self), vars(other)
        return all(mine[name] == its[name] for name in names(type(self)))

    def __hash__(self) -> int:
        own = vars(self)
        return hash(tuple(own[name] for name in names(type(self))))

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={vars(self)[name]!r}" for name in names(type(self)))
        return f"{type(self).__qualname__}({told})"


@remembered(4096)
def names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of a dataclass's fields."""
    return tuple(one.name for one in dataclasses.fields(kind))
