"""How much a task varies over its draws: too little could be learned by heart."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lifeworld.core.answers import given_for
from lifeworld.core.errors import TaskError
from lifeworld.taskkit.draw import draw
from lifeworld.taskkit.kit import Task
from lifeworld.verify.expectation import Expectation

TRIED = 20


@dataclass(frozen=True)
class Spread:
    """How many of a task's draws on one profile differ, and what they answer."""

    task: str
    profile: str
    tried: int
    distinct: int
    answers: tuple[Any, ...]


def spread(template: type[Task], profile: str, tried: int = TRIED) -> Spread:
    """Draw some instances and count those that differ in what is asked for or in what should come of it."""
    found: Counter[str] = Counter()
    answers: list[Any] = []
    for number in range(tried):
        try:
            instance = draw(template, profile, number)
        except TaskError:
            break  # no fair draw is told elsewhere
        found[_essence(instance.task, instance.expectation)] += 1
        answers += [given_for(target.stated) for target in instance.expectation.targets[:1]]
    return Spread(template.id, profile, tried, len(found), tuple(answers))


def most_common(spreads: Sequence[Spread]) -> float:
    """Return in which share of all draws a task has its most common answer; 0 where there are no two."""
    answers = Counter(repr(answer) for one in spreads for answer in one.answers if answer is not None)
    drawn = answers.total()
    return answers.most_common(1)[0][1] / drawn if drawn > 1 else 0.0


def _essence(task: Task, wanted: Expectation) -> str:
    target = wanted.targets[0]
    return repr((task.asked(0), task.told, wanted.reached, target.changes.to_json(), target.stated, target.prose))
