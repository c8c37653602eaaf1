"""`lifeworld new app`: start an app."""

import os
import re
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple

import click

import lifeworld
from lifeworld.agents.calling import plain
from lifeworld.apps import by_id
from lifeworld.core.errors import UserError
from lifeworld.core.own import NAME

SKELETON = Path(lifeworld.__file__).parent / "skeleton"
_SHIPPED = Path(lifeworld.__file__).parent / "tasks"
_TITLE = r"[^\W_](?:[\w .-]{0,28}[^\W_])?"  # what needs no quoting in code or on a page
_KEPT = (".py", ".html", ".css", ".svg", ".toml")
_IMPORTED = re.compile(r"^from lifeworld\.(?!apps)\S+ import (.+)$", re.MULTILINE)
_OTHER_PLURALS = re.compile(
    r".*(?:[^aeiou]y|fe?|s|x|z|[cs]h|[^aeiou]o|man)"
)  # of which the plural is not the word and s


class Thing(NamedTuple):
    """What an app keeps, or keeps it in: what one is called, and several."""

    one: str
    several: str


def write_app(app_id: str, title: str, row: str, group: str, into: Path | None) -> None:
    """Write an app with its tasks into a folder, and tell how it is tried."""
    folder = into or _own()
    _check(app_id, title, folder)
    rows, groups = _thing("--row", row), _thing("--group", group)
    if {rows.one, rows.several} & {groups.one, groups.several}:
        raise UserError("--row and --group are two kinds of thing; give them two words")
    words = _words(app_id, title, rows, groups)
    files = sorted(path for path in SKELETON.rglob("*") if path.suffix in _KEPT)
    for path in files:
        kind, _, *within, name = path.relative_to(SKELETON).parts
        within = [app_id if part == "notes" else part for part in within]
        _write(folder.joinpath(kind, app_id, *within, _said(name, words)), _said(path.read_text(), words))
    click.echo(f"{title} is in {folder / 'apps' / app_id}, its tasks in {folder / 'tasks' / app_id}.")
    click.echo(f"It keeps {rows.several.lower()} in {groups.several.lower()}.")
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


def _check(app_id: str, title: str, folder: Path) -> None:
    """See that the app's names can be used.

    Raises:
        UserError: one can't.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*", app_id):
        raise UserError(f"an app's name is a word of small letters, like larder, not “{plain(app_id)}”")
    if iskeyword(app_id):
        raise UserError(f"“{app_id}” is a word of Python's own; choose another name")
    if app_id in by_id() or (folder / "apps" / app_id).exists():
        raise UserError(f"there is an app “{app_id}” already; choose another name")
    if (_SHIPPED / app_id).exists():
        raise UserError(f"Lifeworld's tasks of several apps are in “{app_id}” already; choose another name")
    if not re.fullmatch(_TITLE, title):
        raise UserError(
            f"--title is at most 30 letters, digits, spaces, “.” and “-”, like Larder, not “{plain(title)}”"
        )
    if title in {app.name for app in by_id().values()}:
        raise UserError(f"there is an app titled {title} already; choose another title")


def _thing(option: str, written: str) -> Thing:
    """Return what one is called and what several are, as “Recipe” or “Shelf,Shelves” says it.

    Raises:
        UserError: a word can't be used, or what several are called has to be said.
    """
    one, _, several = written.partition(",")
    for word in filter(None, (one, several)):
        _check_word(option, word)
    if not several and _OTHER_PLURALS.fullmatch(one):
        raise UserError(f"{option} {one}: say what several are called, too, like {option} Shelf,Shelves")
    return Thing(one, several or f"{one}s")


def _check_word(option: str, word: str) -> None:
    if not re.fullmatch(r"[A-Z][a-z]+", word):
        raise UserError(f"{option} is one word with a capital, like Recipe, not “{plain(word)}”")
    if iskeyword(word) or iskeyword(word.lower()):
        raise UserError(f"{option}: “{word}” is a word of Python's own; choose another one")
    if word.lower() in _imported():
        raise UserError(f"{option}: “{word}” is what the app's files import; choose another one")


def _imported() -> set[str]:
    """Return the names that the skeleton's files import, in small letters."""
    texts = (path.read_text() for path in SKELETON.rglob("*.py"))
    return {name.lower() for text in texts for names in _IMPORTED.findall(text) for name in names.split(", ")}


def _words(app_id: str, title: str, rows: Thing, groups: Thing) -> list[tuple[str, str]]:
    """Return what is replaced in the skeleton, as patterns in turn.

    Each word is a mark first, so that no word that has been put in is replaced again.
    """
    ids = r'(?<=[/"])notes(?=/)|(?<=Pages\(")notes|(?<=apps\.)notes|\bnotes(?=_note)|\bnotes(?=\.[A-Z])|(?<=as )notes'
    own = [("notebook-pen", "notebook-pen"), ("oted", "oted"), (r"event\.note", "event.note"), (ids, app_id)]
    things = [
        *(("Notebooks", groups.several), ("Notebook", groups.one), ("Notes", rows.several), ("Note", rows.one)),
        *(("notebooks", groups.several.lower()), ("notebook", groups.one.lower())),
        *(("notes", rows.several.lower()), ("note", rows.one.lower())),
    ]
    marks = [(pattern, chr(0xE000 + place), word) for place, (pattern, word) in enumerate([*own, *things])]
    vowels = "".join(mark for _, mark, word in marks if word[:1] in "AEIOUaeiou")
    articles = [(rf"\b([Aa]) (?=[{vowels}])", r"\1n ")] if vowels else []
    before = [("Jotter", title), *((pattern, mark) for pattern, mark, _ in marks)]
    return [*before, *articles, *((mark, word) for _, mark, word in marks)]


def _said(text: str, words: list[tuple[str, str]]) -> str:
    for pattern, word in words:
        text = re.sub(pattern, word, text)
    return text
