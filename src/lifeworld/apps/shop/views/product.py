"""A product's page, and what people say there; the wish lists that it goes on."""

from functools import partial

from lifeworld.apps.shop import catalogue
from lifeworld.apps.shop import commands as c
from lifeworld.apps.shop.models import Look, Product, Question, Review, Variant
from lifeworld.apps.shop.orders import Settings, Wish, WishList
from lifeworld.apps.shop.views import pages
from lifeworld.life import goods
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import N_, _
from lifeworld.web.plain import candidates, over

ORDERS = {
    "top": (N_("Top reviews"), "author <> '', helpful + thanked DESC, id"),
    "newest": (N_("Newest"), "written_at DESC, id"),
    "highest": (N_("Highest rated"), "stars DESC, helpful DESC, id"),
    "lowest": (N_("Lowest rated"), "stars, helpful DESC, id"),
}
VIEWS = (N_("front"), N_("close"), N_("boxed"), N_("set"))
_LIKE_THIS = "p.emoji = (SELECT emoji FROM shop_product WHERE id = ?2) DESC, p.popularity DESC, p.id"
_CALLED = """
list_id = ? AND variant_id IN (
  SELECT v.id FROM shop_variant v JOIN shop_product p ON p.id = v.product_id WHERE p.name LIKE ?)
"""


@pages.page("/product/{product}")
def show_product(request: Request, product: int) -> Page:
    """A product in one variant (`?variant=`) from one side (`?view=`)."""
    found, store = request.row(Product, product), request.store
    if store.get(Settings, 1).history:
        request.log(Look, product_id=product)
    variants = found.variants
    chosen = _chosen(variants, request.number("variant"))
    where = "p.department_id = ?1 AND p.id <> ?2"
    asked = store.all(Question, "product_id = ?", product, order="author <> '', id DESC")
    return _of_product(
        request,
        "product.html",
        found,
        variant=chosen,
        colours=_colours(variants, chosen),
        sizes=[variant for variant in variants if variant.size and variant.colour == chosen.colour],
        view=request.choice("view", VIEWS),
        views=VIEWS,
        reviews=store.all(Review, "product_id = ?", product, order=ORDERS["top"][1], limit=3),
        questions=asked[:2],
        question_count=len(asked),
        more=catalogue.items(store, where, found.department_id, product, order=_LIKE_THIS, limit=8),
        arrives=catalogue.arrival(request.now.date()),
        tomorrow=catalogue.arrival(request.now.date(), "nextday"),
        fees={"standard": goods.DELIVERY, "fastest": c.NEXT_DAY},
    )


@pages.page("/product/{product}/reviews")
def show_reviews(request: Request, product: int) -> Page:
    """All reviews, sorted, and of one number of stars if `?stars=` says so."""
    found, sort = request.row(Product, product), request.choice("sort", tuple(ORDERS))
    stars = min(request.number("stars"), 5)
    part = request.part(Review, "product_id = ? AND stars LIKE ?", product, str(stars or "%"), order=ORDERS[sort][1])
    sorts = request.options("sort", {name: text for name, (text, _) in ORDERS.items()})
    return _of_product(request, "reviews.html", found, title=_("Customer reviews"), part=part, sort=sort, sorts=sorts,
                       stars=stars, back=f"/shop/product/{product}")  # fmt: skip


@pages.page("/product/{product}/questions")
def show_questions(request: Request, product: int) -> Page:
    """All questions on a product, those with `?words=` in them."""
    found, words = request.row(Product, product), request.search("words")
    where, order = "product_id = ? AND text LIKE ?", "author <> '', id DESC"
    part = request.part(Question, where, product, f"%{words}%", order=order)
    shown = {"product": found, "words": words, "name": _name(request)}
    back = f"/shop/product/{product}"
    return request.page("questions.html", title=_("Questions and answers"), back=back, part=part, **shown)


@pages.form("/product/{product}/share", c.ShareProduct, then="/shop/product/{id}", toast="Sent in Chatter.")
def share(request: Request, form: Form, product: int) -> Page:
    """Choose to whom a product is sent; `?q=` narrows the people."""
    found, back = request.row(Product, product), f"/shop/product/{product}"
    people = candidates(form, "people", "relation <> 'me'", "name, id")
    shown = {"form": form, "product": found, "people": people}
    return over(request, back, "shop/share.html", title=_("Share"), **shown)


def _of_product(request: Request, template: str, product: Product, **more: object) -> Page:
    """Return a page that shows how a product is rated."""
    counts, total, average = catalogue.rating(request.store, product)
    own = request.store.first(Review, "product_id = ? AND author = ''", product.id)
    rated = {"counts": counts, "total": total, "average": average, "own": own, "name": _name(request)}
    return request.page(template, **{"title": product.name, "product": product, **rated, **more})


def _name(request: Request) -> str:
    return request.store.get(Settings, 1).public_name


_public = partial(pages.plain_form, template="shop/about.html", laid=True, toast="Thank you. Your review is published.")
_public("/product/{product}/reviews/write", c.WriteReview, "Write a review", submit="Publish review")
_public("/review/{review}/edit", c.EditReview, "Edit review", back="/account/reviews", submit="Save changes")
_public("/product/{product}/questions/ask", c.AskQuestion, "Ask a question", submit="Post question")
_public(
    "/question/{question}/answer",
    c.AnswerQuestion,
    "Answer a question",
    back="/product/{question.product_id}/questions",
    submit="Post answer",
)
pages.button("/review/{review}/remove", c.DeleteReview, then="/shop/account/reviews", toast="Your review is deleted.")
pages.button("/review/{review}/thank", c.ThankReview, toast="Thanks for your feedback.")
pages.button("/question/{question}/remove", c.DeleteQuestion, toast="Your question is deleted.")
pages.button("/answer/{answer}/remove", c.DeleteAnswer, toast="Your answer is deleted.")


def _chosen(variants: list[Variant], wanted: int) -> Variant:
    in_stock = [variant for variant in variants if variant.stock]
    return next((variant for variant in variants if variant.id == wanted), (in_stock or variants)[0])


def _colours(variants: list[Variant], chosen: Variant) -> list[Variant]:
    """Return for each colour the variant that its swatch leads to: the same size, where there is one."""
    found: dict[str, Variant] = {}
    for variant in variants:
        if variant.colour and (variant.colour not in found or variant.size == chosen.size):
            found[variant.colour] = variant
    return list(found.values())


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
    back, shown = f"/shop/product/{found.product_id}?variant={variant}", {"variant": found, "lists": lists, "on": on}
    return over(request, back, "shop/add_to_list.html", title=_("Add to list"), form=form, **shown)


pages.plain_form(
    "/lists/new", c.MakeList, "New list", submit="Create list", then="/shop/list/{id}", toast="List “{name}” created."
)
pages.plain_form(
    "/list/{wishlist}/edit",
    c.RenameList,
    "Rename list",
    toast="Saved.",
    template="shop/rename_list.html",
    laid=True,
)
pages.button("/list/{wishlist}/remove", c.DeleteList, then="/shop/lists", toast="List deleted.")
pages.button("/wish/{wish}/remove", c.RemoveFromList, toast="Removed from your list.")
