"""What strangers say about products: reviews, questions and answers, put together from the pieces in `reviews.toml`."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from lifeworld.core.errors import UserError
from lifeworld.core.words import Lines, Text, folder, read
from lifeworld.life import goods
from lifeworld.life.words.placeholders import PLAIN, check, of
from lifeworld.life.words.vocabulary import Moods


class Said(NamedTuple):
    """A review's headline and text."""

    title: str
    body: str


@dataclass(frozen=True)
class Question:
    """What strangers ask about a product, and what others may answer."""

    question: Text
    answers: Lines


@dataclass(frozen=True)
class Own:
    """What the owner asked, said to another's question and was told; and looked for lately."""

    questions: Lines
    remark: Text
    answers: Lines
    searches: Lines


@dataclass(frozen=True)
class Reviews:
    """The pieces that reviews are put together from, details by kind, and questions."""

    spans: Lines
    days: Lines
    own: Own
    titles: Moods
    openers: Moods
    closers: Moods
    details: dict[str, Moods]
    questions: tuple[Question, ...]


@cache
def reviews() -> Reviews:
    path = folder(__file__) / "reviews.toml"
    found = read(Reviews, path)
    kinds = dict.fromkeys(kind(product) for product in goods.products())
    if set(found.details) != set(kinds):
        raise UserError(f"{path}: details should have the keys {', '.join(kinds)}")
    moods = {"openers": found.openers, "closers": found.closers, **found.details}
    check(path, of({key: vars(mood) for key, mood in moods.items()}), ("span", "day"), PLAIN)
    check(path, {"own.questions": found.own.questions}, (), PLAIN)
    asked = {one.question: (one.question, *one.answers) for one in found.questions}
    check(path, asked, ("brand",), PLAIN)
    check(path, {"titles": (*found.titles.good, *found.titles.fair, *found.titles.poor)}, (), PLAIN)
    return found


def kind(product: goods.Product) -> str:
    """Return the key of the details that may be said of a product."""
    sizes = dict(product.options).get("Size")
    if sizes == goods.SHOE_SIZES:
        return "shoes"
    if product.department == "Clothing" and not sizes:
        return "any size"
    return product.pet or product.department


def review(rng: Random, product: goods.Product, stars: int) -> Said:
    """Return what somebody who gives so many stars writes."""
    pieces = [
        rng.choice(reviews().openers.of(stars)) if rng.random() < 0.8 else "",
        *rng.sample(reviews().details[kind(product)].of(stars), rng.choice((1, 1, 2))),
        rng.choice(reviews().closers.of(stars)),
    ]
    text = " ".join(piece for piece in pieces if piece)
    said = text.format(span=rng.choice(reviews().spans), day=rng.choice(reviews().days))
    return Said(rng.choice(reviews().titles.of(stars)), said)
