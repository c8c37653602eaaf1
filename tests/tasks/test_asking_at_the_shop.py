"""What Megacart's tasks take for a question: to other customers, and to the person."""

import pytest

from lifeworld.apps.shop.models import Product
from lifeworld.tasks.shop.product_pages import TOPICS
from lifeworld.verify.facts import plain, stands
from lifeworld.world import World, load


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_known_by_the_words_of_the_question_itself(topic: str) -> None:
    assert any(stands(plain(TOPICS[topic].asked), word) for word in TOPICS[topic].words.split("|"))
    assert any(stands(plain(topic), word) for word in TOPICS[topic].words.split("|"))
    assert not any(stands("where is it made? asdf", word) for word in TOPICS[topic].words.split("|"))


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_fits_products_that_are_sold(topic: str) -> None:
    names = [product.name for product in World(load("nora").data).store.all(Product)]
    for start in TOPICS[topic].products.split("|"):
        assert sum(name.startswith(start) for name in names) == 1, start
