"""Laws of what others notice: every command says who does, tells them, and no way back takes it from the outbox."""

from collections.abc import Callable, Iterator

import pytest

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Dispute, Entry, Scheduled
from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event, Guest
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Draft, Thread
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Call, Chat, Contact, Member, Message, Settings, Status
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Answer, Product, Question, Review
from lifeworld.apps.shop.orders import PaymentMethod
from lifeworld.core.errors import Refused
from lifeworld.life.models import Person
from lifeworld.store import Command, Due, Row, Sent, Store
from lifeworld.verify.content import Bag
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name


def test_a_command_that_does_not_say_who_notices_it_is_none() -> None:
    with pytest.raises(TypeError, match="seen_by"):

        class Wave(Command):  # type: ignore[call-arg]
            """Wave."""


Undoing = Callable[[World], Iterator[Command]]


def last(store: Store, model: type[Row]) -> Row:
    return store.one(model, order="id DESC")


def reacted(world: World) -> Iterator[Command]:
    message = world.store.one(Message, "sender_id <> 1 AND id NOT IN (SELECT message_id FROM messenger_reaction)")
    yield messenger.React(message, "👍")
    yield messenger.Unreact(message)


def renamed_group(world: World) -> Iterator[Command]:
    group = world.store.one(Chat, "person_id IS NULL")
    yield messenger.RenameGroup(group, "Another name")
    yield messenger.RenameGroup(group, group.title)


def described_group(world: World) -> Iterator[Command]:
    group = world.store.one(Chat, "person_id IS NULL")
    yield messenger.DescribeGroup(group, "What we are for")
    yield messenger.DescribeGroup(group, group.description)


def joined_and_removed(world: World) -> Iterator[Command]:
    group = world.store.one(Chat, "person_id IS NULL")
    outside = "NOT blocked AND person_id NOT IN (SELECT person_id FROM messenger_member WHERE chat_id = ?)"
    yield messenger.AddMember(group, world.store.one(Contact, outside, group.id))
    yield messenger.RemoveMember(last(world.store, Member))


def removed_and_joined(world: World) -> Iterator[Command]:
    member = world.store.one(Member)
    yield messenger.RemoveMember(member)
    yield messenger.AddMember(member.chat, world.store.one(Contact, "person_id = ?", member.person_id))


def blocked(world: World) -> Iterator[Command]:
    contact = world.store.one(Contact, "NOT blocked")
    yield messenger.Block(contact)
    yield messenger.Unblock(contact)


def posted_status(world: World) -> Iterator[Command]:
    yield messenger.PostStatus("Baking bread")
    yield messenger.DeleteStatus(last(world.store, Status))


def changed_profile(world: World) -> Iterator[Command]:
    own = world.store.get(Settings, 1)
    yield messenger.SaveProfile("Captain", own.about)
    yield messenger.SaveProfile(own.name, own.about)


def called(world: World) -> Iterator[Command]:
    yield messenger.StartCall(world.store.one(Chat, "person_id IS NOT NULL"))
    yield messenger.HangUp(last(world.store, Call))
    yield messenger.DeleteCall(last(world.store, Call))


def reported_spam(world: World) -> Iterator[Command]:
    thread = world.store.one(Thread, "NOT spam AND NOT binned")
    yield mail.MarkSpam(thread)
    yield mail.NotSpam(thread)


def invited(world: World) -> Iterator[Command]:
    event = world.store.one(Event, "organiser_id IS NULL AND id NOT IN (SELECT event_id FROM calendar_guest)")
    yield calendar.Invite(event, (world.store.one(Person, "relation = 'friend'"),))
    yield calendar.Uninvite(last(world.store, Guest))


def moved(world: World) -> Iterator[Command]:
    event = with_guests(world.store)
    yield calendar.MoveEvent(event, event.day, all_day=True)
    yield calendar.MoveEvent(event, event.day, event.starts.time(), event.ends.time())


def renamed_event(world: World) -> Iterator[Command]:
    event = with_guests(world.store)
    yield calendar.EditEvent(event, "Cancelled!", event.place, event.note)
    yield calendar.EditEvent(event, event.title, event.place, event.note)


def answered(world: World) -> Iterator[Command]:
    event = world.store.one(Event, "reply = 'accepted'")
    yield calendar.Answer(event, "declined")
    yield calendar.Answer(event, "accepted")


def disputed(world: World) -> Iterator[Command]:
    recent = "kind = 'card' AND NOT pending AND id NOT IN (SELECT entry_id FROM bank_dispute)"
    yield bank.DisputeCharge(world.store.one(Entry, recent, order="at DESC"), "not mine")
    yield bank.WithdrawDispute(last(world.store, Dispute))


def cancelled_payment(world: World) -> Iterator[Command]:
    payment = world.store.one(Scheduled)
    yield bank.CancelScheduled(payment)
    yield bank.SchedulePayment(payment.bill, payment.account, payment.on)


def reviewed(world: World) -> Iterator[Command]:
    fresh = world.store.one(Product, "id NOT IN (SELECT product_id FROM shop_review WHERE author = '')")
    yield shop.WriteReview(fresh, "1", "Rubbish")
    yield shop.DeleteReview(last(world.store, Review))


def asked(world: World) -> Iterator[Command]:
    yield shop.AskQuestion(world.store.one(Product), "Does it float?")
    yield shop.DeleteQuestion(last(world.store, Question))


def answered_question(world: World) -> Iterator[Command]:
    yield shop.AnswerQuestion(world.store.one(Question, "author <> ''"), "It does.")
    yield shop.DeleteAnswer(last(world.store, Answer))


def gave_a_card(world: World) -> Iterator[Command]:
    yield shop.AddPayment("checking", "9000 1111 2222 3333", "Ada Quill", f"08/{world.store.now.year % 100 + 2}")
    yield shop.RemovePayment(last(world.store, PaymentMethod))


def with_guests(store: Store) -> Event:
    where = "organiser_id IS NULL AND NOT all_day AND repeats = '' AND date(starts) = date(ends)"
    return store.one(Event, f"{where} AND id IN (SELECT event_id FROM calendar_guest)")


@pytest.mark.parametrize(
    "doing",
    [
        reacted,
        renamed_group,
        described_group,
        joined_and_removed,
        removed_and_joined,
        blocked,
        posted_status,
        changed_profile,
        called,
        reported_spam,
        invited,
        moved,
        renamed_event,
        answered,
        disputed,
        cancelled_payment,
        reviewed,
        asked,
        answered_question,
        gave_a_card,
    ],
)
def test_what_others_noticed_is_seen_though_it_was_undone(doing: Undoing, world: World) -> None:
    for command in doing(world):
        world.do(command)
    left = {entry.table for entry in Bag(world.changes(), by_name()).entries}
    assert left == {"outbox"}


def test_saving_what_is_there_already_tells_nobody(world: World) -> None:
    group, own, event = world.store.one(Chat, "person_id IS NULL"), world.store.get(Settings, 1), None
    event = with_guests(world.store)
    world.do(messenger.RenameGroup(group, group.title))
    world.do(messenger.SaveProfile(own.name, own.about))
    world.do(calendar.EditEvent(event, event.title, event.place, event.note))
    world.do(calendar.MoveEvent(event, event.day, event.starts.time(), event.ends.time()))
    assert not world.store.count(Sent)


def test_several_ways_to_one_end_tell_the_same(world: World) -> None:
    one, other = world.store.all(Contact, "NOT blocked", limit=2)
    at_once = World(load(NAMES[0]).data).start()
    at_once.do(messenger.CreateGroup("Lantern night", (one, other)))
    world.do(messenger.CreateGroup("Lantern night", (one,)))
    world.do(messenger.AddMember(world.store.one(Chat, "title = 'Lantern night'"), other))
    assert said(at_once) == said(world)
    at_once.close()


def test_a_letter_taken_back_before_it_has_left_is_noticed_by_nobody(world: World) -> None:
    person, unsaid = world.store.one(Person, "relation = 'friend'"), world.store.value("SELECT max(id) FROM due")
    world.do(mail.SaveDraft(person.email, subject="Hello", body="Can you come?"))
    again = Bag(world.changes(), by_name()).entries
    world.do(mail.SendDraft(last(world.store, Draft)))
    assert world.store.count(Sent) == 1
    world.do(mail.UndoSend())
    assert not world.store.count(Sent) and not world.store.count(Due, "id > ?", unsaid)
    assert Bag(world.changes(), by_name()).entries == again


def test_a_letter_that_has_left_stays_noticed(world: World) -> None:
    person = world.store.one(Person, "relation = 'friend'")
    world.do(mail.Send(person.name, subject="Hello"))
    world.advance(11 * 60)
    with pytest.raises(Refused, match="has been sent"):
        world.do(mail.UndoSend())
    assert world.store.count(Sent) == 1


def said(world: World) -> list[tuple[str, str, str]]:
    return sorted((sent.verb, sent.to, sent.what) for sent in world.store.all(Sent))
