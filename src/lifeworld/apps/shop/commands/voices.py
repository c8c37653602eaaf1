"""Reviews, questions and answers: what everybody can read, and so what leaves the device."""

from lifeworld.apps.shop.models import Answer, Product, Question, Review, Stars
from lifeworld.store import Command, Store, tell

_TITLE = 100
_TEXT = 2000


class WriteReview(Command, seen_by="everyone"):
    """Publish a review of a product; one a product."""

    product: Product
    stars: Stars
    title: str
    body: str = ""
    refusals = {
        "empty": "Give your review a headline.",
        "long": "Keep the headline under 100 characters and the review under 2,000.",
        "once": "You have reviewed {name} already. Edit that review instead.",
    }

    def run(self, store: Store) -> Review:
        if store.count(Review, "product_id = ? AND author = ''", self.product.id):
            raise self.refuse("once", name=self.product.name)
        title, body = _said(self, self.title, self.body)
        _posted(store, "review", self.product, self.stars, title, body)
        return store.add(
            Review,
            product_id=self.product.id,
            author="",
            stars=self.stars,
            title=title,
            body=body,
            written_at=store.now,
        )


class EditReview(Command, seen_by="everyone"):
    """Change a review of one's own."""

    review: Review
    stars: Stars
    title: str
    body: str = ""
    refusals = {
        "empty": WriteReview.refusals["empty"],
        "long": WriteReview.refusals["long"],
        "not_yours": "Only your own review can be changed.",
    }

    def run(self, store: Store) -> Review:
        if not self.review.mine:
            raise self.refuse("not_yours")
        title, body = _said(self, self.title, self.body)
        _posted(store, "review", self.review.product, self.stars, title, body)
        return store.change(self.review, stars=self.stars, title=title, body=body)


class DeleteReview(Command, seen_by="everyone"):
    """Take back a review of one's own."""

    review: Review
    refusals = {"not_yours": "Only your own review can be deleted."}

    def run(self, store: Store) -> Review:
        if not self.review.mine:
            raise self.refuse("not_yours")
        store.remove(self.review)
        _posted(store, "take review back", self.review.product)
        return self.review


class ThankReview(Command, seen_by="everyone"):
    """Say that a review was helpful."""

    review: Review
    refusals = {"own": "This is your own review.", "twice": "You have marked this review as helpful already."}

    def run(self, store: Store) -> Review:
        if self.review.mine:
            raise self.refuse("own")
        if self.review.thanked:
            raise self.refuse("twice")
        _posted(store, "find helpful", self.review.product, self.review.author)
        return store.change(self.review, thanked=True)


class AskQuestion(Command, seen_by="everyone"):
    """Ask other customers about a product."""

    product: Product
    text: str
    refusals = {"empty": "Write your question.", "long": "Keep the question under 300 characters."}

    def run(self, store: Store) -> Question:
        text = _line(self, self.text, 300)
        _posted(store, "question", self.product, text)
        return store.add(Question, product_id=self.product.id, author="", text=text, asked_at=store.now)


class DeleteQuestion(Command, seen_by="everyone"):
    """Take back a question of one's own, with its answers."""

    question: Question
    refusals = {"not_yours": "Only your own question can be deleted."}

    def run(self, store: Store) -> Question:
        if not self.question.mine:
            raise self.refuse("not_yours")
        store.remove(self.question)
        _posted(store, "take question back", self.question.product)
        return self.question


class AnswerQuestion(Command, seen_by="everyone"):
    """Answer a question about a product."""

    question: Question
    text: str
    refusals = {"empty": "Write your answer.", "long": "Keep the answer under 1,000 characters."}

    def run(self, store: Store) -> Answer:
        text = _line(self, self.text, 1000)
        _posted(store, "answer", self.question.product, text)
        return store.add(Answer, question_id=self.question.id, author="", text=text, answered_at=store.now)


class DeleteAnswer(Command, seen_by="everyone"):
    """Take back an answer of one's own."""

    answer: Answer
    refusals = {"not_yours": "Only your own answer can be deleted."}

    def run(self, store: Store) -> Answer:
        if not self.answer.mine:
            raise self.refuse("not_yours")
        store.remove(self.answer)
        _posted(store, "take answer back", self.answer.question.product)
        return self.answer


def _said(command: Command, title: str, body: str) -> tuple[str, str]:
    title, body = " ".join(title.split()), body.strip()
    if not title:
        raise command.refuse("empty", "title")
    if len(title) > _TITLE:
        raise command.refuse("long", "title")
    if len(body) > _TEXT:
        raise command.refuse("long", "body")
    return title, body


def _line(command: Command, written: str, longest: int) -> str:
    text = written.strip()
    if not text:
        raise command.refuse("empty", "text")
    if len(text) > longest:
        raise command.refuse("long", "text")
    return text


def _posted(store: Store, verb: str, product: Product, *said: str) -> None:
    tell(store, "shop", verb, "everyone", product.name, *said)
