"""Orders called off and sent back."""

from datetime import timedelta

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.commands.buying import RETURN_DAYS, returnable
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order, OrderLine, Reason
from lifeworld.taskkit import Commands, Setup, Store, Task, User, button, link, option, phrase, pick, way
from lifeworld.tasks.shop.ways import LATEST, bought, card_of, go, home_of, open_order, search_orders

REASONS: dict[str, Reason] = {
    "It arrived damaged": "damaged",
    "Not as described": "not_as_described",
    "I changed my mind": "changed_mind",
    "Wrong item was sent": "wrong_item",
}


class CancelThisMorningsOrder(Task):
    """An order that has not left yet is called off."""

    goals = [
        "Cancel my Megacart order for {variant.full_name} that I placed today.",
        "I've changed my mind about {variant.full_name}, which I ordered at Megacart earlier. Please call that order "
        "off.",
        "Today's order at Megacart, the one with {variant.full_name}, should be cancelled.",
    ]

    variant: Variant = pick(Variant, lambda variant, store: not bought(store, variant.product), where="stock > 3")

    def setup(self, store: Store) -> Setup:
        yield shop.BuyNow(self.variant, home_of(store), card_of(store))

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(store.one(Order, order=LATEST))

    @way
    def the_first_of_all_orders(self, user: User) -> None:
        go(user, "Orders")
        user.click(link(user.page.line(self.variant.product.name).names[0]))
        self._cancel(user)

    def _cancel(self, user: User) -> None:
        user.click(link("Cancel order"))
        user.click(button("Cancel this order"))


class ReturnItem(Task):
    """An article goes back, with a reason."""

    goals = [
        "Return {line.variant.full_name} from Megacart order {line.order.number}. Reason: {words}.",
        "Please send back {line.variant.full_name} (order {line.order.number}); the reason is “{words}”.",
        "Start a return at Megacart for {line.variant.full_name} out of order {line.order.number}, because: {words}.",
    ]

    line: OrderLine = pick(
        OrderLine, lambda line, store: line.quantity == line.kept == 1 and returnable(line.order, store)
    )
    words: str = phrase(*REASONS)

    def effects(self) -> Commands:
        yield shop.ReturnItem(self.line, REASONS[self.words])

    @way
    def from_the_list(self, user: User) -> None:
        search_orders(user, self.line.product.name)
        user.click(link(f"Return items of order {self.line.order.number}"))
        self._return(user)

    def _return(self, user: User) -> None:
        if user.sees(f"Return {self.line.variant.full_name}"):
            user.click(link(f"Return {self.line.variant.full_name}"))
        user.click(option(self.words))
        user.click(button("Return this item"))


class ReturnTooLate(Task):
    """The time for a return is over."""

    goals = ReturnItem.goals

    line: OrderLine = pick(
        OrderLine,
        lambda line, now: (
            line.quantity == line.kept == 1
            and line.order.delivered_at is not None
            and now - line.order.delivered_at > timedelta(days=RETURN_DAYS + 1)
        ),
    )
    words: str = phrase(*REASONS)

    def impossible(self) -> Commands:
        yield shop.ReturnItem(self.line, REASONS[self.words])

    def solution(self, user: User) -> None:
        open_order(user, self.line.order)
        user.give_up()
