"""The twin: the initial world with a task's effects done. From it alone comes what a verdict expects."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, product

from lifeworld.core.answers import Stated, Value, fits
from lifeworld.core.errors import Refused, TaskError
from lifeworld.core.source import place_in
from lifeworld.store import Changes, Command, Row, Store
from lifeworld.taskkit.blame import blamed
from lifeworld.taskkit.doing import Run, method
from lifeworld.taskkit.kit import PROSE, Chosen, Commands, Task, called
from lifeworld.taskkit.names import aliases
from lifeworld.taskkit.parameters import Unfair, answered
from lifeworld.taskkit.rubric import opened_apps
from lifeworld.taskkit.setting import setting
from lifeworld.taskkit.soundness import commands
from lifeworld.taskkit.start import lived, news
from lifeworld.verify.expectation import Expectation, Key, Prose, Target, Wanted
from lifeworld.world import Profile, World
from lifeworld.world.world import by_name

_TRIED = 24  # bindings of a free choice that a verdict compares at most


def expectation(
    task: Task,
    profile: Profile,
    changes: Changes | None = None,
    without: int | None = None,
    without_part: int = 0,
) -> Expectation:
    """Derive what a verdict expects.

    Args:
        task: with its parameters bound.
        profile: whose world it is.
        changes: what the agent changed; a free choice is bound to the rows that it names.
        without: leave the command of this number out, to see that the verdict then refuses.
        without_part: leave this part of a composed task out, counted from 1.

    Raises:
        Unfair: a command is refused on the twin, or nothing is there to choose.
        TaskError: the task itself is wrong.
    """
    with blamed(task.id):
        ends = list(_ends(task, profile, changes))
        targets = [_played(task, profile, end, without, without_part) for end in ends]
    return Expectation(
        tuple(targets),
        task.reached(),
        (*opened_apps(type(task), (target.changes for target in targets)), *task.items()),
        asks=bool(task.withheld),
        consents=bool(task.consent),
        declined=task.agreed == "nothing",
        infeasible=task.says("impossible") or task.too_late,
        chooses=any(binding for _, binding in ends),
        news=tuple(news(task, profile)),
        stale=_stale(task, profile),
    )


def _stale(task: Task, profile: Profile) -> Target | None:
    """Return the end that would have been right, had nothing come; None where the task tells of none."""
    if not (task.says("stale") or (task.says("answer") and task.says("meanwhile"))):
        return None
    world = lived(task, profile, moving=False)
    try:
        said_by = "stale" if task.says("stale") else "effects"
        run = Run(task, world, {})
        run.through(commands(task, said_by, called(getattr(task, said_by), world.store)), task)
        answer = called(task.answer, world.store)
        if task.says("answer") and answer is None:
            return None
        known = setting(task, run.done, world.store, [answer])
        stated = () if answer is None else (_stated(task, answer, world.store),)
        return Target(world.changes(), stated=stated, prose=tuple(run.prose), setting=known)
    except (Refused, LookupError):
        return None  # before it came, there was nothing that could have been done
    finally:
        world.close()


def spelled_out(task: Task, profile: Profile, worded: Callable[[Prose], str]) -> list[Command]:
    """Return the commands of the first acceptable end as a person would give them, with free texts put into words."""
    outcome, binding = next(_ends(task, profile, None))
    world = lived(task, profile)
    try:
        run = Run(task, world, binding, worded=worded)
        _carry_out(run, outcome)
        return run.concrete
    finally:
        world.close()


def rehearsed(task: Task, profile: Profile) -> tuple[World, tuple[Wanted, ...], tuple[Stated, ...]]:
    """Return the world as it is when all has been done, with the commands that it took and what each part answers.

    Raises:
        Unfair: a command is refused.
    """
    world = lived(task, profile)
    try:
        run = Run(task, world, {})
        stated = _carry_out(run, 0)
        return world, tuple(run.wanted), stated
    except Unfair:
        world.close()
        raise


def _played(
    task: Task,
    profile: Profile,
    end: tuple[int, Mapping[Chosen, Row]],
    without: int | None,
    without_part: int,
) -> Target:
    """Play one acceptable end on a twin of its own."""
    outcome, binding = end
    world = lived(task, profile)
    try:
        run = Run(task, world, binding, without, without_part)
        stated = _carry_out(run, outcome)
        changes, wanted, prose = world.changes(), _alone(run.wanted), tuple(run.prose)
        if prose and PROSE not in task.tags and not task.parts:
            raise TaskError(f"{task.id} ({place_in(type(task))}): asks for free prose; tag it “{PROSE}”")
        worded = bool(prose) or _leaves_open(changes)
        learnt = [*(one.value for one in stated), *news(task, profile).values()] if worded else []
        known = setting(task, run.done, world.store, learnt) if worded else None
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
    for number, member in enumerate(run.task.members, 1):
        run.part = number if run.task.parts else 0
        if number != run.without_part:
            _do_all(run, member, outcome)
        value = called(member.answer, run.world.store)
        if value is not None:
            stated.append(_stated(member, value, run.world.store, number))
    return tuple(stated)


def _stated(task: Task, value: Value, store: Store, part: int = 1) -> Stated:
    """Return a true answer with its form: of several that a task has, the one of the value's type.

    Raises:
        TaskError: it is of no type that `answer` is noted to return.
    """
    form = next((form for form in task.answer_forms() if fits(form, value)), None)
    if form is None:
        place = place_in(type(task), "answer")
        raise TaskError(f"{task.id} ({place}): answer gives {value!r:.60}, which is not of the type that it notes")
    return Stated(value, form, part, aliases(value, store))


def _do_all(run: Run, task: Task, outcome: int) -> None:
    source = _commands(task, outcome, run.world.store)
    try:
        run.through(source, task)
    except Refused as refused:
        if refused.code == "gone":
            raise TaskError(f"{task.id}: an effect names a row that is not there; pick it from the data") from None
        raise Unfair(f"{type(refused).__name__.lower()}: {refused.code}") from None


def _commands(task: Task, outcome: int, store: Store) -> Commands:
    """Return what should be done: one of the acceptable lists, or what the person's reply asks for."""
    if method(task) == "outcomes":
        return commands(task, "outcomes", task.outcomes()[outcome])
    return commands(task, task.agreed, called(getattr(task, task.agreed), store))


def _alone(wanted: list[Wanted]) -> tuple[Wanted, ...]:
    """Leave each command the rows that it alone touches, or all of its rows where it shares every one."""
    kept = []
    for own in wanted:
        others = frozenset[Key]().union(*(other.keys for other in wanted if other is not own))
        kept.append(dataclasses.replace(own, keys=own.keys - others or own.keys))
    return tuple(kept)


def _ends(task: Task, profile: Profile, changes: Changes | None) -> Iterator[tuple[int, Mapping[Chosen, Row]]]:
    count = len(task.outcomes()) if task.says("outcomes") and task.agreed == "effects" else 1
    for outcome in range(count):
        free = _free(task, profile, outcome)
        ways = [[(one, row) for row in _candidates(one, task, profile, changes)] for one in free]
        for binding in islice(product(*ways), _TRIED):
            yield outcome, dict(binding)


def _free(task: Task, profile: Profile, outcome: int) -> list[Chosen]:
    """Return the free choices of the first command that has any (a task's commands are made anew each time)."""
    if task.parts or not (task.says("effects") or task.says("outcomes")):
        return []
    world = lived(task, profile)
    try:
        found: list[Chosen] = []
        for command in _peeked(_commands(task, outcome, world.store)):
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


def _candidates(one: Chosen, task: Task, profile: Profile, changes: Changes | None) -> list[Row]:
    world = lived(task, profile)
    rows = [r for r in world.store.all(one.model) if answered(one.fits, world.store, {**task.bound, "row": r})]
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
