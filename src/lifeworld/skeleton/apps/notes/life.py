"""How a life shows in Jotter: what one wrote down, a notebook for each list."""

from lifeworld.apps.notes.models import Note, Notebook

from lifeworld.life import Life
from lifeworld.life.events import Noted
from lifeworld.store import Store


def seed(store: Store, life: Life) -> None:
    """Write a note for every third thing that the person noted."""
    noted = [event for event in life.events if isinstance(event, Noted)][::3]
    books = {name: store.add(Notebook, name=name) for name in sorted({event.list for event in noted})}
    for number, event in enumerate(noted):
        pinned = number % 9 == 0
        store.add(
            Note,
            notebook_id=books[event.list].id,
            title=event.title,
            body=event.note,
            pinned=pinned,
            written_at=event.at,
        )
