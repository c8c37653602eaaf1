"""Questions about the money that mail tells of: invoices and large payments."""

from datetime import date, timedelta

from lifeworld.apps.mail.models import Line as Entry
from lifeworld.apps.mail.models import Message
from lifeworld.core.money import Money
from lifeworld.life import events
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Setup,
    Task,
    User,
    amounts,
    day,
    derived,
    link,
    number,
    observed,
    pick,
    show_all,
    sure,
)
from lifeworld.taskkit.months import month_after, month_name, month_of
from lifeworld.tasks.mail.ways import search, subject_of

MOST = 5  # invoices that somebody would still add up
_KEPT = "thread_id IN (SELECT id FROM mail_thread WHERE binned = 0 AND spam = 0)"


def invoices(store: Store, business: Business) -> list[Message]:
    """Return a business's invoices, the latest first."""
    where = f"layout = 'invoice' AND business_id = ? AND {_KEPT}"
    return store.all(Message, where, business.id, order="sent_at DESC, id DESC")


def asked_for(message: Message) -> Money:
    """Return the sum at the foot of a machine's mail."""
    return message.store.one(Entry, "message_id = ? AND total = 1", message.id).amount or Money()


def sums_found(user: User, business: Business, most: int, more: str = "") -> list[Money]:
    """Open a business's last invoices one by one, and return what each asks for."""
    found: list[Money] = []
    while len(found) < most:
        search(user, f'from:"{business.name}" has:attachment{more}')
        show_all(user)
        subjects = [subject_of(line) for line in user.page.lines() if line.names]
        if len(found) == len(subjects):
            break
        user.click(link(subjects[len(found)]))
        found.append(amounts(user.page.text.split("\nAmount due\n")[1])[0])
    return found


class InvoicesSince(Task):
    """What do a business's invoices since a day add up to?"""

    goals = [
        "What do the invoices that {business.name} has mailed me since {since} add up to?",
        "Add up the amounts of all invoice mails from {business.name} that came on {since} or later. Leave the bin "
        "alone.",
        "How much has {business.name} asked for in its invoices from {since} on, according to my mail?",
    ]
    tags = ["sum", "filter"]

    business: Business = pick(Business, lambda business, store: len(invoices(store, business)) > 2)
    since: date = day(-175, -35)

    def answer(self, store: Store) -> Money | None:
        found = [one for one in invoices(store, self.business) if sure(one.sent_at).date() >= self.since]
        told_apart = len({one.thread.subject for one in found}) == len(found)
        return Money(sum(asked_for(one).cents for one in found)) if told_apart and 1 < len(found) <= MOST else None

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        found = sums_found(user, self.business, MOST, f" after:{self.since}")
        user.say(Money(sum(amount.cents for amount in found)))


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
        one, two = ([m for m in invoices(store, self.business) if of_month(m, first)] for first in self._months)
        return abs(asked_for(one[0]) - asked_for(two[0])) or None if len(one) == len(two) == 1 else None

    def items(self) -> Items:
        yield observed("Searched mail", at="/mail/search", kind="search")

    def solution(self, user: User) -> None:
        one, two = (self._sum(user, first) for first in self._months)
        user.say(abs(one - two))

    def _sum(self, user: User, first: date) -> Money:
        """Return what the invoice of a month asks for."""
        return sums_found(user, self.business, 1, f" after:{first} before:{month_after(first)}")[0]

    @property
    def _months(self) -> tuple[date, date]:
        return self.first, self.earlier


def of_month(message: Message, first: date) -> bool:
    """Return whether a letter came in the month that begins on a day."""
    return sure(message.sent_at).date().replace(day=1) == first


class LargestAlert(Task):
    """Which place got the largest payment that the bank has written of since a day?"""

    goals = [
        "My bank mails me when a large card payment is made. Going by those mails since {since}, where was the largest "
        "one? Leave out what is in the bin.",
        "Of the card payments that Harbour Bank has warned me of by mail from {since} on, bin not counted, which place "
        "got the most?",
        "Look through the bank's mails about large card payments that came on {since} or later and aren't in the bin. "
        "Who was paid the highest amount?",
    ]
    tags = ["compare", "filter"]

    since: date = day(-16, -9)
    turn: int = number(0, 9999)
    count: int = number(3, 5)
    places: tuple[int, ...] = derived(lambda store, turn, count: some_places(store, turn, count))

    def setup(self, store: Store) -> Setup:
        for place, business in enumerate(self.places):
            ago = timedelta(days=1 + (self.turn + 5 * place) % 20, minutes=37 * place)
            amount = Money(15_100 + (self.turn * 7919 + place * 10_007) % 42_000)
            yield events.CardPayment(at=store.now - ago, business_id=business, amount=amount, purse="credit")

    def answer(self, store: Store) -> str | None:
        told = store.all(Message, f"layout = 'alert' AND sent_at >= ? AND {_KEPT}", self.since)
        ranked = sorted(((asked_for(one), self._place(one)) for one in told), reverse=True)[:2]
        return ranked[0][1] if len(ranked) == 2 and ranked[0][0] > ranked[1][0] else None

    def solution(self, user: User) -> None:
        search(user, f'subject:"Card payment of" after:{self.since}')
        show_all(user)
        subjects = [subject_of(line) for line in user.page.lines() if line.names]
        largest = max(subjects, key=lambda subject: amounts(subject)[0])
        user.say(largest.split(" at ", 1)[1])

    def _place(self, message: Message) -> str:
        return message.store.one(Entry, "message_id = ? AND text = 'Paid at'", message.id).value


def some_places(store: Store, turn: int, count: int) -> tuple[int, ...]:
    """Return so many businesses at which one may well spend a larger sum."""
    found = store.all(Business, "category IN ('Shopping', 'Travel', 'Home', 'Leisure')", order="id")
    return tuple(found[(turn + 3 * place) % len(found)].id for place in range(count))
