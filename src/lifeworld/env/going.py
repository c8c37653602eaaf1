"""How far each kind of page of an app is from a form of one command."""

import heapq
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from lifeworld.env.atlas import FOUND, Found, atlas
from lifeworld.env.filling import routes_of
from lifeworld.store import Command, Row, hints
from lifeworld.web import App

About = dict[type[Row], dict[int, Row | None]]
_DEEP = 3  # rows that rows point at, and so on
_ANY = 4.0  # what it costs to go by a page of just any row
_FAR = 6.0  # what finding one row among very many costs at most
_CALLED = ("subject", "name", "title", "text", "label", "number")


class Going:
    """Where the form of one command is."""

    def __init__(self, command: Command, app: App) -> None:
        self.command, self.app, self.atlas = command, app, atlas(app)
        self.about = about(command, {model for kind in self.atlas.kinds.values() for model in kind.models if model})
        self._far = self._distances()

    def far(self, kind: str) -> float | None:
        """Return how many steps it is from a kind of page to the form, about; None where none leads there."""
        return self._far.get(kind)

    def fits(self, kind: str, numbers: tuple[int, ...]) -> bool:
        """Return whether a page is about the rows of the command, as far as one can tell."""
        models = self.atlas.kinds[kind].models
        return all(
            model not in self.about or number in self.about[model]
            for model, number in zip(models, numbers, strict=False)
            if model
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What one can search for: what the command's rows are called, those of its own fields first."""
        found = [name for rows in self.about.values() for row in rows.values() if row and (name := called(row))]
        return tuple(dict.fromkeys(found))

    def _distances(self) -> dict[str, float]:
        """Return how far each kind of page is, from the form back."""
        back: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for (here, there), found in self.atlas.leads.items():
            back[there].append((here, 1 + self._cost(here, there, found)))
        for (here, there), names in self.atlas.fills.items():
            mine = names & set(self.command.__dataclass_fields__)  # type: ignore[attr-defined]
            if there.endswith(FOUND) or mine:
                back[there].append((here, 2.0))
        far: dict[str, float] = {}
        waiting = list(self._ends())
        heapq.heapify(waiting)
        while waiting:
            cost, kind = heapq.heappop(waiting)
            if kind in far or not kind:
                continue
            far[kind] = cost
            for before, step in back[kind]:
                if before not in far:
                    heapq.heappush(waiting, (cost + step, before))
        return far

    def _ends(self) -> Iterator[tuple[float, str]]:
        """Yield the kinds of pages with a form of the command, and what finding it there costs."""
        for route in routes_of(self.app, type(self.command)):
            if route.view:
                yield self._free(route.path), route.path
            for kind in self.atlas.kinds:
                if kind != route.path and route.path.startswith(f"{kind}/") and "{" in kind:
                    yield 1 + self._free(kind), kind
        known = False
        for (kind, command), found in self.atlas.offers.items():
            if command is type(self.command):
                known = True
                yield self._sought(kind, found), kind
        for kind, about in () if known else self.atlas.kinds.items():
            if about.models and about.models[-1] in self.about:
                yield 2.0 + self._free(kind), kind

    def _sought(self, kind: str, found: Found) -> float:
        model = next(_rows(type(self.command)), None)
        if model is None:
            return self._free(kind)
        return self._free(kind) + _searching(self._share(kind, model, found))

    def _free(self, kind: str) -> float:
        """Return what it costs that a page may be about other rows."""
        models = self.atlas.kinds[kind.removesuffix(FOUND)].models
        return sum(0.0 if model in self.about else _ANY for model in models)

    def _cost(self, here: str, there: str, found: Found) -> float:
        models = self.atlas.kinds[there.removesuffix(FOUND)].models
        if not models:
            return 0.0 if 2 * len(found) >= len(self.atlas.seen.get(here, ())) else 1.0
        if models[-1] is None:
            return _ANY
        return self._free(there) + _searching(self._share(here, models[-1], found))

    def _share(self, here: str, model: type[Row], found: Found) -> float:
        """Return how likely a page of a kind shows a row: by the share of pages that do, or of rows on one page."""
        if here.endswith(FOUND):
            return 0.6
        own = self.atlas.kinds[here].models
        if own and own[-1] in self.about:
            pages = {address.partition("?")[0] for address in self.atlas.seen.get(here, ())}
            return min(1.0, len({address.partition("?")[0] for address in found}) / max(1, len(pages)))
        most = max(map(len, found.values()), default=0)
        return most / max(1, self.atlas.count(model))


def going(command: Command, app: App) -> Going:
    """Return where the form of a command is."""
    return Going(command, app)


def _rows(command: type[Command]) -> Iterator[type[Row]]:
    for hint in hints(command).values():
        if isinstance(hint, type) and issubclass(hint, Row):
            yield hint


def _searching(share: float) -> float:
    return min(_FAR, (1 / share - 1) / 3) if share > 0 else _FAR


def about(command: Command, models: set[type[Row]]) -> About:
    """Return the rows that a command names, those that they point at, and of `models` those that point at them."""
    found: About = defaultdict(dict)
    named = [one for value in vars(command).values() for one in (value if isinstance(value, tuple) else (value,))]
    rows = [one for one in named if isinstance(one, Row)]
    for row in rows:
        found[type(row)][row.id] = row
    for row in rows:
        for model, row_id in _pointed(row):
            if row_id not in found[model]:
                found[model][row_id] = None
    for row in rows:
        _follow(row, found, _DEEP)
    for row in rows:
        for model in models - found.keys():
            _pointing(row, model, found)
    return dict(found)


def _pointed(row: Row) -> Iterator[tuple[type[Row], int]]:
    for column in row.table().columns:
        if column.references is not None and (row_id := getattr(row, column.name)):
            yield column.references, row_id


def _follow(row: Row, found: About, deep: int) -> None:
    for model, row_id in _pointed(row) if deep else ():
        try:
            other = row.store.get(model, row_id)
        except Exception:  # noqa: BLE001
            continue
        found[model][row_id] = other
        _follow(other, found, deep - 1)


def _pointing(row: Row, model: type[Row], found: About) -> None:
    for column in model.table().columns:
        if column.references is type(row):
            try:
                others = row.store.all(model, f"{column.name} = ?", row.id, limit=30)
            except Exception:  # noqa: BLE001
                continue
            found.setdefault(model, {}).update({one.id: one for one in others})


def called(row: Row) -> str:
    """Return what a row is called on screens."""
    for name in _CALLED:
        try:
            value: Any = getattr(row, name, "")
        except Exception:  # noqa: BLE001
            continue
        if isinstance(value, str) and value:
            return value
    return ""
