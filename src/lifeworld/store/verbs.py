"""The usual verbs: add a row, edit one, remove one. Each is a command whose `run` follows from its fields."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar

from lifeworld.store.columns import Kind
from lifeworld.store.command import Command
from lifeworld.store.store import Row, Store
from lifeworld.store.tables import Table


class Set(Enum):
    """A value that only the moment knows."""

    NOW = "now"


NOW = Set.NOW


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

    A refusal “already” is met where nothing would change.
    """

    def its_row(self, store: Store) -> Row:
        return super().its_row(store) or store.get(self.row_table().model, 1)

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
