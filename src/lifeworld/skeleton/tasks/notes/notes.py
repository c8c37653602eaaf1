"""Notes written, changed, moved, pinned and deleted; notebooks kept."""

from lifeworld.apps.notes import commands as notes
from lifeworld.apps.notes.models import Note, Notebook

from lifeworld.store import Store
from lifeworld.taskkit import Task, button, field, link, numbers, option, phrase, pick

MORE = [button("More")]


def open_note(user, note):
    user.open("Jotter")
    user.click(link("Search"))
    user.fill(field("Search notes"), note.title)
    user.click(button("Search"))
    user.click(link(note.title))


def open_notebook(user, notebook):
    user.open("Jotter")
    user.click(link("Notebooks"))
    user.click(link(notebook.name))


class Write(Task):
    """A note is written."""

    goals = ["Add “{title}” to {notebook.name}.", "Write “{title}” in {notebook.name}.", "{notebook.name}: “{title}”."]
    notebook: Notebook = pick(Notebook)
    title: str = phrase("Paint for the hall", "Names for the boat", "Songs to learn", "Questions for the vet")

    def effects(self):
        yield notes.WriteNote(self.title, self.notebook)

    def solution(self, user):
        open_notebook(user, self.notebook)
        user.click(link("New note"))
        user.fill(field("Title"), self.title)
        user.click(button("Save"))


class Reword(Task):
    """A note gets another title."""

    goals = ["Retitle “{note.title}” “{title}”.", "“{note.title}” is “{title}” now.", "Call “{note.title}” “{title}”."]
    note: Note = pick(Note)
    title: str = phrase("Settled", "To be talked over", "For another year")

    def effects(self):
        yield notes.EditNote(self.note, self.title)

    def solution(self, user):
        open_note(user, self.note)
        user.click(link("Edit"), via=MORE)
        user.fill(field("Title"), self.title)
        user.click(button("Save"))


class Move(Task):
    """A note changes notebooks."""

    goals = [
        "Move my note “{note.title}” to {target.name}.",
        "“{note.title}” belongs into {target.name}.",
        "Put the note “{note.title}” into {target.name}.",
    ]
    note: Note = pick(Note)
    target: Notebook = pick(Notebook, lambda target, note: target.id != note.notebook_id)

    def effects(self):
        yield notes.MoveNote(self.note, self.target)

    def solution(self, user):
        open_note(user, self.note)
        user.click(link("Move"), via=MORE)
        user.click(option(self.target.name))
        user.click(button("Move"))


class Pin(Task):
    """A note is pinned."""

    goals = ["Pin my note “{note.title}”.", "Keep my note “{note.title}” on top.", "Please pin “{note.title}”."]
    note: Note = pick(Note, lambda note: not note.pinned)

    def effects(self):
        yield notes.PinNote(self.note)

    def solution(self, user):
        open_note(user, self.note)
        user.click(button("Pin"))


class Unpin(Task):
    """A note is unpinned."""

    goals = ["Unpin my note “{note.title}”.", "Don't keep “{note.title}” on top.", "Take the pin off “{note.title}”."]
    note: Note = pick(Note, lambda note: note.pinned)

    def effects(self):
        yield notes.UnpinNote(self.note)

    def solution(self, user):
        open_note(user, self.note)
        user.click(button("Unpin"))


class Delete(Task):
    """A note is deleted."""

    goals = ["Delete my note “{note.title}”.", "Throw out the note “{note.title}”.", "“{note.title}” can be deleted."]
    note: Note = pick(Note)

    def effects(self):
        yield notes.DeleteNote(self.note)

    def solution(self, user):
        open_note(user, self.note)
        user.click(link("Delete"), via=MORE)
        user.click(button("Delete"))


class Start(Task):
    """A notebook is started."""

    goals = ["Start a notebook “{name}”.", "Make me a notebook called “{name}”.", "I want a new notebook “{name}”."]
    name: str = phrase("Sailing", "Night thoughts", "The allotment", "Letters to write")

    def effects(self):
        yield notes.AddNotebook(self.name)

    def solution(self, user):
        user.open("Jotter")
        user.click(link("Notebooks"))
        user.click(link("New notebook"))
        user.fill(field("Name"), self.name)
        user.click(button("Start"))


class Rename(Task):
    """A notebook is renamed."""

    goals = [
        "Rename {notebook.name} to “{name}”.",
        "Call the notebook {notebook.name} “{name}”.",
        "The notebook {notebook.name} is called “{name}” now.",
    ]
    notebook: Notebook = pick(Notebook)
    name: str = phrase("Odds and ends", "This year", "Old plans")

    def effects(self):
        yield notes.RenameNotebook(self.notebook, self.name)

    def solution(self, user):
        open_notebook(user, self.notebook)
        user.click(link("Rename"), via=MORE)
        user.fill(field("Name"), self.name)
        user.click(button("Save"))


class Discard(Task):
    """A notebook goes, with its notes."""

    goals = ["Delete the notebook {notebook.name}.", "Remove {notebook.name}.", "Drop {notebook.name} and its notes."]
    notebook: Notebook = pick(Notebook)

    def effects(self):
        yield notes.DeleteNotebook(self.notebook)

    def solution(self, user):
        open_notebook(user, self.notebook)
        user.click(link("Delete"), via=MORE)
        user.click(button("Delete"))


class Again(Task):
    """A second notebook of a name can't be had."""

    goals = ["Make a second notebook {notebook.name}.", "Add another {notebook.name}.", "I want {notebook.name} twice."]
    notebook: Notebook = pick(Notebook)

    def impossible(self):
        yield notes.AddNotebook(self.notebook.name)

    def solution(self, user):
        user.open("Jotter")
        user.click(link("Notebooks"))
        user.give_up()


class HowMany(Task):
    """How many notes a notebook holds."""

    goals = ["How many are in {notebook.name}?", "Count notes in {notebook.name}.", "{notebook.name} holds how many?"]
    notebook: Notebook = pick(Notebook)

    def answer(self, store: Store) -> int:
        return store.count(Note, "notebook_id = ?", self.notebook.id)

    def solution(self, user):
        open_notebook(user, self.notebook)
        user.say(numbers(user.page.text)[0])
