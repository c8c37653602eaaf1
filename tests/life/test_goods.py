from collections import Counter

from lifeworld.core.money import Money
from lifeworld.life import goods


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
