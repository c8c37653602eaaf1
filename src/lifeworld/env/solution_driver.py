"""Drives the device as a solution says: a person's doings become actions on a tree."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from difflib import get_close_matches
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from lifeworld.apps import app_of, by_id
from lifeworld.core.actions import Action, Click, Done, Message, Ref, SetValue, System, Wait
from lifeworld.core.answers import given
from lifeworld.core.errors import MOST_LISTED, Lost
from lifeworld.core.observation import Feedback, Node, Observation
from lifeworld.env.going import detours
from lifeworld.env.navigator import Errand
from lifeworld.env.survey import atlas
from lifeworld.store import Command, Store
from lifeworld.taskkit.draw import Instance
from lifeworld.taskkit.kit import Task
from lifeworld.taskkit.user import FACTORIES, Control, Page, button, link
from lifeworld.web.form import shown
from lifeworld.web.popups import popups
from lifeworld.web.shell import LOCK_SCREEN
from lifeworld.web.shell.commands import Lock, Unlock

_ASIDE = button("All of…")  # what a wide screen keeps aside where its places stand at the top or bottom
_LONGEST = 300  # seconds that one action may wait
_COUNT = re.compile(r"^\d+\+? |,? \d+(/\d+)?\+?$")


class SolutionDriver:
    """Implements `tasks.User` over one function: an action in, the next observation out."""

    def __init__(self, perform: Callable[[Action], Observation], first: Observation) -> None:
        self._perform = perform
        self.now = first
        self.instance: Instance | None = None  # what is done, where the solution is derived
        self.store: Store | None = None  # where commands' rows are looked up, if not in their own
        self.over, self.steps = False, 0
        self._refs: tuple[Node | None, frozenset[str]] = (None, frozenset())
        self.detour, self.strayed = 0, False  # which other way commands are done by; whether there was one
        self._entering = False
        self._interrupted: set[str] = set()  # addresses, unquoted, at which a pop-up was closed
        self._clear()

    def open(self, app: str) -> None:
        if self.now.url != "/":
            self.home()
        if app in by_id() and not found_in(self.now.tree, link(app)):
            raise Lost(f"“{app}” is an app's id; open takes its name: user.open(“{by_id()[app].name}”)")
        if not found_in(self.now.tree, link(app)):
            there = ", ".join(f"“{one.name}”" for one in by_id().values() if found_in(self.now.tree, link(one.name)))
            raise Lost(f"no icon “{app}” on the home screen; open takes one of {there}")
        self.click(link(app))

    def click(self, control: Control, via: Sequence[Control] = ()) -> None:
        for step in via:
            if found_in(self.now.tree, control):
                break
            if found_in(self.now.tree, step):
                self.click(step)
        self.act(Click(target=self._ref(control)))

    def fill(self, control: Control, value: Any) -> None:
        self.act(SetValue(target=self._ref(control), value=shown(value)[-1]))

    def choose(self, control: Control, label: str) -> None:
        self.act(SetValue(target=self._ref(control), value=label))

    def check(self, control: Control, on: bool = True) -> None:
        self.act(SetValue(target=self._ref(control), value=on))

    def back(self) -> None:
        left = unquote(self.now.url)
        self.act(System(name="back"))
        while unquote(self.now.url) == left in self._interrupted and not self.now.feedback.text:  # it is there again
            self.act(System(name="back"))

    def home(self) -> None:
        self.act(System(name="home"))

    def wait(self, seconds: int) -> None:
        for part in range(0, seconds, _LONGEST):
            self.act(Wait(seconds=min(_LONGEST, seconds - part)))

    def ask(self, question: str) -> str:
        self.act(Message(text=question, expects_reply=True))
        return self.now.reply

    def say(self, value: Any) -> None:
        self.act(Done(answer=given(value)))

    def give_up(self) -> None:
        self.act(Done(status="infeasible"))

    def finish(self) -> None:
        """Say that it is done, unless the solution has ended it with an answer."""
        if not self.over:
            self.act(Done())

    def sees(self, text: str) -> bool:
        return text in self.now.tree.text

    @property
    def page(self) -> Page:
        return Page(self.now.tree)

    @property
    def today(self) -> date:
        return self.now.now.date()

    def act(self, action: Action) -> None:
        """Do any action.

        Raises:
            Lost: it was refused.
        """
        before, self.now = self.now.tree, self._perform(action)
        self.steps += 1
        self.over = isinstance(action, Done)
        self._clear()
        if not self.now.feedback.ok:
            raise Lost(_refusal(action, before, self.now.feedback))
        self._enter()

    def do(self, command: Command) -> None:
        Errand(self, command).run()

    def solve(self, instance: Instance) -> None:
        """Do a task: by its own solution, or by its commands in turn where it writes none.

        Raises:
            Lost: something is not on the screen, or refused, or no form is found that does a command.
        """
        self.instance = instance
        self._enter()
        instance.task.solution(self)

    def follow(self, task: Task) -> None:
        if self.instance is None:
            raise Lost(f"{task.id} has no solution; play it by `solve`")
        if task.must_ask():
            self.ask(task.knowledge().question)
        if minutes := wanted_minutes(self.instance):
            self.wait(60 * minutes)
        self.store = self.instance.world.store
        for command in commands_of(self.instance, task):
            self.do(command)
        if self.instance.expectation.infeasible:
            self.give_up()

    @property
    def refs(self) -> frozenset[str]:
        """The references of all that is on the screen."""
        if self._refs[0] is not self.now.tree:
            self._refs = self.now.tree, frozenset(node.ref for node in self.now.tree.walk() if node.role != "text")
        return self._refs[1]

    def aside(self) -> Node | None:
        """Return what shows what a wide screen keeps aside."""
        return next(iter(found_in(self.now.tree, _ASIDE)), None)

    def _enter(self) -> None:
        """Unlock the device, sign in where the owner was signed out, unless that is what the task is about."""
        if self.instance and self.now.url == LOCK_SCREEN and not {Lock, Unlock} & {*map(type, self.instance.commands)}:
            self.click(button("Unlock"))
        gate = next((app.gate for app in by_id().values() if app.gate and self.now.url.startswith(app.sign_in)), None)
        if self._entering or not (gate and self.instance):
            return
        if gate.commands.isdisjoint(map(type, self.instance.commands)):
            self._entering = True
            for command in gate.entry(self.instance.world.store):
                self.do(command)
            self._entering = False

    def _clear(self) -> None:
        """Close the pop-up that stands over the screen, as a person does who has something else to do."""
        found = [] if self.over else [node for node in self.now.tree.all("dialog") if node.name in self._closing]
        if found:
            self._interrupted.add(unquote(self.now.url))
            self.act(Click(target=self._ref(button(self._closing[found[0].name]))))

    @cached_property
    def _closing(self) -> dict[str, str]:
        """The button that closes each pop-up, by its title."""
        return {popup.title: popup.close for popup in popups().values()}

    def _ref(self, control: Control) -> Ref:
        if not isinstance(control, Control):
            raise Lost(f"{control!r} is no control; write link(…), button(…) or field(…)")
        found = found_in(self.now.tree, control)
        if not found and (closed := found_in(self.now.tree, _ASIDE)):
            self.act(Click(target=Ref(id=closed[0].ref)))
            found = found_in(self.now.tree, control)
        if len(found) != 1:
            raise Lost(
                f"{'no' if not found else len(found)} {control} on {self.now.url}; {_nearest(self.now.tree, control)}"
            )
        return Ref(id=found[0].ref)


def found_in(tree: Node, control: Control) -> list[Node]:
    """Return the nodes that a control names: exactly, by how the name starts, or without a badge's number."""
    everywhere = _usable(_places(tree, control.group), control)
    if len(everywhere) < 2:
        return everywhere
    return _usable(tree.all("main"), control) or everywhere  # the page's own before the frame around it


def _refusal(action: Action, tree: Node, feedback: Feedback) -> str:
    """Return why an action was refused; of a drop-down, what it offers."""
    told = f"{action.type} was refused: {feedback.code} {feedback.text}"
    if not isinstance(action, SetValue) or not isinstance(action.target, Ref):
        return told
    field = tree.by_ref(action.target.id)
    offered = [one.name for one in field.all("option")] if field else []
    if not field or not offered:
        return told
    more = [f"{len(offered) - MOST_LISTED} more"] if len(offered) > MOST_LISTED else []
    return f"“{field.name}” offers {', '.join([*offered[:MOST_LISTED], *more])}; there is no “{action.value}”"


def _usable(places: Iterable[Node], control: Control) -> list[Node]:
    nodes = [node for place in places for node in place.walk()]
    usable = [node for node in nodes if node.role in control.roles and "disabled" not in node.states]
    if control.name.endswith("…"):
        return [node for node in usable if node.name.startswith(control.name[:-1])]
    exact = [node for node in usable if node.name == control.name]
    bare = exact or [node for node in usable if _COUNT.sub("", node.name) == control.name]
    return bare or [node for node in usable if node.name.replace(" ", "") == control.name.replace(" ", "")]  # emoji


def _places(tree: Node, group: str) -> Iterator[Node]:
    if not group:
        yield tree
        return
    inner = [node for node in tree.walk() if node.name == group and node.children]
    yield from inner[:1]


def _nearest(tree: Node, control: Control) -> str:
    names = sorted({node.name for node in tree.walk() if node.role in control.roles and node.name})
    for node in tree.walk():
        if node.name == control.name and node.role in FACTORIES and node.role not in control.roles:
            return f"it is a {node.role}: write {FACTORIES[node.role]}(“{control.name}”)"
    near = get_close_matches(control.name, names, n=4, cutoff=0.3) or names[:12]
    return f"there are {', '.join(f'“{name}”' for name in near)}" if near else "there is nothing of that kind"


def other_ways(instance: Instance, wide: bool) -> int:
    """Return how many other ways than the usual one lead to the form of a command of a task that writes no solution."""
    derived = [member for member in instance.task.members if not member.says("solution")]
    commands = [command for member in derived for command in commands_of(instance, member)]
    store = instance.world.store
    return max((len(detours(one, atlas(app_of(type(one)), wide), store)) for one in commands), default=0)


def commands_of(instance: Instance, task: Task) -> list[Command]:
    """Return the commands of a task, or of one part of it, as a person would give them.

    Raises:
        Lost: it is no change that it is about.
    """
    if task.says("impossible") or not (task.says("effects") or task.says("outcomes")):
        raise Lost(f"{task.id} has no commands that its solution could follow")
    commands = list(instance.commands)
    parts = [wanted.part for wanted in instance.expectation.targets[0].wanted]
    own = next(number for number, member in enumerate(instance.task.members, 1) if member is task)
    if not instance.task.parts:
        return commands
    return [command for command, part in zip(commands, parts, strict=True) if part == own]


def wanted_minutes(instance: Instance) -> int:
    """Return how long one has to wait for what comes, in minutes of the world's time."""
    return instance.task.trigger.minutes if instance.task.trigger else 0
