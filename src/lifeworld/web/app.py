"""What an app is, as the rest of the project sees it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lifeworld.store import Command, Event, Row, Store
from lifeworld.web.pages import Pages

if TYPE_CHECKING:
    from lifeworld.life import Life
    from lifeworld.life.secrets import Secret

Handlers = Mapping[type[Event], Callable[[Store, Any], None]]


@dataclass(frozen=True)
class Notice:
    """One line of the notification list."""

    title: str
    text: str
    href: str
    at: datetime


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


def _no_notices(store: Store) -> list[Notice]:
    return []


def _no_secrets(store: Store) -> "Iterable[Secret]":
    return ()


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
    badge: Callable[[Store], int] = _no_number
    notices: Callable[[Store], list[Notice]] = _no_notices
    secrets: "Callable[[Store], Iterable[Secret]]" = _no_secrets

    @property
    def href(self) -> str:
        return f"/{self.id}/"

    @property
    def icon(self) -> str:
        return f"{self.id}/icon.svg"
