"""What the author of an app reads where its own Python can't be run, and of the kit's own screens."""

from collections.abc import Callable

import pytest
from tests.cli.running import told
from tests.cli.tables import read

Written = Callable[[str, str, str], None]
UNPIN = 'pages.button("/note/{note}/unpin", commands.Unpin)'
IMPORTED = read(r"""
a syntax error
  models.py: `title: str` → `title str`
  told: notes/models.py:9): invalid syntax: title str
a module that is not there
  commands.py: `apps.notes.models` → `apps.notes.modles`
  told: notes/commands.py:3): there is no module lifeworld.apps.notes.modles; did you mean lifeworld.apps.notes.models,
    lifeworld.apps.notes.views, lifeworld.apps.notes.commands?
a name that a module has not
  commands.py: `import Note` → `import Noet`
  told: notes/commands.py:3): apps.notes.models has no “Noet”; did you mean Note?
a name of a module
  views.py: `commands.Unpin` → `commands.Unpni`
  told: notes/views.py:27): apps.notes.commands has no “Unpni”; did you mean Unpin?
a name that is nowhere
  views.py: `Pages(` → `Pagse(`
  told: notes/views.py:7): there is no “Pagse”; did you mean Page, Pages, Place?
an argument of the kit
  views.py: `icon="notebook"` → `icno="notebook"`
  told: notes/views.py:8): Place takes no “icno”; did you mean icon?
an argument of a form
  views.py: `toast=` → `tost=`
  told: notes/views.py:21): form takes no “tost”; did you mean toast?
an argument of a plain form
  views.py: `pages.button("/note/{note}/unpin", commands.Unpin)` → `pages.plain_form("/u/{note}", commands.Unpin, "U",
    abuot="")`
  told: notes/views.py:27): plain_form takes no “abuot”; did you mean about?
an argument of a field
  commands.py: `    title: str\n` → `    from lifeworld.store import line\n\n    title: str = line("Title", longst=3)\n`
  told: notes/commands.py:12): line takes no “longst”; did you mean longest?
an argument of a class
  commands.py: `Write(Command, seen_by="nobody")` → `Write(Command, sen_by="nobody")`
  told: notes/commands.py:7): Command takes no “sen_by”; did you mean seen_by?
an argument that a class lacks
  commands.py: `Write(Command, seen_by="nobody")` → `Write(Command)`
  told: notes/commands.py:7): Command is given no seen_by; write seen_by=…
no app at all
  __init__.py: `APP = App` → `PAP = App`
  told: notes/__init__.py:1): has no APP; write APP = app(__name__, name=…, family=…)
a module that an app needs
  __init__.py: `APP = App(` → `from importlib import import_module\nimport_module("lifeworld.web.app").app(__name__,
    "J", "w")\nAPP = App(`
  told: notes/__init__.py:10): there is no life.py beside it; write one with what a life leaves in the app: seed(store,
    life)
""")
SCREENS = {
    "a title's row": (
        '"Unpin {nota.title}?"',
        "title shows {nota.title}, but its address has no {nota}; did you mean note?",
    ),
    "a title's column": (
        '"Unpin {note.titel}?"',
        "title shows {note.titel}, but a Note has no “titel”; did you mean title?",
    ),
    "a title that can't be read": (
        '"Unpin {note.title?"',
        "title “Unpin {note.title?” can't be read: expected '}' before end of string; double a brace that is meant",
    ),
    "a question's text": (
        '"Unpin?", text="Of {note.pinnd}."',
        "text shows {note.pinnd}, but a Note has no “pinnd”; did you mean pinned?",
    ),
    "what stands above": (
        '"Unpin?", about="{note.title.lenght}"',
        "about shows {note.title.lenght}, but a text has no “lenght”; leave .lenght out",
    ),
    "a function of other rows": (
        '"Unpin?", text=lambda request, task: task.title',
        "text calls <lambda>: missing a required argument: 'task'; it is called with request, note",
    ),
    "a dead back": (
        '"Unpin?", back="/noets"',
        "back “/notes/noets” leads nowhere; did you mean /notes/, /notes/write, /notes/note/{note}?",
    ),
    "a place of back": (
        '"Unpin?", back="/note/{nota}"',
        "back shows {nota}, but its address has no {nota}; did you mean note?",
    ),
}


@pytest.mark.parametrize("mistake", IMPORTED)
def test_python_that_cannot_be_run_is_told(mistake: str, written: Written) -> None:
    one = IMPORTED[mistake]
    written(one.file, one.old, one.new)
    assert told("apps") == (2, f"Error: notes ({one.told['told']}\n")


@pytest.mark.parametrize("mistake", SCREENS)
def test_words_of_a_plain_screen_are_told(mistake: str, written: Written) -> None:
    words, line = SCREENS[mistake]
    written("views.py", UNPIN, f'pages.confirm("/note/{{note}}/unpin", commands.Unpin, {words})')
    assert told("apps") == (2, f"Error: notes (notes/views.py:27): /notes/note/{{note}}/unpin: {line}\n")
