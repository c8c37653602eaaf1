"""What an agent remembers of the screens that it has seen, and how promising the ways on from them are."""

import math
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from lifeworld.agents.goal import Goal, Mention, plain, words
from lifeworld.core.observation import Node, Observation

ROWS = frozenset(("listitem", "row", "group", "article", "dialog", "radiogroup"))
OPENERS = words("more menu actions options")
_NUMBER = re.compile(r"^\d+ | \d+$")  # beside a name: how many there are
_AROUND = frozenset(("navigation", "contentinfo"))
_THINGS = frozenset(("link", "button", "option", "checkbox", "radio"))
_BACK = frozenset("cancel close back".split())
_TELLING = frozenset(("link", "button", "heading", "searchbox", "list", "text"))
_LONGEST = 40  # letters: longer texts are what people wrote, and say little of what an app is for


@dataclass(frozen=True)
class Placed:
    """A node with the row that it stands in.

    Attributes:
        row: all words of the nearest row around it; "" where there is none.
        around: whether it is part of what frames every page.
    """

    node: Node
    row: str = ""
    around: bool = False


@dataclass(frozen=True)
class Screen:
    """A page as it was last seen."""

    url: str
    title: str
    tree: Node

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        return tuple(_placed(self.tree, "", False))

    @cached_property
    def headings(self) -> str:
        """What the page says that it is about: its first headings and the names of its dialogs."""
        found = [
            node.name
            for node in self.tree.walk()
            if node.role in ("heading", "dialog") and node.value in ("", "1", "2")
        ]
        return "\n".join([self.title, *found[:4]])

    @cached_property
    def things(self) -> tuple[str, ...]:
        """The names of what can be touched, and texts in rows; where something was searched for, of what was found."""
        found = [one.node for one in self.placed if one.row or one.node.role in _THINGS]
        if "q=" in self.url:
            own = self.url.partition("?")[0]
            found = [node for node in found if node.role == "link" and node.href.partition("?")[0] != own]
        return tuple(dict.fromkeys(node.name for node in found if node.name))

    @cached_property
    def text(self) -> str:
        return self.tree.text


@dataclass(frozen=True)
class Way:
    """A link or an opener, with what is known of where it leads."""

    url: str
    name: str
    worth: float
    opener: str = ""


@dataclass
class Screens:
    """The memory: pages by address, ways on that were not taken, and how often each word was seen."""

    goal: Goal
    pages: dict[str, Screen] = field(default_factory=dict)
    ways: dict[str, Way] = field(default_factory=dict)
    taken: Counter[str] = field(default_factory=Counter)
    common: Counter[str] = field(default_factory=Counter)
    shapes: Counter[str] = field(default_factory=Counter)
    met: Counter[Mention] = field(default_factory=Counter)
    area: str = ""  # the part of the world that is looked through: the first part of addresses

    def see(self, observation: Observation) -> Screen:
        screen = Screen(observation.url, observation.title, observation.tree)
        new = screen.url not in self.pages
        self.pages[screen.url] = screen
        self.taken[screen.url] += 1
        if new:
            self._learn(screen)
            self.shapes[shape(screen.url)] += 1
            for node in screen.tree.walk():
                self.common.update(words(node.name))
        for way in self._ways(screen):
            known = self.ways.get(way.url)
            if known is None or known.worth < way.worth:
                self.ways[way.url] = way
        return screen

    def _learn(self, screen: Screen) -> None:
        """Recognise what the goal names by the names of things on the screen."""
        for node in screen.tree.walk():
            name = _NUMBER.sub("", node.name) if node.role in _THINGS else ""
            if " " in name and name[0].isupper():
                self.goal = self.goal.knowing(name)

    def weight(self, word: str) -> float:
        """Return how much a word tells: the less often it was seen, the more."""
        return 1 / (1 + 0.35 * math.log1p(self.common[word]))

    def shared(self, text: str) -> float:
        """Return how much a text shares with the goal."""
        return sum(self.weight(word) for word in words(text) & self.goal.words)

    def named(self, text: str) -> list[Mention]:
        """Return which of the goal's mentions a text says."""
        return [one for one in self.goal.mentions if one.kind != "number" and one.is_in(text)]

    def knows(self, mention: Mention) -> bool:
        """Return whether a mention was seen on a page of the part that is looked through, as more than an echo."""
        inside = (screen for url, screen in self.pages.items() if self._is_inside(url))
        return any(mention.is_in(name) for screen in inside for name in screen.things)

    def take(self, way: Way) -> None:
        self.taken[way.url] += 1
        self.met.update(self.named(way.name))

    def best_way(self) -> Way | None:
        """Return the most promising way that was not taken."""
        left = [way for way in self.ways.values() if not self.taken[way.url] and self._is_inside(way.url)]
        return max(left, key=lambda way: way.worth - self._dullness(way) - self._worn(way), default=None)

    def fitting(self, areas: list[str]) -> list[str]:
        """Return first parts of addresses, the one first whose screens share most words and names with the goal."""
        own = {area: self._vocabulary(area) for area in areas}
        shown = {area: self._names(area) for area in areas}

        def worth(area: str) -> float:
            told = rarity(self.goal.verbs & own[area], own.values())
            return told + sum(plain(one.text) in shown[area] for one in self.goal.mentions)

        return sorted(areas, key=worth, reverse=True)

    def _vocabulary(self, area: str) -> frozenset[str]:
        nodes = (node for url, page in self.pages.items() if url.startswith(area) for node in page.tree.walk())
        return words("\n".join(one.name for one in nodes if one.role in _TELLING and len(one.name) < _LONGEST))

    def _names(self, area: str) -> frozenset[str]:
        pages = (page for url, page in self.pages.items() if url.startswith(area))
        return frozenset(plain(name) for page in pages for name in page.things)

    def _worn(self, way: Way) -> float:
        """Return how much less a way is worth now that what it names was gone after."""
        return sum(2 - 2 / (1 + 2 * self.met[one]) for one in self.named(way.name))

    def _is_inside(self, url: str) -> bool:
        return not self.area or url.startswith(self.area)

    def _ways(self, screen: Screen) -> Iterator[Way]:
        about = min(2.0, 1.0 * len(self.named(screen.headings)))
        for placed in screen.placed:
            node = placed.node
            if node.role == "link" and node.href.startswith("/") and not words(node.name) & _BACK:
                yield Way(node.href, node.name, self._worth(placed, about))
            elif is_opener(placed):
                yield Way(f"{screen.url}#{node.name}", node.name, about + self._in_row(placed) - 0.3, opener=screen.url)

    def _worth(self, placed: Placed, about: float) -> float:
        """Return what a link promises: words and mentions in its name, in its row, and what its page is about."""
        name, own = placed.node.name, self.goal.unnamed(placed.node.name)
        worth = 2 * len(own & self.goal.verbs) / max(1, len(own)) + 2.0 * len(self.named(name))
        worth -= 0.3 * ("?" in placed.node.href)  # mostly the same page in another order
        return worth + (0 if placed.around else self._in_row(placed) + about) - 0.02 * len(self.pages)

    def _dullness(self, way: Way) -> float:
        """Return how often ways of the same shape were taken: the tenth like the nine before shows little new."""
        return 0.5 * math.log1p(self.shapes[shape(way.url)])

    def _in_row(self, placed: Placed) -> float:
        return 0.25 * self.shared(placed.row) / math.sqrt(max(1, len(words(placed.row)))) + len(self.named(placed.row))


def rarity(shared: Iterable[str], every: Iterable[Container[str]]) -> float:
    """Return how much words tell: each the more, the fewer of these vocabularies have it."""
    known = list(every)
    return sum(1 / sum(word in one for one in known) for word in shared)


def shape(url: str) -> str:
    """Return an address without its numbers: pages of one shape show things of one kind."""
    return re.sub(r"[\d-]+", "#", url)


def is_opener(placed: Placed) -> bool:
    """Return whether a button only shows more: by its name, as such buttons are called everywhere."""
    node = placed.node
    return (
        node.role == "button"
        and "expanded" not in node.states
        and bool(words(node.name) & OPENERS)
        and (len(words(node.name)) < 4)
    )


def _placed(node: Node, row: str, around: bool) -> Iterator[Placed]:
    yield Placed(node, row, around)
    inner = node.text if node.role in ROWS else row
    for child in node.children:
        yield from _placed(child, inner, around or node.role in _AROUND)
