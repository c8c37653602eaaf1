"""What is worked out once, or in a shorter way, comes to the same as what is worked out plainly each time."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import expected
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.honest import episode_of
from lifeworld.proof.tamper import wrongs
from lifeworld.store import Row, Store
from lifeworld.taskkit.binding import _read
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.parameters import Pick, answered
from lifeworld.taskkit.wording import places, root, shown
from lifeworld.verify import ends
from lifeworld.verify.content import Entry, Pairs, Sought
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import Judge
from lifeworld.world import World
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

MANY = random.Random("rivals").sample(tasks(), 40)
SAMPLE = random.Random("cheap").sample(tasks(), 12)


class Plain(Sought):
    """Looks at every pair of entries, cell by cell, as a verdict is defined."""

    def matched(self, found: Iterable[Entry], pairs: Pairs) -> tuple[list[Entry], list[Entry], list[Entry]]:
        met, missing, left = [], [], list(found)
        for entry, _ in self._wanted:
            twin = next((other for other in left if self._plainly(entry, other, pairs)), None)
            if twin is None:
                missing.append(entry)
            else:
                met.append(entry)
                pairs.add(entry, twin)
                left = [other for other in left if other is not twin]
        return met, missing, left

    def _plainly(self, wanted: Entry, found: Entry, pairs: Pairs) -> bool:
        if (wanted.sign, wanted.table, wanted.who) != (found.sign, found.table, found.who):
            return False
        cells = zip(wanted.content, found.content, strict=True)
        return all(pairs.fits(own, other) for own, other in cells)


def happenings(configuration: Configuration, environment: SyncEnvironment) -> list[Happened]:
    """Play the solution, and return what happened and every wrong happening made of it."""
    instance = drawn(configuration.task, configuration.profile, configuration.instance)
    hands = SolutionDriver(environment.step, environment.reset(configuration))
    hands.solve(instance)
    hands.finish()
    episode = episode_of(environment)
    right = episode.happened()
    return [right, *(wrong.happened for wrong in wrongs(right, instance, by_name(), episode.world.store))]


@pytest.mark.long
@pytest.mark.parametrize("template", SAMPLE, ids=lambda template: str(template.id))
def test_judging_many_is_judging_each(
    template: type[Task], environment: SyncEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = random.Random(template.__name__).choice(NAMES)
    found = happenings(Configuration(template.id, name), environment)
    instance = drawn(template.id, name, 0)
    wanted = expected(instance, found[0])
    court = Judge(wanted, by_name())
    verdicts = [court.verdict(one) for one in found]
    monkeypatch.setattr(ends, "Sought", Plain)
    assert verdicts[0].success and not any(verdict.success for verdict in verdicts[1:])
    assert verdicts == [Judge(wanted, by_name()).verdict(one) for one in found]


@pytest.mark.parametrize("template", MANY, ids=lambda template: str(template.id))
def test_rivals_looked_up_are_those_found_by_looking_at_every_row(template: type[Task]) -> None:
    rng = random.Random(template.id)
    own = drawn(template.id, rng.choice(NAMES), 0)
    store = World(own.profile.data).store
    for name, parameter in own.task.parameters.items():
        for text in own.task.texts() if isinstance(parameter, Pick) else ():
            rows = store.all(parameter.model)
            row = rng.choice([one for one in rows if holds(parameter.among, name, one, store, own.task.bound)])
            shows = [place for place in places(text) if root(place) == name]
            bound = {**own.task.bound, name: row}
            found = rivals_of(parameter, name, shows, store, bound)
            assert [one.id for one in found] == plainly(parameter, name, shows, store, bound)


def holds(test: Any, name: str, row: Row, store: Store, bound: dict[str, Any]) -> bool:
    return test is None or bool(answered(test, store, {**bound, name: row, "row": row}))


def rivals_of(parameter: Pick, name: str, shows: list[str], store: Store, bound: dict[str, Any]) -> list[Row]:
    def alike(rival: Row) -> bool:
        return all(_read(place, {name: rival}) == _read(place, bound) for place in shows)

    return parameter.rivals(name, store, bound, alike, shows)


def plainly(parameter: Pick, name: str, shows: list[str], store: Store, bound: dict[str, Any]) -> list[int]:
    """Return the ids of the rivals by showing every row of the table in the whole text."""
    pattern = "\x1f".join(f"{{{place}}}" for place in shows)
    rest = {other: value for other, value in bound.items() if other != name}
    return [
        row.id
        for row in store.all(parameter.model)
        if row.id != bound[name].id
        and holds(parameter.among, name, row, store, rest)
        and shown(pattern, {**bound, name: row}) == shown(pattern, bound)
    ]
