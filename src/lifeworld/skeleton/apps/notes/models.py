"""Jotter's rows: notebooks and their notes."""

from datetime import datetime

from lifeworld.store import Row, ref, stamp


class Notebook(Row, table="notes_notebook"):
    """A notebook."""

    name: str


class Note(Row, table="notes_note"):
    """Something to keep in mind."""

    notebook_id: int = ref(Notebook, cascade=True)
    title: str
    body: str = ""
    pinned: bool = False
    written_at: datetime | None = stamp()

    @property
    def notebook(self) -> Notebook:
        return self.follow(Notebook, self.notebook_id)
