"""A product's page, and what people say there."""

from lifeworld.apps.shop import catalogue, commands
from lifeworld.apps.shop.models import Answer, Look, Product, Question, Review, Variant
from lifeworld.apps.shop.orders import Settings, Wish, WishList
from lifeworld.apps.shop.views.frame import pages, shown
from lifeworld.web import Form, Page, Request

REVIEWS_PER_PAGE = 20
_REVIEW_ORDER = {
    "top": "author <> '', helpful + thanked DESC, id",
    "newest": "written_at DESC, id",
    "highest": "stars DESC, helpful DESC, id",
    "lowest": "stars, helpful DESC, id",
}
REVIEW_SORTS = {"top": "Top reviews", "newest": "Newest", "highest": "Highest rated", "lowest": "Lowest rated"}
VIEWS = ("front", "close", "boxed", "set")


@pages.page("/product/{product}")
def show_product(request: Request, product: int) -> Page:
    """A product in one variant (`?variant=`) from one side (`?view=`)."""
    found = request.row(Product, product)
    if request.store.get(Settings, 1).history:
        request.log(Look, product_id=product)
    variants = found.variants
    chosen = _chosen(variants, request.number("variant"))
    counts, total, average = catalogue.rating(request.store, found)
    more = catalogue.items(
        request.store,
        "p.department_id = ? AND p.id <> ?",
        found.department_id,
        product,
        order="p.emoji = ? DESC, p.popularity DESC, p.id".replace("?", f"'{found.emoji}'"),
        limit=8,
    )
    return shown(
        request,
        "product.html",
        "search",
        title=found.name,
        product=found,
        variant=chosen,
        colours=_colours(variants, chosen),
        sizes=_sizes(variants, chosen),
        view=request.choice("view", VIEWS),
        views=VIEWS,
        counts=counts,
        total=total,
        average=average,
        reviews=_reviews(request, product, "top")[:3],
        own=_own_review(request, product),
        questions=_questions(request, product, 2),
        question_count=request.store.count(Question, "product_id = ?", product),
        more=more,
        arrives=catalogue.arrival(request.now.date()),
        tomorrow=catalogue.arrival(request.now.date(), "nextday"),
        name=request.store.get(Settings, 1).public_name,
    )


@pages.page("/product/{product}/reviews")
def show_reviews(request: Request, product: int) -> Page:
    """All reviews, sorted, and of one number of stars if `?stars=` says so."""
    found = request.row(Product, product)
    sort = request.choice("sort", tuple(_REVIEW_ORDER))
    stars = request.number("stars")
    reviews = _reviews(request, product, sort, stars if 1 <= stars <= 5 else 0)
    page = max(1, request.number("page", 1))
    counts, total, average = catalogue.rating(request.store, found)
    return shown(
        request,
        "reviews.html",
        "search",
        title="Customer reviews",
        product=found,
        reviews=reviews[(page - 1) * REVIEWS_PER_PAGE : page * REVIEWS_PER_PAGE],
        found=len(reviews),
        page=page,
        page_count=max(1, -(-len(reviews) // REVIEWS_PER_PAGE)),
        sort=sort,
        sorts=REVIEW_SORTS,
        stars=stars,
        counts=counts,
        total=total,
        average=average,
        own=_own_review(request, product),
        name=request.store.get(Settings, 1).public_name,
    )


@pages.form("/product/{product}/review", commands.WriteReview, then="/shop/product/{product_id}/reviews?sort=newest",
            toast="Thank you, your review is published.")  # fmt: skip
def write_review(request: Request, form: Form, product: int) -> Page:
    found = request.row(Product, product)
    return shown(request, "review_form.html", "search", title="Write a review", form=form, product=found, review=None)


@pages.form("/review/{review}/edit", commands.EditReview, then="/shop/product/{product_id}/reviews?sort=newest",
            toast="Your review is changed.")  # fmt: skip
def edit_review(request: Request, form: Form, review: int) -> Page:
    found = request.row(Review, review)
    form.start(stars=found.stars, title=found.title, body=found.body)
    return shown(
        request, "review_form.html", "search", title="Edit review", form=form, product=found.product, review=found
    )


@pages.page("/product/{product}/questions")
def show_questions(request: Request, product: int) -> Page:
    """All questions on a product, those with `?words=` in them."""
    found = request.row(Product, product)
    words = request.search("words")
    return shown(
        request,
        "questions.html",
        "search",
        title="Questions and answers",
        product=found,
        questions=_questions(request, product, 60, words),
        words=words,
        name=request.store.get(Settings, 1).public_name,
    )


@pages.form("/product/{product}/ask", commands.AskQuestion, then="/shop/product/{product_id}/questions",
            toast="Your question is posted.")  # fmt: skip
def ask(request: Request, form: Form, product: int) -> Page:
    found = request.row(Product, product)
    return shown(request, "ask.html", "search", title="Ask a question", form=form, product=found)


@pages.form("/question/{question}/answer", commands.AnswerQuestion,
            then=lambda request, answer: f"/shop/product/{answer.question.product_id}/questions",
            toast="Your answer is posted.")  # fmt: skip
def answer(request: Request, form: Form, question: int) -> Page:
    found = request.row(Question, question)
    return shown(request, "answer.html", "search", title="Answer", form=form, question=found, product=found.product)


@pages.form("/variant/{variant}/list", commands.AddToList, then="/shop/list/{list_id}", toast="Added to your list.")
def add_to_list(request: Request, form: Form, variant: int) -> Page:
    """Choose the list that a variant goes on."""
    found = request.row(Variant, variant)
    lists = request.store.all(WishList)
    on = {wish.list_id for wish in request.store.all(Wish, "variant_id = ?", variant)}
    if lists:
        form.start(wishlist=next((one for one in lists if one.id not in on), lists[0]))
    return shown(
        request, "add_to_list.html", "lists", title="Add to list", form=form, variant=found, lists=lists, on=on
    )


pages.button("/review/{review}/remove", commands.DeleteReview, toast="Your review is deleted.")
pages.button("/review/{review}/thank", commands.ThankReview, toast="Thanks for your feedback.")
pages.button("/question/{question}/remove", commands.DeleteQuestion, toast="Your question is deleted.")
pages.button("/answer/{answer}/remove", commands.DeleteAnswer, toast="Your answer is deleted.")


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


def _sizes(variants: list[Variant], chosen: Variant) -> list[Variant]:
    return [variant for variant in variants if variant.size and variant.colour == chosen.colour]


def _reviews(request: Request, product: int, sort: str, stars: int = 0) -> list[Review]:
    where, args = "product_id = ?", [product]
    if stars:
        where, args = f"{where} AND stars = ?", [product, str(stars)]  # type: ignore[list-item]
    return request.store.all(Review, where, *args, order=_REVIEW_ORDER[sort])


def _own_review(request: Request, product: int) -> Review | None:
    return request.store.first(Review, "product_id = ? AND author = ''", product)


def _questions(request: Request, product: int, limit: int, words: str = "") -> list[tuple[Question, list[Answer]]]:
    """Return questions with their answers; the owner's own come first, then those that were answered most."""
    found = request.store.all(
        Question, "product_id = ? AND text LIKE ?", product, f"%{words}%", order="author <> '', id DESC", limit=limit
    )
    answers: dict[int, list[Answer]] = {}
    of_these = "question_id IN (SELECT id FROM shop_question WHERE product_id = ?)"
    for given in request.store.all(Answer, of_these, product):
        answers.setdefault(given.question_id, []).append(given)
    return [(question, answers.get(question.id, [])) for question in found]
