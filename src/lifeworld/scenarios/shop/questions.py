"""Questions that the shop can answer."""

from datetime import timedelta

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop.models import Department, Product, Review
from lifeworld.apps.shop.orders import Order
from lifeworld.core.money import Money
from lifeworld.scenarios import Scenario, button, link, observed, phrase, pick
from lifeworld.scenarios.shop.ways import LATEST, bought, find, go, open_order, search_orders


class OrderTotal(Scenario):
    """What did an order cost?"""

    goals = [
        "What was the total of my Megacart order {order.number}, delivery included?",
        "How much did order {order.number} at Megacart cost altogether?",
        "Look up Megacart order {order.number}: what was the sum with delivery?",
    ]
    tags = ["short"]

    order: Order = pick(Order)

    def answer(self):
        return self.order.total

    def items(self):
        yield observed("Found the order", showing=self.order.number, kind="search")

    def solution(self, user):
        open_order(user, self.order)
        user.say(self.truth)


class DeliveredWhen(Scenario):
    """On which day did an order arrive?"""

    goals = [
        "On what day was my Megacart order {order.number} delivered?",
        "When did order {order.number} from Megacart arrive?",
        "Look up the delivery date of Megacart order {order.number}: which day did the package come?",
    ]
    tags = ["short"]

    order: Order = pick(Order, where="delivered_at IS NOT NULL")

    def answer(self):
        return self.order.delivered_at.date()

    def items(self):
        yield observed("Found the order", showing=self.order.number, kind="search")

    def solution(self, user):
        open_order(user, self.order)
        user.say(self.truth)


class LastOrdered(Scenario):
    """When was a product last ordered?"""

    goals = [
        "On what day did I last order {product.name} at Megacart?",
        "When was my latest Megacart order of {product.name}?",
        "Find out the date on which I ordered {product.name} the last time.",
    ]

    product: Product = pick(Product, lambda product, store: bought(store, product))

    def answer(self, store):
        variants = tuple(variant.id for variant in self.product.variants)
        marks = ", ".join("?" * len(variants))
        of_it = f"id IN (SELECT order_id FROM shop_order_line WHERE variant_id IN ({marks}))"
        return store.one(Order, of_it, *variants, order=LATEST).placed_at.date()

    def solution(self, user):
        search_orders(user, self.product.name)
        user.say(self.truth)


class SpentLately(Scenario):
    """What was spent at the shop within some weeks?"""

    goals = [
        "How much have I spent at Megacart in the last {days} days, delivery included and cancelled orders left out?",
        "Add up my Megacart orders of the past {days} days without the cancelled ones. What's the sum, with delivery?",
        "What do my orders at Megacart from the last {days} days come to in total? Ignore any that were cancelled.",
    ]
    tags = ["sum"]

    days: str = phrase("30", "90")

    def answer(self, store):
        since = store.now - timedelta(days=int(self.days))
        orders = store.all(Order, "placed_at >= ? AND cancelled_at IS NULL", since)
        return Money(sum(order.total.cents for order in orders)) if len(orders) > 1 else None

    def solution(self, user):
        go(user, "Orders")
        user.click(button("Any time"))
        user.click(link("Last 30 days" if self.days == "30" else "Last 3 months"))
        user.say(self.truth)


class CheapestWellRated(Scenario):
    """What does the cheapest well-rated product of a department cost?"""

    goals = [
        "What does the cheapest product cost in Megacart's {department.name} department, among those rated 4 stars or "
        "better and in stock?",
        "In {department.name} at Megacart, at what price do products start that average at least 4 stars and can be "
        "had now?",
        "Find the lowest price of a {department.name} article on Megacart with 4 stars and up, leaving out what is out "
        "of stock.",
    ]
    tags = ["compare", "filter"]

    department: Department = pick(Department)

    def answer(self, store):
        filters = catalogue.Filters(department=self.department.id, rating=4, stock=True, sort="price_low")
        return catalogue.find(store, filters)[0].price

    def solution(self, user):
        go(user)
        user.click(link(self.department.name).within("Departments"))
        user.click(button("Featured"))
        user.click(link("Price: low to high"))
        user.say(self.truth)


class RatingsCount(Scenario):
    """How many reviews of a product give so many stars?"""

    goals = [
        "How many written reviews on Megacart give {product.name} exactly {stars} stars?",
        "Count the customer reviews with text for {product.name} at Megacart that have {stars} stars.",
        "Among the written Megacart reviews of {product.name}, how many are {stars}-star ones?",
    ]
    tags = ["count"]

    product: Product = pick(Product, where="popularity > 45")
    stars: str = phrase("3", "4", "5")

    def answer(self, store):
        return store.count(Review, "product_id = ? AND stars = ?", self.product.id, self.stars)

    def items(self):
        yield observed("Read the reviews", at=f"/shop/product/{self.product.id}/reviews", kind="open")

    def solution(self, user):
        find(user, self.product)
        user.click(link(f"{self.stars} star: …"))
        user.say(self.truth)
