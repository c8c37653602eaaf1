"""Which lines of the ledger a person asks for: by words, kind, direction, category, amount and date."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from lifeworld.apps.bank.models import Account, Category, Entry
from lifeworld.core.money import Money
from lifeworld.store import Command, Store

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
PAGE = 50


class Filter(Command, seen_by="nobody"):
    """What the filter form holds. Read from the address, never carried out."""

    q: str = ""
    account: Account | None = None
    flow: Literal["in", "out"] | None = None
    kind: Literal["card", "deposit", "bill", "payee", "person", "transfer", "refund", "interest"] | None = None
    category: Category | None = None
    least: Money | None = None
    most: Money | None = None
    since: date | None = None
    until: date | None = None
    pending: bool = False


@dataclass(frozen=True)
class Found:
    """One page of what was found, latest first, and the totals of all of it."""

    entries: list[Entry]
    count: int
    money_in: Money
    money_out: Money
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.count // PAGE))


def find(store: Store, wanted: dict[str, Any], page: int = 1) -> Found:
    """Return one page of the entries for which all that is `wanted` (fields of `Filter`) holds."""
    pairs = list(_conditions(wanted))
    where = " AND ".join(condition for condition, _ in pairs) or "1 = 1"
    args = [value for _, values in pairs for value in values]
    count, money_in, money_out = store.sql(
        f"SELECT count(*), coalesce(sum(max(amount, 0)), 0), coalesce(-sum(min(amount, 0)), 0) "
        f"FROM bank_entry WHERE {where}",
        *args,
    )[0]
    page = min(max(page, 1), max(1, -(-count // PAGE)))
    entries = store.all(Entry, where, *args, order="pending DESC, at DESC, id DESC", limit=page * PAGE)
    return Found(entries[(page - 1) * PAGE :], count, Money(money_in), Money(money_out), page)


def _conditions(wanted: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for word in wanted.get("q", "").split():
        yield "(title || ' ' || memo || ' ' || note || ' ' || reference || ' ' || category) LIKE ?", (f"%{word}%",)
    yield from _plain(wanted)
    if wanted.get("flow"):
        yield ("amount > 0" if wanted["flow"] == "in" else "amount < 0"), ()
    if wanted.get("pending"):
        yield "pending", ()
    if wanted.get("until"):
        yield "at < ?", (wanted["until"] + timedelta(days=1),)


def _plain(wanted: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    tests = {
        "account": "account_id = ?",
        "kind": "kind = ?",
        "category": "category = ?",
        "least": "abs(amount) >= ?",
        "most": "abs(amount) <= ?",
        "since": "at >= ?",
    }
    for name, condition in tests.items():
        if wanted.get(name) is not None:
            yield condition, (wanted[name],)
