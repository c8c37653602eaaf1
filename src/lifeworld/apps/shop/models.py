"""Megacart's shelves and what people say about them: departments, products, variants, reviews, questions."""

from datetime import datetime
from typing import Literal

from lifeworld.core.money import Money
from lifeworld.store import Followed, Row, ref, stamp, unshown

Stars = Literal["5", "4", "3", "2", "1"]


class Department(Row, table="shop_department"):
    """A part of the shop."""

    name: str
    emoji: str


class Product(Row, table="shop_product", unique=(("key",),)):
    """Something that the shop sells. `was` is the price before a deal.

    `fives` … `ones` count the ratings that came without a text; those with one are `Review` rows.
    """

    department_id: int = ref(Department)
    key: str = unshown("only names the product among events")
    name: str
    brand: str
    emoji: str = unshown("tells which products are of one kind")
    blurb: str
    price: Money
    was: Money | None = None
    popularity: int
    fives: int
    fours: int
    threes: int
    twos: int
    ones: int

    department = Followed(Department)

    @property
    def variants(self) -> "list[Variant]":
        return self.store.all(Variant, "product_id = ?", self.id)


class Variant(Row, table="shop_variant", unique=(("product_id", "colour", "size"),)):
    """A product in one colour and size ("" where it comes in one only), and how many are in stock."""

    product_id: int = ref(Product)
    colour: str = ""
    size: str = ""
    stock: int

    product = Followed(Product)

    @property
    def label(self) -> str:
        """What tells it from its siblings, such as "Cream, S"."""
        return ", ".join(part for part in (self.colour, self.size) if part)

    @property
    def full_name(self) -> str:
        return f"{self.product.name} ({self.label})" if self.label else self.product.name


class Review(Row, table="shop_review"):
    """What a customer thinks of a product. `author` is empty where it is the owner."""

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
