"""The cart, what is saved for later, and the checkout."""

from dataclasses import dataclass
from urllib.parse import urlencode

from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.catalogue import arrival, deals, put_forward
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address, CartItem, Order, PaymentMethod, Speed
from lifeworld.apps.shop.views import pages
from lifeworld.core.money import Money
from lifeworld.life import goods
from lifeworld.life.events import Purchase
from lifeworld.store import Store
from lifeworld.web import Form, Page, Redirect, Request
from lifeworld.web.language import N_, _

_DELIVERIES: dict[Speed, str] = {
    "standard": N_("Standard delivery"),
    "express": N_("Express delivery"),
    "nextday": N_("Next day delivery"),
}
SPEED_WORDS: dict[Speed, str] = {"standard": N_("Standard"), "express": N_("Express"), "nextday": N_("Next day")}


@pages.page("/cart")
def show_cart(request: Request) -> Page:
    """What is in the cart, and what is saved for later."""
    inside, chosen = entries(request.store), entries(request.store, "selected AND")
    bought = [(entry.variant.product, entry.quantity) for entry in chosen]
    subtotal = Money(sum(product.price.cents * quantity for product, quantity in bought))
    saved = Money(sum((product.was - product.price).cents * quantity for product, quantity in bought if product.was))
    return request.page(
        "cart.html",
        title=_("Cart"),
        part=request.cut(inside),
        deals=[] if inside else put_forward(deals(request.store))[:8],
        all_chosen=len(chosen) == len(inside),
        count=sum(entry.quantity for entry in chosen),
        subtotal=subtotal,
        saved=saved,
        fee=c.fee("standard", subtotal),
        arrives=arrival(request.now.date()),
        missing=max(Money(0), goods.FREE_DELIVERY_FROM - subtotal),
        later=request.part(CartItem, "later", order="id DESC", name="later"),
    )


def entries(store: Store, which: str = "") -> list[CartItem]:
    """Return the lines of the cart, the latest first; `which` is a condition that ends in AND."""
    return store.all(CartItem, f"{which} NOT later", order="id DESC")


pages.button("/add/{variant}", c.AddToCart, then="/shop/cart", toast="Added to your cart.")
pages.button("/cart/{item}/quantity", c.SetQuantity)
pages.button("/cart/{item}/remove", c.RemoveFromCart, toast="Removed.")
pages.button("/cart/{item}/later", c.SaveForLater, toast="Saved for later.", undo="/cart/{id}/back")
pages.button("/cart/{item}/back", c.MoveToCart, toast="Moved to your cart.", undo="/cart/{id}/later")
pages.button("/cart/{item}/select", c.SelectItem)
pages.button("/cart/select", c.SelectAll)


@dataclass(frozen=True)
class Checkout:
    """What is about to be ordered, and what the earlier steps chose for it. `one` is what is bought past the cart."""

    base: str
    things: list[tuple[Variant, int]]
    one: Variant | None
    address: Address | None
    method: PaymentMethod | None
    speed: Speed
    quantity: int

    @property
    def total(self) -> Money:
        return Money(sum(variant.product.price.cents * quantity for variant, quantity in self.things))

    def at(self, step: str) -> str:
        """Return the address of a step that keeps all that was chosen."""
        rows = {"address": self.address, "method": self.method}
        chosen = {name: row.id for name, row in rows.items() if row}
        return f"{self.base}{step}?{urlencode({'speed': self.speed, 'quantity': self.quantity, **chosen})}"


def to_address(request: Request, variant: int = 0) -> Page | Redirect:
    """First step: where to, and for one thing how many?"""
    order = _checkout(request, variant)
    if not order.things:
        return request.redirect("/shop/cart")
    back = f"/shop/product/{order.one.product_id}?variant={variant}" if order.one else "/shop/cart"
    return _step(request, order, "address", back, addresses=request.store.all(Address, order='"default" DESC, id'))


def to_payment(request: Request, variant: int = 0) -> Page | Redirect:
    """Second step: with which card, and how fast?"""
    order, day = _checkout(request, variant), request.now.date()
    if not order.things or not order.address:
        return request.redirect(order.base)
    speeds = [(speed, _(words), arrival(day, speed), c.fee(speed, order.total)) for speed, words in SPEED_WORDS.items()]
    methods = request.store.all(PaymentMethod, order='"default" DESC, id')
    return _step(request, order, "payment", order.at(""), methods=methods, speeds=speeds)


def to_review(request: Request, form: Form, variant: int = 0) -> Page | Redirect:
    """Last step: look it over, and order."""
    order = _checkout(request, variant)
    if not order.things or not order.address or not order.method:
        return request.redirect(order.base)
    form.start(address=order.address, method=order.method, speed=order.speed, quantity=order.quantity)
    arrives = arrival(request.now.date(), order.speed)
    return _step(request, order, "review", order.at("/payment"), form=form, arrives=arrives)


@pages.page("/order/{order}/thanks")
def thanks(request: Request, order: int) -> Page:
    return request.page("thanks.html", title=_("Order placed"), order=request.row(Order, order))


def _placed(request: Request, purchase: Purchase) -> str:
    return f"/shop/order/{request.store.one(Order, 'number = ?', purchase.number).id}/thanks"


for _path, _command in (("/checkout", c.PlaceOrder), ("/buy/{variant}", c.BuyNow)):
    pages.page(_path)(to_address)
    pages.page(f"{_path}/payment")(to_payment)
    pages.form(f"{_path}/review", _command, then=_placed)(to_review)


def _step(request: Request, order: Checkout, step: str, back: str, **more: object) -> Page:
    told = {"fee": c.fee(order.speed, order.total), "words": _(_DELIVERIES[order.speed]), **more}
    return request.page(f"checkout_{step}.html", title=_("Checkout"), nav=(), order=order, back=back, **told)


def _checkout(request: Request, variant: int) -> Checkout:
    """Return what was chosen so far, from the query or from the form that was sent; else the defaults."""
    given = {**request.query, **dict(request.form_pairs)}
    store, speed, quantity = request.store, given.get("speed", ""), given.get("quantity", "")
    count = int(quantity) if quantity.isdecimal() and len(quantity) < 4 else 1
    one = request.row(Variant, variant) if variant else None
    return Checkout(
        f"/shop/buy/{variant}" if variant else "/shop/checkout",
        [(one, count)] if one else [(item.variant, item.quantity) for item in entries(store, "selected AND")],
        one,
        store.first(Address, "id = ?", given.get("address", "")) or store.first(Address, '"default" = 1'),
        store.first(PaymentMethod, "id = ?", given.get("method", "")) or store.first(PaymentMethod, '"default" = 1'),
        speed if speed in SPEED_WORDS else "standard",
        count,
    )
