"""What is written in Post: to whom, and that a text which tells nothing is none."""

import pytest

from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import PROSE
from lifeworld.tasks.mail.picking import known
from lifeworld.verify.expectation import mark
from lifeworld.verify.facts import Texts
from lifeworld.world.profiles import NAMES

WRITING = [one.id for one in tasks() if one.home() == "mail" and PROSE in one.tags]
NOTHING = ("", "   ", "asdf", "asdf qwer zxcv", "4539 1488 0343 6467", "…", "Hello!", "Best wishes")


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize("name", WRITING)
def test_a_letter_that_tells_no_fact_is_none(name: str, profile: str) -> None:
    target = drawn(name, profile, 0).expectation.targets[0]
    assert len(target.prose) == 1
    assert not [text for text in NOTHING if Texts(target.prose, target.setting)(mark(0), text)]


def test_a_letter_is_never_to_its_owner() -> None:
    letters = [drawn("mail.ForwardToWhom", profile, 1).task for profile in NAMES]
    assert all(known(letter.bound["person"]) for letter in letters)
