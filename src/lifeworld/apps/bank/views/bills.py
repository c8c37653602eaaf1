"""Bills and payees."""

from typing import Any

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Bill, Entry, Payee
from lifeworld.apps.bank.views import about_bills, pages
from lifeworld.apps.bank.views.transfers import BEFORE, amount, confirmed, made, wrong
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import _

SENDER = "(SELECT name FROM life_business WHERE id = business_id)"
PAID = ("paid_at IS NOT NULL", "paid_at DESC, id DESC")  # which bills, in which order


@pages.page("/bills")
def bills(request: Request) -> Page:
    """Open bills, or with `?paid=1` those that were paid."""
    paid = request.query.get("paid") == "1"
    where, order = PAID if paid else ("paid_at IS NULL", "due, id")
    found, q = request.narrowed(Bill, "number", SENDER, where=where, order=order), request.search()
    before = [] if paid or q else request.store.all(Bill, PAID[0], order=PAID[1], limit=BEFORE)
    about = about_bills(request.store)
    return request.page("bills.html", title=_("Bills"), q=q, paid=paid, bills=found, before=before, **about)


@pages.page("/bill/{bill}")
def show_bill(request: Request, bill: int) -> Page:
    found = request.row(Bill, bill)
    others = "business_id = ? AND id <> ?"
    return request.page(
        "bill.html",
        title=_("Bill"),
        bill=found,
        payment=request.store.first(Entry, "kind = 'bill' AND reference = ?", found.number),
        payee=request.store.first(Payee, "business_id = ?", found.business_id),
        others=request.part(Bill, others, found.business_id, bill, order="issued DESC, id DESC"),
        **about_bills(request.store),
    )


@pages.form("/bill/{bill}/pay", c.PayBill, then=made, toast="Bill paid.")
def pay_bill(request: Request, form: Form, bill: int) -> Page:
    return _bill_form(request, form, bill, title=_("Pay bill"), submit=_("Confirm payment"), at_once=True)


@pages.form("/bill/{bill}/schedule", c.SchedulePayment, then="/bank/bill/{bill_id}", toast="Payment scheduled.")
def schedule_bill(request: Request, form: Form, bill: int) -> Page:
    due = request.row(Bill, bill).due
    if due > request.now.date():
        form.start(on=due)
    return _bill_form(request, form, bill, title=_("Schedule payment"), submit=_("Schedule"), at_once=False)


@pages.page("/payees")
def payees(request: Request) -> Page:
    order = "lower(coalesce(nullif(nickname, ''), name)), id"
    found = request.narrowed(Payee, "name", "nickname", "reference", order=order)
    about = about_bills(request.store)
    return request.page("payees.html", title=_("Payees"), q=request.search(), payees=found, **about)


@pages.page("/payee/{payee}")
def show_payee(request: Request, payee: int) -> Page:
    found = request.row(Payee, payee)
    unpaid = "business_id IS ? AND paid_at IS NULL"
    paid = "kind IN ('payee', 'bill') AND (title = ? OR reference = ?)"
    return request.page(
        "payee.html",
        title=found.shown,
        payee=found,
        bills=request.part(Bill, unpaid, found.business_id, order="due, id", name="bills"),
        payments=request.part(Entry, paid, found.name, found.reference, order="at DESC, id DESC"),
        **about_bills(request.store),
    )


@pages.page("/payee/{payee}/pay")
def pay_payee(request: Request, payee: int) -> Page:
    """Step 2: how much."""
    form = Form(c.PayPayee, request, request.query_pairs, {"payee": payee})
    return _pay(request, form, request.row(Payee, payee))


@pages.form("/payee/{payee}/review", c.PayPayee, then=made, toast="Payment made.")
def review_payee(request: Request, form: Form, payee: int) -> Page:
    """Step 3: confirm."""
    found = request.row(Payee, payee)
    if wrong(request, form):
        return _pay(request, form, found)
    facts = {
        _("To"): found.name,
        _("Customer number"): found.reference,
        _("From"): ledger.labelled(form.fields()["account"]),
        _("When"): _("Now"),
        _("Memo"): form.value("memo"),
    }
    return confirmed(request, form, _("Pay"), f"/bank/payee/{payee}/pay", f"/bank/payee/{payee}", facts)


def _autopay(request: Request, payee: Payee) -> dict[str, Any]:
    return {"account": payee.autopay or ledger.settings(request.store).primary}


pages.plain_form(
    "/payees/add", c.AddPayee, "Add payee", submit="Add payee", then="/bank/payee/{id}", toast="{name} added."
)
pages.plain_form("/payee/{payee}/edit", c.EditPayee, "Edit payee", toast="Saved.")
pages.plain_form(
    "/payee/{payee}/autopay",
    c.StartAutopay,
    "Autopay",
    about="Each new bill from {payee.name} is paid on the day it is due.",
    submit="Turn on autopay",
    start=_autopay,
    toast="Autopay is on.",
)
pages.confirm(
    "/payee/{payee}/delete",
    c.DeletePayee,
    "Delete {payee.name}?",
    text="Past payments stay in your activity.",
    submit="Delete payee",
    then="/bank/payees",
    toast="{name} deleted.",
)
pages.button("/scheduled/{payment}/cancel", c.CancelScheduled, toast="Scheduled payment cancelled.")
pages.button("/payee/{payee}/stop", c.StopAutopay, toast="Autopay is off.")


def _pay(request: Request, form: Form, payee: Payee) -> Page:
    form.start(account=ledger.settings(request.store).primary)
    paid = "kind IN ('payee', 'bill') AND title = ?"
    before = request.store.all(Entry, paid, payee.name, order="at DESC, id DESC", limit=BEFORE)
    return amount(
        request,
        form,
        _("Pay"),
        action=f"/bank/payee/{payee.id}/review",
        back=f"/bank/payee/{payee.id}",
        back_label=_("Back to %(name)s", name=payee.shown),
        route=(payee.shown,),
        fixed={"account": form.value("account")},
        fields=("account", "memo"),
        said=_("Same as last time"),
        amounts=[-before[0].amount] if before else [],
        before=before,
    )


def _bill_form(request: Request, form: Form, bill: int, **shown: Any) -> Page:
    form.start(account=ledger.settings(request.store).primary)
    found, about = request.row(Bill, bill), about_bills(request.store)
    before = request.store.all(Bill, f"{PAID[0]} AND business_id = ?", found.business_id, order=PAID[1], limit=BEFORE)
    return request.page("pay_bill.html", form=form, bill=found, before=before, **shown, **about)
