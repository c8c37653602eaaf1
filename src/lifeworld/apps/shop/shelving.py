"""How the shelves come to be full: products from the range, with stock, deals and what strangers say of them."""

from collections import Counter
from datetime import datetime, timedelta
from random import Random

from lifeworld.apps.shop import words
from lifeworld.apps.shop.models import Answer, Department, Look, Product, Question, Review, Search, Variant
from lifeworld.core.money import Money
from lifeworld.life import Life, goods
from lifeworld.life.events import Delivered, Purchase
from lifeworld.life.words.vocabulary import names
from lifeworld.store import Store

EMOJI = {
    "Kitchen": "cooking",
    "Home": "couch-and-lamp",
    "Electronics": "headphone",
    "Clothing": "t-shirt",
    "Books": "books",
    "Sports": "tennis",
    "Garden": "potted-plant",
    "Toys & Games": "teddy-bear",
    "Health & Beauty": "lotion-bottle",
    "Office & Pets": "paw-prints",
}
DEALS = 36
_LETTERS = "ABCDEFGHIKLMNOPRSTVWZ"


def fill(store: Store, life: Life) -> None:
    """Put the whole range on the shelves."""
    rng = life.rng("shop")
    departments = {name: store.add(Department, name=name, emoji=EMOJI[name]).id for name in goods.departments()}
    on_offer = {product.key for product in rng.sample(goods.products(), DEALS)}
    for made in goods.products():
        product = _product(store, rng, made, departments[made.department], made.key in on_offer)
        _variants(store, rng, made, product)
        _reviews(store, rng, made, product, life.now)
        _questions(store, rng, made, product, life.now)


def liked(store: Store, life: Life, count: int) -> list[Variant]:
    """Return so many variants in stock, each of another product, from the departments that the owner buys from."""
    rng = life.rng("shop taste")
    by_key = goods.by_key()
    orders = [event for event in life.events if isinstance(event, Purchase)]
    bought = Counter(by_key[line.product].department for order in orders for line in order.lines)
    known = {product.id: 0.2 + bought[by_key[product.key].department] for product in store.all(Product)}
    choices: dict[int, list[Variant]] = {}
    for variant in store.all(Variant, "stock > 7"):  # what is scarce may yet be bought away
        choices.setdefault(variant.product_id, []).append(variant)
    picked: list[Variant] = []
    while len(picked) < count and choices:
        product_id = rng.choices(list(choices), [known[number] for number in choices])[0]
        picked.append(rng.choice(choices.pop(product_id)))
    return picked


def own_words(store: Store, life: Life) -> None:
    """Let the owner have reviewed some of what came, asked twice, and looked around lately."""
    rng = life.rng("shop voice")
    came = {event.number: event.at for event in life.events if isinstance(event, Delivered) and event.at < life.now}
    orders = [event for event in life.events if isinstance(event, Purchase) and event.number in came]
    bought = {event.lines[0].product: came[event.number] for event in orders}
    keys = sorted(rng.sample(sorted(bought), min(7, len(bought))), key=lambda key: bought[key])
    for key in keys:
        _own_review(store, rng, key, min(bought[key] + timedelta(days=rng.randint(2, 12)), life.now))
    own = words.reviews().own
    for text, key in zip(rng.sample(own.questions, 3), rng.sample(sorted(goods.by_key()), 3), strict=True):
        _own_question(store, rng, key, text, life.now)
    for term in rng.sample(own.searches, rng.randint(3, 6)):
        store.add(Search, words=term)
    for product in rng.sample(store.all(Product), rng.randint(6, 12)):
        store.add(Look, product_id=product.id)


def _product(store: Store, rng: Random, made: goods.Product, department_id: int, deal: bool) -> Product:
    ratings = 6 + int(made.popularity**1.45) + rng.randint(0, 20)
    counts = [0] * 5
    for stars in rng.choices(range(5), _shares(made.stars / 10), k=ratings):
        counts[stars] += 1
    told = ("key", "name", "brand", "emoji", "blurb", "price", "popularity")
    facts = {name: getattr(made, name) for name in told}
    rated = dict(zip(("ones", "twos", "threes", "fours", "fives"), counts, strict=True))
    was = _before(rng, made.price) if deal else None
    return store.add(Product, department_id=department_id, was=was, **facts, **rated)


def _before(rng: Random, price: Money) -> Money:
    """Return the price before a deal of 15 to 45 percent, written as this shop writes prices."""
    dollars = max(price.cents // 100 + 2, round(price.cents / (100 - rng.choice((15, 20, 25, 30, 35, 40, 45)))))
    return Money(dollars * 100 - (0 if price.cents % 100 == 0 else 1))


def _shares(mean: float) -> list[float]:
    """Return how often one to five stars are given where the average is `mean`: binomial, with some who hate it."""
    p = (mean - 1) / 4
    binomial = [1, 4, 6, 4, 1]
    return [n * p**k * (1 - p) ** (4 - k) + (0.02 if k == 0 else 0) for k, n in enumerate(binomial)]


def _variants(store: Store, rng: Random, made: goods.Product, product: Product) -> None:
    options = dict(made.options)
    for colour in options.get("Colour", ("",)):
        for size in options.get("Size", ("",)):
            store.add(Variant, product_id=product.id, colour=colour, size=size, stock=_stock(rng, len(made.variants)))


def _stock(rng: Random, siblings: int) -> int:
    luck = rng.random()
    if luck < (0.1 if siblings > 1 else 0.04):
        return 0
    return rng.randint(2, 5) if luck < 0.22 else rng.randint(8, 70)


def _reviews(store: Store, rng: Random, made: goods.Product, product: Product, now: datetime) -> None:
    for _ in range(2 + made.popularity // 16 + rng.randint(0, 2)):
        stars = rng.choices((1, 2, 3, 4, 5), _shares(made.stars / 10))[0]
        said = words.review(rng, made, stars)
        own = {"author": _somebody(rng), "verified": rng.random() < 0.8, "helpful": int(rng.expovariate(0.3))}
        own |= {"stars": str(stars), "written_at": _before_now(rng, now, 540)}
        store.add(Review, product_id=product.id, **said._asdict(), **own)


def _questions(store: Store, rng: Random, made: goods.Product, product: Product, now: datetime) -> None:
    for written in rng.sample(words.reviews().questions, rng.choice((0, 1, 1, 2, 2, 3))):
        asked = _before_now(rng, now, 400)
        author, text = _somebody(rng), written.question
        question = store.add(Question, product_id=product.id, author=author, text=text, asked_at=asked)
        for answer in rng.sample(written.answers, rng.randint(0 if rng.random() < 0.15 else 1, len(written.answers))):
            at = min(asked + timedelta(hours=rng.randint(1, 200)), now)
            _answer(store, question, _somebody(rng), answer.format(brand=made.brand), at)


def _answer(store: Store, question: Question, author: str, text: str, at: datetime) -> None:
    store.add(Answer, question_id=question.id, author=author, text=text, answered_at=max(at, question.asked_at or at))


def _own_review(store: Store, rng: Random, key: str, at: datetime) -> None:
    product = store.one(Product, "key = ?", key)
    stars = rng.choice((3, 4, 4, 5, 5))
    said = words.review(rng, goods.by_key()[key], stars)
    own = {"author": "", "stars": str(stars), "verified": True, "helpful": rng.randint(0, 6), "written_at": at}
    store.add(Review, product_id=product.id, **said._asdict(), **own)


def _own_question(store: Store, rng: Random, key: str, text: str, now: datetime) -> None:
    product = store.one(Product, "key = ?", key)
    asked = _before_now(rng, now, 60)
    question = store.add(Question, product_id=product.id, author="", text=text, asked_at=asked)
    stranger = store.first(Question, "product_id = ? AND author <> ''", product.id)
    if stranger:
        at = now - timedelta(days=rng.randint(1, 20))
        _answer(store, stranger, "", words.reviews().own.remark, at)
    if rng.random() < 0.7:
        answer = rng.choice(words.reviews().own.answers)
        _answer(store, question, _somebody(rng), answer, asked + (now - asked) / 2)


def _somebody(rng: Random) -> str:
    return f"{rng.choice(names().given)} {rng.choice(_LETTERS)}."


def _before_now(rng: Random, now: datetime, days: int) -> datetime:
    return now - timedelta(minutes=rng.randint(60, days * 24 * 60))
