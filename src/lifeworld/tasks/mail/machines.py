"""What machines' mail tells of orders and invoices, and invoices passed on."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Line, Matter, Message
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Code,
    Commands,
    Items,
    Money,
    Store,
    Task,
    User,
    button,
    containing,
    day,
    days,
    derived,
    judged,
    link,
    number,
    observed,
    pick,
)
from lifeworld.taskkit.months import month_after, month_name, month_of
from lifeworld.tasks.mail.picking import asks_for_payment, known, letter_of, reachable, total_of, written_by
from lifeworld.tasks.mail.screens import Found, Searched, amount_beside, found, opened, search

_MOST = 5  # invoices that somebody would still add up


def ordered(row: Line) -> bool:
    """Return whether a line holds the number of a confirmed order."""
    return row.text == "Order number" and letter_of(row).thread.subject.startswith("Order confirmed")


class WhatDidTheOrderCost(Found, Task):
    """What was the total of an order?"""

    goals = [
        "What did I pay in total for the order {line.value}?",
        "How much was my Megacart order {line.value} altogether, delivery included?",
        "Look up order {line.value} in my mail: what is the total?",
    ]
    filters = {"Has the words": "{line.value}", "Subject": "Order confirmed"}

    line: Line = pick(Line, ordered, among=ordered, where="text = 'Order number'")

    def answer(self) -> Money:
        return total_of(letter_of(self.line))

    def items(self) -> Items:
        yield observed("Found the order", showing=self.line.value, kind="search")

    def read(self, user: User) -> Money:
        user.click(link("Order confirmed: …"))
        return amount_beside(user, "Total")


def on_its_way(row: Line) -> bool:
    """Return whether a line holds the number of an order that has been sent off."""
    thread = letter_of(row).thread
    return row.text == "Order number" and thread.subject.startswith("On its way") and reachable(thread)


class TrackingNumber(Searched, Task):
    """Which number does a parcel travel under?"""

    goals = [
        "What's the tracking number of the parcel for order {line.value}? It should be in my mail.",
        "Find the mail that says that order {line.value} is on its way and give me the tracking number in it.",
        "The courier wants a tracking number for my order {line.value}. Which is it? Post has it somewhere.",
    ]
    tags = ["look-up"]
    filters = {"Has the words": "{line.value}"}

    line: Line = pick(Line, on_its_way, among=on_its_way, where="text = 'Order number'")

    def answer(self, store: Store) -> Code:
        return store.one(Line, "message_id = ? AND text = 'Tracking number'", self.line.message_id).value

    def read(self, user: User) -> str:
        user.click(link("On its way: …"))
        return user.page.fact("Tracking number")


class WhenIsTheInvoiceDue(Found, Task):
    """When does an invoice have to be paid?"""

    goals = [
        "By which day does the invoice {line.value} have to be paid?",
        "When is invoice {line.value} due? It should be in my mail.",
        "Find the invoice {line.value} in Post and tell me its due date.",
    ]
    filters = {"Has the words": "{line.value}"}

    line: Line = pick(Line, asks_for_payment, among=asks_for_payment, where="text = 'Invoice number'")

    def answer(self, store: Store) -> date:
        return store.one(Matter, "number = ?", self.line.value).day

    def items(self) -> Items:
        yield observed("Found the invoice", showing=self.line.value, kind="search")

    def read(self, user: User) -> date:
        user.click(link(letter_of(self.line).thread.subject))
        return days(user.page.fact("Due date"), user.today)[0]


class StarAndTellTheDay(WhenIsTheInvoiceDue):
    """An invoice gets a star, and the day by which it has to be paid is told."""

    goals = [
        "Star the invoice {line.value} in Post and tell me by which day it has to be paid.",
        "Put a star on the mail with invoice {line.value}, so that I find it again. When is it due?",
        "Find invoice {line.value} in my mail and star it. I also need its due date.",
    ]

    line: Line = pick(
        Line,
        lambda line: asks_for_payment(line) and not letter_of(line).thread.starred,
        among=asks_for_payment,
        where="text = 'Invoice number'",
    )

    def effects(self) -> Commands:
        yield mail.Star(letter_of(self.line).thread)

    def items(self) -> Items:
        return ()

    def read(self, user: User) -> date:
        user.click(button(f"Star “{letter_of(self.line).thread.subject}”"))
        return super().read(user)


class ForwardInvoice(Task):
    """An invoice is found by its number and passed on with its file."""

    goals = [
        "Forward the invoice {line.value} to {person.name} and ask in the note to check the amount by {when}.",
        "{person.name} should look over the invoice with the number {line.value}. Forward it, and write above it that "
        "I'd like the amount checked by {when}.",
        "Find invoice {line.value} in my mail and pass it on to {person.name}, with the request to check the amount "
        "by {when}.",
    ]
    tags = ["prose"]

    line: Line = pick(Line, asks_for_payment, among=asks_for_payment, where="text = 'Invoice number'")
    person: Person = pick(Person, known)
    when: date = day(2, 14)

    def effects(self) -> Commands:
        note = containing("amount|sum|total", self.when)
        yield mail.Forward(letter_of(self.line), self.person.name, note)

    def items(self) -> Items:
        yield observed("Found the invoice", showing=self.line.value, kind="search")
        yield judged("The note asks them to check the amount by that day")


class ForwardAndTellTheAmount(ForwardInvoice):
    """An invoice is passed on, and what it asks for is told."""

    goals = [
        "Forward the invoice {line.value} to {person.name} and ask in the note to check the amount by {when}. What is "
        "the amount, by the way?",
        "{person.name} should look over invoice {line.value}. Forward it with the request to check the amount by "
        "{when}, and tell me what it asks for.",
        "Find invoice {line.value} in my mail and pass it on to {person.name}, who is to check the amount by {when}. "
        "I'd like to know that amount, too.",
    ]
    tags = ["prose"]

    def answer(self) -> Money:
        return total_of(letter_of(self.line))

    def solution(self, user: User) -> None:
        search(user, f'"{self.line.value}"')
        user.click(link(letter_of(self.line).thread.subject))
        amount = amount_beside(user, "Amount due")
        user.follow(self)
        user.say(amount)


def invoices(store: Store, business: Business, where: str = "1", *values: object) -> list[Message]:
    """Return a business's invoices."""
    return written_by(store, business, f"layout = 'invoice' AND {where}", *values)


class InvoicesSince(Searched, Task):
    """What do a business's invoices since a day add up to?"""

    goals = [
        "What do the invoices that {business.name} has mailed me since {since} add up to?",
        "Add up the amounts of all invoice mails from {business.name} that came on {since} or later. Leave the bin "
        "alone.",
        "How much has {business.name} asked for in its invoices from {since} on, according to my mail?",
    ]
    tags = ["sum", "filter"]
    filters = {"From": "{business.name}", "From day": "{since}", "Has an attachment": ""}

    business: Business = pick(Business, lambda business, store: len(invoices(store, business)) > 2)
    since: date = day(-175, -35)

    def answer(self, store: Store) -> Money | None:
        sent = invoices(store, self.business, "sent_at >= ?", self.since)
        told_apart = len({one.thread.subject for one in sent}) == len(sent)
        return Money(sum(total_of(one).cents for one in sent)) if told_apart and 1 < len(sent) <= _MOST else None

    def read(self, user: User) -> Money:
        bills = (_ for _ in opened(user) if user.sees("\nAmount due\n"))  # other letters have files, too
        return Money(sum(amount_beside(user, "Amount due").cents for _ in bills))


class InvoiceAgainstInvoice(Task):
    """By how much do a business's invoices of two months differ?"""

    goals = [
        "By how much does the invoice that {business.name} mailed me in {month} differ from the one of {other}?",
        "Is {business.name} getting dearer or cheaper? Compare their invoice mails of {other} and {month} and give me "
        "the difference.",
        "{business.name} sent me an invoice in {month} and one in {other}. What's the difference between the two "
        "amounts, going by my mail?",
    ]
    tags = ["compare"]

    back: int = number(0, 5)
    more: int = number(1, 5)
    month: str = derived(month_name)
    other: str = derived(lambda now, back, more: month_name(now, back + more))
    first: date = derived(month_of)
    earlier: date = derived(lambda now, back, more: month_of(now, back + more))
    business: Business = pick(Business, lambda business, store: len(invoices(store, business)) > 1)

    def answer(self, store: Store) -> Money | None:
        of_months = (
            invoices(store, self.business, "sent_at >= ? AND sent_at < ?", first, month_after(first))
            for first in (self.first, self.earlier)
        )
        sums = [total_of(one) for sent in of_months if len(sent) == 1 for one in sent]
        return abs(sums[0] - sums[1]) or None if len(sums) == 2 else None

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        sums = []
        for first in (self.first, self.earlier):
            query = f'from:"{self.business.name}" has:attachment after:{first} before:{month_after(first)}'
            user.click(link(found(user, query)[0].names[0]))
            sums.append(amount_beside(user, "Amount due"))
        user.say(abs(sums[0] - sums[1]))
