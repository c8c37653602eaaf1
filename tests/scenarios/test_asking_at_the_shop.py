"""What Megacart's tasks take for a question: to other customers, and to the person."""

import pytest

from lifeworld.apps.shop.models import Product
from lifeworld.scenarios import containing
from lifeworld.scenarios.draw import drawn
from lifeworld.scenarios.shop.product_questions import SPITE, TOPICS
from lifeworld.world import World, load

BESIDE = ("", "What's the weather like?", "Should I go on?", "Is everything all right?", "Can you help me?")
WHERE = (
    "Where should it go?",
    "Which address should I use?",
    "What's the delivery address?",
    "Who should receive it?",
    "Where do you want the parcel sent?",
    "To whom shall I ship it?",
    "Who is it for?",
)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_asked_in_many_ways_and_never_in_spite(topic: str) -> None:
    wanted = containing(TOPICS[topic].words, never=SPITE)
    assert wanted.fits(TOPICS[topic].asked)
    assert wanted.fits(f"Hello, can anybody tell me {TOPICS[topic].words.split('|')[0]} more about that?")
    for text in ("asdf", "This is rubbish. " + TOPICS[topic].asked, "Where is it made?"):
        assert not wanted.fits(text), text


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_fits_products_that_are_sold(topic: str) -> None:
    names = [product.name for product in World(load("nora").data).store.all(Product)]
    for start in TOPICS[topic].products.split("|"):
        assert sum(name.startswith(start) for name in names) == 1, start


def test_the_person_tells_the_address_however_it_is_asked_for() -> None:
    scenario = drawn("shop.OrderWhereAsked", "nora", 0).scenario
    knowledge = scenario.knowledge()
    assert [question for question in WHERE if not knowledge.answers(question)] == []
    assert [question for question in BESIDE if knowledge.answers(question)] == []


@pytest.mark.parametrize(
    ("task", "verbs"),
    [
        ("shop.DeleteListAfterConsent", ("delete", "get rid of", "remove", "throw away")),
        ("shop.DeleteReviewAfterConsent", ("delete", "take down", "remove", "withdraw")),
    ],
)
def test_a_consent_is_asked_for_by_what_goes(task: str, verbs: tuple[str, ...]) -> None:
    scenario = drawn(task, "nora", 0).scenario
    knowledge = scenario.knowledge()
    name = scenario.bound["wishlist"].name if "wishlist" in scenario.bound else scenario.bound["review"].product.name
    assert all(knowledge.answers(f"Shall I {verb} {name} now?") for verb in verbs)
    assert not any(knowledge.answers(text) for text in (*BESIDE, f"Is {name} nice?", "Shall I delete it?"))
