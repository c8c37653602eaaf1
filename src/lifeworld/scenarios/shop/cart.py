"""What goes into the cart, out of it, and aside."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem
from lifeworld.core.money import Money
from lifeworld.scenarios import Scenario, button, derived, field, link, money, number, pick
from lifeworld.scenarios.shop.ways import FREE_VARIANT, choose, go
from lifeworld.store import Store


class PutIntoCart(Scenario):
    """A product in one variant goes into the cart."""

    goals = [
        "Put {quantity} × {variant.full_name} into my Megacart cart.",
        "I'd like {quantity} of the {variant.full_name} from Megacart. Just add to the cart, don't order yet.",
        "Add {variant.full_name} to the cart at Megacart, quantity {quantity}.",
    ]

    quantity: int = number(1, 3)
    variant: Variant = pick(Variant, where=FREE_VARIANT)

    def effects(self):
        yield shop.AddToCart(self.variant, self.quantity)

    def solution(self, user):
        choose(user, self.variant)
        user.choose(field("Quantity"), str(self.quantity))
        user.click(button("Add to cart"))


class ChangeQuantity(Scenario):
    """An item of the cart is wanted in another number."""

    goals = [
        "In my Megacart cart, set the quantity of {item.name} to {quantity}.",
        "I need {quantity} of {item.name}. It's in the Megacart cart already, just change how many.",
        "Make it {quantity} for the {item.name} in my shopping cart.",
    ]
    tags = ["short"]

    quantity: int = number(1, 4)
    item: CartItem = pick(
        CartItem,
        lambda item, quantity: item.quantity != quantity,
        among=lambda row: not row.later,
        where="later = 0",
    )

    def effects(self):
        yield shop.SetQuantity(self.item, self.quantity)

    def solution(self, user):
        go(user, "Cart")
        more = self.quantity > self.item.quantity
        for _ in range(abs(self.quantity - self.item.quantity)):
            user.click(button(f"One {'more' if more else 'less'} of {self.item.name}"))


class SaveDearItems(Scenario):
    """Whatever in the cart is dearer than a limit waits for later."""

    goals = [
        "Go through my Megacart cart and save for later everything that costs more than {limit} apiece.",
        "Anything over {limit} a piece in my shopping cart should be moved to “saved for later”.",
        "I'm on a budget: put every item of the Megacart cart with a unit price above {limit} aside for later.",
    ]
    tags = ["several", "compare"]

    limit: Money = money(20, 90, cents=False)
    dear: tuple[CartItem, ...] = derived(lambda store, limit: dearer(store, limit))

    def effects(self):
        for item in self.dear:
            yield shop.SaveForLater(item)

    def solution(self, user):
        go(user, "Cart")
        for item in self.dear:
            user.click(button(f"Save {item.name} for later"))


def dearer(store: Store, limit: Money) -> tuple[CartItem, ...] | None:
    """Return the items of the cart above a limit, if there are some and others below."""
    inside = store.all(CartItem, "later = 0")
    found = tuple(item for item in inside if item.variant.product.price > limit)
    return found if 0 < len(found) < len(inside) else None


class SwapCartItems(Scenario):
    """One item leaves the cart for good, one that was saved comes back."""

    goals = [
        "Take {out.name} out of my Megacart cart altogether and move {back.name} from “saved for later” into it.",
        "In the shopping cart, swap {out.name} for the saved {back.name}: remove the first, move in the second.",
        "I no longer want {out.name}, delete it from my Megacart cart. Get {back.name} back in from what I saved.",
    ]

    out: CartItem = pick(CartItem, among=lambda row: not row.later, where="later = 0")
    back: CartItem = pick(
        CartItem,
        lambda back, store: not store.count(CartItem, "later = 0 AND variant_id = ?", back.variant_id),
        among=lambda row: row.later,
        where="later = 1",
    )

    def effects(self):
        yield shop.RemoveFromCart(self.out)
        yield shop.MoveToCart(self.back)

    def solution(self, user):
        go(user, "Cart")
        user.click(button(f"Remove {self.out.name}"))
        if not user.sees(self.back.variant.product.name):
            user.click(link("Next"))
        user.click(button(f"Move {self.back.name} to cart"))


class BuySoldOut(Scenario):
    """What is wanted is out of stock."""

    goals = [
        "Add {variant.full_name} to my Megacart cart. Only this exact version; if it can't be had, tell me and add "
        "nothing.",
        "I want {variant.full_name} from Megacart, in no other colour or size. Into the cart with it, or say that it "
        "doesn't work.",
        "Put one {variant.full_name} into the shopping cart. If Megacart doesn't have it in stock, leave it at that "
        "and report back.",
    ]

    variant: Variant = pick(Variant, where="stock = 0 AND colour <> ''")

    def impossible(self):
        yield shop.AddToCart(self.variant)

    def solution(self, user):
        choose(user, self.variant)
        user.give_up()
