"""Reading the shelves: products as lists show them, filters, ratings, delivery estimates."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from lifeworld.apps.shop.commands.buying import SPEEDS, fee
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import Speed
from lifeworld.core.money import Money
from lifeworld.store import Store

SORTS = ("featured", "price_low", "price_high", "rating", "reviews")
PRICES = ((0, 25), (25, 50), (50, 100), (100, 200), (200, 0))  # dollars; 0 is no limit

_ITEMS = """
SELECT p.id, p.name, p.brand, p.emoji, p.price, p.was, p.popularity, d.id, d.name,
       p.fives + p.fours + p.threes + p.twos + p.ones,
       5 * p.fives + 4 * p.fours + 3 * p.threes + 2 * p.twos + p.ones,
       (SELECT count(*) FROM shop_review r WHERE r.product_id = p.id),
       (SELECT coalesce(sum(r.stars), 0) FROM shop_review r WHERE r.product_id = p.id),
       (SELECT sum(v.stock) FROM shop_variant v WHERE v.product_id = p.id),
       (SELECT count(*) FROM shop_variant v WHERE v.product_id = p.id),
       (SELECT v.id FROM shop_variant v WHERE v.product_id = p.id ORDER BY v.stock = 0, v.id LIMIT 1)
FROM shop_product p JOIN shop_department d ON d.id = p.department_id
"""


@dataclass(frozen=True)
class Item:
    """A product as lists show it. `variant_id` is the first variant in stock."""

    id: int
    name: str
    brand: str
    emoji: str
    price: Money
    was: Money | None
    popularity: int
    department_id: int
    department: str
    ratings: int
    rating: float
    stock: int
    variants: int
    variant_id: int

    @property
    def href(self) -> str:
        return f"/shop/product/{self.id}"

    @property
    def off(self) -> int:
        """Percent off the price before the deal."""
        return round(100 - 100 * self.price.cents / self.was.cents) if self.was else 0

    @property
    def free_delivery(self) -> bool:
        return not fee("standard", self.price)


@dataclass(frozen=True)
class Filters:
    """What a list of products is narrowed to."""

    q: str = ""
    department: int = 0
    low: int = 0
    high: int = 0
    rating: int = 0
    deals: bool = False
    stock: bool = False
    sort: str = "featured"

    @property
    def count(self) -> int:
        """How many filters are set, apart from words and department."""
        return sum((bool(self.low or self.high), bool(self.rating), self.deals, self.stock))

    def query(self, **changed: object) -> dict[str, object]:
        """Return the query of an address for these filters with some changed; untouched ones are left out."""
        wanted = replace(self, **changed)  # type: ignore[arg-type]
        plain = Filters()
        pairs = {name: getattr(wanted, name) for name in self.__dataclass_fields__}
        return {
            name: int(value) if isinstance(value, bool) else value
            for name, value in pairs.items()
            if value != getattr(plain, name)
        }


def items(store: Store, where: str = "", *args: object, order: str = "p.id", limit: int = -1) -> list[Item]:
    """Return products as lists show them; `where` and `order` name columns of `p`."""
    condition = f"WHERE {where}" if where else ""
    return [_item(row) for row in store.sql(f"{_ITEMS} {condition} ORDER BY {order} LIMIT {limit}", *args)]


def by_ids(store: Store, ids: Iterable[int]) -> list[Item]:
    """Return products in the order of their ids as given."""
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        return []
    marks = ", ".join("?" * len(wanted))
    found = {item.id: item for item in items(store, f"p.id IN ({marks})", *wanted)}
    return [found[number] for number in wanted]


def find(store: Store, filters: Filters) -> list[Item]:
    """Return the products that the filters let through, sorted."""
    where, args = _condition(filters)
    found = [item for item in items(store, where, *args) if _passes(item, filters)]
    return _sorted(found, filters)


def rating(store: Store, product: Product) -> tuple[list[int], int, float]:
    """Return how often five to one stars were given, how many ratings that makes, and their average."""
    counts = [product.fives, product.fours, product.threes, product.twos, product.ones]
    written = "SELECT stars, count(*) FROM shop_review WHERE product_id = ? GROUP BY stars"
    for stars, number in store.sql(written, product.id):
        counts[5 - int(stars)] += number
    total = sum(counts)
    points = sum((5 - place) * number for place, number in enumerate(counts))
    return counts, total, round(points / total, 1) if total else 0.0


def arrival(today: date, speed: Speed = "standard") -> date:
    """Return the day on which something ordered today would arrive."""
    return today + timedelta(days=SPEEDS[speed])


def variants(store: Store, ids: Iterable[int]) -> dict[int, tuple[Variant, Product]]:
    """Return variants with their products by id, in two queries."""
    wanted = list(dict.fromkeys(ids))
    marks = ", ".join("?" * len(wanted))
    rows = store.all(Variant, f"id IN ({marks})", *wanted)
    of_these = f"id IN (SELECT product_id FROM shop_variant WHERE id IN ({marks}))"
    products = {product.id: product for product in store.all(Product, of_these, *wanted)}
    return {row.id: (row, products[row.product_id]) for row in rows}


def _item(row: tuple[Any, ...]) -> Item:
    silent, silent_points, written, written_points, stock, count, variant_id = map(int, row[9:])
    ratings = silent + written
    return Item(
        id=row[0],
        name=row[1],
        brand=row[2],
        emoji=row[3],
        price=Money(row[4]),
        was=None if row[5] is None else Money(row[5]),
        popularity=row[6],
        department_id=row[7],
        department=row[8],
        ratings=ratings,
        rating=round((silent_points + written_points) / ratings, 1) if ratings else 0.0,
        stock=stock,
        variants=count,
        variant_id=variant_id,
    )


def _condition(filters: Filters) -> tuple[str, list[object]]:
    parts, args = ["1"], list[object]()
    for word in filters.q.split():
        parts.append("p.name || ' ' || p.brand || ' ' || d.name LIKE ?")
        args.append(f"%{_stem(word)}%")
    if filters.department:
        parts.append("p.department_id = ?")
        args.append(filters.department)
    if filters.low:
        parts.append("p.price >= ?")
        args.append(filters.low * 100)
    if filters.high:
        parts.append("p.price <= ?")
        args.append(filters.high * 100)
    if filters.deals:
        parts.append("p.was IS NOT NULL")
    return " AND ".join(parts), args


def _stem(word: str) -> str:
    """Return a word without its plural, so that “kettles” finds a kettle."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _passes(item: Item, filters: Filters) -> bool:
    return item.rating >= filters.rating and not (filters.stock and not item.stock)


def _sorted(found: list[Item], filters: Filters) -> list[Item]:
    if filters.sort == "price_low":
        return sorted(found, key=lambda item: (item.price.cents, item.id))
    if filters.sort == "price_high":
        return sorted(found, key=lambda item: (-item.price.cents, item.id))
    if filters.sort == "rating":
        return sorted(found, key=lambda item: (-item.rating, -item.ratings, item.id))
    if filters.sort == "reviews":
        return sorted(found, key=lambda item: (-item.ratings, item.id))
    return sorted(found, key=lambda item: (-item.popularity, item.id))
