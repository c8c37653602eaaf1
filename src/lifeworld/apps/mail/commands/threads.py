"""What one does with conversations: note, file, star, bin, mark."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from typing import Literal

from lifeworld.apps.mail.models import Label, Thread, ThreadLabel
from lifeworld.core.errors import Refused
from lifeworld.life.events import Noted
from lifeworld.life.questions import ToDoLists
from lifeworld.store import Add, Command, Edit, Remove, Store, ask, line, tell

Verb = Literal["archive", "inbox", "bin", "restore", "read", "unread", "star", "unstar", "spam", "not_spam", "erase"]
SELECT = "Select at least one conversation."
PAST = "Choose a time that is still to come."
NOT_BINNED = "This conversation is not in the bin."
LONGEST_TO_DO = 200  # characters of what is to be done


class NoteConversation(Command, seen_by="nobody"):
    """Put a conversation onto a list of Ticked's, with a note of who wrote."""

    thread: Thread
    title: str = line("Title", empty="Enter a task.", longest=LONGEST_TO_DO)
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


class Star(Edit, sets={"starred": True}, seen_by="nobody"):
    """Star a conversation."""

    thread: Thread


class Unstar(Edit, sets={"starred": False}, seen_by="nobody"):
    """Take a conversation's star away."""

    thread: Thread


class Archive(Edit, sets={"archived": True}, seen_by="nobody"):
    """Take a conversation out of the inbox and keep it."""

    thread: Thread
    refusals = {"not_there": "Only a conversation in the inbox can be archived."}

    def check(self, store: Store) -> None:
        self.need(self.thread.place == "inbox", "not_there")


class Snooze(Edit, sets={"unread": True}, seen_by="nobody"):
    """Take a conversation out of the inbox until a time, at which it comes back as a new one."""

    thread: Thread
    snoozed_until: datetime = ask("Until")
    refusals = {"not_there": "Only a conversation in the inbox can be snoozed.", "past": PAST}

    def check(self, store: Store) -> None:
        self.need(self.thread.place in ("inbox", "snoozed"), "not_there")
        self.need(self.snoozed_until > store.now, "past", "snoozed_until")


class MoveToInbox(
    Edit, sets={"archived": False, "binned": False, "spam": False, "snoozed_until": None}, seen_by="nobody"
):
    """Put a conversation into the inbox, wherever it lies."""

    thread: Thread
    refusals = {"already": "This conversation is in the inbox already."}

    def check(self, store: Store) -> None:
        self.need(self.thread.place != "inbox", "already")


class Delete(Edit, sets={"binned": True}, seen_by="nobody"):
    """Move a conversation to the bin."""

    thread: Thread
    refusals = {"already": "This conversation is in the bin already."}


class Restore(Edit, sets={"binned": False}, seen_by="nobody"):
    """Take a conversation out of the bin, back to where it was."""

    thread: Thread
    refusals = {"already": NOT_BINNED}


class DeleteForever(Remove, seen_by="nobody"):
    """Delete a conversation in the bin for good."""

    thread: Thread
    refusals = {"not_binned": NOT_BINNED}

    def check(self, store: Store) -> None:
        self.need(self.thread.binned, "not_binned")


class EmptyBin(Command, seen_by="nobody"):
    """Delete everything in the bin for good."""

    def run(self, store: Store) -> None:
        for thread in store.all(Thread, "binned = 1"):
            store.remove(thread)


class MarkRead(Edit, sets={"unread": False}, seen_by="nobody"):
    """Mark a conversation as read."""

    thread: Thread


class MarkUnread(Edit, sets={"unread": True}, seen_by="nobody"):
    """Mark a conversation as unread."""

    thread: Thread


class MarkSpam(Edit, sets={"spam": True}, seen_by="the mail service"):
    """Report a conversation as spam, out of sight."""

    thread: Thread
    refusals = {"already": "This conversation is in spam already."}

    def run(self, store: Store) -> Thread:
        thread: Thread = super().run(store)
        tell(store, "mail", "report spam", "the mail service", thread.subject)
        return thread


class NotSpam(Edit, sets={"spam": False}, seen_by="nobody"):
    """Say that a conversation is no spam; it goes back to where it was, as a rule the inbox."""

    thread: Thread
    refusals = {"already": "This conversation is not in spam."}


class ApplyLabel(Add, of=ThreadLabel, seen_by="nobody"):
    """File a conversation under a label."""

    thread: Thread
    label: Label
    refusals = {"has": "It has the label {label.name} already."}

    def check(self, store: Store) -> None:
        self.need(self.label not in self.thread.labels, "has", "label")


class RemoveLabel(Command, seen_by="nobody"):
    """Take a label off a conversation."""

    thread: Thread
    label: Label
    refusals = {"has_not": "It does not have the label {label.name}."}

    def run(self, store: Store) -> Thread:
        self.need(self.label in self.thread.labels, "has_not", "label")
        store.remove(store.one(ThreadLabel, "thread_id = ? AND label_id = ?", self.thread.id, self.label.id))
        return self.thread


class Bulk(Command, seen_by="the mail service, of spam"):
    """Do one thing to all selected conversations; those it has been done to stay as they are."""

    threads: tuple[Thread, ...] = ask("Conversations", empty=SELECT)
    do: Verb

    def run(self, store: Store) -> None:
        for thread in self.threads:
            with suppress(Refused):
                _VERBS[self.do](thread).run(store)


class BulkLabel(Command, seen_by="nobody"):
    """File all selected conversations under a label."""

    threads: tuple[Thread, ...] = ask("Conversations", empty=SELECT)
    label: Label

    def run(self, store: Store) -> Label:
        for thread in self.threads:
            with suppress(Refused):
                ApplyLabel(thread, self.label).run(store)
        return self.label


_VERBS: dict[str, Callable[[Thread], Command]] = {
    "archive": Archive,
    "inbox": MoveToInbox,
    "bin": Delete,
    "restore": Restore,
    "read": MarkRead,
    "unread": MarkUnread,
    "star": Star,
    "unstar": Unstar,
    "spam": MarkSpam,
    "not_spam": NotSpam,
    "erase": DeleteForever,
}
