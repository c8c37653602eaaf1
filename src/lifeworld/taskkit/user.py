"""The hands that a solution gets, and how it names what it touches: by role and visible label."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from lifeworld.store import Command
from lifeworld.taskkit.reading import Line, Page


@dataclass(frozen=True)
class Control:
    """Something to touch: the roles it may have, its accessible name, and the group that it stands in.

    A name that ends with “…” stands for every name that starts so: `link("Due date…")`.
    """

    roles: tuple[str, ...]
    name: str
    group: str = ""

    def within(self, group: str) -> "Control":
        """Return the same control, looked for in the region, group, article, row or list item of this name."""
        return Control(self.roles, self.name, group)

    def __str__(self) -> str:
        place = f" in “{self.group}”" if self.group else ""
        return f"{self.roles[0]} “{self.name}”{place}"


def link(name: str) -> Control:
    """Name a link."""
    return Control(("link",), name)


def button(name: str) -> Control:
    """Name a button; the summary of a menu is one too."""
    return Control(("button",), name)


def field(name: str) -> Control:
    """Name anything that takes a value: text, search, choice."""
    return Control(("textbox", "searchbox", "combobox", "spinbutton", "slider"), name)


def box(name: str) -> Control:
    """Name something that is ticked."""
    return Control(("checkbox", "switch"), name)


def option(name: str) -> Control:
    """Name one of several of which one is chosen."""
    return Control(("radio",), name)


def show_all(user: "User", words: str = "Show more") -> list[Line]:
    """Unfold the rest of a list by pressing these words, and return all lines of the page."""
    while user.page.main.find("link", words):
        user.click(link(words))
    return user.page.lines()


# By role, the function that names a control of it.
FACTORIES = {role: make.__name__ for make in (link, button, field, box, option) for role in make("").roles}


class User(Protocol):
    """A person at the device. Each call is one or more actions; what is not there raises with what is."""

    def open(self, app: str) -> None:
        """Go home and open an app by the name under its icon."""

    def click(self, control: Control, via: Sequence[Control] = ()) -> None:
        """Tap or click. Where it is not on the screen, first what leads there (`via`: a tab, a menu), in order.

        Numbers at either end of a name (a badge, a count) may be left out.
        """

    def fill(self, control: Control, value: Any) -> None:
        """Put a value into a field, instead of what is there."""

    def choose(self, control: Control, label: str) -> None:
        """Choose an entry of a drop-down by its label."""

    def check(self, control: Control, on: bool = True) -> None:
        """Tick a box, or take the tick away."""

    def do(self, command: Command) -> None:
        """Do a command of an app: come to its form from wherever the device is, fill it in and send it."""

    def follow(self, task: Any) -> None:
        """Do each command of a task in turn, as the reference run did; ask first where the person has to be asked."""

    def back(self) -> None:
        """Press the device's back button."""

    def home(self) -> None:
        """Go to the home screen."""

    def wait(self, seconds: int) -> None:
        """Let the world's clock run."""

    def ask(self, question: str) -> str:
        """Ask the person, and return the reply."""

    def say(self, value: Any) -> None:
        """Give the answer that a question asks for."""

    def give_up(self) -> None:
        """Say that it can't be done."""

    def sees(self, text: str) -> bool:
        """Return whether these words are on the screen."""

    @property
    def page(self) -> Page:
        """What the screen shows now: its lists, facts and words."""

    @property
    def today(self) -> date:
        """The date in the status bar."""
