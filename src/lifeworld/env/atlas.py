"""A map of an app's pages as plain data: which kind of page leads to which, and on which kinds a command is offered.

A kind of page is an address pattern; one that shows what a search has found is a kind of its own.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from lifeworld.store import Row, hints
from lifeworld.web import App
from lifeworld.world.tables import by_name

FOUND = "?found"  # after the address pattern, where a search has found something
WORDS = "q"  # the field of a form that searches


class Seen(NamedTuple):
    """On how many addresses something was seen, on how many paths, and how many rows it named at one address.

    `aside` is where it was seen among the app's places alone: beside, below or above the page itself.
    """

    addresses: int = 0
    paths: int = 0
    most: int = 0
    aside: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of page: its address pattern, and of which kind each row in the address is (None: that is not known)."""

    path: str
    models: tuple[type[Row] | None, ...] = ()


@dataclass(frozen=True)
class Atlas:
    """What is known of an app's pages on a narrow or a wide screen.

    Attributes:
        looked: by kind, how much of it was looked at.
        leads: by kind, the kinds that it leads to by links.
        offers: by kind, the commands that its forms do, by name.
        fills: by kind, the kinds that forms which only ask lead to, with the names of their fields.
        searches: the kinds that show what a search has found.
        counts: by table, how many rows there are.
    """

    app: App
    looked: Mapping[str, Seen] = field(default_factory=dict)
    leads: Mapping[str, Mapping[str, Seen]] = field(default_factory=dict)
    offers: Mapping[str, Mapping[str, Seen]] = field(default_factory=dict)
    fills: Mapping[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    searches: frozenset[str] = frozenset()
    counts: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return kinds(self.app)

    @cached_property
    def models(self) -> frozenset[type[Row]]:
        """The kinds of rows whose numbers stand in addresses."""
        return frozenset(model for kind in self.kinds.values() for model in kind.models if model)

    def kind_at(self, address: str) -> str:
        """Return the kind of the page at an address; where words are searched for, that of what is found."""
        return kind_at(self.app, self.searches, address)

    def about(self, kind: str) -> tuple[type[Row] | None, ...]:
        """Return of which kinds the rows are that a page is about."""
        return self.kinds[kind.removesuffix(FOUND)].models


@lru_cache(maxsize=32)
def kinds(app: App) -> Mapping[str, Kind]:
    """Return the kinds of pages of an app."""
    models = _models(app)
    return {
        route.path: Kind(route.path, tuple(models.get(slot) for slot in _slots(route.path)))
        for route in app.pages.routes
        if route.view
    }


def kind_at(app: App, searches: Collection[str], address: str) -> str:
    """Return the kind of the page at an address of an app in which these kinds show what a search has found."""
    kind = place_of(app, address)[0]
    searched = kind in searches and dict(parse_qsl(urlsplit(address).query)).get(WORDS)
    return kind + FOUND if searched else kind


def place_of(app: App, address: str) -> tuple[str, tuple[int, ...]]:
    """Return the kind of the page at an address, and the numbers in it; "" where it is none of the app's."""
    return _place(app, address.partition("?")[0])


@lru_cache(maxsize=16384)
def _place(app: App, path: str) -> tuple[str, tuple[int, ...]]:
    for route in app.pages.routes:
        given = route.match(path) if route.view else None
        if given is not None:
            return route.path, tuple(one for one in given.values() if isinstance(one, int))
    return "", ()


def _slots(path: str) -> Iterator[str]:
    """Yield what stands before each number in an address pattern."""
    before = ""
    for part in path.split("/"):
        if part.startswith("{") and not part.endswith(":word}"):
            yield before
        before += "/{}" if part.startswith("{") else f"/{part}"


def _models(app: App) -> Mapping[str, type[Row]]:
    """Return of which kind the row is whose number stands in an address, by what stands before it."""
    found: dict[str, type[Row]] = {}
    called = {table.model.__name__.lower(): table.model for table in by_name().values()}
    called |= {model.__name__.lower(): model for model in app.models}
    for route in app.pages.routes:
        names = [part.strip("{}") for part in route.path.split("/") if part.startswith("{") and ":" not in part]
        known = hints(route.command) if route.command else {}
        for before, name in zip(_slots(route.path), names, strict=True):
            hint = known.get(name)
            if isinstance(hint, type) and issubclass(hint, Row):
                found[before] = hint
            elif model := called.get(name.removesuffix("_id")):
                found.setdefault(before, model)
    return found
