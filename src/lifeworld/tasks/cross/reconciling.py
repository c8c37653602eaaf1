"""What was ordered, what was charged and what was written about it: each tells a part."""

from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Entry
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Message
from lifeworld.apps.shop.commands import buying
from lifeworld.apps.shop.orders import Order
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.events import Returned
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    FullName,
    Items,
    Money,
    Setup,
    Store,
    Task,
    Texts,
    User,
    amounts,
    button,
    day,
    days,
    derived,
    link,
    money,
    number,
    observed,
    option,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.bank import known
from lifeworld.tasks.cross.beforehand import Pair, arrived, inbox, paid_at, ticked
from lifeworld.tasks.cross.screens import listed, payments, tick_off
from lifeworld.tasks.mail import forward, search
from lifeworld.tasks.shop import go, order_of, search_orders

SELLER = "Megacart"  # as the bank and the mail know the shop


def behind(store: Store, entry: Entry) -> Order | None:
    """Return the order that a charge of Megacart's belongs to, if nothing of it was called off or sent back."""
    found = store.first(Order, "number = ? AND cancelled_at IS NULL", entry.reference)
    return found if found and not any(line.sent_back for line in found.lines) else None


def confirmation(store: Store, number: str) -> Message | None:
    """Return the mail that confirmed an order, if it can still be read."""
    where = "layout = 'receipt' AND id IN (SELECT message_id FROM mail_line WHERE value = ?)"
    found = [one for one in store.all(Message, where, number) if one.thread.subject.startswith("Order confirmed")]
    return found[0] if found and not found[0].thread.binned else None


def charge(row: Entry) -> bool:
    """Return whether a line of the bank's is a charge of Megacart's."""
    return row.kind == "card" and row.title == SELLER


def lately(entry: Entry) -> bool:
    """Return whether an entry is so young that one may still wonder about it."""
    return entry.store.now - entry.at < timedelta(days=150)


def open_charge(user: User, on: date) -> str:
    """Open what Megacart charged on a day, and return the number of the order that it was for."""
    found = next(one for one in payments(user, SELLER) if one.at.date() == on and one.amount < Money())
    user.click(link(found.link))
    return user.page.fact("Reference")


def see_order(user: User, number: str) -> None:
    """Open an order by its number."""
    search_orders(user, number)
    user.click(link(f"View order {number}"))


class WhatTheChargeWasFor(Task):
    """What was it that a charge of the shop's paid for?"""

    goals = [
        "Harbour Bank has a Megacart charge of {entry.at}. {question}",
        "On {entry.at} Megacart took money from me, says the bank. Look up the order that this was for. {question}",
        "I can't place the Megacart payment of {entry.at} among my transactions. {question}",
    ]
    tags = ["look-up"]
    apps = ["bank", "shop"]

    entry: Entry = pick(
        Entry, lambda entry, store: charge(entry) and lately(entry) and behind(store, entry) is not None, among=charge
    )
    question: str = phrase(
        "What had I ordered for it? Name every article.",
        "Who was that order for? The full name, please.",
        "How much of it was for the delivery?",
        "By which day was that order to be delivered?",
    )

    def answer(self, store: Store) -> date | Texts | FullName | Money | None:
        order = behind(store, self.entry)
        if order and "ordered" in self.question:
            return tuple(line.product.name for line in order.lines)
        if order and "delivery" in self.question:
            return order.delivery
        if order and "Who" in self.question:
            return order.recipient
        return order.arrives if order else None

    def items(self) -> Items:
        yield observed("Found the charge", showing=self.entry.reference, kind="search")
        yield observed("Saw the orders", at="/shop/orders", kind="search")

    def solution(self, user: User) -> None:
        see_order(user, open_charge(user, self.entry.at.date()))
        if "ordered" in self.question:
            again = [name for line in user.page.lines() for name in line.names if name.startswith("Buy ")]
            user.say(tuple(name.removeprefix("Buy ").removesuffix(" again").split(" (")[0] for name in again))
        elif "delivery" in self.question:
            user.say((amounts(user.page.fact("Delivery")) or [Money()])[0])
        elif "Who" in self.question:
            user.say(user.page.fact("Recipient"))
        else:
            user.click(link("Track package"))
            user.say(days(user.page.fact("Expected"), user.today)[0])


class ChargeWithoutOrder(Task):
    """One of the shop's charges belongs to no order; it is disputed, and its sum told."""

    goals = [
        "Megacart has charged me once too often since {since}: one payment at Harbour Bank belongs to none of my "
        "orders. Dispute it there, I didn't make it, and tell me how much it was.",
        "Compare what Megacart took from my card since {since} with what I ordered there. There's a charge without an "
        "order; tell the bank that I didn't make this payment, and give me the amount.",
        "Since {since} there is a Megacart charge at the bank that I can't match with any order of mine. Find it, "
        "dispute it as a payment that I didn't make, and let me know the sum.",
    ]
    tags = ["compare", "look-up"]
    apps = ["bank", "shop"]

    since: date = day(-45, -14)
    ago: int = number(3, 12)
    hour: int = number(8, 20)
    amount: Money = money(18, 120)

    def setup(self, store: Store) -> Setup:
        yield paid_at(store.now.date() - timedelta(days=self.ago), self.hour, buying.shop(store), self.amount)

    def effects(self, store: Store) -> Commands:
        stray = store.one(Entry, "kind = 'card' AND title = 'Megacart' AND reference = ''")
        yield bank.DisputeCharge(stray, "not mine")

    def answer(self) -> Money:
        return self.amount

    def items(self) -> Items:
        yield observed("Saw the charge", showing=str(self.amount), kind="search")
        yield observed("Looked at the orders", at="/shop/orders", kind="search")

    def solution(self, user: User) -> None:
        go(user, "Orders")
        orders = [(days(line.text, user.today)[0], amounts(line.text)[0]) for line in listed(user) if line.names]
        charges = [one for one in payments(user, SELLER) if one.amount < Money() and one.at.date() >= self.since]
        stray = next(one for one in charges if (one.at.date(), -one.amount) not in orders)
        user.click(link(stray.link))
        user.click(link("Dispute charge"))
        user.click(option("I didn't make this payment"))
        user.click(button("Send dispute"))
        user.say(-stray.amount)


class RefundThatCame(Pair, Task):
    """Of two articles that went back, one has been refunded; its task is done, and the sum told."""

    goals = [
        "Two refunds from Megacart are on my {list.name} list in Ticked: “{one}” and “{two}”. Just one has arrived at "
        "Harbour Bank. Tick that one off, leave the other, and tell me how much came back.",
        "I've sent two things back to Megacart and noted both refunds in {list.name} (“{one}”, “{two}”). See at the "
        "bank which of them has been paid, complete its task, and tell me the amount.",
        "Has “{one}” come in, or “{two}”? Both tasks are in {list.name}; the bank shows the one refund with the number "
        "of its order. Mark the task that it settles as done. How much was it?",
    ]
    tags = ["look-up", "distractor"]
    apps = ["bank", "shop", "todo"]
    optional_apps = ["shop"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    one: str = derived(lambda pair, turn: f"Refund for {pair[turn % 2].product.name}")
    two: str = derived(lambda pair, turn: f"Refund for {pair[1 - turn % 2].product.name}")

    def setup(self, store: Store) -> Setup:
        for variant in self.pair:
            yield from arrived(store, variant, ago=9)
        back, _ = self.pair
        for title in (self.one, self.two):
            yield todo.AddTask(title, self.list)
        yield Returned(
            at=store.now - timedelta(hours=5),
            business_id=buying.shop(store).id,
            number=order_of(store, back).number,
            product=back.product.key,
            variant=back.label,
            amount=back.product.price,
            purse="credit",
        )

    def effects(self, store: Store) -> Commands:
        yield ticked(store, f"Refund for {self.pair[0].product.name}")

    def answer(self) -> Money:
        return self.pair[0].product.price

    def items(self) -> Items:
        yield observed("Saw the refund", showing=str(self.pair[0].product.price), kind="search")
        yield observed("Saw what it is for", showing=self.pair[0].product.name, kind="search")

    def solution(self, user: User) -> None:
        refund = next(one for one in payments(user, SELLER) if one.amount > Money())
        user.click(link(refund.link))
        see_order(user, user.page.fact("Reference"))
        came = next(title for title in (self.one, self.two) if user.sees(title.removeprefix("Refund for ")))
        tick_off(user, self.list, came)
        user.say(refund.amount)


class ForwardTheReceipt(Task):
    """The receipt for a charge goes to somebody who has asked for it, and its task is done."""

    goals = [
        "{person.name} needs the receipt for what Megacart charged me on {entry.at} by the bank. Forward Megacart's "
        "order confirmation for that very order, with “{note}” above it, and tick off “{title}” in Ticked.",
        "Ticked reminds me: “{title}”. It's about the Megacart charge of {entry.at} at Harbour Bank. Find the order "
        "confirmation that belongs to it in my mail, forward it to {person.name} with the note “{note}”, and "
        "complete the task.",
        "Look up which Megacart order the bank charged on {entry.at}, pass its confirmation mail on to {person.name} "
        "(write “{note}”) and mark “{title}” as done in Ticked.",
    ]
    tags = ["look-up", "long"]
    apps = ["bank", "mail", "todo"]

    entry: Entry = pick(
        Entry,
        lambda entry, store: charge(entry) and lately(entry) and confirmation(store, entry.reference) is not None,
        among=charge,
    )
    person: Person = pick(Person, known)
    note: str = phrase("Here is the receipt", "This is what you asked me for", "The receipt for your records")
    title: str = derived(lambda person: f"Send {person.first} the Megacart receipt")

    def setup(self, store: Store) -> Setup:
        yield todo.AddTask(self.title, inbox(store))

    def effects(self, store: Store) -> Commands:
        yield mail.Forward(sure(confirmation(store, self.entry.reference)), self.person.name, self.note)
        yield ticked(store, self.title)

    def items(self) -> Items:
        yield observed("Found the charge", showing=self.entry.reference, kind="search")
        yield observed("Found the mail", showing="Order confirmed", kind="search")

    def solution(self, user: User) -> None:
        number = open_charge(user, self.entry.at.date())
        search(user, f'subject:"Order confirmed" "{number}"')
        user.click(link("Order confirmed…"))
        forward(user, self.person, self.note)
        tick_off(user, inbox(self.person.store), self.title)
