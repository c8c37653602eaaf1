"""Presents that go out every month."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address, Order
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Task,
    User,
    amounts,
    day,
    derived,
    money,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.memory import patterns, screens
from lifeworld.tasks.memory.deeds import Deeds
from lifeworld.tasks.messenger import open_named, send
from lifeworld.tasks.shop import FREE_VARIANT, buy_now, card_of


class Presented:
    """The one who gets a present every month."""

    person: Person = derived(patterns.presented)

    def items(self) -> Items:
        yield observed("Saw who gets the orders", showing=self.person.name, kind="search")


class WriteToThePresented(Presented, Task):
    """The one who gets a present every month gets a message."""

    goals = [
        "Every month I have something sent to the same person from Megacart. Write that person “{text}” in Chatter.",
        "Message “{text}” on Chatter to whoever gets a parcel from me each month.",
        "There is somebody to whom I order a present month after month. Send them “{text}” in Chatter.",
    ]
    tags = ["pattern"]
    apps = ["messenger", "shop"]

    text: str = phrase(
        "Did this month's parcel arrive?",
        "How did you like the last one?",
        "Something is on its way!",
        "Is the courier still ringing twice?",
        "Tell me if you'd like something else for once",
    )

    def effects(self, store: Store) -> Commands:
        yield messenger.Send(sure(chat_with(store, self.person.id)), self.text)

    def solution(self, user: User) -> None:
        open_named(user, screens.monthly(user)[0])
        send(user, self.text)


class PresentAsEveryMonth(Presented, Task):
    """Another present goes where one goes each month, and its arrival is announced."""

    goals = [
        "Order one {variant.full_name} at Megacart for the person who gets a present from me every month, to the "
        "address where those go; default card, standard delivery, no gift note. Then write them “{text}” in Chatter.",
        "Buy {variant.full_name} as an extra present for whomever I send something each month (usual address there, my "
        "default card, standard delivery, no note), past the cart. Tell them “{text}” on Chatter.",
        "The person who gets a monthly parcel from me should also have {variant.full_name}. Order it right away to "
        "their address, everything else as preset, and message them “{text}” on Chatter.",
    ]
    tags = ["pattern", "long"]
    apps = ["messenger", "shop"]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    address: Address = derived(lambda store, person: store.first(Address, "recipient = ?", person.name))
    text: str = phrase("Look out for the courier!", "Another parcel is coming your way", "I found something for you")

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, self.address, card_of(store))
        yield messenger.Send(sure(chat_with(store, self.person.id)), self.text)

    def solution(self, user: User) -> None:
        buy_now(user, self.variant, self.address)
        self.announce(user)

    @way
    def announced_first(self, user: User) -> None:
        self.announce(user)
        buy_now(user, self.variant, self.address)

    def announce(self, user: User) -> None:
        open_named(user, self.person.name)
        send(user, self.text)


class RemindOfThePresent(Task):
    """The day on which the monthly present is due again goes into the calendar."""

    goals = [
        "Each month, on the same day, I order a present at Megacart for the same person. Put the next time (after "
        "today) into Almanac: “{title}”, all day, {calendar.name} calendar, reminder as preset.",
        "Add an all-day event “{title}” to my {calendar.name} calendar for the next day, after today, on which my "
        "monthly order for somebody else is due. Leave the reminder alone.",
        "When do I send the monthly parcel to somebody again? Mark that day, the first after today, in Almanac: title "
        "“{title}”, {calendar.name} calendar, all day, preset reminder.",
    ]
    tags = ["pattern"]
    step_budgets = 2
    apps = ["calendar", "shop"]

    calendar: Calendar = pick(Calendar)
    title: str = phrase("Order the present", "Monthly parcel", "Something for the post")
    on: date = derived(patterns.next_present)

    def effects(self, store: Store) -> Commands:
        yield noted(store, self.title, self.calendar, self.on)

    def items(self) -> Items:
        yield observed("Looked at the orders", at="/shop/orders", kind="search")

    def solution(self, user: User) -> None:
        _, number = screens.monthly(user)
        on = screens.next_day(user.today, lambda on: on.day == number)
        user.do(noted(self.calendar.store, self.title, self.calendar, on))


def presents(store: Store, person: Person, since: date) -> tuple[Order, ...] | None:
    """Return what has been ordered for somebody since a day; None where that isn't several orders."""
    found = store.all(Order, "recipient = ? AND placed_at >= ?", person.name, since)
    return tuple(found) if len(found) > 1 else None


class WhatThePresentsCost(Presented, Task):
    """What have the orders for the one who gets something every month cost since a day?"""

    goals = [
        "Every month I have something sent to the same person from Megacart. What have those orders cost me altogether "
        "since {since}, delivery included?",
        "Add up the totals of all Megacart orders, from {since} on, that went to the person who gets a present from me "
        "each month.",
        "There's somebody to whom I order something month after month. How much have I spent on that since {since}? "
        "Take the totals of the orders.",
    ]
    tags = ["pattern", "sum", "long"]
    step_budgets = 2
    apps = ["shop"]

    since: date = day(-100, -40)
    orders: tuple[Order, ...] = derived(presents)

    def answer(self, store: Store) -> Money:
        return Money(sum(order.total.cents for order in self.orders))

    def items(self) -> Items:
        yield from super().items()
        yield from (observed(f"Saw {order.number}", showing=order.number, kind="identify") for order in self.orders)

    def solution(self, user: User) -> None:
        name, number = screens.monthly(user)
        sent = [order for on, order in screens.ordered(user) if on.day == number and on >= self.since]
        paid = [amounts(user.page.fact("Total"))[0] for order in sent if screens.recipient(user, order) == name]
        user.say(sum(paid, Money()))


class MoreThanThePresent(Deeds, Presented, Task):
    """Whoever gets a present each month gets another, money and a word, and the next month's day is marked."""

    goals = [
        "Somebody gets a present from me every month. Order one {variant.full_name} at Megacart to the address where "
        "those go, past the cart and otherwise as preset; send them {amount} from {account.name}, no memo, and "
        "“{text}” in Chatter. Mark the next day, after today, on which that order is due in {calendar.name}: "
        "“{title}”, all day, preset reminder.",
        "For whom do I order at Megacart month after month? They should have {variant.full_name}, too: buy one now, to "
        "their address, nothing else changed. From {account.name} they get {amount} without a memo, and on Chatter "
        "“{text}”. “{title}” fills the next day of that monthly order, not today, in {calendar.name}; leave the "
        "reminder.",
        "On the coming date of my monthly order for somebody else, today not counted, I want an all-day “{title}” in "
        "{calendar.name}, usual reminder. Write “{text}” on Chatter to whoever it's for, pay them {amount} out of "
        "{account.name} with the memo left empty, and have one {variant.full_name} sent to where the others went, "
        "straight from its page on Megacart, all as it comes up.",
    ]
    tags = ["pattern", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger", "shop"]

    variant: Variant = pick(Variant, where=FREE_VARIANT)
    address: Address = derived(lambda store, person: store.first(Address, "recipient = ?", person.name))
    chat: Chat = derived(lambda store, person: chat_with(store, person.id))
    amount: Money = money(5, 40)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    text: str = phrase("Twice this month!", "Don't thank me before you've seen it", "For no reason at all")
    calendar: Calendar = pick(Calendar)
    title: str = phrase("The parcel again", "Something for them", "What shall it be?")
    on: date = derived(patterns.next_present)

    @property
    def truth(self) -> tuple[Person, date]:
        return self.person, self.on

    def find_out(self, user: User) -> tuple[Person, date]:
        name, number = screens.monthly(user)
        on = screens.next_day(user.today, lambda on: on.day == number)
        return self.chat.store.one(Person, "name = ?", name), on

    def deeds(self, store: Store, found: tuple[Person, date]) -> Commands:
        person, on = found
        address = store.one(Address, "recipient = ?", person.name)
        yield shop.BuyNow(self.variant, address, card_of(store))
        yield bank.SendMoney(person, self.account, self.amount)
        yield messenger.Send(self.chat, self.text)
        yield noted(store, self.title, self.calendar, on)
