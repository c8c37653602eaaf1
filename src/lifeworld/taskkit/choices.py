"""Rows that an agent is free to choose among those that fit; the row that it chose decides what is expected."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lifeworld.core.errors import TaskError, hint
from lifeworld.core.source import place_of
from lifeworld.store import Changes, Command, Row, Store
from lifeworld.taskkit.parameters import Unfair, answered, arguments
from lifeworld.world.tables import by_name

_GIVEN = ("row", "store", "now")  # what the test of a free choice may ask for, beside parameters
CHOICE = "choice"  # the tag of tasks that leave a choice


@dataclass(frozen=True, eq=False)
class Chosen:
    """What stands in a command for a row that the agent chooses; the same object means the same row."""

    model: type[Row]
    fits: Callable[..., bool]


def chosen(model: type[Row], fits: Callable[..., Any]) -> Any:
    """Return what stands in a command for any row of `model` that fits; a task that says so is tagged “choice”.

    `fits` is called by argument names, like a pick's: `row`, `store`, `now`.
    """
    return Chosen(model, fits)


def free_choices(commands: Iterable[Command]) -> list[Chosen]:
    """Return the free choices of commands, up to the first whose making needs the row of an earlier one."""
    found: dict[int, Chosen] = {}
    try:
        for command in commands:
            found |= {id(value): value for value in vars(command).values() if isinstance(value, Chosen)}
    except AttributeError:
        pass
    return list(found.values())


def candidates(one: Chosen, bound: Mapping[str, Any], store: Store, changes: Changes | None) -> Sequence[Row]:
    """Return the rows that fit and that an agent's changes name; the first that fits where they name none.

    Raises:
        Unfair: no row fits.
        TaskError: the test asks for what there is not.
    """
    if unknown := [name for name in arguments(one.fits) if name not in (*_GIVEN, *bound)]:
        near = hint(unknown[0], [*_GIVEN, *bound])
        raise TaskError(f"({place_of(one.fits)}): what `chosen` takes asks for “{unknown[0]}”; {near}")
    rows = [row for row in store.all(one.model) if answered(one.fits, store, {**bound, "row": row})]
    if not rows:
        raise Unfair("nothing to choose")
    named = _named(one.model, changes) if changes else frozenset()
    return [row for row in rows if row.id in named] or rows[:1]


def _named(model: type[Row], changes: Changes) -> frozenset[int]:
    """Return the ids of rows of `model` that the agent's changes touch or point at."""
    table = model.table().name
    found = {change.id for change in changes.rows if change.table == table}
    for change in changes.rows:
        for side in (change.removed, change.added):
            values = (side or {}).items()
            found |= {v for name, v in values if isinstance(v, int) and _points(change.table, name, table)}
    return frozenset(found)


def _points(table: str, column: str, target: str) -> bool:
    known = by_name()[table].by_name[column]
    return known.references is not None and known.references.table().name == target
