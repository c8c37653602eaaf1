"""Megacart's screens."""

from lifeworld.apps.shop.views import account, browse, cart, checkout, orders, product, wishes
from lifeworld.apps.shop.views.frame import badge, notices, pages

__all__ = ["account", "badge", "browse", "cart", "checkout", "notices", "orders", "pages", "product", "wishes"]
