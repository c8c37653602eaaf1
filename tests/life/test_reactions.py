"""What others do when the owner does something."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from lifeworld.core.money import Money
from lifeworld.life import Life, live
from lifeworld.life.events import Answered, BillPaid, Delivered, GroupMade, Mailed, Messaged, Planned, Purchase, Shipped
from lifeworld.life.models import MODELS, Member, Person, me
from lifeworld.life.reactions import kind, react
from lifeworld.store import Store

NOW = datetime.fromisoformat("2026-03-12T09:41")


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    life: Life = live("nora")
    made = Store.empty(model.table() for model in MODELS)
    with made.writing():
        for row in (*life.businesses, *life.people):
            values = {column.name: getattr(row, column.name) for column in type(row).table().columns}
            made.add(type(row), **values)
        for group in (event for event in life.events if isinstance(event, GroupMade)):
            for person_id in group.members:
                made.add(Member, chat=group.key, person_id=person_id)
    yield made
    made.close()


def said(text: str, chat: str = "direct:2") -> Messaged:
    return Messaged(at=NOW, chat=chat, sender_id=1, text=text)


def test_a_message_is_replied_to_by_the_other_a_little_later(store: Store) -> None:
    (reply,) = react(said("Are you free for lunch?"), store)
    assert isinstance(reply, Messaged)
    assert (reply.chat, reply.sender_id, reply.read) == ("direct:2", 2, False)
    assert NOW < reply.at <= NOW + timedelta(hours=1)


def test_replies_are_the_same_for_the_same_text_and_depend_on_it(store: Store) -> None:
    assert react(said("Are you free for lunch?"), store) == react(said("Are you free for lunch?"), store)
    texts = {react(said(f"Are you free for lunch on the {day}th?"), store)[0].text for day in range(4, 20)}
    assert len(texts) > 5
    assert not any(mark in text for text in texts for mark in "[]{}|")


def test_one_member_of_a_group_replies(store: Store) -> None:
    life = live("nora")
    members = {person.id for person in life.people if person.first in ("Tobias", "Mei", "Ruben")}
    (reply,) = react(said("I'll be late tonight, sorry", "rope"), store)
    assert reply.sender_id in members and reply.chat == "rope"


def test_what_others_write_has_no_reply(store: Store) -> None:
    assert react(replace(said("Hello"), sender_id=2), store) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Running late, sorry!", "late"),
        ("Thanks for the ladder", "thanks"),
        ("I paid you $12", "money"),
        ("Dinner on Friday?", "invitation"),
        ("What time do we meet?", "when"),
        ("The cat sat on the mat", "statement"),
    ],
)
def test_kinds_of_messages(text: str, found: str) -> None:
    assert kind(text) == found


def test_no_reply_is_empty_whoever_gives_it_and_whatever_to(store: Store) -> None:
    words = ("See you", "Bye", "Sleep well", "Thank you", "Sorry", "Where?", "Fine")
    for chat in [f"direct:{person.id}" for person in store.all(Person) if person.relation != "me"]:
        for text in [f"{word}{'!' * more}" for word in words for more in range(4)]:
            for reply in react(said(text, chat), store):
                assert isinstance(reply, Messaged), (chat, text)
                assert reply.text.strip(), (chat, text)


def test_letters_with_a_question_are_mostly_answered(store: Store) -> None:
    letters = [
        Mailed(at=NOW, thread=f"t{n}", person_id=1, to=(3,), subject="Sunday", body=f"Could we come at {n}?")
        for n in range(20)
    ]
    answers = [answer for letter in letters for answer in react(letter, store)]
    assert 14 <= len(answers) <= 20
    assert all(a.person_id == 3 and a.subject == "Re: Sunday" and "\n\n" in a.body for a in answers)


def test_an_order_is_shipped_on_the_next_day_and_comes_when_promised(store: Store) -> None:
    order = Purchase(
        at=NOW,
        business_id=1,
        number="MC-1",
        lines=(),
        delivery=Money(499),
        purse="credit",
        address="x",
        arrives=date(2026, 3, 16),
    )
    shipped, delivered = react(order, store)
    assert isinstance(shipped, Shipped) and shipped.at.date() == date(2026, 3, 13)
    assert isinstance(delivered, Delivered) and delivered.at.date() == order.arrives


def test_guests_answer_invitations(store: Store) -> None:
    plan = Planned(
        at=NOW,
        key="k",
        title="Supper",
        start=NOW + timedelta(days=2),
        end=NOW + timedelta(days=2, hours=2),
        guests=((2, "invited"), (3, "invited"), (4, "accepted")),
    )
    answers = react(plan, store)
    assert {answer.person_id for answer in answers if isinstance(answer, Answered)} == {2, 3}
    assert all(answer.answer in ("accepted", "declined") and answer.at > NOW for answer in answers)


def test_most_events_have_no_consequence(store: Store) -> None:
    assert react(BillPaid(at=NOW, number="1", purse="checking"), store) == []


def test_the_owner_is_found(store: Store) -> None:
    assert me(store).name == "Nora Castellan"
