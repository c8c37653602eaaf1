"""What a command clears as a whole: a history, all tabs. What looking leaves there afterwards counts."""

from collections.abc import Iterable, Iterator

from lifeworld.store import Changes, Command, Row, Store, Table, given
from lifeworld.verify.content import Key, incidental
from lifeworld.verify.expectation import Cleared, Wanted
from lifeworld.world.tables import by_name

LEFT_OUT = "left out"  # what stands for a command that was not done


def cleared(done: Iterable[Command], wanted: Iterable[Wanted], changes: Changes, store: Store) -> frozenset[Cleared]:
    """Return what is cleared as a whole in the end that was reached.

    A command that names a row of what it clears means that row; one that names what the rows belong to, or nothing,
    means all of them.

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
        if (change.table, change.id) not in keys or any(isinstance(row, table.model) for row in rows):
            continue
        within = tuple(_within(table, rows))
        if table.incidental and change.added is None:
            yield Cleared(change.table, within)
        yield from (Cleared(change.table, within, name, value) for name, value in incidental(change, table))


def _within(table: Table, rows: Iterable[Row]) -> Iterator[tuple[str, int]]:
    """Yield the columns by which a table's rows belong to some rows, with the ids of these."""
    for row in rows:
        yield from ((column.name, row.id) for column in table.columns if column.references is type(row))


def _is_whole(one: Cleared, store: Store) -> bool:
    where = [*(f'"{name}" = ?' for name, _ in one.within), *([f'"{one.column}" IS NOT ?'] if one.column else [])]
    values = [*(row_id for _, row_id in one.within), *([one.value] if one.column else [])]
    return not store.count(by_name()[one.table].model, " AND ".join(where), *values)
