"""Megacart's shelves and what people say about them: departments, products, variants, reviews, questions."""

from datetime import datetime
from typing import Annotated, Literal

from lifeworld.core.money import Money
from lifeworld.store import Followed, Row, between, not_empty, one_of, ref, stamp, unshown
from lifeworld.web.formats import emoji_names

Stars = Literal["5", "4", "3", "2", "1"]


class Department(Row, table="shop_department"):
    """A part of the shop."""

    name: str
    emoji: Annotated[str, one_of(emoji_names)]

    needs = {"id = (SELECT min(id) FROM shop_department)": "the first department"}


class Product(Row, table="shop_product", unique=(("key",),)):
    """Something that the shop sells. `was` is the price before a deal.

    `fives` … `ones` count the ratings that came without a text; those with one are `Review` rows.
    """

    department_id: int = ref(Department)
    key: str = unshown("only names the product among events")
    name: Annotated[str, not_empty]
    brand: str
    emoji: Annotated[str, one_of(emoji_names)] = unshown("tells which products are of one kind")
    blurb: str
    price: Annotated[Money, between(1, 10**9)]
    was: Annotated[Money | None, between(1, 10**9)] = None
    popularity: int
    fives: Annotated[int, between(0, 10**6)]
    fours: Annotated[int, between(0, 10**6)]
    threes: Annotated[int, between(0, 10**6)]
    twos: Annotated[int, between(0, 10**6)]
    ones: Annotated[int, between(0, 10**6)]

    faults = {"id NOT IN (SELECT product_id FROM shop_variant)": "it comes in no variant: add one"}
    department = Followed(Department)

    @property
    def variants(self) -> "list[Variant]":
        return self.store.all(Variant, "product_id = ?", self.id)


class Variant(Row, table="shop_variant", unique=(("product_id", "colour", "size"),)):
    """A product in one colour and size ("" where it comes in one only), and how many are in stock."""

    product_id: int = ref(Product)
    colour: str = ""
    size: str = ""
    stock: Annotated[int, between(0, 10**6)]

    product = Followed(Product)

    @property
    def label(self) -> str:
        """What tells it from its siblings, such as "Cream, S"."""
        return ", ".join(part for part in (self.colour, self.size) if part)

    @property
    def full_name(self) -> str:
        return f"{self.product.name} ({self.label})" if self.label else self.product.name


class Review(Row, table="shop_review"):
    """What a customer thinks of a product.

    Its stars add to those that the product counts. `author` is empty where it is the owner.
    """

    product_id: int = ref(Product)
    author: str
    stars: Stars
    title: str
    body: str
    verified: bool = False
    helpful: int = 0  # others who found it so
    thanked: bool = False  # by the owner
    written_at: datetime | None = stamp()

    product = Followed(Product)
    mine = property(lambda self: not self.author)


class Question(Row, table="shop_question"):
    """What a customer wants to know of a product. `author` is empty where it is the owner."""

    product_id: int = ref(Product)
    author: str
    text: str
    asked_at: datetime | None = stamp()

    product = Followed(Product)
    mine = property(lambda self: not self.author)

    @property
    def answers(self) -> "list[Answer]":
        return self.store.all(Answer, "question_id = ?", self.id)


class Answer(Row, table="shop_answer"):
    """An answer to a question. `author` is empty where it is the owner."""

    question_id: int = ref(Question, cascade=True)
    author: str
    text: str
    answered_at: datetime | None = stamp()

    question = Followed(Question)
    product = property(lambda self: self.question.product)
    mine = property(lambda self: not self.author)


class Search(Row, table="shop_search", incidental="what was searched for lately"):
    """A search that was made."""

    words: str


class Look(Row, table="shop_look", called="look at a product", incidental="which products were looked at lately"):
    """A product page that was opened."""

    product_id: int = ref(Product)
