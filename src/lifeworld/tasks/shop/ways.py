"""Ways through Megacart, and what its tasks pick by."""

from lifeworld.apps.shop.models import Answer, Department, Product, Question, Review, Variant
from lifeworld.apps.shop.orders import Address, Order, OrderLine, PaymentMethod, WishList
from lifeworld.store import Store
from lifeworld.taskkit import Line, User, button, field, link, option

FREE_VARIANT = "stock > 3 AND id NOT IN (SELECT variant_id FROM shop_cart_item)"
MINE = "author = ''"
LATEST = "placed_at DESC"


def go(user: User, *ways: str) -> None:
    """Open the shop and follow links, from its row of main places on."""
    user.open("Megacart")
    for way in ways:
        user.click(link(way))


def unfolded(user: User, heading: str = "") -> list[Line]:
    """Return the lines of a long list, once all of it is shown."""
    while user.sees("Show more"):
        user.click(link("Show more"))
    return user.page.lines(heading)


def shelf(user: User, department: Department) -> list[Line]:
    """Return the lines of all products of a department."""
    go(user)
    user.click(link(department.name).within("Departments"))
    return unfolded(user, "Results")


def find(user: User, product: Product) -> None:
    """Search for a product and open its page."""
    go(user)
    user.fill(field("Search Megacart"), product.name)
    user.click(button("Search"))
    user.click(link(product.name).within("Results"))


def choose(user: User, variant: Variant) -> None:
    """Open a product's page in one colour and size."""
    find(user, variant.product)
    if variant.colour:
        user.click(link(f"{variant.colour}…").within("Colours"))
    if variant.size:
        user.click(link(f"Size {variant.size}…").within("Sizes"))


def to_account(user: User, way: str) -> None:
    """Open a part of the account."""
    go(user)
    user.click(link("Account"))
    user.click(link(way))


def click_and_confirm(user: User, name: str) -> None:
    """Press a button and then the one that asks whether it is meant."""
    user.click(button(name))
    user.click(button(f"Yes: {name}"))


def open_list(user: User, wishlist: WishList) -> None:
    to_account(user, "Your lists…")
    user.click(link(wishlist.name))


def mine(row: Review | Question | Answer) -> bool:
    return bool(row.mine)


def home_of(store: Store) -> Address:
    return store.one(Address, '"default" = 1')


def card_of(store: Store) -> PaymentMethod:
    return store.one(PaymentMethod, '"default" = 1')


def place(address: Address) -> str:
    """Return how the checkout names an address, as far as it takes to single it out."""
    return f"{address.recipient}{' Default' if address.default else ''} {address.line}"


def check_out(
    user: User, address: Address | None = None, method: PaymentMethod | None = None, *, speed: str = "", note: str = ""
) -> None:
    """Go through the checkout; what is not said stays as it is proposed."""
    if address:
        user.click(option(place(address)))
    user.click(button("Continue to payment"))
    if method:
        user.click(option(f"{method.label}…"))
    if speed:
        user.click(option(speed))
    user.click(button("Continue to review"))
    if note:
        user.fill(field("Gift note"), note)
    user.click(button("Place your order"))


def bought(store: Store, product: Product) -> bool:
    """Return whether the owner ever ordered a product."""
    mine = "variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"
    return store.count(OrderLine, mine, product.id) > 0


def delivered(store: Store, product: Product) -> bool:
    """Return whether a product has ever come to the owner."""
    there = """order_id IN (SELECT id FROM shop_order WHERE delivered_at IS NOT NULL AND cancelled_at IS NULL)
        AND variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"""
    return store.count(OrderLine, there, product.id) > 0


def search_orders(user: User, words: str) -> None:
    go(user, "Orders")
    user.fill(field("Search all orders"), words)
    user.click(button("Search"))


def open_order(user: User, order: Order) -> None:
    """Find an order by its number and open it."""
    search_orders(user, order.number)
    user.click(link(f"View order {order.number}"))
