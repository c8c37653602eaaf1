"""What the author of an app reads, for each mistake: from the command line when the app is loaded, or from its laws."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from lifeworld import apps
from lifeworld.cli import main
from lifeworld.core.source import parsed
from lifeworld.proof.laws import LAWS
from lifeworld.web import assets
from lifeworld.web.formats import icon_svg

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
}
Written = Callable[[str, str, str], None]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
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


AT_ONCE = {
    "a place of a path that is no field": (
        "views.py",
        "/note/{note}/pin",
        "/note/{nota}/pin",
        "notes (notes/views.py:26): /notes/note/{nota}/pin: {nota} fills no field of Pin; did you mean note?",
    ),
    "a dead `then`": (
        "views.py",
        "/notes/note/{id}",
        "/notes/noet/{id}",
        "notes (notes/views.py:21): /notes/write: then “/notes/noet/{id}” leads nowhere; did you mean "
        "/notes/note/{note}, /notes/, /notes/write?",
    ),
    "a column of `then`": (
        "views.py",
        "/notes/note/{id}",
        "/notes/note/{note_id}",
        "notes (notes/views.py:21): /notes/write: then shows {note_id}, but a row of Note has none; did you mean id?",
    ),
    "a column of a toast": (
        "views.py",
        "“{title}” is",
        "“{titel}” is",
        "notes (notes/views.py:21): /notes/write: toast shows {titel}, but a row of Note has none; did you mean title?",
    ),
    "a dead `undo`": (
        "views.py",
        "/note/{id}/unpin",
        "/note/{id}/unipn",
        "notes (notes/views.py:26): /notes/note/{note}/pin: undo “/note/{id}/unipn” leads nowhere; did you "
        "mean /note/{note}/unpin, /note/{note}/pin?",
    ),
    "a column of `undo`": (
        "views.py",
        "/note/{id}/unpin",
        "/note/{note}/unpin",
        "notes (notes/views.py:26): /notes/note/{note}/pin: undo shows {note}, but a row of Note has none; "
        "did you mean title, pinned?",
    ),
    "an `undo` that nothing shows": (
        "views.py",
        'toast="Pinned.", ',
        "",
        "notes (notes/views.py:26): /notes/note/{note}/pin: undo “/note/{id}/unpin” is never offered; write a"
        " toast that it stands in",
    ),
    "a command that no screen offers": (
        "views.py",
        'pages.button("/note/{note}/pin", commands.Pin, ',
        "dict(",
        "notes (notes/commands.py:19): no screen offers Pin; give it a form or a button",
    ),
    "a command that is left out": (
        "__init__.py",
        ", commands.Unpin)",
        ")",
        "notes (notes/commands.py:30): Unpin is missing from the app's commands; add it",
    ),
}
IN_FILES = {
    "a reason that is needed and not declared": (
        "commands.py",
        'pinned, "pinned"',
        'pinned, "pnined"',
        "notes (notes/commands.py:26): Pin refuses for “pnined”, which it does not declare; did you mean pinned?",
    ),
    "an icon of a place": (
        "views.py",
        'icon="notebook"',
        'icon="notebok"',
        "notes (notes/views.py:8): there is no icon “notebok”; did you mean notebook, notebook-pen, notebook-dot?",
    ),
    "a reason that is not declared": (
        "commands.py",
        'refuse("taken"',
        'refuse("tkaen"',
        "notes (notes/commands.py:15): Write refuses for “tkaen”, which it does not declare; did you mean taken?",
    ),
    "a field that is not there": (
        "commands.py",
        '"taken", "title"',
        '"taken", "titel"',
        "notes (notes/commands.py:15): Write refuses beside the field “titel”, which it has not; did you mean title?",
    ),
    "a message that is left unfilled": (
        "commands.py",
        "a note “{title}”",
        "a note “{titel}”",
        "notes (notes/commands.py:15): Write refuses for “taken” without titel, which the message shows; give titel=",
    ),
    "a template that a view names": (
        "views.py",
        "notes/write.html",
        "notes/wriet.html",
        "notes (notes/views.py:23): there is no template notes/wriet.html; did you mean notes/write.html, "
        "notes/start.html, kit.html?",
    ),
    "a template that a template names": (
        "templates/notes/write.html",
        "page.html",
        "pgae.html",
        "notes (notes/write.html:1): there is no template pgae.html; did you mean page.html, write.html, start.html?",
    ),
    "a template that can't be read": (
        "templates/notes/write.html",
        "{% endcall %}",
        "",
        "notes (notes/write.html:2): Encountered unknown tag 'endblock'. You probably made a nesting mistake."
        " Jinja is expecting this tag, but currently looking for 'endcall'. The innermost block that needs to"
        " be closed is 'call'.",
    ),
    "an icon": (
        "templates/notes/start.html",
        'kit.icon("pin")',
        'kit.icon("pni")',
        "notes (notes/start.html:4): there is no icon “pni”; did you mean pi, pin, phi?",
    ),
    "an icon in a filter": (
        "templates/notes/start.html",
        '"pin-off"',
        '"pin-of"',
        "notes (notes/start.html:4): there is no icon “pin-of”; did you mean pin-off, pen-off, piano?",
    ),
    "an icon in a menu": (
        "templates/notes/start.html",
        '"icon": "pencil"',
        '"icon": "pencli"',
        "notes (notes/start.html:5): there is no icon “pencli”; did you mean pencil, pen-line, pencil-line?",
    ),
    "an icon of a macro": (
        "templates/notes/start.html",
        'kit.empty("inbox"',
        'kit.empty("inbxo"',
        "notes (notes/start.html:3): there is no icon “inbxo”; did you mean inbox, rainbow, info?",
    ),
}


def test_a_sound_app_breaks_no_law_of_its_files(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    written("", "", "")
    with pytest.raises(SystemExit) as ended:
        main(["apps"])
    assert not ended.value.code and "Jotter" in capsys.readouterr().out
    assert not list(LAWS["files"](import_module("lifeworld.apps.notes").APP))


@pytest.mark.parametrize("mistake", AT_ONCE)
def test_a_mistake_is_told_at_once(mistake: str, written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    name, old, new, line = AT_ONCE[mistake]
    written(name, old, new)
    with pytest.raises(SystemExit) as ended:
        main(["apps"])
    assert (ended.value.code, capsys.readouterr().err) == (2, f"Error: {line}\n")


@pytest.mark.parametrize("mistake", IN_FILES)
def test_a_mistake_is_told_by_the_law_of_files(mistake: str, written: Written) -> None:
    name, old, new, line = IN_FILES[mistake]
    written(name, old, new)
    assert list(LAWS["files"](import_module("lifeworld.apps.notes").APP)) == [line]


def test_a_picture_that_is_not_there_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError, match="there is no icon “pni”; did you mean pi, pin, phi"):
        icon_svg("pni")
    with pytest.raises(FileNotFoundError, match=r"no static file todo/icno.svg; did you mean icon.svg\?"):
        assets.address("todo/icno.svg", apps.installed())
