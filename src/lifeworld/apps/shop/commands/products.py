"""What is done with a product beside buying it: sent to others, spoken of where everybody reads it, put on a list."""

import re
from collections.abc import Iterable

from lifeworld.apps.shop.models import Answer, Product, Question, Review, Stars, Variant
from lifeworld.apps.shop.orders import Wish, WishList
from lifeworld.life.models import Person
from lifeworld.life.sharing import REFUSED, Own, Public, send_to, share
from lifeworld.store import NOW, Add, Command, Edit, Remove, Store, ask, line
from lifeworld.store import text as long_text

_MEANT = ("hate it", "don't like it", "it's okay", "like it", "love it")
STARS = {str(n): f"{n} star{'s' * (n > 1)}: {_MEANT[n - 1]}" for n in (5, 4, 3, 2, 1)}
PUBLIC = "Everybody can read it."
EMPTY, TAKEN, LONGEST = "Give the list a name.", "You have a list named {name} already.", 60


class ShareProduct(Command, seen_by="those it is sent to"):
    """Send a product to people in Chatter, with its price and a link, and a word of one's own before it."""

    product: Product
    people: tuple[Person, ...] = send_to()
    note: str = line("Message", default="", longest=300, placeholder="What do you think of this?")
    refusals = REFUSED

    def run(self, store: Store) -> Product:
        product = self.product
        share(self, store, self.people, self.note, product.name, str(product.price), link_to(product))
        return product


def link_to(product: Product) -> str:
    """Return the address of a product as others are told it."""
    return f"megacart.example/{re.sub('[^a-z0-9]+', '-', product.name.lower()).strip('-')}"


class _Public(Public, seen_by="everyone"):
    app, on = "shop", "product"


class WriteReview(_Public, Add, of=Review, sets={"author": "", "written_at": NOW}, seen_by="everyone"):
    """Publish a review of a product; one a product."""

    product: Product
    stars: Stars = ask("Your rating", kind="stars", choices=STARS)
    title: str = line("Headline", empty="Give your review a headline.", longest=100, placeholder="What matters most?")
    body: str = long_text("Review", default="", longest=2000, hint=f"Optional. {PUBLIC}")
    refusals = {"once": "You have reviewed {product.name} already. Edit that review instead."}

    def check(self, store: Store) -> None:
        self.need(not store.count(Review, "product_id = ? AND author = ''", self.product.id), "once")


class EditReview(Own, _Public, Edit, seen_by="everyone"):
    """Change a review of one's own."""

    review: Review
    stars: Stars = ask("Your rating", kind="stars", choices=STARS)
    title: str = line("Headline", empty="Give your review a headline.", longest=100)
    body: str = long_text("Review", default="", longest=2000, hint=f"Optional. {PUBLIC}")


class DeleteReview(Own, _Public, Remove, seen_by="everyone"):
    """Take back a review of one's own."""

    verb = "take review back"
    review: Review


class ThankReview(_Public, Edit, sets={"thanked": True}, seen_by="everyone"):
    """Say that a review was helpful."""

    verb = "find helpful"
    review: Review
    refusals = {"own": "This is your own review.", "already": "You have marked this review as helpful already."}

    def said(self) -> Iterable[str]:
        return (self.review.author,)

    def check(self, store: Store) -> None:
        self.need(not self.review.mine, "own")


class AskQuestion(_Public, Add, of=Question, sets={"author": "", "asked_at": NOW}, seen_by="everyone"):
    """Ask other customers about a product."""

    verb = "question"
    product: Product
    text: str = long_text(
        "Your question",
        empty="Write your question.",
        longest=300,
        hint=f"{PUBLIC} Other customers answer, mostly within a few days.",
    )


class DeleteQuestion(Own, _Public, Remove, seen_by="everyone"):
    """Take back a question of one's own, with its answers."""

    verb = "take question back"
    question: Question


class AnswerQuestion(_Public, Add, of=Answer, sets={"author": "", "answered_at": NOW}, seen_by="everyone"):
    """Answer a question about a product."""

    verb = "answer"
    question: Question
    text: str = long_text("Your answer", empty="Write your answer.", longest=1000, hint=PUBLIC)


class DeleteAnswer(Own, _Public, Remove, seen_by="everyone"):
    """Take back an answer of one's own."""

    verb = "take answer back"
    answer: Answer


class MakeList(Add, of=WishList, seen_by="nobody"):
    """Begin a new wish list."""

    name: str = line("List name", empty=EMPTY, longest=LONGEST, taken=TAKEN)


class RenameList(Edit, seen_by="nobody"):
    """Give a wish list another name."""

    wishlist: WishList
    name: str = line("List name", empty=EMPTY, longest=LONGEST, taken=TAKEN)


class DeleteList(Remove, seen_by="nobody"):
    """Delete a wish list and what is on it."""

    wishlist: WishList


class AddToList(Add, of=Wish, seen_by="nobody"):
    """Put a variant on a wish list."""

    variant: Variant
    list: WishList = ask("Which list?", kind="radio")
    refusals = {"there": "{variant.full_name} is on {list.name} already."}

    def check(self, store: Store) -> None:
        there = store.count(Wish, "list_id = ? AND variant_id = ?", self.list.id, self.variant.id)
        self.need(not there, "there", "list")


class RemoveFromList(Remove, seen_by="nobody"):
    """Take something off its list."""

    wish: Wish
