"""The honest panel: ways to do a task that a person might take instead of the solution. All of them must succeed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from lifeworld import apps
from lifeworld.core.actions import Action, Click, Done, Message, Navigate, OpenApp, Ref, SetValue, System, Text, Wait
from lifeworld.core.errors import Fault, Lost
from lifeworld.core.observation import Node
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.episode import Episode
from lifeworld.env.interpreter import driver_for
from lifeworld.env.solution_driver import SolutionDriver, other_ways
from lifeworld.proof.answers import honest
from lifeworld.store.author_errors import placed
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.user import Control
from lifeworld.verify.content import Bag
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import Judge
from lifeworld.web.form import shown
from lifeworld.web.look import DEVICES
from lifeworld.world import World
from lifeworld.world.tables import by_name

# What a wrong solution may end in.
BROKEN = (Lost, Fault, LookupError, AttributeError, NameError, StopIteration, SystemExit, TypeError, ValueError)
_WRONG = "something else"
DERIVED = "by another way to the form"
UNDONE = "undone and done again"  # where no undo is offered, it is the solution
DETOURS = 3  # other ways to a command's form that are tried at most


class Waiting(SolutionDriver):
    """Takes time: waits after every third step, so that the world goes on in between.

    Not in the middle of a form or a menu: what comes meanwhile shows the page anew, and a person would see that it is
    empty, or shut.
    """

    def act(self, action: Action) -> None:
        super().act(action)
        amid = isinstance(action, Done | Message | SetValue | Text)
        if self.steps % 3 == 0 and not amid and not any("expanded" in one.states for one in self.now.tree.walk()):
            super().act(Wait(seconds=120))


class Hesitant(SolutionDriver):
    """Puts mistakes right: goes back from each page once, and writes something else into each field first."""

    def click(self, control: Control, via: Sequence[Control] = ()) -> None:
        there = self.now.url
        super().click(control, via)
        if "link" in control.roles and not via and self.now.url != there:
            self.act(System(name="back"))
            if self.now.url == there:
                super().click(control)

    def fill(self, control: Control, value: Any) -> None:
        node = self.now.tree.by_ref(self._ref(control).id)
        if node is not None and node.role in ("textbox", "searchbox"):
            self.act(SetValue(target=Ref(id=node.ref), value=_WRONG))
        super().fill(control, value)

    def choose(self, control: Control, label: str) -> None:
        node = self.now.tree.by_ref(self._ref(control).id)
        others = [one.name for one in node.all("option") if one.name != label] if node else []
        if others:
            super().choose(control, others[-1])
        super().choose(control, label)

    def check(self, control: Control, on: bool = True) -> None:
        super().check(control, not on)
        super().check(control, on)


class Typing(SolutionDriver):
    """Types key by key into fields instead of setting them, and opens apps by name."""

    def open(self, app: str) -> None:
        self.act(OpenApp(name=app))

    def fill(self, control: Control, value: Any) -> None:
        node = self.now.tree.by_ref(self._ref(control).id)
        if node is None or node.role not in ("textbox", "searchbox"):
            return super().fill(control, value)
        self.act(Text(target=Ref(id=node.ref), text=shown(value)[-1], clear=True))


class Unfit(Exception):
    """This way is none for this task."""


def as_shown(instance: Instance, hands: SolutionDriver, world: World) -> None:
    """Play the solution."""
    hands.solve(instance)


def after_a_walk(instance: Instance, hands: SolutionDriver, world: World) -> None:
    """Look into every app first, and at a page of those that the task is about, without pressing a button."""
    for app in apps.installed():
        hands.act(OpenApp(name=app.name))
        link = next((node for main in hands.now.tree.all("main") for node in main.all("link")), None)
        if link is not None and app.id in apps_of(type(instance.task)):
            hands.act(Navigate(url=link.href))
    hands.home()
    hands.solve(instance)


def after_a_search(instance: Instance, hands: SolutionDriver, world: World) -> None:
    """Search the task's apps for what it is about first, look at the first hit, and go home."""
    for app in apps_of(type(instance.task)):
        hands.act(OpenApp(name=apps.by_id()[app].name))
        _look_for(hands, _subject(instance.task))
    hands.home()
    hands.solve(instance)


def by_another_way(number: int, instance: Instance, hands: SolutionDriver, world: World) -> None:
    """Do each command by another way to its form than the usual one, where the screens have one."""
    hands.detour = number
    try:
        hands.solve(instance)
    except Lost:
        raise Unfit from None  # a longer way that is not found says nothing of the task
    if not hands.strayed:
        raise Unfit


def undone_and_done_again(instance: Instance, hands: SolutionDriver, world: World) -> None:
    """Take it back where the app offers to, and do it again where nothing was left of it."""
    hands.solve(instance)
    undo = offered_undo(hands)
    if undo is None:
        return
    hands.act(Click(target=Ref(id=undo.ref)))
    if Bag(world.changes(), by_name()).entries:
        raise Unfit  # the app offers to undo the last of several steps, or one that others have seen
    hands.home()
    hands.solve(instance)


def offered_undo(hands: SolutionDriver) -> Node | None:
    """Return the button that takes back what was done last, as long as nothing is said to be done."""
    return None if hands.over else hands.now.tree.find("button", "Undo")


@dataclass(frozen=True)
class Way:
    """How a task is done: what is done when, by which hands, on which device."""

    play: Callable[[Instance, SolutionDriver, World], None] = as_shown
    hands: type[SolutionDriver] = SolutionDriver
    elsewhere: bool = False  # on the other device


WAYS: dict[str, Way] = {
    "after a walk through all apps": Way(after_a_walk),
    "after a search": Way(after_a_search),
    "on the other device": Way(elsewhere=True),
    "with mistakes put right": Way(hands=Hesitant),
    "with waiting in between": Way(hands=Waiting),
    "by typing": Way(hands=Typing),
    UNDONE: Way(undone_and_done_again),
}


def in_turn(number: int, count: int) -> tuple[str, ...]:
    """Return `count` of the ways for the `number`th configuration; the next one goes on with the next."""
    names = list(WAYS)
    return tuple(names[(number * count + place) % len(names)] for place in range(count))


def refused_ways(
    configuration: Configuration,
    instance: Instance,
    environment: SyncEnvironment,
    panel: Sequence[str],
    touched: set[str],
) -> Iterator[tuple[str, str]]:
    """Play some of the kit's ways, and all that the task names; yield each with why it was refused, or "".

    Args:
        configuration: what is played.
        instance: of the same configuration.
        environment: where it is played.
        panel: which of the kit's ways are taken.
        touched: takes in the apps that the ways go through which the task names.
    """
    taken = {name: WAYS[name] for name in panel}
    for number in range(1, min(DETOURS, other_ways(instance, DEVICES[configuration.device].wide)) + 1):
        taken[f"{DERIVED} ({number})"] = Way(partial(by_another_way, number))
    for name in instance.task.ways():
        taken[name.replace("_", " ")] = Way(partial(_named, name))
    for name, way in taken.items():
        with suppress(Unfit):
            yield name, _refused(configuration, instance, environment, way)
            if name not in WAYS and not name.startswith(DERIVED):
                touched |= seen_apps(environment)


def solved(configuration: Configuration, instance: Instance, environment: SyncEnvironment) -> SolutionDriver:
    """Play the solution to its end, and return the hands that did it."""
    hands = driver_for(environment.step, environment.reset(configuration), configuration)
    hands.solve(instance)
    hands.finish()
    return hands


def episode_of(environment: SyncEnvironment) -> Episode:
    """Return the episode as it stands, once there is one."""
    episode = environment.environment.episode
    assert episode
    return episode


def seen_apps(environment: SyncEnvironment) -> set[str]:
    """Return the apps whose screens an episode has shown."""
    return apps.by_id().keys() & {seen.path.split("/")[1] for seen in episode_of(environment).seen}


def refused_answers(right: Happened, instance: Instance, court: Judge) -> Iterator[tuple[str, str]]:
    """Give the right answer in every honest form; yield each with why it was refused, or ""."""
    stated = instance.expectation.targets[0].stated
    for said in honest(stated, right.languages) if stated else ():
        verdict = court.verdict(replace(right, answer=said))
        yield f"answering “{said}”", "; ".join(verdict.reasons)


def _named(name: str, instance: Instance, hands: SolutionDriver, world: World) -> None:
    hands.instance = instance
    getattr(instance.task, name)(hands)


def _refused(configuration: Configuration, instance: Instance, environment: SyncEnvironment, way: Way) -> str:
    if way.elsewhere:
        other = "phone" if DEVICES[configuration.device].wide else "desktop"
        configuration = replace(configuration, device=other)
    hands = way.hands(environment.step, environment.reset(configuration))
    try:
        way.play(instance, hands, episode_of(environment).world)
        hands.finish()
    except BROKEN as problem:
        return f"it breaks {placed(problem)}"
    return "; ".join(environment.verdict().reasons)


def _subject(task: Task) -> str:
    """Return words that the task is about: a text that was drawn, or what a picked row is called."""
    bound = [value for member in task.members for value in member.bound.values()]
    texts = [value if isinstance(value, str) else _called(value) for value in bound]
    return next((text for text in texts if text), "and")


def _called(value: Any) -> str:
    return next((text for name in ("name", "title", "subject", "text") if (text := getattr(value, name, ""))), "")


def _look_for(hands: SolutionDriver, words: str) -> None:
    """Use a search field, on this page or on the one that “Search” leads to, and look at the first hit."""
    link = hands.now.tree.find("link", "Search")
    if link is not None and hands.now.tree.find("searchbox") is None:
        hands.act(Click(target=Ref(id=link.ref)))
    field = hands.now.tree.find("searchbox")
    if field is None:
        return
    hands.act(Text(target=Ref(id=field.ref), text=words, clear=True, submit=True))
    hit = next((node for main in hands.now.tree.all("main") for node in main.all("link")), None)
    if hit is not None:
        hands.act(Click(target=Ref(id=hit.ref)))
