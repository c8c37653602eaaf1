"""Why each row of a profile is there: the step of the life that it comes from, kept apart from what agents reach."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from lifeworld import apps, life
from lifeworld.life import Life
from lifeworld.store import Event, Store
from lifeworld.world.profiles import filled
from lifeworld.world.tables import tables

Place = tuple[str, int]  # a table's name and a row's id


@dataclass(frozen=True)
class Step:
    """One step of a life into an app: `cause` as the life has it, and the event, None where it is the whole life."""

    app: str
    cause: str
    event: Event | None


@dataclass(frozen=True)
class Causes:
    """A life in its tables.

    Attributes:
        store: the tables, as agents find them.
        steps: by row, each step that wrote it, in order.
    """

    life: Life
    store: Store
    steps: dict[Place, tuple[Step, ...]]

    def rows(self) -> list[Place]:
        """Return every row that there is, by table and id."""
        return [(one.name, row[0]) for one in tables() for row in self.store.sql(f'SELECT id FROM "{one.name}"')]


@lru_cache(maxsize=4)
def causes(name: str) -> Causes:
    """Live a life into its tables once more, and note for each row the steps that wrote it.

    Raises:
        UserError: there is no such person.
    """
    lived = life.live(name)
    cause = {id(event): why for event, why in zip(lived.events, lived.causes, strict=True)}
    store = Store.empty(tables())
    touched: dict[Place, None] = {}
    store.connection.set_update_hook(lambda _, __, table, row: touched.setdefault((table, row)))
    found: dict[Place, list[Step]] = defaultdict(list)
    with store.writing():
        for app, event in filled(store, lived, {app.id: lived for app in apps.installed()}):
            step = Step(app, "the whole life" if event is None else cause[id(event)], event)
            for place in touched:
                found[place].append(step)
            touched.clear()
    store.connection.set_update_hook(None)
    return Causes(lived, store, {place: tuple(steps) for place, steps in found.items()})
