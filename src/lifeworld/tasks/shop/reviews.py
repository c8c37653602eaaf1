"""Reviews of products, one's own and others'."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Review
from lifeworld.store import Store
from lifeworld.taskkit import Task, User, button, derived, field, link, option, phrase, pick, way
from lifeworld.tasks.shop.ways import MINE, click_and_confirm, delivered, find, mine, search_orders, to_account

VERDICTS = {  # headlines with the stars that go with them
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
    stars: str = derived(lambda title: VERDICTS[title])

    def effects(self):
        yield shop.WriteReview(self.product, self.stars, self.title)

    def solution(self, user):
        find(user, self.product)
        self._write(user, "Write a review")

    @way
    def among_the_reviews(self, user):
        find(user, self.product)
        user.click(link("See all reviews"))
        self._write(user, "Write a review")

    @way
    def from_the_order(self, user):
        search_orders(user, self.product.name)
        lines = [line for line in user.page.lines() if self.product.name in line.text and "Delivered" in line.text]
        user.click(link(lines[0].names[0]))
        self._write(user, f"Review {self.product.name}…")

    def _write(self, user, door: str):
        user.click(link(door))
        user.click(option(f"{self.stars} stars…"))
        user.fill(field("Headline"), self.title)
        user.click(button("Publish review"))


def reviewed(store: Store, product: Product) -> bool:
    """Return whether the owner has reviewed a product."""
    return store.count(Review, f"product_id = ? AND {MINE}", product.id) > 0


def open_own(user: User, review: Review) -> None:
    """Open a review of one's own."""
    to_account(user, "Your reviews…")
    user.click(link(f"Edit or delete review of {review.product.name}"))


class ChangeStars(Task):
    """A review of one's own gets other stars, its words stay."""

    goals = [
        "Change my Megacart review of {review.product.name} to {stars} stars. Leave what I wrote as it is.",
        "My opinion of {review.product.name} has changed: make it {stars} stars in my Megacart review, same text.",
        "Edit the review I gave {review.product.name} on Megacart, only the rating: {stars} stars.",
    ]

    review: Review = pick(Review, among=mine, where=MINE)
    stars: str = phrase("2", "3", "4", "5")

    def effects(self):
        yield shop.EditReview(self.review, self.stars, self.review.title, self.review.body)

    def solution(self, user):
        open_own(user, self.review)
        self._change(user)

    @way
    def on_the_product(self, user):
        find(user, self.review.product)
        user.click(link("Edit your review"))
        self._change(user)

    @way
    def among_the_reviews(self, user):
        find(user, self.review.product)
        user.click(link("See all reviews"))
        user.click(link("Edit or delete your review"))
        self._change(user)

    def _change(self, user):
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
    consent = {
        "effects": "Yes, delete it.",
        "nothing": "No, leave it as it is after all.",
        "starred": "Don't delete it, but change the rating: {stars} stars. The words can stay.",
    }
    about = ["{review.product.name}"]

    review: Review = pick(Review, among=mine, where=MINE)
    stars: str = phrase("2", "3", "4", "5")

    def effects(self):
        yield shop.DeleteReview(self.review)

    def starred(self):
        yield shop.EditReview(self.review, self.stars, self.review.title, self.review.body)

    def solution(self, user):
        open_own(user, self.review)
        reply = user.ask(f"Shall I delete your review of {self.review.product.name}?")
        if "? Yes" in reply:
            click_and_confirm(user, "Delete review")
        elif "? Don't" in reply:
            user.click(option(f"{reply.split(' stars')[0][-1]} stars…"))
            user.click(button("Save changes"))


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

    def effects(self):
        yield shop.ThankReview(self.review)

    def solution(self, user):
        find(user, self.review.product)
        user.click(link("See all reviews"))
        self._thank(user)

    @way
    def among_those_with_as_many_stars(self, user):
        find(user, self.review.product)
        user.click(link(f"{self.review.stars} star: …"))
        self._thank(user)

    @way
    def on_the_products_page_if_it_is_there(self, user):
        find(user, self.review.product)
        if not user.sees(self.review.title):
            user.click(link("See all reviews"))
        self._thank(user)

    def _thank(self, user):
        thanks = f"Helpful: “{self.review.title}” by {self.review.author}"
        while not user.sees(thanks):
            user.click(link("Show more"))
        user.click(button(thanks))
