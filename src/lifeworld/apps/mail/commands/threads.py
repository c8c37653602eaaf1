"""What one does with conversations: file, star, bin, mark."""

from collections.abc import Callable
from typing import Literal

from lifeworld.apps.mail.models import Label, Thread, ThreadLabel
from lifeworld.store import Command, Store, tell

Verb = Literal["archive", "inbox", "bin", "restore", "read", "unread", "star", "unstar", "spam", "not_spam", "erase"]


class Star(Command, seen_by="nobody"):
    """Star a conversation."""

    thread: Thread

    def run(self, store: Store) -> Thread:
        return store.change(self.thread, starred=True)


class Unstar(Command, seen_by="nobody"):
    """Take a conversation's star away."""

    thread: Thread

    def run(self, store: Store) -> Thread:
        return store.change(self.thread, starred=False)


class Archive(Command, seen_by="nobody"):
    """Take a conversation out of the inbox and keep it."""

    thread: Thread
    refusals = {"not_there": "Only a conversation in the inbox can be archived."}

    def run(self, store: Store) -> Thread:
        if self.thread.place != "inbox":
            raise self.refuse("not_there")
        return store.change(self.thread, archived=True)


class MoveToInbox(Command, seen_by="nobody"):
    """Put a conversation into the inbox, wherever it lies."""

    thread: Thread
    refusals = {"there": "This conversation is in the inbox already."}

    def run(self, store: Store) -> Thread:
        if self.thread.place == "inbox":
            raise self.refuse("there")
        return store.change(self.thread, archived=False, binned=False, spam=False)


class Delete(Command, seen_by="nobody"):
    """Move a conversation to the bin."""

    thread: Thread
    refusals = {"binned": "This conversation is in the bin already."}

    def run(self, store: Store) -> Thread:
        if self.thread.binned:
            raise self.refuse("binned")
        return store.change(self.thread, binned=True)


class Restore(Command, seen_by="nobody"):
    """Take a conversation out of the bin, back to where it was."""

    thread: Thread
    refusals = {"not_binned": "This conversation is not in the bin."}

    def run(self, store: Store) -> Thread:
        if not self.thread.binned:
            raise self.refuse("not_binned")
        return store.change(self.thread, binned=False)


class DeleteForever(Command, seen_by="nobody"):
    """Delete a conversation in the bin for good."""

    thread: Thread
    refusals = {"not_binned": Restore.refusals["not_binned"]}

    def run(self, store: Store) -> Thread:
        if not self.thread.binned:
            raise self.refuse("not_binned")
        store.remove(self.thread)
        return self.thread


class EmptyBin(Command, seen_by="nobody"):
    """Delete everything in the bin for good."""

    def run(self, store: Store) -> None:
        for thread in store.all(Thread, "binned = 1"):
            store.remove(thread)


class MarkRead(Command, seen_by="nobody"):
    """Mark a conversation as read."""

    thread: Thread

    def run(self, store: Store) -> Thread:
        return store.change(self.thread, unread=False)


class MarkUnread(Command, seen_by="nobody"):
    """Mark a conversation as unread."""

    thread: Thread

    def run(self, store: Store) -> Thread:
        return store.change(self.thread, unread=True)


class MarkSpam(Command, seen_by="the mail service"):
    """Report a conversation as spam, out of sight."""

    thread: Thread
    refusals = {"spam": "This conversation is in spam already."}

    def run(self, store: Store) -> Thread:
        if self.thread.spam:
            raise self.refuse("spam")
        tell(store, "mail", "report spam", "the mail service", self.thread.subject)
        return store.change(self.thread, spam=True)


class NotSpam(Command, seen_by="nobody"):
    """Say that a conversation is no spam; it goes back to where it was, as a rule the inbox."""

    thread: Thread
    refusals = {"not_spam": "This conversation is not in spam."}

    def run(self, store: Store) -> Thread:
        if not self.thread.spam:
            raise self.refuse("not_spam")
        return store.change(self.thread, spam=False)


class ApplyLabel(Command, seen_by="nobody"):
    """File a conversation under a label."""

    thread: Thread
    label: Label
    refusals = {"has": "It has the label {label} already."}

    def run(self, store: Store) -> Thread:
        if _labelled(store, self.thread, self.label):
            raise self.refuse("has", "label", label=self.label.name)
        store.add(ThreadLabel, thread_id=self.thread.id, label_id=self.label.id)
        return self.thread


class RemoveLabel(Command, seen_by="nobody"):
    """Take a label off a conversation."""

    thread: Thread
    label: Label
    refusals = {"has_not": "It does not have the label {label}."}

    def run(self, store: Store) -> Thread:
        held = _labelled(store, self.thread, self.label)
        if held is None:
            raise self.refuse("has_not", "label", label=self.label.name)
        store.remove(held)
        return self.thread


class Bulk(Command, seen_by="the mail service, of spam"):
    """Do one thing to all selected conversations; those it has been done to stay as they are."""

    threads: tuple[Thread, ...]
    do: Verb
    refusals = {"none": "Select at least one conversation."}

    def run(self, store: Store) -> None:
        if not self.threads:
            raise self.refuse("none")
        make = _VERBS[self.do]
        for thread in self.threads:
            if not _is_done(self.do, thread):
                make(thread).run(store)


class BulkLabel(Command, seen_by="nobody"):
    """File all selected conversations under a label."""

    threads: tuple[Thread, ...]
    label: Label
    refusals = Bulk.refusals

    def run(self, store: Store) -> Label:
        if not self.threads:
            raise self.refuse("none")
        for thread in self.threads:
            if not _labelled(store, thread, self.label):
                store.add(ThreadLabel, thread_id=thread.id, label_id=self.label.id)
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


def _is_done(verb: Verb, thread: Thread) -> bool:
    done = {
        "archive": thread.place != "inbox",
        "inbox": thread.place == "inbox",
        "bin": thread.binned,
        "restore": not thread.binned,
        "spam": thread.spam,
        "not_spam": not thread.spam,
        "erase": not thread.binned,
    }
    return done.get(verb, False)


def _labelled(store: Store, thread: Thread, label: Label) -> ThreadLabel | None:
    return store.first(ThreadLabel, "thread_id = ? AND label_id = ?", thread.id, label.id)


THREAD_COMMANDS: tuple[type[Command], ...] = (
    Star,
    Unstar,
    Archive,
    MoveToInbox,
    Delete,
    Restore,
    DeleteForever,
    EmptyBin,
    MarkRead,
    MarkUnread,
    MarkSpam,
    NotSpam,
    ApplyLabel,
    RemoveLabel,
    Bulk,
    BulkLabel,
)
