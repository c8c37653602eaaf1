"""Proofs of single configurations, as fast as the screens go: all phrasings of one instance over one solution.

An episode's world and its screens never hear how a goal is phrased: only `Happened.goal` does. So one play of the
solution serves all phrasings of an instance, and each of them is judged on its own, right and wrong worlds alike.
"""

import random
from collections import Counter
from dataclasses import replace

from lifeworld import apps
from lifeworld.core.errors import TaskError, Undrawn
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import Episode, expected
from lifeworld.proof.check import Proof, answer_of, judged
from lifeworld.proof.honest import BROKEN, episode_of, solved
from lifeworld.proof.tamper import some_wrongs
from lifeworld.store.author_errors import breaks
from lifeworld.taskkit.catalogue import find
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance, instance_of
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import Judge
from lifeworld.world.contents import PLAIN
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name


def phrased(configuration: Configuration) -> list[Configuration]:
    """Return a configuration under each phrasing that its task has."""
    return [replace(configuration, phrasing=n) for n in range(len(find(configuration.task).phrasings()))]


def prove_singly(configuration: Configuration, environment: SyncEnvironment) -> list[Proof]:
    """Prove every phrasing of a configuration: drawn fairly, solved through the screens, refused where it is wrong."""
    try:
        instance = instance_of(configuration)
    except TaskError as problem:
        code = problem.code if isinstance(problem, Undrawn) else ""
        lacking = configuration.content != PLAIN or bool(code and configuration.profile not in NAMES)
        return [Proof(one, problems=(str(problem),), undrawn=lacking, code=code) for one in phrased(configuration)]
    try:
        return _proved(configuration, instance, environment)
    except BROKEN as problem:
        return [Proof(one, problems=(breaks(problem),)) for one in phrased(configuration)]


def _proved(configuration: Configuration, instance: Instance, environment: SyncEnvironment) -> list[Proof]:
    hands, episode = solved(configuration, instance, environment), episode_of(environment)
    happened = episode.happened()
    court = Judge(expected(instance, happened), by_name(), episode.world.store.stored)
    told = Proof(
        configuration,
        steps=hands.steps,
        unfair=dict(instance.refused),
        touched=_touched(happened),
        answer=answer_of(instance),
    )
    return [
        _judged(replace(told, configuration=one), happened, instance, episode, court) for one in phrased(configuration)
    ]


def _judged(told: Proof, happened: Happened, instance: Instance, episode: Episode, court: Judge) -> Proof:
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
    return replace(told, problems=tuple(problems), refused=dict(refused))


def _touched(happened: Happened) -> tuple[str, ...]:
    """Return the apps that the solution went through, and whose rows changed."""
    seen = {one.path.split("/")[1] for one in happened.seen}
    changed = {change.table.split("_")[0] for change in happened.changes.rows}
    return tuple(sorted(apps.by_id().keys() & (seen | changed)))
