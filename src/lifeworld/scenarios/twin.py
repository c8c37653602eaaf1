"""The twin: the initial world with a scenario's effects done. From it alone comes what a verdict expects."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, product

from lifeworld.core.answers import Stated, Value, fits
from lifeworld.core.errors import Refused, ScenarioError
from lifeworld.core.source import place_in
from lifeworld.scenarios.blame import blamed
from lifeworld.scenarios.doing import Run, method
from lifeworld.scenarios.kit import PROSE, Chosen, Commands, Scenario, called
from lifeworld.scenarios.names import aliases
from lifeworld.scenarios.parameters import Unfair, answered
from lifeworld.scenarios.rubric import opened_apps
from lifeworld.scenarios.setting import setting
from lifeworld.scenarios.soundness import commands
from lifeworld.scenarios.start import lived, news
from lifeworld.store import Changes, Command, Row, Store
from lifeworld.verify.expectation import Expectation, Key, Prose, Target, Wanted
from lifeworld.world import Profile, World
from lifeworld.world.world import by_name

_TRIED = 24  # bindings of a free choice that a verdict compares at most


def expectation(
    scenario: Scenario,
    profile: Profile,
    changes: Changes | None = None,
    without: int | None = None,
    without_part: int = 0,
) -> Expectation:
    """Derive what a verdict expects.

    Args:
        scenario: with its parameters bound.
        profile: whose world it is.
        changes: what the agent changed; a free choice is bound to the rows that it names.
        without: leave the command of this number out, to see that the verdict then refuses.
        without_part: leave this part of a composed scenario out, counted from 1.

    Raises:
        Unfair: a command is refused on the twin, or nothing is there to choose.
        ScenarioError: the scenario itself is wrong.
    """
    with blamed(scenario.id):
        ends = list(_ends(scenario, profile, changes))
        targets = [_played(scenario, profile, end, without, without_part) for end in ends]
    return Expectation(
        tuple(targets),
        scenario.reached(),
        (*opened_apps(type(scenario), (target.changes for target in targets)), *scenario.items()),
        asks=bool(scenario.withheld),
        consents=bool(scenario.consent),
        declined=scenario.agreed == "nothing",
        infeasible=scenario.says("impossible") or scenario.too_late,
        chooses=any(binding for _, binding in ends),
        news=tuple(news(scenario, profile)),
        stale=_stale(scenario, profile),
    )


def _stale(scenario: Scenario, profile: Profile) -> Target | None:
    """Return the end that would have been right, had nothing come; None where the scenario tells of none."""
    if not (scenario.says("stale") or (scenario.says("answer") and scenario.says("meanwhile"))):
        return None
    world = lived(scenario, profile, moving=False)
    try:
        said_by = "stale" if scenario.says("stale") else "effects"
        run = Run(scenario, world, {})
        run.through(commands(scenario, said_by, called(getattr(scenario, said_by), world.store)), scenario)
        answer = called(scenario.answer, world.store)
        if scenario.says("answer") and answer is None:
            return None
        known = setting(scenario, run.done, world.store, [answer])
        stated = () if answer is None else (_stated(scenario, answer, world.store),)
        return Target(world.changes(), stated=stated, prose=tuple(run.prose), setting=known)
    except (Refused, LookupError):
        return None  # before it came, there was nothing that could have been done
    finally:
        world.close()


def spelled_out(scenario: Scenario, profile: Profile, worded: Callable[[Prose], str]) -> list[Command]:
    """Return the commands of the first acceptable end as a person would give them, with free texts put into words."""
    outcome, binding = next(_ends(scenario, profile, None))
    world = lived(scenario, profile)
    try:
        run = Run(scenario, world, binding, worded=worded)
        _carry_out(run, outcome)
        return run.concrete
    finally:
        world.close()


def rehearsed(scenario: Scenario, profile: Profile) -> tuple[World, tuple[Wanted, ...], tuple[Stated, ...]]:
    """Return the world as it is when all has been done, with the commands that it took and what each part answers.

    Raises:
        Unfair: a command is refused.
    """
    world = lived(scenario, profile)
    try:
        run = Run(scenario, world, {})
        stated = _carry_out(run, 0)
        return world, tuple(run.wanted), stated
    except Unfair:
        world.close()
        raise


def _played(
    scenario: Scenario,
    profile: Profile,
    end: tuple[int, Mapping[Chosen, Row]],
    without: int | None,
    without_part: int,
) -> Target:
    """Play one acceptable end on a twin of its own."""
    outcome, binding = end
    world = lived(scenario, profile)
    try:
        run = Run(scenario, world, binding, without, without_part)
        stated = _carry_out(run, outcome)
        changes, wanted, prose = world.changes(), _alone(run.wanted), tuple(run.prose)
        if prose and PROSE not in scenario.tags and not scenario.parts:
            raise ScenarioError(f"{scenario.id} ({place_in(type(scenario))}): asks for free prose; tag it “{PROSE}”")
        worded = bool(prose) or _leaves_open(changes)
        learnt = [*(one.value for one in stated), *news(scenario, profile).values()] if worded else []
        known = setting(scenario, run.done, world.store, learnt) if worded else None
        return Target(changes, wanted, stated, prose, known)
    finally:
        world.close()


def _leaves_open(changes: Changes) -> bool:
    """Return whether a row that is made has a column for words of one's own: only there the setting counts."""
    made = [(change.table, change.added) for change in changes.rows if change.removed is None and change.added]
    return any(column.left_open(row[column.name]) for table, row in made for column in by_name()[table].columns)


def _carry_out(run: Run, outcome: int) -> tuple[Stated, ...]:
    """Do what each member says, one after the other, and return what each then answers."""
    stated = []
    for number, member in enumerate(run.scenario.members, 1):
        run.part = number if run.scenario.parts else 0
        if number != run.without_part:
            _do_all(run, member, outcome)
        value = called(member.answer, run.world.store)
        if value is not None:
            stated.append(_stated(member, value, run.world.store, number))
    return tuple(stated)


def _stated(scenario: Scenario, value: Value, store: Store, part: int = 1) -> Stated:
    """Return a true answer with its form: of several that a scenario has, the one of the value's type.

    Raises:
        ScenarioError: it is of no type that `answer` is noted to return.
    """
    form = next((form for form in scenario.answer_forms() if fits(form, value)), None)
    if form is None:
        place = place_in(type(scenario), "answer")
        raise ScenarioError(
            f"{scenario.id} ({place}): answer gives {value!r:.60}, which is not of the type that it notes"
        )
    return Stated(value, form, part, aliases(value, store))


def _do_all(run: Run, scenario: Scenario, outcome: int) -> None:
    source = _commands(scenario, outcome, run.world.store)
    try:
        run.through(source, scenario)
    except Refused as refused:
        if refused.code == "gone":
            raise ScenarioError(
                f"{scenario.id}: an effect names a row that is not there; pick it from the data"
            ) from None
        raise Unfair(f"{type(refused).__name__.lower()}: {refused.code}") from None


def _commands(scenario: Scenario, outcome: int, store: Store) -> Commands:
    """Return what should be done: one of the acceptable lists, or what the person's reply asks for."""
    if method(scenario) == "outcomes":
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
    if scenario.parts or not (scenario.says("effects") or scenario.says("outcomes")):
        return []
    world = lived(scenario, profile)
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
    world = lived(scenario, profile)
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
