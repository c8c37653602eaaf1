"""Orders: the list, one order, its way, cancelling, sending back, buying again."""

from datetime import datetime, timedelta
from typing import NamedTuple

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.orders import Order
from lifeworld.apps.shop.views import pages
from lifeworld.apps.shop.views.checkout import SPEED_WORDS
from lifeworld.web import Page, Request
from lifeworld.web.language import N_, _

PERIODS = {"any": N_("Any time"), "30": N_("Last 30 days"), "90": N_("Last 3 months"), "180": N_("Last 6 months")}
STATES = {
    "all": (N_("All"), "TRUE"),
    "open": (N_("Not yet delivered"), "cancelled_at IS NULL AND delivered_at IS NULL"),
    "delivered": (N_("Delivered"), "cancelled_at IS NULL AND delivered_at IS NOT NULL"),
    "cancelled": (N_("Cancelled"), "cancelled_at IS NOT NULL"),
    "returned": (N_("Returned"), "id IN (SELECT order_id FROM shop_order_line WHERE sent_back > 0)"),
}
_WORDS = """
(number LIKE ?1 OR recipient LIKE ?1 OR id IN (
  SELECT l.order_id FROM shop_order_line l JOIN shop_variant v ON v.id = l.variant_id
  JOIN shop_product p ON p.id = v.product_id WHERE p.name || ' ' || p.brand LIKE ?1))
AND placed_at >= ?2
"""
_BOUGHT = """
SELECT v.product_id, count(*), max(o.placed_at), max(v.id) FROM shop_order_line l
JOIN shop_variant v ON v.id = l.variant_id JOIN shop_order o ON o.id = l.order_id WHERE o.cancelled_at IS NULL
GROUP BY v.product_id ORDER BY max(o.placed_at) DESC
"""


class Stage(NamedTuple):
    """One mark on an order's progress line; `at` is known once it is reached."""

    text: str
    reached: bool
    at: datetime | None = None


@pages.page("/orders")
def show_orders(request: Request) -> Page:
    """The orders, latest first, by words, state and time."""
    words, state = request.search("words"), request.choice("status", tuple(STATES))
    period = request.choice("period", tuple(PERIODS))
    since = request.now - timedelta(days=int(period) if period != "any" else 36_500)
    where, order = f"{STATES[state][1]} AND {_WORDS}", "placed_at DESC, id DESC"
    part = request.part(Order, where, f"%{words}%", since, order=order)
    return request.page(
        "orders.html",
        title=_("Your orders"),
        part=part,
        ordered=part.rows or request.store.first(Order),
        returnable={one.id for one in part.rows if c.returnable(one, request.store)},
        words=words,
        states=request.options("status", {name: text for name, (text, _) in STATES.items()}),
        hidden={"status": state, "period": period},
        period=_(PERIODS[period]),
        periods=request.options("period", PERIODS),
    )


@pages.page("/order/{order}")
def show_order(request: Request, order: int) -> Page:
    """An order with its progress line, its articles and what it cost."""
    found = request.row(Order, order)
    came = found.delivered_at if c.returnable(found, request.store) else None
    told = {"speed": _(SPEED_WORDS[found.speed]), "reasons": c.REASONS}
    until = came and came + timedelta(days=c.RETURN_DAYS)
    return _of_order(request, "order.html", _("Order details"), found, "/shop/orders", return_by=until, **told)


@pages.page("/order/{order}/track")
def track(request: Request, order: int) -> Page:
    """Where the parcel is, stop by stop."""
    found = request.row(Order, order)
    stops = list(reversed(_stops(found, request.now)))
    return _of_order(request, "track.html", _("Track package"), found, f"/shop/order/{order}", stops=stops)


def _of_order(request: Request, template: str, title: str, order: Order, back: str, **more: object) -> Page:
    shown = {
        "under": _("Order %(number)s", number=order.number),
        "order": order,
        "stages": stages(order, request.now),
        **more,
    }
    return request.page(template, title=title, back=back, **shown)


@pages.page("/again")
def buy_again(request: Request) -> Page:
    """Everything that was ever bought, the latest first."""
    part = request.cut(request.store.sql(_BOUGHT))
    times = {product: (count, datetime.fromisoformat(last), variant) for product, count, last, variant in part.rows}
    items = catalogue.by_ids(request.store, times)
    return request.page("again.html", title=_("Buy again"), back="/shop/orders",
                        under=_("All your past orders, latest first."),
                        part=part, items=items, times=times)  # fmt: skip


def _gone(request: Request, order: Order) -> str:
    """Say what calling an order off means."""
    names = ", ".join(line.variant.full_name for line in order.lines)
    return _(
        "%(products)s. %(total)s will go back to %(account)s. This can't be undone.",
        products=names,
        total=order.total,
        account=order.paid_with,
    )


pages.confirm(
    "/order/{order}/cancel",
    c.CancelOrder,
    "Cancel this order?",
    text=_gone,
    submit="Cancel this order",
    keep="Keep the order",
    toast="Order cancelled.",
)
pages.plain_form(
    "/line/{line}/return",
    c.ReturnItem,
    "Return item",
    back="/order/{line.order_id}",
    submit="Return this item",
    toast="Return started.",
    template="shop/return.html",
    laid=True,
)


def stages(order: Order, now: datetime) -> list[Stage]:
    """Return the four marks of an order's progress line."""
    out = order.out_for_delivery(now) or bool(order.delivered_at)
    return [
        Stage(_("Ordered"), True, order.placed_at),
        Stage(_("Shipped"), bool(order.shipped_at), order.shipped_at),
        Stage(_("Out for delivery"), out),
        Stage(_("Delivered"), bool(order.delivered_at), order.delivered_at),
    ]


def _stops(order: Order, now: datetime) -> list[tuple[datetime, str, str]]:
    """Return what the carrier reports: when, what, where."""
    hub = order.shipped_at + timedelta(hours=7) if order.shipped_at else now
    found = [
        (order.placed_at, _("Order received"), "Megacart"),
        (order.shipped_at, _("Package left the warehouse"), _("Megacart warehouse, Eastfield")),
        (hub if hub < (order.delivered_at or now) else None, _("Arrived at the sorting centre"), "Northgate"),
        (order.delivered_at, _("Delivered"), order.address),
        (order.cancelled_at, _("Order cancelled"), "Megacart"),
    ]
    return [(at, what, where) for at, what, where in found if at]
