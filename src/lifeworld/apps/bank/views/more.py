"""Cards: the wallet, one card, applying for one. Profile, settings, alerts, help."""

from datetime import timedelta
from itertools import groupby
from typing import Any

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Alerts, Card, Dispute, Entry, Profile
from lifeworld.apps.bank.views import LATEST, RECENT, by_day, earlier, notices, pages, pictures
from lifeworld.web import Form, Missing, Page, Request
from lifeworld.web.language import _

SHOWN_FOR = timedelta(minutes=5)


@pages.page("/cards")
def cards(request: Request) -> Page:
    held = request.store.all(Card, order="closed, id")
    told = {"cards": held, "shown": _shown(request, held), **purchases(request)}
    return request.page("cards.html", title=_("Cards"), **told)


@pages.page("/card/{card}")
def show_card(request: Request, card: int) -> Page:
    found = request.row(Card, card)
    told = {"card": found, "shown": _shown(request, [found]), **purchases(request, "account_id = ?", found.account_id)}
    return request.page("card.html", title=found.name, **told)


@pages.page("/cards/offers")
def offers(request: Request) -> Page:
    held = {card.product for card in request.store.all(Card, "NOT closed")}
    return request.page("offers.html", title=_("Apply for a card"), offers=c.OFFERS, held=held)


@pages.form("/cards/apply/{offer:word}", c.ApplyForCard, then="/bank/card/{id}", toast="Your {product} is ready.")
def apply(request: Request, form: Form, offer: str) -> Page:
    if offer not in c.BY_KEY:
        raise Missing
    return request.page("apply.html", title=_("Apply"), form=form, offer=c.BY_KEY[offer])


def purchases(request: Request, where: str = "TRUE", *args: object) -> dict[str, Any]:
    """Return the latest payments by card, as a ledger shows them."""
    entries = request.store.all(Entry, f"kind = 'card' AND {where}", *args, order=LATEST, limit=5)
    return {"days": by_day(entries), **pictures(request.store, entries)}


def _closing(request: Request, card: Card) -> str:
    if card.account.credit:
        return _("The card stops paying at once, and its account closes with it. This can't be undone.")
    return _("The card stops paying at once, but your account stays open. This can't be undone.")


pages.confirm(
    "/card/{card}/close",
    c.CloseCard,
    "Close {card.product} …{card.ending}?",
    text=_closing,
    submit="Close card",
    then="/bank/cards",
    toast="{product} is closed.",
)
pages.button("/card/{card}/freeze", c.Freeze, toast="Card frozen.", undo="/card/{id}/unfreeze")
pages.button("/card/{card}/unfreeze", c.Unfreeze, toast="Card unfrozen.", undo="/card/{id}/freeze")
pages.button("/card/{card}/number", c.ShowNumber)
pages.button("/card/{card}/mask", c.HideNumber)


def _shown(request: Request, held: list[Card]) -> set[int]:
    """Return the ids of the cards whose numbers were asked for in the last five minutes."""
    now = request.now
    return {card.id for card in held if card.open and card.shown_at and now - card.shown_at < SHOWN_FOR}


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
    """What the bank has given word of, by month; the last days come first."""
    told = request.cut([*notices(request.store), *earlier(request.store)])
    since = request.now - RECENT
    groups = groupby(told.rows, lambda one: None if one.at > since else one.at.date().replace(day=1))
    moved = _entries(request, [one.href for one in told.rows])
    return request.page(
        "alerts.html",
        title=_("Alerts"),
        told=told,
        groups=[(month, list(found)) for month, found in groups],
        moved=moved,
        settled=request.store.get(Alerts, 1),
        **pictures(request.store, moved.values()),
    )


def _entries(request: Request, addresses: list[str]) -> dict[str, Entry]:
    """Return those of the addresses that are of an entry, with it."""
    found = {one.removeprefix("/bank/entry/"): one for one in addresses if one.startswith("/bank/entry/")}
    marks = ", ".join("?" * len(found))
    return {found[str(entry.id)]: entry for entry in request.store.all(Entry, f"id IN ({marks})", *found)}


@pages.page("/disputes")
def disputes(request: Request) -> Page:
    told = {"disputes": request.part(Dispute, order="id DESC"), **purchases(request)}
    return request.page("disputes.html", title=_("Disputes"), **told)


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
