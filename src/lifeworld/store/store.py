"""One world's database: rows as frozen values, typed reads for everyone, writes for commands and events."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

import apsw

from lifeworld.core.errors import WorldFault
from lifeworld.store.columns import column, free, incidental, rank, ref, stamp, unshown, volatile
from lifeworld.store.overlay import CLOSED, CONNECTIONS, PAGE, Base, OverlayFile, caseless
from lifeworld.store.read_cache import ReadCache
from lifeworld.store.tables import Identified, SqlValue, Table, Value, to_sql

R = TypeVar("R", bound="Row")


@dataclass_transform(
    kw_only_default=True,
    frozen_default=True,
    field_specifiers=(column, free, stamp, rank, volatile, incidental, unshown, ref),
)
class Row(Value, Identified):
    """A row of one table, frozen as it was read. `id` is 0 until the row is stored.

    Subclass with `class Task(Row, table="todo_task")`; every annotation is a column. Beyond single columns screens rely
    on `needs`, SQL conditions that one row meets each, with what that is, and on `faults`, conditions that a wrong row
    meets, with what is wrong. A history shows rows of the same texts in `alike_by` once.
    """

    id: int = 0
    needs: ClassVar[Mapping[str, str]] = {}
    faults: ClassVar[Mapping[str, str]] = {}
    alike_by: ClassVar[tuple[str, ...]] = ()

    if TYPE_CHECKING:
        _store: ClassVar["Store"]
        _table: ClassVar[Table]

    def __init_subclass__(
        cls,
        *,
        table: str,
        incidental: str = "",
        unwatched: str = "",
        unique: tuple[tuple[str, ...], ...] = (),
        index: tuple[tuple[str, ...], ...] = (),
        called: str = "",
    ) -> None:
        cls.__annotations__ = {"id": int, **cls.__annotations__}
        cls.id = 0
        dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)
        cls._table = Table(table, cls, incidental, unwatched, unique, index, called)

    @classmethod
    def table(cls) -> Table:
        return cls._table

    def follow(self, model: type[R], row_id: int) -> R:
        """Return the row that a reference of this one points at."""
        return self._store.get(model, row_id)

    @property
    def store(self) -> "Store":
        """The store that this row was read from."""
        return self._store


class Store:
    """Rows in and out of one world's database.

    Reading is open to screens; `add`, `change` and `remove` only work inside `writing()`, which `World.do` opens.
    """

    def __init__(self, connection: apsw.Connection, file: OverlayFile | None = None) -> None:
        self.connection, self._file = connection, file
        self.events: list[Any] = []
        self.knows: Mapping[type[Any], Callable[[Store, Any], Any]] = {}  # what answers questions, by their kind
        self.person = ""  # whose profile it is, where that matters,
        self.since: datetime | None = None  # and from when on it holds what was lived; None for all of it
        self._writing = False
        self.read = ReadCache()
        self.turn = RLock()  # of the thread that branches this world, or reads of it

    @classmethod
    def empty(cls, tables: Iterable[Table]) -> "Store":
        """Return a new in-memory store with the given tables and nothing in them."""
        connection = caseless(apsw.Connection(":memory:"))
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), now TEXT NOT NULL) STRICT")
        for table in tables:
            connection.execute(table.create)
        return cls(connection)

    @classmethod
    def over(cls, base: Base) -> "Store":
        """Return a store over shared bytes that stay as they are."""
        return cls(*CONNECTIONS.take(base))

    @property
    def state(self) -> bytes:
        """A digest of all that the database holds, the same in every world of the same content; b"" where unknown.

        Inside a transaction, and in a store in memory, it is unknown.
        """
        return self._file.state if self._file and not self.connection.in_transaction else b""

    def bytes(self) -> bytes:
        """Return the database as bytes, the same for the same history."""
        self.connection.execute("VACUUM")
        return self.connection.serialize("main")

    def close(self) -> None:
        """Let the world go; reading on is an error. Its connection serves the next world over the same bytes."""
        connection, self.connection = self.connection, CLOSED
        self.read = ReadCache()
        if self._file is None:
            connection.close()
        elif connection is not CLOSED:
            CONNECTIONS.give(connection, self._file)

    # ---- reading

    def question(self, asked: Any) -> Any:
        """Return what the app answers that knows; None where no app that is installed does."""
        answer = self.knows.get(type(asked))
        return answer(self, asked) if answer else None

    def sql(self, query: str, *args: Any) -> list[tuple[Any, ...]]:
        """Return all rows of a SELECT as tuples of stored values."""
        with self.turn:
            return list(self.connection.execute(query, tuple(map(to_sql, args))))

    def value(self, query: str, *args: Any) -> Any:
        """Return the first value of a SELECT as it is stored, or None."""
        with self.turn:
            return next(self.connection.execute(query, tuple(map(to_sql, args))), (None,))[0]

    def all(self, model: type[R], where: str = "", *args: Any, order: str = "id", limit: int = -1) -> list[R]:
        """Return the rows of `model` for which the SQL condition holds, in order."""
        table = model.table()
        condition = _condition(where)
        query = f'SELECT * FROM "{table.name}"{condition} ORDER BY {order} LIMIT {limit}'
        asked = query, tuple(map(to_sql, args))
        with self.turn:
            found = self.read.found.get(asked)
            if found is None:
                known = self.read.rows[model]
                try:
                    stored = self.connection.execute(*asked)
                except apsw.SQLError as problem:
                    raise table.told(problem) from None
                found = [known.get(row[0]) or self._row(table, row, known) for row in stored]
                self.read.keep(asked, found)
            return found[:]

    def first(self, model: type[R], where: str = "", *args: Any, order: str = "id") -> R | None:
        """Return the first such row, or None."""
        found = self.all(model, where, *args, order=order, limit=1)
        return found[0] if found else None

    def one(self, model: type[R], where: str = "", *args: Any, order: str = "id") -> R:
        """Return the first such row.

        Raises:
            KeyError: there is none.
        """
        row = self.first(model, where, *args, order=order)
        if row is None:
            raise KeyError(f"no {model.__name__} where {where} {args}")
        return row

    def get(self, model: type[R], row_id: int) -> R:
        """Return the row with this id.

        Raises:
            KeyError: there is none.
        """
        with self.turn:
            known = self.read.rows[model]
            found: R | None = known.get(row_id)
            if found is None:
                table = model.table()
                stored = next(self.connection.execute(table.by_id, (row_id,)), None)
                if stored is None:
                    raise KeyError(f"no {model.__name__} {row_id}")
                found = self._row(table, stored, known)
            return found

    def stored(self, table: str, row_id: int) -> dict[str, SqlValue] | None:
        """Return a row's values as they are stored, None where there is none."""
        with self.turn:
            cursor = self.connection.execute(f'SELECT * FROM "{table}" WHERE id = ?', (row_id,))
            for found in cursor:
                return {column[0]: value for column, value in zip(cursor.description, found, strict=True)}
        return None

    def count(self, model: type[Row], where: str = "", *args: Any) -> int:
        """Return how many rows of `model` the condition holds for."""
        condition = _condition(where)
        return int(self.value(f'SELECT count(*) FROM "{model.table().name}"{condition}', *args))

    @property
    def now(self) -> datetime:
        """The world's time: local to its city, to the second."""
        with self.turn:
            if self.read.now is None:
                self.read.now = datetime.fromisoformat(self.value("SELECT now FROM clock"))
            return self.read.now

    # ---- writing

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Open one transaction; an exception leaves nothing of it behind."""
        was, self._writing = self._writing, True
        try:
            with self.connection:
                yield
        finally:
            self._writing = was
            self.read = ReadCache()  # nothing of it may have stayed

    @contextmanager
    def tentatively(self) -> Iterator[None]:
        """Take everything back in the end that is written meanwhile; other threads read on when it is over."""
        with self.turn:
            self.connection.execute("SAVEPOINT tentative")
            before, self.read = self.read, ReadCache()
            try:
                yield
            finally:
                self.connection.execute("ROLLBACK TO tentative; RELEASE tentative").fetchall()
                self.read = before

    def set_clock(self, now: datetime) -> None:
        self.connection.execute("INSERT OR REPLACE INTO clock (id, now) VALUES (1, ?)", (now.isoformat(),))
        self.read = ReadCache()

    def add(self, model: type[R], **values: Any) -> R:
        """Store a new row and return it with its id."""
        self._must_write()
        row = model(**values)
        table = model.table()
        own = row.__dict__
        stored = [to_sql(own[name]) for name in table.names]
        stored[0] = row.id or None  # None lets SQLite give the next id
        self.connection.execute(table.insert, stored)
        object.__setattr__(row, "id", row.id or self.connection.last_insert_rowid())
        object.__setattr__(row, "_store", self)
        return row

    def change(self, row: R, **values: Any) -> R:
        """Change columns of a stored row and return it as it is now."""
        self._must_write()
        columns = ", ".join(f'"{name}" = ?' for name in values)
        stored: list[SqlValue] = [*map(to_sql, values.values()), row.id]
        self.connection.execute(f'UPDATE "{row.table().name}" SET {columns} WHERE id = ?', stored)
        return self.get(type(row), row.id)

    def remove(self, row: Row) -> None:
        """Delete a stored row, and with it the rows that cascade."""
        self._must_write()
        self.connection.execute(f'DELETE FROM "{type(row).table().name}" WHERE id = ?', (row.id,))

    def emit(self, event: Any) -> None:
        """Say that something happened; `World.do` hands the event to every app."""
        self._must_write()
        self.events.append(event)

    def _must_write(self) -> None:
        if not self._writing:
            raise WorldFault("written outside World.do: only a command or an event may write")
        self.read = ReadCache()

    def _row(self, table: Table, stored: Sequence[SqlValue], known: dict[SqlValue, Any]) -> Any:
        """Make a row of what is stored, and take it in among those that are known."""
        row = object.__new__(table.model)
        values = row.__dict__
        values.update(zip(table.names, stored, strict=True), _store=self)
        for name, read in table.readers:
            if values[name] is not None:
                values[name] = read(values[name])
        known[row.id] = row
        return row


def _condition(where: str) -> str:
    """Return the WHERE of a query.

    Raises:
        TypeError: what is given is no SQL text; a bare id would hold for every row or for none.
    """
    if not isinstance(where, str):
        raise TypeError(f"{where!r} is no condition; write one like “list_id = ?”, or read a row by its id with `get`")
    return f" WHERE {where}" if where else ""
