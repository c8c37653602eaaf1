"""The three steps to an order: address, payment and delivery, review. For the cart, or for one thing bought now."""

from dataclasses import dataclass
from urllib.parse import urlencode

from lifeworld.apps.shop import catalogue, commands
from lifeworld.apps.shop.commands.buying import SPEEDS, fee
from lifeworld.apps.shop.commands.cart import MOST
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import Address, Order, PaymentMethod, Speed
from lifeworld.apps.shop.views.cart import entries
from lifeworld.apps.shop.views.frame import pages, shown
from lifeworld.core.money import Money
from lifeworld.life.events import Purchase
from lifeworld.web import Form, Page, Redirect, Request

SPEED_WORDS: dict[Speed, str] = {"standard": "Standard", "express": "Express", "nextday": "Next day"}
Ordered = list[tuple[Variant, Product, int]]


@dataclass(frozen=True)
class Choices:
    """What the earlier steps chose."""

    address: Address | None
    method: PaymentMethod | None
    speed: Speed
    quantity: int

    @property
    def query(self) -> dict[str, object]:
        found: dict[str, object] = {"speed": self.speed, "quantity": self.quantity}
        if self.address:
            found["address"] = self.address.id
        if self.method:
            found["method"] = self.method.id
        return found


@pages.page("/checkout")
def to_address(request: Request) -> Page | Redirect:
    """First step: where to?"""
    return _address_step(request, "/shop/checkout", _of_cart(request))


@pages.page("/checkout/payment")
def to_payment(request: Request) -> Page | Redirect:
    """Second step: with which card, and how fast?"""
    return _payment_step(request, "/shop/checkout", _of_cart(request))


def _placed(request: Request, purchase: Purchase) -> str:
    order = request.store.one(Order, "number = ?", purchase.number)
    return f"/shop/order/{order.id}/thanks"


@pages.form("/checkout/review", commands.PlaceOrder, then=_placed)
def review_cart(request: Request, form: Form) -> Page | Redirect:
    """Last step: look it over, and order."""
    return _review_step(request, form, "/shop/checkout", _of_cart(request))


@pages.page("/buy/{variant}")
def buy_address(request: Request, variant: int) -> Page | Redirect:
    """First step for one thing: where to, and how many?"""
    return _address_step(request, f"/shop/buy/{variant}", _of_one(request, variant), request.row(Variant, variant))


@pages.page("/buy/{variant}/payment")
def buy_payment(request: Request, variant: int) -> Page | Redirect:
    """Second step for one thing."""
    return _payment_step(request, f"/shop/buy/{variant}", _of_one(request, variant))


@pages.form("/buy/{variant}/review", commands.BuyNow, then=_placed)
def review_one(request: Request, form: Form, variant: int) -> Page | Redirect:
    """Last step for one thing."""
    return _review_step(request, form, f"/shop/buy/{variant}", _of_one(request, variant))


@pages.page("/order/{order}/thanks")
def thanks(request: Request, order: int) -> Page:
    return shown(request, "thanks.html", "orders", title="Order placed", order=request.row(Order, order))


def _address_step(request: Request, base: str, ordered: Ordered, one: Variant | None = None) -> Page | Redirect:
    if not ordered:
        return request.redirect("/shop/cart")
    return shown(
        request,
        "checkout_address.html",
        "cart",
        title="Delivery address",
        base=base,
        addresses=request.store.all(Address, order='"default" DESC, id'),
        choices=_choices(request),
        one=one,
        most=min(one.stock, MOST) if one else 0,
        ordered=ordered,
    )


def _payment_step(request: Request, base: str, ordered: Ordered) -> Page | Redirect:
    choices = _choices(request)
    if not ordered or not choices.address:
        return request.redirect(base)
    total = _total(ordered)
    speeds = [
        (speed, SPEED_WORDS[speed], catalogue.arrival(request.now.date(), speed), fee(speed, total)) for speed in SPEEDS
    ]
    return shown(
        request,
        "checkout_payment.html",
        "cart",
        title="Payment and delivery",
        base=base,
        methods=request.store.all(PaymentMethod, order='"default" DESC, id'),
        choices=choices,
        speeds=speeds,
        back=f"{base}?{urlencode(choices.query)}",
    )


def _review_step(request: Request, form: Form, base: str, ordered: Ordered) -> Page | Redirect:
    choices = _choices(request)
    if not ordered or not choices.address or not choices.method:
        return request.redirect(base)
    form.start(address=choices.address, method=choices.method, speed=choices.speed, quantity=choices.quantity)
    total, cost = _total(ordered), fee(choices.speed, _total(ordered))
    return shown(
        request,
        "checkout_review.html",
        "cart",
        title="Review your order",
        form=form,
        base=base,
        ordered=ordered,
        choices=choices,
        speed=SPEED_WORDS[choices.speed],
        arrives=catalogue.arrival(request.now.date(), choices.speed),
        items_total=total,
        fee=cost,
        total=total + cost,
        back=f"{base}/payment?{urlencode(choices.query)}",
        first=f"{base}?{urlencode(choices.query)}",
    )


def _choices(request: Request) -> Choices:
    """Return what was chosen so far, from the query or from the form that was sent; else the defaults."""
    given = {**request.query, **dict(request.form_pairs)}
    store = request.store
    wanted, card = given.get("address", ""), given.get("method", "")
    speed = given.get("speed", "")
    quantity = given.get("quantity", "")
    return Choices(
        store.first(Address, "id = ?", wanted) or store.first(Address, '"default" = 1'),
        store.first(PaymentMethod, "id = ?", card) or store.first(PaymentMethod, '"default" = 1'),
        speed if speed in SPEEDS else "standard",
        int(quantity) if quantity.isdecimal() and len(quantity) < 4 else 1,
    )


def _of_cart(request: Request) -> Ordered:
    chosen = [entry for entry in entries(request.store, later=False) if entry.item.selected]
    return [(entry.variant, entry.product, entry.item.quantity) for entry in chosen]


def _of_one(request: Request, variant: int) -> Ordered:
    found = request.row(Variant, variant)
    return [(found, found.product, _choices(request).quantity)]


def _total(ordered: Ordered) -> Money:
    return Money(sum(product.price.cents * quantity for _, product, quantity in ordered))
