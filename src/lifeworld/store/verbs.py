"""The usual verbs: add a row, edit one, remove one. Each is a command whose `run` follows from its fields."""

import dataclasses
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar, Self

from lifeworld.core.typed import remembered
from lifeworld.store.columns import Kind
from lifeworld.store.command import KEPT, NOW, Command, hints
from lifeworld.store.store import Row, Store
from lifeworld.store.tables import Table


class Verb(Command, seen_by="nobody"):
    """What the usual verbs share. `of` is the kind of row, where no field names it; `sets` are columns set besides.

    Override `check` for what else may be refused, and `columns` for columns that the fields do not give.
    """

    of: ClassVar[type[Row] | None] = None
    sets: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(
        cls, *, seen_by: str, of: type[Row] | None = None, sets: Mapping[str, Any] | None = None
    ) -> None:
        cls.of, cls.sets = of or cls.of, sets or cls.sets
        super().__init_subclass__(seen_by=seen_by)

    def check(self, store: Store) -> None:
        """Refuse what can't be done now."""

    def columns(self, store: Store) -> dict[str, Any]:
        """Return the columns to write, by name."""
        own = {name: value for name, value in vars(self).items() if value is not self.its_row(store)}
        known = self.row_table().by_name
        named = {name if name in known else f"{name}_id": _stored(value) for name, value in own.items()}
        return {**named, **{name: store.now if value is NOW else value for name, value in self.sets.items()}}

    @classmethod
    def row_kind(cls) -> type[Row] | None:
        return cls.of or super().row_kind()

    @classmethod
    def row_table(cls) -> Table:
        """Return the table that is written to."""
        kind = cls.row_kind()
        assert kind, f"{cls.__name__} says of no kind of row"
        return kind.table()


class Add(Verb, seen_by="nobody"):
    """Add a row of the kind `of`, at the end where rows have an order: its columns are the fields."""

    def its_row(self, store: Store) -> Row | None:
        return None

    def run(self, store: Store) -> Any:
        self.check(store)
        values = self.columns(store)
        return store.add(self.row_table().model, **_placed(store, self.row_table(), values), **values)


class Edit(Verb, seen_by="nobody"):
    """Write the other fields into the row of the first one (or into the only row of the kind `of`).

    One that is made with some of them keeps the row's values in the others; one that is made with none has their
    defaults. A refusal “already” is met where nothing would change.
    """

    keeps = True

    def __init_subclass__(
        cls, *, seen_by: str, of: type[Row] | None = None, sets: Mapping[str, Any] | None = None
    ) -> None:
        super().__init_subclass__(seen_by=seen_by, of=of, sets=sets)
        cls.__init__ = _keeping(cls.__init__)  # type: ignore[method-assign]

    @classmethod
    def kept(cls) -> frozenset[str]:
        return _fields(cls)[2]

    def fresh(self, store: Store) -> Self:
        return super().fresh(store).whole(store)

    def whole(self, store: Store) -> Self:
        kept = [name for name, value in vars(self).items() if value is KEPT]
        row = self.its_row(store) if kept else None
        return dataclasses.replace(self, **{name: _held(store, row, name) for name in kept}) if row else self

    def its_row(self, store: Store) -> Row:
        return super().its_row(store) or store.get(self.row_table().model, 1)

    def is_so(self, store: Store) -> bool:
        """Return whether its row holds all that it would write."""
        row = self.its_row(store)
        return all(getattr(row, name) == value for name, value in self.columns(store).items())

    def run(self, store: Store) -> Any:
        self.check(store)
        row, values = self.its_row(store), self.columns(store)
        if "already" in self.refusals:
            self.need(any(_differs(self.row_table(), row, name, new) for name, new in values.items()), "already")
        rank = self.row_table().rank
        moved = rank and rank.within in values and getattr(row, rank.within) != values[rank.within]
        return store.change(row, **(_placed(store, self.row_table(), values) if moved else {}), **values)


class Remove(Verb, seen_by="nobody"):
    """Remove the row of the first field, with the rows that go with it; return what it was."""

    def run(self, store: Store) -> Any:
        self.check(store)
        row = self.its_row(store)
        assert row, f"{type(self).__name__} has no row to remove"
        store.remove(row)
        return row


def _keeping(init: Callable[..., None]) -> Callable[..., None]:
    """Return the `__init__` of an Edit that keeps what it is not given, once it is given anything but its row."""

    @wraps(init)
    def made(self: Any, *values: Any, **named: Any) -> None:
        fields, row, columns = _fields(type(self))
        given = {*fields[: len(values)], *named}
        kept = columns - given if given - {row} else ()
        init(self, *values, **dict.fromkeys(kept, KEPT), **named)

    return made


@remembered(1024)
def _fields(command: type[Edit]) -> tuple[list[str], str, frozenset[str]]:
    """Return an Edit's fields: all in their order, that of its row ("" for settings), those that are its columns.

    Where a command's own `columns` says what is written, fields need be no columns.
    """
    types = hints(command)
    known = command.row_table().by_name if command.columns is Verb.columns else {}
    row = next((name for name, hint in types.items() if isinstance(hint, type) and issubclass(hint, Row)), "")
    columns = (name for name in types if name != row and (name in known or f"{name}_id" in known))
    return list(types), row, frozenset(columns)


def _held(store: Store, row: Row, name: str) -> Any:
    """Return what a row holds in the column of a field: a value, or the row that it points at."""
    known = row.table().by_name
    if name in known:
        return getattr(row, name)
    kind, number = known[f"{name}_id"].references, getattr(row, f"{name}_id")
    return store.get(kind, number) if kind and number is not None else None


def _placed(store: Store, table: Table, values: Mapping[str, Any]) -> dict[str, int]:
    """Return the place at the end of a row's group, where the table orders its rows."""
    if table.rank is None or table.rank.name in values:
        return {}
    within = table.rank.within
    condition, given = (f" WHERE {within} = ?", (values[within],)) if within else ("", ())
    last = store.value(f'SELECT coalesce(max({table.rank.name}), 0) FROM "{table.name}"{condition}', *given)
    return {table.rank.name: int(last) + 1}


def _differs(table: Table, row: Row, name: str, new: Any) -> bool:
    """Return whether a column would change; a moment changes where it is set or taken away."""
    old = getattr(row, name)
    return (old is None) != (new is None) if table.by_name[name].kind is Kind.STAMP else old != new


def _stored(value: Any) -> Any:
    return value.id if isinstance(value, Row) else value
