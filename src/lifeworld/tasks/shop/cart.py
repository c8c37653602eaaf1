"""What goes into the cart, out of it, and aside; and what the cart comes to."""

from collections.abc import Callable
from typing import Any

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem
from lifeworld.taskkit import (
    Commands,
    Events,
    Money,
    Store,
    Task,
    User,
    amounts,
    box,
    button,
    derived,
    money,
    number,
    pick,
    way,
    when,
)
from lifeworld.tasks.shop import FREE_VARIANT, backwards, choose, go, put_into_cart, repriced


def in_cart(fits: Callable[..., bool] | None = None, where: str = "later = 0") -> Any:
    """Bind to an item of the cart, the saved ones aside."""
    return pick(CartItem, fits, among=lambda row: not row.later, where=where)


def subtotal(store: Store) -> Money:
    """Return what the ticked things in the cart cost."""
    ticked = store.all(CartItem, "later = 0 AND selected = 1")
    return Money(sum(item.quantity * item.variant.product.price.cents for item in ticked))


def subtotal_shown(user: User) -> Money:
    """Open the cart and return the sum that it shows."""
    go(user, "Cart")
    return amounts(user.page.text.partition("Subtotal")[2])[0]


class PutIntoCart(Task):
    """A product in one variant goes into the cart."""

    goals = [
        "Put {quantity} × {variant.full_name} into my Megacart cart.",
        "I'd like {quantity} × {variant.full_name} from Megacart. Just add to the cart, don't order yet.",
        "Add {variant.full_name} to the cart at Megacart, quantity {quantity}.",
    ]

    quantity: int = number(1, 3)
    variant: Variant = pick(Variant, where=FREE_VARIANT)

    def effects(self) -> Commands:
        yield shop.AddToCart(self.variant, self.quantity)

    @way
    def one_and_then_more(self, user: User) -> None:
        put_into_cart(user, self.variant)
        for _ in range(self.quantity - 1):
            user.click(button(f"One more of {self.variant.full_name}"))


class BuySoldOut(Task):
    """What is wanted is out of stock."""

    goals = PutIntoCart.goals

    quantity: int = number(1, 3)
    variant: Variant = pick(Variant, where="stock = 0 AND colour <> ''")

    def impossible(self) -> Commands:
        yield shop.AddToCart(self.variant, self.quantity)

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.give_up()


class PutMoreIntoCart(PutIntoCart):
    """A product goes into the cart, in another number than was said first."""

    goals = [
        "Put {first} × {variant.full_name} into my Megacart cart.",
        "I'd like {first} × {variant.full_name} from Megacart. Into the cart only, don't order.",
        "Megacart: add {variant.full_name} to my cart, {first} of it.",
    ]
    trigger = when(opened="shop")
    goal_update = [
        "Let's have {quantity} of it instead of {first}.",
        "Make the quantity {quantity}, please.",
        "Oh, {quantity} will be right, I've looked in the cupboard.",
    ]

    first: int = number(1, 3)

    def superseded_effects(self) -> Commands:
        yield shop.AddToCart(self.variant, self.first)


class CartInSpiteOfADeal(PutIntoCart):
    """A product goes into the cart while another one becomes cheaper."""

    goals = [
        "Put {quantity} × {variant.full_name} into my Megacart cart. Don't let yourself be talked into anything else.",
        "I'd like {quantity} × {variant.full_name} from Megacart, in the cart only. No bargains, however good.",
        "Add {variant.full_name} to the cart at Megacart, quantity {quantity}. Never mind any offers.",
    ]
    trigger = when(opened="shop")
    distractor = True

    deal: Variant = derived(
        lambda store, variant: store.first(Variant, "stock > 5 AND product_id <> ?", variant.product_id, order="-id")
    )

    def scheduled_events(self, store: Store) -> Events:
        yield repriced(store, self.deal, 70)


class ChangeQuantity(Task):
    """An item of the cart is wanted in another number."""

    goals = [
        "In my Megacart cart, set the quantity of {item.name} to {quantity}.",
        "I need {quantity} × {item.name}. It's in the Megacart cart already, just change how many.",
        "Make it {quantity} × {item.name} in my shopping cart.",
    ]
    tags = ["short"]

    quantity: int = number(1, 4)
    item: CartItem = in_cart(lambda item, quantity: item.quantity != quantity)

    def effects(self) -> Commands:
        yield shop.SetQuantity(self.item, self.quantity)

    def solution(self, user: User) -> None:
        go(user, "Cart")
        more = self.quantity > self.item.quantity
        for _ in range(abs(self.quantity - self.item.quantity)):
            user.click(button(f"One {'more' if more else 'less'} of {self.item.name}"))

    @way
    def out_and_in_again(self, user: User) -> None:
        user.do(shop.RemoveFromCart(self.item))
        put_into_cart(user, self.item.variant, self.quantity)


class ChangeQuantityAndTellTheSum(ChangeQuantity):
    """An item of the cart is wanted in another number, and what the cart then costs is told."""

    goals = [
        "In my Megacart cart, set the quantity of {item.name} to {quantity}. What's the subtotal then?",
        "I need {quantity} × {item.name}, which is in the Megacart cart already. Change how many, and tell me what the "
        "cart comes to, delivery aside.",
        "Make it {quantity} × {item.name} in my shopping cart and let me know the new subtotal.",
    ]

    def answer(self, store: Store) -> Money:
        return subtotal(store)

    def solution(self, user: User) -> None:
        super().solution(user)
        user.say(subtotal_shown(user))

    @way
    def out_and_in_again(self, user: User) -> None:
        super().out_and_in_again(user)
        user.say(subtotal_shown(user))


class SaveDearItems(Task):
    """Whatever in the cart is dearer than a limit waits for later."""

    goals = [
        "Go through my Megacart cart and save for later everything that costs more than {limit} apiece.",
        "Anything over {limit} a piece in my shopping cart should be moved to “saved for later”.",
        "I'm on a budget: put every item of the Megacart cart with a unit price above {limit} aside for later.",
    ]
    tags = ["several", "compare"]

    limit: Money = money(20, 90, cents=False)
    dear: tuple[CartItem, ...] = derived(lambda store, limit: dearer(store, limit))

    def effects(self) -> Commands:
        for item in self.dear:
            yield shop.SaveForLater(item)

    @way
    def from_the_bottom_up(self, user: User) -> None:
        go(user, "Cart")
        dear = [line for line in user.page.lines("In the cart") if amounts(line.text)[0] > self.limit]
        for line in dear[::-1]:
            user.click(button(next(name for name in line.names if name.endswith(" for later"))))


def dearer(store: Store, limit: Money) -> tuple[CartItem, ...] | None:
    """Return the items of the cart above a limit, if there are some and others below."""
    inside = store.all(CartItem, "later = 0")
    found = tuple(item for item in inside if item.variant.product.price > limit)
    return found if 0 < len(found) < len(inside) else None


class SwapCartItems(Task):
    """One item leaves the cart for good, one that was saved comes back."""

    goals = [
        "Take {out.name} out of my Megacart cart altogether and move {back.name} from “saved for later” into it.",
        "In the shopping cart, swap {out.name} for the saved {back.name}: remove the first, move in the second.",
        "I no longer want {out.name}, delete it from my Megacart cart. Get {back.name} back in from what I saved.",
    ]

    out: CartItem = in_cart()
    back: CartItem = pick(
        CartItem,
        lambda back, store: not store.count(CartItem, "later = 0 AND variant_id = ?", back.variant_id),
        among=lambda row: row.later,
        where="later = 1",
    )

    def effects(self) -> Commands:
        yield shop.RemoveFromCart(self.out)
        yield shop.MoveToCart(self.back)

    @way
    def in_before_out(self, user: User) -> None:
        backwards(user, self.effects())


class LeaveItSaved(SwapCartItems):
    """One item should leave the cart and one come back; then the second may stay where it is."""

    goals = [
        "Take {out.name} out of my Megacart cart and move {back.name} from “saved for later” into it.",
        "Two things in my Megacart cart: remove {out.name}, and bring {back.name} back from what I saved.",
        "I don't need {out.name} any more, so delete it from the cart. {back.name} can come in from “saved for later”.",
    ]
    trigger = when(opened="shop")
    goal_update = [
        "Leave {back.name} where it is, I can't afford it this month. Just take the other one out.",
        "Forget about {back.name}, it can stay saved. Only remove {out.name}.",
        "I'll wait with {back.name}. The other half still holds.",
    ]

    superseded_effects = SwapCartItems.effects

    def effects(self) -> Commands:
        yield shop.RemoveFromCart(self.out)

    in_before_out = None


class CartWithoutTwo(Task):
    """What would the cart cost without two of its things?"""

    goals = [
        "What would my Megacart cart come to without {one.name} and {other.name}? Just work it out, before delivery, "
        "and leave everything in there.",
        "If I didn't buy {one.name} and {other.name} after all, what would be the subtotal of my cart at Megacart? "
        "They should stay in it for now.",
        "I'm thinking of dropping {one.name} and {other.name} from the Megacart cart. How much would the rest cost, "
        "delivery aside? Don't take anything out yet.",
    ]
    tags = ["sum"]

    one: CartItem = in_cart(where="later = 0 AND selected = 1")
    other: CartItem = in_cart(lambda other, one: other != one, where="later = 0 AND selected = 1")

    def answer(self, store: Store) -> Money:
        dropped = [item.quantity * item.variant.product.price.cents for item in (self.one, self.other)]
        return Money(subtotal(store).cents - sum(dropped))

    def solution(self, user: User) -> None:
        whole = subtotal_shown(user)
        user.say(whole - self._cost(user, self.one.name) - self._cost(user, self.other.name))

    @way
    def by_unticking_them(self, user: User) -> None:
        go(user, "Cart")
        for item in (self.one, self.other):
            user.click(box(f"Buy {item.name}"))
        user.say(subtotal_shown(user))

    def _cost(self, user: User, name: str) -> Money:
        line = next(line for line in user.page.lines("In the cart") if f"Picture of {name}" in line.names)
        quantity = next(user.page.tree.all("status", f"Quantity of {name}"))
        return Money(amounts(line.text)[0].cents * int(quantity.children[0].text))
