"""What a command clears as a whole: a history, what is alike in it, all tabs. What looking leaves there counts."""

from collections.abc import Iterable, Iterator
from typing import Any

from lifeworld.store import Change, Changes, Command, Row, Store, Table, given
from lifeworld.verify.content import Key, incidental
from lifeworld.verify.expectation import Cleared, Wanted
from lifeworld.world.tables import by_name

LEFT_OUT = "left out"  # what stands for a command that was not done


def cleared(done: Iterable[Command], wanted: Iterable[Wanted], changes: Changes, store: Store) -> frozenset[Cleared]:
    """Return what is cleared as a whole in the end that was reached.

    A command that names a row of what it clears means that row, and those alike; one that names what the rows belong
    to, or nothing, means all of them.

    Args:
        done: the commands.
        wanted: each of them with the rows that it touched, and those that were left out.
        changes: what has come of them.
        store: the world in the end.
    """
    touched = (one.rows for one in wanted if one.text != LEFT_OUT)
    found = {one for command, keys in zip(done, touched, strict=True) for one in _of(command, keys, changes)}
    return frozenset(one for one in found if _is_whole(one, store))


def _of(command: Command, keys: frozenset[Key], changes: Changes) -> Iterator[Cleared]:
    rows = [value for value in given(command).values() if isinstance(value, Row)]
    for change in changes.rows:
        table = by_name()[change.table]
        if (change.table, change.id) not in keys:
            continue
        named = any(isinstance(row, table.model) for row in rows)
        within = _alike(table, change) if named else tuple(_within(table, rows))
        if named and not within:
            continue
        if table.incidental and change.added is None:
            yield Cleared(change.table, within)
        yield from (Cleared(change.table, within, name, value) for name, value in incidental(change, table))


def _within(table: Table, rows: Iterable[Row]) -> Iterator[tuple[str, int]]:
    """Yield the columns by which a table's rows belong to some rows, with the ids of these."""
    for row in rows:
        yield from ((column.name, row.id) for column in table.columns if column.references is type(row))


def _alike(table: Table, change: Change) -> tuple[tuple[str, Any], ...]:
    """Return the columns by which a row that is gone is alike to others, with what it held there."""
    return tuple((name, change.removed[name]) for name in table.model.alike_by if change.removed and not change.added)


def _is_whole(one: Cleared, store: Store) -> bool:
    within = [f'"{name}" = ? COLLATE NOCASE' for name, _ in one.within]
    where = [*within, *([f'"{one.column}" IS NOT ?'] if one.column else [])]
    values = [*(value for _, value in one.within), *([one.value] if one.column else [])]
    return not store.count(by_name()[one.table].model, " AND ".join(where), *values)
