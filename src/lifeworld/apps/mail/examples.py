"""Examples of Post's commands and refusals that do not follow from their declarations."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

from lifeworld.apps.mail import commands as c
from lifeworld.apps.mail.models import ME, Attachment, Draft, Label, Message, Recipient, Thread, Unsent
from lifeworld.life.models import Person
from lifeworld.store import Command, Store, tell
from lifeworld.web import Example, done, refused


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    label, binned = store.one(Label, order="name"), store.first(Thread, "binned = 1") or _binned(store)
    held = store.one(Thread, "id IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?)", label.id)
    free = store.one(Thread, "id NOT IN (SELECT thread_id FROM mail_thread_label WHERE label_id = ?)", label.id)
    yield done(c.ApplyLabel(free, label))
    yield refused("has", c.ApplyLabel(held, label))
    yield done(c.RemoveLabel(held, label))
    yield refused("has_not", c.RemoveLabel(free, label))
    inbox = store.one(Thread, "archived = 0 AND binned = 0 AND spam = 0")
    yield done(c.NoteConversation(inbox, "Answer this", "Inbox", store.now.date()))
    yield refused("unknown", c.NoteConversation(inbox, "Answer this", "No such list"))
    yield done(c.Archive(inbox))
    yield refused("already", c.MoveToInbox(inbox))
    yield refused("already", c.Delete(binned))
    yield done(c.Restore(binned))
    yield done(c.DeleteForever(binned))
    yield done(c.Bulk((free, held), "archive"))
    yield done(c.Bulk((free, held), "spam"))
    yield done(c.BulkLabel((free, held), label))
    yield done(c.AddLabel("Allotment", "green"))
    yield refused("reserved", c.AddLabel("Inbox"))
    yield done(c.RenameLabel(label, "Allotment", "teal"))
    yield refused("reserved", c.RenameLabel(label, "Inbox"))
    yield from _of_writing(store)
    yield from _of_vacations(store)
    yield from _of_later(store, inbox, binned)


def _binned(store: Store) -> Thread:
    """Put something into the bin of a person whose bin is empty."""
    with store.writing():
        return store.change(store.one(Thread, "archived = 1 AND spam = 0"), binned=True)


def _of_writing(store: Store) -> Iterator[Example]:
    person, draft = store.one(Person, "id <> ?", ME), store.one(Draft)
    theirs = store.one(Message, "person_id IS NOT NULL AND person_id <> ?", ME)
    yield done(c.Send(person.name, "someone@elsewhere.example", "", "Hello", "How are you?"))
    yield done(c.Forward(theirs, person.email, "For you"))
    yield done(c.SendEdited(draft, draft.to, body="Better"))
    for make in (c.Send, partial(c.Forward, theirs), partial(c.SendEdited, draft)):
        yield refused("nobody", make(body="Better"))
        yield from _unknown(store, partial(make, body="Better"))
    for make in (c.Send, partial(c.SendEdited, draft)):
        yield refused("empty", make(person.name))
    for answer in (c.Reply, c.ReplyAll):
        yield done(answer(theirs, "Thank you!"))
        yield from _unknown(store, partial(answer, theirs, "Thanks"))
    yield done(c.SaveDraft("Someone", subject="Later"))
    yield refused("empty", c.SaveDraft())
    yield done(c.SaveAnswer(theirs, "reply", body="Let me think"))
    yield refused("empty", c.SaveAnswer(theirs, "forward"))
    yield done(c.EditDraft(draft, draft.to, subject="Now", body="Better"))
    yield refused("empty", c.EditDraft(draft))
    yield from _of_files(store, theirs, draft)


def _of_files(store: Store, theirs: Message, draft: Draft) -> Iterator[Example]:
    files = tuple(store.all(Attachment, limit=c.MOST_FILES + 1))
    to = "someone@elsewhere.example"
    sent: tuple[Callable[..., Command], ...] = (
        partial(c.Send, to, body="Here they are"),
        partial(c.Reply, theirs, "Here they are"),
        partial(c.ReplyAll, theirs, "Here they are"),
        partial(c.Forward, theirs, to),
        partial(c.SendEdited, draft, to, body="Here they are"),
        partial(c.SaveDraft, to),
        partial(c.SaveAnswer, theirs, "reply"),
        partial(c.EditDraft, draft, to),
    )
    for make in sent:
        yield done(make(files=files[:2]))
        yield refused("many", make(files=files))


def _unknown(store: Store, make: Callable[[str], Command]) -> Iterator[Example]:
    letter = store.value("SELECT substr(name, 1, 1) FROM life_person GROUP BY 1 HAVING count(*) > 1 LIMIT 1")
    yield refused("unknown", make("Nobody At All Of That Name"))
    yield refused("unclear", make(letter))


def _of_vacations(store: Store) -> Iterator[Example]:
    day = store.now.date()
    yield done(c.SaveSettings(quoting=False, notify="people"))
    yield done(c.SaveSignature("Best\nMe"))
    yield done(c.SaveVacation(True, day, day + timedelta(days=7), "Away", "I am back next week."))
    yield refused("empty", c.SaveVacation(True, day))
    yield refused("no_first", c.SaveVacation(True, body="I am away."))
    yield refused("order", c.SaveVacation(True, day, day - timedelta(days=1), "Away", "I am away."))


def _of_later(store: Store, inbox: Thread, binned: Thread) -> Iterator[Example]:
    soon, person = store.now + timedelta(days=1), store.one(Person, "id <> ?", ME)
    yield done(c.Snooze(inbox, soon))
    yield refused("past", c.Snooze(inbox, store.now))
    yield refused("not_there", c.Snooze(binned, soon))
    yield refused("nothing", c.UndoSend())
    with store.writing():
        draft = store.add(Draft, to=person.name, subject="Later")
        waiting = store.add(Draft, to=person.name, subject="Tomorrow", send_at=soon)
    yield done(c.SendLater(draft, soon))
    yield refused("past", c.SendLater(draft, store.now))
    yield done(c.CancelSending(waiting))
    yield refused("already", c.CancelSending(draft))
    with store.writing():
        thread = store.add(Thread, subject="Hello", key="own/sent", archived=True)
        sent = store.add(Message, thread_id=thread.id, person_id=ME, body="How are you?", sent_at=store.now)
        store.add(Recipient, message_id=sent.id, person_id=person.id)
        tell(store, "mail", "send", person.email, thread.subject, sent.body)
        last = store.add(Unsent, kind="new", subject="Hello", key=thread.key, sent_at=store.now, outbox=0, due=0)
    yield done(c.UndoSend())
    with store.writing():
        store.change(sent, sent_at=store.now - timedelta(hours=1))
        store.change(last, sent_at=store.now - timedelta(hours=1))
    yield refused("late", c.UndoSend())
