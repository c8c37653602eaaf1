"""What a checker of types can't see for itself, and what a type hint says."""

from collections.abc import Callable
from functools import lru_cache
from types import UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

P = ParamSpec("P")
T = TypeVar("T")


def sure(found: T | None) -> T:
    """Return what was found, where it can't be missing.

    Raises:
        ValueError: it is missing all the same.
    """
    if found is None:
        raise ValueError("something is missing that can't be")
    return found


def remembered(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return `lru_cache` of this size, which keeps a function's types and takes classes, too, as what hashes."""
    kept: Callable[..., Any] = lru_cache(maxsize=size)
    return kept


def plain_type(hint: Any) -> Any:
    """Return a type hint without “or None”; any other as it is."""
    if get_origin(hint) in (Union, UnionType):
        return next(member for member in get_args(hint) if member is not type(None))
    return hint
