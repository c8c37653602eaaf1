"""All transactions, each one's page, and what was spent on what."""

from datetime import timedelta

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Dispute, Entry
from lifeworld.apps.bank.views.accounts import first_of, ledger_page, month_after
from lifeworld.apps.bank.views.base import pages, pictures
from lifeworld.core.money import Money
from lifeworld.web import Page, Request, dates
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
    return request.page(
        "spending.html",
        title=_("Spending"),
        first=first,
        until=month_after(first) - timedelta(days=1),
        later=month_after(first) if first < this_month else None,
        earlier=before.replace(day=1),
        found=found,
        total=Money(sum(amount.cents for _, amount, _ in found)),
        total_before=Money(sum(amount.cents for amount in last.values())),
        last=last,
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
pages.button("/dispute/{dispute}/withdraw", c.WithdrawDispute, then="/bank/entry/{entry_id}", toast="Withdrawn.")
