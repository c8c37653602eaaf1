"""Each of Post's commands done once, and each refusal met once."""

from collections.abc import Callable, Iterator
from datetime import timedelta

from lifeworld.apps.mail import commands as c
from lifeworld.apps.mail.models import ME, Draft, Label, Message, Thread
from lifeworld.apps.mail.people import Unclear, addressees
from lifeworld.life.models import Person
from lifeworld.store import Command, Store
from lifeworld.web import Example, done, refused

_INBOX = "archived = 0 AND binned = 0 AND spam = 0"


def examples(store: Store) -> Iterator[Example]:
    """Yield an example for every command and every refusal, on a lived-in world."""
    inbox, spam = store.one(Thread, _INBOX), store.one(Thread, "spam = 1")
    binned, archived = store.one(Thread, "binned = 1"), store.one(Thread, "archived = 1 AND binned = 0 AND spam = 0")
    yield done(c.Star(store.one(Thread, f"{_INBOX} AND starred = 0")))
    yield done(c.Unstar(store.one(Thread, "starred = 1")))
    yield done(c.MarkRead(store.one(Thread, "unread = 1")))
    yield done(c.MarkUnread(inbox))
    yield done(c.Archive(inbox))
    yield refused("not_there", c.Archive(archived))
    yield done(c.MoveToInbox(archived))
    yield refused("there", c.MoveToInbox(inbox))
    yield done(c.Delete(inbox))
    yield refused("binned", c.Delete(binned))
    yield done(c.Restore(binned))
    yield refused("not_binned", c.Restore(inbox))
    yield done(c.DeleteForever(binned))
    yield refused("not_binned", c.DeleteForever(inbox))
    yield done(c.EmptyBin())
    yield done(c.MarkSpam(inbox))
    yield refused("spam", c.MarkSpam(spam))
    yield done(c.NotSpam(spam))
    yield refused("not_spam", c.NotSpam(inbox))
    yield from _of_labels(store, inbox)
    yield from _of_writing(store)
    yield from _of_drafts(store)
    yield from _of_settings(store)


def _of_labels(store: Store, thread: Thread) -> Iterator[Example]:
    label, other = store.all(Label, order="name")[:2]
    held = store.one(Thread, "id IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?)", label.id)
    free = store.one(Thread, "id NOT IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?)", label.id)
    yield done(c.ApplyLabel(free, label))
    yield refused("has", c.ApplyLabel(held, label))
    yield done(c.RemoveLabel(held, label))
    yield refused("has_not", c.RemoveLabel(free, label))
    yield done(c.Bulk((thread, held), "archive"))
    yield done(c.Bulk((thread, held), "spam"))
    yield refused("none", c.Bulk((), "archive"))
    yield done(c.BulkLabel((thread, held), label))
    yield refused("none", c.BulkLabel((), label))
    yield done(c.AddLabel("Allotment", "green"))
    yield from _names(lambda name: c.AddLabel(name), other)
    yield done(c.RenameLabel(label, "Allotment", "teal"))
    yield from _names(lambda name: c.RenameLabel(label, name), other)
    yield done(c.DeleteLabel(label))


def _names(make: Callable[[str], Command], other: Label) -> Iterator[Example]:
    yield refused("empty", make(" "))
    yield refused("long", make("x" * 41))
    yield refused("taken", make(other.name.upper()))
    yield refused("reserved", make("Inbox"))


def _of_writing(store: Store) -> Iterator[Example]:
    person = store.one(Person, "id <> ?", ME)
    theirs = store.one(Message, "person_id IS NOT NULL AND person_id <> ?", ME)
    yield done(c.Send(person.name, "someone@elsewhere.example", "", "Hello", "How are you?"))
    yield refused("empty", c.Send(person.name))
    yield from _fields(store, lambda who: c.Send(who, subject="Hello"))
    yield refused("nobody", c.Send(subject="Hello"))
    for answer in (c.Reply, c.ReplyAll):
        yield done(answer(theirs, "Thank you!"))
        yield refused("empty", answer(theirs))
        yield from _fields(store, lambda who, answer=answer: answer(theirs, "Thanks", who))  # type: ignore[misc]
    yield done(c.Forward(theirs, person.email, "For you"))
    yield from _fields(store, lambda who: c.Forward(theirs, who))
    yield refused("nobody", c.Forward(theirs))


def _fields(store: Store, make: Callable[[str], Command]) -> Iterator[Example]:
    letter = store.value("SELECT substr(name, 1, 1) FROM life_person GROUP BY 1 HAVING count(*) > 1 LIMIT 1")
    yield refused("unknown", make("Nobody At All Of That Name"))
    yield refused("unclear", make(letter))


def _of_drafts(store: Store) -> Iterator[Example]:
    draft, message = store.one(Draft), store.one(Message)
    yield done(c.SaveDraft("Someone", subject="Later"))
    yield refused("empty", c.SaveDraft())
    yield done(c.SaveAnswer(message, "reply", body="Let me think"))
    yield refused("empty", c.SaveAnswer(message, "forward"))
    yield done(c.EditDraft(draft, draft.to, subject="Now", body="Better"))
    yield refused("empty", c.EditDraft(draft))
    yield done(c.SendDraft(draft))
    yield refused("nobody", c.SendDraft(store.one(Draft, "\"to\" = ''")))
    yield refused("empty", c.SendDraft(store.one(Draft, "subject = '' AND body = ''")))
    for code in ("unknown", "unclear"):
        yield refused(code, c.SendDraft(_addressed(store, code)))
    yield done(c.SendEdited(draft, draft.to, body="Better"))
    yield refused("nobody", c.SendEdited(draft, body="Better"))
    yield refused("empty", c.SendEdited(draft, draft.to))
    yield from _fields(store, lambda who: c.SendEdited(draft, who, body="Better"))
    yield done(c.DiscardDraft(draft))


def _addressed(store: Store, code: str) -> Draft:
    """Return a draft whose recipient can't be told."""
    for draft in store.all(Draft, "\"to\" <> ''"):
        try:
            addressees(store, draft.to)
        except Unclear as unclear:
            if bool(unclear.matches) == (code == "unclear"):
                return draft
    raise KeyError(code)


def _of_settings(store: Store) -> Iterator[Example]:
    day = store.now.date()
    yield done(c.SaveSettings(quoting=False, notify="people"))
    yield done(c.SaveSignature("Best\nMe"))
    yield refused("long", c.SaveSignature("x" * 301))
    yield done(c.SaveVacation(True, day, day + timedelta(days=7), "Away", "I am back next week."))
    yield refused("empty", c.SaveVacation(True, day))
    yield refused("no_first", c.SaveVacation(True, body="I am away."))
    yield refused("order", c.SaveVacation(True, day, day - timedelta(days=1), "Away", "I am away."))
