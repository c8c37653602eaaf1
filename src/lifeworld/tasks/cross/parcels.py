"""Parcels: the day on which one comes, the mail that tells of it, the money for one that was lost."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank.models import Entry
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.mail.models import Line, Message, Thread
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order
from lifeworld.apps.todo import commands as todo
from lifeworld.life.events import Mailed
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Days,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    day,
    days,
    derived,
    link,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.calendar.meant import private, timed
from lifeworld.tasks.calendar.ways import listed as agenda
from lifeworld.tasks.calendar.ways import times
from lifeworld.tasks.cross.beforehand import NEW_VARIANT, arrived, beside, dated, inbox, mailed, noted, planned, ticked
from lifeworld.tasks.cross.reconciling import see_order
from lifeworld.tasks.cross.screens import expected, letter, listed, payments, tick_off
from lifeworld.tasks.mail import search
from lifeworld.tasks.shop import card_of, check_out, home_of, on_its_way, order_of, to_account

TIMES = 7  # more often than anything else was ordered


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
    tags = ["look-up", "long", "distractor"]
    apps = ["calendar", "mail", "todo"]

    what: str = phrase("the reading lamp", "the bicycle trailer", "the tea set", "the record player", "the rug")
    other: str = phrase("the plant pots", "the door handle", "the box of wine", "the tent poles")
    first: date = day(1, 9)
    late: int = number(1, 6)
    second: date = day(1, 9)
    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("Stay in for the courier", "Courier comes", "Parcel day", "Be at home for the parcel")
    task: str = derived(lambda what: f"Ask where {what} is")
    then: date = derived(lambda first, late: first + timedelta(days=late))

    def setup(self, store: Store) -> Setup:
        changed = f"We can't come on the day that we told you. It is now {dated(self.then)}, between 8 and 12."
        yield courier(store, self.what, f"We bring it on {dated(self.first)}.", hours=50)
        yield courier(store, self.other, f"We bring it on {dated(self.second)}.", hours=31)
        yield courier(store, self.what, changed, hours=8)
        for what in (self.what, self.other):
            yield todo.AddTask(f"Ask where {what} is", inbox(store))

    def effects(self, store: Store) -> Commands:
        yield noted(store, self.title, self.calendar, self.then)
        yield ticked(store, self.task)

    def answer(self) -> date:
        return self.then

    def items(self) -> Items:
        yield observed("Read the letters", showing="between 8 and 12", kind="search")
        yield observed("Saw the task", showing=self.task, kind="search")

    def solution(self, user: User) -> None:
        on = days(letter(user, f"Your parcel: {self.what}", "It is now "), user.today)[0]
        user.do(noted(self.calendar.store, self.title, self.calendar, on))
        tick_off(user, inbox(self.calendar.store), self.task)
        user.say(on)


def courier(store: Store, what: str, told: str, hours: int) -> Mailed:
    """Return what the courier wrote about a parcel, all of it in one conversation."""
    sender = store.one(Business, "name LIKE '%Couriers%'")
    body = f"Good day,\n\nthis is about {what} for you.\n\n{told}\n\n{sender.name}"
    return mailed(store, sender, f"Your parcel: {what}", body, hours)


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
    apps = ["calendar", "shop"]
    optional_apps = ["shop"]

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
        yield planned(store, "Phone call", start, timedelta(minutes=45))

    def answer(self, store: Store) -> time:
        return min(one.starts for one in timed(store, self.first)).time()

    def items(self) -> Items:
        yield observed("Found when it comes", showing=self.variant.product.name, kind="search")
        yield observed("Looked at the calendar", showing="Phone call", kind="search")

    def solution(self, user: User) -> None:
        on = expected(user, self.variant.product.name)
        user.say(min(found[0] for text in agenda(user, on) if (found := times(text))))


def letter_of(store: Store, order: Order) -> Message | None:
    """Return the mail that told an order's tracking number, if it can still be read."""
    line = store.first(Line, "text = 'Tracking number' AND value = ?", order.tracking)
    found = store.get(Message, line.message_id) if line else None
    return found if found and not found.thread.binned else None


class OrderBehindTracking(Task):
    """A mail gives a tracking number; the order that it belongs to is wanted on the screen."""

    goals = [
        "The mail about parcel {order.tracking} says which order it was. Show me that order in Megacart, "
        "on its own page.",
        "Which Megacart order came with tracking number {order.tracking}? Look in my mail, then open the order's page.",
        "Find the mail with the tracking number {order.tracking} and bring its order's page up in the shopping app.",
    ]
    apps = ["mail", "shop"]

    order: Order = pick(Order, lambda order, store: letter_of(store, order) is not None, where="tracking <> ''")

    def reached(self) -> str:
        return f"/shop/order/{self.order.id}"

    def items(self) -> Items:
        yield observed("Found the mail", showing=self.order.tracking, kind="search")

    def solution(self, user: User) -> None:
        search(user, f'"{self.order.tracking}"')
        user.click(link(user.page.lines()[-1].names[0]))
        see_order(user, user.page.fact("Order number"))


class LostParcelRefund(Task):
    """A parcel got lost; when did the money for it come back, and how much?"""

    goals = [
        "The courier once wrote that it could not find a parcel of mine. {question}",
        "One of my Megacart parcels got lost; there's a mail from the courier about it. {question}",
        "Find the letter about the parcel that was never found, and its refund at Harbour Bank. {question}",
    ]
    tags = ["look-up"]
    apps = ["bank", "mail"]

    question: str = phrase(
        "On what day did the refund for it arrive in my account?",
        "How much did I get back for it?",
        "How many days after that letter did the refund come in?",
        "At what time of day was it refunded, by the bank?",
    )
    once: bool = derived(lambda store: store.count(Thread, "subject LIKE 'We could not find %'") == 1 or None)

    def answer(self, store: Store) -> time | date | Money | Days:
        found = store.one(Entry, "kind = 'refund' AND memo LIKE '%was lost%'")
        letter = store.one(Thread, "subject LIKE 'We could not find %'").messages[0]
        if "much" in self.question:
            return found.amount
        if "many" in self.question:
            return (found.at.date() - sure(letter.sent_at).date()).days
        return found.at.time() if "time" in self.question else found.at.date()

    def items(self) -> Items:
        yield observed("Read the letter", showing="could not find your parcel", kind="search")
        yield observed("Found the refund", showing="was lost", kind="search")

    def solution(self, user: User) -> None:
        search(user, "could not find your parcel")
        user.click(link("We could not find your parcel…"))
        written = days(user.page.after("Couriers, "), user.today)[0]
        refund = payments(user, "was lost")[0]
        answers = (refund.at.date(), refund.amount, (refund.at.date() - written).days, refund.at.time())
        opening = ("On what day", "How much", "How many", "At what time")
        user.say(next(one for one, words in zip(answers, opening, strict=True) if self.question.startswith(words)))


def usual(store: Store, turn: int) -> Variant | None:
    """Return something affordable that one might order each month, by any number; None where one orders more often."""
    plain = f"{NEW_VARIANT} AND stock > 12 AND product_id IN (SELECT id FROM shop_product WHERE price < 4000)"
    found = [one for one in store.all(Variant, plain) if len(one.product.variants) == 1]
    lines = "SELECT count(*) AS n FROM shop_order_line l JOIN shop_variant v ON v.id = l.variant_id GROUP BY product_id"
    if (store.value(f"SELECT max(n) FROM ({lines})") or 0) >= TIMES:
        return None
    return found[turn % len(found)] if found else None


class TheUsualAgain(Task):
    """What was ordered most often is ordered again, the day it comes noted, and its price told."""

    goals = [
        "There's one thing that I order at Megacart more often than anything else. Order one more of it (default "
        "address and card, standard delivery, past the cart), put “{title}” on the day it comes in Almanac, all day, "
        "{calendar.name} calendar, preset reminder, and tell me what the order costs with delivery.",
        "Get me another one of what I have ordered most often at Megacart: one piece, bought at once, everything as "
        "preset. Mark the day of its arrival with an all-day “{title}” in {calendar.name} (leave the reminder), and "
        "tell me the total of the order.",
        "I'm running out of my usual thing from Megacart, the one with the most orders. Buy one right away with the "
        "standard delivery, my default card and address. Then add “{title}” to {calendar.name} in Almanac for the day "
        "on which it arrives (all day, reminder untouched). What did I pay altogether?",
    ]
    tags = ["pattern", "long"]
    apps = ["calendar", "shop"]

    turn: int = number(0, 5000)
    variant: Variant = derived(lambda store, turn: usual(store, turn))
    calendar: Calendar = pick(Calendar, private)
    title: str = phrase("The usual comes", "Supplies arrive", "Be home for the parcel")

    def setup(self, store: Store) -> Setup:
        for number_of in range(TIMES):
            yield from arrived(store, self.variant, ago=20 + 31 * number_of)

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))
        comes = store.now.date() + timedelta(days=shop.buying.SPEEDS["standard"])
        yield noted(store, self.title, self.calendar, comes)

    def answer(self, store: Store) -> Money:
        return order_of(store, self.variant).total

    def items(self) -> Items:
        yield observed("Saw how often it was ordered", at="/shop/again", kind="search")
        yield observed("Saw the article", showing=self.variant.product.name, kind="search")

    def solution(self, user: User) -> None:
        to_account(user, "Buy again…")
        often = max(listed(user), key=lambda line: sum(numbers(line.text.partition(" · ")[2])[:1]))
        user.click(link(often.names[0]))
        user.click(link("Buy now"))
        check_out(user)
        total, comes = amounts(user.page.text)[0], days(user.page.after("Arrives"), user.today)[0]
        user.do(noted(self.calendar.store, self.title, self.calendar, comes))
        user.say(total)
