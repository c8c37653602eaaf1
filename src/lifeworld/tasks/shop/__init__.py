"""Tasks at Megacart, and how its screens are gone through and read: tasks of several apps take these from here, too."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.commands.buying import next_number
from lifeworld.apps.shop.commands.buying import shop as megacart
from lifeworld.apps.shop.models import Answer, Product, Question, Review, Variant
from lifeworld.apps.shop.orders import Address, Order, OrderLine, PaymentMethod, Speed, WishList
from lifeworld.life import goods
from lifeworld.life.events import Line, Purchase, Repriced, Shipped
from lifeworld.taskkit import Commands, Money, Store, User, button, clocks, field, link, option

FREE_VARIANT = "stock > 3 AND id NOT IN (SELECT variant_id FROM shop_cart_item)"
MINE = "author = ''"
LATEST = "placed_at DESC"
KEPT = "cancelled_at IS NULL"
OF_PRODUCT = "variant_id IN (SELECT id FROM shop_variant WHERE product_id = ?)"


def go(user: User, *ways: str) -> None:
    """Open the shop and follow links, from its row of main places on."""
    user.open("Megacart")
    for way in ways:
        user.click(link(way))


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


def put_into_cart(user: User, variant: Variant, quantity: int = 1) -> None:
    """Open a product, choose the variant, and put some of it into the cart."""
    choose(user, variant)
    user.choose(field("Quantity"), str(quantity))
    user.click(button("Add to cart"))


def to_account(user: User, way: str) -> None:
    """Open a part of the account."""
    go(user, "Account", way)


def open_list(user: User, wishlist: WishList) -> None:
    """Open a wish list of the account."""
    go(user, "Account", "Your lists…", wishlist.name)


def mine(row: Review | Question | Answer) -> bool:
    return bool(row.mine)


def home_of(store: Store) -> Address:
    return store.one(Address, '"default" = 1')


def card_of(store: Store) -> PaymentMethod:
    return store.one(PaymentMethod, '"default" = 1')


def buying(store: Store, variant: Variant, speed: Speed = "standard") -> shop.BuyNow:
    """Return the command that orders something past the cart, to the default address and with the default card."""
    return shop.BuyNow(variant, home_of(store), card_of(store), speed=speed)


def on_its_way(store: Store, variant: Variant, arrives: date, hours: int = 49) -> Iterator[Purchase | Shipped]:
    """Yield an order of one thing from some hours ago, to the owner's own address, and that it left a day later."""
    product, at = variant.product, store.now - timedelta(hours=hours)
    number_of = next_number(store)
    yield Purchase(
        at=at,
        business_id=megacart(store).id,
        number=number_of,
        lines=(Line(product.key, product.name, variant.label, 1, product.price),),
        delivery=goods.delivery(product.price),
        purse="credit",
        address=home_of(store).line,
        arrives=arrives,
    )
    tracking, left = f"SW{int(number_of[-6:]) * 4093:010}", at + timedelta(days=1)
    yield Shipped(at=left, number=number_of, carrier=goods.CARRIER, tracking=tracking)


def order_of(store: Store, variant: Variant) -> Order:
    """Return the last order of a variant."""
    return store.all(OrderLine, "variant_id = ?", variant.id, order="id DESC")[0].order


def some_variants(store: Store, turn: int, count: int) -> tuple[Variant, ...]:
    """Return so many things that come in one make only and were never ordered."""
    single = """stock > 3 AND colour = '' AND size = '' AND id NOT IN (SELECT variant_id FROM shop_order_line)
        AND id NOT IN (SELECT variant_id FROM shop_cart_item)"""
    free = store.all(Variant, single)
    return tuple(free[(turn + 37 * place) % len(free)] for place in range(count))


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


def buy_now(user: User, variant: Variant, address: Address | None = None, *, quantity: int = 1, note: str = "") -> None:
    """Order something past the cart; what is not said stays as it is proposed."""
    choose(user, variant)
    user.click(link("Buy now"))
    user.choose(field("Quantity"), str(quantity))
    check_out(user, address, note=note)


def bought(store: Store, product: Product) -> bool:
    """Return whether the owner ever ordered a product."""
    return store.count(OrderLine, OF_PRODUCT, product.id) > 0


def search_orders(user: User, words: str) -> None:
    """Search the orders."""
    go(user, "Orders")
    user.fill(field("Search all orders"), words)
    user.click(button("Search"))


def open_order(user: User, order: Order) -> None:
    """Find an order by its number and open it."""
    search_orders(user, order.number)
    user.click(link(f"View order {order.number}"))


def backwards(user: User, commands: Commands) -> None:
    """Do the commands of a task, the last one first."""
    for command in [*commands][::-1]:
        user.do(command)


def stops_shown(user: User) -> list[str]:
    """Return what the screen tells of a parcel's way, from the order on the screen: the last stop first."""
    user.click(link("Track package"))
    return [line.text for line in user.page.lines() if clocks(line.text)]


def share(variant: Variant, percent: int) -> Money:
    return Money(variant.product.price.cents * percent // 100)


def repriced(store: Store, variant: Variant, percent: int) -> Repriced:
    """Return that a product's price comes to so many percent of what it is."""
    product = variant.product
    return Repriced(at=store.now, product=product.key, name=product.name, price=share(variant, percent))
