"""The people whose devices we hold: twelve written by hand, those of one's own files, and any number of drawn ones."""

import os
import re
from collections.abc import Collection
from functools import cache, lru_cache
from pathlib import Path

from lifeworld.core.choices import DRAWN, NAMES, PEOPLE
from lifeworld.core.errors import UserError, hint
from lifeworld.core.own import NAME, WORLDS, own_files, own_worlds
from lifeworld.core.toml import tables
from lifeworld.core.words import folder, read
from lifeworld.life.biography import Biography

_NUMBERED = re.compile(r"person-(0|[1-9][0-9]{0,17})")


_unread: dict[str, UserError] = {}  # people of one's own who are wrong, by name, and whole files, by path


@cache
def own_people() -> dict[str, Biography]:
    """Return the people of `people.toml` in one's own folders of variants, by name; who is wrong is left out."""
    found: dict[str, Biography] = {}
    _unread.clear()
    for path in own_files("variants", "people.toml"):
        try:
            there = tables(path)
        except UserError as error:
            _unread[str(path)] = error
            continue
        for name in there:
            try:
                found |= {name: _own(path, name, found)}
            except UserError as error:
                _unread[name] = error
    return found


def _own(path: Path, name: str, found: Collection[str]) -> Biography:
    if name in (*PEOPLE, *found) or _NUMBERED.fullmatch(name) or not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise UserError(f"{path}: [{name}]: a name that nobody has yet, of small letters, digits and dashes")
    return from_file(path, name)


def unread() -> tuple[str, ...]:
    """Return what is wrong with each of one's own people, or files of them, that was left out."""
    return tuple(map(str, _unread.values()))


def names() -> tuple[str, ...]:
    """Return the names of all who are written, not drawn, and of whole worlds in files.

    Raises:
        UserError: a world is called as somebody is.
    """
    worlds = own_worlds()
    for name, path in worlds.items():
        if name in (*PEOPLE, *own_people()) or _NUMBERED.fullmatch(name):
            raise UserError(f"{path}: {name} is a person; give the file another name")
    return (*PEOPLE, *own_people(), *worlds)


def known(name: str) -> str:
    """Return a person's name, once sure that there is one of this name.

    Raises:
        UserError: there is none, and tells the choices; or one's own is wrong.
    """
    return _known(name, os.environ.get(NAME), os.environ.get(WORLDS))


@lru_cache(maxsize=4096)
def _known(name: str, *_: str | None) -> str:
    """Do so once for all configurations of a plan, as long as the same folders and files are named."""
    if name not in names() and not _NUMBERED.fullmatch(name):
        if name in _unread:
            raise _unread[name]
        near = hint(name, names())
        told = f"{near}{'.' * (not near.endswith('?'))} Others are {DRAWN} of up to 18 digits"
        raise UserError(f"no profile “{name}”; {told}; a command takes a world's file, too, like tidy.yaml")
    return name


def place(name: str) -> int:
    """Return a number of a person's own, so that what goes by turns comes to all: the written ones come first."""
    numbered = _NUMBERED.fullmatch(name)
    return len(NAMES) + int(numbered[1]) if numbered else names().index(name)


@cache
def biography(name: str) -> Biography:
    """Return the biography of a person.

    Raises:
        UserError: there is none of this name.
    """
    if numbered := _NUMBERED.fullmatch(known(name)):
        from lifeworld.life.biographies.drawn import drawn  # with all that lives are put together from

        return _checked(drawn(name, int(numbered[1])), folder(__file__) / "parts")
    if path := own_worlds().get(name):
        raise UserError(f"{path} holds rows, not a life; name the person whom it is laid over")
    return own_people()[name] if name in own_people() else from_file(folder(__file__) / f"{name}.toml")


def gist(bio: Biography) -> str:
    """Return the first sentence of somebody's story, in one line; “St.” ends none."""
    return re.split(r"(?<![A-Z][a-z])\. ", " ".join(bio.story.split()))[0].removesuffix(".")


def from_file(path: Path, table: str = "") -> Biography:
    """Return the biography in a file, which is called as its person is, or in a table of it.

    Raises:
        UserError: a key or a type is wrong, or a person, business or article is named that there is not.
    """
    return _checked(read(Biography, path, table, name=table or path.stem), path)


def _checked(bio: Biography, path: Path) -> Biography:
    from lifeworld.life.biographies.references import check  # whoever opens a world that is kept checks nobody

    check(bio, path)
    return bio
