"""The hands and eyes that a solution gets: how it names what it touches, and reads what a page shows.

Reading is deliberately simple and of its own: verdicts derive answers from the data, solutions read them here off the
screen, and a task is right only if both agree.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from lifeworld.core.errors import hint
from lifeworld.core.money import Money
from lifeworld.core.observation import Node
from lifeworld.store import Command

T = TypeVar("T")
_FIELDS = {"textbox", "searchbox", "combobox", "spinbutton", "slider"}
GROUPS = {"group", "radiogroup"}
_AROUND = {"banner", "navigation", "contentinfo", "link"}

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_AMOUNT = re.compile(r"[-−+]?\$\d+(?:,\d{3})*(?:\.\d\d)?")
_DAY = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*\.? (\d{{1,2}})(?:, (\d{{4}}))?\b", re.IGNORECASE)
_YEAR = re.compile(r"\b\d{4}\b")
_CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\s?([AP]M)\b")
_NUMBER = re.compile(r"(?<![\w$.,])\d[\d,]*(?![\w.])")
_SPAN = re.compile(r"(\d+)\s?(h|min)\b")
_RELATIVE = {"today": 0, "tomorrow": 1, "yesterday": -1}


@dataclass(frozen=True)
class Line:
    """One item of a list, or one row of a table.

    Attributes:
        heading: the name of the list or table.
        text: all words of the item.
        names: those of its links and buttons.
    """

    heading: str
    text: str
    names: tuple[str, ...]


class Page:
    """What a screen shows."""

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        own = tuple(node for node in tree.children if node.role not in _AROUND)
        self.main = Node("main", children=own)

    @property
    def text(self) -> str:
        """All words of the page, without the bars around it."""
        return self.main.text

    def lines(self, heading: str = "") -> list[Line]:
        """Return the items of the lists and tables (whose name holds `heading`), from top to bottom."""
        return [line for line in _lines(self.main, "") if heading in line.heading]

    def line(self, words: str, heading: str = "") -> Line:
        """Return the first item that holds these words.

        Raises:
            LookupError: there is none.
        """
        return _first((line for line in self.lines(heading) if words in line.text), words, self.text)

    def fact(self, label: str) -> str:
        """Return the words that stand beside a label.

        Raises:
            LookupError: there is no such label.
        """
        nodes = list(self.main.walk())
        pairs = pairwise(nodes)
        values = (value.text for term, value in pairs if term.role == "term" and term.name == label)
        return _first(values, label, self.text)

    def value(self, label: str) -> str:
        """Return what a field holds: its text, the chosen label of a drop-down, the chosen one of several options.

        Raises:
            LookupError: there is no such field, or no option of it is chosen.
        """
        fields = [node for node in self.tree.walk() if node.role in _FIELDS and node.name == label]
        groups = [node for node in self.tree.walk() if node.role in GROUPS and node.name == label]
        options = (one.name for group in groups for one in group.all("radio") if "checked" in one.states)
        found = [*(node.value for node in fields), *options]
        if not found:
            known = [node.name for node in self.tree.walk() if node.role in _FIELDS | GROUPS and node.name]
            raise LookupError(f"no field “{label}” on the screen; {hint(label, known)}")
        return found[0]

    def after(self, words: str) -> str:
        """Return the rest of the first line of text in which these words stand, after them."""
        rest = (one.split(words, 1)[1].strip() for one in self.text.splitlines() if words in one)
        return _first(rest, words, self.text)


# ---- values in words


class Read(list[T]):
    """What was read in a text; where nothing was, taking the first says which text it was."""

    def __init__(self, what: str, text: str, found: Iterable[T]) -> None:
        super().__init__(found)
        self._told = f"no {what} in “{text:.80}”"

    def __getitem__(self, place: Any) -> Any:
        if not self and isinstance(place, int):
            raise IndexError(self._told)
        return super().__getitem__(place)


def amounts(text: str) -> list[Money]:
    """Return the amounts of money in a text."""
    return Read("amount", text, (Money.of(found) for found in _AMOUNT.findall(text)))


def days(text: str, today: date) -> list[date]:
    """Return the days in a text; without a year it is the one that makes the day nearest to today."""
    found = [(match.start(), _day(match, today)) for match in _DAY.finditer(text)]
    for word, distance in _RELATIVE.items():
        met = re.finditer(rf"\b{word}\b", text, re.IGNORECASE)
        found += [(one.start(), today + timedelta(days=distance)) for one in met]
    return Read("day", text, (day for _, day in sorted(found)))


def day_told(text: str, today: date) -> date:
    """Return the day that lies behind, as a list dates it: in full, by its weekday, or by a time of today alone."""
    told = [day if day <= today or _YEAR.search(text) else day.replace(year=day.year - 1) for day in days(text, today)]
    lately = (today - timedelta(days=back) for back in range(1, 8))
    named = next((day for day in lately if re.search(rf"\b{day:%a}", text)), None)
    if not told and named is None and not _CLOCK.search(text):
        raise LookupError(f"no day in “{text}”")
    return told[0] if told else named or today


def clocks(text: str) -> list[time]:
    """Return the times of day in a text, as screens write them: 9:05 AM."""
    found = (time(int(h) % 12 + (12 if half == "PM" else 0), int(m)) for h, m, half in _CLOCK.findall(text))
    return Read("time like 9:05 AM", text, found)


def numbers(text: str) -> list[int]:
    """Return the whole numbers in a text that are neither amounts nor parts of times."""
    return Read("number", text, (int(found.replace(",", "")) for found in _NUMBER.findall(_CLOCK.sub(" ", text))))


def span(text: str) -> timedelta:
    """Return the duration that a text tells: “1 h 30 min”."""
    return timedelta(minutes=sum(int(n) * (60 if unit == "h" else 1) for n, unit in _SPAN.findall(text)))


def _day(match: "re.Match[str]", today: date) -> date:
    month, number = _MONTHS.index(match[1].lower()[:3]) + 1, int(match[2])
    if match[3]:
        return date(int(match[3]), month, number)
    near = [date(today.year + more, month, number) for more in (-1, 0, 1) if number < 29 or month != 2]
    return min(near, key=lambda day: abs(day - today))


def _lines(node: Node, heading: str) -> Iterator[Line]:
    for child in node.children:
        named = child.name if child.role in ("list", "table", "group", "region") and child.name else heading
        if child.role in ("listitem", "row", "article"):
            names = tuple(one.name for one in child.walk() if one.role in ("link", "button") and one.name)
            yield Line(heading, child.text, names)
        else:
            yield from _lines(child, named)


def _first(found: Iterator[T], words: str, text: str) -> T:
    one = next(found, None)
    if one is None:
        raise LookupError(f"“{words}” is not on the screen, which shows: {text[:400]}")
    return one


# ---- what is touched, and by whom


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
