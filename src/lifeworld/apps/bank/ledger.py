"""What the ledger says, all of it queries: balances, what is owed, what was spent, the lines that one asks for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any, Literal

from lifeworld.apps.bank.models import Account, Category, Entry, Settings
from lifeworld.core.money import Money
from lifeworld.life.events import Purse
from lifeworld.store import Command, Store, ask

OPEN, DEBIT = "NOT closed", "NOT closed AND kind <> 'credit'"
PRIMARY_FIRST = "id <> (SELECT primary_id FROM bank_settings), id"
KINDS: dict[str, str] = {
    "card": "Card purchases",
    "deposit": "Deposits",
    "bill": "Bill payments",
    "payee": "Payments to payees",
    "person": "People",
    "transfer": "Transfers",
    "refund": "Refunds",
    "interest": "Interest",
}
Kind = Literal["card", "deposit", "bill", "payee", "person", "transfer", "refund", "interest"]
_TESTS = {
    "account": "account_id = ?",
    "kind": "kind = ?",
    "category": "category = ?",
    "least": "abs(amount) >= ?",
    "most": "abs(amount) <= ?",
    "since": "at >= ?",
    "flow": "(amount > 0) = (? = 'in')",
    "pending": "pending = ?",
}
_WORDS = "instr(lower(title || ' ' || memo || ' ' || note || ' ' || reference || ' ' || category), lower(?))"


@dataclass(frozen=True)
class Balance:
    """What an account holds: `available` counts what is pending, `booked` does not."""

    available: Money
    booked: Money

    @property
    def pending(self) -> Money:
        return self.available - self.booked

    @property
    def owed(self) -> Money:
        """What a credit card's holder owes."""
        return -self.available


def balances(store: Store) -> dict[int, Balance]:
    """Return every account's balance by its id."""
    sums = store.sql(
        "SELECT account_id, sum(amount), sum(CASE WHEN pending THEN 0 ELSE amount END) FROM bank_entry GROUP BY 1"
    )
    found = {account: Balance(Money(whole), Money(booked)) for account, whole, booked in sums}
    return {account.id: found.get(account.id, Balance(Money(), Money())) for account in store.all(Account)}


def available(store: Store, account: Account) -> Money:
    """Return what can be spent: the balance, on a credit card what is left of its limit."""
    on_it = store.value("SELECT coalesce(sum(amount), 0) FROM bank_entry WHERE account_id = ?", account.id)
    return Money(on_it) + account.limit


def owed(store: Store, account: Account) -> Money:
    """Return what is owed on a credit card, zero or less if nothing is."""
    return account.limit - available(store, account)


def account_for(store: Store, purse: Purse, number: str = "") -> Account:
    """Return the account that an event means: the one of that number, else the oldest open one of its kind."""
    named = store.first(Account, "number = ?", number) if number else None
    return named or store.first(Account, "kind = ? AND NOT closed", purse) or settings(store).primary


def open_accounts(store: Store) -> list[Account]:
    """Return the open accounts, the primary one first."""
    return store.all(Account, OPEN, order=PRIMARY_FIRST)


def labelled(account: Account) -> str:
    """Return how a field offers an account."""
    hidden = settings(account.store).hide_numbers
    return account.name if hidden else f"{account.name} (…{account.ending})"


def settings(store: Store) -> Settings:
    return store.get(Settings, 1)


def sent_today(store: Store) -> Money:
    """Return what was paid to people since midnight."""
    midnight = datetime.combine(store.now.date(), time())
    where = "kind = 'person' AND amount < 0 AND at >= ?"
    return Money(-store.value(f"SELECT coalesce(sum(amount), 0) FROM bank_entry WHERE {where}", midnight))


def shares(amount: Money, count: int) -> list[Money]:
    """Return an amount in equal shares; the cents that are over go to the first, one each."""
    each, over = divmod(amount.cents, count)
    return [Money(each + (number < over)) for number in range(count)]


def month_ends(store: Store, account: Account, count: int, parts: int = 1) -> list[tuple[date, Money]]:
    """Return what an account held at the end of each of the last months, and holds today, with the day of each.

    `parts` is in how many each month is cut, for what it held between the two ends.
    """
    ends = [store.now.date()]
    for _ in range(count):
        ends.insert(0, ends[0].replace(day=1) - timedelta(days=1))
    days = [last + (day - last) * part / parts for last, day in pairwise(ends) for part in range(parts)] + ends[-1:]
    until = "SELECT coalesce(sum(amount), 0) FROM bank_entry WHERE account_id = ? AND at < ?"
    return [(day, Money(store.value(until, account.id, day + timedelta(days=1)))) for day in days]


def latest(store: Store, account: Account) -> Entry:
    """Return the entry that was written last on an account."""
    return store.one(Entry, "account_id = ?", account.id, order="id DESC")


def months(store: Store, account: Account) -> list[str]:
    """Return the finished months that an account has a statement of, latest first, as "2026-02"."""
    this_month = f"{store.now:%Y-%m}"
    found = store.sql(
        "SELECT DISTINCT substr(at, 1, 7) FROM bank_entry WHERE account_id = ? ORDER BY 1 DESC", account.id
    )
    return [month for (month,) in found if month < this_month]


@dataclass(frozen=True)
class Statement:
    """One month of an account."""

    month: str
    before: Money
    money_in: Money
    money_out: Money
    count: int

    @property
    def after(self) -> Money:
        return self.before + self.money_in - self.money_out


def statement(store: Store, account: Account, month: str) -> Statement:
    """Return the totals of one month ("2026-02")."""
    before, money_in, money_out, count = store.sql(
        """
        SELECT coalesce(sum(CASE WHEN substr(at, 1, 7) < ?1 THEN amount END), 0),
               coalesce(sum(CASE WHEN substr(at, 1, 7) = ?1 AND amount > 0 THEN amount END), 0),
               coalesce(-sum(CASE WHEN substr(at, 1, 7) = ?1 AND amount < 0 THEN amount END), 0),
               count(CASE WHEN substr(at, 1, 7) = ?1 THEN 1 END)
        FROM bank_entry WHERE account_id = ?2
        """,
        month,
        account.id,
    )[0]
    return Statement(month, Money(before), Money(money_in), Money(money_out), count)


def spending(store: Store, month: str) -> list[tuple[str, Money, int]]:
    """Return (category, amount, entries) of what was spent in a month, refunds taken off, dearest first."""
    found = store.sql(
        """
        SELECT category, -sum(amount), count(*) FROM bank_entry
        WHERE substr(at, 1, 7) = ? AND kind IN ('card', 'bill', 'payee', 'person', 'refund')
          AND (amount < 0 OR kind = 'refund')
        GROUP BY category HAVING sum(amount) < 0 ORDER BY 2 DESC, 1
        """,
        month,
    )
    return [(category, Money(cents), count) for category, cents, count in found]


class Filter(Command, seen_by="nobody"):
    """What the filter form holds. Read from the address, never carried out."""

    q: str = ""
    account: Account | None = ask("Account", default=None, placeholder="All accounts")
    flow: Literal["in", "out"] | None = None
    kind: Kind | None = ask("Type", default=None, placeholder="All types", choices=KINDS)
    category: Category | None = ask("Category", default=None, placeholder="All categories")
    least: Money | None = ask("Minimum amount", default=None)
    most: Money | None = ask("Maximum amount", default=None)
    since: date | None = ask("From date", default=None)
    until: date | None = ask("To date", default=None)
    pending: bool = ask("Only pending", default=False)


def condition(wanted: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """Return the SQL condition for all that is `wanted` (fields of `Filter`), and its arguments."""
    pairs = list(_conditions(wanted))
    return " AND ".join(test for test, _ in pairs) or "1", [value for _, value in pairs]


def sums(store: Store, where: str, args: list[Any]) -> tuple[Money, Money]:
    """Return what came in and what went out by the entries for which a condition holds."""
    both = "coalesce(sum(max(amount, 0)), 0), coalesce(-sum(min(amount, 0)), 0)"
    money_in, money_out = store.sql(f"SELECT {both} FROM bank_entry WHERE {where}", *args)[0]
    return Money(money_in), Money(money_out)


def _conditions(wanted: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for word in wanted.get("q", "").split():
        yield _WORDS, word
    for name, test in _TESTS.items():
        if wanted.get(name) not in (None, False):
            yield test, wanted[name]
    if wanted.get("until"):
        yield "at < ?", wanted["until"] + timedelta(days=1)
