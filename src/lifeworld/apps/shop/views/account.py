"""The owner's own corner: addresses, cards, reviews written, profile, settings, help."""

from lifeworld.apps.shop import commands
from lifeworld.apps.shop.models import Product, Review
from lifeworld.apps.shop.orders import Address, Order, PaymentMethod, Settings, Wish, WishList
from lifeworld.apps.shop.views.frame import pages, shown
from lifeworld.web import Form, Page, Request


@pages.page("/account")
def show_account(request: Request) -> Page:
    store = request.store
    return shown(
        request,
        "account.html",
        "account",
        title="Your account",
        settings=store.get(Settings, 1),
        open_orders=store.count(Order, "cancelled_at IS NULL AND delivered_at IS NULL"),
        order_count=store.count(Order),
        list_count=store.count(WishList),
        wish_count=store.count(Wish),
        review_count=store.count(Review, "author = ''"),
        address_count=store.count(Address),
        payment_count=store.count(PaymentMethod),
    )


@pages.page("/account/reviews")
def own_reviews(request: Request) -> Page:
    reviews = request.store.all(Review, "author = ''", order="written_at DESC, id")
    return shown(
        request,
        "own_reviews.html",
        "account",
        title="Your reviews",
        reviews=[(review, request.store.get(Product, review.product_id)) for review in reviews],
    )


@pages.page("/addresses")
def show_addresses(request: Request) -> Page:
    addresses = request.store.all(Address, order='"default" DESC, id')
    return shown(request, "addresses.html", "account", title="Your addresses", addresses=addresses)


@pages.form("/addresses/new", commands.AddAddress, then=lambda request, row: _next(request, "/shop/addresses"),
            toast="Address added.")  # fmt: skip
def add_address(request: Request, form: Form) -> Page:
    return shown(request, "address_form.html", "account", title="New address", form=form, address=None,
                 after=_after(request))  # fmt: skip


@pages.form("/address/{address}/edit", commands.EditAddress, then="/shop/addresses", toast="Address saved.")
def edit_address(request: Request, form: Form, address: int) -> Page:
    found = request.row(Address, address)
    form.start(recipient=found.recipient, street=found.street, city=found.city, code=found.code, phone=found.phone)
    return shown(request, "address_form.html", "account", title="Edit address", form=form, address=found, after="")


@pages.page("/payments")
def show_payments(request: Request) -> Page:
    methods = request.store.all(PaymentMethod, order='"default" DESC, id')
    return shown(request, "payments.html", "account", title="Payment methods", methods=methods)


@pages.form("/payments/new", commands.AddPayment, then=lambda request, row: _next(request, "/shop/payments"),
            toast="Card added.")  # fmt: skip
def add_payment(request: Request, form: Form) -> Page:
    return shown(request, "payment_form.html", "account", title="New card", form=form, after=_after(request))


@pages.form("/profile", commands.SaveProfile, then="/shop/account", toast="Profile saved.")
def profile(request: Request, form: Form) -> Page:
    form.start(public_name=request.store.get(Settings, 1).public_name)
    return shown(request, "profile.html", "account", title="Your profile", form=form)


@pages.form("/settings", commands.SaveSettings, then="/shop/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    now = request.store.get(Settings, 1)
    form.start(history=now.history, order_mail=now.order_mail, deal_mail=now.deal_mail, ask_reviews=now.ask_reviews)
    return shown(request, "settings.html", "account", title="Settings", form=form)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return shown(request, "help.html", "account", title="Help")


@pages.page("/legal")
def legal(request: Request) -> Page:
    return shown(request, "legal.html", "account", title="Terms and privacy")


pages.button("/address/{address}/remove", commands.DeleteAddress, then="/shop/addresses", toast="Address deleted.")
pages.button("/address/{address}/default", commands.DefaultAddress, then="/shop/addresses", toast="Default changed.")
pages.button("/payment/{method}/remove", commands.RemovePayment, then="/shop/payments", toast="Card removed.")
pages.button("/payment/{method}/default", commands.DefaultPayment, then="/shop/payments", toast="Default changed.")


def _after(request: Request) -> str:
    """Return the step of a checkout that a new row was wanted for, or nothing."""
    there = {**request.query, **dict(request.form_pairs)}.get("after", "")
    return there if there.startswith(("/shop/checkout", "/shop/buy/")) else ""


def _next(request: Request, otherwise: str) -> str:
    return _after(request) or otherwise
