"""Proofs of single configurations, as fast as the screens go: all phrasings of one instance over one solution.

An episode's world and its screens never hear how a goal is phrased: only `Happened.goal` does. So one play of the
solution serves all phrasings of an instance, and each of them is judged on its own, right and wrong worlds alike.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lifeworld import apps
from lifeworld.core.errors import TaskError, Undrawn
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import Episode, expected
from lifeworld.proof.check import judged
from lifeworld.proof.honest import BROKEN, episode_of, solved
from lifeworld.proof.tamper import some_wrongs
from lifeworld.run.manifest import PROVED
from lifeworld.store.author_errors import breaks
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance, instance_of
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import Judge
from lifeworld.world.contents import PLAIN
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

UNDRAWN = "undrawn"  # this content, or life, leaves nothing that the task could be about
FAULTY = "faulty"


@dataclass(frozen=True)
class Single:
    """What was found of one configuration.

    Attributes:
        touched: the apps that the task names, that the solution went through, and whose rows changed.
        outcome: proved, undrawn or faulty.
        reason: why it is not proved.
        answer: of a question for a count or for yes or no.
        refused: how many wrong worlds and answers, by law.
        unfair: how many draws were left out before this one, by reason.
        code: where none was fair, the reason of most in a few words.
    """

    configuration: Configuration
    touched: tuple[str, ...]
    outcome: str = PROVED
    reason: str = ""
    steps: int = 0
    answer: int | None = None
    refused: Mapping[str, int] = field(default_factory=dict)
    unfair: Mapping[str, int] = field(default_factory=dict)
    code: str = ""


def phrased(configuration: Configuration) -> list[Configuration]:
    """Return a configuration under each phrasing that its task has."""
    return [replace(configuration, phrasing=n) for n in range(len(find(configuration.task).phrasings()))]


def prove_singly(configuration: Configuration, environment: SyncEnvironment) -> list[Single]:
    """Prove every phrasing of a configuration: drawn fairly, solved through the screens, refused where it is wrong."""
    try:
        instance = instance_of(configuration)
    except TaskError as problem:
        code = problem.code if isinstance(problem, Undrawn) else ""
        lacking = configuration.content != PLAIN or (code and configuration.profile not in NAMES)
        return _alike(configuration, UNDRAWN if lacking else FAULTY, str(problem), code)
    try:
        return _proved(configuration, instance, environment)
    except BROKEN as problem:
        return _alike(configuration, FAULTY, breaks(problem))


def _alike(configuration: Configuration, outcome: str, reason: str, code: str = "") -> list[Single]:
    touched = apps_of(find(configuration.task))
    return [Single(one, touched, outcome, reason, code=code) for one in phrased(configuration)]


def _proved(configuration: Configuration, instance: Instance, environment: SyncEnvironment) -> list[Single]:
    hands, episode = solved(configuration, instance, environment), episode_of(environment)
    happened = episode.happened()
    court = Judge(expected(instance, happened), by_name(), episode.world.store.stored)
    answer = instance.expectation.targets[0].answer
    told = Single(
        configuration,
        _touched(instance, happened),
        steps=hands.steps,
        answer=int(answer) if isinstance(answer, int) else None,
        unfair=dict(instance.refused),
    )
    return [
        _judged(replace(told, configuration=one), happened, instance, episode, court) for one in phrased(configuration)
    ]


def _judged(told: Single, happened: Happened, instance: Instance, episode: Episode, court: Judge) -> Single:
    """Return what the judge says of the solution under one phrasing, and of worlds that are wrong."""
    right = replace(happened, goal=instance.task.goal(told.configuration.phrasing))
    verdict = court.verdict(right)
    problems = [f"the solution fails: {reason}" for reason in verdict.reasons]
    problems += [f"the solution leaves an item unmet: {item.text}" for item in verdict.items if item.met is False]
    refused = Counter[str]()
    if not problems:
        rng, whole = random.Random(told.configuration.id), told.configuration.phrasing == 0
        tried = some_wrongs(right, instance, by_name(), episode.world.store, rng, whole)
        problems = list(judged(tried, court, refused))
    return replace(told, outcome=FAULTY if problems else PROVED, reason="; ".join(problems), refused=dict(refused))


def _touched(instance: Instance, happened: Happened) -> tuple[str, ...]:
    known = apps.by_id().keys()
    seen = {one.path.split("/")[1] for one in happened.seen}
    changed = {change.table.split("_")[0] for change in happened.changes.rows}
    return tuple(sorted({*apps_of(type(instance.task)), *(known & (seen | changed))}))


def as_row(single: Single, level: str, resting: str) -> dict[str, Any]:
    """Return the row of the manifest."""
    parts = {name: getattr(single, name) for name in ("outcome", "reason", "steps", "answer", "refused", "unfair")}
    told = {"level": level, "touched": list(single.touched), "rests_on": resting, "accepted": {}}
    return {**single.configuration.to_json(), **parts, **told}
