"""Profiles: a year lived once, kept as bytes and opened many times."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path

from pydantic import TypeAdapter

import lifeworld
from lifeworld import apps, life
from lifeworld.core.errors import LifeworldError, UserError
from lifeworld.core.own import own_folders, own_worlds
from lifeworld.core.writing import cache, keep
from lifeworld.life.events import GroupMade
from lifeworld.life.facts import Known
from lifeworld.life.models import Member
from lifeworld.store import Base, Due, Event, Store, schedule_event
from lifeworld.web import shell
from lifeworld.web.app import App
from lifeworld.world import files
from lifeworld.world.chosen import chosen
from lifeworld.world.contents import PLAIN
from lifeworld.world.tables import tables
from lifeworld.world.world import World

NAMES, DRAWN = life.NAMES, life.DRAWN
_FACTS = TypeAdapter(tuple[Known, ...])
_MADE_BY = (
    "core",
    "store",
    "city",
    "life",
    "apps",
    "world",
    "web/shell",
)  # whose code decides a profile's bytes
_SOURCES = (".py", ".toml", ".yaml", ".yml", ".json")
# and what does not
_SCREENS = frozenset(("views", "views.py", "templates", "static", "examples.py", "states.py", "__pycache__"))


@dataclass(frozen=True)
class Profile:
    """A person whose device we hold: the name, and the database of a year, which all processes share in memory."""

    name: str
    data: Base
    digest: str
    content: str


def load(name: str, content: str = PLAIN) -> Profile:
    """Return a profile by name with this content, from the cache where it was made before by the same code.

    Raises:
        UserError: there is no profile of this name.
    """
    return _loaded(life.known(name), PLAIN if chosen(content).plain else content, _written(name))


def _written(name: str) -> str:
    """Return a digest of the file that a world comes from; "" where it comes from none."""
    path = own_worlds().get(name)
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest() if path else ""


@lru_cache(maxsize=32)
def _loaded(name: str, content: str, written: str) -> Profile:
    parts = (name, *([content] if content != PLAIN else []), *([written] if written else []), code_digest())
    kept = cache() / f"{'-'.join(parts)}.db"
    data = _mapped(kept) if kept.exists() else _made(kept, name, content)
    return Profile(name, data, hashlib.blake2b(data, digest_size=8).hexdigest(), content)


forget = _loaded.cache_clear


def facts(name: str) -> tuple[Known, ...]:
    """Return what is so in a person's life and stands in no row, what is over first; none of a world from a file.

    They are kept beside the profile, never in the database that agents reach.
    """
    return () if not name or name in own_worlds() else _facts(name, code_digest())


@lru_cache(maxsize=16)
def _facts(name: str, digest: str) -> tuple[Known, ...]:
    path = cache() / f"{name}-{digest}.facts.json"
    if path.exists():
        return _FACTS.validate_json(path.read_bytes())
    found = life.live(name).facts
    keep(path, _FACTS.dump_json(found))
    return found


def untouched(profile: Profile) -> World:
    """Return the world of a profile as it is before any task: one for all in this process, who only read and branch it.

    What is read of it stays read: a draw asks for the same rows as the draws before.
    """
    return _untouched(profile, apps.installed())


@lru_cache(maxsize=16)
def _untouched(profile: Profile, installed: tuple[App, ...]) -> World:
    world = World(profile.data)
    world.store.person = profile.name
    if days := chosen(profile.content).days:
        world.store.since = world.store.now - timedelta(days=days)
    return world


def generate(name: str, content: str = PLAIN) -> bytes:
    """Live a year and return it as the bytes of a database."""
    made = chosen(content)
    if name in own_worlds():
        return _from_file(own_worlds()[name], content)
    lived = life.live(name)
    store = Store.empty(tables())
    with store.writing():
        for _ in filled(store, lived, made.lives(lived)):
            pass
        made.write(store, name)
    return store.bytes()


def filled(store: Store, lived: life.Life, lives: Mapping[str, life.Life]) -> Iterator[tuple[str, Event | None]]:
    """Put a life into an empty store, step by step; let each app take in the life that it has (`lives`, by app's id).

    Yields:
        after each step the app that has written ("" is the city and its people), and the event that it took in; None
        where it came from the life as a whole.
    """
    store.set_clock(lived.now)
    _introduce(store, lived)
    yield "", None
    yield from _apps_filled(store, lives)


def _introduce(store: Store, lived: life.Life) -> None:
    """Store the businesses, the people, the groups that they are members of, and the device as it is set."""
    for row in (*lived.businesses, *lived.people):
        store.add(type(row), **{c.name: getattr(row, c.name) for c in type(row).table().columns})
    for group in (event for event in lived.events if isinstance(event, GroupMade)):
        for person_id in group.members:
            store.add(Member, chat=group.key, person_id=person_id)
    shell.seed(store, apps.installed())


def _from_file(path: Path, content: str) -> bytes:
    """Return the world of a file, laid over the profile that it names or over nothing."""
    world = files.read(path)
    over = world["over"]
    if over != files.EMPTY and over not in NAMES:
        try:
            life.known(over)
        except UserError as error:
            raise UserError(f"{path}: over: {error}") from None
        if over in own_worlds():
            told = f"{over} is a world of a file itself; lay it over a person, or over {files.EMPTY}"
            raise UserError(f"{path}: over: {told}")
    store = Store.empty(tables()) if over == files.EMPTY else Store.over(load(over, content).data)
    files.lay(world, store, path)
    data = store.bytes()
    _rehearse(data, path)
    return data


def _rehearse(data: bytes, path: Path) -> None:
    """Let all come in a world that is yet to come, once before anybody plays in it.

    Raises:
        UserError: one of it can't.
    """
    world = World(data).start()
    while due := world.store.first(Due, order="at, id"):
        try:
            world.advance(max(0, (due.at - world.store.now).total_seconds()))
        except (LifeworldError, LookupError, AttributeError, TypeError, ValueError) as error:
            told = f"{due.kind} can't come in this world: {error}"
            raise UserError(f"{path}: life: due, the row of id {due.id}: {' '.join(told.split())}") from None
    world.close()


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Return a digest of all code and data that a profile comes from."""
    root = Path(lifeworld.__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    folders = [
        *(root / floor for floor in _MADE_BY),
        *(Path(own) for kind in ("apps", "variants") for own in own_folders(kind)),
    ]
    for path in sorted(path for folder in folders for path in _sources(folder)):
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[str]:
    for within, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _SCREENS]
        yield from (f"{within}/{name}" for name in names if name.endswith(_SOURCES) and name not in _SCREENS)


def _apps_filled(store: Store, lives: Mapping[str, life.Life]) -> Iterator[tuple[str, Event | None]]:
    """Let each app take in its life; what is to come is what any of them awaits."""
    installed = apps.installed()
    for app in installed:
        app.seed(store, lives[app.id])
        yield app.id, None
    own = {app.id: {id(event) for event in lives[app.id].events} for app in installed}
    for event in _in_order(one.events for one in lives.values()):
        for app in installed:
            if id(event) in own[app.id] and (handler := app.on.get(type(event))):
                handler(store, event)
                yield app.id, event
    for event in _in_order(one.ahead for one in lives.values()):
        schedule_event(store, event)
    yield "", None


def _in_order(several: Iterable[Iterable[Event]]) -> list[Event]:
    """Return the events of several lives by time, those that they share once."""
    return sorted({id(event): event for events in several for event in events}.values(), key=lambda event: event.at)


def _made(path: Path, name: str, content: str) -> Base:
    data = generate(name, content)
    facts(name)  # while the life that they come from is at hand
    return _mapped(path) if keep(path, data) else data


def _mapped(path: Path) -> mmap:
    with path.open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)
