"""What an app is, as the rest of the project sees it."""

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from lifeworld.core.errors import Refused, hint
from lifeworld.store import Command, Event, Row, Store
from lifeworld.web.anatomy import anatomy
from lifeworld.web.formats import icons
from lifeworld.web.language import N_
from lifeworld.web.pages import Pages
from lifeworld.web.states import State

if TYPE_CHECKING:
    from lifeworld.life import Life
    from lifeworld.life.secrets import Secret

SIGN_IN = "/sign-in"  # where a gate stands, below its app; pages below it are the gate's, too
Handlers = Mapping[type[Event], Callable[[Store, Any], None]]
Knowledge = Mapping[type[Any], Callable[[Store, Any], Any]]  # by the kind of question (`life.questions`)
_SHUT = N_("Sign in to {app} first.")
_OWN, _SECTION = 10_000, 9_999  # longer than any address


@dataclass(frozen=True)
class Notice:
    """One line of the notification list; `about` is the id of the latest row that it tells of, 0 where it is one."""

    title: str
    text: str
    href: str
    at: datetime
    about: int = 0


def _no_notices(store: Store) -> list[Notice]:
    return []


@dataclass(frozen=True)
class Gate:
    """While it is shut, the app shows nothing but its pages at `SIGN_IN`, and does nothing but `opens`.

    Attributes:
        shut: whether the owner is signed out.
        signs_out: what shuts it.
        opens: the commands that may be given while it is shut.
        entry: those that sign the owner in, in turn.
        says: what the owner tells who will have to sign in, filled from `facts`.
        notices: what the app sends to the device of somebody who signs in, as a code.
    """

    shut: Callable[[Store], bool]
    signs_out: type[Command]
    opens: tuple[type[Command], ...]
    entry: Callable[[Store], tuple[Command, ...]]
    says: str
    facts: Callable[[Store], Mapping[str, str]]
    notices: Callable[[Store], list[Notice]] = _no_notices

    @property
    def commands(self) -> frozenset[type[Command]]:
        """The commands that are about signing in or out."""
        return frozenset((self.signs_out, *self.opens))


@dataclass(frozen=True)
class Example:
    """A command on a lived-in world, and the refusal it meets ("" when it is done)."""

    command: Command
    refusal: str = ""


def done(command: Command) -> Example:
    """Return an example that succeeds."""
    return Example(command)


def refused(code: str, command: Command) -> Example:
    """Return an example that is refused with `code`."""
    return Example(command, code)


def _no_number(store: Store) -> int:
    return 0


def _no_examples(store: Store) -> "Iterator[Example]":
    return iter(())


def _no_secrets(store: Store) -> "Iterable[Secret]":
    return ()


@dataclass(frozen=True)
class Place:
    """One entry of an app's tabs and side bar.

    `badge` counts what waits for the person, on the tab, too; `count` only how many there are, on the side bar.
    It is marked on its own page and those below it, and where the page's `section` is its own or its address. Without
    `href` it is a heading.
    """

    text: str
    href: str = ""
    icon: str = ""
    badge: int = 0
    count: int = 0
    section: str = ""
    colour: str = ""
    tab: bool = True
    side: bool = True

    def __post_init__(self) -> None:
        if self.icon and self.icon not in icons():
            raise ValueError(f"there is no icon “{self.icon}”; {hint(self.icon, icons())}")

    def nearness(self, path: str, section: str) -> int:
        """Return how near the page at a path is: its own before its section's before those below, 0 for all others."""
        own = self.href.partition("?")[0]
        if path == own:
            return _OWN
        if section and section in (self.section, own):
            return _SECTION
        inside = own.count("/") > 1 and not own.endswith("/")  # an app's first page has all others below it
        return len(own) if inside and path.startswith(f"{own}/") else 0


def marked(places: Iterable[Place], scene: Any) -> Place | None:
    """Return the one place that the page that is drawn belongs to."""
    path = scene.here.partition("?")[0]
    nearness = {place: place.nearness(path, scene.section) for place in places}
    found = max(nearness, key=lambda place: nearness[place], default=None)
    return found if found and nearness[found] else None


@dataclass(frozen=True, eq=False)
class App:
    """One app: schema, commands, screens, and how life shows in it."""

    id: str
    name: str
    family: str
    folder: Path
    models: tuple[type[Row], ...]
    commands: tuple[type[Command], ...]
    pages: Pages
    examples: Callable[[Store], Iterator[Example]]
    seed: "Callable[[Store, Life], None]"
    on: Handlers = field(default_factory=dict)
    knows: Knowledge = field(default_factory=dict)
    badge: Callable[[Store], int] = _no_number
    notices: Callable[[Store], list[Notice]] = _no_notices
    secrets: "Callable[[Store], Iterable[Secret]]" = _no_secrets
    states: tuple[State, ...] = ()
    gate: Gate | None = None

    @property
    def href(self) -> str:
        return f"/{self.id}/"

    @property
    def icon(self) -> str:
        return f"{self.id}/icon.svg"

    @cached_property
    def base(self) -> str:
        """The template that the app's pages extend: its own, where it has one."""
        own = f"{self.id}/base.html"
        return own if (self.folder / "templates" / own).exists() else "page.html"

    @property
    def sign_in(self) -> str:
        """The address at which one signs in, where it has a gate."""
        return self.pages.prefix + SIGN_IN

    def is_shut(self, store: Store) -> bool:
        """Return whether its owner is signed out."""
        return self.gate is not None and self.gate.shut(store)

    def need_open(self, store: Store, command: type[Command] | None = None) -> None:
        """Refuse what only somebody may do or see who is signed in.

        Raises:
            Refused: `signed_out`.
        """
        if self.gate and self.gate.shut(store) and command not in self.gate.opens:
            raise Refused("signed_out", _SHUT, "", {"app": self.name})

    def waiting(self, store: Store) -> int:
        """Return the number on its icon."""
        return 0 if self.is_shut(store) else self.badge(store)

    def news(self, store: Store) -> list[Notice]:
        """Return what the notification list has of it."""
        return self.gate.notices(store) if self.gate and self.gate.shut(store) else self.notices(store)


@lru_cache(maxsize=8)
def gated(apps: tuple[App, ...]) -> Mapping[type[Command], App]:
    """Return the apps that one may be signed out of, by their commands."""
    return {command: app for app in apps if app.gate for command in app.commands}


_NEEDED = {"views": "the screens: pages = Pages(…)", "life": "what a life leaves in the app: seed(store, life)"}


def app(package: str, name: str, family: str) -> App:
    """Return the app that a package holds, collected from its modules.

    `models` and all others give the tables; `commands` the commands, but for classes named `_…`; `views` the pages,
    and if it has them `badge` and `notices`; `examples`, `gate`, `life` (`seed`, `ON`, `KNOWS`), `secrets` and `states`
    what their names say; `look.toml` its anatomy.

    Raises:
        UserError: `look.toml` says what no axis has.
        ValueError: there are no `views` or no `life`.
    """
    modules = {module.__name__.removeprefix(f"{package}."): module for module in _modules(package)}
    for needed, holds in _NEEDED.items():
        if needed not in modules:
            raise ValueError(f"there is no {needed}.py beside it; write one with {holds}")
    views, life = modules["views"], modules["life"]
    folder = Path(next(iter(import_module(package).__path__)))
    anatomy(folder)  # what is wrong in its look.toml is told now, not by each of its pages
    return App(
        id=package.rpartition(".")[2],
        name=name,
        family=family,
        folder=folder,
        models=tuple(_below(Row, package)),
        commands=_commands(package),
        pages=views.pages,
        examples=modules["examples"].examples if "examples" in modules else _no_examples,
        seed=life.seed,
        on=getattr(life, "ON", {}),
        knows=getattr(life, "KNOWS", {}),
        badge=getattr(views, "badge", _no_number),
        notices=getattr(views, "notices", _no_notices),
        secrets=modules["secrets"].secrets if "secrets" in modules else _no_secrets,
        states=modules["states"].STATES if "states" in modules else (),
        gate=modules["gate"].GATE if "gate" in modules else None,
    )


def _modules(package: str) -> Iterator[ModuleType]:
    yield import_module(f"{package}.models")
    for found in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        yield import_module(found.name)


def _commands(package: str) -> tuple[type[Command], ...]:
    found: Iterator[type[Command]] = _below(Command, f"{package}.commands")
    named = {kind for kind in found if not kind.__name__.startswith("_")}  # once, however many bases share it
    return tuple(sorted(named, key=lambda kind: kind.defined))


def _below(kind: type[Any], package: str) -> Iterator[type[Any]]:
    """Yield the classes below a kind that a package defines."""
    for found in kind.__subclasses__():
        if f"{found.__module__}.".startswith(f"{package}."):
            yield found
        yield from _below(found, package)
