"""What every screen of Megacart shares: the places, the head with search, cart count and delivery place."""

from datetime import timedelta

from lifeworld.apps.shop import pictures
from lifeworld.apps.shop.models import Department
from lifeworld.apps.shop.orders import Address, Order, OrderLine
from lifeworld.life import goods
from lifeworld.store import Store
from lifeworld.web import Notice, Pages, Place, Request
from lifeworld.web.language import _, pgettext

GROUNDS = {
    "Cream": "#efe3c8", "Slate": "#6b7684", "Sage": "#9fb08d", "Rust": "#b4592f", "Oat": "#e0d3bd",
    "Charcoal": "#4a4d52", "Moss": "#6f7d47", "Clay": "#c08a6a", "Midnight": "#28345c", "Black": "#2b2b2e",
    "Silver": "#c3c8ce", "Sand": "#dcc9a3", "Navy": "#2a3a63", "Ecru": "#ebe1cb", "Olive": "#76763e",
    "Burgundy": "#7a2438", "Teal": "#2f8580", "Coral": "#f0806b", "Green": "#4f8f5b", "Anthracite": "#43474b",
    "Red": "#d2433d", "Blue": "#3f6fc4", "Yellow": "#f0c541", "White": "#f4f4f2", "Rose": "#e3a6ad",
    "Graphite": "#54565b", "Grey": "#a2a6ab", "Terracotta": "#c96f4d",
}  # fmt: skip

_SECTIONS = {  # by the first word of an address; all others are of the home page
    "departments": "departments search filters deals product question review variant",
    "cart": "cart checkout buy",
    "orders": "orders order line again",
    "account": "account addresses address payments payment profile settings help legal lists list",
}
_SECTION_OF = {word: section for section, words in _SECTIONS.items() for word in words.split()}


def frame(request: Request) -> dict[str, object]:
    """Return what every screen of Megacart shows: the places, the cart's count, where parcels go, the departments."""
    count = badge(request.store)
    return {
        "nav": [
            Place(pgettext("a screen", "Home"), "/shop/", "house", section="home", side=False),
            Place(_("Departments"), "/shop/departments", "layout-grid", section="departments", side=False),
            Place(_("Cart"), "/shop/cart", "shopping-cart", badge=count, section="cart", side=False),
            Place(_("Orders"), "/shop/orders", "package", section="orders", side=False),
            Place(_("Account"), "/shop/account", "user-round", section="account", side=False),
        ],
        "section": _SECTION_OF.get(request.path.split("/")[2], "home"),
        "home": request.store.first(Address, '"default" = 1'),
        "cart_count": count,
        "departments": request.store.all(Department),
        "grounds": GROUNDS,
        "picture": pictures.picture,
        "free_from": goods.FREE_DELIVERY_FROM,
        "q": "",
        "department": 0,
    }


pages = Pages("shop", frame, {"/search": "on the desktop, its side bar holds filters"})


def badge(store: Store) -> int:
    """Return how many articles are in the cart."""
    return int(store.value("SELECT coalesce(sum(quantity), 0) FROM shop_cart_item WHERE later = 0"))


def notices(store: Store) -> list[Notice]:
    """Return what has left the warehouse or arrived within two days."""
    since = store.now - timedelta(days=2)
    orders = store.all(Order, "coalesce(delivered_at, shipped_at) >= ?", since, order="id DESC", limit=6)
    return [_notice(order, order.lines[0]) for order in orders if order.lines]


def _notice(order: Order, line: OrderLine) -> Notice:
    title = _("Delivered") if order.delivered_at else _("On its way")
    at = order.delivered_at or order.shipped_at
    assert at
    said = _("Order %(number)s · %(product)s", number=order.number, product=line.product.name)
    return Notice(
        title,
        said,
        f"/shop/order/{order.id}",
        at,
    )
