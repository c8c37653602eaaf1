"""Jotter's screens."""

from typing import Any

from lifeworld.apps.notes import commands as c
from lifeworld.apps.notes.models import Note, Notebook

from lifeworld.web import Page, Pages, Place, Request

ORDER = "pinned DESC, written_at DESC, id DESC"


def frame(request: Request) -> dict[str, Any]:
    """Return Jotter's places."""
    places = [
        Place("Notes", "/notes/", "notebook-pen", section="notes"),
        Place("Notebooks", "/notes/notebooks", "library", section="notebooks"),
        Place("Search", "/notes/search", "search"),
    ]
    return {"nav": places, "section": "notebooks" if request.path.startswith("/notes/notebook") else "notes"}


pages = Pages("notes", frame)


@pages.page("/")
def start(request: Request) -> Page:
    return request.page("list.html", title="Notes", notes=request.part(Note, order=ORDER), notebook=None)


@pages.page("/notebooks")
def notebooks(request: Request) -> Page:
    return request.page("notebooks.html", title="Notebooks", notebooks=request.part(Notebook, order="name"))


@pages.page("/notebook/{notebook}")
def show_notebook(request: Request, notebook: int) -> Page:
    found = request.row(Notebook, notebook)
    notes = request.part(Note, "notebook_id = ?", notebook, order=ORDER)
    return request.page("list.html", title=found.name, notes=notes, notebook=found)


@pages.page("/search")
def search(request: Request) -> Page:
    found = request.found(Note, "title", "body", order=ORDER)
    return request.page("search.html", title="Search", q=request.search(), notes=found)


@pages.page("/note/{note}")
def show_note(request: Request, note: int) -> Page:
    return request.page("note.html", title="Note", note=request.row(Note, note))


pages.plain_form("/write", c.WriteNote, "New note", back="/", then="/notes/note/{id}", toast="“{title}” written.")
pages.plain_form("/note/{note}/edit", c.EditNote, "Edit note", toast="Saved.")
pages.plain_form("/note/{note}/move", c.MoveNote, "Move note", about="{note.title}", submit="Move", toast="Moved.")
pages.confirm("/note/{note}/delete", c.DeleteNote, "Delete note?", text="“{note.title}” goes for good.", then="/notes/")
pages.button("/note/{note}/pin", c.PinNote, toast="Pinned.", undo="/note/{id}/unpin")
pages.button("/note/{note}/unpin", c.UnpinNote, toast="Unpinned.", undo="/note/{id}/pin")
pages.plain_form("/notebooks/add", c.AddNotebook, "New notebook", submit="Start", then="/notes/notebook/{id}")
pages.plain_form("/notebook/{notebook}/edit", c.RenameNotebook, "Rename notebook", toast="Saved.")
pages.confirm(
    "/notebook/{notebook}/delete",
    c.DeleteNotebook,
    "Delete notebook?",
    text="“{notebook.name}” goes for good, with its notes.",
    then="/notes/notebooks",
)
