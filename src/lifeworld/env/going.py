"""How far each kind of page of an app is from a form of one command, by the map of the app."""

import heapq
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, cached_property
from urllib.parse import parse_qsl, urlsplit

from apsw import ConnectionClosedError

from lifeworld.env.atlas import FOUND, WORDS, Atlas, Seen, place_of
from lifeworld.env.sheet import routes_of
from lifeworld.store import Command, Row, Store, hints
from lifeworld.web.form import shown

Rows = dict[type[Row], dict[int, Row | None]]
About = Mapping[type[Row], Mapping[int, Row | None]]
PLACE = 0.55  # what leaving for another of an app's places costs more than going on from where one is
_DEEP = 3  # rows that rows point at, and so on
_MANY = 30  # rows of one kind that point at a row, at most
_ANY = 4.0  # what it costs to go by a page of just any row
_FAR = 6.0  # what finding one row among very many costs at most
_LIKELY = 4.0  # what it costs that a page about the rows may have a form, though none was seen
_ASIDE = 0.2  # what a place beside a page costs more on the map: little, as ways by another place are ways, too
_CHOSEN = 2.0  # what it costs to go by a page about a row that is only chosen in the form
_WORDS = 3  # that are searched for in turn
_LONGER = 4.0  # how much longer than the usual one another way may be
_SEARCH, _FOUND = 2.0, 0.6  # what a search costs (writing and pressing), and how likely it finds a row at once
_CALLED = ("subject", "name", "title", "text", "label", "number")


class Going:
    """Where the forms of one command are.

    Attributes:
        next: which kind of page comes after each on the way to a form; "" where the form is.
        about: the rows that the command names, those that they point at, and those that point at them.
    """

    def __init__(
        self, command: Command, atlas: Atlas, store: Store | None = None, avoided: frozenset[str] = frozenset()
    ) -> None:
        self.command, self.atlas, self.app = command, atlas, atlas.app
        self.store = store or next((one.store for one in vars(command).values() if isinstance(one, Row)), None)
        self.about, self.avoided = about(command, atlas.models, store), avoided
        self._refuted: set[str] = set()
        self._far, self.next = self._distances()

    def way(self) -> tuple[str, ...]:
        """Return the kinds of pages on the shortest way from the app's first page, if all is found where it may be."""
        found = [self.atlas.kind_at(self.app.href)]
        while found[-1] in self.next and self.next[found[-1]]:
            found.append(self.next[found[-1]])
        return tuple(found)

    def far(self, kind: str) -> float | None:
        """Return how many steps it is from a kind of page to a form, about; None where none leads there."""
        return self._far.get(kind)

    def refute(self, address: str) -> None:
        """Note that pages of its kind have no form, where one was but guessed; one about other rows tells nothing."""
        kind = self.atlas.kind_at(address)
        if kind and kind not in self._refuted and self._fits(*place_of(self.app, address)):
            self._refuted.add(kind)
            if self.next.get(kind) == "":  # else nothing rests on it
                self._far, self.next = self._distances()

    def distance(self, address: str) -> float | None:
        """Return how far it is from an address; None where it leads nowhere, or is about other rows."""
        kind, numbers = place_of(self.app, address)
        if not kind or not self._fits(kind, numbers):
            return None
        found = self.atlas.kind_at(address)
        if found != kind and dict(parse_qsl(urlsplit(address).query))[WORDS] not in self.words(found):
            found = kind  # what somebody else has searched for
        far = self.far(found)
        if far is None:
            return None
        chosen = bool(numbers) and (self.atlas.about(kind)[-1], numbers[-1]) in self._chosen
        return far + self._strangeness(address) + chosen * _CHOSEN

    @cache  # noqa: B019 (lives as long as an errand)
    def words(self, kind: str) -> list[str]:
        """Return what to search for where a search leads to this kind of page: what the nearest rows are called.

        Where its form is what is found, that is the row that it chooses there; of several, one would hide the others.
        """
        mine = type(self.command).__name__ in self.atlas.offers.get(kind, ())
        if mine and self._chosen:
            rows = [self.about[model][number] for model, number in self._chosen]
            return [called(row) for row in rows if row] if len(rows) == 1 else []
        hits = sorted((far, there) for there in self.atlas.leads.get(kind, ()) if (far := self.far(there)) is not None)
        models = [model for _, there in hits for model in self.atlas.about(there) if model in self.about]
        rows = [row for model in dict.fromkeys(models) if model for row in self.about[model].values()]
        rows += [one for one in vars(self.command).values() if mine and isinstance(one, Row)]
        return list(dict.fromkeys(name for row in rows if row and (name := called(row))))[:_WORDS]

    @cached_property
    def _chosen(self) -> frozenset[tuple[type[Row], int]]:
        """The rows that the command chooses several of, where it is about another: to whom a message is sent on."""
        values = vars(self.command).values()
        several = [one for value in values if isinstance(value, tuple) for one in value if isinstance(one, Row)]
        single = any(isinstance(value, Row) for value in values)
        return frozenset((type(one), one.id) for one in several) if single else frozenset()

    def _fits(self, kind: str, numbers: tuple[int, ...]) -> bool:
        pairs = zip(self.atlas.about(kind), numbers, strict=False)
        return all(model not in self.about or number in self.about[model] for model, number in pairs if model)

    def _strangeness(self, address: str) -> float:
        """Return what it costs that an address holds other values than the command."""
        known, cost = hints(type(self.command)), 0.0
        for name, text in parse_qsl(urlsplit(address).query, keep_blank_values=True):
            value = getattr(self.command, name) if name in known else None
            if isinstance(value, tuple) and (text or value):  # one of several, or one too many
                cost += -0.8 if text in shown(value) else _FAR
            elif not text:
                continue
            elif name in known:
                cost += 0.2 - self._likeness(value, text)
            elif self._days and len(text) == 10 and text[4:8:3] == "--":  # a day
                cost += -0.4 if text in self._days else 0.4
        named = type(self.command).__name__.lower()
        told = any(word[:5] in named for word in re.findall("[a-z]{4,}", address.partition(self.app.href)[2]))
        return max(cost, -0.8) - 0.3 * told

    def _likeness(self, value: object, text: str) -> float:
        """Return how like a value of the command one in an address is, up to 1; a row by how many columns are alike."""
        if not isinstance(value, Row):
            return 0.4 * (text == str(value))
        other = self.store.first(type(value), "id = ?", text) if self.store and text != str(value.id) else value
        names = value.table().names[1:]
        return sum(getattr(value, name) == getattr(other, name) for name in names) / len(names) if other else 0.0

    @cached_property
    def _days(self) -> frozenset[str]:
        """The days that the command names."""
        return frozenset(str(value)[:10] for value in vars(self.command).values() if isinstance(value, date))

    # ---- distances

    def _distances(self) -> tuple[dict[str, float], dict[str, str]]:
        """Return how far each kind of page is, from the forms back, and which kind comes next ("": a form is there)."""
        back: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for here, there, cost in self._roads():
            back[there].append((here, cost))
        far, then = dict[str, float](), dict[str, str]()
        waiting = [(cost, kind, "") for cost, kind in self._ends()]
        heapq.heapify(waiting)
        while waiting:
            cost, kind, after = heapq.heappop(waiting)
            if kind and kind not in far and kind not in self.avoided:
                far[kind], then[kind] = cost, after
                for before, step in back[kind]:
                    heapq.heappush(waiting, (cost + step, before, kind))
        return far, then

    def _roads(self) -> Iterator[tuple[str, str, float]]:
        for here, those in self.atlas.leads.items():
            for there, seen in those.items():
                yield here, there, 1 + seen.aside * _ASIDE + self._free(there) + self._finding(here, there, seen)
        mine = hints(type(self.command)).keys()
        for here, asked in self.atlas.fills.items():
            for there, names in asked.items():
                if there.endswith(FOUND) or (mine & names and here != there):
                    yield here, there, _SEARCH

    def _finding(self, here: str, there: str, seen: Seen) -> float:
        """Return what it costs to find the link to a kind of page on another, beside pressing it."""
        models = self.atlas.about(there)
        if models:
            return _FAR if models[-1] is None else _searching(self._share(here, models[-1], seen))
        looked = self.atlas.looked.get(here, seen)
        return 0.0 if 2 * seen.addresses >= looked.addresses else 1.0

    def _ends(self) -> Iterator[tuple[float, str]]:
        """Yield the kinds of pages with a form of the command, and what finding it there costs."""
        for route in routes_of(self.app, type(self.command)):
            if route.view:
                yield self._free(route.path), route.path
        name, seen_form = type(self.command).__name__, False
        for kind, those in self.atlas.offers.items():
            if name in those:
                seen_form = True
                yield self._free(kind) + self._finding_form(kind, those[name]), kind
        if not self.avoided:
            yield from self._guessed(seen_form)

    def _siblings(self) -> set[str]:
        """The commands whose addresses differ from the command's in the last word: what is done to the same row."""
        parents = {route.path.rpartition("/")[0] for route in routes_of(self.app, type(self.command))}
        others = (route for route in self.app.pages.routes if route.path.rpartition("/")[0] in parents)
        return {route.command.__name__ for route in others if route.command and "{" in route.path}

    def _guessed(self, seen_form: bool) -> Iterator[tuple[float, str]]:
        """Yield the kinds of pages that may have a form, though none was seen: by their addresses, by their rows."""
        known = seen_form
        for route in routes_of(self.app, type(self.command)):
            known = known or route.view is not None
            for kind in self.atlas.kinds:
                if kind != route.path and "{" in kind and route.path.startswith(f"{kind}/"):
                    known = True
                    yield 1 + self._free(kind), kind
        siblings = set() if seen_form else self._siblings()
        for kind, those in self.atlas.offers.items():
            for name in siblings & those.keys() if kind not in self._refuted else ():
                yield 0.5 + self._free(kind) + self._finding_form(kind, those[name]), kind
        for kind, about in self.atlas.kinds.items():
            if kind not in self._refuted and about.models and about.models[-1] in self.about:
                aside = len(kind.rpartition("}")[2].split("/")) - 1  # words after the row
                yield (_LIKELY + aside if known else 2) + self._free(kind), kind

    def _finding_form(self, kind: str, seen: Seen) -> float:
        rows = (hint for hint in hints(type(self.command)).values() if isinstance(hint, type) and issubclass(hint, Row))
        model = next(rows, None)
        return _searching(self._share(kind, model, seen)) if model else 0.0

    def _free(self, kind: str) -> float:
        """Return what it costs that a page may be about other rows."""
        return sum(0.0 if model in self.about else _ANY for model in self.atlas.about(kind))

    def _share(self, here: str, model: type[Row], seen: Seen) -> float:
        """Return how likely a page of a kind shows a row: by the share of pages that do, or of rows on one page."""
        if here.endswith(FOUND):
            return _FOUND
        own = self.atlas.about(here)
        if own and own[-1] in self.about:
            return min(1.0, seen.paths / self.atlas.looked.get(here, seen).paths)
        return seen.most / max(1, self.atlas.counts.get(model.table().name, 0))


def detours(command: Command, atlas: Atlas, store: Store | None = None) -> list[frozenset[str]]:
    """Return which kinds of pages to avoid so that other ways lead to a form of the command, no two of them alike."""
    usual = Going(command, atlas, store)
    first, *rest = usual.way()
    ways, found, most = {usual.way()}, [], (usual.far(first) or 0.0) + _LONGER
    for kind in rest:
        other = Going(command, atlas, store, frozenset((kind,)))
        if (other.far(first) or most) < most and other.way() not in ways:
            ways.add(other.way())
            found.append(other.avoided)
    return found


def _searching(share: float) -> float:
    return min(_FAR, (1 / share - 1) / 3) if share > 0 else _FAR


def about(command: Command, models: frozenset[type[Row]], store: Store | None) -> About:
    """Return the rows that a command names, those that they point at, and of `models` those that point at them.

    Args:
        command: whose rows may be of a world that is closed.
        models: of which kinds rows are looked for that point at them.
        store: where rows are looked up, if not in their own.
    """
    found: Rows = defaultdict(dict)
    named = [one for value in vars(command).values() for one in (value if isinstance(value, tuple) else (value,))]
    rows = [(store and store.first(type(one), "id = ?", one.id)) or one for one in named if isinstance(one, Row)]
    for row in rows:
        found[type(row)][row.id] = row
    single = {type(value) for value in vars(command).values() if isinstance(value, Row)}
    for row in rows:
        _follow(row, found, store or row.store, _DEEP, set() if type(row) in single else single)
    for model in sorted(models - found.keys(), key=lambda model: model.table().name):
        for row in [one for those in found.values() for one in those.values() if one]:
            _pointing(row, model, found, store or row.store)
    return dict(found)


def _follow(row: Row, found: Rows, store: Store, deep: int, but: set[type[Row]]) -> None:
    """Add what a row points at, and so on, but no other row of a kind of which the command is about one."""
    for column in row.table().columns if deep else ():
        row_id, model = getattr(row, column.name), column.references
        if model is not None and model not in but and row_id and row_id not in found[model]:
            other = store.first(model, "id = ?", row_id)
            found[model][row_id] = other
            if other:
                _follow(other, found, store, deep - 1, but)


def _pointing(row: Row, model: type[Row], found: Rows, store: Store) -> None:
    for column in model.table().columns:
        if column.references is type(row):
            others = store.all(model, f'"{column.name}" = ?', row.id, limit=_MANY)
            found[model].update({one.id: one for one in others})


def called(row: Row) -> str:
    """Return what a row is called on screens; "" where that can't be told."""
    for name in _CALLED:
        try:
            value = getattr(row, name, "")
        except (AssertionError, AttributeError, LookupError, ConnectionClosedError):  # it points at nothing, or is gone
            continue
        if isinstance(value, str) and value:
            return value
    return ""
