"""The owner's own corner: addresses, cards, reviews written, profile, settings, help."""

from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.models import Review
from lifeworld.apps.shop.orders import Address, Order, OrderLine, PaymentMethod, Settings, Wish, WishList
from lifeworld.apps.shop.views import pages
from lifeworld.apps.shop.views.browse import often_bought
from lifeworld.core.money import Money
from lifeworld.store import Row
from lifeworld.web import Page, Request
from lifeworld.web.language import N_, _


@pages.page("/account")
def show_account(request: Request) -> Page:
    count = request.store.count
    kinds = {"orders": Order, "lists": WishList, "wishes": Wish, "addresses": Address, "cards": PaymentMethod}
    counts = {name: count(kind) for name, kind in kinds.items()} | {"reviews": count(Review, "author = ''")}
    coming = request.store.all(Order, "cancelled_at IS NULL AND delivered_at IS NULL", order="arrives, id")
    counts["on_the_way"] = len(coming)
    name, back = request.store.get(Settings, 1).public_name, request.store.all(OrderLine, "sent_back > 0")
    counts["returns"], refunded = sum(line.sent_back for line in back), Money(sum(line.refunded.cents for line in back))
    shown = {"name": name, "refunded": refunded, "again": often_bought(request.store)}
    shown["coming"] = [line.variant for order in coming for line in order.lines][:5]
    return request.page("account.html", title=_("Your account"), **shown, **counts)


CORNER: dict[str, tuple[str, type[Row] | None, str, str]] = {
    "account/reviews": (N_("Your reviews"), Review, "author = ''", "written_at DESC, id"),
    "addresses": (N_("Your addresses"), Address, "", '"default" DESC, id'),
    "payments": (N_("Payment methods"), PaymentMethod, "", '"default" DESC, id'),
    "help": (N_("Help"), None, "", ""),
    "legal": (N_("Terms and privacy"), None, "", ""),
}


def show_corner(request: Request) -> Page:
    """What the account leads to: a list of rows, or words."""
    place = request.path.removeprefix("/shop/")
    title, kind, where, order = CORNER[place]
    part = request.part(kind, where, order=order) if kind else None
    template = f"{place.replace('/', '_')}.html"
    return request.page(template, title=_(title), back="/shop/account", part=part)


for _place in CORNER:
    pages.page(f"/{_place}")(show_corner)


def _wanted_for(request: Request) -> str:
    """Return the step of a checkout that a new row is wanted for, else the list that it goes into."""
    there = request.query.get("after", "")
    known = there.startswith(("/shop/checkout", "/shop/buy/"))
    return (there if known else request.path.rpartition("/")[0]).removeprefix("/shop")


def _own_name(request: Request) -> str:
    return f"{request.me.name}, {request.me.email}"


pages.plain_form(
    "/addresses/new",
    c.AddAddress,
    "New address",
    back=_wanted_for,
    submit="Save address",
    toast="Address added.",
    template="shop/address.html",
    laid=True,
)
pages.plain_form(
    "/address/{address}/edit",
    c.EditAddress,
    "Edit address",
    back="/addresses",
    submit="Save address",
    toast="Saved.",
    template="shop/address.html",
    laid=True,
)
pages.plain_form(
    "/payments/new",
    c.AddPayment,
    "New card",
    back=_wanted_for,
    submit="Save card",
    toast="Card added.",
    template="shop/card.html",
    laid=True,
)
pages.plain_form("/profile", c.SaveProfile, "Your profile", back="/account", about=_own_name, toast="Profile saved.")
pages.plain_form(
    "/settings",
    c.SaveSettings,
    "Settings",
    back="/account",
    toast="Settings saved.",
    template="shop/settings.html",
)
pages.button("/address/{address}/remove", c.DeleteAddress, toast="Address deleted.")
pages.button("/address/{address}/default", c.DefaultAddress, toast="Default changed.")
pages.button("/payment/{method}/remove", c.RemovePayment, toast="Card removed.")
pages.button("/payment/{method}/default", c.DefaultPayment, toast="Default changed.")
