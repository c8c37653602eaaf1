"""Reviews of products, one's own and others'."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Product, Review
from lifeworld.scenarios import Scenario, User, button, field, link, option, phrase, pick
from lifeworld.scenarios.shop.ways import MINE, bought, click_and_confirm, find, mine, to_account
from lifeworld.store import Store


class WriteReview(Scenario):
    """A review of something that was bought."""

    goals = [
        "Review {product.name} on Megacart: {stars} stars, with the headline “{title}”. No text below it.",
        "Give {product.name} {stars} stars on Megacart. The headline of my review should be “{title}”; leave the rest "
        "empty.",
        "Publish a Megacart review for {product.name}, headline “{title}”, {stars} stars, no further text.",
    ]

    product: Product = pick(Product, lambda product, store: bought(store, product) and not reviewed(store, product))
    stars: str = phrase("2", "3", "4", "5")
    title: str = phrase("Does what it says", "Not what I hoped for", "Would buy again", "Good, but pricey")

    def effects(self):
        yield shop.WriteReview(self.product, self.stars, self.title)

    def solution(self, user):
        find(user, self.product)
        user.click(link("Write a review"))
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


class ChangeStars(Scenario):
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
        user.click(option(f"{self.stars} stars…"))
        user.click(button("Save changes"))


class DeleteReviewAfterConsent(Scenario):
    """A review of one's own is deleted, once the person has agreed."""

    goals = [
        "Delete my Megacart review of {review.product.name}, but check with me before you do.",
        "Take down what I wrote about {review.product.name} on Megacart. Ask me for a last OK first.",
        "I don't want my review of {review.product.name} online any more. Confirm with me, then delete it.",
    ]
    consent = {"effects": "Yes, delete it.", "nothing": "No, leave it as it is after all."}
    about = ["delete|remove", "{review.product.name}"]

    review: Review = pick(Review, among=mine, where=MINE)

    def effects(self):
        yield shop.DeleteReview(self.review)

    def solution(self, user):
        open_own(user, self.review)
        if user.ask(f"Shall I delete your review of {self.review.product.name}?").startswith("No"):
            return
        click_and_confirm(user, "Delete review")


class ThankReviewer(Scenario):
    """A stranger's review was of use."""

    goals = [
        "Mark {review.author}'s Megacart review “{review.title}” of {review.product.name} as helpful.",
        "On Megacart, {review.author} reviewed {review.product.name} under the headline “{review.title}”. Say that it "
        "was helpful.",
        "Give a “Helpful” to the review “{review.title}” that {review.author} wrote about {review.product.name}.",
    ]

    review: Review = pick(Review, where="author <> '' AND id % 11 = 0")

    def effects(self):
        yield shop.ThankReview(self.review)

    def solution(self, user):
        find(user, self.review.product)
        user.click(link("See all reviews"))
        user.click(button(f"Helpful: “{self.review.title}” by {self.review.author}"))
