"""Orders: the list, one order, its way, cancelling, sending back, buying again."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from lifeworld.apps.shop import catalogue, commands
from lifeworld.apps.shop.commands.buying import RETURN_DAYS, returnable
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import Order, OrderLine
from lifeworld.apps.shop.views.checkout import SPEED_WORDS
from lifeworld.apps.shop.views.frame import pages, shown
from lifeworld.web import Form, Page, Request

PER_PAGE = 10
STATUSES = ("all", "open", "delivered", "cancelled", "returned")
PERIODS = {"any": "Any time", "30": "Last 30 days", "90": "Last 3 months", "180": "Last 6 months"}
REASONS = {
    "damaged": "It arrived damaged",
    "wrong_item": "Wrong item was sent",
    "not_as_described": "Not as described",
    "does_not_fit": "Does not fit",
    "arrived_late": "It arrived too late",
    "changed_mind": "I changed my mind",
}
PURSES = {"checking": "Harbour checking", "savings": "Harbour savings", "credit": "Harbour credit card"}

_STATUS = {
    "all": "1",
    "open": "cancelled_at IS NULL AND delivered_at IS NULL",
    "delivered": "cancelled_at IS NULL AND delivered_at IS NOT NULL",
    "cancelled": "cancelled_at IS NOT NULL",
    "returned": "id IN (SELECT order_id FROM shop_order_line WHERE sent_back > 0)",
}
_WORDS = """
(number LIKE ? OR recipient LIKE ? OR id IN (
  SELECT l.order_id FROM shop_order_line l JOIN shop_variant v ON v.id = l.variant_id
  JOIN shop_product p ON p.id = v.product_id WHERE p.name || ' ' || p.brand LIKE ?))
"""
_BOUGHT = """
SELECT v.product_id, count(*), max(o.placed_at), max(v.id) FROM shop_order_line l
JOIN shop_variant v ON v.id = l.variant_id JOIN shop_order o ON o.id = l.order_id WHERE o.cancelled_at IS NULL
GROUP BY v.product_id ORDER BY max(o.placed_at) DESC
"""

Lines = list[tuple[OrderLine, Variant, Product]]


@dataclass(frozen=True)
class Stage:
    """One mark on an order's progress line; `at` is known once it is reached."""

    text: str
    reached: bool
    at: datetime | date | None = None


@pages.page("/orders")
def show_orders(request: Request) -> Page:
    """The orders, latest first, by words, state and time."""
    words = request.search("words")
    status, period = request.choice("status", STATUSES), request.choice("period", tuple(PERIODS))
    where, args = _STATUS[status], list[object]()
    if words:
        where, args = f"{where} AND {_WORDS}", [f"%{words}%"] * 3
    if period != "any":
        where, args = f"{where} AND placed_at >= ?", [*args, request.now - timedelta(days=int(period))]
    found = request.store.all(Order, where, *args, order="placed_at DESC, id DESC")
    page = max(1, request.number("page", 1))
    orders = found[(page - 1) * PER_PAGE : page * PER_PAGE]
    return shown(
        request,
        "orders.html",
        "orders",
        title="Your orders",
        orders=list(zip(orders, _lines(request, orders), strict=True)),
        returnable={order.id for order in orders if returnable(order, request.store)},
        words=words,
        status=status,
        period=period,
        period_word=PERIODS[period],
        period_menu=[
            {"text": text, "href": request.with_query(period=value, page=None), "on": value == period}
            for value, text in PERIODS.items()
        ],
        total=len(found),
        page=page,
        page_count=max(1, -(-len(found) // PER_PAGE)),
    )


@pages.page("/order/{order}")
def show_order(request: Request, order: int) -> Page:
    """An order with its progress line, its articles and what it cost."""
    found = request.row(Order, order)
    return shown(
        request,
        "order.html",
        "orders",
        title="Order details",
        order=found,
        lines=_lines(request, [found])[0],
        stages=stages(found, request.now),
        purse=PURSES[found.purse],
        speed=SPEED_WORDS[found.speed],
        returnable=returnable(found, request.store),
        return_by=found.delivered_at + timedelta(days=RETURN_DAYS) if found.delivered_at else None,
        reasons=REASONS,
    )


@pages.page("/order/{order}/track")
def track(request: Request, order: int) -> Page:
    """Where the parcel is, stop by stop."""
    found = request.row(Order, order)
    return shown(
        request,
        "track.html",
        "orders",
        title="Track package",
        order=found,
        lines=_lines(request, [found])[0],
        stages=stages(found, request.now),
        stops=list(reversed(_stops(found, request.now))),
    )


@pages.form("/order/{order}/cancel", commands.CancelOrder, then="/shop/order/{id}", toast="Order cancelled.")
def cancel(request: Request, form: Form, order: int) -> Page:
    found = request.row(Order, order)
    lines = _lines(request, [found])[0]
    purse = PURSES[found.purse]
    return shown(
        request, "cancel.html", "orders", title="Cancel order", form=form, order=found, lines=lines, purse=purse
    )


@pages.form("/line/{line}/return", commands.ReturnItem, then="/shop/order/{order_id}", toast="Return started.")
def send_back(request: Request, form: Form, line: int) -> Page:
    found = request.row(OrderLine, line)
    return shown(
        request,
        "return.html",
        "orders",
        title="Return item",
        form=form,
        line=found,
        variant=found.variant,
        product=found.product,
        order=found.order,
        reasons=list(REASONS.items()),
        purse=PURSES[found.order.purse],
    )


@pages.page("/again")
def buy_again(request: Request) -> Page:
    """Everything that was ever bought, the latest first."""
    rows = request.store.sql(_BOUGHT)
    page = max(1, request.number("page", 1))
    part = rows[(page - 1) * 24 : page * 24]
    times = {product_id: (count, datetime.fromisoformat(last), variant) for product_id, count, last, variant in part}
    return shown(
        request,
        "again.html",
        "orders",
        title="Buy again",
        items=catalogue.by_ids(request.store, times),
        times=times,
        page=page,
        page_count=max(1, -(-len(rows) // 24)),
    )


def stages(order: Order, now: datetime) -> list[Stage]:
    """Return the four marks of an order's progress line."""
    out = order.out_for_delivery(now) or bool(order.delivered_at)
    return [
        Stage("Ordered", True, order.placed_at),
        Stage("Shipped", bool(order.shipped_at), order.shipped_at),
        Stage("Out for delivery", out),
        Stage("Delivered", bool(order.delivered_at), order.delivered_at),
    ]


def _stops(order: Order, now: datetime) -> list[tuple[datetime, str, str]]:
    """Return what the carrier reports: when, what, where."""
    found = []
    if order.placed_at:
        found.append((order.placed_at, "Order received", "Megacart"))
    if order.shipped_at:
        found.append((order.shipped_at, "Package left the warehouse", "Megacart warehouse, Eastfield"))
        hub = order.shipped_at + timedelta(hours=7)
        if hub <= (order.delivered_at or now):
            found.append((hub, "Arrived at the sorting centre", f"{order.carrier}, Northgate"))
    if order.delivered_at:
        found.append((order.delivered_at, "Delivered", order.address))
    if order.cancelled_at:
        found.append((order.cancelled_at, "Order cancelled", "Megacart"))
    return found


def _lines(request: Request, orders: list[Order]) -> list[Lines]:
    """Return the lines of each order with variant and product, in three queries for all of them."""
    marks = ", ".join("?" * len(orders))
    lines = request.store.all(OrderLine, f"order_id IN ({marks})", *(order.id for order in orders))
    known = catalogue.variants(request.store, [line.variant_id for line in lines])
    return [[(line, *known[line.variant_id]) for line in lines if line.order_id == order.id] for order in orders]
