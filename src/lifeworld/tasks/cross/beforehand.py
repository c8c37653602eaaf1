"""What happens before a task of several apps begins, and the commands that several of these tasks expect."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.apps.calendar.commands import AddEvent
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.mail.models import Message
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop.commands import BuyNow
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import PaymentMethod
from lifeworld.apps.todo.commands import Complete
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.events import CardPayment, Delivered, Mailed, PeerPayment, Planned
from lifeworld.life.models import Business, Person
from lifeworld.store import Event
from lifeworld.taskkit import Money, Setup, Store, User, derived, nth, number, pick, sure
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.messenger import PEOPLE, open_chat
from lifeworld.tasks.messenger.news import earlier, says
from lifeworld.tasks.shop import FREE_VARIANT, home_of, on_its_way

ANSWERED = ("accepted",) * 4
_ORDERED = "SELECT product_id FROM shop_variant WHERE id IN (SELECT variant_id FROM shop_order_line)"
NEW_VARIANT = f"{FREE_VARIANT} AND product_id NOT IN ({_ORDERED})"  # in no colour: orders are found by its name


def nth_variant(store: Store, turn: int) -> Variant | None:
    """Return one of the variants that can be put into the cart and were never ordered, by any number."""
    return nth_such(store, turn, "1")


def nth_such(store: Store, turn: int, where: str) -> Variant | None:
    """Return one of these variants for which a condition holds, by any number."""
    return nth(store.all(Variant, f"{NEW_VARIANT} AND {where}"), turn * 7919)


def beside(store: Store, turn: int, variant: Variant) -> Variant | None:
    """Return something else to have been ordered on the same day."""
    found = nth_variant(store, turn)
    return None if not found or found.product_id == variant.product_id else found


def two_things(store: Store, turn: int) -> tuple[Variant, ...] | None:
    """Return two things of the shop that were never ordered, of different names, by any number."""
    one, two = (sure(nth_variant(store, turn + step)) for step in range(2))
    return (one, two) if one.product.name != two.product.name else None


class Pair:
    """A task about two things of the shop that were never ordered."""

    turn: int = number(0, 5000)
    pair: tuple[Variant, ...] = derived(two_things)


class InChat:
    """Something that begins in the chat with somebody."""

    chat: Chat = pick(Chat, where=PEOPLE)

    def talk(self) -> Iterator[tuple[int, str]]:
        """Yield what the other one has written, and how many minutes ago."""
        return iter(())

    def setup(self, store: Store) -> Setup:
        yield from chatted(store, self.chat.person, *self.talk())

    def said(self, user: User, words: str) -> str:
        """Open the chat and return the last that holds these words, without the photo that may come with it."""
        open_chat(user, self.chat)
        said = (one for line in reversed(user.page.lines("Messages")) for one in line.text.splitlines())
        return next(one for one in said if words in one)


def friends(store: Store, turn: int, count: int) -> tuple[Person, ...] | None:
    """Return some people with whom one chats, the partner left out, by any number."""
    found = [chat.person for chat in store.all(Chat, PEOPLE) if chat.person.relation != "partner"]
    first = turn % len(found)
    return tuple([*found, *found][first : first + count]) if len(found) >= count else None


def chatted(store: Store, person: Person, *messages: tuple[int, str]) -> Iterator[Event]:
    """Yield messages of somebody's in the chat with them, each sent so many minutes ago."""
    chat = sure(chat_with(store, person.id))
    for minutes, text in messages:
        yield earlier(store, says(store, chat, text), minutes)


def mailed(store: Store, sender: Person | Business, subject: str, body: str, hours: int) -> Mailed:
    """Return a letter that came some hours ago; letters of one subject are one conversation."""
    by: Any = {"person_id" if isinstance(sender, Person) else "business_id": sender.id}
    at = store.now - timedelta(hours=hours)
    return Mailed(at=at, thread=f"given-{subject}", subject=subject, body=body, read=False, **by)


def dated(on: date) -> str:
    """Return a day as people write it in letters."""
    return f"{on:%A, %B} {on.day}"


def planned(store: Store, title: str, start: datetime, length: timedelta, **more: Any) -> Planned:
    """Return an event of the owner's that was planned some days before now, or before it began."""
    at = min(start, store.now) - timedelta(days=8)
    return Planned(at=at, key=f"given-{title}-{start.date()}", title=title, start=start, end=start + length, **more)


def coming(people: Iterable[Person], answers: Iterable[str] = ANSWERED) -> tuple[tuple[int, str], ...]:
    """Return the guests of an event with what they have answered."""
    return tuple((person.id, answer) for person, answer in zip(people, answers, strict=False))


def evening(store: Store, title: str, on: date, guests: tuple[tuple[int, str], ...], place: str = "") -> Planned:
    """Return an evening of the owner's with others, gone by or to come."""
    start, length = datetime.combine(on, time(19)), timedelta(hours=3)
    return planned(store, title, start, length, place=place, guests=guests, reminder=60)


def journey(store: Store, title: str, first: date, nights: int) -> Planned:
    """Return days away that stand in the calendar."""
    return planned(store, title, datetime.combine(first, time()), timedelta(days=nights + 1), all_day=True)


def paid_at(on: date, hour: int, place: Business, amount: Money) -> CardPayment:
    """Return what was paid with the credit card somewhere, at some minutes past an hour."""
    at = datetime.combine(on, time(hour, 41))
    return CardPayment(at=at, business_id=place.id, amount=amount, purse="credit")


def sent_me(at: datetime, person: Person, amount: Money, note: str, outgoing: bool = False) -> PeerPayment:
    """Return money that somebody has sent, or was sent."""
    return PeerPayment(at=at, person_id=person.id, amount=amount, outgoing=outgoing, purse="checking", note=note)


def arrived(store: Store, variant: Variant, ago: int) -> Iterator[Event]:
    """Yield an order of one thing that came so many days ago."""
    came = store.now - timedelta(days=ago, hours=3)
    order, left = on_its_way(store, variant, came.date(), hours=24 * (ago + 4) + 3)
    yield from (order, left, Delivered(at=came, number=order.number))


def bought_now(store: Store, *variants: Variant, **more: Any) -> Iterator[BuyNow]:
    """Yield orders of today, each of one thing, paid with the credit card."""
    for one in variants:
        yield BuyNow(one, home_of(store), store.one(PaymentMethod, "purse = 'credit'"), **more)


# ---- what is expected


def noted(
    store: Store, title: str, calendar: Calendar, on: date, span: tuple[time, time] | None = None, place: str = ""
) -> AddEvent:
    """Return what puts something into a calendar with the preset reminder, for all day where no times are given."""
    starts, ends = span or (None, None)
    reminder = store.one(Settings).reminder
    return AddEvent(title, calendar, on, starts, ends, all_day=not span, place=place, reminder=reminder)


def ticked(store: Store, title: str) -> Complete:
    """Return what completes the open task of this title."""
    return Complete(store.one(TodoTask, "title = ? AND done_at IS NULL", title))


def inbox(store: Store) -> TaskList:
    """Return the list of tasks that belong to no other."""
    return store.one(TaskList, "inbox")


def newest(store: Store, subject: str) -> Message:
    """Return the letter of a conversation that was begun under this subject."""
    return store.one(Message, "thread_id = (SELECT max(id) FROM mail_thread WHERE subject = ?)", subject)
