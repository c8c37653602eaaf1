"""Harbour Bank: how tasks, those of several apps too, go through its screens and read them, and what they pick by."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Card, Entry, Favourite
from lifeworld.life.models import Person
from lifeworld.taskkit import Line, Money, User, amounts, button, days, derived, field, link, number, show_all
from lifeworld.taskkit.months import last_day, month_before, month_name, month_of

BOOKED = "kind = 'card' AND NOT pending"
OPEN_BILL = "paid_at IS NULL AND id NOT IN (SELECT bill_id FROM bank_scheduled)"


class InMonth:
    """A month that is over, by its name."""

    back: int = number(1, 9)
    first: date = derived(month_of)
    month: str = derived(month_name)


def month_dates(first: date) -> dict[str, date]:
    """Return the fields of the filters for the month that begins on a day."""
    return {"From date": first, "To date": last_day(first)}


# ---- what is picked


def debit(row: Account) -> bool:
    """Return whether this is an open account that holds money, not one of a credit card."""
    return row.open and not row.credit


def holds(row: Account, amount: Money) -> bool:
    """Return whether an amount can be taken from a checking or savings account."""
    return debit(row) and ledger.available(row.store, row) >= amount


def pays(account: Account, amount: Money) -> bool:
    """Return whether a bill of this amount can be paid from an account, a credit card's too."""
    frozen = account.store.count(Card, "account_id = ? AND frozen AND NOT closed", account.id) > 0
    stopped = account.closed or (account.credit and frozen)
    return not stopped and ledger.available(account.store, account) >= amount


def known(row: Person) -> bool:
    """Return whether this is somebody else than the owner."""
    return row.relation != "me"


def starred(row: Person) -> bool:
    """Return whether somebody is among the favourites."""
    return row.store.count(Favourite, "person_id = ?", row.id) > 0


def recent(entry: Entry) -> bool:
    """Return whether an entry is so young that a month and a day name its date."""
    return entry.store.now - entry.at < timedelta(days=60)


# ---- going through the screens


def go(user: User, *ways: str) -> None:
    """Open the bank and follow links, from its row of main places on."""
    user.open("Harbour Bank")
    for way in ways:
        user.click(link(way))


def choose(user: User, name: str, account: Account) -> None:
    """Choose an account in a field."""
    user.choose(field(name), f"{account.name} (…{account.ending})")


def open_account(user: User, account: Account) -> None:
    """Open the bank, and an account of its first page."""
    user.open("Harbour Bank")
    user.click(link(account.name).within("Accounts"))


def balance_of(user: User, account: Account) -> Money:
    """Go to an account and return the sum that stands on top: what is available, or owed on a credit card."""
    open_account(user, account)
    _, _, rest = user.page.text.partition("Balance owed" if account.credit else "Available balance")
    return amounts(rest)[0]


def open_person(user: User, person: Person) -> None:
    """Open the form that sends money to a person."""
    go(user, "Pay & transfer", "Send money")
    show_all(user)
    user.click(link(person.name))


def send(user: User, person: Person, account: Account, amount: Money, note: str = "") -> None:
    """Send somebody money."""
    open_person(user, person)
    pay_person(user, account, amount, note)


def pay_person(user: User, account: Account, amount: Money, note: str = "") -> None:
    """Send money to the person whose page is open."""
    user.click(link("Send money"))
    user.fill(field("Amount"), amount)
    choose(user, "From", account)
    if note:
        user.fill(field("Memo"), note)
    user.click(button("Review"))
    user.click(button("Confirm"))


def titled(bill: Bill) -> str:
    """Return what the link to a bill says."""
    return f"Bill {bill.number} from {bill.business.name}"


def open_bill(user: User, bill: Bill) -> None:
    """Open a bill among those to be paid."""
    go(user, "Pay & transfer", "Pay bills", titled(bill))


def see_bill(user: User, name: str) -> None:
    """Open the bill of a business among those to be paid."""
    go(user, "Pay & transfer", "Pay bills")
    user.click(link(user.page.line(f"from {name}").names[0]))


def pay_bill(user: User, bill: Bill, account: Account) -> None:
    """Pay a bill at once."""
    open_bill(user, bill)
    pay_now(user, account)


def pay_now(user: User, account: Account) -> None:
    """Pay the bill that is open."""
    user.click(link("Pay now"))
    choose(user, "From", account)
    user.click(button("Confirm payment"))


# ---- reading bills and transactions


def bills_found(user: User, part: str, words: str = "") -> list[Line]:
    """Return the lines of the open or the paid bills, of all or of those with some words."""
    go(user, "Pay & transfer", "Pay bills", part)
    if words:
        look_for(user, "Search bills", words)
    show_all(user)
    return user.page.lines(f"{part} bills")


def search(user: User, words: str) -> None:
    """Search the transactions."""
    go(user, "Activity")
    look_for(user, "Search transactions", words)


def look_for(user: User, name: str, words: str) -> None:
    """Search the list that is open, in the field of a name."""
    user.fill(field(name), words)
    user.click(button("Search"))


def apply_filters(user: User, wanted: Mapping[str, Any]) -> None:
    """Filter the transactions that are open by the fields of the form, by label."""
    user.click(button("Filters"))
    for label, value in wanted.items():
        user.choose(field(label), value) if isinstance(value, str) else user.fill(field(label), value)
    user.click(button("Apply filters"))


def listed(user: User, title: str = "") -> list[Line]:
    """Return all transactions listed, or those that name a business or a person."""
    show_all(user)
    return [line for line in shown(user) if title in ("", title_of(line))]


def shown(user: User) -> list[Line]:
    """Return the transactions that the page shows before more are asked for, the latest first."""
    return [line for line in user.page.lines() if line.names and "$" in line.names[0]]


def filtered(user: User, wanted: Mapping[str, Any], title: str = "") -> list[Line]:
    """Search the transactions for what they name, filter them, and return all that is listed."""
    search(user, title) if title else go(user, "Activity")
    if wanted:
        apply_filters(user, wanted)
    return listed(user, title)


def directed(user: User, direction: str) -> list[Line]:
    """Narrow the transactions to “Money in” or “Money out”, and return all that is listed then."""
    user.click(link(direction))
    return listed(user)


def amount_of(line: Line) -> Money:
    """Return what a line of the transactions says, without its sign."""
    return abs(amounts(line.names[0])[0])


def title_of(line: Line) -> str:
    """Return whom a line of the transactions names."""
    return re.split(r", −?\$", line.names[0])[0]


def day_of(line: Line, user: User) -> date:
    """Return the day under which a transaction stands; those that are pending stand under none."""
    return next(iter(days(line.heading, user.today)), user.today)


def came_in(line: Line) -> bool:
    """Return whether a line of the transactions is of money that came in."""
    return amounts(line.names[0])[0] > Money()


def added(found: Iterable[Money]) -> Money:
    return Money(sum(amount.cents for amount in found))


def open_entry(user: User, words: str, entry: Entry) -> None:
    """Find a transaction by its account and day, and go to its page."""
    day = entry.at.date()
    filtered(user, {"Account": entry.account.name, "From date": day, "To date": day})
    clock = f"{entry.at.hour % 12 or 12}:{entry.at.minute:02} {'PM' if entry.at.hour >= 12 else 'AM'}"
    sign = "−" if entry.amount < Money() else ""
    user.click(link(f"{words}, {sign}{abs(entry.amount)}, {entry.at:%b} {entry.at.day} {clock}"))


def open_spending(user: User, first: date) -> dict[str, Money]:
    """Open what was spent on what in the month that begins on a day, and return the sum of each category."""
    go(user)
    user.click(link("Spending").within("Shortcuts"))
    shown = user.today.replace(day=1)
    while shown > first:
        shown = month_before(shown)
        user.click(link(f"{shown:%B %Y}").within("Month"))
    return {line.names[0]: amounts(line.text)[-1] for line in user.page.lines() if line.names}
