"""Cards: the wallet, one card, applying for one."""

from datetime import timedelta

from lifeworld.apps.bank import commands
from lifeworld.apps.bank.models import Card, Entry
from lifeworld.apps.bank.views.base import by_day, page, pages, pictures
from lifeworld.web import Form, Missing, Page, Request

SHOWN_FOR = timedelta(minutes=5)


@pages.page("/cards")
def cards(request: Request) -> Page:
    held = request.store.all(Card, order="closed, id")
    return page(request, "cards.html", title="Cards", tab="cards", cards=held, shown=_shown(request, held))


@pages.page("/card/{card}")
def show_card(request: Request, card: int) -> Page:
    found = request.row(Card, card)
    entries = request.store.all(
        Entry, "account_id = ? AND kind = 'card'", found.account_id, order="pending DESC, at DESC, id DESC", limit=5
    )
    return page(
        request,
        "card.html",
        title=found.name,
        tab="cards",
        card=found,
        shown=_shown(request, [found]),
        days=by_day(entries),
        **pictures(request.store, entries),
    )


@pages.page("/card/{card}/close")
def confirm_close_card(request: Request, card: int) -> Page:
    found = request.row(Card, card)
    why_not = request.host.refusal(commands.CloseCard(found))
    said = why_not.message if why_not else ""
    return page(request, "close_card.html", title="Close card?", tab="cards", card=found, why_not=said)


@pages.page("/cards/offers")
def offers(request: Request) -> Page:
    held = {card.product for card in request.store.all(Card, "NOT closed")}
    return page(request, "offers.html", title="Apply for a card", tab="cards", offers=commands.OFFERS, held=held)


@pages.form(
    "/cards/apply/{offer:word}", commands.ApplyForCard, then="/bank/card/{id}", toast="Your {product} is ready."
)
def apply(request: Request, form: Form, offer: str) -> Page:
    if offer not in commands.BY_KEY:
        raise Missing
    return page(request, "apply.html", title="Apply", tab="cards", form=form, offer=commands.BY_KEY[offer])


pages.button("/card/{card}/freeze", commands.Freeze, toast="Card frozen.", undo="/card/{id}/unfreeze")
pages.button("/card/{card}/unfreeze", commands.Unfreeze, toast="Card unfrozen.", undo="/card/{id}/freeze")
pages.button("/card/{card}/number", commands.ShowNumber)
pages.button("/card/{card}/mask", commands.HideNumber)
pages.button("/card/{card}/remove", commands.CloseCard, then="/bank/cards", toast="{product} is closed.")


def _shown(request: Request, held: list[Card]) -> set[int]:
    """Return the ids of the cards whose numbers were asked for in the last five minutes."""
    now = request.now
    return {card.id for card in held if card.open and card.shown_at and now - card.shown_at < SHOWN_FOR}
