"""A request as views see it, and what they answer with."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import parse_qsl, urlencode

from lifeworld.core.errors import Refused, WorldFault
from lifeworld.life.models import Person
from lifeworld.store import Command, Kind, Row, Store
from lifeworld.web.address import is_local
from lifeworld.web.kept import Drawn
from lifeworld.web.language import _
from lifeworld.web.look import Device, Look

R = TypeVar("R", bound=Row)
Pairs = tuple[tuple[str, str], ...]


LONGEST_SEARCH = 300  # characters
TYPED = ("typed", "1")  # the last pair of a query that follows what is typed
AT_ONCE = 20  # rows of a list, before somebody asks for more
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")  # control characters that no field shows
_HALF = re.compile(r"[\ud800-\udfff]")  # half a pair, which no browser sends


def legible(text: str) -> str:
    """Return the text without what can neither be typed nor stored."""
    return text if text.isprintable() else _HALF.sub("\ufffd", _NO_TEXT.sub("", text))


def pairs_of(sent: bytes) -> Pairs:
    """Return the names and values of a query or of a form's body; bytes that are no text become U+FFFD."""
    return tuple(parse_qsl(sent.decode("utf-8", "replace"), keep_blank_values=True))


def like(words: str) -> str:
    """Return what LIKE takes for “holds these words”, where `!` takes their meaning from % and _."""
    return f"%{re.sub(r'[!%_]', lambda found: '!' + found[0], words)}%"


class Missing(Exception):
    """There is no such page, or it shows a row that is gone."""


class Left(NamedTuple):
    """The last page of an app: its title, its address, and the page itself."""

    title: str
    href: str
    drawn: Drawn


class Host(Protocol):
    """What screens need of the world that they show."""

    store: Store
    look: Look
    token: str
    apps: tuple[Any, ...]
    recent: list[str]  # ids of the apps opened, latest first
    left: dict[str, Left]  # by id of an app opened

    def opened(self, app: str) -> None: ...

    def looked(self, row: R, values: Mapping[str, Any]) -> R: ...

    def do(self, command: Command) -> Any: ...

    def refusal(self, command: Command) -> Refused | None: ...


class Lasting:
    """A world as pages that are kept may see it: without what is only of the session."""

    def __init__(self, host: Host) -> None:
        self.store, self.look, self.refusal, self.looked = host.store, host.look, host.refusal, host.looked
        self.apps = host.apps


@dataclass(frozen=True)
class Page:
    """A page to be rendered: a template and its variables; of a panel, also the address of the page that it is over."""

    template: str
    context: Mapping[str, Any]
    status: int = 200
    over: str = ""


@dataclass(frozen=True)
class Part:
    """The part of a long list that a page shows; `more` is the address that shows a longer one, or ""."""

    rows: list[Any]
    total: int
    more: str


@dataclass(frozen=True)
class Redirect:
    """Look there instead."""

    to: str


@dataclass(frozen=True)
class Response:
    """What goes back to the browser: bytes, or a kept page that is filled in with the session's token."""

    status: int
    headers: Mapping[str, str]
    own: bytes = b""
    drawn: Drawn | None = None
    token: str = ""

    @property
    def body(self) -> bytes:
        return self.drawn.filled(self.token) if self.drawn else self.own


@dataclass(frozen=True)
class Request:
    """What the browser asks for. Drivers make it from the first five fields; the site fills in the rest.

    `beneath` where the page is drawn under a sheet or a panel: nobody looks at it anew. `typed` where a search finds
    while one types (`TYPED` at the end of the query): nobody has asked for that yet.
    """

    method: str
    path: str
    query_pairs: Pairs = ()
    form_pairs: Pairs = ()
    cookies: Mapping[str, str] = field(default_factory=dict)
    host: Host = field(default=None, repr=False)  # type: ignore[assignment]
    app: Any = None
    beneath: bool = False
    typed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", legible(self.path))
        if self.query_pairs[-1:] == (TYPED,):
            object.__setattr__(self, "typed", True)
            object.__setattr__(self, "query_pairs", self.query_pairs[:-1])
        for name in ("query_pairs", "form_pairs"):
            pairs = tuple((legible(key), legible(text)) for key, text in getattr(self, name))
            object.__setattr__(self, name, pairs)

    # ---- reading

    @property
    def query(self) -> dict[str, str]:
        """The query's last value for each name."""
        return dict(self.query_pairs)

    @property
    def store(self) -> Store:
        return self.host.store

    @property
    def now(self) -> datetime:
        return self.host.store.now

    @property
    def device(self) -> Device:
        return self.host.look.device

    @property
    def me(self) -> Person:
        """The device's owner."""
        return self.store.get(Person, 1)

    @property
    def address(self) -> str:
        """Path and query, as in the address bar."""
        return f"{self.path}?{urlencode(self.query_pairs)}" if self.query_pairs else self.path

    @property
    def back(self) -> str:
        """The page that a button was pressed on; the app's first page where it is not known."""
        there = dict(self.form_pairs).get("back", "")
        if is_local(there):
            return there
        return self.app.href if self.app else "/"

    def came_from(self, otherwise: str) -> str:
        """Return the page that the link here gave as its own (`?back=`); where it gave none, the other one."""
        there = self.query.get("back", "")
        return there if is_local(there) else otherwise

    def number(self, name: str, default: int = 0) -> int:
        """Return a whole number from the query, or the default where it is none."""
        text = self.query.get(name, "")
        return int(text) if text.isdecimal() and len(text) < 16 else default

    def search(self, name: str = "q") -> str:
        """Return what a search field holds, as much as fits into it."""
        return self.query.get(name, "").strip()[:LONGEST_SEARCH].strip()

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Return the query's value if it is one of the choices, else the first choice."""
        value = self.query.get(name, "")
        return value if value in choices else choices[0]

    def options(self, name: str, choices: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the choices of a value of the query, as `kit.menu` takes them; each begins a list anew."""
        chosen = self.choice(name, tuple(choices))
        address = {value: self.with_query(**{name: value, "show": None}) for value in choices}
        return [{"text": _(text), "href": address[value], "on": value == chosen} for value, text in choices.items()]

    def row(self, model: type[R], row_id: int) -> R:
        """Return the row, or show the page that says there is none."""
        try:
            return self.store.get(model, row_id)
        except KeyError:
            raise Missing from None

    def part(self, model: type[Row], where: str = "", *args: Any, order: str = "id", name: str = "show") -> Part:
        """Return the first rows for which the SQL condition holds: as many as a screen can use, or as `?show=` says."""
        total, size = self.store.count(model, where, *args), self._size(name)
        return self._part(self.store.all(model, where, *args, order=order, limit=size), total, size, name)

    def cut(self, rows: Sequence[Any], name: str = "show", least: int = 0) -> Part:
        """Return the first part of a list that is at hand, in the same way, of `least` rows at least."""
        size = max(self._size(name), least)
        return self._part(list(rows[:size]), len(rows), size, name)

    def found(self, model: type[Row], *columns: str, where: str = "1", order: str = "id", q: str | None = None) -> Part:
        """Return the rows in which one of the columns holds what is searched for (by default `?q=`); none for ""."""
        words = self.search() if q is None else q
        likes = " OR ".join(f"{column} LIKE ?1 ESCAPE '!'" for column in columns)
        return self.part(model, f"({where}) AND ({likes})", like(words), order=order) if words else Part([], 0, "")

    def narrowed(
        self, model: type[Row], *columns: str, where: str = "1", order: str = "id", name: str = "show"
    ) -> Part:
        """Return the rows that `?q=` leaves, in the same way; all while nothing is searched for."""
        likes = " OR ".join(f"{column} LIKE ?1 ESCAPE '!'" for column in columns)
        return self.part(model, f"({where}) AND ({likes})", like(self.search()), order=order, name=name)

    def _size(self, name: str) -> int:
        return max(AT_ONCE, self.number(name))

    def _part(self, rows: list[Any], total: int, size: int, name: str) -> Part:
        return Part(rows, total, self.with_query(**{name: size + AT_ONCE}) if total > size else "")

    def with_query(self, /, **values: object) -> str:
        """Return this page's address with some of its query changed (None or "" takes a name out)."""
        kept: dict[str, list[object]] = {}
        for name, text in self.query_pairs:
            kept.setdefault(name, []).append(text)
        kept |= {name: [value] for name, value in values.items()}
        pairs = [(name, value) for name, those in kept.items() for value in those if value not in (None, "")]
        return f"{self.path}?{urlencode(pairs)}" if pairs else self.path

    # ---- what looking leaves behind

    def seen(self, row: R, **values: Any) -> R:
        """Set incidental columns (a read marker, last opened): all that a GET may write.

        Raises:
            WorldFault: a column is not declared incidental.
        """
        columns = type(row).table().by_name
        if any(columns[name].kind is not Kind.INCIDENTAL for name in values):
            raise WorldFault(f"looking at a page may not change {type(row).__name__}.{', '.join(values)}")
        changed = {name: value for name, value in values.items() if getattr(row, name) != value}
        return self.host.looked(row, changed) if changed and not self.beneath else row

    def log(self, model: type[Row], **values: Any) -> None:
        """Add a row to an incidental table (a recent search).

        Raises:
            WorldFault: the table is not declared incidental.
        """
        if not model.table().incidental:
            raise WorldFault(f"looking at a page may not add to {model.table().name}")
        if not (self.beneath or self.typed):
            with self.store.writing():
                self.store.add(model, **values)

    # ---- answering

    def page(self, template: str, **context: Any) -> Page:
        """Return a page from this app's templates, with what every page of the app shows."""
        if self.app is None:
            return Page(template, context)
        own = template if "/" in template else f"{self.app.id}/{template}"
        return Page(own, {"base": self.app.base, **self.app.pages.frame(self), **context})

    def redirect(self, to: str) -> Redirect:
        return Redirect(to)

    def bound(self, host: Host | Lasting, app: Any) -> "Request":
        return replace(self, host=host, app=app)  # type: ignore[arg-type]
