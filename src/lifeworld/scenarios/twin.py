"""The twin: the initial world with a scenario's effects done. From it alone comes what a verdict expects."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from lifeworld.core.errors import Refused, ScenarioError
from lifeworld.core.verdict import ItemKind
from lifeworld.scenarios.blame import blamed
from lifeworld.scenarios.kit import Answer, Chosen, Commands, Judged, Observed, Scenario, called
from lifeworld.scenarios.names import rivals
from lifeworld.scenarios.parameters import Unfair, answered
from lifeworld.scenarios.prose import Prose, mark
from lifeworld.scenarios.setting import Setting, setting
from lifeworld.scenarios.soundness import check, commands
from lifeworld.store import Changes, Command, Event, Row, Store
from lifeworld.web.look import Look
from lifeworld.world import Profile, World
from lifeworld.world.world import by_name

Key = tuple[str, int]
_TRIED = 24  # bindings of a free choice that a verdict compares at most


@dataclass(frozen=True)
class Wanted:
    """One expected command: what it is, and the rows that only it touches."""

    text: str
    command: str
    keys: frozenset[Key]
    kind: ItemKind = "submit"


@dataclass(frozen=True)
class Target:
    """One acceptable end: what has changed by then, and what is then the answer."""

    changes: Changes
    wanted: tuple[Wanted, ...] = ()
    answer: Answer | None = None
    prose: tuple[Prose, ...] = ()  # what stands for the numbered marks in the rows
    setting: Setting | None = None  # what a free text may say beside its facts
    names: frozenset[str] = frozenset()  # what might be answered in place of the names that the answer gives


@dataclass(frozen=True)
class Expectation:
    """All that a verdict compares an episode with; plain values, nothing of a living world."""

    targets: tuple[Target, ...]
    reached: str = ""
    items: tuple[Observed | Judged, ...] = ()
    asks: bool = False
    consents: bool = False
    declined: bool = False  # the person does not agree, so that nothing should come of it
    infeasible: bool = False
    chooses: bool = False  # a free choice is left to the agent, so the targets depend on what it chose


@dataclass
class _Run:
    """One pass through a scenario's commands on a twin of its own."""

    scenario: Scenario
    world: World
    binding: Mapping[Chosen, Row]
    without: int | None = None  # the command to leave out, when a wrong end is made on purpose
    prose: list[Prose] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    done: list[Command] = field(default_factory=list)  # as the scenario says them, free words included
    worded: Callable[[Prose], str] | None = None  # puts free texts into words; without it a mark stands for them
    concrete: list[Command] = field(default_factory=list)  # as they were done

    @property
    def method(self) -> str:
        """The method that says the commands."""
        agreed = self.scenario.agreed
        return "outcomes" if self.scenario.says("outcomes") and agreed == "effects" else agreed

    def through(self, given: Iterable[Command]) -> None:
        """Do the commands one after the other, handing each one's row back to the scenario."""
        source = iter(given)
        result = None
        while True:
            try:
                command = source.send(result) if hasattr(source, "send") else next(source)
            except StopIteration:
                return
            check(self.scenario, self.method, source, command)
            left_out = len(self.wanted) == self.without
            self.done.append(command)
            result = None if left_out else self._do(command)
            if left_out:
                self.wanted.append(Wanted("left out", type(command).__name__, frozenset()))

    def _do(self, command: Command) -> Any:
        recorder = self.world.recorder()
        try:
            self.concrete.append(self._concrete(command))
            result = self.world.do(self.concrete[-1])
            keys = recorder.touched()
        finally:
            recorder.close()
        name = type(command).__name__
        self.wanted.append(Wanted((type(command).__doc__ or name).split("\n")[0], name, keys))
        return result

    def _concrete(self, command: Command) -> Command:
        fields = {f.name: getattr(command, f.name) for f in dataclasses.fields(command)}
        return dataclasses.replace(command, **{name: self._value(v) for name, v in fields.items()})  # type: ignore[type-var]

    def _value(self, value: Any) -> Any:
        if isinstance(value, Prose) and self.worded:
            return self.worded(value)
        if isinstance(value, Prose):
            self.prose.append(value)
            return mark(len(self.prose) - 1)
        return self.binding[value] if isinstance(value, Chosen) else value


def initial(scenario: Scenario, profile: Profile, look: Look | None = None, token: str = "session") -> World:
    """Return the world that an episode of this scenario starts in, with recording begun."""
    world = World(profile.data, look, token)
    source = commands(scenario, "given", called(scenario.given, world.store))
    for given in source:
        check(scenario, "given", source, given, (Command, Event))
        world.do(given) if isinstance(given, Command) else world.happen(given)
    return world.start()


def expectation(
    scenario: Scenario, profile: Profile, changes: Changes | None = None, without: int | None = None
) -> Expectation:
    """Derive what a verdict expects.

    Args:
        scenario: with its parameters bound.
        profile: whose world it is.
        changes: what the agent changed; a free choice is bound to the rows that it names.
        without: leave the command of this number out, to see that the verdict then refuses.

    Raises:
        Unfair: a command is refused on the twin, or nothing is there to choose.
        ScenarioError: the scenario itself is wrong.
    """
    with blamed(scenario.id):
        ends = list(_ends(scenario, profile, changes))
        targets = [_played(scenario, profile, end, without) for end in ends]
    return Expectation(
        tuple(targets),
        scenario.reached(),
        tuple(scenario.items()),
        asks=bool(scenario.withheld),
        consents=bool(scenario.consent),
        declined=scenario.agreed == "nothing",
        infeasible=scenario.says("impossible"),
        chooses=any(binding for _, binding in ends),
    )


def spelled_out(scenario: Scenario, profile: Profile, worded: Callable[[Prose], str]) -> list[Command]:
    """Return the commands of the first acceptable end as a person would give them, with free texts put into words."""
    outcome, binding = next(_ends(scenario, profile, None))
    world = initial(scenario, profile)
    try:
        run = _Run(scenario, world, binding, worded=worded)
        _carry_out(run, outcome)
        return run.concrete
    finally:
        world.close()


def _played(scenario: Scenario, profile: Profile, end: tuple[int, Mapping[Chosen, Row]], without: int | None) -> Target:
    """Play one acceptable end on a twin of its own."""
    outcome, binding = end
    world = initial(scenario, profile)
    try:
        run = _Run(scenario, world, binding, without)
        _carry_out(run, outcome)
        answer = called(scenario.answer, world.store)
        known = setting(scenario, run.done, world.store)
        return Target(world.changes(), _alone(run.wanted), answer, tuple(run.prose), known, rivals(answer, world.store))
    finally:
        world.close()


def _carry_out(run: _Run, outcome: int) -> None:
    scenario = run.scenario
    source = _commands(scenario, outcome, run.world.store)
    try:
        run.through(source)
    except Refused as refused:
        if refused.code == "gone":
            raise ScenarioError(
                f"{scenario.id}: an effect names a row that is not there; pick it from the data"
            ) from None
        raise Unfair(f"{type(refused).__name__.lower()}: {refused.code}") from None


def _commands(scenario: Scenario, outcome: int, store: Store) -> Commands:
    """Return what should be done: one of the acceptable lists, or what the person's reply asks for."""
    if scenario.says("outcomes") and scenario.agreed == "effects":
        return commands(scenario, "outcomes", scenario.outcomes()[outcome])
    return commands(scenario, scenario.agreed, called(getattr(scenario, scenario.agreed), store))


def _alone(wanted: list[Wanted]) -> tuple[Wanted, ...]:
    """Leave each command the rows that it alone touches, or all of its rows where it shares every one."""
    kept = []
    for own in wanted:
        others = frozenset[Key]().union(*(other.keys for other in wanted if other is not own))
        kept.append(dataclasses.replace(own, keys=own.keys - others or own.keys))
    return tuple(kept)


def _ends(scenario: Scenario, profile: Profile, changes: Changes | None) -> Iterator[tuple[int, Mapping[Chosen, Row]]]:
    count = len(scenario.outcomes()) if scenario.says("outcomes") and scenario.agreed == "effects" else 1
    for outcome in range(count):
        free = _free(scenario, profile, outcome)
        ways = [[(one, row) for row in _candidates(one, scenario, profile, changes)] for one in free]
        for binding in islice(product(*ways), _TRIED):
            yield outcome, dict(binding)


def _free(scenario: Scenario, profile: Profile, outcome: int) -> list[Chosen]:
    """Return the free choices of the first command that has any (a scenario's commands are made anew each time)."""
    if not (scenario.says("effects") or scenario.says("outcomes")):
        return []
    world = initial(scenario, profile)
    try:
        found: list[Chosen] = []
        for command in _peeked(_commands(scenario, outcome, world.store)):
            found += [v for v in vars(command).values() if isinstance(v, Chosen) and v not in found]
        return found
    finally:
        world.close()


def _peeked(source: Iterable[Command]) -> Iterator[Command]:
    """Yield the commands up to the first whose making needs the row of an earlier one."""
    try:
        yield from source
    except AttributeError:
        return


def _candidates(one: Chosen, scenario: Scenario, profile: Profile, changes: Changes | None) -> list[Row]:
    world = initial(scenario, profile)
    rows = [r for r in world.store.all(one.model) if answered(one.fits, world.store, {**scenario.bound, "row": r})]
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
            found |= {
                v for name, v in (side or {}).items() if isinstance(v, int) and _points(change.table, name, table)
            }
    return frozenset(found)


def _points(table: str, column: str, target: str) -> bool:
    known = by_name()[table].by_name[column]
    return known.references is not None and known.references.table().name == target
