"""What each field of a command gets in a draft: a pick, a drawn value, a choice, or what the form holds anyway."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type
from lifeworld.proof.offers import Input, Offer
from lifeworld.store import Command, Edit, Row, Store, asked_of, hints
from lifeworld.store.author_errors import behind, names_of
from lifeworld.taskkit import Task
from lifeworld.web.parse import parse

TEXTS = ("Something for Sunday", "All about the garden", "Odds and ends")
_SHORT = ("Sunday", "Garden", "Sundry")
_DRAWN = {date: "day(2, 30)", time: "clock(9, 17)", Money: "money(5, 40)", int: "number(2, 9)"}


class Unbound(Exception):
    """A field for which nothing can be drafted; the message says which and why."""


@dataclass
class Binding:
    """What a draft holds, as code.

    Attributes:
        parameters: by name, the type and how it is bound.
        arguments: of the command, by field.
        told: what a goal tells beside the row: labels with what stands behind them.
        rows: the rows that this offer is about, by parameter.
        named: the places of each row by which a goal names it.
        needs: names of the kit, and models, that the code uses.
    """

    parameters: dict[str, tuple[str, str]] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)
    told: list[tuple[str, str]] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    named: dict[str, tuple[str, ...]] = field(default_factory=dict)
    needs: set[str] = field(default_factory=set)
    models: set[type[Row]] = field(default_factory=set)
    stored: bool = False  # whether what it holds anyway is read from the store


def bound(command: type[Command], offer: Offer, store: Store) -> Binding:
    """Return what the command's fields get where a form offers it.

    Raises:
        Unbound: a field that is needed can't be drafted.
    """
    binder = _Binder(command, offer, store)
    for name in sorted(hints(command), key=lambda name: name not in offer.given):
        binder.bind(name)
    return binder.made


class _Binder:
    def __init__(self, command: type[Command], offer: Offer, store: Store) -> None:
        self.command, self.offer, self.store = command, offer, store
        self.made = Binding()
        self.defaults = {f.name: f.default for f in fields(command)}  # type: ignore[arg-type]
        self.chosen = self._chosen()

    def _chosen(self) -> set[str]:
        """Return the fields that the task is about: those needed, else the first that a form asks for."""
        asked = [name for name in hints(self.command) if name in self.offer.inputs]
        needed = {name for name in asked if self.defaults[name] is MISSING}
        free = not needed and not self.offer.hidden.keys() & hints(self.command).keys()
        return needed or set(asked[:1] if free else ())

    def bind(self, name: str) -> None:
        hint, plain = hints(self.command)[name], plain_type(hints(self.command)[name])
        if name in self.offer.given:
            self._fixed(name, hint, str(self.offer.given[name]))
        elif name in self.offer.hidden:
            self._fixed(name, hint, self.offer.hidden[name])
        elif name not in self.offer.inputs:
            if self.defaults[name] is MISSING:
                raise Unbound(f"{name}, which the form does not ask for")
        elif name in self.chosen:
            self._drawn(name, plain, self.offer.inputs[name])
        else:
            self._held(name, hint, self.offer.inputs[name])

    def _fixed(self, name: str, hint: Any, text: str) -> None:
        """Bind what the form sends without asking: a row that is picked, or a value that stands in the button."""
        given = self._parsed(name, hint, text)
        if isinstance(given, Row):
            owner = self._of_another(given)
            self.made.arguments[name] = owner or f"self.{self._picked(name, given)}"
        elif isinstance(given, str | int | bool):
            if given != self.defaults[name]:
                self.made.arguments[name] = _code(given)
                self.made.told.append((_label(self.command, name), str(given)) if isinstance(given, str) else ("", ""))
        elif given is not None:
            raise Unbound(f"{name}, which the screen fills in with {text}")

    def _of_another(self, row: Row) -> str:
        """Return how a row is had that a picked row points at; "" where none does."""
        for name, picked in self.made.rows.items():
            for column in picked.table().columns:
                if column.references is type(row) and getattr(picked, column.name) == row.id:
                    return f"self.{name}.{column.name.removesuffix('_id')}"
        return ""

    def _picked(self, name: str, row: Row, where: str = "") -> str:
        parameter = f"the_{name}" if hasattr(Task, name) or name in ("bound", "agreed", "suffix") else name
        kind: Any = type(row)
        narrowed = f", where={_code(where)}" if where else ""
        self.made.parameters[parameter] = (imported(kind), f"pick({imported(kind)}{narrowed})")
        self.made.rows[parameter] = row
        self.made.named[parameter] = singling(parameter, kind, self.store)
        self.made.models.add(kind)
        self.made.needs.add("pick")
        return parameter

    def _drawn(self, name: str, kind: Any, drawn: Input) -> None:
        if get_origin(kind) is tuple:
            self._several(name, get_args(kind)[0], drawn)
        elif isinstance(kind, type) and issubclass(kind, Row):
            self._row(name, kind, drawn)
        elif drawn.choices or get_origin(kind) is Literal or kind is bool:
            self._choice(name, kind, drawn)
        else:
            self._free(name, kind, drawn)

    def _free(self, name: str, kind: Any, drawn: Input) -> None:
        asked = asked_of(self.command).get(name)
        parameter = f"the_{name}" if hasattr(Task, name) else name
        how = _DRAWN.get(kind) or (
            _phrase(asked.longest if asked else 0, asked.like if asked else "") if kind is str else ""
        )
        if not how or drawn.choices:
            raise Unbound(f"{name}: write what it may be, and fill it in")
        self.made.parameters[parameter] = (kind.__name__, how)
        self.made.needs.add(how.partition("(")[0])
        self.made.arguments[name] = f"self.{parameter}"
        shown = f"“{{{parameter}}}”" if kind is str else f"{{{parameter}}}"
        self.made.told.append((drawn.label, shown))

    def _choice(self, name: str, kind: Any, drawn: Input) -> None:
        hint = hints(self.command)[name]
        others = [(value, label) for value, label in drawn.choices if value not in drawn.held and value]
        if not others:
            raise Unbound(f"{name}, of which there is only one choice")
        value, label = others[0]
        given = not drawn.held if kind is bool else self._parsed(name, hint, value)
        self.made.arguments[name] = _code(given)
        self.made.told.append((drawn.label if kind is not bool else "", f"“{label}”"))

    def _row(self, name: str, kind: type[Row], drawn: Input) -> None:
        asked = asked_of(self.command).get(name)
        taken = {row.id for row in self.made.rows.values() if isinstance(row, kind)}
        others = [
            (value, label)
            for value, label in drawn.choices
            if value not in (*drawn.held, "") and int(value) not in taken
        ]
        if not others:
            raise Unbound(f"{name}, of which there is only one choice")
        row = self.store.get(kind, int(others[0][0]))
        parameter = self._picked(name, row, asked.rows if asked else "")
        self.made.arguments[name] = f"self.{parameter}"

    def _several(self, name: str, kind: type[Row], drawn: Input) -> None:
        if not (isinstance(kind, type) and issubclass(kind, Row) and drawn.choices):
            raise Unbound(f"{name}: write what it may be, and fill it in")
        value, _ = next(one for one in drawn.choices if one[0] not in drawn.held)
        parameter = self._picked(kind.__name__.lower(), self.store.get(kind, int(value)))
        self.made.arguments[name] = f"(self.{parameter},)"

    def _held(self, name: str, hint: Any, drawn: Input) -> None:
        """Bind what the form sends untouched: the default, or what the row holds now; a day, time or sum is drawn."""
        given = parse(hint, list(drawn.held), self.store) if drawn.held else None
        given = bool(drawn.held) if hint is bool else given
        default = self.defaults[name]
        edits = issubclass(self.command, Edit)
        row = next(((one, picked) for one, picked in self.made.rows.items() if hasattr(picked, name)), None)
        if row and getattr(row[1], name) == given and (edits or given != default):
            self.made.arguments[name] = f"self.{row[0]}.{name}"
        elif issubclass(self.command, Edit) and self.command.of and not self.made.rows:
            self.made.models.add(self.command.of)
            self.made.stored = True
            self.made.arguments[name] = f"store.get({imported(self.command.of)}, 1).{name}"
        elif given == default or (given in (None, "") and default in (None, "")):
            return
        elif isinstance(given, str | int | bool):
            self.made.arguments[name] = _code(given)
        elif isinstance(given, Row) and (owner := self._of_another(given)):
            self.made.arguments[name] = owner
        else:
            self._drawn(name, plain_type(hint), drawn)

    def _parsed(self, name: str, hint: Any, text: str) -> Any:
        try:
            return parse(hint, [text], self.store)
        except ValueError as problem:
            raise Unbound(f"{name}: {problem}") from problem


def _code(value: object) -> str:
    return repr(value).replace("'", '"')


def _label(command: type[Command], name: str) -> str:
    asked: Mapping[str, Any] = asked_of(command)
    return asked[name].label if name in asked else name.replace("_", " ")


def _phrase(longest: int, like: str) -> str:
    if like:
        return ""
    texts = TEXTS if not longest or longest >= max(map(len, TEXTS)) else _SHORT
    return f"phrase({', '.join(f'{chr(34)}{text}{chr(34)}' for text in texts)})"


_ENOUGH = 0.2  # of the rows of a kind that one place tells apart; draws of others are unfair
_CALLED = ("name", "title", "subject", "text", "label", "number")


# ---- what a row is called: the places of it that goals can show


def imported(model: type[Row]) -> str:
    """Return what a kind of rows is called in a file of tasks, where `Task` is the task itself."""
    name = model.__name__
    return f"{model.__module__.split('.')[2].capitalize()}{name}" if name == Task.__name__ else name


@lru_cache(maxsize=256)
def places(name: str, model: Any, deep: int = 1) -> tuple[str, ...]:
    """Return the places of a row that hold text, what it is called by first, those of rows it points at last."""
    texts = [one for one in names_of(model) if behind(model, one) is str]
    rank = {one: place for place, one in enumerate(_CALLED)}
    own = [f"{name}.{one}" for one in sorted(texts, key=lambda one: (rank.get(one, len(rank)), one))]
    rows = sorted(one for one in names_of(model) if isinstance(behind(model, one), type) and _row(behind(model, one)))
    if deep:
        own += [place for one in rows for place in places(f"{name}.{one}", behind(model, one), deep - 1)]
    return tuple(own)


def _row(kind: type | None) -> bool:
    return kind is not None and issubclass(kind, Row)


def _behind(place: str, row: Row) -> object:
    """Return what stands behind a place, like task.list.name; None where there is nothing."""
    held: object = row
    for name in place.split(".")[1:]:
        try:
            held = getattr(held, name, None)
        except (AssertionError, AttributeError, LookupError):  # it points at nothing, or needs what is not there
            return None
    return held


@lru_cache(maxsize=64)
def singling(name: str, model: Any, store: Store) -> tuple[str, ...]:
    """Return the fewest places that tell most rows of a kind apart, by which a goal names one of them."""
    rows = store.all(model, limit=200)
    moments = [f"{name}.{one.name}" for one in model.table().columns if one.type in (date, datetime)]
    known = [one for one in (*places(name, model), *moments) if sum(map(bool, _held(one, rows))) > len(rows) / 2]
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for chosen in _sets(known):
        share = _apart(chosen, rows)
        if len(chosen) == 1 and share >= _ENOUGH:
            return chosen
        if share > best[0] + 0.2:
            best = share, chosen
    return best[1]


def _held(place: str, rows: Iterable[Row]) -> list[object]:
    """Return what a place holds in each row; None where there is nothing."""
    return [held if isinstance(held := _behind(place, row), str | date) else None for row in rows]


def _sets(known: list[str]) -> Iterator[tuple[str, ...]]:
    yield from ((one,) for one in known)
    yield from ((known[0], one) for one in known[1:])


def _apart(chosen: Iterable[str], rows: list[Row]) -> float:
    keys = list(zip(*(_held(place, rows) for place in chosen), strict=True))
    counts = Counter(keys)
    return sum(counts[key] == 1 and all(key) for key in keys) / max(1, len(rows))
