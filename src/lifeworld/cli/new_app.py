"""`lifeworld new app`: start an app."""

import os
import re
from keyword import iskeyword
from pathlib import Path

import click

import lifeworld
from lifeworld.agents.calling import plain
from lifeworld.apps import by_id
from lifeworld.core.errors import UserError
from lifeworld.core.own import NAME

SKELETON = Path(lifeworld.__file__).parent / "skeleton"
_TITLE = r"[^\W_](?:[\w .-]{0,28}[^\W_])?"  # what needs no quoting in code or on a page
_KEPT = (".py", ".html", ".css", ".svg")


def write_app(app_id: str, title: str, row: str, group: str, into: Path | None) -> None:
    """Write an app with its tasks into a folder, and tell how it is tried."""
    folder = into or _own()
    _check(app_id, title, row, group, folder)
    words = _words(app_id, title, row, group)
    files = sorted(path for path in SKELETON.rglob("*") if path.suffix in _KEPT)
    for path in files:
        kind, _, *within, name = path.relative_to(SKELETON).parts
        within = [app_id if part == "notes" else part for part in within]
        _write(folder.joinpath(kind, app_id, *within, _said(name, words)), _said(path.read_text(), words))
    click.echo(f"{title} is in {folder / 'apps' / app_id}, its tasks in {folder / 'tasks' / app_id}.")
    click.echo(f"Try it: {NAME}={folder} lifeworld check --app {app_id}")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(
            f"{error.filename or path}: {error.strerror or error}; give another folder with --into"
        ) from None


def _own() -> Path:
    named = os.environ.get(NAME, "").split(os.pathsep)[0]
    if not named:
        raise UserError(f"say where: --into FOLDER, or name a folder of your own apps in {NAME}")
    return Path(named)


def _check(app_id: str, title: str, row: str, group: str, folder: Path) -> None:
    """See that the names can be used.

    Raises:
        UserError: one can't.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*", app_id):
        raise UserError(f"an app's name is a word of small letters, like larder, not “{plain(app_id)}”")
    if iskeyword(app_id):
        raise UserError(f"“{app_id}” is a word of Python's own; choose another name")
    if app_id in by_id() or (folder / "apps" / app_id).exists():
        raise UserError(f"there is an app “{app_id}” already; choose another name")
    if not re.fullmatch(_TITLE, title):
        raise UserError(
            f"--title is at most 30 letters, digits, spaces, “.” and “-”, like Larder, not “{plain(title)}”"
        )
    if title in {app.name for app in by_id().values()}:
        raise UserError(f"there is an app titled {title} already; choose another title")
    for option, word in (("--row", row), ("--group", group)):
        if not re.fullmatch(r"[A-Z][a-z]+", word):
            raise UserError(f"{option} is one word with a capital, like Recipe, not “{plain(word)}”")
        if iskeyword(word) or iskeyword(word.lower()):
            raise UserError(f"{option}: “{word}” is a word of Python's own; choose another one")
    if row == group:
        raise UserError("--row and --group are two kinds of thing; give them two words")


def _words(app_id: str, title: str, row: str, group: str) -> list[tuple[str, str]]:
    """Return what is replaced in the skeleton, as patterns in turn; what has to stay is set aside meanwhile."""
    ids = r'(?<=[/"])notes(?=/)|(?<=Pages\(")notes|(?<=apps\.)notes|\bnotes(?=_note)|\bnotes(?=\.[A-Z])|(?<=as )notes'
    aside = [("notebook-pen", "\0"), ("oted", "\1"), (r"(?<=event\.)note", "\4"), (ids, "\2")]
    kinds = [("otebook", "\3"), ("Note", row), ("note", row.lower()), ("N\3", group), ("n\3", group.lower())]
    return [("Jotter", title), *aside, *kinds, ("\0", "notebook-pen"), ("\1", "oted"), ("\2", app_id), ("\4", "note")]


def _said(text: str, words: list[tuple[str, str]]) -> str:
    for pattern, word in words:
        text = re.sub(pattern, word, text)
    return text
