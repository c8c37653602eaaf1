"""A map of an app's pages: which kind of page leads to which, and on which kinds a command is offered.

A kind of page is an address pattern. The map is learned once a process from the screens of one person's world.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from lifeworld.env.drivers.tab import Tab
from lifeworld.env.sheet import Offer, sheet
from lifeworld.env.walker import Element, fields
from lifeworld.store import Command, Row, hints
from lifeworld.web import App
from lifeworld.web.look import DESKTOP, Look
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES
from lifeworld.world.world import by_name

ALIKE, MOST = 2, 150  # pages of one kind by the page before it; pages in all
PROBES = ("a", "in")  # what is searched for, to see which kinds of page a search leads to
FOUND = "?found"  # of the kind of a page that shows what a search has found
_UNSURE, _FAR = 3.0, 5.0  # what a step costs whose row is not known; at most, beside the step itself
Found = dict[str, set[int]]  # by address
MOST_BESIDE = 2  # fields of a form that searches: the words, and where


@dataclass(frozen=True)
class Kind:
    """A kind of page: its address pattern, and of which kind each row in the address is (None: that is not known)."""

    path: str
    models: tuple[type[Row] | None, ...] = ()


@dataclass
class Atlas:
    """What is known of an app's pages.

    Attributes:
        seen: by kind, the addresses that were looked at.
        leads: by kind and the kind that it leads to, each address that was looked at with the last numbers in the
            addresses that it leads to.
        offers: by kind and command, each address with the numbers of the rows in the forms.
        fills: the kinds that forms which only ask lead to, with the names of their fields.
        searches: the kinds on which one can search, with the kind of what is found.
    """

    app: App
    seen: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    leads: dict[tuple[str, str], Found] = field(default_factory=dict)
    offers: dict[tuple[str, type[Command]], Found] = field(default_factory=dict)
    fills: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    searches: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, model: type[Row]) -> int:
        """Return how many rows of a kind there are in the world that was looked at."""
        return self.counts.get(model.table().name, 0)

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        models = _models(self.app)
        found = {}
        for route in self.app.pages.routes:
            if route.view:
                found[route.path] = Kind(route.path, tuple(models.get(one) for one in _slots(route.path)))
        return found

    def at(self, address: str) -> tuple[str, tuple[int, ...]]:
        """Return the kind of the page at an address, and the numbers in it; "" where it is none of the app's."""
        return _at(self.app, address.partition("?")[0])

    def kind_at(self, address: str) -> str:
        """Return the kind of the page at an address; where words are searched for, that of what is found."""
        kind = self.at(address)[0]
        searched = self.searches.get(kind) and dict(parse_qsl(urlsplit(address).query)).get("q")
        return kind + FOUND if searched else kind


@lru_cache(maxsize=16384)
def _at(app: App, path: str) -> tuple[str, tuple[int, ...]]:
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


@lru_cache(maxsize=32)
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


@lru_cache(maxsize=32)
def atlas(app: App) -> Atlas:
    """Return the map of an app."""
    made = Atlas(app)
    world = World(load(NAMES[0]).data, Look("light", DESKTOP)).start()
    try:
        _Surveyor(made, world).survey()
    finally:
        world.close()
    return made


class _Surveyor:
    """Looks at some pages of each kind."""

    def __init__(self, made: Atlas, world: World) -> None:
        self.made, self.store, self.tab = made, world.store, Tab(world)
        self.waiting: deque[tuple[str, str]] = deque([(made.app.href, "")])
        self.again: deque[tuple[str, str]] = deque()  # of kinds that one page has been looked at of
        self.known = {made.app.href}
        self.counts: Counter[tuple[str, str]] = Counter()

    def survey(self) -> None:
        looked = 0
        while (self.waiting or self.again) and looked < MOST:
            first = bool(self.waiting)
            address, before = (self.waiting or self.again).popleft()
            kind = self._sort(address)
            if first and self.counts["", kind]:
                self.again.append((address, before))
                continue
            self.counts["", kind] += 1
            self.counts[before, kind] += 1
            if self.counts[before, kind] <= ALIKE:
                self._look(address)
                looked += 1
        self.looked = looked
        for model in {model for kind in self.made.kinds.values() for model in kind.models if model} | set(
            self.made.app.models
        ):
            self.made.counts[model.table().name] = self.store.count(model)

    def _sort(self, address: str) -> str:
        names = sorted({name for name, _ in parse_qsl(urlsplit(address).query)})
        return "&".join((self.made.kind_at(address), *names))

    def _look(self, address: str) -> None:
        self.tab.go(address)
        here, numbers = self.made.at(self.tab.url)
        if not here:
            return
        kind = self.made.kind_at(self.tab.url)
        asked, _ = self.made.at(address)
        if asked != here:
            self._lead(asked, address, here, numbers)
        self.made.seen[kind].add(self.tab.url)
        page = sheet(self.tab.page.document)
        for _, to in page.links:
            self._follow(kind, to)
        for offer in page.offers:
            if offer.method == "post":
                self._offered(kind, offer)
            else:
                self._ask(kind, offer)

    def _follow(self, kind: str, to: str) -> None:
        there, given = self.made.at(to)
        if there:
            self._lead(kind, self.tab.url, self.made.kind_at(to), given)
            self._later(to, kind)

    def _later(self, address: str, before: str) -> None:
        if address not in self.known:
            self.known.add(address)
            self.waiting.append((address, before))

    def _lead(self, kind: str, address: str, there: str, given: tuple[int, ...]) -> None:
        self.made.leads.setdefault((kind, there), {}).setdefault(address, set()).update(given[-1:])

    def _offered(self, kind: str, offer: Offer) -> None:
        for route in self.made.app.pages.routes:
            given = route.match(offer.path) if route.command else None
            if given is not None and route.command:
                rows = {one for one in given.values() if isinstance(one, int)}
                self.made.offers.setdefault((kind, route.command), {}).setdefault(self.tab.url, set()).update(rows)

    def _ask(self, kind: str, offer: Offer) -> None:
        there, _ = self.made.at(offer.path)
        if not there:
            return
        if search_field(offer):
            self.made.searches[there] = there + FOUND
            self.made.fills[kind, there + FOUND] = frozenset()
            for words in PROBES:
                self._later(f"{offer.path}?{urlencode({**_sent(offer), 'q': words})}", kind)
            return
        self.made.fills[kind, there] = frozenset((*offer.asked, *offer.fixed))
        for last in (False, True):
            self._later(f"{offer.path}?{urlencode(_sent(offer, last), doseq=True)}", kind)


def search_field(offer: Offer) -> Element | None:
    """Return the field of a form that only searches."""
    found = offer.asked.get("q", ())
    return found[0] if found and len(offer.asked) <= MOST_BESIDE and fields.takes_text(found[0]) else None


def _sent(offer: Offer, last: bool = False) -> dict[str, Any]:
    """Return what a form sends untouched; where it lacks something, or the `last` of choices is wanted, something."""
    sent: dict[str, Any] = {name: values[-1] for name, values in offer.fixed.items()}
    for name, (first, *others) in offer.asked.items():
        if first.tag == "select":
            values = [fields.option_value(one) for one in (*fields.chosen(first), *fields.options(first))]
            sent[name] = next((one for one in values if one and one not in sent.values()), "") if last else values[:1]
        elif fields.kind(first) in ("radio", "checkbox"):
            on = [one for one in (first, *others) if fields.is_checked(one)] or ([first] if last else [])
            sent[name] = [one.attributes.get("value", "on") for one in on]
        else:
            sent[name] = fields.typed(first) or "1"
    return sent
