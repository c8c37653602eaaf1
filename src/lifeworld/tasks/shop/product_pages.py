"""What customers write on a product's page: reviews, questions and answers."""

from typing import NamedTuple

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Answer, Product, Question, Review, Stars
from lifeworld.apps.shop.orders import OrderLine
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Items, Setup, Task, User, containing, derived, judged, link, phrase, pick, way
from lifeworld.tasks.shop import MINE, OF_PRODUCT, find, mine, search_orders

MINE_OF_IT = f"product_id = ? AND {MINE}"
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

    product: Product = pick(Product, lambda product, store: to_review(store, product))
    title: str = phrase(*VERDICTS)
    stars: Stars = derived(lambda title: VERDICTS[title])

    def effects(self) -> Commands:
        yield shop.WriteReview(self.product, self.stars, self.title)

    @way
    def among_the_reviews(self, user: User) -> None:
        find(user, self.product)
        user.click(link("See all reviews"))
        user.follow(self)

    @way
    def from_the_order(self, user: User) -> None:
        search_orders(user, self.product.name)
        lines = [line for line in user.page.lines() if self.product.name in line.text and "Delivered" in line.text]
        user.click(link(lines[0].names[0]))
        user.click(link(f"Review {self.product.name}…"))
        user.follow(self)


def to_review(store: Store, product: Product) -> bool:
    """Return whether a product has come to the owner, who has not reviewed it."""
    there = "order_id IN (SELECT id FROM shop_order WHERE delivered_at IS NOT NULL AND cancelled_at IS NULL)"
    came = store.count(OrderLine, f"{there} AND {OF_PRODUCT}", product.id)
    return came > 0 and not store.count(Review, MINE_OF_IT, product.id)


class MyReview:
    """A review of one's own, and stars that it may get instead."""

    review: Review = pick(Review, among=mine, where=MINE)
    stars: Stars = phrase("2", "3", "4", "5")


class ChangeStars(MyReview, Task):
    """A review of one's own gets other stars, its words stay."""

    goals = [
        "Change my Megacart review of {review.product.name} to {stars} stars. Leave what I wrote as it is.",
        "My opinion of {review.product.name} has changed: make it {stars} stars in my Megacart review, same text.",
        "Edit the review I gave {review.product.name} on Megacart, only the rating: {stars} stars.",
    ]

    def effects(self) -> Commands:
        yield shop.EditReview(self.review, self.stars, self.review.title, self.review.body)

    @way
    def among_the_reviews(self, user: User) -> None:
        find(user, self.review.product)
        user.click(link("See all reviews"))
        user.follow(self)


class DeleteReviewAfterConsent(MyReview, Task):
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

    def effects(self) -> Commands:
        yield shop.DeleteReview(self.review)

    starred = ChangeStars.effects


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
        user.follow(self)

    @way
    def on_the_products_page_if_it_is_there(self, user: User) -> None:
        find(user, self.review.product)
        user.follow(self)


class Topic(NamedTuple):
    """What one may want to know of some products: the wordings of which a question needs one, and how one asks."""

    words: str
    asked: str
    products: str


TOPICS: dict[str, Topic] = {
    "how loud it is": Topic(
        "loud|nois|quiet",
        "How loud is it when it runs?",
        "Burr Coffee Grinder|Hand Mixer|Countertop Blender|Ice Cream Maker|Cordless Stick Vacuum|Desk Fan|Dehumidifier|"
        "Garment Steamer|Hair Dryer|Massage Gun|Projector|Photo Printer|Label Printer|Track Pump|Hamster Wheel",
    ),
    "whether a dishwasher does any harm": Topic(
        "dishwasher",
        "Is it safe in the dishwasher?",
        "Espresso Cups|Stoneware Mugs|Lunch Box|Salad Spinner|Wine Glasses|Tumblers|Garlic Press|Fondue Set|"
        "Enamel Dutch Oven|French Press|Chopstick Set|Insulated Food Flask|Bamboo Steamer",
    ),
    "how long the battery lasts": Topic(
        "batter",
        "How many hours does the battery last?",
        "Noise-Cancelling Headphones|Wireless Earbuds|Portable Speaker|Tablet|E-Reader|Fitness Band|Ergonomic Mouse|"
        "Game Controller|Video Doorbell|Headlamp|Electric Toothbrush|Massage Gun|Cordless Stick Vacuum",
    ),
    "whether machine washing is all right": Topic(
        "wash",
        "Can it go into the washing machine?",
        "Merino Crew Jumper|Oxford Shirt|Linen Shirt|Wool Overcoat|Fleece Zip-Up|Pleated Midi Skirt|Wrap Dress|"
        "Lambswool Scarf|Knitted Beanie|Felt Slippers|Wool Throw|Velvet Cushion Cover|Linen Duvet Cover|Bath Mat",
    ),
    "how many pages there are": Topic(
        "page",
        "How many pages does it have?",
        "The Salt Road|A Year Without Maps|Seventeen Small Kitchens|Bread in Cold Weather|The Patient Gardener|"
        "Harbour Noir|Glass Summer|The Last Ferry Home|My First Atlas|Essays on Slowness|Dot Grid Notebook",
    ),
    "from what age one can play with it": Topic(
        "age|old|year",
        "From what age on is it suitable?",
        "Wooden Train Set|Building Blocks|Marble Run|Science Kit: Volcano|Robot Building Kit|Remote-Control Car|"
        "Magic Trick Box|Mahjong Set|Board Game: Lighthouse|Bracelet Loom Kit|Microscope for Beginners",
    ),
    "whether frost does any damage": Topic(
        "frost|freez",
        "Can it stay outside in winter, or does frost damage it?",
        "Terracotta Pots|Ceramic Plant Pot|Bistro Table|Folding Garden Chair|Hanging Basket|Rain Gauge|Garden Hose|"
        "Raised Bed|Solar Path Lights|String Lights|Parasol|Compost Bin",
    ),
    "how much the whole of it weighs": Topic(
        "weigh|heavy",
        "How much does it weigh altogether?",
        "Camping Tent|Sleeping Bag|Inflatable Sleeping Mat|Camping Stove|Trekking Poles|Daypack|Folding Bike Lock|"
        "Climbing Harness|Cycling Helmet|Panniers|Boules Set|27-Inch Monitor|Wheelbarrow|Pet Carrier",
    ),
    "how strong the scent is": Topic(
        "scent|smell|fragran",
        "Is the scent strong?",
        "Hand Cream|Olive Soap|Shampoo Bar|Conditioner|Beard Oil|Bath Salts|Massage Oil|Beeswax Candles|"
        "Scented Diffuser|Sunscreen|After-Sun Gel|Clay Mask",
    ),
}  # fmt: skip


class AskAboutProduct(Task):
    """A question to other customers, in one's own words."""

    goals = [
        "Ask on the Megacart page of {product.name} {topic}. Any friendly wording will do.",
        "About {product.name} on Megacart, I wonder {topic}. Post a question on that page.",
        "Post a question on Megacart for other buyers of {product.name}. I'd like to know {topic}.",
    ]
    tags = ["prose"]

    topic: str = phrase(*TOPICS)
    product: Product = pick(
        Product, lambda product, topic: product.name.startswith(tuple(TOPICS[topic].products.split("|")))
    )

    def effects(self) -> Commands:
        yield shop.AskQuestion(self.product, containing(TOPICS[self.topic].words))

    def items(self) -> Items:
        yield judged("The text is a question to other buyers, and asks just that")

    @way
    def below_the_other_questions(self, user: User) -> None:
        find(user, self.product)
        if user.sees("See all questions"):
            user.click(link("See all questions…"))
        user.do(shop.AskQuestion(self.product, TOPICS[self.topic].asked))


class AnswerQuestion(Task):
    """A stranger's question is answered word for word."""

    goals = [
        "Somebody asked “{question.text}” about {question.product.name} on Megacart. Answer: “{reply}”",
        "On Megacart's page for {question.product.name}, reply “{reply}” to the question “{question.text}”.",
        "Answer the Megacart question “{question.text}” ({question.product.name}) with exactly “{reply}”",
    ]

    question: Question = pick(Question, where="author <> '' AND id % 7 = 0")
    reply: str = phrase(
        "I asked myself the same and wrote to the maker.",
        "No idea, sorry.",
        "Good question, I'd like to know that, too.",
        "The maker's help desk told me within a day.",
        "I'm not sure, mine is still in the box.",
    )

    def effects(self) -> Commands:
        yield shop.AnswerQuestion(self.question, self.reply)


class TakeBackQuestion(Task):
    """A question of one's own is withdrawn."""

    goals = [
        "Delete the question that I asked on Megacart about {product.name}.",
        "Take my question about {product.name} off Megacart again.",
        "I've found out what I wanted to know of {product.name}. Remove my question from its Megacart page.",
    ]

    product: Product = pick(Product, lambda product, store: not store.count(Question, MINE_OF_IT, product.id))
    text: str = phrase(
        "Has anybody had this for more than a year?", "Is it in stock all year round?", "Who makes this one?"
    )

    def setup(self) -> Setup:
        yield shop.AskQuestion(self.product, self.text)

    def effects(self, store: Store) -> Commands:
        yield shop.DeleteQuestion(store.one(Question, MINE_OF_IT, self.product.id))


class TakeBackAnswer(Task):
    """An answer of one's own is withdrawn."""

    goals = [
        "On Megacart I answered the question “{question.text}” about {question.product.name}. Delete my answer.",
        "Remove the answer that I gave to “{question.text}” on Megacart's page of {question.product.name}.",
        "My answer to “{question.text}” ({question.product.name}, Megacart) was nonsense. Take it down.",
    ]

    question: Question = pick(
        Question,
        lambda question, store: not store.count(Answer, f"question_id = ? AND {MINE}", question.id),
        where="author <> '' AND id % 5 = 0",
    )
    text: str = phrase("As far as I remember, yes.", "I can look when I'm home.", "That depends on what you expect.")

    def setup(self) -> Setup:
        yield shop.AnswerQuestion(self.question, self.text)

    def effects(self, store: Store) -> Commands:
        yield shop.DeleteAnswer(store.one(Answer, f"question_id = ? AND {MINE}", self.question.id))
