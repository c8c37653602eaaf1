"""What a customer of Megacart has there: cart, lists, addresses, cards, orders, settings."""

from datetime import date, datetime
from typing import Annotated, Literal

from lifeworld.apps.shop.models import Product, Variant
from lifeworld.core.money import Money
from lifeworld.life.events import Purse
from lifeworld.store import Followed, Row, between, incidental, not_empty, ref, stamp
from lifeworld.web.language import N_, _

Speed = Literal["standard", "express", "nextday"]
Card = Literal["credit", "checking"]
Reason = Literal["damaged", "wrong_item", "not_as_described", "does_not_fit", "arrived_late", "changed_mind"]
Status = Literal["ordered", "shipped", "delivered", "cancelled"]
_PURSES = {"checking": N_("Harbour checking"), "savings": N_("Harbour savings"), "credit": N_("Harbour credit card")}


class CartItem(Row, table="shop_cart_item", unique=(("variant_id", "later"),)):
    """Something in the cart, or `later` saved for later. The checkout takes what is `selected`."""

    variant_id: int = ref(Variant)
    quantity: Annotated[int, between(1, 10**4)] = 1
    later: bool = False
    selected: bool = incidental("a tick on the cart's screen", default=True, pressed=True)

    variant = Followed(Variant)

    @property
    def name(self) -> str:
        return self.variant.full_name


class WishList(Row, table="shop_list"):
    """A list of wishes."""

    name: str

    @property
    def wishes(self) -> "list[Wish]":
        return self.store.all(Wish, "list_id = ?", self.id, order="id DESC")


class Wish(Row, table="shop_wish", unique=(("list_id", "variant_id"),)):
    """Something on a list."""

    list_id: int = ref(WishList, cascade=True)
    variant_id: int = ref(Variant)

    list = Followed(WishList)
    variant = Followed(Variant)


class Address(Row, table="shop_address"):
    """Where parcels may go. One is the default."""

    recipient: Annotated[str, not_empty]
    street: str
    city: str
    code: str
    phone: str = ""
    default: bool = False

    @property
    def line(self) -> str:
        return f"{self.street}, {self.city} {self.code}"


class PaymentMethod(Row, table="shop_payment"):
    """A card of the owner's bank. One is the default."""

    purse: Card
    ending: str
    holder: str
    expires: date
    default: bool = False

    @property
    def label(self) -> str:
        if self.purse == "credit":
            return _("Harbour credit card ending %(digits)s", digits=self.ending)
        return _("Harbour debit card ending %(digits)s", digits=self.ending)


class Order(Row, table="shop_order", unique=(("number",),)):
    """An order, with what was true when it was placed."""

    number: str
    placed_at: datetime | None = stamp()
    recipient: str
    address: str
    purse: Purse
    delivery: Money
    speed: Speed
    gift_note: str = ""
    arrives: date
    carrier: str = ""
    tracking: str = ""
    shipped_at: datetime | None = stamp()
    delivered_at: datetime | None = stamp()
    cancelled_at: datetime | None = stamp()

    faults = {"placed_at IS NULL": "an order was placed at a moment"}

    @property
    def lines(self) -> "list[OrderLine]":
        return self.store.all(OrderLine, "order_id = ?", self.id)

    @property
    def items_total(self) -> Money:
        return Money(sum(line.total.cents for line in self.lines))

    @property
    def total(self) -> Money:
        return self.items_total + self.delivery

    @property
    def paid_with(self) -> str:
        return _(_PURSES[self.purse])

    @property
    def refunded(self) -> Money:
        """What went back to where it was paid from: all of an order called off, else what was sent back."""
        back = Money(sum(line.refunded.cents for line in self.lines))
        return self.total if self.cancelled_at else back

    @property
    def status(self) -> Status:
        if self.cancelled_at:
            return "cancelled"
        if self.delivered_at:
            return "delivered"
        return "shipped" if self.shipped_at else "ordered"

    def out_for_delivery(self, now: datetime) -> bool:
        """Say whether the parcel is with the driver: shipped, and this is the day."""
        return self.status == "shipped" and now.date() == self.arrives

    def late(self, now: datetime) -> bool:
        """Say whether the parcel should have come on an earlier day, like one that was lost."""
        return self.status == "shipped" and now.date() > self.arrives


class OrderLine(Row, table="shop_order_line"):
    """An article of an order, at the price that was paid; `sent_back` of its quantity were returned.

    The `reason` is why; where parts of it went back for several, all of them with commas between.
    """

    order_id: int = ref(Order, cascade=True)
    variant_id: int = ref(Variant)
    quantity: Annotated[int, between(1, 10**4)]
    price: Money
    sent_back: Annotated[int, between(0, 10**4)] = 0
    reason: str = ""

    faults = {"sent_back > quantity": "more was sent back than was ordered"}

    order = Followed(Order)
    variant = Followed(Variant)

    @property
    def product(self) -> Product:
        return self.variant.product

    @property
    def total(self) -> Money:
        return self.price * self.quantity

    @property
    def reasons(self) -> list[str]:
        return self.reason.split(", ") if self.reason else []

    @property
    def kept(self) -> int:
        return self.quantity - self.sent_back

    @property
    def refunded(self) -> Money:
        return self.price * self.sent_back


class Settings(Row, table="shop_settings", called="the settings"):
    """The one row of settings: the name that reviews carry, what Megacart remembers and writes about."""

    public_name: str
    history: bool = True
    order_mail: bool = True
    deal_mail: bool = False
    ask_reviews: bool = True
