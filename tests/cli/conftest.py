"""A small sound app beside the others, into which tests write one mistake."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lifeworld import apps
from lifeworld.core.source import parsed

SOUND = {
    "__init__.py": '''\
"""Notes: a page for each thing to keep in mind."""

from pathlib import Path

from lifeworld.apps.notes import commands, views
from lifeworld.apps.notes.models import Note
from lifeworld.web import App

APP = App(
    id="notes",
    name="Jotter",
    family="work",
    folder=Path(__file__).parent,
    models=(Note,),
    commands=(commands.Write, commands.Pin, commands.Unpin),
    pages=views.pages,
    examples=lambda store: iter(()),
    seed=lambda store, life: None,
)
''',
    "models.py": '''\
"""Rows."""

from lifeworld.store import Row


class Note(Row, table="notes_note"):
    """A note."""

    title: str
    pinned: bool = False
''',
    "commands.py": '''\
"""Verbs."""

from lifeworld.apps.notes.models import Note
from lifeworld.store import Command, Store


class Write(Command, seen_by="nobody"):
    """Write a note."""

    title: str
    refusals = {"empty": "Write something.", "taken": "There is a note “{title}” already."}

    def run(self, store: Store) -> Note:
        if store.first(Note, "title = ?", self.title):
            raise self.refuse("taken", "title", title=self.title)
        return store.add(Note, title=self.one_line("title"))


class Pin(Command, seen_by="nobody"):
    """Pin a note."""

    note: Note
    refusals = {"pinned": "“{note.title}” is pinned already."}

    def run(self, store: Store) -> Note:
        self.need(not self.note.pinned, "pinned")
        return store.change(self.note, pinned=True)


class Unpin(Command, seen_by="nobody"):
    """Take a pin away."""

    note: Note

    def run(self, store: Store) -> Note:
        return store.change(self.note, pinned=False)
''',
    "views.py": '''\
"""Screens."""

from lifeworld.apps.notes import commands
from lifeworld.apps.notes.models import Note
from lifeworld.web import Form, Page, Pages, Place, Request

pages = Pages("notes")
TABS = [Place("Notes", "/notes/", icon="notebook")]


@pages.page("/")
def start(request: Request) -> Page:
    return request.page("notes/start.html", title="Notes", notes=request.store.all(Note))


@pages.page("/note/{note}")
def show(request: Request, note: int) -> Page:
    return request.page("notes/start.html", title="Note", notes=[request.row(Note, note)])


@pages.form("/write", commands.Write, then="/notes/note/{id}", toast="“{title}” is written.")
def write(request: Request, form: Form) -> Page:
    return request.page("notes/write.html", title="Write", form=form)


pages.button("/note/{note}/pin", commands.Pin, toast="Pinned.", undo="/note/{id}/unpin")
pages.button("/note/{note}/unpin", commands.Unpin)
''',
    "templates/notes/start.html": """\
{% extends "page.html" %}
{% block main %}
{{ kit.empty("inbox", _("All done")) if not notes }}
{{ kit.icon("pin") }}{{ "pin-off"|icon_svg }}
{{ kit.menu(_("More"), [{"text": _("Write"), "href": "/notes/write", "icon": "pencil"}]) }}
{% endblock %}
""",
    "templates/notes/write.html": """\
{% extends "page.html" %}
{% block main %}{% call kit.form(form) %}{{ kit.text_field(form, "title", _("Title")) }}{% endcall %}{% endblock %}
""",
    "static/app.css": """\
:root { --paper: #fffdf5; }
.note { color: var(--ink); background: var(--paper); margin: var(--rim, 4px); }
""",
}


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str, str], None]]:
    """Write the app beside the others, with one thing in one of its files written otherwise."""

    def write(name: str, old: str, new: str) -> None:
        for file, text in SOUND.items():
            path = tmp_path / "notes" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            assert file != name or old in text
            path.write_text(text.replace(old, new, 1) if file == name else text)
        monkeypatch.setattr(apps, "__path__", [*apps.__path__, str(tmp_path)])
        apps.installed.cache_clear()

    before = apps.installed()
    yield write
    for name in [name for name in sys.modules if name.startswith("lifeworld.apps.notes")]:
        del sys.modules[name]
    vars(apps).pop("notes", None)
    parsed.cache_clear()
    monkeypatch.undo()
    apps.installed.cache_clear()
    assert apps.installed() == before
