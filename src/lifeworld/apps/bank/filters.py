"""Which lines of the ledger a person asks for: by words, kind, direction, category, amount and date."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Literal

from lifeworld.apps.bank.models import Account, Category
from lifeworld.core.money import Money
from lifeworld.store import Command, Store, ask

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


class Filter(Command, seen_by="nobody"):
    """What the filter form holds. Read from the address, never carried out."""

    q: str = ""
    account: Account | None = ask("Account", default=None, placeholder="All accounts")
    flow: Literal["in", "out"] | None = None
    kind: Kind | None = ask("Type", default=None, placeholder="All types", choices=KINDS)
    category: Category | None = ask("Category", default=None, placeholder="All categories")
    least: Money | None = ask("Least amount", default=None)
    most: Money | None = ask("Most amount", default=None)
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
