"""What a row is called: the places of it that goals can show."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from lifeworld.store import Row, Store
from lifeworld.store.author_errors import behind, names_of
from lifeworld.taskkit.kit import Task

_ENOUGH = 0.2  # of the rows of a kind that one place tells apart; draws of others are unfair
_CALLED = ("name", "title", "subject", "text", "label", "number")


def imported(model: type[Row]) -> str:
    """Return what a kind of rows is called in a file of tasks, where `Task` is the task itself."""
    name = model.__name__
    return f"{model.__module__.split('.')[2].capitalize()}{name}" if name == Task.__name__ else name


@lru_cache(maxsize=256)
def places(name: str, model: Any, deep: int = 1) -> tuple[str, ...]:
    """Return the places of a row that hold text, what it is called by first, those of rows it points at last."""
    texts = [one for one in names_of(model) if behind(model, one) is str]
    rank = {one: place for place, one in enumerate(_CALLED)}
    own = [f"{name}.{one}" for one in sorted(texts, key=lambda one: (rank.get(one, len(rank)), one))]
    rows = sorted(one for one in names_of(model) if isinstance(behind(model, one), type) and _row(behind(model, one)))
    if deep:
        own += [place for one in rows for place in places(f"{name}.{one}", behind(model, one), deep - 1)]
    return tuple(own)


def _row(kind: type | None) -> bool:
    return kind is not None and issubclass(kind, Row)


def _behind(place: str, row: Row) -> object:
    """Return what stands behind a place, like task.list.name; None where there is nothing."""
    held: object = row
    for name in place.split(".")[1:]:
        try:
            held = getattr(held, name, None)
        except (AssertionError, AttributeError, LookupError):  # it points at nothing, or needs what is not there
            return None
    return held


@lru_cache(maxsize=64)
def singling(name: str, model: Any, store: Store) -> tuple[str, ...]:
    """Return the fewest places that tell most rows of a kind apart, by which a goal names one of them."""
    rows = store.all(model, limit=200)
    moments = [f"{name}.{one.name}" for one in model.table().columns if one.type in (date, datetime)]
    known = [one for one in (*places(name, model), *moments) if sum(map(bool, _held(one, rows))) > len(rows) / 2]
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for chosen in _sets(known):
        share = _apart(chosen, rows)
        if len(chosen) == 1 and share >= _ENOUGH:
            return chosen
        if share > best[0] + 0.2:
            best = share, chosen
    return best[1]


def _held(place: str, rows: Iterable[Row]) -> list[object]:
    """Return what a place holds in each row; None where there is nothing."""
    return [held if isinstance(held := _behind(place, row), str | date) else None for row in rows]


def _sets(known: list[str]) -> Iterator[tuple[str, ...]]:
    yield from ((one,) for one in known)
    yield from ((known[0], one) for one in known[1:])


def _apart(chosen: Iterable[str], rows: list[Row]) -> float:
    keys = list(zip(*(_held(place, rows) for place in chosen), strict=True))
    counts = Counter(keys)
    return sum(counts[key] == 1 and all(key) for key in keys) / max(1, len(rows))
