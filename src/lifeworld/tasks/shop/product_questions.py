"""What customers ask and answer on a product's page."""

from dataclasses import dataclass

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Answer, Product, Question
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    containing,
    field,
    judged,
    link,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.shop.ways import MINE, click_and_confirm, find


@dataclass(frozen=True)
class Topic:
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
        self._ask(user)

    def _ask(self, user: User) -> None:
        user.click(link("Ask a question"))
        user.fill(field("Your question"), TOPICS[self.topic].asked)
        user.click(button("Post question"))


def open_questions(user: User, product: Product) -> None:
    """Open all that customers have asked about a product."""
    find(user, product)
    user.click(link("See all questions…"))


def search_questions(user: User, product: Product, words: str) -> None:
    """Open what customers have asked about a product in these words."""
    open_questions(user, product)
    user.fill(field("Search questions"), words)
    user.click(button("Search"))


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

    @way
    def found_by_searching(self, user: User) -> None:
        search_questions(user, self.question.product, self.question.text)
        self._answer(user)

    def _answer(self, user: User) -> None:
        user.click(link(f"Answer “{self.question.text}”"))
        user.fill(field("Your answer"), self.reply)
        user.click(button("Post answer"))


class TakeBackQuestion(Task):
    """A question of one's own is withdrawn."""

    goals = [
        "Delete the question that I asked on Megacart about {product.name}.",
        "Take my question about {product.name} off Megacart again.",
        "I've found out what I wanted to know of {product.name}. Remove my question from its Megacart page.",
    ]

    product: Product = pick(
        Product, lambda product, store: not store.count(Question, f"product_id = ? AND {MINE}", product.id)
    )
    text: str = phrase(
        "Has anybody had this for more than a year?", "Is it in stock all year round?", "Who makes this one?"
    )

    def setup(self) -> Setup:
        yield shop.AskQuestion(self.product, self.text)

    def effects(self, store: Store) -> Commands:
        yield shop.DeleteQuestion(store.one(Question, f"product_id = ? AND {MINE}", self.product.id))

    @way
    def on_the_product(self, user: User) -> None:
        find(user, self.product)
        click_and_confirm(user, f"Delete your question “{self.text}”")


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

    @way
    def found_by_searching(self, user: User) -> None:
        search_questions(user, self.question.product, self.question.text)
        click_and_confirm(user, f"Delete your answer “{self.text}”")
