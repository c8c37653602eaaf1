"""The names that might be said in place of a true one: what stands in the same columns."""

from collections.abc import Iterator
from typing import Any

from lifeworld.store import Kind, Store
from lifeworld.world.world import tables

_MOST = 2000  # of one column: beyond that, a column holds texts rather than names
_LONGEST = 80


def rivals(answer: Any, store: Store) -> frozenset[str]:
    """Return every name that the world holds where it holds one that the answer gives, the true ones included.

    Args:
        answer: a name, or several; of another type of answer there are none.
        store: the world as it is after the effects.
    """
    given = {answer} if isinstance(answer, str) else set(answer if isinstance(answer, list | tuple) else ())
    if not given:
        return frozenset()
    columns = [_values(store, table, column) for table, column in _texts()]
    return frozenset(given).union(*(values for values in columns if values & given))


def _texts() -> Iterator[tuple[str, str]]:
    for table in tables():
        yield from ((table.name, c.name) for c in table.columns if c.type is str and c.kind is not Kind.VOLATILE)


def _values(store: Store, table: str, column: str) -> frozenset[str]:
    query = f'SELECT DISTINCT "{column}" FROM "{table}" WHERE length("{column}") BETWEEN 1 AND {_LONGEST} LIMIT {_MOST}'
    return frozenset(value for (value,) in store.sql(query) if value)
