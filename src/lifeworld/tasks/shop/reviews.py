"""Reviews of products, one's own and others'."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Review, Stars
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Task, User, button, derived, field, link, option, phrase, pick, way
from lifeworld.tasks.shop.ways import MINE, delivered, find, mine, search_orders

VERDICTS: dict[str, Stars] = {  # headlines with the stars that go with them
    "Does what it says": "4",
    "Not what I hoped for": "2",
    "Would buy again": "5",
    "Good, but pricey": "4",
    "Quality could be better": "2",
    "Very happy with it": "5",
    "Nothing special": "3",
    "All right for the money": "3",
}


class WriteReview(Task):
    """A review of something that was bought."""

    goals = [
        "Review {product.name} on Megacart: {stars} stars, with the headline “{title}”. No text below it.",
        "Rate {product.name} on Megacart, {stars} of 5 stars. The headline of my review should be “{title}”; leave the "
        "rest empty.",
        "Publish a Megacart review for {product.name}, headline “{title}”, stars: {stars}, no further text.",
    ]

    product: Product = pick(Product, lambda product, store: delivered(store, product) and not reviewed(store, product))
    title: str = phrase(*VERDICTS)
    stars: Stars = derived(lambda title: VERDICTS[title])

    def effects(self) -> Commands:
        yield shop.WriteReview(self.product, self.stars, self.title)

    @way
    def among_the_reviews(self, user: User) -> None:
        find(user, self.product)
        user.click(link("See all reviews"))
        self._write(user, "Write a review")

    @way
    def from_the_order(self, user: User) -> None:
        search_orders(user, self.product.name)
        lines = [line for line in user.page.lines() if self.product.name in line.text and "Delivered" in line.text]
        user.click(link(lines[0].names[0]))
        self._write(user, f"Review {self.product.name}…")

    def _write(self, user: User, door: str) -> None:
        user.click(link(door))
        user.click(option(f"{self.stars} stars…"))
        user.fill(field("Headline"), self.title)
        user.click(button("Publish review"))


def reviewed(store: Store, product: Product) -> bool:
    """Return whether the owner has reviewed a product."""
    return store.count(Review, f"product_id = ? AND {MINE}", product.id) > 0


class ChangeStars(Task):
    """A review of one's own gets other stars, its words stay."""

    goals = [
        "Change my Megacart review of {review.product.name} to {stars} stars. Leave what I wrote as it is.",
        "My opinion of {review.product.name} has changed: make it {stars} stars in my Megacart review, same text.",
        "Edit the review I gave {review.product.name} on Megacart, only the rating: {stars} stars.",
    ]

    review: Review = pick(Review, among=mine, where=MINE)
    stars: Stars = phrase("2", "3", "4", "5")

    def effects(self) -> Commands:
        yield shop.EditReview(self.review, self.stars, self.review.title, self.review.body)

    @way
    def on_the_product(self, user: User) -> None:
        find(user, self.review.product)
        user.click(link("Edit your review"))
        self._change(user)

    @way
    def among_the_reviews(self, user: User) -> None:
        find(user, self.review.product)
        user.click(link("See all reviews"))
        user.click(link("Edit or delete your review"))
        self._change(user)

    def _change(self, user: User) -> None:
        user.click(option(f"{self.stars} stars…"))
        user.click(button("Save changes"))


class DeleteReviewAfterConsent(Task):
    """A review of one's own is deleted, once the person has agreed."""

    goals = [
        "I'm inclined to delete my Megacart review of {review.product.name}. The last word is mine, so talk to me when "
        "you have it in front of you.",
        "Take down what I wrote about {review.product.name} on Megacart, unless I say no when you come to me with it.",
        "I don't think I want my review of {review.product.name} on Megacart any longer. Once you've heard a clear yes "
        "from me, delete it.",
    ]
    confirmation = {
        "effects": "Yes, delete it.",
        "nothing": "No, leave it as it is after all.",
        "starred": "Don't delete it, but change the rating: {stars} stars. The words can stay.",
    }
    question_topics = ["{review.product.name}"]

    review: Review = pick(Review, among=mine, where=MINE)
    stars: Stars = phrase("2", "3", "4", "5")

    def effects(self) -> Commands:
        yield shop.DeleteReview(self.review)

    def starred(self) -> Commands:
        yield shop.EditReview(self.review, self.stars, self.review.title, self.review.body)


class ThankReviewer(Task):
    """A stranger's review was of use."""

    goals = [
        "Mark {review.author}'s Megacart review “{review.title}” of {review.product.name} as helpful.",
        "On Megacart, {review.author} reviewed {review.product.name} under the headline “{review.title}”. Say that it "
        "was helpful.",
        "Give a “Helpful” to the Megacart review “{review.title}” that {review.author} wrote about "
        "{review.product.name}.",
    ]

    review: Review = pick(Review, where="author <> '' AND id % 11 = 0")

    def effects(self) -> Commands:
        yield shop.ThankReview(self.review)

    @way
    def among_those_with_as_many_stars(self, user: User) -> None:
        find(user, self.review.product)
        user.click(link(f"{self.review.stars} star: …"))
        self._thank(user)

    @way
    def on_the_products_page_if_it_is_there(self, user: User) -> None:
        find(user, self.review.product)
        if not user.sees(self.review.title):
            user.click(link("See all reviews"))
        self._thank(user)

    def _thank(self, user: User) -> None:
        thanks = f"Helpful: “{self.review.title}” by {self.review.author}"
        while not user.sees(thanks):
            user.click(link("Show more"))
        user.click(button(thanks))
