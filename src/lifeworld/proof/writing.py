"""Who writes what: an app's commands, and what it makes of events, write its own tables; each row is as declared."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from lifeworld.store import Event, Store
from lifeworld.web import App
from lifeworld.world import World
from lifeworld.world.files import LIFE, homes, plain
from lifeworld.world.fitting import misfit
from lifeworld.world.tables import by_name

ANYBODYS = frozenset(("outbox", "due"))  # what others notice, and what is yet to come
Handler = Callable[[Store, Any], None]


class Writing:
    """Notes each row that is written in a world, and which app's code was running.

    A command of one app that touches another app's rows does so by an event, which that app takes in by itself.
    """

    def __init__(self, world: World) -> None:
        self._store, self._app = world.store, ""
        self._written: dict[tuple[str, str, int], None] = {}
        self._home = {table: home for home, tables in homes().items() for table in tables if home != LIFE}
        world.apps = tuple(replace(app, on=self._own(app)) for app in world.apps)
        world.store.connection.set_update_hook(self._note)

    @contextmanager
    def by(self, app: str) -> Iterator[None]:
        """Let an app's code run."""
        was, self._app = self._app, app
        try:
            yield
        finally:
            self._app = was

    def faults(self) -> list[str]:
        """Return what is wrong with all that was written since this was last asked."""
        written, self._written = self._written, {}
        outside = {(app, table) for app, table, _ in written if self._home.get(table, app) != app}
        outside |= {(app, table) for app, table, _ in written if table not in self._home and table not in ANYBODYS}
        found = [f"{app or 'the shell'} writes to {table}" for app, table in sorted(outside)]
        rows = dict.fromkeys((table, row_id) for _, table, row_id in written)
        return found + [told for table, row_id in rows for told in unsound(self._store, table, row_id)]

    def _own(self, app: App) -> dict[type[Event], Handler]:
        return {kind: self._as(app.id, handler) for kind, handler in app.on.items()}

    def _as(self, app: str, handler: Handler) -> Handler:
        def handled(store: Store, event: Any) -> None:
            with self.by(app):
                handler(store, event)

        return handled

    def _note(self, _kind: int, _database: str, table: str, row_id: int) -> None:
        self._written[self._app, table, row_id] = None


def unsound(store: Store, table: str, row_id: int) -> Iterator[str]:
    """Yield what a row holds that its table does not declare: another type, or none of its choices."""
    columns = by_name()[table].columns
    for row in store.sql(f'SELECT * FROM "{table}" WHERE id = ?', row_id):
        for column, value in zip(columns, row, strict=True):
            if told := misfit(column, plain(column, value)):
                yield f"{table}.{column.name} holds {value!r:.60}: {told}"
