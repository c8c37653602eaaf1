"""Free texts as a good assistant writes them pass in every task that asks for one; wrong ones don't."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lifeworld.life.models import Person, me
from lifeworld.scenarios.catalogue import scenarios
from lifeworld.scenarios.draw import Instance, drawn
from lifeworld.scenarios.kit import Scenario
from lifeworld.scenarios.prose import Prose, loosely, mark
from lifeworld.scenarios.wording import Shown
from lifeworld.verify.texts import Texts
from lifeworld.world.profiles import NAMES

WRITTEN = tomllib.loads((Path(__file__).parent / "prose.toml").read_text(encoding="utf-8"))
CASES = [(name, part) for name, parts in WRITTEN.items() for part in parts]
IDS = [f"{name}-{n}" for n, (name, _) in enumerate(CASES)]
DRAWS, SELDOM = 2, 12  # for each person; SELDOM where only some draws have the value that a text is about


class Told(Mapping[str, Any]):
    """What a text may show: a scenario's parameters and what it works out, and the wordings of the facts."""

    def __init__(self, scenario: Scenario, prose: Prose) -> None:
        self._scenario, self._prose = scenario, prose

    def __getitem__(self, name: str) -> Any:
        own: Any = self._scenario
        found: dict[str, Callable[[], Any]] = {
            "told": lambda: [fact[0] for fact in self._prose.facts],
            "wrong_half": lambda: f"{own.at:%I:%M} {'AM' if own.at.hour >= 12 else 'PM'}",
            "total": lambda: own.share * 3,
            "payer": lambda: own.entry.store.get(Person, own.entry.person_id),
            "me": lambda: me(own.event.store),
        }
        return found[name]() if name in found else getattr(own, name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Words(Shown):
    """Shows a time as 24 hours after `:24`."""

    def format_field(self, value: Any, format_spec: str) -> str:
        return f"{value:%H:%M}" if format_spec == "24" else super().format_field(value, format_spec)


def judged(instance: Instance, text: str) -> tuple[str, bool]:
    """Return a text as it is for one draw, and whether a verdict takes it."""
    target = instance.expectation.targets[0]
    number = next(n for n, prose in enumerate(target.prose) if prose.facts)
    told = Words().vformat(text, (), Told(instance.scenario, target.prose[number]))
    return told, Texts(target.prose, target.setting)(mark(number), loosely(told))


def drawn_for(name: str, part: Mapping[str, Any]) -> Iterator[Instance]:
    """Yield some draws for each person that have the values that a part of the corpus is about."""
    for profile in NAMES:
        found = (drawn(name, profile, number) for number in range(SELDOM if "where" in part else DRAWS))
        yield from (one for one in found if _is_about(one, part.get("where", {})))


def _is_about(instance: Instance, values: Mapping[str, Any]) -> bool:
    asks = any(prose.facts for prose in instance.expectation.targets[0].prose)
    return asks and all(getattr(instance.scenario, name) == value for name, value in values.items())


def mistaken(name: str, part: Mapping[str, Any], kind: str, right: bool) -> list[str]:
    instances = list(drawn_for(name, part))
    assert instances, "no draw is what these texts are about"
    told = (judged(instance, text) for instance in instances for text in part[kind])
    return sorted({text for text, fits in told if fits is not right})


@pytest.mark.long
@pytest.mark.parametrize(("name", "part"), CASES, ids=IDS)
def test_what_an_assistant_would_write_passes(name: str, part: Mapping[str, Any]) -> None:
    assert not mistaken(name, part, "honest", right=True)


@pytest.mark.parametrize(("name", "part"), CASES, ids=IDS)
def test_what_is_wrong_does_not(name: str, part: Mapping[str, Any]) -> None:
    assert not mistaken(name, part, "wrong", right=False)


def test_every_task_over_several_apps_that_asks_for_words_is_tried() -> None:
    over = [one.id for one in scenarios() if one.category() != "single"]
    wanted = {name for name in over for text in drawn(name, NAMES[0], 0).expectation.targets[0].prose if text.facts}
    assert wanted <= WRITTEN.keys()


def test_there_are_many() -> None:
    assert sum(len(part["honest"]) for _, part in CASES) >= 120
    assert sum(len(part["wrong"]) for _, part in CASES) >= 120
