"""Moving money: the hub, and a payment's steps (to whom, how much, confirm); a transfer has them all."""

from typing import Any
from urllib.parse import urlencode

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Entry, Favourite, MoneyRequest
from lifeworld.apps.bank.views import about_bills, pages
from lifeworld.core.money import Money
from lifeworld.store import Row
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import _, spoken

BEFORE = 5  # payments made earlier that stand below the next one
ROUND = (Money(2000), Money(5000), Money(10000))


@pages.page("/move")
def hub(request: Request) -> Page:
    """Everything that moves money, with what waits."""
    store = request.store
    return request.page(
        "move.html",
        title=_("Pay & transfer"),
        favourites=[favourite.person for favourite in store.all(Favourite)],
        bills=request.part(Bill, "paid_at IS NULL", order="due, id"),
        transfers=_latest_transfers(request),
        requests=store.count(MoneyRequest, "paid_at IS NULL"),
        **about_bills(store),
    )


@pages.page("/transfer")
def who(request: Request) -> Page:
    """Step 1: from where to where."""
    return _who(request, Form(c.Transfer, request, request.query_pairs, {}))


@pages.page("/transfer/amount")
def how_much(request: Request) -> Page:
    """Step 2: how much. Comes back to step 1 if the accounts don't go together."""
    form = Form(c.Transfer, request, request.query_pairs, {})
    found = form.fields()
    if {"source", "target"} <= found.keys():
        refused = request.host.refusal(c.Transfer(found["source"], found["target"], Money(1)))
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


@pages.form("/transfer/review", c.Transfer, then=made, toast="Transfer made.")
def review(request: Request, form: Form) -> Page:
    """Step 3: confirm. Comes back to the step that is wrong."""
    if wrong(request, form):
        return _who(request, form) if {"source", "target"} & set(form.errors) else _how_much(request, form)
    found = form.fields()
    source, target = found["source"], found["target"]
    left = ledger.balances(request.store)[source.id].available - found["amount"]
    hidden = ledger.settings(request.store).hide_numbers
    facts = {
        _("From"): ledger.labelled(source),
        _("To"): ledger.labelled(target),
        _("When"): _("Now"),
        _("Fee"): Money(),
        _("Memo"): form.value("memo"),
        _("Left in %(account)s", account=source.name): "" if hidden else left,
    }
    return confirmed(request, form, _("Transfer"), "/bank/transfer/amount", "/bank/move", facts)


def _who(request: Request, form: Form) -> Page:
    form.start(source=ledger.settings(request.store).primary)
    return request.page("transfer.html", title=_("Transfer"), form=form, transfers=_latest_transfers(request))


def _latest_transfers(request: Request) -> list[Entry]:
    return request.store.all(Entry, "kind = 'transfer' AND amount < 0", order="at DESC, id DESC", limit=6)


def _how_much(request: Request, form: Form) -> Page:
    source, target = (request.row(Account, int(form.value(name))) for name in ("source", "target"))
    owed, left = ledger.owed(request.store, target), ledger.available(request.store, source)
    owing = target.credit and owed > Money()
    ends = {"source": source.id, "target": target.id}
    owes = _("You owe %(owed)s on this card.", owed=max(owed, Money()))
    hint = owes if target.credit else _("%(left)s available", left=left)
    return amount(
        request,
        form,
        _("Transfer"),
        action="/bank/transfer/review",
        back=f"/bank/transfer?{urlencode(ends)}",
        back_label=_("Back to the accounts"),
        route=(source.name, target.name),
        fixed=ends,
        fields=("memo",),
        hint="" if ledger.settings(request.store).hide_numbers else hint,
        said=_("Full balance") if owing else "",
        amounts=[one for one in ([owed] if owing else ROUND) if one <= left],
        transfers=_latest_transfers(request),
    )


def amount(request: Request, form: Form, title: str, **shown: Any) -> Page:
    """Return the step that asks how much; `amounts` are offered in one tap, with the `fixed` fields."""
    plain = {"hint": "", "person": None, "route": (), "transfers": (), "before": ()}
    return request.page("amount.html", title=title, form=form, **{**plain, **shown})


def wrong(request: Request, form: Form) -> bool:
    """Return whether a payment that is to be confirmed can't be made as it is."""
    if request.method == "GET":
        form.check()
    return bool(form.errors or form.error)


def confirmed(
    request: Request, form: Form, title: str, back: str, cancel: str, facts: dict[str, Any], warning: str = ""
) -> Page:
    """Return the last step: what is going to be done, to be confirmed."""
    kept = {name: form.value(name) for name in form.asked}
    return request.page(
        "review.html",
        title=title,
        form=form,
        back=f"{back}?{urlencode(kept)}",
        cancel=cancel,
        amount=form.fields()["amount"],
        facts=[(name, value) for name, value in spoken(facts).items() if value != ""],
        warning=warning,
    )
