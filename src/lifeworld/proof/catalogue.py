"""Gathers what an app says, for the people who translate it: from its Python, its templates and its declarations."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from lifeworld.core.toml import tables
from lifeworld.core.typed import plain_type
from lifeworld.store import Command, asked_of, hints
from lifeworld.taskkit import person, phrasings, wording
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import SUFFIXES
from lifeworld.web import App
from lifeworld.web.fields import named
from lifeworld.web.language import HERE
from lifeworld.web.look import LANGUAGES
from lifeworld.web.plain import Screen
from lifeworld.web.popups import SHIPPED

ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)  # written into every file, so that only words make a difference
_CALLS = {"_": 1, "N_": 1, "say": 1, "ngettext": 2, "pgettext": 2}
_JINJA = Environment(extensions=["jinja2.ext.do"], trim_blocks=True, lstrip_blocks=True)


class Message(NamedTuple):
    """One text: with its plural where it counts, and the context where one text means several things."""

    text: str
    plural: str = ""
    context: str = ""


def template_of(folder: Path, app: App | None = None) -> Catalog:
    """Return all that a folder's Python and templates, and its app's declarations, say."""
    shared = set() if folder == HERE else {one.id for one in template_of(HERE) if not one.context}
    catalogue = _empty()
    for place, message in _all(folder, app):
        key = (message.text, message.plural) if message.plural else message.text
        if message.context or key not in shared:
            catalogue.add(key, locations=[(place, 0)], context=message.context or None)
    return catalogue


def update(folder: Path, app: App | None = None) -> dict[Path, int]:
    """Bring a folder's catalogues up to date; return how many messages each still lacks."""
    template = template_of(folder, app)
    found: dict[Path, int] = {}
    if not len(template):
        return found
    for language in LANGUAGES[1:]:
        path = path_of(folder, language)
        catalogue = _tables(path, language)
        catalogue.update(template, no_fuzzy_matching=True)
        _headed(catalogue)
        found[_write(path, catalogue)] = sum(map(_lacking, catalogue))
    return found


def path_of(folder: Path, language: str) -> Path:
    """Return where a folder's words in a language stand."""
    return folder / "locale" / language / "LC_MESSAGES" / "messages.po"


def _lacking(message: Any) -> bool:
    """Return whether a message waits for its translation; a value's may stay out, as goals can say it otherwise."""
    told = all(message.string) if isinstance(message.string, tuple) else message.string
    return bool(message.id and not told and message.context != wording.VALUE)


def _tables(path: Path, language: str) -> Catalog:
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return _headed(read_po(file, locale=language))


def _empty(language: str | None = None) -> Catalog:
    return _headed(Catalog(locale=language, fuzzy=False))


def _headed(catalogue: Catalog) -> Catalog:
    catalogue.project, catalogue.version, catalogue.copyright_holder = "Lifeworld", "1", "the authors of Lifeworld"
    catalogue.creation_date = catalogue.revision_date = ALWAYS
    catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = ""
    catalogue.header_comment = "# What an app of Lifeworld says. Apache 2.0; see docs/languages.md."
    return catalogue


def _write(path: Path, catalogue: Catalog) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != written(catalogue):
        path.write_bytes(written(catalogue))
    return path


def written(catalogue: Catalog) -> bytes:
    """Return the file of a catalogue: the same bytes for the same words."""
    file = BytesIO()
    for message in catalogue:
        message.flags.clear()  # Babel takes “5 % of” for a format
    options: dict[str, Any] = {"no_location": True, "ignore_obsolete": True, "sort_output": True}
    write_po(file, catalogue, width=0, **options)  # a text a line: a changed one is a changed line
    return file.getvalue()


def _all(folder: Path, app: App | None) -> Iterator[tuple[str, Message]]:
    for path in sorted(folder.rglob("*.py")) if folder != wording.HERE else ():
        yield from ((_place(folder, path), message) for message in in_python(path.read_text("utf-8")))
    for path in sorted((folder / "templates").rglob("*.html")):
        yield from ((_place(folder, path), message) for message in in_template(path.read_text("utf-8")))
    if folder == HERE:
        yield from ((SHIPPED.name, Message(text)) for text in of_popups())
    if folder == wording.HERE:
        yield from (("added to any goal", Message(text)) for text in added())
        yield from (("shown in goals", Message(text, context=wording.VALUE)) for text in of_values())
    yield from of_tasks(folder)
    if app:
        yield from (("declared", Message(text)) for text in declared(app) if _has_words(text))


def _place(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def _has_words(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]", re.sub(r"\{[^{}]*\}", "", text)))


# ---- what tasks say


def of_tasks(folder: Path) -> Iterator[tuple[str, Message]]:
    """Yield what the person says in the tasks of a folder: goals, replies, changes of mind; by task."""
    for template in tasks():
        if wording.folder_of(template) == folder:
            texts = (*template.texts(), template.hidden_info, *template.confirmation.values(), *template.goal_update)
            yield from ((template.id, Message(text)) for text in texts if text)


def added() -> Iterator[str]:
    """Yield what the person says in any task."""
    yield from (*phrasings.ADDED, *SUFFIXES, wording.IN_ENGLISH, person.PUZZLED, person.NOTHING_TO_ADD)
    yield from sorted({word for template in tasks() for word in template.question_topics if "{" not in word})


def of_values() -> Iterator[str]:
    """Yield the words of ours that goals show, as `{verb:said}`: those that some language says by now."""
    for language in LANGUAGES[1:]:
        found = _tables(path_of(wording.HERE, language), language)
        yield from (str(one.id) for one in found if one.context == wording.VALUE)


def task_folders() -> list[Path]:
    """Return the folders that say something in goals, what all share first."""
    return [wording.HERE, *sorted({wording.folder_of(template) for template in tasks()})]


# ---- what is said in code


def in_python(source: str) -> Iterator[Message]:
    """Yield what the calls of `_`, `N_`, `ngettext` and `pgettext` say."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
            given = [one.value if isinstance(one, ast.Constant) else None for one in node.args[: _CALLS[node.func.id]]]
            yield from _message(node.func.id, given)


def in_template(source: str) -> Iterator[Message]:
    """Yield what a template's calls say, and its filters `plural`."""
    for node in _JINJA.parse(source).find_all((nodes.Call, nodes.Filter)):
        given = [one.value if isinstance(one, nodes.Const) else None for one in getattr(node, "args", None) or []]
        if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in _CALLS:
            yield from _message(node.node.name, given[: _CALLS[node.node.name]])
        elif isinstance(node, nodes.Filter) and node.name == "plural":
            yield Message(f"%(n)s {given[0]}", f"%(n)s {given[1]}")


def _message(function: str, given: list[Any]) -> Iterator[Message]:
    if not given or not all(isinstance(one, str) and one for one in given):
        return
    if function == "ngettext":
        yield Message(given[0], given[1])
    elif function == "pgettext":
        yield Message(given[1], context=given[0])
    else:
        yield Message(given[0])


# ---- what is declared


def of_popups() -> Iterator[str]:
    """Yield what the pop-ups that ship say; those of one's own files are said as they are written."""
    for popup in tables(SHIPPED).values():
        yield from (popup[name] for name in ("title", "text", "close", "tempting") if name in popup)


def declared(app: App) -> Iterator[str]:
    """Yield what an app's commands, rows and plain screens declare to be said."""
    for command in _all_commands(app):
        yield from _declared_by(command)
    for route in app.pages.routes:
        yield route.outcome.toast
        screen = getattr(route.view, "__self__", None)
        if isinstance(screen, Screen):
            said = (getattr(screen, name, "") for name in ("title", "about", "text", "submit", "keep"))
            yield from (one for one in said if isinstance(one, str))
    for model in app.models:
        for column in model.table().columns:
            yield from (value for value in _values(column.type) if value[:1].isupper())


def _declared_by(command: type[Command]) -> Iterator[str]:
    yield from command.refusals.values()
    for name, asked in asked_of(command).items():
        yield from (asked.label, asked.hint, asked.placeholder, *(asked.choices or {}).values())
        yield from asked.refusals.values()
        yield from (named(value) for value in _values(hints(command)[name]) if value not in (asked.choices or {}))


def _all_commands(app: App) -> Iterator[type[Command]]:
    """Yield an app's commands, and what is only shaped like one: the fields of a filter."""
    waiting = list(Command.__subclasses__())
    while waiting:
        command = waiting.pop()
        waiting += command.__subclasses__()
        if f".apps.{app.id}." in f"{command.__module__}.":
            yield command


def _values(hint: Any) -> tuple[str, ...]:
    member = get_args(hint)[0] if get_origin(hint) is tuple else plain_type(hint)
    return tuple(one for one in get_args(member) if isinstance(one, str)) if get_origin(member) is Literal else ()
