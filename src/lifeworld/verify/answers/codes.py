"""What is told by its letters: phone numbers by digits, codes by their shape, email addresses."""

import re
from functools import partial

from lifeworld.verify.answers.candidates import sole
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.text import clean

_PHONE = re.compile(r"(?<![\w])(?:\+\s?|00(?=\d))?\(?\d[\d\s()./-]{5,18}\d(?!\w)")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def is_phone_number(true: str) -> bool:
    """Return whether a text is a phone number."""
    return (
        bool(_PHONE.fullmatch(clean(true))) and 7 <= len(_digits(true)) <= 15 and bool(re.search(r"\D", true.strip()))
    )


def is_address(true: str) -> bool:
    """Return whether a text is an email address."""
    return bool(_ADDRESS.fullmatch(clean(true)))


def is_code(true: str) -> bool:
    """Return whether a text is one word with a digit in it, like an order's number."""
    return bool(re.fullmatch(r"[\w#./-]*\d[\w./-]*", clean(true)))


def is_right(text: str, true: str, known: Known) -> bool:
    """Return whether a text says the number, code or address, and no other of the kind than the goal's."""
    if is_phone_number(true):
        return sole(text, _phones, lambda value: value == _digits(true), known, sort="word")
    if is_address(true):
        return sole(text, _addresses, lambda value: value == clean(true).casefold(), known, sort="word")
    read = partial(_alike, shape=_shape(clean(true)))
    return sole(text, read, lambda value: value == _letters(clean(true)), known, sort="word")


def _phones(text: str) -> list[Said]:
    found = [Said(_digits(match[0]), *match.span()) for match in _PHONE.finditer(text)]
    return [one for one in found if len(one.value) >= 7]


def _digits(written: str) -> str:
    digits = re.sub(r"\D", "", clean(written)).removeprefix("00")
    return digits[1:] if len(digits) == 11 and digits[0] == "1" else digits


def _addresses(text: str) -> list[Said]:
    return [Said(match[0].casefold().rstrip("."), *match.span()) for match in _ADDRESS.finditer(text)]


def _alike(text: str, shape: re.Pattern[str]) -> list[Said]:
    return [Said(_letters(match[0]), *match.span()) for match in shape.finditer(text)]


def _letters(written: str) -> str:
    return re.sub(r"[\W_]", "", written).casefold()


def _shape(true: str) -> re.Pattern[str]:
    """Return a pattern for all codes of the same build, the marks between its parts being free."""
    parts = re.findall(r"[^\W\d_]+|\d+|[\W_]+", true)
    mixed = bool(re.search(r"[^\W\d_]\d+[^\W\d_]", true))  # “X7K9”: letters and digits change places
    pieces = [_piece(part, mixed=mixed) for part in parts]
    return re.compile(rf"(?<!\w){''.join(pieces)}(?!\w)")


def _piece(part: str, *, mixed: bool) -> str:
    if not re.match(r"[^\W_]", part):
        return r"[\s._/#-]{0,3}"
    if mixed:
        return rf"[^\W_]{{{len(part)}}}"
    return rf"\d{{{len(part)}}}" if part.isdigit() else rf"[^\W\d_]{{{len(part)}}}"
