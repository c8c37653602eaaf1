"""Wish lists."""

from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.catalogue import things
from lifeworld.apps.shop.models import Variant
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.apps.shop.views.frame import pages
from lifeworld.web import Form, Page, Request


@pages.page("/lists")
def show_lists(request: Request) -> Page:
    inside = {one.id: things(request.store, request.store.all(Wish, "list_id = ?", one.id, order="id DESC"))
              for one in request.store.all(WishList)}  # fmt: skip
    return request.page("lists.html", title="Your lists", section="account", back="/shop/account",
                        part=request.part(WishList), inside=inside)  # fmt: skip


@pages.page("/list/{wishlist}")
def show_list(request: Request, wishlist: int) -> Page:
    """One list, what was added last first; `?words=` narrows it."""
    found, words = request.row(WishList, wishlist), request.search("words")
    wishes = things(request.store, request.store.all(Wish, "list_id = ?", wishlist, order="id DESC"))
    kept = [wish for wish in wishes if words.lower() in wish.product.name.lower()]
    return request.page("list.html", title=found.name, section="account", back="/shop/lists", list=found,
                        part=request.cut(kept), count=len(wishes), words=words)  # fmt: skip


@pages.form("/variant/{variant}/list", c.AddToList, then="/shop/list/{list_id}", toast="Added to your list.")
def add_to_list(request: Request, form: Form, variant: int) -> Page:
    """Choose the list that a variant goes on."""
    found, lists = request.row(Variant, variant), request.store.all(WishList)
    on = {wish.list_id for wish in request.store.all(Wish, "variant_id = ?", variant)}
    form.start(list=next((one for one in lists if one.id not in on), lists[0] if lists else None))
    options = [(one.id, one.name, "On this list already" if one.id in on else "") for one in lists]
    return request.page("add_to_list.html", title="Add to list", form=form, variant=found, options=options,
                        back=f"/shop/product/{found.product_id}?variant={variant}")  # fmt: skip


pages.plain_form(
    "/lists/new", c.MakeList, "New list", submit="Create list", then="/shop/list/{id}", toast="List “{name}” created."
)
pages.plain_form("/list/{wishlist}/edit", c.RenameList, "Rename list", toast="Saved.", template="shop/rename_list.html")
pages.button("/list/{wishlist}/remove", c.DeleteList, then="/shop/lists", toast="List deleted.")
pages.button("/wish/{wish}/remove", c.RemoveFromList, toast="Removed from your list.")
