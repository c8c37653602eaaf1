"""Writes src/lifeworld/tasks/seen.json, what the solutions of each task have shown: `python scripts/rubrics.py ID…`.

Each is played for those for whom tasks are proved, on phone and desktop, and for all others who were written, on the
phone, where it can be drawn for them; each other way that a task names is played once. Kept are the pages beside the
one that an app opens with, and the names of rows that all goals tell, which every play has shown and the apps' tools
can show, too; of these the most specific ones. `lifeworld check` holds them against the solutions wherever they are
played. Without ids, all tasks are played.
"""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from itertools import pairwise, product
from typing import Any

from lifeworld import apps
from lifeworld.core.choices import PEOPLE
from lifeworld.core.errors import LifeworldError, TaskError
from lifeworld.env.channels import needs_screens
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.env.tools.solving import look
from lifeworld.store import Row
from lifeworld.taskkit import Configuration
from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.taskkit.draw import Instance, drawn
from lifeworld.taskkit.kit import OVER, Task
from lifeworld.taskkit.rubric import KEPT, item_of, kept
from lifeworld.taskkit.wording import places, root, shown
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import saw
from lifeworld.world.profiles import NAMES

DEVICES = ("phone", "desktop")
FEW, MANY = 3, 6  # items that are kept of a task of one app, and of several
SHORTEST = 3  # letters of a name
DRAWS = 2  # instances that are played for whom tasks are not proved
Known = dict[str, str]  # what stands at each place of a task's parameters: ids of rows, names


def main(*names: str) -> None:
    """Write the file, anew for the tasks that are named or for all."""
    known = sorted(names) or [one.id for one in tasks()]
    made = {name: derived(name) for name in known}
    kept.cache_clear()  # another may have written meanwhile
    found = {**(kept() if names else {}), **made}
    lines = (f"{json.dumps(name)}: {json.dumps(texts)}" for name, texts in sorted(found.items()) if texts)
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def derived(name: str) -> list[str]:
    """Return what is kept of a task, the most specific first; where that is too little, what the solution shows."""
    template, seen = find(name), list[tuple[str, Known]]()
    with opened("dom") as environment:
        for way, happened, instance in plays(template, environment):
            texts = candidates(happened, instance)
            seen.append((way, {text: shown(text, instance.task.bound) for text in texts}))
    always = common([own for _, own in seen])
    solved = common([own for way, own in seen if not way]) - always
    found = [*sorted(always, key=rank), *sorted(solved, key=rank)]
    told = by_tools(template, found) if not needs_screens(template) else found
    most, least = (MANY, MANY) if template.home() in OVER else (FEW, 1)
    return told[: max(min(most, sum(text in always for text in told)), least)]


def common(plays: list[Known]) -> set[str]:
    """Return what every play has shown; of what was the same each time, like ids that agree, the shortest."""
    texts = sorted(set.intersection(*({*own} for own in plays)), key=lambda text: (-len(text), text))
    return {*{tuple(own[text] for own in plays): text for text in texts}.values()}


def plays(template: type[Task], environment: SyncEnvironment) -> Iterator[tuple[str, Happened, Instance]]:
    """Play the solution for each person on each device, and each other way that the task names for the first.

    Those for whom tasks are not proved have only the phone, and only what can be drawn for them.
    """
    found = [*product(NAMES, DEVICES, ("",), (0,)), *((NAMES[0], DEVICES[0], way, 0) for way in template.ways())]
    others = product(PEOPLE[len(NAMES) :], DEVICES[:1], ("",), range(DRAWS))
    found += [one for one in others if can_be_drawn(template, one[0], one[-1])]
    for profile, device, way, number in found:
        instance, one = drawn(template.id, profile, number), Configuration(template.id, profile, number, device=device)
        hands = SolutionDriver(environment.step, environment.reset(one))
        hands.instance = instance
        getattr(instance.task, way)(hands) if way else hands.solve(instance)
        hands.finish()
        episode = environment.environment.episode
        assert episode
        yield way, episode.happened(), instance


def can_be_drawn(template: type[Task], profile: str, number: int) -> bool:
    try:
        drawn(template.id, profile, number)
    except TaskError:
        return False
    return True


def candidates(happened: Happened, instance: Instance) -> Iterator[str]:
    """Yield the pages that a play showed, and the names that all goals tell, in terms of the task's parameters."""
    task = instance.task
    ids, names = of_rows(task), named(task)
    first = {seen.path for before, seen in pairwise(happened.seen) if before.path == "/"}
    for path in {seen.path for seen in happened.seen} - first:
        steps = path.strip("/").split("/")
        if steps[0] in apps.by_id() and len(steps) > 1:
            yield from addresses(steps, ids)
    texts = [text for text, value in names.items() if len(value) >= SHORTEST and value not in written(instance)]
    yield from (text for text in texts if saw(item_of(text, task), happened))


def written(instance: Instance) -> set[Any]:
    """Return what the commands of a task write: that is made, not seen."""
    return {value for command in instance.commands for value in vars(command).values() if isinstance(value, str)}


def addresses(steps: list[str], ids: Known) -> Iterator[str]:
    """Yield an address with places instead of ids; none where an id is of no row that the task is about."""
    options = [[place for place, own in ids.items() if own == one] if re.search(r"\d", one) else [one] for one in steps]
    yield from ("/" + "/".join(one) for one in product(*options))


def of_rows(task: Task) -> Known:
    """Return the ids of the rows that a task's parameters lead to, each by its place."""
    found: Known = {}
    for name, value in task.bound.items():
        if isinstance(value, Row):
            found[f"{{{name}.id}}"] = str(value.id)
            for column in (one for one in value.table().columns if one.references):
                found[f"{{{name}.{column.name}}}"] = str(getattr(value, column.name))
                other: Any = None
                with suppress(AttributeError, AssertionError):  # a group has no person
                    other = getattr(value, column.name.removesuffix("_id"))
                for further in other.table().columns if isinstance(other, Row) else ():
                    if further.references:
                        place = f"{name}.{column.name.removesuffix('_id')}.{further.name}"
                        found[f"{{{place}}}"] = str(getattr(other, further.name))
    return found


def named(task: Task) -> Known:
    """Return the names of rows that every goal tells, and the texts that it quotes, each by its place."""
    always = set.intersection(*({*places(goal)} for goal in task.goals))
    quoted = set.intersection(*({*re.findall(r"“{([^}:]+)}”", goal)} for goal in task.goals))
    told = (place for place in sorted(always) if place in quoted or isinstance(task.bound[root(place)], Row))
    told = (place for place in told if isinstance(at(task, place), str))  # screens write a day in their own language
    return {f"{{{place}}}": shown(f"{{{place}}}", task.bound) for place in told}


def at(task: Task, place: str) -> Any:
    """Return the value at a place like `event.day`."""
    name, *columns = place.split(".")
    return reduce(getattr, columns, task.bound[name])


def by_tools(template: type[Task], found: list[str]) -> list[str]:
    """Return what tools can show as well, whomever the task is drawn for."""
    with opened("dom", "tools") as environment:
        for profile in NAMES:
            instance = drawn(template.id, profile, 0)
            environment.reset(Configuration(template.id, profile))
            found = [text for text in found if shows(environment, text, instance)]
    return found


def shows(environment: SyncEnvironment, text: str, instance: Instance) -> bool:
    item, episode = item_of(text, instance.task), environment.environment.episode
    assert episode
    try:
        look(environment.step, item, instance)
    except LifeworldError:
        return False
    return saw(item, episode.happened())


def rank(text: str) -> tuple[int, str]:
    """Return how much a page or a name tells: a row's page most, then a row's name, then a page of the app."""
    return (0 if text.startswith("/") and "{" in text else 1 if "{" in text else 2), text


if __name__ == "__main__":
    main(*sys.argv[1:])
