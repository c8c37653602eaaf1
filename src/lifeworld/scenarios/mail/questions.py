"""Questions that the mail can answer."""

from datetime import date

from lifeworld.apps.mail.models import Attachment, Line, Matter, Message, Thread
from lifeworld.life.models import Business
from lifeworld.scenarios import Scenario, day, link, observed, pick
from lifeworld.scenarios.mail.ways import asks_for_payment, letter_of, open_invoice, reachable, search
from lifeworld.store import Store


def ordered(row: Line) -> bool:
    """Return whether a line holds the number of a confirmed order."""
    return row.text == "Order number" and letter_of(row).thread.subject.startswith("Order confirmed")


class WhatDidTheOrderCost(Scenario):
    """What was the total of an order?"""

    goals = [
        "What did I pay in total for the order {line.value}?",
        "How much was my Megacart order {line.value} altogether, delivery included?",
        "Look up order {line.value} in my mail: what is the total?",
    ]

    line: Line = pick(Line, ordered, among=ordered, where="text = 'Order number'")

    def answer(self, store: Store):
        return store.one(Line, "message_id = ? AND total = 1", self.line.message_id).amount

    def items(self):
        yield observed("Found the order", showing=self.line.value, kind="search")

    def solution(self, user):
        search(user, f'"{self.line.value}"')
        user.click(link("Order confirmed: …"))
        user.say(self.truth)


class WhenIsTheInvoiceDue(Scenario):
    """When does an invoice have to be paid?"""

    goals = [
        "By which day does the invoice {line.value} have to be paid?",
        "When is invoice {line.value} due? It should be in my mail.",
        "Find the invoice {line.value} in Post and tell me its due date.",
    ]

    line: Line = pick(Line, asks_for_payment, among=asks_for_payment, where="text = 'Invoice number'")

    def answer(self, store: Store):
        return store.one(Matter, "number = ?", self.line.value).day

    def items(self):
        yield observed("Found the invoice", showing=self.line.value, kind="search")

    def solution(self, user):
        open_invoice(user, self.line)
        user.say(self.truth)


class WhenDidTheFileCome(Scenario):
    """On which day did a file arrive?"""

    goals = [
        "On which day did I get the file “{file.name}” by mail?",
        "Somebody mailed me an attachment named “{file.name}”. What date was that?",
        "When did “{file.name}” arrive in Post? I need the day.",
    ]

    file: Attachment = pick(Attachment, lambda file: reachable(file.message.thread))

    def answer(self, store: Store):
        return store.get(Message, self.file.message_id).sent_at.date()

    def solution(self, user):
        search(user, f'has:attachment "{self.file.name}"')
        user.click(link(self.file.message.thread.subject))
        user.click(link(f"{self.file.name} …"))
        user.say(self.truth)


class HowManyFromBusiness(Scenario):
    """How many conversations are there from a business since a day?"""

    goals = [
        "How many conversations from {business.name} have I got since {since}? Archived ones count, binned ones don't.",
        "Count the mail conversations from {business.name} from {since} on, in the inbox and the archive.",
        "Since {since}, how many times has {business.name} written to me? Count conversations outside bin and spam.",
    ]
    tags = ["count"]

    business: Business = pick(
        Business, lambda business, store: store.count(Message, "business_id = ?", business.id) > 3
    )
    since: date = day(-150, -30)

    def answer(self, store: Store):
        query = "id IN (SELECT thread_id FROM mail_message WHERE business_id = ? AND sent_at >= ?)"
        return store.count(Thread, f"{query} AND binned = 0 AND spam = 0", self.business.id, self.since)

    def items(self):
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user):
        search(user, f'from:"{self.business.name}" after:{self.since}')
        user.say(self.truth)
