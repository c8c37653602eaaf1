"""Profile, settings, alerts, help; and what the device's notification list gets to know."""

from datetime import datetime, time, timedelta

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Alerts, Bill, Budget, Dispute, Entry, MoneyRequest, Profile, Scheduled
from lifeworld.apps.bank.views.base import SOON, pages
from lifeworld.store import Store
from lifeworld.web import Form, Notice, Page, Request, dates
from lifeworld.web.formats import money
from lifeworld.web.language import _

RECENT = timedelta(days=7)


@pages.page("/more")
def more(request: Request) -> Page:
    return request.page(
        "more.html",
        title=_("More"),
        profile=request.store.get(Profile, 1),
        disputes=request.store.count(Dispute),
        waiting=len(notices(request.store)),
    )


@pages.form("/profile", c.SaveProfile, then="/bank/profile", toast="Profile saved.")
def profile(request: Request, form: Form) -> Page:
    form.start(**vars(request.store.get(Profile, 1)))
    return request.page("profile.html", title=_("Profile"), form=form)


@pages.form("/settings", c.SaveSettings, then="/bank/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    form.start(**vars(ledger.settings(request.store)))
    return request.page("settings.html", title=_("Settings"), form=form)


@pages.page("/alerts")
def alerts(request: Request) -> Page:
    return request.page("alerts.html", title=_("Alerts"), notices=request.cut(notices(request.store)))


@pages.page("/disputes")
def disputes(request: Request) -> Page:
    return request.page("disputes.html", title=_("Disputes"), disputes=request.part(Dispute, order="id DESC"))


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Help"))


@pages.page("/legal")
def legal(request: Request) -> Page:
    return request.page("legal.html", title=_("Agreements"))


pages.plain_form(
    "/alerts/settings", c.SaveAlerts, "Alert settings", then="/bank/alerts/settings", toast="Alerts saved."
)
pages.button("/numbers", c.HideNumbers)


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


def _large(store: Store, wanted: Alerts) -> list[Notice]:
    recent = store.all(Entry, "at > ? AND kind NOT IN ('transfer', 'opening')", store.now - RECENT)
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
