"""Questions that the mail can answer."""

from datetime import date

from lifeworld.apps.mail.models import Attachment, Matter, Message, Thread
from lifeworld.apps.mail.models import Line as Entry
from lifeworld.core.money import Money
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Task,
    User,
    amounts,
    button,
    day,
    days,
    field,
    link,
    observed,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.mail.ways import (
    asks_for_payment,
    letter_of,
    open_filters,
    open_invoice,
    reachable,
    search,
)


def ordered(row: Entry) -> bool:
    """Return whether a line holds the number of a confirmed order."""
    return row.text == "Order number" and letter_of(row).thread.subject.startswith("Order confirmed")


class WhatDidTheOrderCost(Task):
    """What was the total of an order?"""

    goals = [
        "What did I pay in total for the order {line.value}?",
        "How much was my Megacart order {line.value} altogether, delivery included?",
        "Look up order {line.value} in my mail: what is the total?",
    ]

    line: Entry = pick(Entry, ordered, among=ordered, where="text = 'Order number'")

    def answer(self, store: Store) -> Money | None:
        return store.one(Entry, "message_id = ? AND total = 1", self.line.message_id).amount

    def items(self) -> Items:
        yield observed("Found the order", showing=self.line.value, kind="search")

    def solution(self, user: User) -> None:
        search(user, f'"{self.line.value}"')
        self._read(user)

    @way
    def by_the_filters(self, user: User) -> None:
        open_filters(user)
        user.fill(field("Has the words"), self.line.value)
        user.fill(field("Subject"), "Order confirmed")
        user.click(button("Search"))
        self._read(user)

    def _read(self, user: User) -> None:
        user.click(link("Order confirmed: …"))
        user.say(amounts(user.page.text.split("\nTotal\n")[1])[0])


class WhenIsTheInvoiceDue(Task):
    """When does an invoice have to be paid?"""

    goals = [
        "By which day does the invoice {line.value} have to be paid?",
        "When is invoice {line.value} due? It should be in my mail.",
        "Find the invoice {line.value} in Post and tell me its due date.",
    ]

    line: Entry = pick(Entry, asks_for_payment, among=asks_for_payment, where="text = 'Invoice number'")

    def answer(self, store: Store) -> date:
        return store.one(Matter, "number = ?", self.line.value).day

    def items(self) -> Items:
        yield observed("Found the invoice", showing=self.line.value, kind="search")

    def solution(self, user: User) -> None:
        open_invoice(user, self.line)
        user.say(days(user.page.fact("Due date"), user.today)[0])


def _tells_its_day(file: Attachment) -> bool:
    """Return whether one knows without looking on which day a file came: one sent it, or its name says so."""
    return file.message.mine or str(sure(file.message.sent_at).date()) in file.name


class WhenDidTheFileCome(Task):
    """On which day did a file arrive?"""

    goals = [
        "On which day did I get the file “{file.name}” by mail?",
        "Somebody mailed me an attachment named “{file.name}”. What date was that?",
        "When did “{file.name}” arrive in Post? I need the day.",
    ]

    file: Attachment = pick(Attachment, lambda file: reachable(file.message.thread) and not _tells_its_day(file))

    def answer(self, store: Store) -> date:
        return sure(store.get(Message, self.file.message_id).sent_at).date()

    def solution(self, user: User) -> None:
        search(user, f'has:attachment "{self.file.name}"')
        user.click(link(self.file.message.thread.subject))
        user.click(link(f"{self.file.name} …"))
        user.say(days(user.page.fact("Received"), user.today)[0])


class HowManyFromBusiness(Task):
    """How many conversations are there from a business since a day?"""

    goals = [
        "How many conversations with letters from {business.name} of {since} or later have I got? Archived ones count, "
        "binned ones don't.",
        "Count the mail conversations in which {business.name} has written to me on or after {since}, in the inbox and "
        "the archive.",
        "From {since} on, that day included, how many conversations has {business.name} written in? Leave out bin and "
        "spam.",
    ]
    tags = ["count"]

    business: Business = pick(
        Business, lambda business, store: store.count(Message, "business_id = ?", business.id) > 3
    )
    since: date = day(-150, -30)

    def answer(self, store: Store) -> int:
        query = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ? AND sent_at >= ?)"
        return store.count(Thread, f"{query} AND binned = 0 AND spam = 0", self.business.id, self.since)

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        search(user, f'from:"{self.business.name}" after:{self.since}')
        self._count(user)

    @way
    def by_the_filters(self, user: User) -> None:
        open_filters(user)
        user.fill(field("From"), self.business.name)
        user.fill(field("From day"), self.since)
        user.click(button("Search"))
        self._count(user)

    def _count(self, user: User) -> None:
        show_all(user)
        user.say(sum(self.business.name in line.text for line in user.page.lines()))
