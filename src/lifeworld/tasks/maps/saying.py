"""Reviews written, changed and taken back."""

from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place, Review
from lifeworld.taskkit import Commands, Task, number, phrase, pick
from lifeworld.tasks.maps.ways import BUSINESSES, own


class ReviewAPlace(Task):
    """A place gets a review."""

    goals = [
        "Review {place.name} on Wayfarer: {stars} stars, with exactly “{text}”.",
        "Give {place.name} {stars} stars on the map and write “{text}”, nothing more.",
        "Post a review of {place.name} in my maps app, {stars} stars, saying just “{text}”.",
    ]
    tags = ["daily"]
    place: Place = pick(Place, lambda place: all(not one.mine for one in place.reviews), where=BUSINESSES)
    stars: int = number(2, 5)
    text: str = phrase("Friendly people, quick too.", "Better than the last time.", "Quiet in the morning.")

    def effects(self) -> Commands:
        yield maps.WriteReview(self.place, str(self.stars), self.text)  # type: ignore[arg-type]


class ThinkAgain(Task):
    """A review gets another rating and keeps its words."""

    goals = [
        "Change my review of {review.place.name} on Wayfarer to {stars} stars; leave the text as it is.",
        "My rating of {review.place.name} on the map should be {stars} stars now. Don't touch what I wrote.",
        "Make it {stars} stars in my review of {review.place.name}, with the same words as before.",
    ]
    tags = ["daily"]
    review: Review = pick(Review, own, among=own)
    stars: int = number(2, 5)

    def effects(self) -> Commands:
        yield maps.EditReview(self.review, str(self.stars))  # type: ignore[arg-type]


class TakeReviewBack(Task):
    """A review goes."""

    goals = [
        "Delete my review of {review.place.name} on Wayfarer.",
        "I don't stand by what I wrote about {review.place.name} on the map. Take that review down.",
        "Remove what I posted on {review.place.name} in my maps app.",
    ]
    tags = ["daily"]
    review: Review = pick(Review, own, among=own)

    def effects(self) -> Commands:
        yield maps.DeleteReview(self.review)
