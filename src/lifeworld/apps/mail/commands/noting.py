"""A conversation that leaves something to do."""

from datetime import date

from lifeworld.apps.mail.models import Thread
from lifeworld.life.events import Noted
from lifeworld.life.questions import ToDoLists
from lifeworld.store import Command, Store, ask, line

LONGEST_TO_DO = 200  # characters of what is to be done


class NoteConversation(Command, seen_by="nobody"):
    """Put a conversation onto a list of Ticked's, with a note of who wrote."""

    thread: Thread
    title: str = line("Title", empty="Write what there is to do.", longest=LONGEST_TO_DO)
    list: str = line("List", empty="Choose a list.")
    due: date | None = ask("Due date", default=None)
    refusals = {"unknown": "Ticked has no list “{list}”."}

    def run(self, store: Store) -> Thread:
        self.need(self.list in (store.question(ToDoLists()) or ()), "unknown", "list")
        note = f"From {writer(self.thread)}"
        store.emit(Noted(at=store.now, title=self.title, list=self.list, due=self.due, note=note))
        return self.thread


def writer(thread: Thread) -> str:
    """Return who wrote last of the others; of one's own letters oneself."""
    letters = thread.messages
    return next((one for one in reversed(letters) if not one.mine), letters[-1]).sender_name
