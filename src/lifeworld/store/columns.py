"""What an author says of a column: how it takes part in a verdict, what it points at, what it may hold."""

import dataclasses
import re
from collections.abc import Callable, Iterable
from dataclasses import field
from enum import Enum
from typing import Any, Generic, TypeVar

from lifeworld.core.errors import hint

R = TypeVar("R")
Rule = Callable[[Any], str]  # what is wrong with a value; "" where it may stand there


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
    return field(default=default, metadata={"kind": kind, **more})


class Followed(Generic[R]):
    """The row that the reference `<name>_id` points at, as `product = Followed(Product)`."""

    def __init__(self, model: type[R]) -> None:
        self.model = model

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.column = f"{name}_id"

    def __get__(self, row: Any, owner: type[Any] | None = None) -> R:
        found: R = row.follow(self.model, getattr(row, self.column))
        return found


# ---- what a column may hold beyond its type: `Annotated[str, one_of(places)]`; told where a world's file breaks it


def one_of(names: Callable[[], Iterable[str]]) -> Rule:
    """Return the rule that a value is one of those names, which stand outside of the database."""
    return lambda value: "" if value in (known := [*names()]) else hint(str(value), known)


def between(least: float, most: float) -> Rule:
    """Return the rule that a number lies within bounds, both included."""
    return lambda value: "" if least <= value <= most else f"it should be from {least:,} to {most:,}"


def like(pattern: str, told: str) -> Rule:
    """Return the rule that a whole text matches a regular expression; `told` says what would."""
    return lambda value: "" if re.fullmatch(pattern, value) else f"it should be {told}"


def not_empty(text: str) -> str:
    """The rule that a text holds more than white space."""
    return "" if text.strip() else "it should be a text that is not empty"
