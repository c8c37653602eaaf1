"""Questions about what Megacart sells: which is best, how many there are, what is saved."""

from collections.abc import Callable

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop.catalogue import Item
from lifeworld.apps.shop.models import Department, Product, Variant
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Line,
    Percent,
    Task,
    User,
    amounts,
    money,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.shop.ways import choose, find, shelf

_CLOSE = 5  # so near to a half, in hundredths of a percent, a share is not asked for
_OFF: dict[str, Callable[[int, int], int]] = {
    "in dollars": lambda price, was: was - price,
    "in percent": lambda price, was: round(100 - 100 * price / was),
}


def of_department(store: Store, department: Department) -> list[Item]:
    """Return what a department sells, with ratings and stock."""
    return catalogue.items(store, "p.department_id = ?", department.id)


def rated(line: Line) -> tuple[float, int]:
    """Return the stars and the number of ratings that a product's line tells."""
    stars, _, rest = line.text.partition(" out of 5 stars")
    return float(stars.split()[-1]), numbers(rest)[0]


def in_stock(line: Line) -> bool:
    return "Out of stock" not in line.text


class BestRatedBelow(Task):
    """Which product of a department is rated best among those that cost less than so much?"""

    goals = [
        "What's the best rated thing in Megacart's {department.name} department that costs less than {limit} and is in "
        "stock? If several are level, I mean the one with the most ratings.",
        "Recommend me something from {department.name} at Megacart: under {limit}, in stock, and with the highest "
        "average rating. Among equals, the one that more people have rated.",
        "In the {department.name} department of Megacart, which product below {limit} that can be had now do customers "
        "like best? Go by the average stars, then by how many ratings there are.",
    ]
    tags = ["compare", "filter"]

    department: Department = pick(Department)
    limit: Money = money(18, 95, cents=False)

    def answer(self, store: Store) -> str | None:
        found = [item for item in of_department(store, self.department) if item.stock and item.price < self.limit]
        ranked = sorted(found, key=lambda item: (item.rating, item.ratings), reverse=True)[:2]
        level = [(item.rating, item.ratings) for item in ranked]
        return ranked[0].name if len(ranked) == 2 and level[0] != level[1] else None

    def solution(self, user: User) -> None:
        found = [line for line in shelf(user, self.department) if in_stock(line)]
        below = [line for line in found if amounts(line.text)[0] < self.limit]
        user.say(max(below, key=rated).names[0])


class CountOnTheShelf(Task):
    """How many products of a department are cheap enough, good enough and in stock?"""

    goals = [
        "How many products in Megacart's {department.name} department cost at most {limit}, average {stars} stars or "
        "better and are in stock?",
        "Count what Megacart has in {department.name} for {limit} or less with a rating of {stars} stars and up, "
        "leaving out what is sold out.",
        "I'd pay up to {limit} for something from {department.name} at Megacart, rated {stars} stars or more. How many "
        "things are there to choose from that aren't out of stock?",
    ]
    tags = ["count", "filter", "long"]

    department: Department = pick(Department)
    limit: Money = money(15, 120, cents=False)
    stars: str = phrase("3", "4")

    def answer(self, store: Store) -> int:
        found = [item for item in of_department(store, self.department) if item.stock and item.price <= self.limit]
        return sum(item.rating >= int(self.stars) for item in found)

    def solution(self, user: User) -> None:
        found = [line for line in shelf(user, self.department) if in_stock(line)]
        cheap = [line for line in found if amounts(line.text)[0] <= self.limit]
        user.say(sum(rated(line)[0] >= int(self.stars) for line in cheap))


class DeepestCut(Task):
    """Which deal of a department takes the most off?"""

    goals = [
        "Which of today's deals in Megacart's {department.name} department takes the most off the old price, {how}?",
        "Of the things in {department.name} that are on offer at Megacart, which one saves me the most, counted {how}?",
        "Look through the reduced products in {department.name} at Megacart. Which has come down furthest {how}?",
    ]
    tags = ["compare"]

    department: Department = pick(Department)
    how: str = phrase(*_OFF)

    def answer(self, store: Store) -> str | None:
        off = _OFF[self.how]
        deals = [item for item in of_department(store, self.department) if item.was]
        cuts = sorted(((off(item.price.cents, sure(item.was).cents), item.name) for item in deals), reverse=True)
        return cuts[0][1] if len(cuts) > 1 and cuts[0][0] > cuts[1][0] else None

    def solution(self, user: User) -> None:
        deals = [line for line in shelf(user, self.department) if len(amounts(line.text)) == 2]
        user.say(max(deals, key=self._cut).names[0])

    def _cut(self, line: Line) -> float:
        price, was = (amount.cents for amount in amounts(line.text))
        return was - price if self.how == "in dollars" else 1 - price / was


class ShareOfStars(Task):
    """What part of a product's ratings gives so many stars?"""

    goals = [
        "What percentage of the ratings of {product.name} on Megacart are {stars} stars?",
        "How many percent of the customers who rated {product.name} at Megacart gave it exactly {stars} stars?",
        "Of all ratings that {product.name} has on Megacart, {stars}-star ones make up how many percent, rounded?",
    ]
    tags = ["rate", "short"]

    product: Product = pick(Product)
    stars: str = phrase("2", "3", "4", "5")

    def answer(self, store: Store) -> Percent | None:
        counts, total, _ = catalogue.rating(store, self.product)
        share = 10_000 * counts[5 - int(self.stars)] // total  # in hundredths of a percent
        return (share + 50) // 100 if abs(share % 100 - 50) > _CLOSE else None

    def items(self) -> Items:
        yield observed("Looked at the product", at=f"/shop/product/{self.product.id}", kind="open")

    def solution(self, user: User) -> None:
        find(user, self.product)
        bar = next(node.name for node in user.page.tree.all("link") if node.name.startswith(f"{self.stars} star: "))
        user.say(numbers(bar)[1])


class IsItInStock(Task):
    """Can a product be had in one colour and size?"""

    goals = [
        "Can I get {variant.full_name} at Megacart right now?",
        "Is {variant.full_name} in stock at Megacart? Only exactly that one will do.",
        "I'd want {variant.full_name}, nothing else. Does Megacart have it at the moment?",
    ]
    tags = ["look-up"]

    there: int = number(0, 1)
    variant: Variant = pick(Variant, lambda variant, there: bool(variant.label) and (variant.stock > 0) == bool(there))

    def answer(self) -> bool:
        return self.variant.stock > 0

    def items(self) -> Items:
        yield observed("Looked at the product", at=f"/shop/product/{self.variant.product_id}", kind="open")

    def solution(self, user: User) -> None:
        choose(user, self.variant)
        user.say(user.page.tree.find("button", "Add to cart") is not None)
