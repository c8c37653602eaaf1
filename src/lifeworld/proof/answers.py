"""Answers as people give them."""

from collections.abc import Iterator

from lifeworld.env.hands import spoken
from lifeworld.scenarios.kit import Answer
from lifeworld.verify.answers import Known


def honest(true: Answer, known: Known) -> Iterator[str]:
    yield spoken(true)


def dishonest(true: Answer, known: Known) -> Iterator[tuple[str, str]]:
    yield "nothing", ""
