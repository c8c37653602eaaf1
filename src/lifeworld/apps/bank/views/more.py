"""Profile, settings, alerts, help; and what the device's notification list gets to know."""

from datetime import datetime, time, timedelta

from lifeworld.apps.bank import commands, ledger
from lifeworld.apps.bank.models import Account, Alerts, Bill, Dispute, Entry, Profile, Scheduled
from lifeworld.apps.bank.views.base import SOON, page, pages
from lifeworld.store import Store
from lifeworld.web import Form, Notice, Page, Request

RECENT = timedelta(days=7)


@pages.page("/more")
def more(request: Request) -> Page:
    profile = request.store.get(Profile, 1)
    disputes = request.store.all(Dispute, order="id DESC")
    waiting = len(notices(request.store))
    return page(request, "more.html", title="More", tab="more", profile=profile, disputes=disputes, waiting=waiting)


@pages.form("/profile", commands.SaveProfile, then="/bank/profile", toast="Profile saved.")
def profile(request: Request, form: Form) -> Page:
    held = request.store.get(Profile, 1)
    form.start(preferred_name=held.preferred_name, email=held.email, phone=held.phone, address=held.address)
    return page(request, "profile.html", title="Profile", tab="more", form=form)


@pages.form("/settings", commands.SaveSettings, then="/bank/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    held = ledger.settings(request.store)
    form.start(hide_numbers=held.hide_numbers, paperless=held.paperless, contact=held.contact)
    return page(request, "settings.html", title="Settings", tab="more", form=form)


@pages.page("/alerts")
def alerts(request: Request) -> Page:
    return page(request, "alerts.html", title="Alerts", tab="more", notices=notices(request.store))


@pages.form("/alerts/settings", commands.SaveAlerts, then="/bank/alerts/settings", toast="Alerts saved.")
def alert_settings(request: Request, form: Form) -> Page:
    held = request.store.get(Alerts, 1)
    names = ("low_on", "low", "large_on", "large", "deposits_on", "bills_on")
    form.start(**{name: getattr(held, name) for name in names})
    return page(request, "alert_settings.html", title="Alert settings", tab="more", form=form)


@pages.page("/disputes")
def disputes(request: Request) -> Page:
    found = request.store.all(Dispute, order="id DESC")
    return page(request, "disputes.html", title="Disputes", tab="more", disputes=found)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return page(request, "help.html", title="Help", tab="more")


@pages.page("/legal")
def legal(request: Request) -> Page:
    return page(request, "legal.html", title="Agreements", tab="more")


pages.button("/numbers", commands.HideNumbers)


def notices(store: Store) -> list[Notice]:
    """Return what the alert settings ask for: bills due, low balances, large payments and deposits of a week."""
    wanted = store.get(Alerts, 1)
    found = []
    if wanted.bills_on:
        found += _due(store)
    if wanted.low_on:
        found += _low(store, wanted)
    found += _large(store, wanted)
    return sorted(found, key=lambda notice: notice.at, reverse=True)


def _due(store: Store) -> list[Notice]:
    today = store.now.date()
    waiting = {payment.bill_id: payment for payment in store.all(Scheduled)}
    morning = datetime.combine(today, time(7))
    return [
        Notice(
            f"{bill.business.name}: {bill.amount}",
            f"Paid automatically on {bill.due:%B} {bill.due.day}"
            if bill.id in waiting
            else f"Bill due {bill.due:%B} {bill.due.day}",
            f"/bank/bill/{bill.id}",
            morning,
        )
        for bill in store.all(Bill, "paid_at IS NULL AND due <= ?", today + SOON, order="due, id")
    ]


def _low(store: Store, wanted: Alerts) -> list[Notice]:
    held = ledger.balances(store)
    watched = store.all(Account, "kind = 'checking' AND NOT closed")
    morning = datetime.combine(store.now.date(), time(6))
    return [
        Notice("Low balance", f"{account.name} is below {wanted.low}.", f"/bank/account/{account.id}", morning)
        for account in watched
        if held[account.id].available < wanted.low
    ]


def _large(store: Store, wanted: Alerts) -> list[Notice]:
    recent = store.all(Entry, "at > ? AND kind NOT IN ('transfer', 'opening')", store.now - RECENT)
    out = [entry for entry in recent if wanted.large_on and -entry.amount >= wanted.large]
    got = [entry for entry in recent if wanted.deposits_on and entry.kind == "deposit"]
    return [
        *(Notice(f"Large payment: {abs(one.amount)}", one.title, f"/bank/entry/{one.id}", one.at) for one in out),
        *(Notice(f"Deposit: {one.amount}", one.title, f"/bank/entry/{one.id}", one.at) for one in got),
    ]
