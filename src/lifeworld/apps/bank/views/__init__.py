"""What every screen of the bank shows; and what the device's notification list gets to know."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Any, NamedTuple, get_args

from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import (
    Account,
    Alerts,
    Bill,
    Budget,
    Category,
    Entry,
    MoneyRequest,
    Scheduled,
)
from lifeworld.core.money import Money
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.web import Notice, Pages, Place, Request, dates
from lifeworld.web.formats import TINTS, glyph, money
from lifeworld.web.language import _

RECENT, SOON = timedelta(days=7), timedelta(days=5)
LATEST = "pending DESC, at DESC, id DESC"
_SECTIONS = {  # by the first word of an address; all others move money
    "accounts": ("", "account", "open"),
    "activity": ("activity", "entry"),
    "spending": ("spending", "budgets"),
    "cards": ("cards", "card"),
    "more": ("more", "profile", "settings", "alerts", "disputes", "help", "legal"),
}
_HUBS = ("/bank/move", "/bank/more")
_SECTION_OF = {word: section for section, words in _SECTIONS.items() for word in words}
_ONE_OF = {"bill": "/bank/bills", "person": "/bank/people", "payee": "/bank/payees"}  # a row's page, by first word


def frame(request: Request) -> dict[str, Any]:
    """Return what every page shows: the places, the accounts, their balances, whether numbers are covered."""
    store, config = request.store, ledger.settings(request.store)
    word = request.path.removeprefix("/bank").strip("/").partition("/")[0]
    group = _SECTION_OF.get(word, "move")
    section = _ONE_OF.get(word, group)
    return {
        "nav": _places(badge(store), group, section, request.path),
        "group": group,
        "section": section,
        "settings": config,
        "hide": config.hide_numbers,
        "accounts": ledger.open_accounts(store),
        "balances": ledger.balances(store),
        "sign_of": sign,
        "zero": Money(),
    }


def _places(due: int, group: str, section: str, path: str) -> list[Place]:
    within = "" if path in _HUBS else group  # a hub lists its own places on the page
    paying = section if group == "move" else "move"  # the tab and, inside, a row's list are marked at once
    inside = {
        "move": [
            Place(_("Transfer"), "/bank/transfer", "arrow-left-right", tab=False),
            Place(_("Bills"), "/bank/bills", "receipt-text", badge=due, tab=False),
            Place(_("Send money"), "/bank/people", "send", tab=False),
            Place(_("Requests"), "/bank/requests", "hand-coins", tab=False),
            Place(_("Payees"), "/bank/payees", "book-user", tab=False),
        ],
        "more": [
            Place(_("Profile"), "/bank/profile", "user", tab=False),
            Place(_("Settings"), "/bank/settings", "settings", tab=False),
            Place(_("Alerts"), "/bank/alerts", "bell", tab=False),
            Place(_("Disputes"), "/bank/disputes", "flag", tab=False),
            Place(_("Help"), "/bank/help", "circle-help", tab=False),
            Place(_("Agreements"), "/bank/legal", "scale", tab=False),
        ],
    }
    return [
        Place(_("Accounts"), "/bank/", "landmark", section="accounts", side=False),
        Place(_("Pay & transfer"), "/bank/move", "arrow-left-right", badge=due, section=paying, side=False),
        Place(_("Activity"), "/bank/activity", "list", section="activity", side=False),
        Place(_("Spending"), "/bank/spending", section="spending", tab=False, side=False),
        Place(_("Cards"), "/bank/cards", "credit-card", section="cards", side=False),
        Place(_("More"), "/bank/more", "menu", section="more", side=False),
        *inside.get(within, [Place(_("Open an account"), "/bank/open", "plus", tab=False)]),
    ]


pages = Pages("bank", frame)


def badge(store: Store) -> int:
    """Return how many open bills are due within five days, or late."""
    soon = store.now.date() + SOON
    waiting = "paid_at IS NULL AND due <= ? AND id NOT IN (SELECT bill_id FROM bank_scheduled)"
    return store.count(Bill, waiting, soon)


def by_day(entries: Iterable[Entry]) -> list[tuple[date | None, list[Entry]]]:
    """Group entries by day; those that are pending come first, under None."""
    grouped = groupby(entries, key=lambda entry: None if entry.pending else entry.at.date())
    return [(day, list(found)) for day, found in grouped]


def pictures(store: Store, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return what the rows of a ledger show beside their words, read at once: art, people, accounts.

    `again` counts the entries that look the same (a charge that was taken twice), so that no two links are named alike.
    """
    seen: Counter[tuple[str, int, str]] = Counter()
    again = {}
    for entry in entries:
        look = (entry.title, entry.amount.cents, f"{entry.at:%Y-%m-%d %H:%M}")
        seen[look] += 1
        again[entry.id] = seen[look]
    return {
        "again": again,
        "signs": {id: sign(*of) for id, *of in store.sql("SELECT id, category, emoji FROM life_business")},
        "people": {person.id: person for person in store.all(Person, "id IN (SELECT person_id FROM bank_entry)")},
        "named": {account.id: account for account in store.all(Account)},
        "disputed": {entry for (entry,) in store.sql("SELECT entry_id FROM bank_dispute")},
    }


def about_bills(store: Store) -> dict[str, Any]:
    """Return what rows of bills show beside their words: who sent them, what is scheduled."""
    return {
        "senders": {business.id: business for business in store.all(Business)},
        "scheduled": {payment.bill_id: payment for payment in store.all(Scheduled)},
    }


def notices(store: Store) -> list[Notice]:
    """Return what the alert settings ask for of a week, requests that were paid, and budgets that are overspent."""
    wanted = store.get(Alerts, 1)
    found = [*_large(store, wanted), *_paid_back(store), *_over(store)]
    if wanted.bills_on:
        found += _due(store)
    if wanted.low_on:
        found += _low(store, wanted)
    return sorted(found, key=lambda notice: notice.at, reverse=True)


def _due(store: Store) -> list[Notice]:
    waiting = {payment.bill_id for payment in store.all(Scheduled)}
    morning = _morning(store)
    return [
        Notice(
            _("%(sender)s: %(amount)s", sender=bill.business.name, amount=bill.amount),
            _told_when(bill, bill.id in waiting),
            f"/bank/bill/{bill.id}",
            morning,
        )
        for bill in store.all(Bill, "paid_at IS NULL AND due <= ?", store.now.date() + SOON, order="due, id")
    ]


def _told_when(bill: Bill, automatic: bool) -> str:
    day = dates.day_and_month(bill.due)
    return _("Paid automatically on %(day)s", day=day) if automatic else _("Bill due %(day)s", day=day)


def _low(store: Store, wanted: Alerts) -> list[Notice]:
    held, morning = ledger.balances(store), _morning(store)
    return [
        Notice(
            _("Low balance"),
            _("%(account)s is below %(low)s.", account=account.name, low=wanted.low),
            f"/bank/account/{account.id}",
            morning,
        )
        for account in store.all(Account, "kind = 'checking' AND NOT closed")
        if held[account.id].available < wanted.low
    ]


def earlier(store: Store) -> list[Notice]:
    """Return what the alert settings ask for of the time before that week, the latest first."""
    return sorted(_large(store, store.get(Alerts, 1), "<="), key=lambda notice: notice.at, reverse=True)


def _large(store: Store, wanted: Alerts, side: str = ">") -> list[Notice]:
    recent = store.all(Entry, f"at {side} ? AND kind NOT IN ('transfer', 'opening')", store.now - RECENT)
    out = [entry for entry in recent if wanted.large_on and -entry.amount >= wanted.large]
    got = [entry for entry in recent if wanted.deposits_on and entry.kind == "deposit"]
    return [
        *(
            Notice(_("Large payment: %(amount)s", amount=abs(one.amount)), one.title, f"/bank/entry/{one.id}", one.at)
            for one in out
        ),
        *(
            Notice(_("Deposit: %(amount)s", amount=one.amount), one.title, f"/bank/entry/{one.id}", one.at)
            for one in got
        ),
    ]


def _paid_back(store: Store) -> list[Notice]:
    return [
        Notice(
            _("%(name)s paid your request", name=request.person.name),
            " · ".join(filter(None, (money(request.amount), request.note))),
            "/bank/requests",
            request.paid_at or store.now,
        )
        for request in store.all(MoneyRequest, "paid_at > ?", store.now - RECENT)
    ]


def _over(store: Store) -> list[Notice]:
    """Return the budgets of this month that are overspent, at the time of the latest payment."""
    month, limits = f"{store.now:%Y-%m}", {budget.category: budget.limit for budget in store.all(Budget)}
    latest = "SELECT max(at) FROM bank_entry WHERE category = ? AND amount < 0 AND substr(at, 1, 7) = ?"
    return [
        Notice(
            _("Over budget: %(category)s", category=_(category)),
            _("%(spent)s of %(limit)s spent", spent=spent, limit=limits[category]),
            "/bank/spending",
            datetime.fromisoformat(store.value(latest, category, month)),
        )
        for category, spent, _count in ledger.spending(store, month)
        if category in limits and spent > limits[category]
    ]


def _morning(store: Store) -> datetime:
    """Return when the day's own notices came: never later than now."""
    return min(datetime.combine(store.now.date(), time(7)), store.now)


_OF_CATEGORY = (
    "shopping-basket utensils bus-front plane house heart-pulse shopping-bag ticket shield graduation-cap "
    "heart-handshake handshake banknote landmark receipt-text"
)
_CATEGORIES = dict(zip(get_args(Category), _OF_CATEGORY.split(), strict=True))
_APART = 5  # tints from one category to the next, so that neighbours don't look alike


class Sign(NamedTuple):
    """An icon, and which of the kit's tints it has."""

    icon: str
    tint: int


def sign(category: str, emoji: str = "") -> Sign:
    """Return the sign of a category, or of a business that stands in it."""
    if category not in _CATEGORIES:
        category = "Other"
    tint = list(_CATEGORIES).index(category) * _APART % TINTS
    return Sign(glyph(emoji) or _CATEGORIES[category], tint)
