"""What goes into the cart, out of it, and aside."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem, OrderLine
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Task, User, amounts, button, derived, field, link, money, number, pick, way
from lifeworld.tasks.shop.ways import FREE_VARIANT, choose, go


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

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.choose(field("Quantity"), str(self.quantity))
        user.click(button("Add to cart"))

    @way
    def one_and_then_more(self, user: User) -> None:
        choose(user, self.variant)
        user.click(button("Add to cart"))
        for _ in range(self.quantity - 1):
            user.click(button(f"One more of {self.variant.full_name}"))


class BuyItAgain(Task):
    """What was ordered before goes into the cart once more."""

    goals = [
        "Put {line.variant.full_name} from my Megacart order {line.order.number} into the cart once more.",
        "I could use one more of {line.variant.full_name}, just as in order {line.order.number}. Add it to my Megacart "
        "cart.",
        "Get me {line.variant.full_name} again, as in order {line.order.number}: one piece into the Megacart cart, but "
        "don't check out.",
    ]

    line: OrderLine = pick(OrderLine, lambda line: line.variant.stock > 3)

    def effects(self) -> Commands:
        yield shop.AddToCart(self.line.variant)

    @way
    def on_its_own_page(self, user: User) -> None:
        choose(user, self.line.variant)
        user.click(button("Add to cart"))


class ChangeQuantity(Task):
    """An item of the cart is wanted in another number."""

    goals = [
        "In my Megacart cart, set the quantity of {item.name} to {quantity}.",
        "I need {quantity} × {item.name}. It's in the Megacart cart already, just change how many.",
        "Make it {quantity} × {item.name} in my shopping cart.",
    ]
    tags = ["short"]

    quantity: int = number(1, 4)
    item: CartItem = pick(
        CartItem,
        lambda item, quantity: item.quantity != quantity,
        among=lambda row: not row.later,
        where="later = 0",
    )

    def effects(self) -> Commands:
        yield shop.SetQuantity(self.item, self.quantity)

    def solution(self, user: User) -> None:
        go(user, "Cart")
        more = self.quantity > self.item.quantity
        for _ in range(abs(self.quantity - self.item.quantity)):
            user.click(button(f"One {'more' if more else 'less'} of {self.item.name}"))

    @way
    def out_and_in_again(self, user: User) -> None:
        go(user, "Cart")
        user.click(button(f"Remove {self.item.name}"))
        choose(user, self.item.variant)
        user.choose(field("Quantity"), str(self.quantity))
        user.click(button("Add to cart"))


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
        for name in self._found(user)[::-1]:
            user.click(button(name))

    def _found(self, user: User) -> list[str]:
        """Return the buttons that put aside what is too dear, as the screen tells it."""
        dear = [line for line in user.page.lines("In the cart") if amounts(line.text)[0] > self.limit]
        return [name for line in dear for name in line.names if name.endswith(" for later")]


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

    out: CartItem = pick(CartItem, among=lambda row: not row.later, where="later = 0")
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
        go(user, "Cart")
        self._fetch(user)
        go(user, "Cart")
        user.click(button(f"Remove {self.out.name}"))

    def _fetch(self, user: User) -> None:
        if not user.sees(f"Move {self.back.name} to cart"):
            user.click(link("Show more that is saved"))
        user.click(button(f"Move {self.back.name} to cart"))


class BuySoldOut(Task):
    """What is wanted is out of stock."""

    goals = [
        "Put {quantity} × {variant.full_name} into my Megacart cart.",
        "I'd like {quantity} × {variant.full_name} from Megacart. Just add to the cart, don't order yet.",
        "Add {variant.full_name} to the cart at Megacart, quantity {quantity}.",
    ]

    quantity: int = number(1, 3)
    variant: Variant = pick(Variant, where="stock = 0 AND colour <> ''")

    def impossible(self) -> Commands:
        yield shop.AddToCart(self.variant, self.quantity)

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.give_up()
