"""Questions that the shop can answer."""

from datetime import date

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop.models import Department, Product, Review
from lifeworld.apps.shop.orders import Order, OrderLine
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Task,
    User,
    amounts,
    button,
    clocks,
    day,
    days,
    link,
    numbers,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.shop.ways import LATEST, find, go, open_order, search_orders, to_account, unfolded


class OrderTotal(Task):
    """What did an order cost?"""

    goals = [
        "What was the total of my Megacart order {order.number}, delivery included?",
        "How much did order {order.number} at Megacart cost altogether?",
        "Look up Megacart order {order.number}: what was the sum with delivery?",
    ]
    tags = ["short"]

    order: Order = pick(Order)

    def answer(self) -> Money:
        return self.order.total

    def items(self) -> Items:
        yield observed("Found the order", showing=self.order.number, kind="search")

    def solution(self, user: User) -> None:
        open_order(user, self.order)
        user.say(amounts(user.page.fact("Total"))[0])

    @way
    def in_the_list(self, user: User) -> None:
        go(user, "Orders")
        found = next(line.text for line in unfolded(user) if self.order.number in line.text)
        user.say(amounts(found)[0])


class DeliveredWhen(Task):
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

    def items(self) -> Items:
        yield observed("Found the order", showing=self.order.number, kind="search")

    def solution(self, user: User) -> None:
        open_order(user, self.order)
        user.click(link("Track package"))
        stops = [line.text for line in user.page.lines() if clocks(line.text)]
        user.say(next(days(stop, user.today)[0] for stop in stops if "Delivered" in stop))


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
        user.say(days(user.page.line(self.product.name).text, user.today)[0])

    @way
    def among_what_was_bought(self, user: User) -> None:
        to_account(user, "Buy again…")
        found = next(line.text for line in unfolded(user) if self.product.name in line.names)
        user.say(days(found, user.today)[0])


def kept_orders(store: Store, product: Product) -> list[Order]:
    """Return the orders of a product, the latest first, if none of them was cancelled."""
    of_it = "variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"
    ids = [line.order_id for line in store.all(OrderLine, of_it, product.id)]
    orders = store.all(Order, f"id IN ({', '.join('?' * len(ids))})", *ids, order=LATEST)
    return orders if all(order.cancelled_at is None for order in orders) else []


class SpentLately(Task):
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
        orders = store.all(Order, "cancelled_at IS NULL AND placed_at >= ?", self.since)
        returned = any(line.sent_back for order in orders for line in order.lines)
        return Money(sum(order.total.cents for order in orders)) if len(orders) > 1 and not returned else None

    def solution(self, user: User) -> None:
        go(user, "Orders")
        self._add_up(user)

    @way
    def within_half_a_year(self, user: User) -> None:
        go(user, "Orders")
        user.click(link("Last 6 months"), via=[button("Any time")])
        self._add_up(user)

    def _add_up(self, user: User) -> None:
        found = [line.text for line in unfolded(user) if line.names]
        kept = [text for text in found if days(text, user.today)[0] >= self.since and "Cancelled" not in text]
        user.say(Money(sum(amounts(text)[0].cents for text in kept)))


class CheapestWellRated(Task):
    """What does the cheapest well-rated product of a department cost?"""

    goals = [
        "What does the cheapest product cost in Megacart's {department.name} department, among those rated {stars} "
        "stars or better and in stock?",
        "In {department.name} at Megacart, at what price do products start that average at least {stars} stars and can "
        "be had now?",
        "Find the lowest price in Megacart's {department.name} department of anything with {stars} stars and up, "
        "leaving out what is out of stock.",
    ]
    tags = ["compare", "filter"]

    department: Department = pick(Department)
    stars: str = phrase("2", "3", "4")

    def answer(self, store: Store) -> Money:
        filters = catalogue.Filters(department=self.department.id, rating=int(self.stars), stock=True, sort="price_low")
        return catalogue.find(store, filters)[0].price

    def solution(self, user: User) -> None:
        self._sorted(user)
        while not (fitting := [line.text for line in user.page.lines("Results") if self._fits(line.text)]):
            user.click(link("Show more"))
        user.say(amounts(fitting[0])[0])

    @way
    def one_by_one(self, user: User) -> None:
        go(user)
        user.click(link(self.department.name).within("Departments"))
        found = [line.text for line in unfolded(user) if line.heading == "Results"]
        user.say(min((amounts(text)[0] for text in found if self._fits(text)), key=lambda price: price.cents))

    def _sorted(self, user: User) -> None:
        go(user)
        user.click(link(self.department.name).within("Departments"))
        user.click(link("Price: low to high"), via=[button("Featured")])

    def _fits(self, text: str) -> bool:
        """Return whether a result has the stars and is in stock, as its words tell."""
        rating = text.split(" out of 5 stars")[0].split()[-1]
        return float(rating) >= int(self.stars) and "Out of stock" not in text


class RatingsCount(Task):
    """How many reviews of a product give so many stars?"""

    goals = [
        "How many written reviews on Megacart give {product.name} exactly {stars} stars?",
        "Count the customer reviews with text for {product.name} at Megacart that have {stars} stars.",
        "Among the written Megacart reviews of {product.name}, how many are {stars}-star ones?",
    ]
    tags = ["count"]

    product: Product = pick(Product, where="popularity > 45")
    stars: str = phrase("3", "4", "5")

    def answer(self, store: Store) -> int:
        return store.count(Review, "product_id = ? AND stars = ?", self.product.id, self.stars)

    def items(self) -> Items:
        yield observed("Read the reviews", at=f"/shop/product/{self.product.id}/reviews", kind="open")

    def solution(self, user: User) -> None:
        find(user, self.product)
        user.click(link(f"{self.stars} star: …"))
        found = next(one for one in user.page.text.splitlines() if " with text" in one)
        user.say(numbers(found)[0])

    @way
    def among_all_reviews(self, user: User) -> None:
        find(user, self.product)
        user.click(link("See all reviews"))
        found = [line.text for line in unfolded(user) if "Reviewed on" in line.text]
        user.say(sum(f"{self.stars} out of 5 stars" in text for text in found))
