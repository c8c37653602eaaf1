from collections import Counter
from dataclasses import replace

from lifeworld.core.money import Money
from lifeworld.life import goods, simulate
from lifeworld.life.biographies import biography
from lifeworld.life.events import Purchase


def test_four_hundred_products_in_ten_departments() -> None:
    departments = Counter(product.department for product in goods.products())
    assert departments == Counter(dict.fromkeys(goods.departments(), 40)) and len(departments) == 10
    assert len(goods.by_key()) == len({product.name for product in goods.products()}) == 400


def test_prices_end_as_this_shop_ends_them() -> None:
    assert {product.price.cents % 100 for product in goods.products()} == {99, 49, 0}


def test_variants_combine_the_options() -> None:
    jumper = goods.by_key()["merino-crew-jumper"]
    (colour, colours), (size, sizes) = jumper.options
    assert (colour, size) == ("Colour", "Size")
    assert len(jumper.variants) == len(colours) * len(sizes)
    assert f"{colours[0]}, {sizes[0]}" in jumper.variants
    assert goods.by_key()["bread-knife-serrated"].variants == ("",)


def test_delivery_is_free_for_larger_orders() -> None:
    assert goods.delivery(Money(3499)) == Money(499)
    assert goods.delivery(Money(3500)) == Money(0)


def test_whoever_earns_little_orders_what_is_cheapest() -> None:
    poor = simulate(replace(biography("nora"), salary=20.0, gift=None))
    ordered = [one for one, why in zip(poor.events, poor.causes, strict=True) if why.startswith("orders")]
    dearest = max(line.price for one in ordered if isinstance(one, Purchase) for line in one.lines)
    cheapest = {name: min(p.price for p in goods.products() if p.department == name) for name in goods.departments()}
    assert dearest <= max(cheapest.values())
