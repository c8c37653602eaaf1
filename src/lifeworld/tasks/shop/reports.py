"""Things to do at Megacart, and then to tell what came of them."""

from datetime import date

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import CartItem, Order, OrderLine, Wish, WishList
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Task, User, amounts, button, days, link, pick, way
from lifeworld.tasks.shop.basket import subtotal, subtotal_shown
from lifeworld.tasks.shop.cart import ChangeQuantity
from lifeworld.tasks.shop.orders import CancelThisMorningsOrder, ReturnItem
from lifeworld.tasks.shop.ways import (
    FREE_VARIANT,
    LATEST,
    card_of,
    check_out,
    choose,
    go,
    home_of,
    open_list,
    search_orders,
    to_account,
)

REPORT = ["effects and answer"]


def had_before(variant: Variant) -> bool:
    """Return whether just this was ordered already."""
    return variant.store.count(OrderLine, "variant_id = ?", variant.id) > 0


class ReorderAndTellWhen(Task):
    """Something is ordered once more, and the day on which it comes is told."""

    goals = [
        "Order one {variant.full_name} from Megacart again, past the cart, with my usual address, card and standard "
        "delivery. When is it going to be here?",
        "I need another {variant.full_name}. Buy one right away at Megacart, everything as usual and standard "
        "delivery, and tell me the day on which it comes.",
        "Reorder {variant.full_name} at Megacart, just one and without touching my cart; default address and card, "
        "standard delivery. Tell me its date of arrival.",
    ]
    tags = ["effects and answer", "long"]

    variant: Variant = pick(Variant, had_before, where=FREE_VARIANT)

    def effects(self, store: Store) -> Commands:
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))

    def answer(self, store: Store) -> date:
        return store.one(Order, order=LATEST).arrives

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Buy now"))
        check_out(user)
        user.say(days(user.page.after("Arrives "), user.today)[0])

    @way
    def told_by_the_order_itself(self, user: User) -> None:
        choose(user, self.variant)
        user.click(link("Buy now"))
        check_out(user)
        search_orders(user, self.variant.product.name)
        user.click(link(user.page.line(self.variant.product.name).names[0]))
        user.click(link("Track package"))
        user.say(days(user.page.fact("Expected"), user.today)[0])


class CancelAndTellTheRefund(CancelThisMorningsOrder):
    """An order is called off, and how much goes back is told."""

    goals = [
        "Cancel the Megacart order for {variant.full_name} that I placed today. How much money do I get back?",
        "I don't want {variant.full_name} after all, which I ordered at Megacart today. Call that order off and tell "
        "me the sum that goes back to my card.",
        "Today's Megacart order with {variant.full_name} should be cancelled; then tell me what is refunded for it, "
        "delivery and all.",
    ]
    tags = REPORT

    def answer(self, store: Store) -> Money:
        return store.one(Order, order=LATEST).total

    def solution(self, user: User) -> None:
        super().solution(user)
        self._tell(user)

    @way
    def the_first_of_all_orders(self, user: User) -> None:
        super().the_first_of_all_orders(user)
        self._tell(user)

    def _tell(self, user: User) -> None:
        user.say(amounts(user.page.after("Cancelled on"))[0])


class ReturnAndTellTheRefund(ReturnItem):
    """An article goes back, and what was paid for it is told."""

    goals = [
        "Return {line.variant.full_name} from Megacart order {line.order.number}, reason: {words}. What did I pay for "
        "it?",
        "Please send back {line.variant.full_name} (order {line.order.number}, reason “{words}”), and tell me how much "
        "that one thing cost, so that I can watch for the money.",
        "Start a return at Megacart for {line.variant.full_name} out of order {line.order.number}, because: {words}. "
        "How much should come back for it?",
    ]
    tags = REPORT

    def answer(self) -> Money:
        return self.line.price

    def solution(self, user: User) -> None:
        super().solution(user)
        self._tell(user)

    @way
    def from_the_list(self, user: User) -> None:
        super().from_the_list(user)
        self._tell(user)

    def _tell(self, user: User) -> None:
        picture = f"Picture of {self.line.variant.full_name}"
        go(user, "Orders", f"View order {self.line.order.number}")
        own = next(line for line in user.page.lines() if picture in line.names)
        user.say(amounts(own.text)[0])


class ChangeQuantityAndTellTheSum(ChangeQuantity):
    """An item of the cart is wanted in another number, and what the cart then costs is told."""

    goals = [
        "In my Megacart cart, set the quantity of {item.name} to {quantity}. What's the subtotal then?",
        "I need {quantity} × {item.name}, which is in the Megacart cart already. Change how many, and tell me what the "
        "cart comes to, delivery aside.",
        "Make it {quantity} × {item.name} in my shopping cart and let me know the new subtotal.",
    ]
    tags = REPORT

    def answer(self, store: Store) -> Money:
        return subtotal(store)

    def solution(self, user: User) -> None:
        super().solution(user)
        user.say(subtotal_shown(user))

    @way
    def out_and_in_again(self, user: User) -> None:
        super().out_and_in_again(user)
        user.say(subtotal_shown(user))


class WishIntoCartAndTellTheSum(Task):
    """Something moves from a list to the cart, and what the cart then costs is told."""

    goals = [
        "Put one {wish.variant.full_name} from my “{wishlist.name}” list into the Megacart cart and take it off the "
        "list. What does the cart come to now, delivery aside?",
        "I'm getting {wish.variant.full_name} at last: one of it into the Megacart cart, and off the list "
        "“{wishlist.name}”. Then tell me the subtotal.",
        "Move {wish.variant.full_name} from the Megacart list “{wishlist.name}” to the cart, one piece. Which subtotal "
        "does the cart show after that?",
    ]
    tags = REPORT

    wishlist: WishList = pick(WishList)
    wish: Wish = pick(
        Wish,
        lambda wish, wishlist, store: wish.list_id == wishlist.id and free(store, wish),
        among=lambda row, wishlist: row.list_id == wishlist.id,
    )

    def effects(self) -> Commands:
        yield shop.AddToCart(self.wish.variant)
        yield shop.RemoveFromList(self.wish)

    def answer(self, store: Store) -> Money:
        return subtotal(store)

    def solution(self, user: User) -> None:
        open_list(user, self.wishlist)
        user.click(button(f"Add {self.wish.variant.full_name} to cart"))
        open_list(user, self.wishlist)
        user.click(button(f"Remove {self.wish.variant.full_name}"))
        user.say(subtotal_shown(user))

    @way
    def off_the_list_first(self, user: User) -> None:
        open_list(user, self.wishlist)
        user.click(button(f"Remove {self.wish.variant.full_name}"))
        choose(user, self.wish.variant)
        user.click(button("Add to cart"))
        user.say(subtotal_shown(user))


def free(store: Store, wish: Wish) -> bool:
    """Return whether there is enough of what somebody wishes for, and none of it in the cart."""
    return wish.variant.stock > 3 and store.count(CartItem, "variant_id = ?", wish.variant_id) == 0


class StrikeWishAndTellHowMany(Task):
    """Something goes off a list, and how many things are left on it is told."""

    goals = [
        "Take {wish.variant.full_name} off my Megacart list “{wishlist.name}”. How many things are left on it?",
        "I've been given {wish.variant.full_name}, so it can go from the list “{wishlist.name}” on Megacart. Count "
        "what remains there, please.",
        "Remove {wish.variant.full_name} from “{wishlist.name}” in the shopping app and tell me the number of items "
        "that the list has then.",
    ]
    tags = ["effects and answer", "short"]

    wishlist: WishList = pick(WishList)
    wish: Wish = pick(
        Wish,
        lambda wish, wishlist: wish.list_id == wishlist.id,
        among=lambda row, wishlist: row.list_id == wishlist.id,
    )

    def effects(self) -> Commands:
        yield shop.RemoveFromList(self.wish)

    def answer(self, store: Store) -> int:
        return store.count(Wish, "list_id = ?", self.wishlist.id)

    def solution(self, user: User) -> None:
        open_list(user, self.wishlist)
        user.click(button(f"Remove {self.wish.variant.full_name}"))
        user.say(sum(bool(line.names) for line in user.page.lines()))

    @way
    def by_what_stands_beside_the_name_of_the_list(self, user: User) -> None:
        open_list(user, self.wishlist)
        user.click(button(f"Remove {self.wish.variant.full_name}"))
        to_account(user, "Your lists…")
        own = next(line for line in user.page.lines() if self.wishlist.name in line.names)
        user.say(int(own.text.split(" item")[0].split()[-1]))
