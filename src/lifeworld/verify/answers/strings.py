"""Strings: names and titles, or phone numbers, addresses and codes."""

from lifeworld.verify.answers import codes
from lifeworld.verify.answers.known import Known
from lifeworld.verify.answers.names import is_name
from lifeworld.verify.answers.strays import numbered_otherwise


def is_string(text: str, true: str, known: Known) -> bool:
    """Return whether a text says the name, number, address or code, and no other than the goal's."""
    special = codes.is_phone_number(true) or codes.is_address(true) or codes.is_code(true)
    if special:
        return codes.is_right(text, true, known)
    return is_name(text, true, known) and not numbered_otherwise(text, (true,), known.goal)


def string_form(true: str) -> str:
    """Return what the agent is told of a string's form."""
    if codes.is_phone_number(true):
        return "a phone number"
    if codes.is_address(true):
        return "an email address"
    return "a code or number, as it is written there" if codes.is_code(true) else "a name"
