"""Topics of conversation, read from the files in `talk/`; home.toml explains their notation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lifeworld.core.errors import UserError
from lifeworld.life.words.files import Lines, Text, folder, merge, read
from lifeworld.life.words.placeholders import check
from lifeworld.life.words.vocabulary import NAMED, TALK, vocabulary, voices

_LINE = re.compile(r"([a-d])(\d?) +(\S.*)")
PAUSES = {"": (1, 13), "later": (70, 280), "day": (900, 1700), "days": (2600, 4700), "at once": (0, 1)}  # minutes


@dataclass(frozen=True)
class Turn:
    """One speaker's turn: what may be said, as (speaker, strand, template), and the pause before it."""

    lines: tuple[tuple[str, str, str], ...]
    pause: str
    maybe: bool


@dataclass(frozen=True)
class Topic:
    """A plan of a conversation.

    `tags` say for whom it fits: relations and group topics; and `me-first` or `me-last` who begins. One that an event
    gives rise to has none, but the names of the facts that its lines may tell.
    """

    key: str
    tags: tuple[str, ...]
    facts: tuple[str, ...]
    weight: float
    hours: tuple[int, int] | None
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class _Written:
    """A topic as its file has it."""

    talk: Text
    among: Lines = ()
    facts: Lines = ()
    weight: float = 1
    hours: tuple[int, int] | None = None


@cache
def topics() -> dict[str, Topic]:
    """Return all topics by key."""
    found: dict[str, Topic] = {}
    for path in sorted((folder(__file__) / "talk").glob("*.toml")):
        written = read(dict[str, _Written], path)
        merge(found, {key: _topic(path, key, topic) for key, topic in written.items()}, path)
    return found


def fills() -> frozenset[str]:
    """Return the placeholders that every conversation fills, besides the facts of its topic."""
    return vocabulary().names | voices().parts.keys() | NAMED | TALK


def _topic(path: Path, key: str, written: _Written) -> Topic:
    if bool(written.among) == bool(written.facts):
        raise UserError(f"{path}: {key} should have either `among` or `facts`")
    turns = tuple(_turns(path, key, written.talk))
    said = [text for turn in turns for _, _, text in turn.lines]
    check(path, {f"{key}.talk": said}, fills() | set(written.facts))
    return Topic(key, written.among, written.facts, written.weight, written.hours, turns)


def _turns(path: Path, key: str, talk: str) -> Iterator[Turn]:
    spoken: list[tuple[str, str, str]] = []
    pause = ""
    for line in [*talk.splitlines(), "-"]:
        if match := _LINE.fullmatch(line.strip()):
            who, strand, text = match.groups()
            if (who, strand, text) in spoken:
                raise UserError(f"{path}: {key}.talk: “{line}” stands there twice; leave one out")
            spoken.append((who, strand, text))
        elif line.startswith("-"):
            yield _turn(path, key, spoken, pause)
            spoken, pause = [], line[1:].strip()
        else:
            raise UserError(f"{path}: {key}.talk: “{line}” should begin with a, b, c or d, or with a dash")


def _turn(path: Path, key: str, spoken: list[tuple[str, str, str]], written: str) -> Turn:
    maybe = written.endswith("maybe")
    pause = written.removesuffix("maybe").strip()
    if pause not in PAUSES:
        raise UserError(f"{path}: {key}.talk: “- {written}” should be one of {', '.join(PAUSES)[2:]}, or a dash alone")
    if not spoken:
        raise UserError(f"{path}: {key}.talk: a dash should have lines before and after it")
    return Turn(tuple(spoken), pause, maybe)
