"""Jotter's verbs."""

from lifeworld.apps.notes.models import Note, Notebook

from lifeworld.store import NOW, Add, Edit, Remove, Store, ask, line, text

TITLE = {"empty": "Give the note a title.", "longest": 120}
NAME = {"empty": "Give the notebook a name.", "longest": 60, "taken": "There is a notebook {name} already."}


class WriteNote(Add, of=Note, sets={"written_at": NOW}, seen_by="nobody"):
    """Write a note."""

    title: str = line("Title", **TITLE)
    notebook: Notebook = ask("Notebook", order="name")
    body: str = text("Text", default="")


class EditNote(Edit, seen_by="nobody"):
    """Change what a note says."""

    note: Note
    title: str = line("Title", **TITLE)
    body: str = text("Text", default="")


class MoveNote(Edit, seen_by="nobody"):
    """Put a note into another notebook."""

    note: Note
    notebook: Notebook = ask("Notebook", kind="radio", order="name")
    refusals = {"already": "It is in {note.notebook.name} already."}


class PinNote(Edit, sets={"pinned": True}, seen_by="nobody"):
    """Keep a note on top."""

    note: Note
    refusals = {"already": "“{note.title}” is pinned already."}


class UnpinNote(Edit, sets={"pinned": False}, seen_by="nobody"):
    """Let a note go back among the others."""

    note: Note
    refusals = {"already": "“{note.title}” is not pinned."}


class DeleteNote(Remove, seen_by="nobody"):
    """Delete a note for good."""

    note: Note


class AddNotebook(Add, of=Notebook, seen_by="nobody"):
    """Start a notebook."""

    name: str = line("Name", **NAME)


class RenameNotebook(Edit, seen_by="nobody"):
    """Give a notebook another name."""

    notebook: Notebook
    name: str = line("Name", **NAME)


class DeleteNotebook(Remove, seen_by="nobody"):
    """Delete a notebook with all its notes."""

    notebook: Notebook
    refusals = {"pinned": "It holds a note that is pinned. Unpin that first."}

    def check(self, store: Store) -> None:
        self.need(not store.count(Note, "notebook_id = ? AND pinned", self.notebook.id), "pinned")
