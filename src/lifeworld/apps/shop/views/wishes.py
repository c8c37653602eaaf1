"""Wish lists."""

from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.apps.shop.views.frame import pages
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import _

_CALLED = """
list_id = ? AND variant_id IN (
  SELECT v.id FROM shop_variant v JOIN shop_product p ON p.id = v.product_id WHERE p.name LIKE ?)
"""


@pages.page("/lists")
def show_lists(request: Request) -> Page:
    part = request.part(WishList)
    return request.page("lists.html", title=_("Your lists"), back="/shop/account", part=part)


@pages.page("/list/{wishlist}")
def show_list(request: Request, wishlist: int) -> Page:
    """One list, what was added last first; `?words=` narrows it."""
    found, words = request.row(WishList, wishlist), request.search("words")
    part = request.part(Wish, _CALLED, wishlist, f"%{words}%", order="id DESC")
    shown = {"list": found, "part": part, "count": len(found.wishes), "words": words}
    return request.page("list.html", title=found.name, back="/shop/lists", **shown)


@pages.form("/variant/{variant}/list", c.AddToList, then="/shop/list/{list_id}", toast="Added to your list.")
def add_to_list(request: Request, form: Form, variant: int) -> Page:
    """Choose the list that a variant goes on."""
    found, lists = request.row(Variant, variant), request.store.all(WishList)
    on = {wish.list_id for wish in request.store.all(Wish, "variant_id = ?", variant)}
    form.start(list=next((one for one in lists if one.id not in on), lists[0] if lists else None))
    options = [(one.id, one.name, _("On this list already") if one.id in on else "") for one in lists]
    return request.page("add_to_list.html", title=_("Add to list"), form=form, variant=found, options=options,
                        back=f"/shop/product/{found.product_id}?variant={variant}")  # fmt: skip


pages.plain_form(
    "/lists/new", c.MakeList, "New list", submit="Create list", then="/shop/list/{id}", toast="List “{name}” created."
)
pages.plain_form("/list/{wishlist}/edit", c.RenameList, "Rename list", toast="Saved.", template="shop/rename_list.html")
pages.button("/list/{wishlist}/remove", c.DeleteList, then="/shop/lists", toast="List deleted.")
pages.button("/wish/{wish}/remove", c.RemoveFromList, toast="Removed from your list.")
