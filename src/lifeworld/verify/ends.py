"""How far an agent's world agrees with one acceptable end: what is met, what is missing, what is too much."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lifeworld.core.verdict import Item
from lifeworld.store import Change, Changes, Kind, Order, Table
from lifeworld.verify.content import MADE, Bag, Entry, Key, Pairs, Sought, WantedBag, incidental
from lifeworld.verify.expectation import Target, Wanted
from lifeworld.verify.facts import Texts
from lifeworld.verify.words import Labels, Line, Rows, app_name, column_name, compared_lines, named, nowhere

Setting = tuple[Change, str, Any]  # of an incidental column: the row that changed, its name and its value


@dataclass(frozen=True)
class Held:
    """What came of comparing: items for credit, and in plain words what is missing and what is too much.

    Attributes:
        items: what was wanted, and whether it is met.
        agrees: whether nothing is missing, and nothing too much.
        lines: puts what is missing and what is too much into words, once somebody reads them: most of a comparison's
            time goes into them.
    """

    items: tuple[Item, ...]
    agrees: bool
    lines: Callable[[], tuple[tuple[Line, ...], tuple[Line, ...]]]

    @cached_property
    def _told(self) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        return ((), ()) if self.agrees else self.lines()

    @property
    def missing(self) -> tuple[Line, ...]:
        """What should have come about and did not."""
        return self._told[0]

    @property
    def extra(self) -> tuple[Line, ...]:
        """What has come about and should not have."""
        return self._told[1]

    @property
    def distance(self) -> tuple[int, int]:
        """How far off it is: fewer lines first, then more items met."""
        lines = len({line.text for line in self.missing}) + len({line.text for line in self.extra})
        return lines, -sum(item.met is True for item in self.items)


class End:
    """One acceptable end, made ready to be compared with many worlds; `start` knows unchanged rows."""

    def __init__(self, target: Target, tables: Mapping[str, Table], start: Rows = nowhere) -> None:
        self.target, self.tables, self.start = target, tables, start
        self.bag = WantedBag(target.changes, tables)
        self.texts = Texts(target.prose, target.setting)
        self.wanted, self.quiet = map(Sought, (self.bag.entries, self.bag.ignored))
        self.orders = dict(_orders(target.changes, self.bag, tables))
        self.incidental = [
            (change, name, value)
            for change in target.changes.rows
            for name, value in incidental(change, tables[change.table])
        ]
        self.deeds = {(change.table, change.id, name) for change, name, _ in self.incidental}

    def held(self, bag: Bag, asked: str = "") -> Held:
        """Compare an agent's changes with the reference run's; `asked` is what the person said."""
        self.texts.asked = asked
        pairs = Pairs(bag, self.bag, self.texts)
        met, missing, extra = self.wanted.matched(bag.entries, pairs)
        quiet_met, quiet_missing, _ = self.quiet.matched(bag.ignored, pairs)
        renewed, missing, extra = _anew(missing, extra, pairs, self.tables)
        met += renewed
        extra += [one for one in bag.ignored if one.sign == "+" and self._is_undone(one.table, one.stored)]
        missed = [*missing, *quiet_missing]
        shuffled = dict(self._disorder(bag.changes, pairs))
        now = Labels(self.tables, bag.changes, self.start)
        should = Labels(self.tables, self.target.changes, now.before)
        unset, overdone = list(self._unset(bag.changes)), list(self._overdone(bag.changes))
        lost = {*(entry.key for entry in missed), *(_key(change) for change, _, _ in unset)}
        done = {entry.key for entry in (*met, *quiet_met)} | _untouched(self.target, lost, bool(shuffled))
        twice = self.wanted.matched(extra, pairs)[0] if extra else ()
        done -= {entry.key for entry in twice}  # paid twice is not paid
        lacks = bool(missed or unset or any(shuffled.values()))
        items = tuple(_item(one, done, lacks) for one in self.target.wanted)

        def lines() -> tuple[tuple[Line, ...], tuple[Line, ...]]:
            missing_lines, extra_lines = compared_lines([(missed, should), (extra, now)])
            missing_lines += [_set(*one, should) for one in unset]
            extra_lines += [_set(*one, now) for one in overdone]
            told = ([line for line, asked_for in shuffled.items() if asked_for is side] for side in (True, False))
            return tuple(missing_lines + next(told)), tuple(extra_lines + next(told))

        return Held(items, not (lacks or extra or overdone or shuffled), lines)

    def _unset(self, found: Changes) -> Iterator[Setting]:
        """Yield the incidental columns that an expected effect sets and the agent did not, with change and value."""
        now = {_key(change): change.added for change in found.rows} if self.incidental else {}
        for change, name, value in self.incidental:
            row = now.get(_key(change))
            if row is None or row[name] != value:
                yield change, name, value

    def _overdone(self, found: Changes) -> Iterator[Setting]:
        """Yield where else the agent set incidental columns.

        What looking set is no deed, unless it undoes what was done to all of them; neither is what may be pressed,
        unless that is the deed here.
        """
        columns = {(table, name) for table, _, name in self.deeds}
        for change in found.rows:
            table = self.tables[change.table]
            for name, value in incidental(change, table):
                seen = name in change.seen and not self._is_undone(table.name, change.added or {}, name)
                counts = (table.name, name) in columns or not table.by_name[name].pressed
                if counts and not seen and (*_key(change), name) not in self.deeds:
                    yield change, name, value

    def _is_undone(self, table: str, stored: Mapping[str, Any], column: str = "") -> bool:
        return any(one.undone(table, stored, column) for one in self.target.cleared)

    def _disorder(self, changes: Changes, pairs: Pairs) -> Iterator[tuple[Line, bool]]:
        """Yield the ordered groups that stand in another order than they should, and whether one was asked for."""
        wanted, found = self.orders, dict(_orders(changes, pairs, self.tables))
        for key in sorted({*wanted, *found}, key=repr):
            table = self.tables[key[0]]
            should = _after(self.bag, wanted[key]) if key in wanted else _before(found[key])
            does = _after(pairs, found[key]) if key in found else _before(wanted[key])
            if not _agree(_bound(should, table), _bound(does, table)):
                moved = wanted[key] if key in wanted else found[key]
                rows = frozenset((moved.table, row_id) for row_id in moved.after)
                yield Line(f"put {table.called} in {app_name(key[0])} into another place", rows), key in wanted


def _key(change: Change) -> Key:
    return change.table, change.id


def _set(change: Change, name: str, value: Any, labels: Labels) -> Line:
    """Tell of an incidental column that was set, or should have been."""
    told = f"{column_name(name)} to {labels.value(labels.tables[change.table].by_name[name], value)}"
    return Line(f"changed {named(change, labels)} ({told})", frozenset({_key(change)}))


def _item(wanted: Wanted, done: set[tuple[str, int]], something_missing: bool) -> Item:
    met = wanted.keys <= done if wanted.keys else not something_missing
    return Item(wanted.text, wanted.kind, met)


def _untouched(target: Target, lost: set[Key], shuffled: bool) -> set[Key]:
    """Return the expected rows of which nothing was lost (where only their order changed, nothing can be)."""
    moved = {(o.table, row_id) for o in target.changes.orders for row_id in o.after} if shuffled else set()
    return {(c.table, c.id) for c in target.changes.rows} - lost - moved


def _orders(
    changes: Changes, names: Bag | Pairs, tables: Mapping[str, Table]
) -> Iterator[tuple[tuple[str, Any], Order]]:
    """Yield the ordered groups, each by what names it across worlds."""
    for one in changes.orders:
        yield (one.table, _group(names, one.table, one.group, tables)), one


def _group(names: Bag | Pairs, table: str, group: Any, tables: Mapping[str, Table]) -> Any:
    """Return what names an ordered group across worlds."""
    rank = tables[table].rank
    column = tables[table].by_name.get(rank.within) if rank else None
    if column is None or column.references is None or group is None:
        return group
    return names.identity(column.references.table().name, group)


def _after(names: Bag | Pairs, order: Order) -> list[Any]:
    return [names.placed(order.table, row_id) for row_id in order.after]


def _before(order: Order) -> list[Any]:
    return [("row", row_id) for row_id in order.before]


def _bound(order: list[Any], table: Table) -> list[Any]:
    """Return the rows whose place counts: where the order of new rows is free, only those that were there before."""
    return [one for one in order if isinstance(one, tuple)] if table.rank and table.rank.free else order


def _agree(should: list[Any], does: list[Any]) -> bool:
    """Compare the order of the rows that are in both, since what is missing is told elsewhere."""
    if should == does:
        return True
    both = {*should} & {*does}
    return [one for one in should if one in both] == [one for one in does if one in both]


def _anew(
    missing: Sequence[Entry], extra: Sequence[Entry], pairs: Pairs, tables: Mapping[str, Table]
) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """Pair off rows that were to change and were thrown away and made anew as they should have become.

    The owner sees the same, if a row is nothing but what can be written into it, like a folder or a file. Where a clock
    has written on it, as on a task that was added in May, or something else points at it, or it has a place that a new
    one does not get, it is another row, and stays so.

    Returns:
        What is met by such rows, what is still missing, what is still too much.
    """
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
