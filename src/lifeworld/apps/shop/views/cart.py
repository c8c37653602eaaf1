"""The cart and what is saved for later."""

from dataclasses import dataclass

from lifeworld.apps.shop import catalogue, commands
from lifeworld.apps.shop.models import Product, Variant
from lifeworld.apps.shop.orders import CartItem
from lifeworld.apps.shop.views.frame import pages, shown
from lifeworld.core.money import Money
from lifeworld.life import goods
from lifeworld.store import Store
from lifeworld.web import Page, Request

LATER_PER_PAGE = 12


@dataclass(frozen=True)
class Entry:
    """A line of the cart with all that its row shows."""

    item: CartItem
    variant: Variant
    product: Product

    @property
    def total(self) -> Money:
        return self.product.price * self.item.quantity

    @property
    def name(self) -> str:
        """The product with its variant, unique within the cart."""
        return f"{self.product.name} ({self.variant.label})" if self.variant.label else self.product.name


@pages.page("/cart")
def show_cart(request: Request) -> Page:
    """What is in the cart, and what is saved for later a page at a time."""
    inside, aside = entries(request.store, later=False), entries(request.store, later=True)
    chosen = [entry for entry in inside if entry.item.selected]
    subtotal = Money(sum(entry.total.cents for entry in chosen))
    page = max(1, request.number("page", 1))
    return shown(
        request,
        "cart.html",
        "cart",
        title="Cart",
        entries=inside,
        chosen=chosen,
        chosen_count=sum(entry.item.quantity for entry in chosen),
        subtotal=subtotal,
        missing=max(Money(0), goods.FREE_DELIVERY_FROM - subtotal),
        free_from=goods.FREE_DELIVERY_FROM,
        later=aside[(page - 1) * LATER_PER_PAGE : page * LATER_PER_PAGE],
        later_count=len(aside),
        page=page,
        page_count=max(1, -(-len(aside) // LATER_PER_PAGE)),
    )


pages.button("/add/{variant}", commands.AddToCart, then="/shop/cart", toast="Added to your cart.")
pages.button("/cart/{item}/quantity", commands.SetQuantity)
pages.button("/cart/{item}/remove", commands.RemoveFromCart, toast="Removed.")
pages.button("/cart/{item}/later", commands.SaveForLater, toast="Saved for later.", undo="/cart/{id}/back")
pages.button("/cart/{item}/back", commands.MoveToCart, toast="Moved to your cart.", undo="/cart/{id}/later")
pages.button("/cart/{item}/select", commands.SelectItem)
pages.button("/cart/select", commands.SelectAll)


def entries(store: Store, *, later: bool) -> list[Entry]:
    """Return the lines of the cart, or of what is saved for later, the latest first."""
    items = store.all(CartItem, "later = ?", later, order="id DESC")
    known = catalogue.variants(store, [item.variant_id for item in items])
    return [Entry(item, *known[item.variant_id]) for item in items]
