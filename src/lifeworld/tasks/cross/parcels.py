"""Parcels under way: the day on which one comes meets the calendar, the tasks and the neighbours."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order, OrderLine, PaymentMethod
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.events import Mailed, Planned
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    User,
    amounts,
    button,
    containing,
    day,
    days,
    derived,
    judged,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.calendar.meant import private, timed
from lifeworld.tasks.calendar.ways import listed as agenda
from lifeworld.tasks.calendar.ways import times
from lifeworld.tasks.cross.beforehand import journey, on_its_way, things
from lifeworld.tasks.cross.orders import NEW_VARIANT, beside
from lifeworld.tasks.cross.screens import letter, mark_day, open_titled, tick_off
from lifeworld.tasks.messenger import PEOPLE, open_chat, send
from lifeworld.tasks.shop import home_of, search_orders

AWAY = ("Weekend at the lake", "Days by the sea", "Visit to the cousins", "Course in the hills")


def expected(user: User, variant: Variant) -> date:
    """Read from the order's tracking on which day it comes."""
    search_orders(user, variant.product.name)
    user.click(link(user.page.line(variant.product.name).names[0]))
    user.click(link("Track package"))
    return days(user.page.fact("Expected"), user.today)[0]


def order_of(store: Store, variant: Variant) -> Order:
    """Return the only order of a variant that was never ordered before."""
    return store.one(OrderLine, "variant_id = ?", variant.id).order


class ParcelIntoCalendar(Task):
    """The day on which a parcel comes, as a letter says, goes into the calendar, and its task is done."""

    goals = [
        "The courier has mailed me on which day {what} comes. Put “{title}” on that day in Almanac (all day, "
        "{calendar.name} calendar, reminder as preset), tick off “{task}” in Ticked, and tell me the day.",
        "There's a mail from the courier about {what}. Tell me on what day they bring it, mark it in my "
        "{calendar.name} calendar with an all-day “{title}” (leave the reminder alone), and complete “{task}” on my "
        "to-do list.",
        "When does {what} come, by the courier's mail? I want that day as the answer, as an all-day event “{title}” in "
        "{calendar.name} with the usual reminder, and “{task}” off my tasks.",
    ]
    tags = ["effects and answer", "look-up", "long", "distractor"]
    apps = ["calendar", "mail", "todo"]

    what: str = phrase("the reading lamp", "the bicycle trailer", "the tea set", "the record player", "the rug")
    other: str = phrase("the plant pots", "the door handle", "the box of wine", "the tent poles")
    first: date = day(1, 9)
    late: int = number(1, 6)
    second: date = day(1, 9)
    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("Stay in for the courier", "Courier comes", "Parcel day", "Be at home for the parcel")
    task: str = derived(lambda what: f"Ask where {what} is")

    def setup(self, store: Store) -> Setup:
        then = self.first + timedelta(days=self.late)
        yield courier(store, self.what, f"We bring it on {self.first:%A, %B} {self.first.day}.", hours=50)
        yield courier(store, self.other, f"We bring it on {self.second:%A, %B} {self.second.day}.", hours=31)
        changed = f"We can't come on the day that we told you. It is now {then:%A, %B} {then.day}, between 8 and 12."
        yield courier(store, self.what, changed, hours=8)
        for what in (self.what, self.other):
            yield todo.AddTask(f"Ask where {what} is", store.one(TaskList, "inbox"))

    @property
    def _then(self) -> date:
        return self.first + timedelta(days=self.late)

    def effects(self, store: Store) -> Commands:
        reminder = store.one(Settings).reminder
        yield almanac.AddEvent(self.title, self.calendar, self._then, all_day=True, reminder=reminder)
        yield todo.Complete(store.one(TodoTask, "title = ? AND done_at IS NULL", self.task))

    def answer(self) -> date:
        return self._then

    def items(self) -> Items:
        yield observed("Read the letters", showing="between 8 and 12", kind="search")
        yield observed("Saw the task", showing=self.task, kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, f"Your parcel: {self.what}").rsplit("It is now ", 1)[1]
        on = days(told, user.today)[0]
        mark_day(user, self.title, on, self.calendar)
        tick_off(user, self.calendar.store.one(TaskList, "inbox"), self.task)
        user.say(on)


def courier(store: Store, what: str, told: str, hours: int) -> Mailed:
    """Return what the courier wrote about a parcel, all of it in one conversation."""
    sender = store.one(Business, "name LIKE '%Couriers%'")
    return Mailed(
        at=store.now - timedelta(hours=hours),
        thread=f"given-parcel-{what}",
        business_id=sender.id,
        subject=f"Your parcel: {what}",
        body=f"Good day,\n\nthis is about {what} for you.\n\n{told}\n\n{sender.name}",
        read=False,
    )


class NeighbourTakesItIn(Task):
    """One of two parcels comes while one is away; somebody is asked to take it in."""

    goals = [
        "Two parcels from Megacart are on their way, and one of them arrives during “{title}” in my calendar. Ask "
        "{chat.name} on Chatter to take it in: the message should say what it is, the product's name as in the shop, "
        "and on which day it comes.",
        "I'm away for “{title}” (see Almanac), and one of my Megacart parcels will come just then. Write {chat.name} "
        "in Chatter whether they could accept it; name the article as Megacart does, and the date.",
        "Which of the things that Megacart has under way comes while “{title}” lasts? Message {chat.name} on Chatter "
        "to take that parcel in for me, with the article's name and the day of its arrival.",
    ]
    tags = ["look-up", "compare", "prose", "distractor"]
    apps = ["calendar", "messenger", "shop"]
    optional_apps = ["shop"]

    turn: int = number(0, 5000)
    pair: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 2))
    soon: date = day(1, 2)
    later: date = day(5, 7)
    swapped: int = number(0, 1)
    title: str = phrase(*AWAY)
    chat: Chat = pick(Chat, where=PEOPLE)
    then: date = derived(lambda soon, later, swapped: soon if swapped else later)
    gone: tuple[date, ...] = derived(lambda then: (then - timedelta(days=1), then + timedelta(days=1)))

    def setup(self, store: Store) -> Setup:
        away, before = self.pair
        yield from on_its_way(store, away, self.then)
        yield from on_its_way(store, before, self.later if self.swapped else self.soon)
        yield journey(store, self.title, self.gone[0], 2)

    def effects(self) -> Commands:
        away, _ = self.pair
        yield messenger.Send(self.chat, containing(away.product.name, self.then))

    def items(self) -> Items:
        yield observed("Saw when one is away", showing=self.title, kind="search")
        yield observed("Saw what is under way", showing=self.pair[0].product.name, kind="search")
        yield observed("Opened the chat", at=f"/messenger/chat/{self.chat.id}")
        yield judged("The message asks whether they could take the parcel in on that day")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        first, last = days(user.page.text, user.today)[:2]
        when = {variant.product.name: expected(user, variant) for variant in self.pair}
        name = next(name for name, on in when.items() if first <= on <= last)
        open_chat(user, self.chat)
        send(user, f"Could you take in a parcel for me on {when[name]:%B} {when[name].day}? It's the {name}.")


class CancelWhatComesThen(Task):
    """Of two orders of the day, the one that comes while one is away is called off, and its refund told."""

    goals = [
        "I ordered two things at Megacart today and forgot about “{title}” in my calendar. Cancel the order that would "
        "arrive while that lasts, and tell me how much is refunded.",
        "One of today's two Megacart orders will come during “{title}” (Almanac has the dates). Call that one off, "
        "keep the other, and let me know what I get back.",
        "Of what I ordered at Megacart today, something arrives while I'm away for “{title}”. Cancel that order. What "
        "does Megacart give me back for it?",
    ]
    tags = ["effects and answer", "look-up", "compare"]
    apps = ["calendar", "shop"]

    turn: int = number(0, 5000)
    pair: tuple[Variant, ...] = derived(lambda store, turn: things(store, turn, 2))
    fast: int = number(0, 1)
    title: str = phrase(*AWAY)

    def setup(self, store: Store) -> Setup:
        credit = store.one(PaymentMethod, "purse = 'credit'")
        yield shop.BuyNow(self.pair[0], home_of(store), credit, speed="nextday")
        yield shop.BuyNow(self.pair[1], home_of(store), credit)
        yield journey(store, self.title, store.now.date() + timedelta(days=1 if self.fast else 3), 1)

    def _unwanted(self, store: Store) -> Order:
        return order_of(store, self.pair[0 if self.fast else 1])

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(self._unwanted(store))

    def answer(self, store: Store) -> Money:
        return self._unwanted(store).total

    def items(self) -> Items:
        yield observed("Saw when one is away", showing=self.title, kind="search")
        yield observed("Saw the orders", at="/shop/orders", kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        first, last = days(user.page.text, user.today)[:2]
        unwanted = next(variant for variant in self.pair if first <= expected(user, variant) <= last)
        search_orders(user, unwanted.product.name)
        user.click(link(user.page.line(unwanted.product.name).names[0]))
        total = amounts(user.page.fact("Total"))[0]
        user.click(link("Cancel order"))
        user.click(button("Cancel this order"))
        user.say(total)


class BeforeTheCourier(Task):
    """When does the first thing in the calendar begin on the day on which a parcel comes?"""

    goals = [
        "The {variant.full_name} is under way from Megacart. At what time does the first thing in my calendar begin on "
        "the day when it arrives? What lasts all day doesn't count.",
        "Megacart is sending me the {variant.full_name}, and somebody has to be in. From when on am I busy on the day "
        "of delivery: when does my first event in Almanac start, all-day ones left out?",
        "On the day on which the parcel with the {variant.full_name} comes, when is my first appointment? Only those "
        "with a time of day matter.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["calendar", "mail", "shop"]
    optional_apps = ["mail", "shop"]

    turn: int = number(0, 5000)
    variant: Variant = pick(Variant, where=NEW_VARIANT)
    other: Variant = derived(beside)
    first: date = day(1, 6)
    second: date = day(1, 6)
    hour: int = number(7, 19)
    half: int = number(0, 1)

    def setup(self, store: Store) -> Setup:
        yield from on_its_way(store, self.variant, self.first)
        yield from on_its_way(store, self.other, self.second)
        start = datetime.combine(self.first, time(self.hour, 30 * self.half))
        ends = start + timedelta(minutes=45)
        yield Planned(at=store.now - timedelta(days=6), key="given-first", title="Phone call", start=start, end=ends)

    def answer(self, store: Store) -> time:
        return min(one.starts for one in timed(store, self.first)).time()

    def items(self) -> Items:
        yield observed("Found when it comes", showing=self.variant.product.name, kind="search")
        yield observed("Looked at the calendar", showing="Phone call", kind="search")

    def solution(self, user: User) -> None:
        on = expected(user, self.variant)
        user.say(min(found[0] for text in agenda(user, on) if (found := times(text))))
