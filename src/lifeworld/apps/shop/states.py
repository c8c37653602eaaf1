"""Where the owner may have left Megacart."""

from lifeworld.apps.shop.models import Product
from lifeworld.apps.shop.orders import Order, WishList
from lifeworld.web.states import State, at

STATES = (
    State("deals", "/deals"),
    State("departments", "/departments"),
    State("search", "/search?q=lamp"),
    State("filters", "/filters?q=lamp"),
    State("product", at(Product, "/product/{id}")),
    State("reviews", at(Product, "/product/{id}/reviews")),
    State("half-reviewed", at(Product, "/product/{id}/questions/ask"), {"Your question": "Does it"}),
    State("cart", "/cart"),
    State("orders", "/orders"),
    State("order", at(Order, "/order/{id}")),
    State("list", at(WishList, "/list/{id}")),
    State("half-written", "/addresses/new", {"Street address": "12 "}),
    State("account", "/account"),
)
