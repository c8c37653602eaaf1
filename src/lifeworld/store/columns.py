"""What an author says of a column: how it takes part in a verdict."""

import dataclasses
from dataclasses import field
from enum import Enum
from typing import Any


class Kind(Enum):
    """How a column takes part in a verdict."""

    PLAIN = "plain"  # compared by value
    STAMP = "stamp"  # set by the clock: compared as set or unset
    RANK = "rank"  # an order: compared by the order of the rows
    VOLATILE = "volatile"  # never compared
    INCIDENTAL = "incidental"  # a mark: what looking sets is free, but where an expected effect sets it


def column(*, default: Any = dataclasses.MISSING) -> Any:
    """Return a plain column with a default."""
    return _field(Kind.PLAIN, default)


def stamp(*, default: Any = None) -> Any:
    """Return a column that the clock sets; verdicts see only whether it is set."""
    return _field(Kind.STAMP, default)


def free(reason: str, *, default: Any, worded: bool = False) -> Any:
    """Return a plain column that is left to the helper where nobody asked for it.

    Where a row is to be made and the expected one holds the default, verdicts accept any value; where it is `worded`,
    people write it in words of their own, and only words of the goal.
    """
    return _field(Kind.PLAIN, default, free=reason, worded=worded)


def verbatim(*, default: Any = dataclasses.MISSING) -> Any:
    """Return a column of text that verdicts compare to the letter, such as code; but for how lines end."""
    return _field(Kind.PLAIN, default, verbatim=True)


def rank(within: str = "", *, default: Any = 0, free: str = "") -> Any:
    """Return a column that orders rows (within rows that share the column `within`); verdicts compare the order.

    With a reason to be `free`, the rows that are made in the episode may come in any order among themselves.
    """
    return _field(Kind.RANK, default, within=within, free=free)


def volatile(reason: str, *, default: Any = dataclasses.MISSING) -> Any:
    """Return a column that verdicts never compare, for the reason given."""
    return _field(Kind.VOLATILE, default, reason=reason)


def incidental(reason: str, *, default: Any = dataclasses.MISSING, pressed: bool = False) -> Any:
    """Return a column that reading may change: what looking sets is nobody's deed, what a command sets is one.

    A command may set one that is `pressed`, too. Where an expected effect sets the column, it counts in all rows.
    """
    return _field(Kind.INCIDENTAL, default, reason=reason, pressed=pressed)


def unshown(reason: str, *, default: Any = dataclasses.MISSING) -> Any:
    """Return a plain column that screens don't show, or not at once, for the reason given; tools don't tell it."""
    return _field(Kind.PLAIN, default, unshown=reason)


def ref(model: type[Any], *, cascade: bool = False, default: Any = dataclasses.MISSING) -> Any:
    """Return a column that holds the id of a row of `model`; with `cascade`, goes when that row goes."""
    return _field(Kind.PLAIN, default, references=model, cascade=cascade)


def _field(kind: Kind, default: Any, **more: Any) -> Any:
    metadata = {"kind": kind, **more}
    if default is dataclasses.MISSING:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)
