"""Derive what a task expects, play its solution, and see the verdict refuse what is wrong."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from typing import Any

from lifeworld.apps import app_of
from lifeworld.core.answers import given, given_for
from lifeworld.core.errors import TaskError
from lifeworld.core.trajectory import BUDGET
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import expected
from lifeworld.env.interpreter import driver_for
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.honest import (
    BROKEN,
    DERIVED,
    UNDONE,
    WAYS,
    episode_of,
    offered_undo,
    refused_answers,
    refused_ways,
    seen_apps,
    solved,
)
from lifeworld.proof.sufficient import idle, withheld
from lifeworld.proof.tamper import wrongs
from lifeworld.proof.wrong import Wrong
from lifeworld.run.manifest import PROVED
from lifeworld.store.author_errors import breaks
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance, drawn, instance_of
from lifeworld.verify.judge import Judge
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

_MOST = 0.6  # the largest share that one answer to a question may have over many instances
_ENOUGH = 10  # instances from which such a share is looked at
DRAWS = 10  # instances of each person in which an author's solution is played
_MANY = 70  # instances of each profile that decide
UNDRAWN = "undrawn"  # this content, or life, leaves nothing that the task could be about
FAULTY = "faulty"


@dataclass(frozen=True)
class Proof:
    """What was found of one configuration; without problems it is proved."""

    configuration: Configuration
    goal: str = ""
    steps: int = 0
    seconds: float = 0.0
    refused: Mapping[str, int] = field(default_factory=dict)  # how many wrong worlds and answers, by law
    accepted: Mapping[str, int] = field(default_factory=dict)  # how many honest ways and answers, by kind
    problems: tuple[str, ...] = ()
    unfair: Mapping[str, int] = field(default_factory=dict)  # how many draws were left out before this one, by reason
    idle: tuple[str, ...] = ()  # values that the goal tells and on which nothing depends here
    touched: tuple[str, ...] = ()  # apps whose commands it takes, or whose screens the solution or a named way shows
    further: int = 0  # draws beside this one in which the solution alone was played, and held
    answer: Any = field(default=None, compare=False)  # as JSON gives it
    undrawn: bool = False  # there is no such task here, and nothing is wrong with that
    code: str = ""  # where no draw was fair, the reason of most in a few words

    @property
    def holds(self) -> bool:
        return not self.problems

    @property
    def outcome(self) -> str:
        return UNDRAWN if self.undrawn else PROVED if self.holds else FAULTY

    @property
    def reason(self) -> str:
        """Why it is not proved."""
        return "; ".join(self.problems)

    def to_json(self) -> dict[str, Any]:
        plain = {**asdict(self), "configuration": self.configuration.to_json()}
        return {name: value for name, value in plain.items() if name not in ("answer", "undrawn", "code")}


def prove(
    configuration: Configuration,
    environment: SyncEnvironment,
    panel: Sequence[str] = tuple(WAYS),
    further: Sequence[Configuration] = (),
) -> Proof:
    """Prove one configuration: sufficient, solvable, not trivial, fair, tight.

    Args:
        configuration: what is proved.
        environment: where the solution and the other ways are played.
        panel: which of the kit's honest ways are tried, beside those that the task names.
        further: other draws, in which the solution alone is played once this one holds.
    """
    try:
        instance = instance_of(configuration)
        proof = _proved(configuration, instance, environment, panel)
    except TaskError as problem:
        return Proof(configuration, problems=(str(problem),))
    except BROKEN as problem:
        return Proof(configuration, problems=(breaks(problem),))
    if not proof.holds:
        return proof
    held, problems = played(further, environment)
    return replace(proof, further=held, problems=tuple(_placed(further[held], problems) if problems else ()))


def _placed(one: Configuration, problems: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong in another draw than the first, and what was drawn there."""
    yield from (f"in instance {one.instance}: {problem}" for problem in problems)
    with suppress(TaskError):
        told = instance_of(one).goal(one)
        yield f"instance {one.instance} is {one.id}, on a {one.device}, with the goal: {told}"


def played(chosen: Sequence[Configuration], environment: SyncEnvironment) -> tuple[int, Sequence[str]]:
    """Play solutions until one fails; return how many did not, and why that one did."""
    for number, one in enumerate(chosen):
        try:
            hands = solved(one, instance_of(one), environment)
        except (TaskError, NotImplementedError) as problem:
            return number, [str(problem)]
        except BROKEN as problem:
            return number, [breaks(problem)]
        if (verdict := environment.verdict()).reasons:
            return number, [*_of_solution(instance_of(one), verdict, hands.steps)]
    return len(chosen), ()


def _proved(
    configuration: Configuration, instance: Instance, environment: SyncEnvironment, panel: Sequence[str]
) -> Proof:
    started = time.perf_counter()
    first = environment.reset(configuration)
    hands = driver_for(environment.step, first, configuration)
    hands.solve(instance)
    others = [way for way in panel if way != UNDONE or offered_undo(hands) or type(hands) is not SolutionDriver]
    hands.finish()
    verdict = environment.verdict()
    seconds = time.perf_counter() - started
    problems = list(_of_solution(instance, verdict, hands.steps))
    refused, accepted = Counter[str](), Counter[str]()
    touched = seen_apps(environment) | _acted(instance)
    if not problems:
        accepted.update({*panel} - {*others})  # which is the solution once more
        episode = episode_of(environment)
        right = episode.happened()
        court = Judge(expected(episode.instance, right), by_name())
        problems += judged(wrongs(right, instance, by_name(), episode.world.store), court, refused)
        tried = [("in another form of the answer", *one) for one in refused_answers(right, instance, court)]
        ways = refused_ways(configuration, instance, environment, others, touched)
        tried += [("in a way that the task names", *one) for one in ways]
        problems += [*_honest(tried, accepted), *withheld(instance)]
        for app in sorted(touched - {*apps_of(type(instance.task))}):
            problems.append(f"the task touches {app} and does not declare it; write it into `apps`")
    return Proof(
        configuration,
        first.goal,
        hands.steps,
        seconds,
        dict(refused),  # as they are written: no other mapping survives `asdict`
        dict(accepted),
        tuple(problems),
        dict(instance.refused),
        tuple(idle(instance)),
        tuple(sorted(touched)),
        answer=answer_of(instance),
    )


def answer_of(instance: Instance) -> Any:
    """Return the right answer as JSON gives it; None where nothing is asked."""
    answer = instance.expectation.targets[0].answer
    return None if answer is None else given(answer)


def _of_solution(instance: Instance, verdict: Verdict, steps: int) -> Iterator[str]:
    """Yield what is wrong with a solution that was played."""
    yield from (f"the solution fails: {reason}" for reason in verdict.reasons)
    if any(reason.startswith("the answer is not right") for reason in verdict.reasons):
        derived = given(instance.expectation.targets[0].answer)
        yield f"`answer` derives “{derived}” from the data; find out which of both is wrong"
    if steps > (allowed := BUDGET * instance.task.budgets()):
        budget = -(-2 * steps // BUDGET)
        yield f"the solution takes {steps} steps, and a run allows {allowed}; write `step_budgets = {budget}`"
    yield from (f"the solution leaves an item unmet: {one.text}" for one in verdict.items if one.met is False)


def _acted(instance: Instance) -> set[str]:
    """Return the apps whose commands the reference run does, or would do if they were not refused."""
    commands = [*instance.task.impossible()] if instance.task.says("impossible") else instance.commands
    return {app_of(type(command)).id for command in commands}


def judged(tried: Iterable[Wrong], court: Judge, refused: Counter[str]) -> Iterator[str]:
    """Count the wrong worlds that the verdict refuses, by law; yield what is wrong with its verdicts on the others."""
    for wrong in tried:
        verdict = court.credit(wrong.happened)
        if verdict.success:
            yield f"the verdict accepts a wrong world: {wrong.what}"
        elif credited := wrong.credited(verdict):
            yield credited
        else:
            refused[wrong.law] += 1


def _honest(tried: Iterable[tuple[str, str, str]], accepted: Counter[str]) -> Iterator[str]:
    """Count the honest answers and ways that the verdict accepts; yield those that it refuses."""
    for kind, way, reasons in tried:
        if reasons:
            yield f"an honest way is refused: {way}: {reasons}"
        else:
            accepted[way if way in WAYS else DERIVED if way.startswith(DERIVED) else kind] += 1


def guessable(proofs: Iterable[Proof]) -> Iterator[str]:
    """Yield the questions whose most common answer is too common over instances, each counted once.

    Where it is in those given, many more are drawn and counted, too: of a dozen coins more than 0.6 often fall alike.
    """
    answers: dict[str, dict[tuple[str, int], str]] = {}
    for proof in proofs:
        if proof.answer is not None:
            one = proof.configuration
            answers.setdefault(one.task, {})[one.profile, one.instance] = str(proof.answer)
    for task, few in sorted(answers.items()):
        if len(few) >= _ENOUGH and _too_common(few):
            every = {**dict(_drawn_answers(task)), **few}
            yield from (f"{task}: the answer is {told} instances" for told in _too_common(every))


def _too_common(answers: Mapping[Any, str]) -> list[str]:
    """Return the most common answer if it is too common, with how many have it."""
    answer, times = Counter(answers.values()).most_common(1)[0]
    return [f"{answer} in {times} of {len(answers)}"] if times / len(answers) > _MOST else []


def _drawn_answers(task: str) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield the answers of many instances, by profile and number."""
    for profile, number in product(NAMES, range(_MANY)):
        with suppress(TaskError):
            yield (profile, number), str(given_for(drawn(task, profile, number).expectation.targets[0].stated))


def undeclared(proofs: Iterable[Proof]) -> Iterator[str]:
    """Yield the apps that tasks declare although nothing that was tried, on any person's device, goes through them.

    A few proofs of a task show too little: the person may not have agreed in any of them.
    """
    for task, own in _by_task(proof for proof in proofs if proof.holds).items():
        unseen = {*apps_of(find(task))}.difference(*(proof.touched for proof in own))
        for app in sorted(unseen) if len(own) >= len(NAMES) else ():
            yield f"{task}: declares {app}, but neither the solution nor a way that it names goes through it"


def needless(proofs: Iterable[Proof]) -> Iterator[str]:
    """Yield what goals tell although nothing depends on it, on any of the people whose devices were tried."""
    for task, own in _by_task(proofs).items():
        people = {proof.configuration.profile for proof in own}
        for name in set.intersection(*(set(proof.idle) for proof in own)) if len(people) > 1 else ():
            yield f"{task}: the goal tells {name}, and the same is expected whatever it is"


def _by_task(proofs: Iterable[Proof]) -> dict[str, list[Proof]]:
    found: dict[str, list[Proof]] = {}
    for proof in proofs:
        found.setdefault(proof.configuration.task, []).append(proof)
    return found
