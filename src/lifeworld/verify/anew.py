"""Rows that were to change and were made anew instead: thrown away, and made again as they should have become.

The owner sees the same, if a row is nothing but what can be written into it, like a folder or a file: what it is called
inside of the database is no part of an end. Where a clock has written on it, as on a task that was added in May, or
something else points at it, or it has a place that a new one does not get, it is another row, and stays so.
"""

from collections.abc import Iterable, Mapping, Sequence

from lifeworld.store import Kind, Table
from lifeworld.verify.content import MADE, Entry, Pairs


def anew(
    missing: Sequence[Entry], extra: Sequence[Entry], pairs: Pairs, tables: Mapping[str, Table]
) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """Pair such rows off, and return those met by them, those still missing, those still too much."""
    gone = {entry.key: entry for entry in extra if entry.gone and _is_all_content(tables[entry.table])}
    left = {id(entry): entry for entry in extra}
    met: list[Entry] = []
    for old in missing if gone else ():
        new = next((one for one in missing if one.sign == "+" and one.key == old.key), None)
        if old.sign == "-" and new and old.key in gone and (made := _made(new, left.values(), pairs)):
            pairs.stand(new, made)
            met += [old, new]
            for one in (gone[old.key], made):
                del left[id(one)]
    taken = {id(entry) for entry in met}
    return met, [entry for entry in missing if id(entry) not in taken], list(left.values())


def _is_all_content(table: Table) -> bool:
    return not any(column.kind in (Kind.STAMP, Kind.VOLATILE) for column in table.columns)


def _made(new: Entry, found: Iterable[Entry], pairs: Pairs) -> Entry | None:
    """Return a row made in the episode that is what a row should have become."""
    made = (one for one in found if one.sign == "+" and one.who == MADE and one.table == new.table)
    return next((one for one in made if pairs.fits(new.content, one.content)), None)
