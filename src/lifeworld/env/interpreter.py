"""Lets a solution, which names controls and hears the person in English, work where either speaks another language."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from lifeworld.core.actions import Action, Ref, SetValue
from lifeworld.core.errors import LifeworldError
from lifeworld.core.observation import Node, Observation
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.taskkit.configuration import Configuration

Perform = Callable[[Action], Observation]


class Unlike(LifeworldError):
    """The same page is built in another way in another language."""


class Interpreter:
    """Shows a device in English, and does on it what is done there.

    Beside the device goes the same world in English, without a browser. Every action is done in both: pages are built
    alike in all languages, so a reference names the same control in each, and a choice stands at the same place of its
    list. What is half typed, a dialog that is open and what is due are thereby the same in both, too.

    Args:
        perform: does an action on the device.
        configuration: what the device's episode starts from.
    """

    def __init__(self, perform: Perform, configuration: Configuration) -> None:
        self._perform, self._configuration = perform, replace(configuration, language="en", goal_language="en")
        self._english = SyncEnvironment(Environment(Dom()))
        self._there: Observation | None = None  # what the device shows, in its own language

    def begin(self, first: Observation) -> Observation:
        """Return in English what the device shows at first."""
        return self._told(self._english.reset(self._configuration), first)

    def perform(self, action: Action) -> Observation:
        """Do an action on the device, and return in English what it shows then.

        Raises:
            Unlike: the two have come apart.
        """
        there = self._perform(self._translated(action))
        return self._told(self._english.step(action), there)

    def close(self) -> None:
        """Let go of the world in English."""
        self._english.close()

    def _told(self, here: Observation, there: Observation) -> Observation:
        """Return what is here, with what came of the action there; see that both show the same page."""
        if difference := next(differences(here.tree, there.tree), ""):
            raise Unlike(f"{there.url}: {difference}")
        self._here, self._there = here.tree, there
        return replace(here, feedback=there.feedback, url=there.url)

    def _translated(self, action: Action) -> Action:
        """Return the action as the device's own language has it: a choice by its label there."""
        if not (isinstance(action, SetValue) and isinstance(action.target, Ref) and isinstance(action.value, str)):
            return action
        assert self._there
        label = same_choice(self._here, self._there.tree, action.target.id, action.value)
        return action if label is None else action.model_copy(update={"value": label})


def driver_for(perform: Perform, first: Observation, configuration: Configuration) -> SolutionDriver:
    """Return a driver of solutions that works in English, whatever the device and the person speak."""
    if configuration.spoken == ("en",):
        return SolutionDriver(perform, first)
    interpreter = Interpreter(perform, configuration)
    return SolutionDriver(interpreter.perform, interpreter.begin(first))


def same_choice(here: Node, there: Node, ref: str, label: str) -> str | None:
    """Return what the choice of this label in a drop-down of one tree is called in the other; None for other fields."""
    pairs = ((own, other) for own, other in zip(here.walk(), there.walk(), strict=True) if own.ref == ref)
    own, other = next(pairs, (None, None))
    if own is None or other is None or own.role not in ("combobox", "listbox"):
        return None
    names = [one.name for one in own.all("option")]
    return [one.name for one in other.all("option")][names.index(label)] if label in names else None


def differences(one: Node, other: Node) -> Iterator[str]:
    """Yield where two trees are not built alike: other roles, another order, other states, other places."""
    nodes, others = list(one.walk()), list(other.walk())
    for own, its in zip(nodes, others, strict=False):
        if _built(own) != _built(its):
            yield f"{own.role} “{own.name}” is {its.role} “{its.name}” in the other language"
            return
    if len(nodes) != len(others):
        yield f"it has {len(nodes)} nodes in English and {len(others)} in the other language"


def _built(node: Node) -> tuple[object, ...]:
    ref = "" if node.role == "text" else node.ref  # a sentence may begin with another of its words
    return node.role, ref, node.href, node.states - {"focused"}
