"""Accounts: the overview, each ledger, statements, opening, naming, closing; all transactions, spending, budgets."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count
from typing import Any, get_args

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Budget, Card, Dispute, Entry, MoneyRequest, Profile, Spent
from lifeworld.apps.bank.views import LATEST, about_bills, by_day, pages, pictures
from lifeworld.core.money import Money
from lifeworld.store import Store, hints
from lifeworld.web import Form, Missing, Page, Request, dates
from lifeworld.web.formats import money
from lifeworld.web.language import _

RECENT = 6
MONTHS, WEEKS = 6, 4  # that the line of a balance goes back; its points in each
LINES = 4  # that its chart has at most above the lowest


@pages.page("/")
def home(request: Request) -> Page:
    """The overview: every account with what is on it, bills to come, what happened last."""
    store = request.store
    recent = store.all(Entry, "kind <> 'opening'", order=LATEST, limit=RECENT)
    return request.page(
        "home.html",
        title=_("Accounts"),
        recent=by_day(recent),
        bills=store.all(Bill, "paid_at IS NULL", order="due, id", limit=3),
        closed=store.all(Account, "closed"),
        spent=ledger.spending(store, f"{store.now:%Y-%m}"),
        called=store.get(Profile, 1).preferred_name,
        **about_bills(store),
        **pictures(store, recent),
    )


@pages.page("/account/{account}", narrows=hints(ledger.Filter))
def account_page(request: Request, account: int) -> Page:
    """One account's ledger, filtered as the address says."""
    found = request.row(Account, account)
    return ledger_page(request, "account.html", found.name, account=found, course=_course(request.store, found))


@pages.page("/account/{account}/details")
def details(request: Request, account: int) -> Page:
    found = request.row(Account, account)
    held = request.store.all(Card, "account_id = ?", account, order="closed, id")
    return request.page("details.html", title=_("Account details"), account=found, cards=held)


@pages.form("/open", c.OpenAccount, then="/bank/account/{id}", toast="{product} is open.")
def open_account(request: Request, form: Form) -> Page:
    form.start(amount=None)  # 0.00 is what the empty field hints at
    return request.page("open.html", title=_("Open an account"), form=form)


@pages.page("/account/{account}/statements")
def statements(request: Request, account: int) -> Page:
    found = request.row(Account, account)
    months = request.cut(ledger.months(request.store, found))
    shown = [(ledger.statement(request.store, found, month), first_of(month)) for month in months.rows]
    return request.page("statements.html", title=_("Statements"), account=found, months=months, statements=shown)


@pages.page("/account/{account}/statement/{month:word}")
def statement(request: Request, account: int, month: str) -> Page:
    found = request.row(Account, account)
    if month not in ledger.months(request.store, found):
        raise Missing
    first = first_of(month)
    return request.page(
        "statement.html",
        title=_("Statement"),
        account=found,
        statement=ledger.statement(request.store, found, month),
        first=first,
        last=month_after(first) - timedelta(days=1),
        entries=request.part(Entry, "account_id = ? AND substr(at, 1, 7) = ?", account, month, order="at, id"),
    )


pages.plain_form(
    "/account/{account}/rename",
    c.RenameAccount,
    "Nickname",
    back="/account/{account}/details",
    about="Leave empty to use the original name, “{account.product}”.",
    toast="Saved.",
)
pages.confirm(
    "/account/{account}/close",
    c.CloseAccount,
    "Close {account.name}?",
    back="/account/{account}/details",
    text="A closed account can't be opened again. Its statements stay here for seven years.",
    submit="Close account",
    then="/bank/",
    toast="{product} is closed.",
)
pages.button("/account/{account}/primary", c.SetPrimary, toast="Primary account changed.")


def ledger_page(request: Request, template: str, title: str, account: Account | None = None, **more: Any) -> Page:
    """Return a page of entries: those of the address's filter, and of the account if one is given."""
    form = Form(ledger.Filter, request, request.query_pairs, {})
    only = {"account": account} if account else {}
    wanted = {**form.fields(), "q": request.search()}
    chosen = {name: value for name, value in wanted.items() if value not in (None, "", False) and name not in only}
    where, args = ledger.condition({**wanted, **only})
    found = request.part(Entry, where, *args, order=LATEST)
    return request.page(
        template,
        title=title,
        account=account,
        form=form,
        chosen=chosen,
        found=found,
        sums=ledger.sums(request.store, where, args),
        days=by_day(found.rows),
        running=_running(request.store, found.rows, account),
        kinds=ledger.KINDS,
        keep={name: text for name, text in request.query.items() if name not in ("q", "show")},
        without={name: request.with_query(**{name: None, "show": None}) for name in chosen},
        flows={flow: request.with_query(flow=flow, show=None) for flow in ("", "in", "out")},
        **pictures(request.store, found.rows),
        **more,
    )


def first_of(month: str) -> date:
    """Return the first day of a month written "2026-02".

    Raises:
        Missing: there is no such month.
    """
    if not re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", month):
        raise Missing
    return date(int(month[:4]), int(month[5:]), 1)


def month_after(first: date) -> date:
    """Return the first day of the next month."""
    return (first + timedelta(days=32)).replace(day=1)


def _course(store: Store, account: Account) -> dict[str, Any] | None:
    """Return how a balance (of a credit card: what is owed) went: a line in a box of 600 by 100, and in words."""
    points = ledger.month_ends(store, account, MONTHS, WEEKS)
    points = [(day, -held if account.credit else held) for day, held in points]
    ends, sums = points[::WEEKS], [held.cents for _day, held in points]
    low, high = min(sums), max(sums)
    if low == high:
        return None
    step = next(step for step in _steps() if -(-high // step) - low // step <= LINES)
    lines = range(low // step * step, high + step, step)
    height = lines[-1] - lines[0]
    places = [
        (nth * 600 // MONTHS // WEEKS, 100 - (cents - lines[0]) * 100 // height) for nth, cents in enumerate(sums)
    ]
    names = [*(dates.month(day) for day, _held in ends[:-1]), _("Today")]
    said = ", ".join(f"{name} {money(held)}" for name, (_day, held) in zip(names, ends, strict=True))
    line = " ".join(f"{across},{down}" for across, down in places)
    shown = [*(dates.month_short(day) for day, _held in ends[:-1]), _("Today")]
    return {"line": line, "said": said, "sums": [cents // 100 for cents in lines], "months": shown}


def _steps() -> Iterator[int]:
    """Yield the round amounts, in cents, that can lie between two lines of a chart."""
    return (one * 10**zeros for zeros in count(2) for one in (1, 2, 5))


def _running(store: Store, entries: list[Any], account: Account | None) -> dict[int, Money]:
    """Return the balance after each entry of one account's ledger."""
    if account is None:
        return {}
    balances = "SELECT id, sum(amount) OVER (ORDER BY pending, at, id) FROM bank_entry WHERE account_id = ?"
    shown = {entry.id for entry in entries}
    return {entry: Money(cents) for entry, cents in store.sql(balances, account.id) if entry in shown}


@pages.page("/activity")
def activity(request: Request) -> Page:
    """The entries of all accounts."""
    return ledger_page(request, "activity.html", _("Activity"))


@pages.page("/entry/{entry}")
def show_entry(request: Request, entry: int) -> Page:
    """One transaction; `?done=1` after it was made by hand just now."""
    found = request.row(Entry, entry)
    return request.page(
        "entry.html",
        title=_("Transaction"),
        entry=found,
        dispute=request.store.first(Dispute, "entry_id = ?", entry),
        split=request.store.all(MoneyRequest, "entry_id = ?", entry),
        same=request.store.count(Entry, "title = ? AND kind <> 'transfer'", found.title),
        fresh=request.query.get("done") == "1",
        **pictures(request.store, [found]),
    )


@pages.page("/spending")
def spending(request: Request) -> Page:
    """What was spent on what in one month, beside the month before."""
    this_month = request.now.date().replace(day=1)
    first = first_of(request.query.get("month") or f"{this_month:%Y-%m}")
    found = ledger.spending(request.store, f"{first:%Y-%m}")
    before = first - timedelta(days=1)
    last = {name: amount for name, amount, _ in ledger.spending(request.store, f"{before:%Y-%m}")}
    budgets = {budget.category: budget.limit for budget in request.store.all(Budget)}
    untouched = budgets.keys() - {name for name, *_ in found}
    return request.page(
        "spending.html",
        title=_("Spending"),
        first=first,
        until=month_after(first) - timedelta(days=1),
        later=month_after(first) if first < this_month else None,
        earlier=before.replace(day=1),
        found=[*found, *((name, Money(), 0) for name in sorted(untouched))],
        budgets=budgets,
        total=Money(sum(amount.cents for _, amount, _ in found)),
        total_before=Money(sum(amount.cents for amount in last.values())),
        last=last,
    )


@pages.form("/budgets", c.SetBudget, then="/bank/spending", toast="Budget for {category:said} saved.")
def budgets(request: Request, form: Form) -> Page:
    """Every budget, with what is left of it this month, and the form that sets one."""
    spent = {name: amount for name, amount, _ in ledger.spending(request.store, f"{request.now:%Y-%m}")}
    found = request.store.all(Budget, order="category")
    free = {*get_args(Spent)} - {one.category for one in found}
    beyond = [spent.get(one.category, Money()).cents - one.limit.cents for one in found]
    limit = sum(one.limit.cents for one in found)
    return request.page(
        "budgets.html",
        title=_("Budgets"),
        form=form,
        spent=spent,
        budgets=found,
        total=Money(limit + sum(beyond)),
        limit=Money(limit),
        over=[Money(cents) for cents in beyond if cents > 0],
        unbudgeted=[(name, amount) for name, amount in spent.items() if name in free],
    )


def _charge(request: Request, entry: Entry) -> str:
    return f"{entry.title}, {money(abs(entry.amount))}, {dates.stated_date(entry.at)}"


pages.plain_form(
    "/entry/{entry}/category",
    c.Recategorise,
    "Category",
    about="{entry.title}",
    toast="Category changed to {category:said}.",
)
pages.plain_form("/entry/{entry}/note", c.Annotate, "Note", about="{entry.title}", toast="Note saved.")
pages.plain_form(
    "/entry/{entry}/dispute",
    c.DisputeCharge,
    "Dispute charge",
    about=_charge,
    submit="Send dispute",
    toast="Dispute sent.",
)
pages.button("/budget/{budget}/remove", c.RemoveBudget, then="/bank/budgets", toast="Budget removed.")
pages.button("/dispute/{dispute}/withdraw", c.WithdrawDispute, then="/bank/entry/{entry_id}", toast="Withdrawn.")
