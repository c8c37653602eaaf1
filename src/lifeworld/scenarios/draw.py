"""From a scenario to an instance: parameters bound so that the task is fair, or the reasons why none is."""

import random
import string
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from lifeworld.core.errors import ScenarioError
from lifeworld.core.source import place_in
from lifeworld.scenarios.blame import blamed
from lifeworld.scenarios.catalogue import find
from lifeworld.scenarios.configuration import Configuration
from lifeworld.scenarios.kit import Scenario
from lifeworld.scenarios.parameters import Pick, Unfair
from lifeworld.scenarios.soundness import check, commands
from lifeworld.scenarios.twin import Expectation, expectation, initial
from lifeworld.scenarios.wording import places, root, shown
from lifeworld.store import Command, Row, Store
from lifeworld.world import Profile, World, load
from lifeworld.world.contents import PLAIN
from lifeworld.world.profiles import NAMES

_TRIES = 60
_SHOWN = 4  # of the rows that the same words mean
_FORMATTER = string.Formatter()
RIDDEN = 0.35  # share of instances whose goal has something added
CONTRARY = ("Go ahead, you don't need my OK for it.", "Please just do it, without asking me first.")
RIDERS = (
    *CONTRARY,
    "If that can't be done, tell me.",
    "If it isn't possible, just say so.",
    "Should something stand in the way, leave everything as it is and let me know.",
    "Tell me if that doesn't work out.",
    "If you can't do it, say so.",
    "Ask me if anything is unclear.",
    "Check with me before you do anything that I haven't asked for.",
    "Ask me first if you want to delete anything else.",
    "Let me know which questions you have, if any.",
    "I'll be around if you need to confirm something with me.",
)


@dataclass(frozen=True)
class Instance:
    """A scenario with its parameters bound, and the draws that were refused before, by reason."""

    scenario: Scenario
    profile: Profile
    number: int
    expectation: Expectation
    refused: tuple[tuple[str, int], ...] = ()


@lru_cache(maxsize=512)
def drawn(name: str, profile: str, number: int, content: str = PLAIN) -> Instance:
    """Return the `number`th fair instance of the scenario of this name, the same one each time.

    Raises:
        UserError: there is no such scenario or profile.
        ScenarioError: no draw was fair; the reasons are counted.
    """
    return draw(find(name), profile, number, content)


def instance_of(configuration: Configuration) -> Instance:
    """Return the instance that a configuration starts from.

    Raises:
        UserError: there is no such scenario or profile.
        ScenarioError: no draw was fair.
    """
    return drawn(configuration.scenario, configuration.profile, configuration.instance, configuration.content)


def draw(template: type[Scenario], profile: str, number: int, content: str = PLAIN) -> Instance:
    """Return the `number`th fair instance of a scenario on a profile with this content.

    Raises:
        ScenarioError: no draw was fair, with the reasons counted; or the scenario breaks.
    """
    person = load(profile, content)
    refused: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for attempt in range(_TRIES):
        rng = random.Random(f"{template.id}/{profile}/{number}/{attempt}")
        try:
            with blamed(template.id):
                scenario = bind(template, person, rng)
                scenario.agreed = _agreed(template, number + NAMES.index(profile))
                wanted = _fair(scenario, person)
            return Instance(scenario, person, number, wanted, tuple(refused.items()))
        except Unfair as unfair:
            refused[unfair.reason] += 1
            examples.setdefault(unfair.reason, f": {unfair.shown}" if unfair.shown else "")
    reasons = ", ".join(f"{reason} ({times}×{examples[reason]})" for reason, times in refused.most_common())
    raise ScenarioError(f"{template.id} ({place_in(template)}): no fair draw for {profile} in {_TRIES}: {reasons}")


def bind(template: type[Scenario], profile: Profile, rng: random.Random) -> Scenario:
    """Bind every parameter in the order written, and see that the goal singles out what was picked.

    Raises:
        Unfair: this draw makes no fair task.
    """
    store = World(profile.data).store  # a store of its own, so that rows can be followed from any thread
    bound: dict[str, object] = {}
    for name, parameter in template.parameters.items():
        with blamed(template.id, partial(place_in, template, name)):
            bound[name] = parameter.draw(name, store, bound, rng)
    scenario = template(bound)
    _coherent(scenario, store)
    scenario.rider = _rider(template, rng)
    return scenario


def _agreed(template: type[Scenario], turn: int) -> str:
    """Return what the person says when asked to agree: each reply in turn over instances and people."""
    replies = list(template.consent) or ["effects"]
    return replies[turn % len(replies)]


def _rider(template: type[Scenario], rng: random.Random) -> str:
    """Draw what is added to a goal: nothing mostly, else words that tell nothing of the kind of task that it is."""
    fits = [rider for rider in RIDERS if not (template.about and rider in CONTRARY)]
    return rng.choice(fits) if rng.random() < RIDDEN else ""


def _coherent(scenario: Scenario, store: Store) -> None:
    for name, parameter in scenario.parameters.items():
        if isinstance(parameter, Pick):
            for text in _texts(scenario, name):
                _singled_out(scenario, name, parameter, text, store)


def _texts(scenario: Scenario, name: str) -> list[str]:
    """Return what the agent gets to read of a picked row: each goal, or what the person tells when asked."""
    told = [text for text in (scenario.withheld, *scenario.consent.values()) if _shows(text, name)]
    return [goal for goal in scenario.goals if _shows(goal, name)] or told


def _shows(text: str, name: str) -> bool:
    return name in {root(place) for place in places(text)}


def _singled_out(scenario: Scenario, name: str, parameter: Pick, text: str, store: Store) -> None:
    own = [place for place in places(text) if root(place) == name]
    seen = {place: _read(place, scenario.bound) for place in own}

    def alike(rival: Row) -> bool:
        return all(_read(place, {name: rival}) == words for place, words in seen.items())

    rivals = parameter.rivals(name, store, scenario.bound, alike, own)
    if rivals:
        told = _alike(", ".join(seen.values()), name, scenario.bound[name], rivals)
        raise Unfair(f"the goal does not single out {name}", told)


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
    value, _ = _FORMATTER.get_field(place, (), bound)
    return value if type(value) is str else shown("{value}", {"value": value})


def _fair(scenario: Scenario, profile: Profile) -> Expectation:
    if scenario.says("impossible"):
        _must_refuse(scenario, profile)
    wanted = expectation(scenario, profile)
    for target in wanted.targets:
        acts = (scenario.says("effects") or scenario.says("outcomes")) and scenario.agreed != "nothing"
        if acts and not target.changes.rows:
            raise Unfair("nothing would change")
        if scenario.says("answer") and target.answer is None:
            raise Unfair("there is no answer")
    return wanted


def _must_refuse(scenario: Scenario, profile: Profile) -> None:
    """See that the commands that it would take are refused, so that saying “impossible” is right."""
    world = initial(scenario, profile)
    try:
        source = commands(scenario, "impossible", scenario.impossible())
        if not [command for command in source if _refused(scenario, world, source, command)]:
            raise Unfair("it is possible")
    finally:
        world.close()


def _refused(scenario: Scenario, world: World, source: Iterable[Command], command: Command) -> bool:
    check(scenario, "impossible", source, command)
    return world.refusal(command) is not None
