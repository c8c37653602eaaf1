"""What is worked out once, or in a shorter way, comes to the same as what is worked out plainly each time."""

import random
from collections.abc import Iterable, Iterator

import pytest

from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import expected
from lifeworld.env.hands import Hands
from lifeworld.env.opening import opened
from lifeworld.proof.tamper import wrongs
from lifeworld.scenarios.catalogue import scenarios
from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.draw import drawn
from lifeworld.verify import Happened, Judge, ends
from lifeworld.verify.content import Entry, Sought, _left_open, compared
from lifeworld.world.profiles import NAMES
from lifeworld.world.world import by_name

SAMPLE = random.Random("cheap").sample(scenarios(), 12)


@pytest.fixture(scope="module")
def environment() -> Iterator[SyncEnvironment]:
    with opened("dom") as found:
        yield found


class Plain(Sought):
    """Looks at every pair of entries, cell by cell, as a verdict is defined."""

    def matched(self, found: Iterable[Entry]) -> tuple[list[Entry], list[Entry], list[Entry]]:
        met, missing, left = [], [], list(found)
        for entry, *_ in self._wanted:
            twin = next((other for other in left if self._plainly(entry, other)), None)
            if twin is None:
                missing.append(entry)
            else:
                met.append(entry)
                left = [other for other in left if other is not twin]
        return met, missing, left

    def _plainly(self, wanted: Entry, found: Entry) -> bool:
        if (wanted.sign, wanted.table, wanted.who) != (found.sign, found.table, found.who):
            return False
        cells = zip(compared(by_name()[wanted.table]), wanted.content, found.content, strict=True)
        return all(self._same(own, other) or _left_open(wanted, column, other) for column, own, other in cells)


def happenings(configuration: Configuration, environment: SyncEnvironment) -> list[Happened]:
    """Play the solution, and return what happened and every wrong happening made of it."""
    instance = drawn(configuration.scenario, configuration.profile, configuration.instance)
    hands = Hands(environment.step, environment.reset(configuration))
    instance.scenario.solution(hands)
    hands.finish()
    episode = environment.environment.episode
    assert episode
    right = episode.happened()
    return [right, *(wrong.happened for wrong in wrongs(right, instance, by_name(), episode.world.store))]


@pytest.mark.parametrize("template", SAMPLE, ids=lambda template: str(template.id))
def test_judging_many_is_judging_each(
    template: type, environment: SyncEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = random.Random(template.__name__).choice(NAMES)
    found = happenings(Configuration(template.id, name), environment)  # type: ignore[attr-defined]
    instance = drawn(template.id, name, 0)  # type: ignore[attr-defined]
    wanted = expected(instance, found[0])
    court = Judge(wanted, by_name())
    verdicts = [court.verdict(one) for one in found]
    monkeypatch.setattr(ends, "Sought", Plain)
    assert verdicts[0].success and not any(verdict.success for verdict in verdicts[1:])
    assert verdicts == [Judge(wanted, by_name()).verdict(one) for one in found]
