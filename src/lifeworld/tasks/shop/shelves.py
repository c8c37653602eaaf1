"""Questions about what Megacart sells: which is best, how many there are, what is saved, what customers say."""

from collections.abc import Callable
from typing import NamedTuple

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop.catalogue import Item
from lifeworld.apps.shop.models import Department, Product, Review, Variant
from lifeworld.taskkit import (
    Items,
    Money,
    Percent,
    Store,
    Task,
    User,
    amounts,
    button,
    link,
    money,
    number,
    numbers,
    observed,
    phrase,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.shop import choose, find, go

_CLOSE = 5  # so near to a half, in hundredths of a percent, a share is not asked for
_OFF: dict[str, Callable[[int, int], int]] = {
    "in dollars": lambda price, was: was - price,
    "in percent": lambda price, was: round(100 - 100 * price / was),
}


class Shown(NamedTuple):
    """A product as its line in a list shows it."""

    name: str
    price: Money
    was: Money
    stars: float
    ratings: int
    in_stock: bool


class OnTheShelf:
    """What a department sells: as it is kept, and as its list shows it."""

    department: Department = pick(Department)

    def kept(self, store: Store) -> list[Item]:
        return catalogue.items(store, "p.department_id = ?", self.department.id)

    def shown(self, user: User, *order: str) -> list[Shown]:
        """Read the whole list, in its usual order or in another one."""
        go(user)
        user.click(link(self.department.name).within("Departments"))
        for words in order:
            user.click(link(words), via=[button("Featured")])
        found = []
        for line in [line for line in show_all(user) if line.heading == "Results"]:
            prices, (stars, _, rest) = amounts(line.text), line.text.partition(" out of 5 stars")
            rating = float(stars.split()[-1]), numbers(rest)[0]
            found.append(Shown(line.names[0], prices[0], prices[-1], *rating, "Out of stock" not in line.text))
        return found


class BestRatedBelow(OnTheShelf, Task):
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

    limit: Money = money(18, 95, cents=False)

    def answer(self, store: Store) -> str | None:
        found = [item for item in self.kept(store) if item.stock and item.price < self.limit]
        ranked = sorted(found, key=lambda item: (item.rating, item.ratings), reverse=True)[:2]
        level = [(item.rating, item.ratings) for item in ranked]
        return ranked[0].name if len(ranked) == 2 and level[0] != level[1] else None

    def solution(self, user: User) -> None:
        below = [one for one in self.shown(user) if one.in_stock and one.price < self.limit]
        user.say(max(below, key=lambda one: (one.stars, one.ratings)).name)


class CountOnTheShelf(OnTheShelf, Task):
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

    limit: Money = money(15, 120, cents=False)
    stars: str = phrase("3", "4")

    def answer(self, store: Store) -> int:
        found = [item for item in self.kept(store) if item.stock and item.price <= self.limit]
        return sum(item.rating >= int(self.stars) for item in found)

    def solution(self, user: User) -> None:
        cheap = [one for one in self.shown(user) if one.in_stock and one.price <= self.limit]
        user.say(sum(one.stars >= int(self.stars) for one in cheap))


class DeepestCut(OnTheShelf, Task):
    """Which deal of a department takes the most off?"""

    goals = [
        "Which of today's deals in Megacart's {department.name} department takes the most off the old price, {how}?",
        "Of the things in {department.name} that are on offer at Megacart, which one saves me the most, counted {how}?",
        "Look through the reduced products in {department.name} at Megacart. Which has come down furthest {how}?",
    ]
    tags = ["compare"]

    how: str = phrase(*_OFF)

    def answer(self, store: Store) -> str | None:
        off = _OFF[self.how]
        deals = [item for item in self.kept(store) if item.was]
        cuts = sorted(((off(item.price.cents, sure(item.was).cents), item.name) for item in deals), reverse=True)
        return cuts[0][1] if len(cuts) > 1 and cuts[0][0] > cuts[1][0] else None

    def solution(self, user: User) -> None:
        user.say(max(self.shown(user), key=self._cut).name)

    def _cut(self, one: Shown) -> float:
        price, was = one.price.cents, one.was.cents
        return was - price if self.how == "in dollars" else 1 - price / was


class CheapestWellRated(OnTheShelf, Task):
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

    stars: str = phrase("2", "3", "4")

    def answer(self, store: Store) -> Money:
        filters = catalogue.Filters(department=self.department.id, rating=int(self.stars), stock=True, sort="price_low")
        return catalogue.find(store, filters)[0].price

    def solution(self, user: User) -> None:
        user.say(min(one.price for one in self.shown(user) if one.in_stock and one.stars >= int(self.stars)))

    @way
    def the_first_by_price(self, user: User) -> None:
        cheapest_first = self.shown(user, "Price: low to high")
        user.say(next(one.price for one in cheapest_first if one.in_stock and one.stars >= int(self.stars)))


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
        user.say(numbers(next(one for one in user.page.text.splitlines() if " with text" in one))[0])

    @way
    def among_all_reviews(self, user: User) -> None:
        find(user, self.product)
        user.click(link("See all reviews"))
        found = [line.text for line in show_all(user) if "Reviewed on" in line.text]
        user.say(sum(f"{self.stars} out of 5 stars" in text for text in found))
