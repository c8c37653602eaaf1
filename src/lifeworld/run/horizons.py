"""Composed tasks of a run: which parts are put together, by seed, so that each task has a fair draw."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from lifeworld.core.errors import UserError
from lifeworld.run.drawable import why_undrawn
from lifeworld.run.drawing import Drawing
from lifeworld.taskkit.compose import PLUS, composed, horizon, unfit
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Task

_TRIES = 30  # combinations for one task


def can_be_parts(templates: Sequence[type[Task]]) -> list[type[Task]]:
    """Return the tasks that can be parts, each once."""
    return [one for one in dict.fromkeys(templates) if not (one.parts or unfit(one, last=True))]


def composed_tasks(
    pool: Sequence[type[Task]], parts: int, seed: int, drawing: Drawing
) -> Iterator[list[Configuration]]:
    """Yield what a run makes of its composed tasks of so many parts, one after the other, without end.

    Args:
        pool: what parts are drawn from.
        parts: how many.
        seed: of the run.
        drawing: makes configurations of the number of a task and its task.

    Raises:
        UserError: there are not enough tasks for so many parts, or none of the combinations tried is fair.
    """
    if len(pool) < parts:
        raise UserError(f"a horizon of {parts} takes {parts} tasks that can be parts; there are {len(pool)} here")
    number = 0
    while True:
        yield _fair(pool, parts, seed, drawing, number)
        number += 1


def _fair(pool: Sequence[type[Task]], parts: int, seed: int, drawing: Drawing, number: int) -> list[Configuration]:
    refused: Counter[str] = Counter()
    for attempt in range(_TRIES):
        chosen = random.Random(f"horizon {parts}/{seed}/{number}/{attempt}").sample(list(pool), parts)
        chosen.sort(key=lambda one: one.says("reached"))  # a page can only be stopped on at the end
        if sum(one.says("reached") for one in chosen) > 1:
            continue
        found = list(drawing.configurations(composed(chosen), number))
        why = next((told for one in found if (told := why_undrawn(one))), "")
        if not why:
            return found
        refused[why] += 1
    reasons = "; ".join(f"{times}× {why}" for why, times in refused.most_common(3))
    advice = f"take more tasks or a larger limit, which is shared among the horizons, or leave {parts} out"
    raise UserError(f"no {parts} of these {len(pool)} tasks go together in {_TRIES} combinations; {advice}: {reasons}")


def kind_of_task(task: str) -> str:
    """Return what a run counts a task under: its app or folder, or how many parts it has."""
    return f"of {horizon(task)} parts" if PLUS in task else task.split(".")[0]
