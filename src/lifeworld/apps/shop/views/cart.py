"""The cart and what is saved for later."""

from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.orders import CartItem
from lifeworld.apps.shop.views.frame import pages
from lifeworld.core.money import Money
from lifeworld.life import goods
from lifeworld.store import Store
from lifeworld.web import Page, Request
from lifeworld.web.language import _


@pages.page("/cart")
def show_cart(request: Request) -> Page:
    """What is in the cart, and what is saved for later."""
    inside, chosen = entries(request.store), entries(request.store, "selected AND")
    subtotal = Money(sum(entry.variant.product.price.cents * entry.quantity for entry in chosen))
    return request.page(
        "cart.html",
        title=_("Cart"),
        part=request.cut(inside),
        all_chosen=len(chosen) == len(inside),
        count=sum(entry.quantity for entry in chosen),
        subtotal=subtotal,
        missing=max(Money(0), goods.FREE_DELIVERY_FROM - subtotal),
        free_from=goods.FREE_DELIVERY_FROM,
        later=request.part(CartItem, "later", order="id DESC", name="later"),
    )


def entries(store: Store, which: str = "") -> list[CartItem]:
    """Return the lines of the cart, the latest first; `which` is a condition that ends in AND."""
    return store.all(CartItem, f"{which} NOT later", order="id DESC")


pages.button("/add/{variant}", c.AddToCart, then="/shop/cart", toast="Added to your cart.")
pages.button("/cart/{item}/quantity", c.SetQuantity)
pages.button("/cart/{item}/remove", c.RemoveFromCart, toast="Removed.")
pages.button("/cart/{item}/later", c.SaveForLater, toast="Saved for later.", undo="/cart/{id}/back")
pages.button("/cart/{item}/back", c.MoveToCart, toast="Moved to your cart.", undo="/cart/{id}/later")
pages.button("/cart/{item}/select", c.SelectItem)
pages.button("/cart/select", c.SelectAll)
