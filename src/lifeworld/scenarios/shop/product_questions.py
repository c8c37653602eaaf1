"""What customers ask and answer on a product's page."""

from lifeworld.apps.shop import commands as shop
from lifeworld.apps.shop.models import Answer, Product, Question
from lifeworld.scenarios import Scenario, User, anything, button, field, link, phrase, pick
from lifeworld.scenarios.shop.ways import MINE, click_and_confirm, find, mine


class AskAboutProduct(Scenario):
    """A question to other customers, in one's own words."""

    goals = [
        "Ask on the Megacart page of {product.name} whether it is loud. Any wording will do.",
        "I wonder if the {product.name} from Megacart makes noise. Post a question about that on its page.",
        "Post a question on Megacart for other buyers of {product.name}: is it noisy?",
    ]

    product: Product = pick(Product, lambda product: product.department.name in {"Kitchen", "Electronics"})

    def effects(self):
        yield shop.AskQuestion(self.product, anything)

    def solution(self, user):
        find(user, self.product)
        user.click(link("Ask a question"))
        user.fill(field("Your question"), "Is it loud when it runs?")
        user.click(button("Post question"))


def open_questions(user: User, product: Product) -> None:
    """Open all that customers have asked about a product."""
    find(user, product)
    user.click(link("See all questions…"))


class AnswerQuestion(Scenario):
    """A stranger's question is answered word for word."""

    goals = [
        "Somebody asked “{question.text}” about {question.product.name} on Megacart. Answer: “{reply}”",
        "On Megacart's page for {question.product.name}, reply “{reply}” to the question “{question.text}”.",
        "Answer the Megacart question “{question.text}” ({question.product.name}) with exactly “{reply}”",
    ]

    question: Question = pick(Question, where="author <> '' AND id % 7 = 0")
    reply: str = phrase(
        "Yes, as far as I can tell.", "I asked myself the same and wrote to the maker.", "No idea, sorry."
    )

    def effects(self):
        yield shop.AnswerQuestion(self.question, self.reply)

    def solution(self, user):
        open_questions(user, self.question.product)
        user.click(link(f"Answer “{self.question.text}”"))
        user.fill(field("Your answer"), self.reply)
        user.click(button("Post answer"))


class TakeBackQuestion(Scenario):
    """A question of one's own is withdrawn."""

    goals = [
        "Delete the question that I asked on Megacart about {question.product.name}.",
        "Take my question about {question.product.name} off Megacart again.",
        "I've found out what I wanted to know of {question.product.name}. Remove my question from its Megacart page.",
    ]

    question: Question = pick(Question, among=mine, where=MINE)

    def effects(self):
        yield shop.DeleteQuestion(self.question)

    def solution(self, user):
        open_questions(user, self.question.product)
        click_and_confirm(user, f"Delete your question “{self.question.text}”")


class TakeBackAnswer(Scenario):
    """An answer of one's own is withdrawn."""

    goals = [
        "On Megacart I answered the question “{own.question.text}” about {own.question.product.name}. Delete my "
        "answer.",
        "Remove the answer that I gave to “{own.question.text}” on Megacart's page of {own.question.product.name}.",
        "My answer to “{own.question.text}” ({own.question.product.name}, Megacart) was nonsense. Take it down.",
    ]

    own: Answer = pick(Answer, among=mine, where=MINE)

    def effects(self):
        yield shop.DeleteAnswer(self.own)

    def solution(self, user):
        open_questions(user, self.own.question.product)
        click_and_confirm(user, f"Delete your answer “{self.own.text}”")
