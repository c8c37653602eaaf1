"""Post: what waits for its time, and what is taken back."""

from datetime import timedelta

import pytest

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail import views
from lifeworld.apps.mail.models import Attachment, Draft, Message, Thread, Unsent
from lifeworld.core.errors import Refused
from lifeworld.life import events
from lifeworld.life.models import Person
from lifeworld.proof.crawl import get
from lifeworld.store import Sent

HOUR = timedelta(hours=1)


def somebody(world):
    return world.store.one(Person, "relation = 'friend'")


def in_inbox(world, where="1"):
    return world.store.one(Thread, f"archived = 0 AND binned = 0 AND spam = 0 AND {where}")


def scheduled(world, subject="Later", **more):
    world.do(mail.SaveDraft(somebody(world).name, subject=subject, body="Can you come?", **more))
    draft = world.store.one(Draft, "subject = ?", subject)
    return world.do(mail.SendLater(draft, world.store.now + HOUR))


def first_listed(world, address="/mail/"):
    return get(world, address).body.decode().split('entry-subject" href="')[1].split("?")[0]


def test_what_is_snoozed_is_out_of_the_inbox_until_its_time_and_comes_back_as_new(world):
    unread, thread = views.badge(world.store), in_inbox(world, "unread = 0")
    world.do(mail.Snooze(thread, world.store.now + HOUR))
    assert world.store.get(Thread, thread.id).place == "snoozed" and views.badge(world.store) == unread
    assert f"/mail/thread/{thread.id}?" in get(world, "/mail/snoozed").body.decode()
    get(world, f"/mail/thread/{thread.id}")  # looking at it while it sleeps does not wake it
    world.advance(3600)
    assert world.store.get(Thread, thread.id).place == "inbox" and views.badge(world.store) == unread + 1
    assert first_listed(world) == f"/mail/thread/{thread.id}"
    assert views.notices(world.store)[0].href == f"/mail/thread/{thread.id}"
    assert "back since" in get(world, "/mail/").body.decode()
    assert not [change for change in world.changes().rows if change.id != thread.id]


def test_a_new_letter_wakes_its_conversation(world):
    person = somebody(world)
    letter = {"at": world.store.now, "thread": "test", "person_id": person.id, "subject": "Ladder", "body": "Well?"}
    world.happen(events.Mailed(**letter))
    thread = world.store.one(Thread, "key = 'test'")
    world.do(mail.Snooze(thread, world.store.now + HOUR))
    world.happen(events.Mailed(**letter))
    assert world.store.get(Thread, thread.id).place == "inbox"


def test_what_has_come_back_is_in_the_inbox_already(world):
    thread = in_inbox(world)
    world.do(mail.Snooze(thread, world.store.now + HOUR))
    assert world.do(mail.MoveToInbox(thread)).snoozed_until is None
    world.do(mail.Snooze(thread, world.store.now + HOUR))
    world.advance(3600)
    with pytest.raises(Refused, match="already"):
        world.do(mail.MoveToInbox(thread))


def test_a_scheduled_letter_goes_out_at_its_time_as_it_says_then(world):
    draft = scheduled(world)
    world.do(mail.EditDraft(draft, somebody(world).name, subject="Later", body="Come!"))
    world.advance(3599)
    assert not world.store.count(Sent)
    world.advance(1)
    assert world.store.one(Sent).parts[:2] == ("Later", "Come!") and not world.store.count(Draft, "id = ?", draft.id)
    assert {change.table for change in world.changes().rows} >= {"mail_message", "outbox"}  # the owner's deed
    assert ("outbox", world.store.one(Sent).id) in world.done[1][1]  # which came of the scheduling


def test_a_scheduled_letter_that_was_moved_or_held_back_does_not_go_at_the_old_time(world):
    moved, held = scheduled(world), scheduled(world, "Never")
    world.do(mail.SendLater(moved, world.store.now + 2 * HOUR))
    world.do(mail.CancelSending(held))
    world.advance(3600)
    assert not world.store.count(Sent)
    world.advance(3600)
    assert [sent.parts[0] for sent in world.store.all(Sent)] == ["Later"]


def test_a_scheduled_letter_that_nobody_could_get_any_more_stays_a_draft(world):
    draft = scheduled(world)
    world.do(mail.EditDraft(draft, "no one at all", subject="Later"))
    world.advance(3600)
    assert world.store.get(Draft, draft.id).send_at is None and not world.store.count(Sent)


def test_a_letter_taken_back_is_the_draft_that_it_was(world):
    files = tuple(world.store.all(Attachment, "name LIKE 'Payslip%'", limit=2))
    theirs = world.store.one(Message, "person_id IS NOT NULL AND person_id <> 1")
    letters = world.store.count(Message, "thread_id = ?", theirs.thread_id)
    world.do(mail.Reply(theirs, "Thank you!", files=files))
    page = get(world, f"/mail/thread/{theirs.thread_id}").body.decode()
    assert "Sent just now." in page
    draft = world.do(mail.UndoSend())
    assert (draft.kind, draft.message_id, draft.body, draft.files) == ("reply", theirs.id, "Thank you!", list(files))
    assert world.store.count(Message, "thread_id = ?", theirs.thread_id) == letters
    assert not world.store.count(Unsent)


def test_only_the_last_letter_comes_back_and_none_that_was_answered(world):
    person = somebody(world)
    for subject in ("One", "Two"):
        world.do(mail.Send(person.name, subject=subject))
    assert world.do(mail.UndoSend()).subject == "Two"
    with pytest.raises(Refused, match="no message"):
        world.do(mail.UndoSend())
    world.do(mail.Send(person.name, subject="Three"))
    world.happen(events.Mailed(at=world.store.now, thread="re", person_id=person.id, subject="Re: Three", body="No."))
    with pytest.raises(Refused, match="has been sent"):
        world.do(mail.UndoSend())
