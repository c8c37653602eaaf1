"""Why each row of a profile is there: the step of the life that it comes from, kept apart from what agents reach."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from lifeworld import apps, life
from lifeworld.core.errors import UserError
from lifeworld.core.own import own_worlds
from lifeworld.life import Life
from lifeworld.store import Event, Store
from lifeworld.world import files
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


def causes(name: str) -> Causes:
    """Live a life into its tables once more, and note for each row the steps that wrote it.

    The rows of a world's file come last, over those of the life that it is laid over.

    Raises:
        UserError: there is no such person, or nobody whom a world is laid over.
    """
    path = own_worlds().get(name)
    return _of_file(path) if path else of_life(name)


@lru_cache(maxsize=4)
def of_life(name: str) -> Causes:
    """Do so for a person, once as long as nobody changes what it returns."""
    lived = life.live(name)
    cause = {id(event): why for event, why in zip(lived.events, lived.causes, strict=True)}
    store = Store.empty(tables())
    found: dict[Place, list[Step]] = defaultdict(list)
    with _touched(store) as touched, store.writing():
        for app, event in filled(store, lived, {app.id: lived for app in apps.installed()}):
            step = Step(app, "the whole life" if event is None else cause[id(event)], event)
            for place in touched:
                found[place].append(step)
            touched.clear()
    return Causes(lived, store, {place: tuple(steps) for place, steps in found.items()})


def _of_file(path: Path) -> Causes:
    world = files.read(path)
    if world["over"] == files.EMPTY:
        raise UserError(f"{path}: a world over nothing: nobody has lived it; write `over: nora`, or whoever it is")
    found = causes(life.known(world["over"]))
    store = Store.over(found.store.bytes())
    with _touched(store) as touched:
        files.lay(world, store, path)
    laid = {
        place: (*found.steps.get(place, ()), Step(place[0].partition("_")[0], path.name, None)) for place in touched
    }
    return Causes(found.life, store, {**found.steps, **laid})


@contextmanager
def _touched(store: Store) -> Iterator[dict[Place, None]]:
    """Yield what takes in the places of rows that are written, in order."""
    touched: dict[Place, None] = {}
    store.connection.set_update_hook(lambda _, __, table, row: touched.setdefault((table, row)))
    yield touched
    store.connection.set_update_hook(None)
