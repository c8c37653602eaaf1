"""What one does with the cart and with what is saved for later."""

from typing import Any

from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem
from lifeworld.store import Command, Edit, Remove, Store

MOST = 20  # of one variant
NONE = "Choose a quantity of at least 1."
LIMITS = {
    "sold_out": "{name} is out of stock.",
    "few": "Only {left} of {name} left in stock.",
    "many": "At most 20 of one item can be bought at once.",
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
