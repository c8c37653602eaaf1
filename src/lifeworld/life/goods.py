"""What the online shop sells: the same range in every life."""

from dataclasses import dataclass
from functools import cache
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.words.range import BLURBS, BRANDS, COLOURS, RANGE

DEPARTMENTS: tuple[str, ...] = tuple(RANGE)
CLOTHES_SIZES = ("S", "M", "L", "XL")
SHOE_SIZES = ("6", "7", "8", "9", "10", "11")
FREE_DELIVERY_FROM = Money(3500)
DELIVERY = Money(499)


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

    @property
    def variants(self) -> tuple[str, ...]:
        """Every variant, such as "Cream, S"; one empty string if there is nothing to choose."""
        found = [""]
        for _, values in self.options:
            found = [f"{head}, {value}" if head else value for head in found for value in values]
        return tuple(found)


@cache
def products() -> tuple[Product, ...]:
    """Return the whole range, in the order of its departments."""
    rng = Random("the range")
    return tuple(
        _product(rng, department, line) for department, lines in RANGE.items() for line in lines.strip().splitlines()
    )


@cache
def by_key() -> dict[str, Product]:
    return {product.key: product for product in products()}


def delivery(lines_total: Money) -> Money:
    """Return what the shop charges for bringing an order of this worth."""
    return Money(0) if lines_total >= FREE_DELIVERY_FROM else DELIVERY


def _product(rng: Random, department: str, line: str) -> Product:
    name, emoji, dollars, varies = (part.strip() for part in line.split("|"))
    return Product(
        key=_key(name),
        name=name,
        department=department,
        price=_price(rng, int(dollars)),
        emoji=emoji,
        brand=rng.choice(BRANDS[department]),
        popularity=min(100, int(rng.betavariate(1.6, 3.2) * 100)),
        stars=rng.choice((33, 36, 38, 39, 40, 41, 42, 43, 44, 44, 45, 45, 46, 46, 47, 48, 49)),
        options=_options(rng, department, varies),
        blurb=rng.choice(BLURBS[department]),
    )


def _price(rng: Random, dollars: int) -> Money:
    """Return a price as this shop writes them: .99, on small things .49 and on dear ones .00."""
    if dollars >= 150 and rng.random() < 0.5:
        return Money(dollars * 100)
    if dollars < 20 and rng.random() < 0.4:
        return Money(dollars * 100 - 51)
    return Money(dollars * 100 - 1)


def _options(rng: Random, department: str, varies: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    options: list[tuple[str, tuple[str, ...]]] = []
    colours = COLOURS[department]
    if "c" in varies:
        wanted = sorted(rng.sample(range(len(colours)), rng.randint(2, len(colours))))
        options.append(("Colour", tuple(colours[i] for i in wanted)))
    if "s" in varies:
        options.append(("Size", CLOTHES_SIZES))
    if "h" in varies:
        options.append(("Size", SHOE_SIZES))
    return tuple(options)


def _key(name: str) -> str:
    words = "".join(c if c.isalnum() else " " for c in name.lower().replace("'", "")).split()
    return "-".join(words)
