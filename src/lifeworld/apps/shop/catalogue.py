"""Reading the shelves: products as lists show them, filters, ratings, delivery estimates."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar

from lifeworld.apps.shop.commands.buying import SPEEDS
from lifeworld.apps.shop.models import Product
from lifeworld.apps.shop.orders import Speed
from lifeworld.core.money import Money
from lifeworld.store import Store
from lifeworld.web.language import N_

WELL_RATED = 4.3  # stars from which a deal is put forward
PRICES = ((0, 25), (25, 50), (50, 100), (100, 200), (200, 0))  # dollars; 0 is no limit

_ITEMS = """
SELECT p.price, p.was, p.id, p.name, p.brand, p.key, p.emoji, p.popularity, p.department_id,
       p.fives + p.fours + p.threes + p.twos + p.ones
       + (SELECT count(*) FROM shop_review r WHERE r.product_id = p.id),
       5 * p.fives + 4 * p.fours + 3 * p.threes + 2 * p.twos + p.ones
       + (SELECT coalesce(sum(CAST(r.stars AS INTEGER)), 0) FROM shop_review r WHERE r.product_id = p.id),
       (SELECT sum(v.stock) FROM shop_variant v WHERE v.product_id = p.id)
FROM shop_product p JOIN shop_department d ON d.id = p.department_id
"""


@dataclass(frozen=True)
class Item:
    """A product as lists show it."""

    price: Money
    was: Money | None
    id: int
    name: str
    brand: str
    key: str
    emoji: str
    popularity: int
    department_id: int
    ratings: int
    points: int
    stock: int

    @property
    def href(self) -> str:
        return f"/shop/product/{self.id}"

    @property
    def rating(self) -> float:
        return round(self.points / self.ratings, 1) if self.ratings else 0.0

    @property
    def off(self) -> int:
        """Percent off the price before the deal."""
        return round(100 - 100 * self.price.cents / self.was.cents) if self.was else 0


SORTS: Mapping[str, tuple[str, Callable[[Item], float]]] = {
    "featured": (N_("Featured"), lambda item: -item.popularity),
    "price_low": (N_("Price: low to high"), lambda item: item.price.cents),
    "price_high": (N_("Price: high to low"), lambda item: -item.price.cents),
    "rating": (N_("Average rating"), lambda item: -item.rating),
    "reviews": (N_("Most ratings"), lambda item: -item.ratings),
}


@dataclass(frozen=True)
class Filters:
    """What a list of products is narrowed to. The kit's fields can show it as they show a form."""

    q: str = ""
    department: int = 0
    low: int = 0
    high: int = 0
    rating: int = 0
    deals: bool = False
    stock: bool = False
    sort: str = "featured"
    errors: ClassVar[Mapping[str, str]] = {}
    live: ClassVar[bool] = False

    @property
    def count(self) -> int:
        """How many filters are set, apart from words and department."""
        return sum((bool(self.low or self.high), bool(self.rating), self.deals, self.stock))

    def value(self, name: str) -> object:
        return getattr(self, name) or ("" if name in ("low", "high") else 0)

    def on(self, name: str) -> bool:
        return bool(getattr(self, name))


def items(store: Store, where: str = "1", *args: object, order: str = "p.id", limit: int = -1) -> list[Item]:
    """Return products as lists show them; `where` and `order` name columns of `p`."""
    found = store.sql(f"{_ITEMS} WHERE {where} ORDER BY {order} LIMIT {limit}", *args)
    return [Item(Money(price), Money(was) if was else None, *rest) for price, was, *rest in found]


def by_ids(store: Store, ids: Iterable[int]) -> list[Item]:
    """Return products in the order of their ids as given."""
    wanted = list(dict.fromkeys(ids))
    found = {item.id: item for item in items(store, f"p.id IN ({', '.join('?' * len(wanted))})", *wanted)}
    return [found[number] for number in wanted]


def find(store: Store, filters: Filters) -> list[Item]:
    """Return the products that the filters let through, sorted."""
    where, args = _condition(filters)
    passed = [item for item in items(store, where, *args) if item.rating >= filters.rating]
    return sorted((item for item in passed if item.stock or not filters.stock), key=_place(filters.sort))


def deals(store: Store) -> list[Item]:
    """Return everything on offer, the deepest cut first."""
    return items(store, "p.was IS NOT NULL", order="1.0 * p.price / p.was, p.id")


def put_forward(deals: Iterable[Item]) -> list[Item]:
    """Return deals as the shop recommends them: those in stock and well rated come first, then the popular ones."""
    return sorted(deals, key=lambda item: (not item.stock, item.rating < WELL_RATED, -item.popularity, item.id))


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


def _place(sort: str) -> Callable[[Item], tuple[float, int, int]]:
    """Return what orders products: where equal, those that were rated more often come first among the best rated."""
    return lambda item: (SORTS[sort][1](item), -item.ratings if sort == "rating" else 0, item.id)


def _condition(filters: Filters) -> tuple[str, list[object]]:
    parts: list[tuple[str, object]] = [
        ("p.name || ' ' || p.brand || ' ' || d.name LIKE ?", f"%{_stem(word)}%") for word in filters.q.split()
    ]
    parts += [("p.department_id = ?", filters.department)] if filters.department else []
    parts += [("p.price >= ?", filters.low * 100)] if filters.low else []
    parts += [("p.price <= ?", filters.high * 100)] if filters.high else []
    parts += [("? AND p.was IS NOT NULL", True)] if filters.deals else []
    return " AND ".join(["1", *(part for part, _ in parts)]), [arg for _, arg in parts]


def _stem(word: str) -> str:
    """Return a word without its plural, so that “kettles” finds a kettle."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
