"""Orders called off, sent back and made again; and parcels on their way."""

from datetime import date

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.commands.buying import RETURN_DAYS, SPEEDS, returnable
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Order, OrderLine, Reason
from lifeworld.life.events import Delivered
from lifeworld.taskkit import (
    Commands,
    Days,
    Events,
    Items,
    Money,
    Setup,
    Store,
    Task,
    Texts,
    User,
    amounts,
    day,
    days,
    derived,
    link,
    number,
    observed,
    phrase,
    pick,
    show_all,
    sure,
    way,
    when,
)
from lifeworld.tasks.shop import (
    KEPT,
    LATEST,
    bought,
    buying,
    go,
    on_its_way,
    open_order,
    order_of,
    search_orders,
    some_variants,
    stops_shown,
)

REASONS: dict[str, Reason] = {
    "It arrived damaged": "damaged",
    "Not as described": "not_as_described",
    "I changed my mind": "changed_mind",
    "Wrong item was sent": "wrong_item",
}


class OfSomethingNew:
    """A task about an order of something that was never ordered before, from today if nothing else is said."""

    variant: Variant = pick(Variant, lambda variant, store: not bought(store, variant.product), where="stock > 3")

    def setup(self, store: Store) -> Setup:
        yield buying(store, self.variant)


class CancelThisMorningsOrder(OfSomethingNew, Task):
    """An order that has not left yet is called off."""

    goals = [
        "Cancel my Megacart order for {variant.full_name} that I placed today.",
        "I've changed my mind about {variant.full_name}, which I ordered at Megacart earlier. Please call that order "
        "off.",
        "Today's order at Megacart, the one with {variant.full_name}, should be cancelled.",
    ]

    def effects(self, store: Store) -> Commands:
        yield shop.CancelOrder(store.one(Order, order=LATEST))

    @way
    def the_first_of_all_orders(self, user: User) -> None:
        go(user, "Orders")
        user.click(link(user.page.line(self.variant.product.name).names[0]))
        user.follow(self)


class CancelAndTellTheRefund(CancelThisMorningsOrder):
    """An order is called off, and how much goes back is told."""

    goals = [
        "Cancel the Megacart order for {variant.full_name} that I placed today. How much money do I get back?",
        "I don't want {variant.full_name} after all, which I ordered at Megacart today. Call that order off and tell "
        "me the sum that goes back to my card.",
        "Today's Megacart order with {variant.full_name} should be cancelled; then tell me what is refunded for it, "
        "delivery and all.",
    ]

    def answer(self, store: Store) -> Money:
        return store.one(Order, order=LATEST).total

    def solution(self, user: User) -> None:
        user.follow(self)
        user.say(amounts(user.page.after("Cancelled on"))[0])

    @way
    def the_first_of_all_orders(self, user: User) -> None:
        go(user, "Orders")
        total = amounts(user.page.line(self.variant.product.name).text)[0]
        user.follow(self)
        user.say(total)


class ReturnOnceItIsHere(OfSomethingNew, Task):
    """An order that is out for delivery is sent back once it has come."""

    goals = [
        "My Megacart order with {variant.full_name} arrives any minute. When it's here, return it; the reason is "
        "“{words}”.",
        "Wait until {variant.full_name} from Megacart has been delivered, then send it back. Reason: {words}.",
        "As soon as Megacart says that {variant.full_name} has come, start a return for it, because: {words}.",
    ]
    trigger = when(minutes=12)
    tags = ["wait"]

    words: str = phrase(*REASONS)

    def setup(self, store: Store) -> Setup:
        yield from on_its_way(store, self.variant, store.now.date(), hours=24 * SPEEDS["standard"])

    def scheduled_events(self, store: Store) -> Events:
        yield Delivered(at=store.now, number=order_of(store, self.variant).number)

    def effects(self, store: Store) -> Commands:
        yield shop.ReturnItem(order_of(store, self.variant).lines[0], REASONS[self.words])

    @way
    def with_a_look_in_between(self, user: User) -> None:
        search_orders(user, self.variant.product.name)
        user.follow(self)


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
        user.follow(self)


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

    def answer(self) -> Money:
        return self.line.price

    def solution(self, user: User) -> None:
        user.follow(self)
        self._tell(user)

    @way
    def from_the_list(self, user: User) -> None:
        super().from_the_list(user)
        self._tell(user)

    def _tell(self, user: User) -> None:
        go(user, "Orders", f"View order {self.line.order.number}")
        picture = f"Picture of {self.line.variant.full_name}"
        user.say(amounts(next(line.text for line in user.page.lines() if picture in line.names))[0])


class ReturnTooLate(Task):
    """The time for a return is over."""

    goals = ReturnItem.goals

    line: OrderLine = pick(
        OrderLine,
        lambda line, now: line.quantity == line.kept == 1 and (now - sure(line.order.delivered_at)).days > RETURN_DAYS,
        where="order_id IN (SELECT id FROM shop_order WHERE delivered_at IS NOT NULL)",
    )
    words: str = phrase(*REASONS)

    def impossible(self) -> Commands:
        yield shop.ReturnItem(self.line, REASONS[self.words])

    def solution(self, user: User) -> None:
        open_order(user, self.line.order)
        user.give_up()


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


class DaysOnTheWay(Task):
    """How many days did an order take?"""

    goals = [
        "How many days after I placed it did Megacart order {order.number} arrive?",
        "From ordering to delivery, how many days did {order.number} from Megacart take?",
        "Count the days between placing Megacart order {order.number} and its delivery.",
    ]
    tags = ["short"]

    taken: int = number(2, 7)
    order: Order = pick(
        Order, lambda order, taken: min(days_taken(order), 7) == taken, where="delivered_at IS NOT NULL"
    )

    def answer(self) -> Days:
        return days_taken(self.order)

    def items(self) -> Items:
        yield observed("Followed the parcel", at=f"/shop/order/{self.order.id}/track", kind="open")

    def solution(self, user: User) -> None:
        open_order(user, self.order)
        came, *_, placed = (days(stop, user.today)[0] for stop in stops_shown(user))
        user.say((came - placed).days)


def days_taken(order: Order) -> int:
    return (sure(order.delivered_at).date() - sure(order.placed_at).date()).days


class HereByThen(Task):
    """What of today's orders will be here by a day? Perhaps nothing."""

    goals = [
        "Of the things that I ordered at Megacart today, which are to be here by {until}? Say “none” if nothing is.",
        "I placed some orders at Megacart today. Which of the things in them come by {until}? The answer may be "
        "“none”.",
        "Which of today's Megacart purchases can I count on having by {until}, that day included? List them, or say "
        "“none”.",
    ]
    tags = ["list", "filter"]

    until: date = day(1, 4)
    turn: int = number(0, 8999)
    count: int = number(2, 4)
    variants: tuple[Variant, ...] = derived(lambda store, turn, count: some_variants(store, turn, count))

    def setup(self, store: Store) -> Setup:
        for place, variant in enumerate(self.variants):
            yield buying(store, variant, list(SPEEDS)[(self.turn // 3**place) % 3])

    def answer(self, store: Store) -> Texts:
        today = store.all(Order, f"{KEPT} AND placed_at >= ?", store.now.date())
        return sorted(line.product.name for order in today if order.arrives <= self.until for line in order.lines)

    def solution(self, user: User) -> None:
        go(user, "Orders")
        today = [one.names[0] for one in show_all(user) if one.names and days(one.text, user.today)[0] == user.today]
        user.say(sorted(name for order in today for name in self._coming(user, order)))

    def _coming(self, user: User, order: str) -> list[str]:
        """Return what is in an order, if it is expected in time."""
        go(user, "Orders", order)
        late = days(user.page.after("Expected "), user.today)[0] > self.until
        articles = [line.names for line in user.page.lines() if line.names and line.names[0].startswith("Picture of ")]
        return [] if late else [names[1] for names in articles]
