"""All transactions, each one's page, and what was spent on what."""

from datetime import date, timedelta
from typing import get_args

from lifeworld.apps.bank import commands, ledger
from lifeworld.apps.bank.models import Category, Dispute, Entry, Reason
from lifeworld.apps.bank.views.accounts import first_of, ledger_page
from lifeworld.apps.bank.views.base import page, pages, pictures
from lifeworld.core.money import Money
from lifeworld.web import Form, Page, Request

CATEGORIES = [(name, name) for name in get_args(Category)]
REASONS = [
    ("not mine", "I didn't make this payment", ""),
    ("charged twice", "I was charged twice", ""),
    ("wrong amount", "The amount is wrong", ""),
    ("not received", "I never got what I paid for", ""),
]
assert {value for value, _, _ in REASONS} == set(get_args(Reason))


@pages.page("/activity")
def activity(request: Request) -> Page:
    """The entries of all accounts."""
    return ledger_page(request, "activity.html", title="Activity", only={}, tab="activity")


@pages.page("/entry/{entry}")
def show_entry(request: Request, entry: int) -> Page:
    """One transaction; `?done=1` after it was made by hand just now."""
    found = request.row(Entry, entry)
    dispute = request.store.first(Dispute, "entry_id = ?", entry)
    same = request.store.count(Entry, "title = ? AND kind <> 'transfer'", found.title)
    return page(
        request,
        "entry.html",
        title="Transaction",
        tab="activity",
        entry=found,
        dispute=dispute,
        same=same,
        fresh=request.query.get("done") == "1",
        **pictures(request.store, [found]),
    )


@pages.form("/entry/{entry}/category", commands.Recategorise, then="/bank/entry/{id}", toast="Filed under {category}.")
def category(request: Request, form: Form, entry: int) -> Page:
    found = request.row(Entry, entry)
    form.start(category=found.category)
    return page(
        request, "category.html", title="Category", tab="activity", form=form, entry=found, categories=CATEGORIES
    )


@pages.form("/entry/{entry}/note", commands.Annotate, then="/bank/entry/{id}", toast="Note saved.")
def note(request: Request, form: Form, entry: int) -> Page:
    found = request.row(Entry, entry)
    form.start(note=found.note)
    return page(request, "note.html", title="Note", tab="activity", form=form, entry=found)


@pages.form("/entry/{entry}/dispute", commands.DisputeCharge, then="/bank/entry/{entry_id}", toast="Dispute sent.")
def dispute(request: Request, form: Form, entry: int) -> Page:
    found = request.row(Entry, entry)
    return page(
        request,
        "dispute.html",
        title="Dispute charge",
        tab="activity",
        form=form,
        entry=found,
        abs_amount=abs(found.amount),
        reasons=REASONS,
    )


@pages.page("/spending")
def spending(request: Request) -> Page:
    """What was spent on what in one month, beside the month before."""
    this_month = request.now.date().replace(day=1)
    first = first_of(request.query.get("month") or f"{this_month:%Y-%m}")
    found = ledger.spending(request.store, f"{first:%Y-%m}")
    total = Money(sum(amount.cents for _, amount, _ in found))
    before = first - timedelta(days=1)
    last = {name: amount for name, amount, _ in ledger.spending(request.store, f"{before:%Y-%m}")}
    return page(
        request,
        "spending.html",
        title="Spending",
        tab="spending",
        first=first,
        until=_next(first) - timedelta(days=1),
        later=_next(first) if first < this_month else None,
        earlier=before.replace(day=1),
        found=found,
        total=total,
        total_before=Money(sum(amount.cents for amount in last.values())),
        last=last,
    )


pages.button("/dispute/{dispute}/withdraw", commands.WithdrawDispute, then="/bank/entry/{id}", toast="Withdrawn.")


def _next(first: date) -> date:
    return (first + timedelta(days=32)).replace(day=1)
