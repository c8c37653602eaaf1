"""What the online shop sells: the same range in every life. It stands in `words/en/range.toml`."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from random import Random
from typing import Annotated, Literal

from lifeworld.core.errors import UserError
from lifeworld.core.money import Money
from lifeworld.core.words import Lines, Text, folder, read
from lifeworld.life import words
from lifeworld.life.character import Of, Somebody
from lifeworld.life.events import Shipped
from lifeworld.life.words.figures import Clock, MonthDay, Past

CLOTHES_SIZES = ("S", "M", "L", "XL")
SHOE_SIZES = ("6", "7", "8", "9", "10", "11")
FREE_DELIVERY_FROM = Money(3500)
DELIVERY = Money(499)
CARRIER = "Swiftlet Couriers"


@dataclass(frozen=True)
class Article:
    """A line of the range: the price is before it is made to end in .99."""

    name: Text
    emoji: str
    dollars: int
    varies: tuple[Literal["colour", "size", "shoe size"], ...] = ()
    pet: Literal["", "cat", "dog", "other"] = ""  # for whom, if for none of us
    several: bool = False  # whether anybody needs two of it


@dataclass(frozen=True)
class Makers:
    """Who makes things, and what is written on them."""

    brands: Lines
    blurbs: Lines


@dataclass(frozen=True)
class Department(Makers):
    """Articles by their keys, and what is drawn for each; what is for a pet comes from `pets`, if others make it."""

    articles: dict[str, Article]
    colours: tuple[str, ...] = ()
    pets: Makers | None = None


@dataclass(frozen=True)
class Gift:
    """A standing order at the online shop: the same kind of thing each month for somebody else."""

    person: Somebody
    products: Annotated[Lines, Of("article")]
    day: MonthDay


@dataclass(frozen=True)
class Bought:
    """An order of one's own at the online shop, of one of each: `day` is days from now."""

    day: Past
    clock: Clock
    products: Annotated[Lines, Of("article")]


@dataclass(frozen=True)
class Product:
    """One article of the range.

    `options` names each choice and its values, such as (("Colour", ("Cream", "Slate")), ("Size", ("S", "M"))); a
    variant is one value of each, joined by ", ". `popularity` runs from 0 to 100, `stars` from 10 to 50 (tenths).
    """

    key: str
    name: str
    department: str
    price: Money
    emoji: str
    brand: str
    popularity: int
    stars: int
    options: tuple[tuple[str, tuple[str, ...]], ...]
    blurb: str
    pet: str
    several: bool

    @property
    def variants(self) -> tuple[str, ...]:
        """Every variant, such as "Cream, S"; one empty string if there is nothing to choose."""
        found = [""]
        for _, values in self.options:
            found = [f"{head}, {value}" if head else value for head in found for value in values]
        return tuple(found)


@cache
def _range() -> dict[str, Department]:
    path = folder(words.__file__) / "range.toml"
    found = read(dict[str, Department], path)
    keys = [key for department in found.values() for key in department.articles]
    for name, department in found.items():
        for key, article in department.articles.items():
            if keys.count(key) > 1:
                raise UserError(f"{path}: {name}.articles.{key} stands there twice; rename one")
            if "colour" in article.varies and len(department.colours) < 2:
                raise UserError(f"{path}: {name}.colours should be two or more, as {key} varies in colour")
    return found


def departments() -> tuple[str, ...]:
    return tuple(_range())


@cache
def products() -> tuple[Product, ...]:
    """Return the whole range, in the order of its departments."""
    rng = Random("the range")
    return tuple(
        _product(rng, name, department, key, article)
        for name, department in _range().items()
        for key, article in department.articles.items()
    )


@cache
def by_key() -> dict[str, Product]:
    return {product.key: product for product in products()}


def of_use(facts: Collection[str]) -> list[Product]:
    """Return what somebody orders for their home, by what is so of them: nothing for a cat without one."""
    return [product for product in products() if product.pet in ("", *facts)]


def delivery(lines_total: Money) -> Money:
    """Return what the shop charges for bringing an order of this worth."""
    return Money(0) if lines_total >= FREE_DELIVERY_FROM else DELIVERY


def shipped(number: str, at: datetime, rng: Random) -> Shipped:
    """Return that an order of this number leaves the warehouse."""
    return Shipped(at=at, number=number, carrier=CARRIER, tracking=f"SW{rng.randint(10**9, 10**10 - 1)}")


def _product(rng: Random, department: str, shelf: Department, key: str, article: Article) -> Product:
    makers = (article.pet and shelf.pets) or shelf
    return Product(
        key=key,
        name=article.name,
        department=department,
        price=_price(rng, article.dollars),
        emoji=article.emoji,
        brand=rng.choice(makers.brands),
        popularity=min(100, int(rng.betavariate(1.6, 3.2) * 100)),
        stars=rng.choice((33, 36, 38, 39, 40, 41, 42, 43, 44, 44, 45, 45, 46, 46, 47, 48, 49)),
        options=_options(rng, shelf.colours, article),
        blurb=rng.choice(makers.blurbs),
        pet=article.pet,
        several=article.several,
    )


def _price(rng: Random, dollars: int) -> Money:
    """Return a price as this shop writes them: .99, on small things .49 and on dear ones .00."""
    if dollars >= 150 and rng.random() < 0.5:
        return Money(dollars * 100)
    if dollars < 20 and rng.random() < 0.4:
        return Money(dollars * 100 - 51)
    return Money(dollars * 100 - 1)


def _options(rng: Random, colours: tuple[str, ...], article: Article) -> tuple[tuple[str, tuple[str, ...]], ...]:
    options: list[tuple[str, tuple[str, ...]]] = []
    if "colour" in article.varies:
        wanted = sorted(rng.sample(range(len(colours)), rng.randint(2, len(colours))))
        options.append(("Colour", tuple(colours[i] for i in wanted)))
    sizes = {"size": CLOTHES_SIZES, "shoe size": SHOE_SIZES}
    options += [("Size", of_them) for kind, of_them in sizes.items() if kind in article.varies]
    return tuple(options)
