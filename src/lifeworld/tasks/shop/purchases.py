"""Questions about what was ordered: when, how often, what it cost, how fast it came."""

import re
from datetime import date, time, timedelta

from lifeworld.apps.shop.models import Product
from lifeworld.apps.shop.orders import Order, OrderLine
from lifeworld.taskkit import (
    Code,
    Items,
    Money,
    Store,
    Task,
    User,
    amounts,
    button,
    clocks,
    day,
    day_told,
    derived,
    link,
    number,
    observed,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.taskkit.months import month_name, month_of
from lifeworld.tasks.shop import KEPT, LATEST, OF_PRODUCT, go, open_order, search_orders, stops_shown, to_account


def kept_orders(store: Store, product: Product) -> list[Order]:
    """Return the orders of a product, the latest first, if none of them was cancelled."""
    ids = [line.order_id for line in store.all(OrderLine, OF_PRODUCT, product.id)]
    orders = store.all(Order, f"id IN ({', '.join('?' * len(ids))})", *ids, order=LATEST)
    return orders if all(order.cancelled_at is None for order in orders) else []


def kept_shown(user: User) -> list[str]:
    """Return the words of each order in the list on the screen, the cancelled ones left out."""
    return [line.text for line in show_all(user) if line.names and "Cancelled" not in line.text]


class OneOrder:
    """One order, which has to be found."""

    order: Order = pick(Order)

    def items(self) -> Items:
        yield observed("Found the order", showing=self.order.number, kind="search")


class OrderTotal(OneOrder, Task):
    """What did an order cost?"""

    goals = [
        "What was the total of my Megacart order {order.number}, delivery included?",
        "How much did order {order.number} at Megacart cost altogether?",
        "Look up Megacart order {order.number}: what was the sum with delivery?",
    ]
    tags = ["short"]

    def answer(self) -> Money:
        return self.order.total

    def solution(self, user: User) -> None:
        open_order(user, self.order)
        user.say(amounts(user.page.fact("Total"))[0])

    @way
    def in_the_list(self, user: User) -> None:
        go(user, "Orders")
        user.say(amounts(next(line.text for line in show_all(user) if self.order.number in line.text))[0])


class DeliveredWhen(OneOrder, Task):
    """On which day did an order arrive?"""

    goals = [
        "On what day was my Megacart order {order.number} delivered?",
        "When did order {order.number} from Megacart arrive?",
        "Look up the delivery date of Megacart order {order.number}: which day did the package come?",
    ]
    tags = ["short"]

    order: Order = pick(Order, where="delivered_at IS NOT NULL")

    def answer(self) -> date:
        return sure(self.order.delivered_at).date()

    def solution(self, user: User) -> None:
        open_order(user, self.order)
        user.say(next(day_told(stop, user.today) for stop in stops_shown(user) if "Delivered" in stop))


class LastOrdered(Task):
    """When was a product last ordered?"""

    goals = [
        "On what day did I last order {product.name} at Megacart?",
        "When was my latest Megacart order of {product.name}?",
        "Find out the date on which I ordered {product.name} from Megacart the last time.",
    ]

    product: Product = pick(Product, lambda product, store: bool(kept_orders(store, product)))

    def answer(self, store: Store) -> date:
        return sure(kept_orders(store, self.product)[0].placed_at).date()

    def solution(self, user: User) -> None:
        search_orders(user, self.product.name)
        user.say(day_told(user.page.line(self.product.name).text, user.today))

    @way
    def among_what_was_bought(self, user: User) -> None:
        to_account(user, "Buy again…")
        found = next(line.text for line in show_all(user) if self.product.name in line.names)
        user.say(day_told(found, user.today))


class WhatTimeItCame(Task):
    """At what time of day did something arrive?"""

    goals = [
        "At what time of day was the last {product.name} that I ordered at Megacart delivered?",
        "The parcel with {product.name} from Megacart: at what time did it come, the last time I had it sent?",
        "Look up the time of delivery of my most recent Megacart order with {product.name}.",
    ]
    tags = ["look-up"]

    product: Product = pick(
        Product, lambda product, store: any(order.delivered_at for order in kept_orders(store, product)[:1])
    )

    def answer(self, store: Store) -> time:
        return sure(kept_orders(store, self.product)[0].delivered_at).time().replace(second=0)

    def solution(self, user: User) -> None:
        search_orders(user, self.product.name)
        user.click(link(user.page.line(self.product.name).names[0]))
        user.say(clocks(next(stop for stop in stops_shown(user) if "Delivered" in stop))[0])


class OrderOfProduct(Task):
    """Which order did something come with?"""

    goals = [
        "What's the number of the Megacart order that {product.name} was in?",
        "I bought {product.name} at Megacart once. Find me the order number.",
        "For a complaint I need the order number under which I bought {product.name} at Megacart.",
    ]
    tags = ["look-up"]

    product: Product = pick(Product, lambda product, store: len(kept_orders(store, product)) == 1)

    def answer(self, store: Store) -> Code:
        return kept_orders(store, self.product)[0].number

    def solution(self, user: User) -> None:
        search_orders(user, self.product.name)
        user.say(user.page.line(self.product.name).names[0].removeprefix("View order "))

    @way
    def among_all_orders(self, user: User) -> None:
        go(user, "Orders")
        found = next(line for line in show_all(user) if self.product.name in line.text)
        user.say(found.names[0].removeprefix("View order "))


class PiecesBought(Task):
    """How many pieces of something were bought over time?"""

    goals = [
        "How many pieces of {product.name} have I bought at Megacart over time? Cancelled orders don't count.",
        "Go through my Megacart orders, without the cancelled ones, and add up the quantities of {product.name} that I "
        "have bought.",
        "Over all of my Megacart orders that weren't cancelled, what quantity of {product.name} did I buy?",
    ]
    tags = ["sum", "count"]

    pieces: int = number(1, 4)
    product: Product = pick(Product, lambda product, store, pieces: min(bought_in_all(store, product), 4) == pieces)

    def answer(self, store: Store) -> int:
        return bought_in_all(store, self.product)

    def solution(self, user: User) -> None:
        search_orders(user, self.product.name)
        own = re.compile(rf"^{re.escape(self.product.name)}\n[^$]*?Qty (\d+)", re.MULTILINE)
        user.say(sum(int(count) for text in kept_shown(user) for count in own.findall(text)))


def bought_in_all(store: Store, product: Product) -> int:
    """Return how many pieces of a product were bought, 0 where any went back."""
    lines = [line for line in store.all(OrderLine, OF_PRODUCT, product.id) if line.order.cancelled_at is None]
    return 0 if any(line.sent_back for line in lines) else sum(line.quantity for line in lines)


class OverAllOrders:
    """A question whose answer follows from the days and sums in the list of all orders."""

    def result(self, orders: list[tuple[date, Money]]) -> Money | int:
        """Return the answer that these orders make, as the screen tells them."""
        raise NotImplementedError

    def solution(self, user: User) -> None:
        go(user, "Orders")
        self._tell(user)

    @way
    def within_half_a_year(self, user: User) -> None:
        go(user, "Orders")
        user.click(link("Last 6 months"), via=[button("Any time")])
        self._tell(user)

    def _tell(self, user: User) -> None:
        user.say(self.result([(day_told(text, user.today), amounts(text)[0]) for text in kept_shown(user)]))


class SpentLately(OverAllOrders, Task):
    """What was spent at the shop since a day?"""

    goals = [
        "How much have I spent at Megacart from {since} on, delivery included and cancelled orders left out?",
        "Add up the Megacart orders that I placed on {since} or later, without cancelled ones. What's the sum, with "
        "delivery?",
        "What do my orders at Megacart since {since} come to in total, that day included? Count the delivery, ignore "
        "any that were cancelled.",
    ]
    tags = ["sum"]

    since: date = day(-130, -12)

    def answer(self, store: Store) -> Money | None:
        orders = store.all(Order, f"{KEPT} AND placed_at >= ?", self.since)
        returned = any(line.sent_back for order in orders for line in order.lines)
        return Money(sum(order.total.cents for order in orders)) if len(orders) > 1 and not returned else None

    def result(self, orders: list[tuple[date, Money]]) -> Money:
        return Money(sum(cost.cents for placed, cost in orders if placed >= self.since))


class OrdersBetween(OverAllOrders, Task):
    """How many orders were placed in some months?"""

    goals = [
        "How many orders did I place at Megacart from {since} to {until}, both days included and cancelled ones left "
        "out?",
        "Count my Megacart orders between {since} and {until} inclusive. Those that were cancelled don't count.",
        "From {since} up to and including {until}, how often did I order something at Megacart? Leave out cancelled "
        "orders.",
    ]
    tags = ["count", "filter", "long"]

    since: date = day(-175, -90)
    length: int = number(30, 85)
    until: date = derived(lambda since, length: since + timedelta(days=length))

    def answer(self, store: Store) -> int:
        after = self.until + timedelta(days=1)
        return store.count(Order, f"{KEPT} AND placed_at >= ? AND placed_at < ?", self.since, after)

    def result(self, orders: list[tuple[date, Money]]) -> int:
        return sum(self.since <= placed <= self.until for placed, _ in orders)


class MonthAgainstMonth(OverAllOrders, Task):
    """How far apart are two months in what was ordered?"""

    goals = [
        "How far apart are {month} and {other} in what my Megacart orders cost? Count the delivery, leave out what was "
        "cancelled, and don't mind returns.",
        "Compare what I ordered at Megacart in {month} with {other}: what's the difference between the two totals, "
        "with delivery, without cancelled orders, returns disregarded?",
        "Take the totals of my Megacart orders, delivery included and cancelled ones left out. By how much do {month} "
        "and {other} differ? Returned things still count.",
    ]
    tags = ["sum", "compare", "long"]

    back: int = number(1, 4)
    more: int = number(1, 5)
    month: str = derived(month_name)
    other: str = derived(lambda now, back, more: month_name(now, back + more))
    first: date = derived(month_of)
    earlier: date = derived(lambda now, back, more: month_of(now, back + more))

    def answer(self, store: Store) -> Money | None:
        one, two = (self._cents(store, first) for first in (self.first, self.earlier))
        return Money(abs(one - two)) if one and two and one != two else None

    def _cents(self, store: Store, first: date) -> int:
        found = store.all(Order, f"{KEPT} AND substr(placed_at, 1, 7) = ?", f"{first:%Y-%m}")
        return sum(order.total.cents for order in found)

    def result(self, orders: list[tuple[date, Money]]) -> Money:
        signs = {self.first: 1, self.earlier: -1}
        return Money(abs(sum(signs.get(placed.replace(day=1), 0) * cost.cents for placed, cost in orders)))

    within_half_a_year = None  # a month may lie further back
