"""Wish lists."""

from lifeworld.apps.shop import catalogue, commands
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.apps.shop.views.frame import pages, shown
from lifeworld.web import Form, Page, Request


@pages.page("/lists")
def show_lists(request: Request) -> Page:
    lists = request.store.all(WishList)
    wishes: dict[int, list[Wish]] = {}
    for wish in request.store.all(Wish, order="id DESC"):
        wishes.setdefault(wish.list_id, []).append(wish)
    known = catalogue.variants(request.store, [wish.variant_id for of_list in wishes.values() for wish in of_list])
    return shown(request, "lists.html", "lists", title="Your lists", lists=lists, wishes=wishes, known=known)


@pages.page("/list/{wishlist}")
def show_list(request: Request, wishlist: int) -> Page:
    """One list, what was added last first; `?words=` narrows it."""
    found = request.row(WishList, wishlist)
    words = request.search("words")
    wishes = request.store.all(Wish, "list_id = ?", wishlist, order="id DESC")
    known = catalogue.variants(request.store, [wish.variant_id for wish in wishes])
    rows = [(wish, *known[wish.variant_id]) for wish in wishes]
    kept = [row for row in rows if words.lower() in row[2].name.lower()]
    return shown(request, "list.html", "lists", title=found.name, list=found, rows=kept, count=len(rows), words=words)


@pages.form("/lists/new", commands.MakeList, then="/shop/list/{id}", toast="List “{name}” created.")
def make_list(request: Request, form: Form) -> Page:
    return shown(request, "list_form.html", "lists", title="New list", form=form, list=None)


@pages.form("/list/{wishlist}/edit", commands.RenameList, then="/shop/list/{id}", toast="Saved.")
def rename_list(request: Request, form: Form, wishlist: int) -> Page:
    found = request.row(WishList, wishlist)
    form.start(name=found.name)
    return shown(request, "list_form.html", "lists", title="Rename list", form=form, list=found)


pages.button("/list/{wishlist}/remove", commands.DeleteList, then="/shop/lists", toast="List deleted.")
pages.button("/wish/{wish}/remove", commands.RemoveFromList, toast="Removed from your list.")
