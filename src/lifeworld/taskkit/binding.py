"""Parameters bound to a world's data, and whether goals then single out the rows that they mean."""

import random
import string
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from functools import partial

from lifeworld.core.source import place_in
from lifeworld.store import Row, Store
from lifeworld.store.author_errors import as_task_error
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.parameters import Pick, Unfair
from lifeworld.taskkit.wording import places, root, shown

_SHOWN = 4  # of the rows that the same words mean
_FORMATTER = string.Formatter()


def bind(template: type[Task], store: Store, rng: random.Random) -> Task:
    """Bind every parameter in the order written, and see that the goal singles out what was picked.

    Raises:
        Unfair: this draw makes no fair task.
    """
    bound: dict[str, object] = {}
    for name, parameter in template.parameters.items():
        with as_task_error(template.id, partial(place_in, template, name)):
            bound[name] = parameter.draw(name, store, bound, rng)
    task = template(bound)
    for name, seen, rivals in confusions(task, store):
        told = _alike(seen, name, task.bound[name], rivals)
        raise Unfair("the goal does not single out", told, name)
    return task


def confusions(
    task: Task, store: Store, only: Collection[tuple[str, int]] | None = None
) -> Iterator[tuple[str, str, list[Row]]]:
    """Yield each picked row that a text may be misread of: its parameter, what is shown of it, the rows it may mean.

    Args:
        task: bound.
        store: where the rows are.
        only: by table and id the rows that are looked at; all, where it is not given.
    """
    for name, parameter in task.parameters.items():
        if isinstance(parameter, Pick):
            table = parameter.model.table().name
            ids = None if only is None else {row_id for own, row_id in only if own == table}
            for own in _told(task, name) if ids is None or ids else ():
                seen, rivals = _rivals(task, name, parameter, own, store, ids)
                if rivals:
                    yield name, seen, rivals


def named(task: Task) -> Iterator[Row]:
    """Yield the rows that a task's parameters are bound to, and those that its texts show something of."""
    for value in task.bound.values():
        yield from (one for one in (value if isinstance(value, list | tuple) else (value,)) if isinstance(one, Row))
    for text in task.texts():
        for place in places(text):
            steps = place.split(".")
            values = (_value(".".join(steps[:length]), task.bound) for length in range(1, len(steps)))
            yield from (value for value in values if isinstance(value, Row))


def _told(task: Task, name: str) -> list[list[str]]:
    """Return the places of a picked row that the agent gets to read: in each goal, or in what is told when asked.

    Texts with the same places say the same of it, so that they come once.
    """
    told = (task.hidden_info, *task.goal_update, *task.confirmation.values())
    return _shown_by(task.texts(), name) or _shown_by(told, name)


def _shown_by(texts: Iterable[str], name: str) -> list[list[str]]:
    each = ([place for place in places(text) if root(place) == name] for text in texts)
    return list({frozenset(own): own for own in each if own}.values())


def _rivals(
    task: Task, name: str, parameter: Pick, own: list[str], store: Store, only: Container[int] | None
) -> tuple[str, list[Row]]:
    """Return what the places show of a picked row, and the other rows that might be meant by that."""
    seen = {place: _read(place, task.bound) for place in own}

    def alike(rival: Row) -> bool:
        return all(_read(place, {name: rival}) == words for place, words in seen.items())

    return ", ".join(seen.values()), parameter.rivals(name, store, task.bound, alike, own, only)


def _alike(seen: str, name: str, own: Row, rivals: list[Row]) -> str:
    """Return which rows the same words mean, and what tells them apart."""
    columns = [column for column in type(own).table().names if column != "id"]
    apart = [column for column in columns if all(getattr(own, column) != getattr(one, column) for one in rivals)]
    values = ", ".join(f"{{{name}.{column}}} ({getattr(own, column)!s:.40})" for column in apart)
    others = ", ".join(str(one.id) for one in rivals[:_SHOWN]) + (", …" if len(rivals) > _SHOWN else "")
    kind = type(own).__name__
    return f"“{seen}” is {kind} {own.id} and also {others}; {values or 'no column alone'} tells it apart"


def _read(place: str, bound: Mapping[str, object]) -> str:
    """Return what a goal shows at a place."""
    value = _value(place, bound)
    return value if type(value) is str else shown("{value}", {"value": value})


def _value(place: str, bound: Mapping[str, object]) -> object:
    value: object = _FORMATTER.get_field(place, (), bound)[0]
    return value
