"""Tasks at Harbour Bank."""

from datetime import date, datetime, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Card, Dispute, Entry, Favourite, Payee, Profile, Scheduled
from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.scenarios import (
    Scenario,
    User,
    box,
    button,
    chosen,
    containing,
    day,
    derived,
    field,
    link,
    money,
    number,
    observed,
    option,
    phrase,
    pick,
)
from lifeworld.store import Store

BOOKED = "kind = 'card' AND NOT pending"
OPEN_BILL = "paid_at IS NULL AND id NOT IN (SELECT bill_id FROM bank_scheduled)"


def holds(account: Account, amount: Money) -> bool:
    """Return whether an amount can be taken from a checking or savings account."""
    return account.open and not account.credit and ledger.available(account.store, account) >= amount


def known(person: Person) -> bool:
    """Return whether this is somebody else than the owner."""
    return person.relation != "me"


def in_use(card: Card) -> bool:
    return card.open


def recent(entry: Entry) -> bool:
    """Return whether an entry is so young that a month and a day name its date."""
    return entry.store.now - entry.at < timedelta(days=60)


def go(user: User, *ways: str) -> None:
    """Open the bank and follow links, from its row of main places on."""
    user.open("Harbour Bank")
    for way in ways:
        user.click(link(way))


def choose(user: User, name: str, account: Account) -> None:
    """Choose an account in a field."""
    user.choose(field(name), f"{account.name} (…{account.ending})")


def transfer(user: User, source: Account, target: Account, amount: Money) -> None:
    """Make a transfer up to its last step."""
    go(user, "Pay & transfer", "Transfer")
    choose(user, "From", source)
    choose(user, "To", target)
    user.click(button("Next"))
    user.fill(field("Amount"), amount)
    user.click(button("Review"))


def open_entry(user: User, words: str, entry: Entry) -> None:
    """Find a transaction by search and go to its page."""
    go(user, "Activity")
    user.click(button("Filters"))
    user.choose(field("Account"), entry.account.name)
    for name in ("From date", "To date"):
        user.fill(field(name), entry.at.date())
    user.click(button("Apply filters"))
    clock = f"{entry.at.hour % 12 or 12}:{entry.at.minute:02} {'PM' if entry.at.hour >= 12 else 'AM'}"
    sign = "−" if entry.amount < Money() else ""
    user.click(link(f"{words}, {sign}{abs(entry.amount)}, {entry.at:%b} {entry.at.day} {clock}"))


def open_bill(user: User, bill: Bill) -> None:
    go(user, "Pay & transfer", "Pay bills")
    user.click(link(f"Bill {bill.number} from {bill.business.name}"))


def open_card(user: User, card: Card) -> None:
    go(user, "Cards", f"{card.product} ending in {card.ending}")


def month_name(now: datetime, back: int) -> str:
    """Return the name of the month that was so many months ago, like “February 2026”."""
    return f"{month_of(now, back):%B %Y}"


def month_of(now: datetime, back: int) -> date:
    """Return the first day of the month that was so many months ago."""
    months = now.year * 12 + now.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


class TransferBetweenAccounts(Scenario):
    """Money moves between the person's own accounts."""

    goals = [
        "Transfer {amount} from {source.name} to {target.name}.",
        "Move {amount} out of my {source.name} account and into {target.name} at Harbour Bank.",
        "{target.name} needs {amount}. Take it from {source.name}.",
    ]

    amount: Money = money(5, 400)
    source: Account = pick(Account, lambda source, amount: holds(source, amount))
    target: Account = pick(Account, lambda target, source: target.open and not target.credit and target != source)

    def effects(self):
        yield bank.Transfer(self.source, self.target, self.amount)

    def solution(self, user):
        transfer(user, self.source, self.target, self.amount)
        user.click(button("Confirm"))


class PayOffCard(Scenario):
    """All that is owed on a credit card is paid."""

    goals = [
        "Pay off everything I owe on my {card.name} from {source.name}.",
        "Clear the {card.name} balance completely, pending purchases included. Pay it from {source.name}.",
        "I want to owe nothing on {card.name} any more. Use {source.name} to pay it.",
    ]
    tags = ["look-up"]

    card: Account = pick(Account, lambda card, store: card.credit and ledger.owed(store, card) > Money())
    source: Account = pick(Account, lambda source, card, store: holds(source, ledger.owed(store, card)))

    def effects(self, store: Store):
        yield bank.Transfer(self.source, self.card, ledger.owed(store, self.card))

    def solution(self, user):
        transfer(user, self.source, self.card, ledger.owed(self.card.store, self.card))
        user.click(button("Confirm"))


class TopUpTo(Scenario):
    """An account is topped up to a round sum."""

    goals = [
        "Top up {target.name} from {source.name} so that it holds exactly {total}.",
        "Move just enough from {source.name} to bring {target.name} to {total}.",
        "I'd like {target.name} to stand at {total} sharp. Take what is missing from {source.name}.",
    ]
    tags = ["look-up", "sum"]

    more: Money = money(20, 300)
    target: Account = pick(Account, lambda target: target.open and not target.credit)
    source: Account = pick(Account, lambda source, target, more: source != target and holds(source, more))
    total: Money = derived(lambda store, target, more: ledger.available(store, target) + more)

    def effects(self):
        yield bank.Transfer(self.source, self.target, self.more)

    def solution(self, user):
        transfer(user, self.source, self.target, self.more)
        user.click(button("Confirm"))


class PayBillNow(Scenario):
    """A bill is paid at once."""

    goals = [
        "Pay the open {bill.business.name} bill ({bill.number}) from {account.name} now.",
        "Settle bill {bill.number} from {bill.business.name}; use {account.name}.",
        "Please pay {bill.business.name} what they ask for on {bill.number}. Take it from my {account.name} account.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))

    def effects(self):
        yield bank.PayBill(self.bill, self.account)

    def solution(self, user):
        open_bill(user, self.bill)
        user.click(link("Pay now"))
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))


class ScheduleBill(Scenario):
    """A bill's payment is put on a later day."""

    goals = [
        "Schedule the {bill.business.name} bill {bill.number} to be paid on {on} from {account.name}.",
        "Don't pay {bill.number} ({bill.business.name}) yet: have it paid on {on}, out of {account.name}.",
        "Set up bill {bill.number} from {bill.business.name} so that {account.name} pays it on {on}.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    on: date = day(1, 40)

    def effects(self):
        yield bank.SchedulePayment(self.bill, self.account, self.on)

    def solution(self, user):
        open_bill(user, self.bill)
        user.click(link("Schedule payment"))
        choose(user, "From", self.account)
        user.fill(field("Pay on"), self.on)
        user.click(button("Schedule"))


class PostponeScheduled(Scenario):
    """A scheduled payment moves to another day."""

    goals = [
        "The {payment.bill.business.name} payment is scheduled too early. Have it paid on {on} instead, "
        "from the same account.",
        "Move the scheduled payment of {payment.bill.business.name} to {on}; leave the account as it is.",
        "Reschedule the {payment.bill.business.name} bill: same account, but on {on}.",
    ]
    tags = ["long"]

    payment: Scheduled = pick(Scheduled)
    on: date = day(25, 60)

    def effects(self):
        yield bank.CancelScheduled(self.payment)
        yield bank.SchedulePayment(self.payment.bill, self.payment.account, self.on)

    def solution(self, user):
        open_bill(user, self.payment.bill)
        user.click(button("Cancel scheduled payment"))
        user.click(link("Schedule payment"))
        choose(user, "From", self.payment.account)
        user.fill(field("Pay on"), self.on)
        user.click(button("Schedule"))


class SendToPerson(Scenario):
    """A person gets money with a note."""

    goals = [
        "Send {person.name} {amount} from {account.name} with the note “{note}”.",
        "I owe {person.name} {amount}. Pay it from {account.name} and write “{note}”.",
        "Pay {amount} to {person.name} through Harbour Bank, out of {account.name}. The note should say “{note}”.",
    ]

    amount: Money = money(5, 90)
    person: Person = pick(Person, known)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    note: str = phrase("Concert ticket", "Lunch on Tuesday", "Birthday present", "Petrol")

    def effects(self):
        yield bank.SendMoney(self.person, self.account, self.amount, self.note)

    def solution(self, user):
        go(user, "Pay & transfer", "Send money", self.person.name, "Send money")
        user.fill(field("Amount"), self.amount)
        choose(user, "From", self.account)
        user.fill(field("What is it for?"), self.note)
        user.click(button("Review"))
        user.click(button("Confirm"))


class SendHalf(Scenario):
    """A person gets half of what a purchase cost."""

    goals = [
        "I promised {person.name} half of what I paid at {entry.title} on {entry.at}. Send it from {account.name}; "
        "the note should mention {entry.title}.",
        "Look up what I paid at {entry.title} on {entry.at} and send {person.name} half of it from {account.name}. "
        "Mention {entry.title} in the note.",
        "{person.name} should get half of my {entry.title} charge of {entry.at}. Pay it from {account.name} and "
        "name {entry.title} in the note.",
    ]
    tags = ["look-up", "sum", "prose"]

    entry: Entry = pick(Entry, lambda entry: recent(entry) and entry.amount.cents % 2 == 0, where=BOOKED)
    person: Person = pick(Person, known)
    account: Account = pick(Account, lambda account, entry: holds(account, -entry.amount))

    def effects(self):
        half = Money(-self.entry.amount.cents // 2)
        yield bank.SendMoney(self.person, self.account, half, containing(self.entry.title))

    def solution(self, user):
        open_entry(user, self.entry.title, self.entry)
        go(user, "Pay & transfer", "Send money", self.person.name, "Send money")
        user.fill(field("Amount"), Money(-self.entry.amount.cents // 2))
        choose(user, "From", self.account)
        user.fill(field("What is it for?"), f"Half of {self.entry.title}")
        user.click(button("Review"))
        user.click(button("Confirm"))


class SendToAnyFavourite(Scenario):
    """One of the favourites, whichever, gets money."""

    goals = [
        "Send {amount} from {account.name} to any one of my favourites at Harbour Bank, no note.",
        "Pick one of the people I starred in the bank and send them {amount} from {account.name}. No note needed.",
        "One favourite of mine, whoever you like, gets {amount} out of {account.name}. Leave the note empty.",
    ]
    tags = ["choice"]

    amount: Money = money(5, 30, cents=False)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def effects(self):
        starred = chosen(Person, lambda row, store: store.count(Favourite, "person_id = ?", row.id) > 0)
        yield bank.SendMoney(starred, self.account, self.amount)

    def solution(self, user):
        person = self.account.store.one(Favourite).person
        go(user, "Pay & transfer", "Send money", person.name, "Send money")
        user.fill(field("Amount"), self.amount)
        choose(user, "From", self.account)
        user.click(button("Review"))
        user.click(button("Confirm"))


class StarPerson(Scenario):
    """A person becomes a favourite."""

    goals = [
        "Add {person.name} to my favourites in Harbour Bank.",
        "I pay {person.name} often. Star them in the bank app.",
        "Make {person.name} one of the favourites for sending money.",
    ]
    tags = ["short"]

    person: Person = pick(
        Person, lambda person, store: known(person) and not store.count(Favourite, "person_id = ?", person.id)
    )

    def effects(self):
        yield bank.Star(self.person)

    def solution(self, user):
        go(user, "Pay & transfer", "Send money")
        user.click(button(f"Add {self.person.name} to favourites"))


class FreezeCard(Scenario):
    """A card is frozen."""

    goals = [
        "Freeze my {card.product} card ending in {card.ending}.",
        "I can't find the {card.product} card (…{card.ending}). Freeze it for now.",
        "Please stop the {card.product} card with the last digits {card.ending} from paying until I say otherwise.",
    ]
    tags = ["short"]

    card: Card = pick(Card, lambda card: card.open and not card.frozen, among=in_use)

    def effects(self):
        yield bank.Freeze(self.card)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Freeze card"))


class AddPayee(Scenario):
    """A payee is added and paid for the first time."""

    goals = [
        "Add {name} as a payee at Harbour Bank (our number there is {reference}, category {filing}) and pay them "
        "{amount} from {account.name}.",
        "New payee: {name}, customer number {reference}, filed under {filing}. Then send them {amount} "
        "from {account.name}.",
        "I have to pay {amount} to {name}. They aren't among my payees yet: number {reference}, "
        "category {filing}. Use {account.name}.",
    ]
    tags = ["long"]

    name: str = phrase("Weaver Street Nursery", "Old Quay Sailing Club", "Harrow Hill Choir")
    reference: str = phrase("WS-20418", "QT-77120", "HH-3049")
    filing: str = phrase("Education", "Leisure", "Giving")
    amount: Money = money(20, 140)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def effects(self):
        payee = yield bank.AddPayee(self.name, self.reference, self.filing)
        yield bank.PayPayee(payee, self.account, self.amount)

    def solution(self, user):
        go(user, "Pay & transfer", "Payees", "Add payee")
        user.fill(field("Name"), self.name)
        user.fill(field("Customer or account number"), self.reference)
        user.choose(field("Category"), self.filing)
        user.click(button("Add payee"))
        user.click(link("Pay"))
        user.fill(field("Amount"), self.amount)
        choose(user, "From", self.account)
        user.click(button("Review"))
        user.click(button("Confirm"))


class OpenSavings(Scenario):
    """A savings account is opened with a first deposit."""

    goals = [
        "Open a savings account called “{name}” with a first deposit of {amount} from {source.name}.",
        "I'm saving for something new: open a savings account, nickname it “{name}” and put {amount} from "
        "{source.name} in.",
        "Get me another savings account at Harbour Bank. Name: “{name}”. Start it with {amount} out of {source.name}.",
    ]

    name: str = phrase("New bicycle", "Kitchen", "Winter trip", "Piano")
    amount: Money = money(20, 300, cents=False)
    source: Account = pick(Account, lambda source, amount: holds(source, amount))

    def effects(self):
        yield bank.OpenAccount("savings", self.name, self.source, self.amount)

    def solution(self, user):
        go(user, "More", "Open an account")
        user.fill(field("Nickname"), self.name)
        user.fill(field("Amount"), self.amount)
        choose(user, "From", self.source)
        user.click(button("Open account"))


class FileUnder(Scenario):
    """A charge is filed under another category and gets a note."""

    goals = [
        "File the {entry.title} charge of {entry.at} for {amount} under {filing} and put the note “{note}” on it.",
        "The {amount} that I paid at {entry.title} on {entry.at} belongs to {filing}. Change it, and note “{note}”.",
        "In my transactions, find {entry.title}, {amount}, {entry.at}. Set its category to {filing} and add "
        "the note “{note}”.",
    ]

    entry: Entry = pick(Entry, recent, where=BOOKED)
    amount: Money = derived(lambda entry: -entry.amount)
    filing: str = phrase("Giving", "Education", "Insurance", "Travel")
    note: str = phrase("ask for it back", "for the taxes", "shared with work")

    def effects(self):
        yield bank.Recategorise(self.entry, self.filing)
        yield bank.Annotate(self.entry, self.note)

    def solution(self, user):
        open_entry(user, self.entry.title, self.entry)
        user.click(link("Change category"))
        user.choose(field("Category"), self.filing)
        user.click(button("Save"))
        user.click(link("Add note"))
        user.fill(field("Note"), self.note)
        user.click(button("Save"))


class DisputeLatest(Scenario):
    """The latest charge of a shop is disputed."""

    goals = [
        "Dispute my most recent booked charge from {business.name}: I was charged twice.",
        "{business.name} charged me twice, look at the last booked payment there. Dispute it for that reason.",
        "Tell Harbour Bank that the latest booked {business.name} charge was taken twice.",
    ]
    tags = ["look-up"]

    business: Business = pick(Business, lambda business: last_charge(business) is not None)

    def effects(self):
        yield bank.DisputeCharge(last_charge(self.business), "charged twice")

    def solution(self, user):
        open_entry(user, self.business.name, last_charge(self.business))
        user.click(link("Dispute charge"))
        user.click(option("I was charged twice"))
        user.click(button("Send dispute"))


def last_charge(business: Business) -> Entry | None:
    """Return the last booked card payment at a business, if it can be disputed."""
    store = business.store
    entry = store.first(Entry, f"{BOOKED} AND business_id = ?", business.id, order="at DESC, id DESC")
    if entry is None or store.now - entry.at > timedelta(days=100):
        return None
    return None if twice(entry, store) or store.count(Dispute, "entry_id = ?", entry.id) else entry


def twice(entry: Entry, store: Store) -> bool:
    """Return whether a charge stands twice in the ledger, within two minutes."""
    near = timedelta(minutes=2)
    same = "kind = 'card' AND business_id = ? AND amount = ? AND at BETWEEN ? AND ?"
    found = store.count(Entry, same, entry.business_id, entry.amount, entry.at - near, entry.at + near)
    return entry.kind == "card" and found > 1


class FindDoubleCharge(Scenario):
    """Of the last days' charges, the one that was taken twice is found and disputed."""

    goals = [
        "Some shop charged me twice for the same thing in the last two weeks. Find it and dispute one of the two "
        "charges for that reason.",
        "I have a feeling that a card payment of the past fourteen days was taken twice. Look for it, and dispute "
        "either of the two as charged twice.",
        "Go through my card purchases of the last two weeks: one appears twice within a minute or so. Dispute one of "
        "the pair, with the reason that I was charged twice.",
    ]
    tags = ["look-up", "compare"]

    def effects(self):
        doubled = chosen(Entry, lambda row, store, now: now - row.at < timedelta(days=14) and twice(row, store))
        yield bank.DisputeCharge(doubled, "charged twice")

    def solution(self, user):
        go(user, "Activity")
        user.click(button("Filters"))
        user.choose(field("Type"), "Card purchases")
        user.click(button("Apply filters"))
        names = [node.name for node in user.now.tree.all("link") if "−$" in node.name]
        marks = [name.rsplit(":", 1)[0] for name in names]
        user.click(link(next(name for name, mark in zip(names, marks, strict=True) if marks.count(mark) > 1)))
        user.click(link("Dispute charge"))
        user.click(option("I was charged twice"))
        user.click(button("Send dispute"))


class LowBalanceAlert(Scenario):
    """The alert for a low balance gets another threshold, and deposits are kept quiet."""

    goals = [
        "Warn me when checking falls below {amount}, and turn off the alerts about deposits.",
        "In the bank's alert settings, set the low-balance limit to {amount} and switch deposit alerts off.",
        "I only want to hear of my checking account once it is under {amount}. And no alerts for deposits any more.",
    ]

    amount: Money = money(50, 290, cents=False)

    def effects(self):
        yield bank.SaveAlerts(low=self.amount, deposits_on=False)

    def solution(self, user):
        go(user, "More", "Alerts", "Alert settings")
        user.fill(field("When checking falls below"), self.amount)
        user.check(box("Deposits"), on=False)
        user.click(button("Save"))


class SpentAtInMonth(Scenario):
    """How much was spent at a place in a month?"""

    goals = [
        "How much did I spend at {business.name} in {month} altogether?",
        "What do my card payments at {business.name} in {month} add up to?",
        "Add up what I paid {business.name} during {month}.",
    ]
    tags = ["sum"]

    back: int = number(1, 8)
    month: str = derived(month_name)
    business: Business = pick(
        Business, lambda business, store, now, back: len(payments(store, business, month_of(now, back))) > 1
    )

    def answer(self, store: Store):
        found = payments(store, self.business, month_of(store.now, self.back))
        return Money(-sum(entry.amount.cents for entry in found))

    def items(self):
        yield observed("Looked for the payments", showing=self.business.name, kind="search")

    def solution(self, user):
        go(user, "Activity")
        user.fill(field("Search transactions"), self.business.name)
        user.click(button("Search"))
        user.say(self.truth)


def payments(store: Store, business: Business, first: date) -> list[Entry]:
    """Return the card payments at a business in a month."""
    where = "kind = 'card' AND business_id = ? AND substr(at, 1, 7) = ?"
    return store.all(Entry, where, business.id, f"{first:%Y-%m}")


class DearestPurchase(Scenario):
    """How much was the dearest card purchase of a month?"""

    goals = [
        "How much was my largest single card purchase in {month}, over all my accounts?",
        "What did the dearest thing that I paid by card in {month} cost?",
        "Looking at {month}: what is the most that I spent with a card in one go?",
    ]
    tags = ["compare"]

    back: int = number(1, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)

    def answer(self, store: Store):
        where = "kind = 'card' AND substr(at, 1, 7) = ?"
        dearest = store.first(Entry, where, f"{self.first:%Y-%m}", order="amount")
        return -dearest.amount if dearest else None

    def solution(self, user):
        go(user, "Activity")
        user.click(button("Filters"))
        user.choose(field("Type"), "Card purchases")
        user.fill(field("From date"), self.first)
        user.fill(field("To date"), (self.first + timedelta(days=32)).replace(day=1) - timedelta(days=1))
        user.click(button("Apply filters"))
        user.say(self.truth)


class WhenWasBillPaid(Scenario):
    """On which day was the last bill of a sender paid?"""

    goals = [
        "On what day did I last pay a bill from {business.name}?",
        "When was the most recent {business.name} bill paid?",
        "Look up the date of my latest bill payment to {business.name}.",
    ]

    business: Business = pick(Business, lambda business, store: last_paid(store, business) is not None)

    def answer(self, store: Store):
        paid = last_paid(store, self.business)
        return paid.at.date() if paid else None

    def items(self):
        yield observed("Saw the bills", showing=self.business.name, kind="search")

    def solution(self, user):
        go(user, "Pay & transfer", "Pay bills", "Paid")
        user.fill(field("Search bills"), self.business.name)
        user.click(button("Search"))
        user.say(self.truth)


def last_paid(store: Store, business: Business) -> Entry | None:
    """Return the last payment of a bill from a business."""
    return store.first(Entry, "kind = 'bill' AND business_id = ?", business.id, order="at DESC")


class CountPaymentsToPerson(Scenario):
    """How often was a person paid?"""

    goals = [
        "How many times have I sent {person.name} money through Harbour Bank?",
        "Count the payments that I made to {person.name}, not those I received.",
        "How often did money go from me to {person.name}, as far as the bank shows?",
    ]
    tags = ["count"]

    person: Person = pick(
        Person, lambda person, store: store.count(Entry, "person_id = ? AND amount < 0", person.id) > 1
    )

    def answer(self, store: Store):
        return store.count(Entry, "person_id = ? AND amount < 0", self.person.id)

    def items(self):
        yield observed("Saw the payments", showing=self.person.name, kind="search")

    def solution(self, user):
        go(user, "Activity")
        user.fill(field("Search transactions"), self.person.name)
        user.click(button("Search"))
        user.click(link("Money out"))
        user.say(self.truth)


class ClosingBalance(Scenario):
    """What did an account hold at the end of a month?"""

    goals = [
        "What was the closing balance of {account.name} on the {month} statement?",
        "How much was in {account.name} at the end of {month}, according to its statement?",
        "Look at the {month} statement of my {account.name} account: what closing balance does it give?",
    ]

    back: int = number(1, 9)
    month: str = derived(month_name)
    account: Account = pick(
        Account, lambda account, store: not account.credit and store.count(Entry, "account_id = ?", account.id) > 9
    )

    def answer(self, store: Store):
        return ledger.statement(store, self.account, f"{month_of(store.now, self.back):%Y-%m}").after

    def solution(self, user):
        user.open("Harbour Bank")
        user.click(link(self.account.name).within("Accounts"))
        user.click(link("Statements"))
        user.click(link(self.month))
        user.say(self.truth)


class ShowStatement(Scenario):
    """A statement is on the screen."""

    goals = [
        "Bring up the {month} statement of {account.name} and leave it open.",
        "Show me the {account.name} statement for {month}.",
        "I need to see the statement of {month} for my {account.name}. Open it.",
    ]
    tags = ["short"]

    back: int = number(1, 9)
    month: str = derived(month_name)
    page: str = derived(lambda now, back: f"{month_of(now, back):%Y-%m}")
    account: Account = pick(Account, lambda account, store: store.count(Entry, "account_id = ?", account.id) > 9)

    def reached(self):
        return f"/bank/account/{self.account.id}/statement/{self.page}"

    def solution(self, user):
        user.open("Harbour Bank")
        user.click(link(self.account.name).within("Accounts"))
        user.click(link("Statements"))
        user.click(link(self.month))


class TransferTooMuch(Scenario):
    """More is to be moved than there is."""

    goals = [
        "Transfer {amount} from {source.name} to {target.name} in one go. If the account can't cover it, "
        "leave everything as it is and tell me.",
        "Move exactly {amount} out of {source.name} into {target.name}; should that not be possible, don't "
        "transfer anything and say so.",
        "I'd like {amount} to go from {source.name} to {target.name}. Not less: if it doesn't work, just let me know.",
    ]

    source: Account = pick(Account, lambda source: source.open and not source.credit)
    target: Account = pick(Account, lambda target, source: target.open and not target.credit and target != source)
    more: Money = money(40, 900, cents=False)
    amount: Money = derived(lambda store, source, more: ledger.available(store, source) + more)

    def impossible(self):
        yield bank.Transfer(self.source, self.target, self.amount)

    def solution(self, user):
        transfer(user, self.source, self.target, self.amount)
        user.give_up()


class PayBillWhenAsked(Scenario):
    """A bill is paid from an account that only the person knows."""

    goals = [
        "Pay the {bill.business.name} bill {bill.number}. Ask me which account the money should come from.",
        "Settle {bill.number} ({bill.business.name}) for me, but check with me first from which account.",
        "Bill {bill.number} from {bill.business.name} has to be paid today. I'll tell you the account when you ask.",
    ]

    bill: Bill = pick(Bill, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    withheld = "Take {account.name}."

    def effects(self):
        yield bank.PayBill(self.bill, self.account)

    def solution(self, user):
        user.ask("Which account should the money come from?")
        open_bill(user, self.bill)
        user.click(link("Pay now"))
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))


class CloseCardAfterConsent(Scenario):
    """A card is closed for good, once the person has agreed."""

    goals = [
        "Close my {card.product} card ending in {card.ending}, but ask me for a last OK before you do.",
        "I don't need the {card.product} card (…{card.ending}) any more. Check with me, then close it.",
        "Get rid of the {card.product} card with the last digits {card.ending} at Harbour Bank. Confirm with me first.",
    ]
    consent = "Yes, close it."

    card: Card = pick(Card, lambda card, store: card.open and not ledger.owed(store, card.account) > Money())

    def effects(self):
        yield bank.CloseCard(self.card)

    def solution(self, user):
        open_card(user, self.card)
        user.ask(f"Shall I close {self.card.product} ending in {self.card.ending} for good?")
        user.click(link("Close card"))
        user.click(button("Close card"))


class TurnOnAutopay(Scenario):
    """A payee's bills are paid automatically from now on, and the open one by hand."""

    goals = [
        "Turn on autopay for {payee.name} from {account.name}.",
        "From now on, {account.name} should pay every {payee.name} bill by itself. Set that up.",
        "Have the bills of {payee.name} paid automatically out of {account.name}.",
    ]

    payee: Payee = pick(Payee, lambda payee: payee.business_id and not payee.autopay_id)
    account: Account = pick(Account, lambda account: account.open and not account.credit)

    def effects(self):
        yield bank.StartAutopay(self.payee, self.account)

    def solution(self, user):
        go(user, "Pay & transfer", "Payees", self.payee.name, "Turn autopay on")
        choose(user, "Pay from", self.account)
        user.click(button("Save"))


class EditPayee(Scenario):
    """A payee gets a nickname and another number; the rest stays."""

    goals = [
        "My customer number at {payee.name} changed to {number_there}. Update the payee at Harbour Bank and give it "
        "the nickname “{nickname}”.",
        "Edit the payee {payee.name}: the number is now {number_there}, and I want to see it as “{nickname}”.",
        "Call {payee.name} “{nickname}” in my payees and put in the new customer number, {number_there}.",
    ]

    payee: Payee = pick(Payee)
    number_there: str = phrase("NX-55021", "RT-80417", "KB-19963")
    nickname: str = phrase("Monthly one", "The usual", "For the flat")

    def effects(self):
        yield bank.EditPayee(self.payee, self.payee.name, self.number_there, self.payee.category, self.nickname)

    def solution(self, user):
        go(user, "Pay & transfer", "Payees", self.payee.name)
        user.click(link("Edit payee"), via=[button("Payee options")])
        user.fill(field("Customer or account number"), self.number_there)
        user.fill(field("Nickname"), self.nickname)
        user.click(button("Save"))


class DeletePayeeAfterConsent(Scenario):
    """A payee goes, once the person has agreed."""

    goals = [
        "Delete {payee.name} from my payees at Harbour Bank, but get my OK first.",
        "I won't pay {payee.name} any more. Ask me once more, then remove the payee.",
        "Clean up my payees: {payee.name} can go. Check with me before you delete it.",
    ]
    consent = "Yes, delete it."

    payee: Payee = pick(
        Payee,
        lambda payee, store: not store.count(Bill, "business_id IS ? AND paid_at IS NULL", payee.business_id),
    )

    def effects(self):
        yield bank.DeletePayee(self.payee)

    def solution(self, user):
        go(user, "Pay & transfer", "Payees", self.payee.name)
        user.ask(f"Shall I delete {self.payee.name}?")
        user.click(link("Delete payee"), via=[button("Payee options")])
        user.click(button("Delete payee"))


class SwapFavourite(Scenario):
    """One favourite goes and another person comes."""

    goals = [
        "Take {old.name} off my bank favourites and add {new.name} instead.",
        "{new.name} should be a favourite for sending money, {old.name} no longer.",
        "In Harbour Bank, replace {old.name} by {new.name} among the people I starred.",
    ]

    old: Person = pick(Person, lambda old, store: store.count(Favourite, "person_id = ?", old.id) > 0)
    new: Person = pick(Person, lambda new, store: known(new) and not store.count(Favourite, "person_id = ?", new.id))

    def effects(self):
        yield bank.Unstar(self.old)
        yield bank.Star(self.new)

    def solution(self, user):
        go(user, "Pay & transfer", "Send money")
        user.click(button(f"Remove {self.old.name} from favourites"))
        user.click(button(f"Add {self.new.name} to favourites"))


class UnfreezeCard(Scenario):
    """A frozen card may pay again."""

    goals = [
        "Unfreeze my {card.product} card (…{card.ending}).",
        "The {card.product} card ending in {card.ending} turned up. Let it pay again.",
        "Make the frozen {card.product} card, last digits {card.ending}, usable again.",
    ]
    tags = ["short"]

    card: Card = pick(Card, lambda card: card.open and card.frozen, among=in_use)

    def effects(self):
        yield bank.Unfreeze(self.card)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Unfreeze card"))


class WhatIsTheCode(Scenario):
    """What is the security code of a card? Its number has to be shown for that."""

    goals = [
        "What is the security code of my {card.product} card ending in {card.ending}? Leave its number on the screen.",
        "Show the number of the {card.product} card (…{card.ending}), leave it shown, and tell me the security code.",
        "I need the three-digit security code of {card.product}, last digits {card.ending}. Have the bank show the "
        "card's number and don't hide it again.",
    ]
    tags = ["private"]

    card: Card = pick(Card, in_use, among=in_use)

    def effects(self):
        yield bank.ShowNumber(self.card)

    def answer(self, store: Store):
        return int(store.get(Card, self.card.id).code)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Show card number"))
        user.say(self.truth)


class HideCardNumber(Scenario):
    """A card's number, left on screen, is masked again."""

    goals = [
        "I left the number of my {card.product} card (…{card.ending}) showing in the bank app. Hide it again.",
        "Mask the number of the {card.product} card ending in {card.ending}, please.",
        "Somebody might look over my shoulder: hide the card number of {card.product}, last digits {card.ending}.",
    ]
    tags = ["short", "private"]

    card: Card = pick(Card, in_use, among=in_use)

    def given(self):
        yield bank.ShowNumber(self.card)

    def effects(self):
        yield bank.HideNumber(self.card)

    def solution(self, user):
        open_card(user, self.card)
        user.click(button("Hide card number"))


class ApplyForCard(Scenario):
    """A new credit card is applied for."""

    goals = [
        "Apply for the Compass Travel card at Harbour Bank. My income is {income} a year and I'm {work}.",
        "Get me the Compass Travel credit card: state {income} of yearly income, employment {work}.",
        "I'd like a Compass Travel card. On the form, put {income} a year as income and {work} as employment.",
    ]

    income: Money = money(48_000, 95_000, cents=False)
    work: str = phrase("employed", "self-employed", "retired")

    def effects(self):
        yield bank.ApplyForCard("compass", self.income, self.work)

    def solution(self, user):
        go(user, "Cards", "Apply for a card", "Apply for Compass Travel")
        user.fill(field("Yearly income"), self.income)
        user.choose(field("Employment"), self.work.capitalize())
        user.click(button("Apply"))


class RenameAndMakePrimary(Scenario):
    """An account gets a nickname and becomes the primary one."""

    goals = [
        "Rename {account.name} to “{name}” and make it my primary account.",
        "Call my {account.name} account “{name}” from now on; it should also be the primary one.",
        "Make {account.name} the primary account at Harbour Bank and give it the nickname “{name}”.",
    ]

    account: Account = pick(
        Account,
        lambda account, store: account.open and not account.credit and ledger.settings(store).primary_id != account.id,
    )
    name: str = phrase("Main account", "Household", "Everything")

    def effects(self):
        yield bank.RenameAccount(self.account, self.name)
        yield bank.SetPrimary(self.account)

    def solution(self, user):
        user.open("Harbour Bank")
        user.click(link(self.account.name).within("Accounts"))
        user.click(link("Details"))
        user.click(link("Change nickname"))
        user.fill(field("Nickname"), self.name)
        user.click(button("Save"))
        user.click(button("Make primary account"))


class CloseEmptyAccount(Scenario):
    """An empty account is closed, after a transfer that empties it if need be."""

    goals = [
        "Close my {account.name} account. Move what is in it to {target.name} first.",
        "I don't need {account.name} any more: send its money to {target.name}, then close it.",
        "Empty {account.name} into {target.name} and close it for good. You have my OK for that.",
    ]
    tags = ["long"]

    account: Account = pick(
        Account,
        lambda account, store: (
            account.kind == "savings" and account.open and ledger.available(store, account) <= Money(2_500_000)
        ),
    )
    target: Account = pick(
        Account, lambda target, account: target.open and not target.credit and target.id != account.id
    )
    amount: Money = money(20, 60)

    def given(self, store: Store):
        source = ledger.settings(store).primary
        if source.id != self.account.id and holds(source, self.amount):
            yield bank.Transfer(source, self.account, self.amount)

    def effects(self, store: Store):
        left = ledger.available(store, self.account)
        if left:
            yield bank.Transfer(self.account, self.target, left)
        yield bank.CloseAccount(self.account)

    def solution(self, user):
        user.open("Harbour Bank")
        user.click(link(self.account.name).within("Accounts"))
        left = next(node for node in user.now.tree.walk() if node.name.startswith("$"))
        transfer(user, self.account, self.target, Money.of(left.name))
        user.click(button("Confirm"))
        user.open("Harbour Bank")
        user.click(link(self.account.name).within("Accounts"))
        user.click(link("Details"))
        user.click(link("Close account"))
        user.click(button("Close account"))


class WithdrawDispute(Scenario):
    """A dispute is taken back."""

    goals = [
        "Withdraw the dispute about {dispute.entry.title}, the fare was right after all.",
        "I was wrong about the {dispute.entry.title} charge. Take my dispute back.",
        "Cancel the dispute that I have open with Harbour Bank over {dispute.entry.title}.",
    ]

    dispute: Dispute = pick(Dispute)

    def effects(self):
        yield bank.WithdrawDispute(self.dispute)

    def solution(self, user):
        go(user, "More", "Disputes", self.dispute.entry.title)
        user.click(button("Withdraw dispute"))


class CoverNumbers(Scenario):
    """Balances and account numbers are covered."""

    goals = [
        "Hide the balances and account numbers in Harbour Bank.",
        "I'm on the train: cover all numbers in the bank app.",
        "Switch on the bank's privacy setting that hides numbers.",
    ]
    tags = ["short"]

    def outcomes(self):
        return [[bank.HideNumbers(hide=True)]]

    def solution(self, user):
        user.open("Harbour Bank")
        user.click(button("Hide numbers"))


class PaperByLetter(Scenario):
    """Statements come on paper again, and word by letter."""

    goals = [
        "Turn off paperless statements at Harbour Bank and have them reach me by letter.",
        "I want statements on paper again, and the bank should write letters instead of e-mails.",
        "In the bank's settings: no paperless statements, contact by letter.",
    ]

    def effects(self):
        yield bank.SaveSettings(paperless=False, contact="letter")

    def solution(self, user):
        go(user, "More", "Settings")
        user.check(box("Paperless statements"), on=False)
        user.click(option("Letter"))
        user.click(button("Save"))


class NewAddress(Scenario):
    """The bank gets to know another address; all else of the profile stays."""

    goals = [
        "I've moved. Change my address at Harbour Bank to “{address}”.",
        "Update the address in my bank profile: “{address}”.",
        "The bank should have my new address, “{address}”. Leave my other details alone.",
    ]

    address: str = phrase(
        "9 Lantern Street, Port Callow 97480",
        "41 Orchard Rise, Port Callow 97482",
        "120 Kiln Street, Port Callow 97484",
    )

    def effects(self, store: Store):
        held = store.get(Profile, 1)
        yield bank.SaveProfile(held.preferred_name, held.email, held.phone, self.address)

    def solution(self, user):
        go(user, "More", "Profile")
        user.fill(field("Address"), self.address)
        user.click(button("Save"))


class StopAutopay(Scenario):
    """Autopay ends, and the payment that it has scheduled is called off."""

    goals = [
        "Stop autopay for {payee.name} and cancel the payment that is already scheduled for it.",
        "{payee.name} shouldn't be paid automatically any more. Call off the scheduled payment too.",
        "Turn the autopay of {payee.name} off; its scheduled payment has to go as well.",
    ]

    payee: Payee = pick(Payee, lambda payee: payee.autopay_id is not None)

    def effects(self, store: Store):
        yield bank.StopAutopay(self.payee)
        for waiting in store.all(Scheduled):
            if waiting.bill.business_id == self.payee.business_id:
                yield bank.CancelScheduled(waiting)

    def solution(self, user):
        go(user, "Pay & transfer", "Payees", self.payee.name)
        user.click(button("Turn autopay off"))
        bill = next(node.name for node in user.now.tree.all("link") if node.name.startswith("Bill "))
        user.click(link(bill))
        user.click(button("Cancel scheduled payment"))
