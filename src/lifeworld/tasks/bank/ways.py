"""Ways through Harbour Bank, and what its tasks pick by."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Card, Entry, Favourite, Payee
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.taskkit import Line, User, amounts, button, field, link, show_all
from lifeworld.taskkit.months import month_before

BOOKED = "kind = 'card' AND NOT pending"
OPEN_BILL = "paid_at IS NULL AND id NOT IN (SELECT bill_id FROM bank_scheduled)"


def debit(row: Account) -> bool:
    """Return whether this is an open account that holds money, not one of a credit card."""
    return row.open and not row.credit


def holds(account: Account, amount: Money) -> bool:
    """Return whether an amount can be taken from a checking or savings account."""
    return debit(account) and ledger.available(account.store, account) >= amount


def pays(account: Account, amount: Money) -> bool:
    """Return whether a bill of this amount can be paid from an account, a credit card's too."""
    frozen = account.store.count(Card, "account_id = ? AND frozen AND NOT closed", account.id) > 0
    stopped = account.closed or (account.credit and frozen)
    return not stopped and ledger.available(account.store, account) >= amount


def known(person: Person) -> bool:
    """Return whether this is somebody else than the owner."""
    return person.relation != "me"


def starred(row: Person) -> bool:
    """Return whether somebody is among the favourites."""
    return row.store.count(Favourite, "person_id = ?", row.id) > 0


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


def open_account(user: User, account: Account) -> None:
    user.open("Harbour Bank")
    user.click(link(account.name).within("Accounts"))


def balance_of(user: User, account: Account) -> Money:
    """Go to an account and return the sum that stands on top: what is available, or owed on a credit card."""
    open_account(user, account)
    _, _, rest = user.page.text.partition("Balance owed" if account.credit else "Available balance")
    return amounts(rest)[0]


def choose(user: User, name: str, account: Account) -> None:
    """Choose an account in a field."""
    user.choose(field(name), f"{account.name} (…{account.ending})")


def confirm(user: User) -> None:
    """Look a payment over and make it."""
    user.click(button("Review"))
    user.click(button("Confirm"))


def transfer(user: User, source: Account, target: Account, amount: Money) -> None:
    """Make a transfer up to its last step."""
    go(user, "Pay & transfer", "Transfer")
    choose(user, "From", source)
    choose(user, "To", target)
    user.click(button("Next"))
    user.fill(field("Amount"), amount)
    user.click(button("Review"))


def send(user: User, person: Person, account: Account, amount: Money, note: str = "") -> None:
    """Send somebody money."""
    open_person(user, person)
    user.click(link("Send money"))
    user.fill(field("Amount"), amount)
    choose(user, "From", account)
    if note:
        user.fill(field("What is it for?"), note)
    confirm(user)


def open_filters(user: User) -> None:
    """Open the filters of the transactions."""
    go(user, "Activity")
    user.click(button("Filters"))


def search(user: User, words: str) -> None:
    """Search the transactions."""
    go(user, "Activity")
    user.fill(field("Search transactions"), words)
    user.click(button("Search"))


def purchases(user: User, words: str) -> None:
    """Search the card purchases."""
    search(user, words)
    user.click(button("Filters"))
    user.choose(field("Type"), "Card purchases")
    user.click(button("Apply filters"))


def listed(user: User) -> list[Line]:
    """Return the transactions listed, all of them."""
    show_all(user)
    return [line for line in user.page.lines() if line.names and "$" in line.names[0]]


def filtered(user: User, wanted: Mapping[str, Any]) -> list[Line]:
    """Filter the transactions by the fields of the form, by label, and return all that is listed."""
    open_filters(user)
    for label, value in wanted.items():
        user.choose(field(label), value) if isinstance(value, str) else user.fill(field(label), value)
    user.click(button("Apply filters"))
    return listed(user)


def amount_of(line: Line) -> Money:
    """Return what a line of the transactions says, without its sign."""
    return abs(amounts(line.names[0])[0])


def title_of(line: Line) -> str:
    """Return whom a line of the transactions names."""
    return re.split(r", −?\$", line.names[0])[0]


def added(found: Iterable[Money]) -> Money:
    return Money(sum(amount.cents for amount in found))


def open_spending(user: User, first: date) -> None:
    """Open what was spent on what in the month that begins on a day, leafing back from this month."""
    go(user)
    user.click(link("Spending").within("Shortcuts"))
    shown = user.today.replace(day=1)
    while shown > first:
        shown = month_before(shown)
        user.click(link(f"{shown:%B %Y}").within("Month"))


def open_people(user: User) -> None:
    """Go to all the people who can be paid."""
    go(user, "Pay & transfer", "Send money")
    show_all(user)


def open_person(user: User, person: Person) -> None:
    open_people(user)
    user.click(link(person.name))


def open_entry(user: User, words: str, entry: Entry) -> None:
    """Find a transaction by search and go to its page."""
    open_filters(user)
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


def pay_bill(user: User, bill: Bill, account: Account) -> None:
    """Pay a bill at once."""
    open_bill(user, bill)
    user.click(link("Pay now"))
    choose(user, "From", account)
    user.click(button("Confirm payment"))


def schedule(user: User, account: Account, on: date) -> None:
    """Put the payment of the bill that is open on a day."""
    user.click(link("Schedule payment"))
    choose(user, "From", account)
    user.fill(field("Pay on"), on)
    user.click(button("Schedule"))


def open_payee(user: User, payee: Payee) -> None:
    go(user, "Pay & transfer", "Payees")
    show_all(user)
    user.click(link(payee.name))


def open_card(user: User, card: Card) -> None:
    go(user, "Cards", f"{card.product} ending in {card.ending}")
