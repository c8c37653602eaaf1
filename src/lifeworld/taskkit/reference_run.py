"""The reference run: what should come of a task, done on branches of its world. A verdict compares with it alone."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, product
from typing import Any

from lifeworld.core.answers import Stated, Value, fits
from lifeworld.core.errors import Refused, TaskError
from lifeworld.core.source import place_in
from lifeworld.store import Changes, Command, Event, Row, Store, given
from lifeworld.store.author_errors import as_task_error
from lifeworld.taskkit.catalogue import needed_apps
from lifeworld.taskkit.choices import CHOICE, Chosen, candidates, free_choices
from lifeworld.taskkit.clearing import LEFT_OUT, cleared
from lifeworld.taskkit.kit import PROSE, Commands, Task, called
from lifeworld.taskkit.parameters import Unfair
from lifeworld.taskkit.prose import aliases
from lifeworld.taskkit.rubric import rubric
from lifeworld.taskkit.start import arrive, begin, check, coming, commands
from lifeworld.taskkit.text_context import text_context
from lifeworld.verify.content import marks
from lifeworld.verify.expectation import Expectation, Prose, Target, Wanted, alone, mark
from lifeworld.verify.happened import in_words, values_of
from lifeworld.verify.words import Labels
from lifeworld.world import World
from lifeworld.world.headlines import telling
from lifeworld.world.tables import by_name

_TRIED = 24  # bindings of a free choice that a verdict compares at most
Wording = Callable[[Prose], str]


@dataclass(frozen=True)
class End:
    """One acceptable end: which list of commands, and the row that stands for each free choice in it."""

    outcome: int = 0
    chosen: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Omission:
    """What is left out, to see that a verdict then refuses: a command by number, or a part of a composed task."""

    command: int | None = None
    part: int = 0


def reference_run(
    task: Task, world: World, changes: Changes | None = None, omission: Omission | None = None
) -> Expectation:
    """Do what should come of a task, and return what a verdict expects: plain values, nothing of a living world.

    Args:
        task: with its parameters bound.
        world: a profile's, as it is before any setup; it is left so.
        changes: what an agent changed; a free choice is bound to the rows that it names.
        omission: what is left out.

    Raises:
        Unfair: a command is refused, or nothing is there to choose.
        TaskError: the task itself is wrong.
    """
    with as_task_error(task.id):
        news = _news(task, world)
        ends = list(_ends(task, world, changes))
        superseded, before = _superseded(task, world)
        known = [*news.values()], before if task.goal_update else []
        targets = [_played(task, world, end, known, omission or Omission()) for end in ends]
    pages = task.reached()  # of which one shows what is to be shown
    return Expectation(
        tuple(targets),
        (pages,) if isinstance(pages, str) else pages,
        partial(rubric, task),
        asks=bool(task.hidden_info),
        consents=bool(task.confirmation),
        declined=task.agreed == "nothing",
        infeasible=task.says("impossible") or task.too_late,
        chooses=any(end.chosen for end in ends),
        news=tuple(news),
        evidence=tuple(sorted({app for one in task.members if one.says("answer") for app in needed_apps(type(one))})),
        superseded=superseded,
    )


def spelled_out(task: Task, world: World, worded: Wording) -> list[Command]:
    """Return the commands of the first acceptable end as a person would give them, with free texts put into words."""
    end = next(_ends(task, world, None))
    with world.branch():
        arrive(task, world)
        run = _Run(task, world, end, worded=worded)
        _carry_out(run)
        return run.concrete


def rehearse(task: Task, world: World) -> tuple[tuple[Wanted, ...], tuple[Stated, ...]]:
    """Do a task from its setup on, and return the commands that it took and what each part answers; the world stays so.

    Raises:
        Unfair: a command is refused.
    """
    arrive(task, world)
    run = _Run(task, world, End())
    stated = _carry_out(run)
    return tuple(run.wanted), stated


def _news(task: Task, world: World) -> dict[str, Event]:
    """Return each thing that comes and matters, by words by which one knows that it has been seen."""
    if task.distractor or not task.says("scheduled_events"):
        return {}
    with world.branch():
        begin(task, world)
        return {telling(event, world.store): event for event in coming(task, world.store)}


def _superseded(task: Task, world: World) -> tuple[Target | None, list[Command]]:
    """Return the end that would have been right, had nothing come, and its commands; None where the task tells none."""
    if not (task.says("superseded_effects") or (task.says("answer") and task.says("scheduled_events"))):
        return None, []
    name = "superseded_effects" if task.says("superseded_effects") else "effects"
    try:
        with world.branch():
            begin(task, world)
            run = _Run(task, world, End())
            run.through(commands(task, name, called(getattr(task, name), world.store)), task, name)
            answer = called(task.answer, world.store)
            if task.says("answer") and answer is None:
                return None, []
            known = text_context(task, run.done, world.store, [answer])
            stated = () if answer is None else (_stated(task, answer, world.store),)
            return Target(world.changes(), stated=stated, prose=tuple(run.prose), setting=known), run.done
    except (Refused, LookupError):
        return None, []  # before it came, there was nothing that could have been done


# ---- one acceptable end


def _played(
    task: Task, world: World, end: End, known: tuple[Sequence[Event], Sequence[Command]], omission: Omission
) -> Target:
    """Do one acceptable end on a branch; known is also what comes, and what was to be done before it came."""
    with world.branch():
        arrive(task, world)
        run = _Run(task, world, end, omission)
        stated = _carry_out(run)
        changes, prose = world.changes(), tuple(run.prose)
        if prose and PROSE not in task.tags and not task.parts:
            raise TaskError(f"{task.id} ({place_in(type(task))}): asks for free prose; tag it “{PROSE}”")
        worded = bool(prose) or _leaves_open(changes)
        learnt = [*(one.value for one in stated), *known[0]] if worded else []
        setting = text_context(task, run.done, world.store, learnt, known[1]) if worded else None
        whole = cleared(run.concrete, run.wanted, changes, world.store) if marks(changes, by_name()) else frozenset()
        return Target(changes, alone(run.wanted), stated, prose, setting, whole)


def _leaves_open(changes: Changes) -> bool:
    """Return whether a row that is made has a column for words of one's own: only there the context counts."""
    made = [(change.table, change.added) for change in changes.rows if change.removed is None and change.added]
    return any(column.left_open(row[column.name]) for table, row in made for column in by_name()[table].columns)


def _carry_out(run: "_Run") -> tuple[Stated, ...]:
    """Do what each member says, one after the other, and return what each then answers."""
    stated, store = [], run.world.store
    for number, member in enumerate(run.task.members, 1):
        run.part = number if run.task.parts else 0
        if number != run.omission.part:
            _do_all(run, member)
        value = called(member.answer, store)
        if value is not None:
            stated.append(_stated(member, value, store, number))
    return tuple(stated)


def _stated(task: Task, value: Value, store: Store, part: int = 1) -> Stated:
    """Return a true answer with its form: of several that a task has, the one of the value's type."""
    form = next((form for form in task.answer_forms() if fits(form, value)), None)
    wrong = "" if form else "which is not of the type that it notes"
    if isinstance(value, float) and value != round(value, 1):
        wrong = "but a float has one decimal: return round(…, 1), or an amount as Money, a share as Percent"
    if wrong or form is None:
        raise TaskError(f"{task.id} ({place_in(type(task), 'answer')}): answer gives {value!r:.60}, {wrong}")
    return Stated(value, form, part, aliases(value, form, store))


def _do_all(run: "_Run", task: Task) -> None:
    try:
        run.through(_commands(task, run.end.outcome, run.world.store), task, _method(task))
    except Refused as refused:
        if refused.code == "gone":
            raise TaskError(f"{task.id}: an effect names a row that is not there; pick it from the data") from None
        raise Unfair(f"{type(refused).__name__.lower()}: {refused.code}") from None


def _method(task: Task) -> str:
    """Return the method that says the commands."""
    return "outcomes" if task.says("outcomes") and task.agreed == "effects" else task.agreed


def _commands(task: Task, outcome: int, store: Store) -> Commands:
    """Return what should be done: one of the acceptable lists, or what the person's reply asks for."""
    name = _method(task)
    source = task.outcomes()[outcome] if name == "outcomes" else called(getattr(task, name), store)
    return commands(task, name, source)


@dataclass
class _Run:
    """One pass through a task's commands."""

    task: Task
    world: World
    end: End
    omission: Omission = field(default_factory=Omission)
    part: int = 0  # which is being done
    prose: list[Prose] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    done: list[Command] = field(default_factory=list)  # as the task says them, free words included
    concrete: list[Command] = field(default_factory=list)  # as they were done
    met: list[Chosen] = field(default_factory=list)  # the free choices, in the order in which they are made
    worded: Wording | None = None  # puts free texts into words; without it a mark stands for them

    def through(self, given: Iterable[Command], of: Task, method: str) -> None:
        """Do the commands of a task one after the other, handing each one's row back to it."""
        source, result = iter(given), None
        while True:
            try:
                command = source.send(result) if hasattr(source, "send") else next(source)
            except StopIteration:
                return
            check(of, method, source, command)
            left_out = len(self.wanted) == self.omission.command
            self.done.append(command)
            result = None if left_out else self._do(command)
            if left_out:
                self.wanted.append(Wanted(LEFT_OUT, type(command).__name__, frozenset()))

    def _do(self, command: Command) -> Any:
        fields = {one.name: self._value(getattr(command, one.name)) for one in dataclasses.fields(command)}  # type: ignore[arg-type]
        store, brought = self.world.store, self.world.brought
        self.concrete.append(dataclasses.replace(command, **fields).whole(store))  # type: ignore[type-var]
        fresh, labels = self.concrete[-1].fresh(store), Labels(by_name(), Changes(), store.stored)
        deed, values = in_words(fresh, labels), self._said(command, values_of(fresh, labels))
        result = self.world.do(self.concrete[-1])
        keys = self.world.done[-1][1] - (self.world.brought - brought)
        name = type(command).__name__
        text = (type(command).__doc__ or name).split("\n")[0]
        shown = f"Part {self.part}: {text}" if self.part else text
        self.wanted.append(Wanted(shown, name, keys, part=self.part, rows=keys, deed=deed, values=values))
        return result

    def _said(self, command: Command, values: Mapping[str, str]) -> tuple[str, ...]:
        """Return the values that the task itself says, but for a row alone: no free text, no row to be chosen."""
        said = {name: value for name, value in given(command).items() if name in values}
        kept = [name for name, value in said.items() if not isinstance(value, Prose | Chosen)]
        return () if len(kept) == 1 and isinstance(said[kept[0]], Row) else tuple(values[name] for name in kept)

    def _value(self, value: Any) -> Any:
        if isinstance(value, Chosen):
            return self._chosen(value)
        if not isinstance(value, Prose):
            return value
        if self.worded:
            return self.worded(value)
        self.prose.append(value)
        return mark(len(self.prose) - 1)

    def _chosen(self, choice: Chosen) -> Row:
        if not any(one is choice for one in self.met):
            self.met.append(choice)
        place = next(place for place, one in enumerate(self.met) if one is choice)
        if place >= len(self.end.chosen):
            raise TaskError(f"{self.task.id} ({place_in(type(self.task))}): leaves a choice; tag it “{CHOICE}”")
        return self.end.chosen[place]


# ---- the ends that there are


def _ends(task: Task, world: World, changes: Changes | None) -> Iterator[End]:
    """Yield each acceptable list of commands, with each of some bindings of its free choices."""
    several = _method(task) == "outcomes"
    if not (several or CHOICE in task.tags):
        yield End()
        return
    with world.branch():
        arrive(task, world)
        found = []
        for outcome in range(len(task.outcomes()) if several else 1):
            choices = free_choices(_commands(task, outcome, world.store)) if CHOICE in task.tags else []
            rows = [candidates(one, task.bound, world.store, changes) for one in choices]
            found += [End(outcome, chosen) for chosen in islice(product(*rows), _TRIED)]
    yield from found
