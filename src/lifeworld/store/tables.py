"""What a table declares, about itself and about each of its columns."""

import dataclasses
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property
from typing import Any, Literal, get_args, get_origin

from apsw import SQLError

from lifeworld.core.errors import hint
from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type, remembered
from lifeworld.store.columns import Kind, Rule

SqlValue = str | int | float | None


class Value:
    """The base of dataclasses that are made with `eq=False, repr=False`.

    Rows, commands and events are of hundreds of kinds, all made before a first screen is shown: to have Python write
    and compile these methods for each took a tenth of that time.
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, its = vars(self), vars(other)
        return all(mine[name] == its[name] for name in _field_names(type(self)))

    def __hash__(self) -> int:
        own = vars(self)
        return hash(tuple(own[name] for name in _field_names(type(self))))

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={vars(self)[name]!r}" for name in _field_names(type(self)))
        return f"{type(self).__qualname__}({told})"


@remembered(4096)
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(one.name for one in dataclasses.fields(kind))


class Identified:
    """What is stored under an id, as a `Row` is."""

    id: int


@dataclass(frozen=True)
class Column:
    """One column of a table: its Python type, SQL type and part in a verdict.

    `free` is the reason why a row made in the episode may hold another value than the expected row's default; in a
    `worded` one that is words of the goal. A `verbatim` text counts to the letter. `unshown` is the reason why screens
    don't show it, so that tools don't tell it. A `pressed` mark is no deed where a command sets it, either. `rules` are
    those of its `Annotated` type.
    """

    name: str
    type: Any
    nullable: bool
    kind: Kind = Kind.PLAIN
    reason: str = ""
    references: type[Any] | None = None
    cascade: bool = False
    within: str = ""
    free: str = ""
    worded: bool = False
    verbatim: bool = False
    unshown: str = ""
    pressed: bool = False
    default: Any = None
    rules: tuple[Rule, ...] = ()

    def left_open(self, expected: SqlValue) -> bool:
        """Return whether a new row may hold any value here, given what the expected one holds."""
        return bool(self.free) and self.kind is Kind.PLAIN and expected == self.default

    @property
    def sql(self) -> str:
        """The column's definition in CREATE TABLE."""
        parts = [f'"{self.name}"', _SQL_TYPES[_storage(self.type)]]
        if not self.nullable:
            parts.append("NOT NULL")
        parts.extend(self._checks())
        return " ".join(parts)

    def _checks(self) -> list[str]:
        checks = []
        if self.type is bool:
            checks.append(f'CHECK ("{self.name}" IN (0, 1))')
        if get_origin(self.type) is Literal:
            choices = ", ".join(f"'{choice}'" for choice in get_args(self.type))
            checks.append(f'CHECK ("{self.name}" IN ({choices}))')
        if self.references:
            rule = "ON DELETE CASCADE" if self.cascade else ""
            checks.append(f'REFERENCES "{self.references.table().name}" ("id") {rule}'.rstrip())
        return checks


@dataclass(frozen=True, eq=False)
class Table:
    """What a Row class declares: name, columns, and how the whole table takes part in a verdict; one for each class.

    `incidental` and `unwatched` hold reasons: rows of an incidental table count only where an expected effect
    makes them; an unwatched table is the world's own business (its schedule), never compared. `named` is what a row is
    called where its class's name does not say it, with an article where that is not “a” or “an”: “the settings”.
    """

    name: str
    model: type[Any]
    incidental: str
    unwatched: str
    unique: tuple[tuple[str, ...], ...]
    index: tuple[tuple[str, ...], ...]
    named: str = ""

    @cached_property
    def called(self) -> str:
        """What a row is called in a sentence, with its article: “a task list” for TaskList."""
        name = self.named or "".join(f" {c.lower()}" if c.isupper() else c for c in self.model.__name__).strip()
        return name if name.startswith(("a ", "an ", "the ")) else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    @property
    def needs(self) -> Mapping[str, str]:
        """SQL conditions that one row meets each, and what that is; of “the settings” that it is their only row."""
        only = {"1": self.named, "id = 1": f"{self.named}, with id 1"} if self.named.startswith("the ") else {}
        return {**only, **self.model.needs}

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns in order, `id` first."""
        hints = typing.get_type_hints(self.model, include_extras=True)
        return tuple(_column(f, hints[f.name]) for f in dataclasses.fields(self.model))

    @cached_property
    def by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def told(self, problem: SQLError) -> SQLError:
        """Return what SQL is refused for, with the columns that may have been meant."""
        _, lacking, column = str(problem).partition("no such column: ")
        return SQLError(f"{problem}; {hint(column, self.names)}") if lacking else problem

    @cached_property
    def insert(self) -> str:
        """The INSERT statement for a whole row."""
        columns = ", ".join(f'"{name}"' for name in self.names)
        return f'INSERT INTO "{self.name}" ({columns}) VALUES ({", ".join("?" * len(self.names))})'

    @cached_property
    def rank(self) -> Column | None:
        """The column that orders the rows, if one does."""
        return next((column for column in self.columns if column.kind is Kind.RANK), None)

    @cached_property
    def readers(self) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
        """What makes a Python value of a stored one, by the name of each column where they are not the same."""
        kinds = ((column.name, _storage(column.type)) for column in self.columns)
        return tuple((name, _READERS[kind]) for name, kind in kinds if kind in _READERS)

    @cached_property
    def by_id(self) -> str:
        """The SELECT statement for the row of an id."""
        return f'SELECT * FROM "{self.name}" WHERE id = ?'

    @property
    def create(self) -> str:
        """CREATE statements of the table and its indexes."""
        columns = ['"id" INTEGER PRIMARY KEY AUTOINCREMENT', *(c.sql for c in self.columns[1:])]
        columns += [f"UNIQUE ({', '.join(names)})" for names in self.unique]
        made = [f'CREATE TABLE "{self.name}" ({", ".join(columns)}) STRICT;']
        indexed = [(c.name,) for c in self.columns if c.references] + list(self.index)
        made += [f'CREATE INDEX "{self.name}_{"_".join(n)}" ON "{self.name}" ({", ".join(n)});' for n in indexed]
        return "\n".join(made)


def to_sql(value: Any) -> SqlValue:
    """Return how a Python value is stored."""
    if value is None or type(value) in (str, int):
        return typing.cast(SqlValue, value)
    if isinstance(value, Money):
        return value.cents
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, Identified):
        return value.id
    return typing.cast(SqlValue, value)


def _column(f: "dataclasses.Field[Any]", hint: Any) -> Column:
    rules = get_args(hint)[1:] if get_origin(hint) is typing.Annotated else ()
    written = get_args(hint)[0] if rules else hint
    plain, default = plain_type(written), None if f.default is dataclasses.MISSING else to_sql(f.default)
    return Column(f.name, plain, plain is not written, default=default, rules=rules, **f.metadata)


def _storage(hint: Any) -> type:
    return str if get_origin(hint) is Literal else hint


_SQL_TYPES: dict[type, str] = {
    int: "INTEGER",
    bool: "INTEGER",
    Money: "INTEGER",
    float: "REAL",
    str: "TEXT",
    datetime: "TEXT",
    date: "TEXT",
    time: "TEXT",
    bytes: "BLOB",
}
_READERS: dict[type, Callable[[Any], Any]] = {
    bool: bool,
    Money: Money,
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    time: time.fromisoformat,
}
