"""Questions about what was ordered: when, how often, how fast it came, what two months cost."""

import re
from datetime import date, time, timedelta

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import Order, OrderLine, Speed
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import (
    Code,
    Days,
    Items,
    Line,
    Setup,
    Task,
    Texts,
    User,
    amounts,
    button,
    clocks,
    day,
    days,
    derived,
    link,
    number,
    observed,
    pick,
    sure,
    way,
)
from lifeworld.taskkit.months import month_name, month_of
from lifeworld.tasks.shop.questions import kept_orders
from lifeworld.tasks.shop.ways import card_of, go, home_of, open_order, search_orders, unfolded

KEPT = "cancelled_at IS NULL"
_SPEEDS: tuple[Speed, ...] = ("standard", "express", "nextday")


def orders_found(user: User) -> list[Line]:
    """Return the lines of all orders that were not cancelled, the latest first."""
    go(user, "Orders")
    return [line for line in unfolded(user) if line.names and "Cancelled" not in line.text]


def placed(line: Line, user: User) -> date:
    """Return the day on which an order was placed, as its line tells it."""
    return days(line.text, user.today)[0]


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
        user.say(self._number(user.page.line(self.product.name)))

    @way
    def among_all_orders(self, user: User) -> None:
        user.say(self._number(next(line for line in orders_found(user) if self.product.name in line.text)))

    def _number(self, line: Line) -> str:
        return line.names[0].removeprefix("View order ")


class OrdersBetween(Task):
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

    def solution(self, user: User) -> None:
        user.say(sum(self.since <= placed(line, user) <= self.until for line in orders_found(user)))

    @way
    def within_half_a_year(self, user: User) -> None:
        go(user, "Orders")
        user.click(link("Last 6 months"), via=[button("Any time")])
        kept = [line for line in unfolded(user) if line.names and "Cancelled" not in line.text]
        user.say(sum(self.since <= placed(line, user) <= self.until for line in kept))


class MonthAgainstMonth(Task):
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

    def solution(self, user: User) -> None:
        found = [(placed(line, user).replace(day=1), amounts(line.text)[0].cents) for line in orders_found(user)]
        one, two = (sum(cents for month, cents in found if month == first) for first in (self.first, self.earlier))
        user.say(Money(abs(one - two)))

    def _cents(self, store: Store, first: date) -> int:
        found = store.all(Order, f"{KEPT} AND substr(placed_at, 1, 7) = ?", f"{first:%Y-%m}")
        return sum(order.total.cents for order in found)


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
        kept = [line.text for line in unfolded(user) if line.names and "Cancelled" not in line.text]
        user.say(sum(int(count) for text in kept for count in self._counts(text)))

    def _counts(self, text: str) -> list[str]:
        own = re.escape(self.product.name)
        return re.findall(rf"^{own}\n[^$]*?Qty (\d+)", text, re.MULTILINE)


def bought_in_all(store: Store, product: Product) -> int:
    """Return how many pieces of a product were bought, 0 where any went back."""
    of_it = "variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"
    lines = [line for line in store.all(OrderLine, of_it, product.id) if line.order.cancelled_at is None]
    return 0 if any(line.sent_back for line in lines) else sum(line.quantity for line in lines)


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
        user.click(link("Track package"))
        stops = [line.text for line in user.page.lines() if clocks(line.text)]
        came, placed_on = (days(stops[place], user.today)[0] for place in (0, -1))
        user.say((came - placed_on).days)


def days_taken(order: Order) -> int:
    return (sure(order.delivered_at).date() - sure(order.placed_at).date()).days


class WhatTimeItCame(Task):
    """At what time of day did something arrive?"""

    goals = [
        "At what time of day was the last {product.name} that I ordered at Megacart delivered?",
        "The parcel with {product.name} from Megacart: at what time did it come, the last time I had it sent?",
        "Look up the time of delivery of my most recent Megacart order with {product.name}.",
    ]
    tags = ["look-up"]

    product: Product = pick(
        Product,
        lambda product, store: bool(kept_orders(store, product)) and bool(kept_orders(store, product)[0].delivered_at),
    )

    def answer(self, store: Store) -> time:
        return sure(kept_orders(store, self.product)[0].delivered_at).time().replace(second=0)

    def solution(self, user: User) -> None:
        search_orders(user, self.product.name)
        user.click(link(user.page.line(self.product.name).names[0]))
        user.click(link("Track package"))
        came = next(line.text for line in user.page.lines() if clocks(line.text) and "Delivered" in line.text)
        user.say(clocks(came)[0])


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
            speed = _SPEEDS[(self.turn // 3**place) % 3]
            yield shop.BuyNow(variant, home_of(store), card_of(store), speed=speed)

    def answer(self, store: Store) -> Texts:
        today = store.all(Order, f"{KEPT} AND placed_at >= ?", store.now.date())
        return sorted(line.product.name for order in today if order.arrives <= self.until for line in order.lines)

    def solution(self, user: User) -> None:
        go(user, "Orders")
        today = [line.names[0] for line in unfolded(user) if line.names and placed(line, user) == user.today]
        user.say(sorted(name for order in today for name in self._coming(user, order)))

    def _coming(self, user: User, order: str) -> list[str]:
        """Return what is in an order, if it is expected in time."""
        go(user, "Orders", order)
        late = days(user.page.after("Expected "), user.today)[0] > self.until
        articles = [line.names for line in user.page.lines() if line.names and line.names[0].startswith("Picture of ")]
        return [] if late else [names[1] for names in articles]


def some_variants(store: Store, turn: int, count: int) -> tuple[Variant, ...]:
    """Return so many things that come in one make only and were never ordered."""
    single = """stock > 3 AND colour = '' AND size = '' AND id NOT IN (SELECT variant_id FROM shop_order_line)
        AND id NOT IN (SELECT variant_id FROM shop_cart_item)"""
    free = store.all(Variant, single)
    return tuple(free[(turn + 37 * place) % len(free)] for place in range(count))
