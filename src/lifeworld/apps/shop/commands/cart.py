"""What one does with the cart and with what is saved for later."""

from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem
from lifeworld.store import Command, Store

MOST = 20  # of one variant

_LIMITS = {
    "sold_out": "{name} is out of stock.",
    "few": "Only {left} of {name} left in stock.",
    "many": "At most 20 of one item can go into a cart.",
}


class AddToCart(Command, seen_by="nobody"):
    """Put some of a variant into the cart, on top of what is there."""

    variant: Variant
    quantity: int = 1
    refusals = {**_LIMITS, "none": "Choose a quantity of at least 1."}

    def run(self, store: Store) -> CartItem:
        if self.quantity < 1:
            raise self.refuse("none", "quantity")
        return place(self, store, self.variant, self.quantity)


class SetQuantity(Command, seen_by="nobody"):
    """Say how many of an item to buy."""

    item: CartItem
    quantity: int
    refusals = AddToCart.refusals

    def run(self, store: Store) -> CartItem:
        if self.quantity < 1:
            raise self.refuse("none", "quantity")
        check_limits(self, self.item.variant, self.quantity)
        return store.change(self.item, quantity=self.quantity)


class RemoveFromCart(Command, seen_by="nobody"):
    """Take an item out of the cart, or out of what is saved for later."""

    item: CartItem

    def run(self, store: Store) -> CartItem:
        store.remove(self.item)
        return self.item


class SaveForLater(Command, seen_by="nobody"):
    """Put an item of the cart aside."""

    item: CartItem
    refusals = {"saved": "{name} is saved for later already."}

    def run(self, store: Store) -> CartItem:
        if self.item.later:
            raise self.refuse("saved", name=self.item.name)
        aside = store.first(CartItem, "variant_id = ? AND later = 1", self.item.variant_id)
        if aside is None:
            return store.change(self.item, later=True)
        store.remove(self.item)
        return store.change(aside, quantity=self.item.quantity)


class MoveToCart(Command, seen_by="nobody"):
    """Put what was saved for later back into the cart."""

    item: CartItem
    refusals = {**_LIMITS, "in_cart": "{name} is in the cart already."}

    def run(self, store: Store) -> CartItem:
        if not self.item.later:
            raise self.refuse("in_cart", name=self.item.name)
        if store.count(CartItem, "variant_id = ? AND later = 0", self.item.variant_id):
            store.remove(self.item)
            return place(self, store, self.item.variant, self.item.quantity)
        check_limits(self, self.item.variant, self.item.quantity)
        return store.change(self.item, later=False, selected=True)


class SelectItem(Command, seen_by="nobody"):
    """Say whether the next checkout takes an item of the cart."""

    item: CartItem
    selected: bool = False

    def run(self, store: Store) -> CartItem:
        return store.change(self.item, selected=self.selected)


class SelectAll(Command, seen_by="nobody"):
    """Say whether the next checkout takes everything in the cart or, to begin with, nothing."""

    selected: bool = False
    refusals = {"empty": "Your cart is empty."}

    def run(self, store: Store) -> None:
        items = store.all(CartItem, "later = 0")
        if not items:
            raise self.refuse("empty")
        for item in items:
            store.change(item, selected=self.selected)


def place(command: Command, store: Store, variant: Variant, quantity: int) -> CartItem:
    """Add so many of a variant to the cart, refusing in the words of `command` what can't be had."""
    there = store.first(CartItem, "variant_id = ? AND later = 0", variant.id)
    wanted = quantity + (there.quantity if there else 0)
    check_limits(command, variant, wanted)
    if there:
        return store.change(there, quantity=wanted, selected=True)
    return store.add(CartItem, variant_id=variant.id, quantity=quantity)


def check_limits(command: Command, variant: Variant, quantity: int) -> None:
    """Refuse what is out of stock and what is more than the shop sells at once."""
    if variant.stock == 0:
        raise command.refuse("sold_out", name=variant.full_name)
    if quantity > MOST:
        raise command.refuse("many", "quantity")
    if quantity > variant.stock:
        raise command.refuse("few", "quantity", left=variant.stock, name=variant.full_name)
