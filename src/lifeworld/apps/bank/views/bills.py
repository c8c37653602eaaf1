"""Bills and payees."""

from typing import Any, get_args

from lifeworld.apps.bank import commands, ledger
from lifeworld.apps.bank.models import Bill, Category, Entry, Payee, Scheduled
from lifeworld.apps.bank.views.base import businesses, options, page, pages
from lifeworld.apps.bank.views.transfers import made
from lifeworld.web import Form, Page, Request

CATEGORIES = [(name, name) for name in get_args(Category)]
HISTORY = 40


@pages.page("/bills")
def bills(request: Request) -> Page:
    """Open bills, or with `?paid=1` those that were paid."""
    store = request.store
    q = request.search()
    paid = request.query.get("paid") == "1"
    named = "AND (number LIKE ?1 OR business_id IN (SELECT id FROM life_business WHERE name LIKE ?1))"
    state, order = ("IS NOT NULL", "paid_at DESC, id DESC") if paid else ("IS NULL", "due, id")
    found = store.all(Bill, f"paid_at {state} {named}", f"%{q}%", order=order)
    last = max(1, -(-len(found) // HISTORY))
    number = min(max(request.number("page", 1), 1), last)
    return page(
        request,
        "bills.html",
        title="Bills",
        tab="move",
        q=q,
        paid=paid,
        bills=found[(number - 1) * HISTORY : number * HISTORY],
        page=number,
        last=last,
        pager=f"/bank/bills?{'paid=1&' if paid else ''}page=",
        **_about_bills(request),
    )


@pages.page("/bill/{bill}")
def show_bill(request: Request, bill: int) -> Page:
    found = request.row(Bill, bill)
    payment = request.store.first(Entry, "kind = 'bill' AND reference = ?", found.number)
    payee = request.store.first(Payee, "business_id = ?", found.business_id)
    earlier = request.store.all(
        Bill, "business_id = ? AND id <> ?", found.business_id, bill, order="issued DESC", limit=6
    )
    return page(
        request,
        "bill.html",
        title="Bill",
        tab="move",
        bill=found,
        payment=payment,
        payee=payee,
        earlier=earlier,
        **_about_bills(request),
    )


@pages.form("/bill/{bill}/pay", commands.PayBill, then=made, toast="Bill paid.")
def pay_bill(request: Request, form: Form, bill: int) -> Page:
    return _bill_form(request, form, "pay_bill.html", "Pay bill", bill)


@pages.form("/bill/{bill}/schedule", commands.SchedulePayment, then="/bank/bill/{bill_id}", toast="Payment scheduled.")
def schedule_bill(request: Request, form: Form, bill: int) -> Page:
    found = request.row(Bill, bill)
    if found.due > request.now.date():
        form.start(on=found.due)
    return _bill_form(request, form, "schedule_bill.html", "Schedule payment", bill)


@pages.page("/payees")
def payees(request: Request) -> Page:
    q = request.search()
    words = "name LIKE ?1 OR nickname LIKE ?1 OR reference LIKE ?1"
    found = request.store.all(Payee, words, f"%{q}%", order="lower(coalesce(nullif(nickname, ''), name)), id")
    return page(
        request, "payees.html", title="Payees", tab="move", q=q, payees=found, senders=businesses(request.store)
    )


@pages.form("/payees/add", commands.AddPayee, then="/bank/payee/{id}", toast="{name} added.")
def add_payee(request: Request, form: Form) -> Page:
    return page(request, "edit_payee.html", title="Add payee", tab="move", form=form, payee=None, categories=CATEGORIES)


@pages.page("/payee/{payee}")
def show_payee(request: Request, payee: int) -> Page:
    found = request.row(Payee, payee)
    store = request.store
    open_bills = store.all(Bill, "business_id IS ? AND paid_at IS NULL", found.business_id, order="due")
    paid = store.all(
        Entry,
        "kind IN ('payee', 'bill') AND (title = ? OR reference = ?)",
        found.name,
        found.reference,
        order="at DESC, id DESC",
        limit=12,
    )
    about = _about_bills(request)
    return page(
        request, "payee.html", title=found.shown, tab="move", payee=found, bills=open_bills, payments=paid, **about
    )


@pages.form("/payee/{payee}/edit", commands.EditPayee, then="/bank/payee/{id}", toast="Saved.")
def edit_payee(request: Request, form: Form, payee: int) -> Page:
    found = request.row(Payee, payee)
    form.start(name=found.name, reference=found.reference, category=found.category, nickname=found.nickname)
    return page(
        request, "edit_payee.html", title="Edit payee", tab="move", form=form, payee=found, categories=CATEGORIES
    )


@pages.page("/payee/{payee}/delete")
def confirm_delete_payee(request: Request, payee: int) -> Page:
    found = request.row(Payee, payee)
    why_not = request.host.refusal(commands.DeletePayee(found))
    said = why_not.message if why_not else ""
    return page(request, "delete_payee.html", title="Delete payee?", tab="move", payee=found, why_not=said)


@pages.form("/payee/{payee}/autopay", commands.StartAutopay, then="/bank/payee/{id}", toast="Autopay is on.")
def autopay(request: Request, form: Form, payee: int) -> Page:
    found = request.row(Payee, payee)
    form.start(account=found.autopay or ledger.settings(request.store).primary)
    return page(request, "autopay.html", title="Autopay", tab="move", form=form, payee=found, sources=options(request))


@pages.page("/payee/{payee}/pay")
def pay_payee(request: Request, payee: int) -> Page:
    """Step 2: how much."""
    form = Form(commands.PayPayee, request, request.query_pairs, {"payee": payee})
    return _pay(request, form, request.row(Payee, payee))


@pages.form("/payee/{payee}/review", commands.PayPayee, then=made, toast="Payment made.")
def review_payee(request: Request, form: Form, payee: int) -> Page:
    """Step 3: confirm."""
    found = request.row(Payee, payee)
    if request.method == "GET":
        form.check()
    if form.errors:
        return _pay(request, form, found)
    values = {**form.fields(), "payee": found}
    return page(request, "pay_review.html", title="Review payment", tab="move", form=form, **values)


pages.button("/scheduled/{payment}/cancel", commands.CancelScheduled, toast="Scheduled payment cancelled.")
pages.button("/payee/{payee}/remove", commands.DeletePayee, then="/bank/payees", toast="{name} deleted.")
pages.button("/payee/{payee}/stop", commands.StopAutopay, toast="Autopay is off.")


def _pay(request: Request, form: Form, payee: Payee) -> Page:
    form.start(account=ledger.settings(request.store).primary)
    last = request.store.first(Entry, "kind IN ('payee', 'bill') AND title = ?", payee.name, order="at DESC")
    return page(
        request,
        "pay_payee.html",
        title="Pay",
        tab="move",
        form=form,
        payee=payee,
        sources=options(request, "checking", "savings"),
        amounts=[-last.amount] if last else [],
    )


def _bill_form(request: Request, form: Form, template: str, title: str, bill: int) -> Page:
    form.start(account=ledger.settings(request.store).primary)
    found = request.row(Bill, bill)
    return page(request, template, title=title, tab="move", form=form, bill=found, sources=options(request))


def _about_bills(request: Request) -> dict[str, Any]:
    return {
        "senders": businesses(request.store),
        "scheduled": {payment.bill_id: payment for payment in request.store.all(Scheduled)},
    }
