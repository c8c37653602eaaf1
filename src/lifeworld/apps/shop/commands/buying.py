"""The cart, what is saved for later, and orders: place, cancel, send back.

Of an order each emits what happened; `life.py` writes the rows for all apps alike.
"""

import itertools
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Address, CartItem, Order, OrderLine, PaymentMethod, Reason, Speed
from lifeworld.core.money import Money
from lifeworld.life import goods
from lifeworld.life.events import Cancelled, Line, Purchase, Returned
from lifeworld.life.models import Business, me
from lifeworld.store import Command, Edit, Remove, Store, ask, tell, text

MOST = 20  # of one variant
NONE = "Choose a quantity of at least 1."
LIMITS = {
    "sold_out": "{name} is out of stock.",
    "few": "Only {left} of {name} left in stock.",
    "many": "At most 20 of one item can be bought at once.",
}
RETURN_DAYS = 30
SPEEDS: dict[Speed, int] = {"standard": 4, "express": 2, "nextday": 1}  # days
EXPRESS = Money(799)
NEXT_DAY = Money(1299)
NOTE = "Optional. Printed on a card; the slip then leaves out the prices."
REASONS: dict[Reason, str] = {
    "damaged": "It arrived damaged",
    "wrong_item": "Wrong item was sent",
    "not_as_described": "Not as described",
    "does_not_fit": "Does not fit",
    "arrived_late": "It arrived too late",
    "changed_mind": "I changed my mind",
}


class AddToCart(Command, seen_by="nobody"):
    """Put some of a variant into the cart, on top of what is there."""

    variant: Variant
    quantity: int = 1
    refusals = {**LIMITS, "none": NONE}

    def run(self, store: Store) -> CartItem:
        self.need(self.quantity > 0, "none", "quantity")
        return _placed(self, store, self.variant, self.quantity)


class SetQuantity(Edit, seen_by="nobody"):
    """Say how many of an item to buy."""

    item: CartItem
    quantity: int
    refusals = AddToCart.refusals

    def check(self, store: Store) -> None:
        self.need(self.quantity > 0, "none", "quantity")
        check_limits(self, self.item.variant, self.quantity)


class RemoveFromCart(Remove, seen_by="nobody"):
    """Take an item out of the cart, or out of what is saved for later."""

    item: CartItem


class SaveForLater(Edit, sets={"later": True}, seen_by="nobody"):
    """Put an item of the cart aside."""

    item: CartItem
    refusals = {"already": "{item.name} is saved for later already."}

    def run(self, store: Store) -> Any:
        aside = store.first(CartItem, "variant_id = ? AND later AND id <> ?", self.item.variant_id, self.item.id)
        if aside is None:
            return super().run(store)
        store.remove(self.item)
        return store.change(aside, quantity=self.item.quantity)


class MoveToCart(Edit, sets={"later": False, "selected": True}, seen_by="nobody"):
    """Put what was saved for later back into the cart."""

    item: CartItem
    refusals = {**LIMITS, "in_cart": "{item.name} is in the cart already."}

    def run(self, store: Store) -> Any:
        self.need(self.item.later, "in_cart")
        if store.count(CartItem, "variant_id = ? AND NOT later", self.item.variant_id):
            store.remove(self.item)
            return _placed(self, store, self.item.variant, self.item.quantity)
        check_limits(self, self.item.variant, self.item.quantity)
        return super().run(store)


class SelectItem(Edit, seen_by="nobody"):
    """Say whether the next checkout takes an item of the cart."""

    item: CartItem
    selected: bool = False


class SelectAll(Command, seen_by="nobody"):
    """Say whether the next checkout takes everything in the cart or, to begin with, nothing."""

    selected: bool = False
    refusals = {"empty": "Your cart is empty."}

    def run(self, store: Store) -> None:
        items = store.all(CartItem, "later = 0")
        self.need(items, "empty")
        for item in items:
            store.change(item, selected=self.selected)


def _placed(command: Command, store: Store, variant: Variant, quantity: int) -> CartItem:
    """Add so many of a variant to the cart, refusing in the words of `command` what can't be had."""
    there = store.first(CartItem, "variant_id = ? AND later = 0", variant.id)
    wanted = quantity + (there.quantity if there else 0)
    check_limits(command, variant, wanted)
    if there:
        return store.change(there, quantity=wanted, selected=True)
    return store.add(CartItem, variant_id=variant.id, quantity=quantity)


def check_limits(command: Command, variant: Variant, quantity: int) -> None:
    """Refuse what is out of stock and what is more than the shop sells at once."""
    name = variant.full_name
    command.need(variant.stock, "sold_out", name=name)
    command.need(quantity <= MOST, "many", "quantity")
    command.need(quantity <= variant.stock, "few", "quantity", left=variant.stock, name=name)


class PlaceOrder(Command, seen_by="the shop"):
    """Order what is ticked in the cart. Returns the purchase."""

    address: Address
    method: PaymentMethod
    speed: Speed = "standard"
    gift_note: str = text("Gift note", default="", longest=240, hint=NOTE)
    refusals = {"sold_out": LIMITS["sold_out"], "few": LIMITS["few"], "empty": "Nothing in your cart is selected."}

    def run(self, store: Store) -> Purchase:
        items = store.all(CartItem, "later = 0 AND selected = 1")
        self.need(items, "empty")
        purchase = _purchase(self, store, [(item.variant, item.quantity) for item in items])
        for item in items:
            store.remove(item)
        return purchase


class BuyNow(Command, seen_by="the shop"):
    """Order one thing past the cart. Returns the purchase."""

    variant: Variant
    address: Address
    method: PaymentMethod
    quantity: int = 1
    speed: Speed = "standard"
    gift_note: str = text("Gift note", default="", longest=240, hint=NOTE)
    refusals = {**LIMITS, "none": NONE}

    def run(self, store: Store) -> Purchase:
        self.need(self.quantity > 0, "none", "quantity")
        return _purchase(self, store, [(self.variant, self.quantity)])


class CancelOrder(Command, seen_by="the shop"):
    """Call off an order that has not left yet; its price is refunded."""

    order: Order
    refusals = {
        "shipped": "Order {order.number} is on its way and can't be cancelled. You can return it once it has arrived.",
        "cancelled": "Order {order.number} is cancelled already.",
    }

    def run(self, store: Store) -> Order:
        order, seller = self.order, shop(store)
        self.need(not order.cancelled_at, "cancelled")
        self.need(not order.shipped_at, "shipped")
        store.emit(
            Cancelled(at=store.now, business_id=seller.id, number=order.number, amount=order.total, purse=order.purse)
        )
        tell(store, "shop", "cancel", seller.name, order.total)
        return order


class ReturnItem(Command, seen_by="the shop"):
    """Send an article back within 30 days of its arrival; its price is refunded."""

    line: OrderLine
    reason: Reason = ask("Why are you returning it?", kind="radio", choices=REASONS)
    quantity: int = ask("Quantity", default=1)
    refusals = {
        "waiting": "This order has not arrived yet.",
        "late": "Items can be returned within 30 days of delivery.",
        "back": "{line.variant.full_name} has been returned already.",
        "count": "Choose a quantity between 1 and {line.kept}.",
    }

    def run(self, store: Store) -> OrderLine:
        self.need(self.line.order.delivered_at, "waiting")
        self.need(returnable(self.line.order, store), "late")
        self.need(self.line.kept, "back")
        self.need(1 <= self.quantity <= self.line.kept, "count", "quantity")
        store.emit(self._returned(store, self.line.order))
        tell(store, "shop", "return", shop(store).name, self.line.variant.full_name, self.reason)
        return self.line

    def _returned(self, store: Store, order: Order) -> Returned:
        return Returned(
            at=store.now,
            business_id=shop(store).id,
            number=order.number,
            product=self.line.product.key,
            variant=self.line.variant.label,
            amount=self.line.price * self.quantity,
            purse=order.purse,
            quantity=self.quantity,
            reason=self.reason,
        )


def shop(store: Store) -> Business:
    """Return the shop itself, as the city knows it."""
    return store.one(Business, "name = 'Megacart'")


def returnable(order: Order, store: Store) -> bool:
    """Say whether an order's articles may still go back."""
    return order.delivered_at is not None and store.now - order.delivered_at <= timedelta(days=RETURN_DAYS)


def fee(speed: str, items_total: Money) -> Money:
    """Return what delivery costs at this speed."""
    return {"express": EXPRESS, "nextday": NEXT_DAY}.get(speed) or goods.delivery(items_total)


def next_number(store: Store) -> str:
    """Return the order number that comes next: drawn from how many orders there are, so always the same."""
    counts = itertools.count(store.count(Order) + 1)
    numbers = (f"MC-{store.now:%y%m}-{100_000 + count * 368_787 % 900_000}" for count in counts)
    return next(number for number in numbers if not store.count(Order, "number = ?", number))


def _purchase(command: PlaceOrder | BuyNow, store: Store, wanted: Iterable[tuple[Variant, int]]) -> Purchase:
    lines = tuple(_line(command, variant, quantity) for variant, quantity in wanted)
    purchase = Purchase(
        at=store.now,
        business_id=shop(store).id,
        number=next_number(store),
        lines=lines,
        delivery=fee(command.speed, Money(sum(line.price.cents * line.quantity for line in lines))),
        purse=command.method.purse,
        address=command.address.line,
        arrives=store.now.date() + timedelta(days=SPEEDS[command.speed]),
        recipient="" if command.address.recipient == me(store).name else command.address.recipient,
        speed=command.speed,
        gift_note=command.gift_note,
    )
    store.emit(purchase)
    tell(store, "shop", "order", shop(store).name, purchase.total, command.gift_note)
    return purchase


def _line(command: PlaceOrder | BuyNow, variant: Variant, quantity: int) -> Line:
    check_limits(command, variant, quantity)
    product = variant.product
    return Line(product=product.key, name=product.name, variant=variant.label, quantity=quantity, price=product.price)
