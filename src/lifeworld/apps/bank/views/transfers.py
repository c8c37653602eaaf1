"""Moving money: the hub, and a transfer in three steps (between what, how much, confirm)."""

from lifeworld.apps.bank import commands, ledger
from lifeworld.apps.bank.models import Account, Bill, Entry, Favourite, Scheduled
from lifeworld.apps.bank.views.base import businesses, options, page, pages
from lifeworld.core.money import Money
from lifeworld.store import Row
from lifeworld.web import Form, Page, Request

ROUND = (20, 50, 100)


@pages.page("/move")
def hub(request: Request) -> Page:
    """Everything that moves money, with what waits."""
    store = request.store
    return page(
        request,
        "move.html",
        title="Pay & transfer",
        tab="move",
        favourites=[favourite.person for favourite in store.all(Favourite)],
        bills=store.all(Bill, "paid_at IS NULL", order="due, id"),
        scheduled={payment.bill_id: payment for payment in store.all(Scheduled)},
        senders=businesses(store),
        transfers=store.all(Entry, "kind = 'transfer' AND amount < 0", order="at DESC, id DESC", limit=4),
    )


@pages.page("/transfer")
def who(request: Request) -> Page:
    """Step 1: from where to where."""
    return _who(request, Form(commands.Transfer, request, request.query_pairs, {}))


@pages.page("/transfer/amount")
def how_much(request: Request) -> Page:
    """Step 2: how much. Comes back to step 1 if the accounts don't go together."""
    form = Form(commands.Transfer, request, request.query_pairs, {})
    found = form.fields()
    source, target = found.get("source"), found.get("target")
    if isinstance(source, Account) and isinstance(target, Account):
        refused = request.host.refusal(commands.Transfer(source, target, Money(1)))
        if refused and refused.field in ("source", "target"):
            form.refuse(refused)
    if {"source", "target"} & set(form.errors):
        return _who(request, form)
    form.errors.clear()
    return _how_much(request, form)


def made(request: Request, result: Row) -> str:
    """Return the page of the entry that a payment left on its account."""
    assert isinstance(result, Account)
    return f"/bank/entry/{ledger.latest(request.store, result).id}?done=1"


@pages.form("/transfer/review", commands.Transfer, then=made, toast="Transfer made.")
def review(request: Request, form: Form) -> Page:
    """Step 3: confirm. Comes back to the step that is wrong."""
    if request.method == "GET":
        form.check()
    if {"source", "target"} & set(form.errors):
        return _who(request, form)
    if form.errors:
        return _how_much(request, form)
    found = form.fields()
    left = ledger.balances(request.store)
    return page(request, "transfer_review.html", title="Review transfer", tab="move", form=form, left=left, **found)


def _who(request: Request, form: Form) -> Page:
    form.start(source=ledger.settings(request.store).primary)
    return page(
        request,
        "transfer.html",
        title="Transfer",
        tab="move",
        form=form,
        sources=options(request, "checking", "savings"),
        targets=options(request),
    )


def _how_much(request: Request, form: Form) -> Page:
    errors = dict(form.errors)
    found = form.fields()
    form.errors = errors
    source, target = found["source"], found["target"]
    owed = ledger.owed(request.store, target) if target.credit else Money()
    left = ledger.available(request.store, source)
    amounts = [owed] if owed > Money() else [Money(dollars * 100) for dollars in ROUND]
    return page(
        request,
        "transfer_amount.html",
        title="Amount",
        tab="move",
        form=form,
        source=source,
        target=target,
        owed=owed,
        amounts=[amount for amount in amounts if amount <= left],
    )
