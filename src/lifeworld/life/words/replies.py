"""What is answered on the spot, by what a message or a letter of the owner's seems to be about."""

import re
from dataclasses import dataclass
from functools import cache

from lifeworld.core.errors import UserError
from lifeworld.core.words import Lines, folder, read
from lifeworld.life.words.placeholders import check
from lifeworld.life.words.vocabulary import NAMED, REPLIES, vocabulary, voices

OTHERWISE = "statement"


@dataclass(frozen=True)
class Kind:
    """A kind of message: the pattern that shows it, and what may be answered."""

    answers: Lines
    said: str = ""


@dataclass(frozen=True)
class Answers:
    """What is answered to what asks something, and to anything else."""

    question: Lines
    statement: Lines

    def to(self, *texts: str) -> tuple[str, ...]:
        return self.question if any("?" in text for text in texts) else self.statement


@dataclass(frozen=True)
class Replies:
    """Answers to messages, by kind in the order in which they are tried; to letters; and what small children answer."""

    messages: dict[str, Kind]
    letters: Answers
    small: Answers


def fills() -> frozenset[str]:
    """Return the placeholders that every answer fills."""
    return vocabulary().names | voices().parts.keys() | voices().letter_parts.keys() | NAMED | REPLIES


@cache
def replies() -> Replies:
    path = folder(__file__) / "replies.toml"
    found = read(Replies, path)
    check(path, {f"messages.{key}.answers": kind.answers for key, kind in found.messages.items()}, fills())
    for name in ("letters", "small"):
        check(path, {f"{name}.{key}": texts for key, texts in vars(getattr(found, name)).items()}, fills())
    if OTHERWISE not in found.messages:
        raise UserError(f"{path}: messages.{OTHERWISE} is missing")
    for key, kind in found.messages.items():
        if bool(kind.said) == (key == OTHERWISE):
            raise UserError(f"{path}: messages.{key}.said should be told, except for {OTHERWISE}")
        try:
            re.compile(kind.said)
        except re.error as error:
            raise UserError(f"{path}: messages.{key}.said is no regular expression: {error}") from None
    return found
