"""What the ledger says: balances, what is owed, what was spent. Everything is a query."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from lifeworld.apps.bank.models import Account, Entry, Settings
from lifeworld.core.money import Money
from lifeworld.life.events import Purse
from lifeworld.store import Store

OPEN, DEBIT = "NOT closed", "NOT closed AND kind <> 'credit'"
PRIMARY_FIRST = "id <> (SELECT primary_id FROM bank_settings), id"


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


def month_ends(store: Store, account: Account, count: int) -> list[tuple[date, Money]]:
    """Return what an account held at the end of each of the last months, and holds today, with the day of each."""
    days = [store.now.date()]
    for _ in range(count):
        days.insert(0, days[0].replace(day=1) - timedelta(days=1))
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
