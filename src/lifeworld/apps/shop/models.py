"""Megacart's shelves and what people say about them: departments, products, variants, reviews, questions."""

from datetime import datetime
from typing import Literal

from lifeworld.core.money import Money
from lifeworld.store import Row, ref, stamp

Stars = Literal["1", "2", "3", "4", "5"]


class Department(Row, table="shop_department"):
    """A part of the shop."""

    name: str
    emoji: str


class Product(Row, table="shop_product", unique=(("key",),)):
    """Something that the shop sells. `was` is the price before a deal.

    `fives` … `ones` count the ratings that came without a text; those with one are `Review` rows.
    """

    department_id: int = ref(Department)
    key: str
    name: str
    brand: str
    emoji: str
    blurb: str
    price: Money
    was: Money | None = None
    popularity: int
    fives: int
    fours: int
    threes: int
    twos: int
    ones: int

    @property
    def department(self) -> Department:
        return self.follow(Department, self.department_id)

    @property
    def variants(self) -> "list[Variant]":
        return self.store.all(Variant, "product_id = ?", self.id)


class Variant(Row, table="shop_variant", unique=(("product_id", "colour", "size"),)):
    """A product in one colour and size ("" where it comes in one only), and how many are in stock."""

    product_id: int = ref(Product)
    colour: str = ""
    size: str = ""
    stock: int

    @property
    def product(self) -> Product:
        return self.follow(Product, self.product_id)

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

    @property
    def product(self) -> Product:
        return self.follow(Product, self.product_id)

    @property
    def mine(self) -> bool:
        return not self.author


class Question(Row, table="shop_question"):
    """What a customer wants to know of a product. `author` is empty where it is the owner."""

    product_id: int = ref(Product)
    author: str
    text: str
    asked_at: datetime | None = stamp()

    @property
    def product(self) -> Product:
        return self.follow(Product, self.product_id)

    @property
    def mine(self) -> bool:
        return not self.author


class Answer(Row, table="shop_answer"):
    """An answer to a question. `author` is empty where it is the owner."""

    question_id: int = ref(Question, cascade=True)
    author: str
    text: str
    answered_at: datetime | None = stamp()

    @property
    def question(self) -> Question:
        return self.follow(Question, self.question_id)

    @property
    def mine(self) -> bool:
        return not self.author


class Search(Row, table="shop_search", incidental="what was searched for lately"):
    """A search that was made."""

    words: str


class Look(Row, table="shop_look", called="look at a product", incidental="which products were looked at lately"):
    """A product page that was opened."""

    product_id: int = ref(Product)


SHELVES: tuple[type[Row], ...] = (Department, Product, Variant, Review, Question, Answer, Search, Look)
