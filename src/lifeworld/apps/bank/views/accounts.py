"""Accounts: the overview, each ledger, statements, opening, naming, closing."""

import re
from datetime import date, timedelta
from typing import Any, get_args

from lifeworld.apps.bank import commands, ledger
from lifeworld.apps.bank.filters import KINDS, Filter, Found, find
from lifeworld.apps.bank.models import Account, Bill, Card, Category, Entry, Profile, Scheduled
from lifeworld.apps.bank.views.base import businesses, by_day, options, page, pages, pictures
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.web import Form, Missing, Page, Request

RECENT = 6


@pages.page("/")
def home(request: Request) -> Page:
    """The overview: every account with what is on it, bills to come, what happened last."""
    store = request.store
    recent = store.all(Entry, "kind <> 'opening'", order="pending DESC, at DESC, id DESC", limit=RECENT)
    bills = store.all(Bill, "paid_at IS NULL", order="due, id", limit=3)
    return page(
        request,
        "home.html",
        title="Accounts",
        tab="accounts",
        recent=by_day(recent),
        bills=bills,
        senders=businesses(store),
        scheduled={payment.bill_id: payment for payment in store.all(Scheduled)},
        closed=store.all(Account, "closed"),
        spent=ledger.spending(store, f"{store.now:%Y-%m}")[:4],
        called=store.get(Profile, 1).preferred_name,
        **pictures(store, recent),
    )


@pages.page("/account/{account}")
def account_page(request: Request, account: int) -> Page:
    """One account's ledger, filtered as the address says."""
    found = request.row(Account, account)
    return ledger_page(request, "account.html", title=found.name, account=found, only={"account": found})


@pages.page("/account/{account}/details")
def details(request: Request, account: int) -> Page:
    found = request.row(Account, account)
    held = request.store.all(Card, "account_id = ?", account, order="closed, id")
    return page(request, "details.html", title="Account details", tab="accounts", account=found, cards=held)


@pages.form("/account/{account}/rename", commands.RenameAccount, then="/bank/account/{id}/details", toast="Saved.")
def rename(request: Request, form: Form, account: int) -> Page:
    found = request.row(Account, account)
    form.start(nickname=found.nickname)
    return page(request, "rename.html", title="Nickname", tab="accounts", form=form, account=found)


@pages.page("/account/{account}/close")
def confirm_close(request: Request, account: int) -> Page:
    found = request.row(Account, account)
    why_not = request.host.refusal(commands.CloseAccount(found))
    said = why_not.message if why_not else ""
    return page(request, "close_account.html", title="Close account?", tab="accounts", account=found, why_not=said)


@pages.form("/open", commands.OpenAccount, then="/bank/account/{id}", toast="{product} is open.")
def open_account(request: Request, form: Form) -> Page:
    sources = options(request, "checking", "savings")
    return page(request, "open.html", title="Open an account", tab="accounts", form=form, sources=sources)


@pages.page("/account/{account}/statements")
def statements(request: Request, account: int) -> Page:
    found = request.row(Account, account)
    totals = [ledger.statement(request.store, found, month) for month in ledger.months(request.store, found)]
    shown = [(one, first_of(one.month)) for one in totals]
    return page(request, "statements.html", title="Statements", tab="accounts", account=found, statements=shown)


@pages.page("/account/{account}/statement/{month:word}")
def statement(request: Request, account: int, month: str) -> Page:
    found = request.row(Account, account)
    if month not in ledger.months(request.store, found):
        raise Missing
    first = first_of(month)
    where = "account_id = ? AND substr(at, 1, 7) = ?"
    entries = request.store.all(Entry, where, account, month, order="at, id")
    return page(
        request,
        "statement.html",
        title="Statement",
        tab="accounts",
        account=found,
        statement=ledger.statement(request.store, found, month),
        first=first,
        last=(first + timedelta(days=32)).replace(day=1) - timedelta(days=1),
        entries=entries,
    )


pages.button("/account/{account}/primary", commands.SetPrimary, toast="Primary account changed.")
pages.button("/account/{account}/remove", commands.CloseAccount, then="/bank/", toast="{product} is closed.")


def ledger_page(request: Request, template: str, title: str, only: dict[str, Any], **context: Any) -> Page:
    """Return a page of entries: those of the address's filter, and of `only`."""
    form = Form(Filter, request, request.query_pairs, {})
    wanted = {**form.fields(), "q": request.search()}
    found = find(request.store, {**wanted, **only}, request.number("page", 1))
    chosen = {name: value for name, value in wanted.items() if value not in (None, "", False) and name not in only}
    return page(
        request,
        template,
        title=title,
        tab=context.pop("tab", "accounts"),
        form=form,
        chosen=chosen,
        found=found,
        days=by_day(found.entries),
        running=_running(request.store, found, only.get("account")),
        kinds=list(KINDS.items()),
        categories=[(name, name) for name in get_args(Category)],
        all_accounts=[(one.id, one.name) for one in request.store.all(Account)],
        keep={name: text for name, text in request.query.items() if name not in ("q", "page")},
        pager=request.with_query(page=None) + ("&" if "?" in request.with_query(page=None) else "?") + "page=",
        without={name: request.with_query(**{name: None, "page": None}) for name in chosen},
        flows={flow: request.with_query(flow=flow, page=None) for flow in ("", "in", "out")},
        **pictures(request.store, found.entries),
        **context,
    )


def first_of(month: str) -> date:
    """Return the first day of a month written "2026-02".

    Raises:
        Missing: there is no such month.
    """
    if not re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", month):
        raise Missing
    return date(int(month[:4]), int(month[5:]), 1)


def _running(store: Store, found: Found, account: Account | None) -> dict[int, Money]:
    """Return the balance after each entry of one account's ledger."""
    if account is None:
        return {}
    balances = "SELECT id, sum(amount) OVER (ORDER BY pending, at, id) FROM bank_entry WHERE account_id = ?"
    shown = {entry.id for entry in found.entries}
    return {entry: Money(cents) for entry, cents in store.sql(balances, account.id) if entry in shown}
