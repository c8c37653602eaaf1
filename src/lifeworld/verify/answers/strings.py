"""Strings: names and titles, or phone numbers, addresses and codes."""

import re

from lifeworld.verify.answers import codes
from lifeworld.verify.answers.known import Known
from lifeworld.verify.answers.names import is_name, key, mentions, none_besides
from lifeworld.verify.answers.openness import left_open
from lifeworld.verify.answers.strays import numbered_otherwise
from lifeworld.verify.answers.text import clean

_FILE = re.compile(r"\w\.[A-Za-z]{2,4}$")


def is_string(text: str, true: str, known: Known) -> bool:
    """Return whether a text says the name, number, address or code, and no other than the goal's."""
    special = codes.is_phone_number(true) or codes.is_address(true) or codes.is_code(true)
    if special:
        return codes.is_right(text, true, known) and not _others(text, true, known)
    return is_name(text, true, known) and not numbered_otherwise(text, (true,), known.goal)


def _others(text: str, true: str, known: Known) -> bool:
    """Return whether others are said: “such as …”, or, beside a file, another that the goal doesn't name."""
    if left_open(text, mentions(text, frozenset({true})), known.goal) or none_besides(text):
        return True
    goal = clean(known.goal).casefold()
    files = (
        frozenset(name for name in known.names | {true} if _FILE.search(name)) if _FILE.search(true) else frozenset()
    )
    said = {name for one in mentions(text, files) for name in one.value}
    return any(name not in goal for name in said - {key(true)})


def string_form(true: str) -> str:
    """Return what the agent is told of a string's form."""
    if codes.is_phone_number(true):
        return "a phone number"
    if codes.is_address(true):
        return "an email address"
    return "a code or number, as it is written there" if codes.is_code(true) else "a name"
