"""What the author of an app reads, for each mistake: from the command line when the app is loaded, or from its laws."""

from collections.abc import Callable
from importlib import import_module

import pytest
from tests.cli.running import told
from tests.cli.tables import read
from tests.commands import command

from lifeworld import apps
from lifeworld.proof.laws import LAWS
from lifeworld.web import assets
from lifeworld.web.formats import icon_svg

Written = Callable[[str, str, str], None]

AT_ONCE = read(r"""
a place of a path that is no field
  views.py: `/note/{note}/pin` → `/note/{nota}/pin`
  told: notes (notes/views.py:26): /notes/note/{nota}/pin: {nota} fills no field of Pin; did you mean note?
a place of a path that is no argument
  views.py: `request: Request, note: int` → `request: Request, nota: int`
  told: notes (notes/views.py:16): /notes/note/{note}: show takes no note, which stands in its path; did you mean nota?
a table called like another app's
  models.py: `table="notes_note"` → `table="todo_note"`
  told: notes (notes/models.py:6): the table “todo_note” of Note is called like another app's; say notes_todo_note
a column in a refusal's message
  commands.py: `{note.title}` → `{note.titel}`
  told: notes (notes/commands.py:23): Pin shows {note.titel}; a Note has no “titel”; did you mean title?
a dead `then`
  views.py: `/notes/note/{id}` → `/notes/noet/{id}`
  told: notes (notes/views.py:21): /notes/write: then “/notes/noet/{id}” leads nowhere; did you mean /notes/note/{note},
    /notes/?
a column of `then`
  views.py: `/notes/note/{id}` → `/notes/note/{note_id}`
  told: notes (notes/views.py:21): /notes/write: then shows {note_id}, but a row of Note has none; there are id, pinned,
    title
a column of a toast
  views.py: `“{title}” is` → `“{titel}” is`
  told: notes (notes/views.py:21): /notes/write: toast shows {titel}, but a row of Note has none; did you mean title?
a dead `undo`
  views.py: `/note/{id}/unpin` → `/note/{id}/unipn`
  told: notes (notes/views.py:26): /notes/note/{note}/pin: undo “/note/{id}/unipn” leads nowhere; did you mean
    /note/{note}/unpin, /note/{note}/pin?
a column of `undo`
  views.py: `/note/{id}/unpin` → `/note/{note}/unpin`
  told: notes (notes/views.py:26): /notes/note/{note}/pin: undo shows {note}, but a row of Note has none; there are id,
    pinned, title
an `undo` that nothing shows
  views.py: `toast="Pinned.", ` → ``
  told: notes (notes/views.py:26): /notes/note/{note}/pin: undo “/note/{id}/unpin” is never offered; write a toast that
    it stands in
a command that no screen offers
  views.py: `pages.button("/note/{note}/pin", commands.Pin, ` → `dict(`
  told: notes (notes/commands.py:19): no screen offers Pin; give it a form or a button
a command that is left out
  __init__.py: `, commands.Unpin)` → `)`
  told: notes (notes/commands.py:30): Unpin is missing from the app's commands; add it
an icon of a place
  views.py: `icon="notebook"` → `icon="notebok"`
  told: notes (notes/views.py:8): there is no icon “notebok”; did you mean notebook, notebook-pen, notebook-dot?
""")
IN_FILES = read(r"""
a colour that nothing gives
  static/app.css: `var(--ink)` → `var(--inc)`
  told: notes (static/app.css:2): there is no --inc; did you mean ink?
an import of another app
  commands.py: `from lifeworld.store import` → `from lifeworld.apps.todo.models import Task\nfrom lifeworld.store
    import`
  told: notes (notes/commands.py:4): imports the app todo; apps meet in the life behind them, not in each other
a clock
  views.py: `notes=request.store.all(Note))` → `notes=request.store.all(Note), now=time.time())`
  told: notes (notes/views.py:13): time.time() differs from run to run; take store.now, or what the life holds
a reason that is needed and not declared
  commands.py: `pinned, "pinned"` → `pinned, "pnined"`
  told: notes (notes/commands.py:26): Pin refuses for “pnined”, which it does not declare; did you mean pinned?
a reason that is not declared
  commands.py: `refuse("taken"` → `refuse("tkaen"`
  told: notes (notes/commands.py:15): Write refuses for “tkaen”, which it does not declare; did you mean taken?
a field that is not there
  commands.py: `"taken", "title"` → `"taken", "titel"`
  told: notes (notes/commands.py:15): Write refuses beside the field “titel”, which it has not; did you mean title?
a message that is left unfilled
  commands.py: `a note “{title}”` → `a note “{titel}”`
  told: notes (notes/commands.py:15): Write refuses for “taken” without titel, which the message shows; give titel=
a template that a view names
  views.py: `notes/write.html` → `notes/wriet.html`
  told: notes (notes/views.py:23): there is no template notes/wriet.html; did you mean notes/write.html,
    notes/start.html, write.html?
a template that a template names
  templates/notes/write.html: `page.html` → `pgae.html`
  told: notes (notes/write.html:1): there is no template pgae.html; did you mean page.html, plain/brief.html,
    write.html?
a template that can't be read
  templates/notes/write.html: `{% endcall %}` → ``
  told: notes (notes/write.html:2): Encountered unknown tag 'endblock'. You probably made a nesting mistake. Jinja is
    expecting this tag, but currently looking for 'endcall'. The innermost block that needs to be closed is 'call'.
an icon
  templates/notes/start.html: `kit.icon("pin")` → `kit.icon("pni")`
  told: notes (notes/start.html:4): there is no icon “pni”; did you mean pi, pin, phi?
an icon in a filter
  templates/notes/start.html: `"pin-off"` → `"pin-of"`
  told: notes (notes/start.html:4): there is no icon “pin-of”; did you mean pin-off, pen-off, piano?
an icon in a menu
  templates/notes/start.html: `"icon": "pencil"` → `"icon": "pencli"`
  told: notes (notes/start.html:5): there is no icon “pencli”; did you mean pencil, pen-line, pencil-line?
an icon of a macro
  templates/notes/start.html: `kit.empty("inbox"` → `kit.empty("inbxo"`
  told: notes (notes/start.html:3): there is no icon “inbxo”; did you mean inbox, rainbow, info?
""")


def test_a_sound_app_breaks_no_law_of_its_files(written: Written) -> None:
    written("", "", "")
    assert "Jotter" in command("apps")
    assert not list(LAWS["files"](import_module("lifeworld.apps.notes").APP))


@pytest.mark.parametrize("mistake", AT_ONCE)
def test_a_mistake_is_told_at_once(mistake: str, written: Written) -> None:
    one = AT_ONCE[mistake]
    written(one.file, one.old, one.new)
    assert told("apps") == (2, f"Error: {one.told['told']}\n")


@pytest.mark.parametrize("mistake", IN_FILES)
def test_a_mistake_is_told_by_the_law_of_files(mistake: str, written: Written) -> None:
    one = IN_FILES[mistake]
    written(one.file, one.old, one.new)
    assert list(LAWS["files"](import_module("lifeworld.apps.notes").APP)) == [one.told["told"]]


def test_a_picture_that_is_not_there_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError, match="there is no icon “pni”; did you mean pi, pin, phi"):
        icon_svg("pni")
    with pytest.raises(FileNotFoundError, match=r"no static file todo/icno.svg; did you mean icon.svg\?"):
        assets.address("todo/icno.svg", apps.installed())
