"""What messages say of the hour and the day, held against when they were written."""

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from tests.life.lives import lived

from lifeworld.core.choices import PEOPLE
from lifeworld.life.events import Messaged

_HOURS = {  # of what is said, those at which it may be, the last not among them
    r"\bthis morning\b": (5, 19),
    r"\bthis afternoon\b": (8, 21),
    r"\bthis evening\b": (5, 22),
    r"\btonight\b": (4, 22),
    r"\buntil ten\b": (11, 24),
    r"(^|[.!?] )good morning\b": (3, 12),
    r"(^|[.!?] )good evening\b(?! by| with)": (16, 24),
    r"\bgood night\b": (18, 28),
    r"\bgoing out at noon\b": (5, 13),
    r"\bby noon\b": (5, 12),
}
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATED = re.compile(rf"day the \d|\b({_MONTH}) \d")


def wrong(text: str, at: datetime) -> Iterator[str]:
    """Yield what a text says of now that isn't so: of an hour long over, of today by its weekday."""
    for words, (first, last) in _HOURS.items():
        if re.search(words, text, re.IGNORECASE) and not (first <= at.hour < last or first <= at.hour + 24 < last):
            yield words
    today = re.search(rf"\b(on|by|until|before|this|for|about) {at:%A}\b", text)
    if today and not _DATED.search(text):
        yield today[0]


def test_the_reader_finds_what_is_wrong() -> None:
    wednesday = datetime(2026, 3, 11, 21, 10)
    said = ("I've seen it this morning.", "You get it by Wednesday.", "Good morning! Who's up?")
    assert all(any(wrong(text, wednesday)) for text in said)
    assert not [*wrong("On Wednesday the 18th, or tomorrow?", wednesday)]


@pytest.mark.parametrize("name", [*PEOPLE, "person-17", "person-3", "person-41"])
def test_no_message_names_an_hour_or_a_day_that_is_not(name: str) -> None:
    said = (event for event in lived(name, None).events if isinstance(event, Messaged))
    assert [(f"{event.at:%a %H:%M}", event.text) for event in said if any(wrong(event.text, event.at))] == []
