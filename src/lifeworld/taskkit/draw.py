"""From a task to an instance: parameters bound so that the task is fair, or the reasons why none is."""

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from lifeworld import apps, life
from lifeworld.core.errors import Undrawn
from lifeworld.core.source import place_in
from lifeworld.store import Command
from lifeworld.store.author_errors import as_task_error
from lifeworld.taskkit import joint_sampling
from lifeworld.taskkit.binding import bind
from lifeworld.taskkit.catalogue import find, phrased
from lifeworld.taskkit.configuration import Configuration, state_of
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.parameters import Unfair
from lifeworld.taskkit.prose import worded
from lifeworld.taskkit.reference_run import reference_run, spelled_out
from lifeworld.taskkit.start import arrive, check, commands
from lifeworld.taskkit.wording import HERE, filled, said, shown
from lifeworld.verify.expectation import Expectation, Target
from lifeworld.web import Gate
from lifeworld.world import Profile, World, load, untouched
from lifeworld.world.contents import PLAIN

_TRIES = 60
_TRIES_COMPOSED = 4  # each of which draws every part several times
SUFFIXED = 0.35  # share of instances whose goal has something added
CONTRARY = ("Go ahead, you don't need my OK for it.", "Please just do it, without asking me first.")
SUFFIXES = (
    *CONTRARY,
    "If that can't be done, tell me.",
    "If it isn't possible, just say so.",
    "Should it turn out that this can't be done, leave everything as it is and let me know.",
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
    """A task with its parameters bound, and the draws that were refused before, by reason.

    Attributes:
        world: the profile's, untouched: picked rows are followed in it, and branches try things out.
    """

    task: Task
    profile: Profile
    number: int
    expectation: Expectation
    world: World = field(compare=False)
    refused: tuple[tuple[str, int], ...] = ()

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """The commands of the first acceptable end as a person would give them, free texts put into words."""
        return tuple(spelled_out(self.task, self.world, worded))

    def goal(self, configuration: Configuration) -> str:
        """Return what the person says to the agent where it starts from a configuration of this instance."""
        language, gate = configuration.goal_language, self.shut_gate(configuration)
        folder = apps.app_of(gate.signs_out).folder if gate else HERE
        told = filled(said(gate.says, language, folder), gate.facts(self.world.store), language) if gate else ""
        return self.task.goal(configuration.phrasing, language, told)

    def shut_gate(self, configuration: Configuration) -> Gate | None:
        """Return the gate of the app that the state signs the owner out of; None where the task is about just that."""
        if not state_of(configuration.state).signed_out:
            return None
        gate = apps.by_id()[configuration.state.partition(".")[0]].gate
        return gate if gate and gate.commands.isdisjoint(map(type, self.commands)) else None


@lru_cache(maxsize=512)
def drawn(name: str, profile: str, number: int, content: str = PLAIN) -> Instance:
    """Return the `number`th fair instance of the task of this name, the same one each time.

    Raises:
        UserError: there is no such task or profile.
        TaskError: no draw was fair; the reasons are counted.
    """
    return draw(find(name), profile, number, content)


def instance_of(configuration: Configuration) -> Instance:
    """Return the instance that a configuration starts from.

    Raises:
        UserError: there is no such task or profile, or the task has fewer phrasings.
        TaskError: no draw was fair.
    """
    template = phrased(configuration.task, configuration.phrasing)
    return drawn(template.id, configuration.profile, configuration.instance, configuration.content)


def draw(template: type[Task], profile: str, number: int, content: str = PLAIN) -> Instance:
    """Return the `number`th fair instance of a task on a profile with this content.

    Of the profile's untouched world each try, each acceptable end and each refusal is a branch.

    Raises:
        Undrawn: no draw was fair, with the reasons counted.
        TaskError: the task breaks.
    """
    person = load(profile, content)
    world = untouched(person)
    refused, codes = Counter[str](), Counter[str]()
    examples: dict[str, str] = {}
    tries = _TRIES_COMPOSED if template.parts else _TRIES
    for attempt in range(tries):
        rng = random.Random(f"{template.id}/{profile}/{number}/{attempt}")
        try:
            with as_task_error(template.id):
                task = _bound(template, world, rng, refused)
                task.agreed = _agreed(template, number + life.place(profile))
                expectation = _fair(task, world)
            return Instance(task, person, number, expectation, world, tuple(refused.items()))
        except Unfair as unfair:
            refused[unfair.reason] += 1
            codes[unfair.code] += 1
            examples.setdefault(unfair.reason, f": {unfair.shown}" if unfair.shown else "")
    reasons = ", ".join(f"{reason} ({times}×{examples.get(reason, '')})" for reason, times in refused.most_common())
    place = "" if template.parts else f" ({place_in(template)})"
    told = f"{template.id}{place}: no fair draw for {profile} in {tries}: {reasons}"
    raise Undrawn(f"{told}; take another profile, or loosen the task's conditions", codes.most_common(1)[0][0])


def _bound(template: type[Task], world: World, rng: random.Random, refused: Counter[str]) -> Task:
    """Bind every parameter, and draw what is added to the goal."""
    task = joint_sampling.bind(template, world, rng, refused) if template.parts else bind(template, world.store, rng)
    task.suffix = _suffix(template, rng)
    return task


def _agreed(template: type[Task], turn: int) -> str:
    """Return what the person says when asked to agree: each reply in turn over instances and people."""
    replies = list(template.confirmation) or ["effects"]
    return replies[turn % len(replies)]


def _suffix(template: type[Task], rng: random.Random) -> str:
    """Draw what is added to a goal: nothing mostly, else words that tell nothing of the kind of task that it is."""
    fits = [suffix for suffix in SUFFIXES if not (template.must_ask() and suffix in CONTRARY)]
    return rng.choice(fits) if rng.random() < SUFFIXED else ""


def _fair(task: Task, world: World) -> Expectation:
    """Return what is expected, once sure that there is something to do and that it can be done.

    Raises:
        Unfair: there is not, or it can't.
    """
    if any("\n" in shown(text, member.bound) for member in task.members for text in member.texts()):
        raise Unfair("a goal would quote several lines")  # of which others may have written some
    if task.says("impossible"):
        _must_refuse(task, world)
    expectation = reference_run(task, world)
    for target in expectation.targets:
        acts = (task.says("effects") or task.says("outcomes")) and task.agreed != "nothing"
        if acts and not target.changes.rows:
            raise Unfair("nothing would change")
        if task.says("answer") and not target.stated:
            raise Unfair("there is no answer")
        if task.says("superseded_effects"):
            _must_supersede(target, expectation.superseded)
    return expectation


def _must_supersede(target: Target, superseded: Target | None) -> None:
    """See that there was something to do before what comes came, and that it is something else now."""
    if superseded is None or not superseded.changes.rows:
        raise Unfair("nothing would have changed before")
    if (target.changes, target.stated, target.prose) == (superseded.changes, superseded.stated, superseded.prose):
        raise Unfair("what comes meanwhile changes nothing of what is right")


def _must_refuse(task: Task, world: World) -> None:
    """See that the commands that it would take are refused, so that saying “impossible” is right."""
    with world.branch():
        arrive(task, world)
        source = commands(task, "impossible", task.impossible())
        refusals = 0
        for command in source:
            check(task, "impossible", source, command)
            refusals += world.refusal(command) is not None
        if not refusals:
            raise Unfair("it is possible")
