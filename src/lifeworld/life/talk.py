"""Topics of conversation, read from their scripts.

    = key | who talks so | how often | from hour-to hour
    a A line that the first speaker may say.
    a Another way to say it.
    - later
    b An answer.

`a`, `b`, `c` are speakers, lines between dashes are alternatives, and a dash may say how long the pause before is:
nothing (minutes), `later` (hours), `day`, `days`, `at once`; with `maybe` the turn is left out half the
time. Lines with a digit (`a1`, `b1`) belong together: once one is said, lines with other digits are not.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Turn:
    """One speaker's turn: what may be said, as (speaker, strand, template), and the pause before it."""

    lines: tuple[tuple[str, str, str], ...]
    pause: str
    maybe: bool


@dataclass(frozen=True)
class Topic:
    """A plan of a conversation.

    `tags` say for whom it fits: relations, group topics, or `scene`; and `me-first` or `me-last` who begins.
    """

    key: str
    tags: tuple[str, ...]
    weight: float
    hours: tuple[int, int] | None
    turns: tuple[Turn, ...]


def read(scripts: Iterable[str]) -> dict[str, Topic]:
    """Return all topics of the scripts by key."""
    topics = {}
    for script in scripts:
        for block in script.split("\n= ")[1:]:
            topic = _topic(block)
            topics[topic.key] = topic
    return topics


def _topic(block: str) -> Topic:
    head, *lines = block.strip().splitlines()
    key, tags, weight, hours, *_ = (part.strip() for part in f"{head} | | ".split("|"))
    turns: list[Turn] = []
    spoken: list[tuple[str, str, str]] = []
    pause = ""
    for line in [*lines, "-"]:
        if line.startswith("-"):
            turns.append(_turn(spoken, pause))
            spoken, pause = [], line[1:].strip()
        elif line.strip():
            who, said = line.split(" ", 1)
            spoken.append((who[0], who[1:], said.strip()))
    first, _, last = hours.partition("-")
    span = (int(first), int(last)) if last else None
    return Topic(key, tuple(tags.split()), float(weight or 1), span, tuple(turns))


def _turn(spoken: list[tuple[str, str, str]], pause: str) -> Turn:
    maybe = "maybe" in pause
    return Turn(tuple(spoken), pause.replace("maybe", "").strip(), maybe)
