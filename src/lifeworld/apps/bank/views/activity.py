"""All transactions, each one's page, and what was spent on what."""

from datetime import timedelta
from typing import get_args

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Budget, Dispute, Entry, MoneyRequest, Spent
from lifeworld.apps.bank.views import pages, pictures
from lifeworld.apps.bank.views.accounts import first_of, ledger_page, month_after
from lifeworld.core.money import Money
from lifeworld.web import Form, Page, Request, dates
from lifeworld.web.formats import money
from lifeworld.web.language import _


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
    total = [
        Money(sum(spent.get(one.category, Money()).cents for one in found)),
        Money(sum(one.limit.cents for one in found)),
    ]
    return request.page(
        "budgets.html",
        title=_("Budgets"),
        form=form,
        spent=spent,
        budgets=found,
        total=total,
        unbudgeted=[(name, amount) for name, amount in spent.items() if name in free],
    )


def _charge(request: Request, entry: Entry) -> str:
    return f"{entry.title}, {money(abs(entry.amount))}, {dates.stated_date(entry.at)}"


pages.plain_form(
    "/entry/{entry}/category", c.Recategorise, "Category", about="{entry.title}", toast="Filed under {category:said}."
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
