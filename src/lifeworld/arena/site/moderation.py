"""Moderation: which texts of visitors are allowed, and how many battles there may be."""

import re
import unicodedata
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lifeworld.arena.tables import Battle, Job, Setting, now
from lifeworld.arena.uploads import HIDDEN
from lifeworld.core.errors import UserError

KEY = "moderation"
_MIN_TASK = 8
MAX_ANSWER = 500
_LETTERS = re.compile(r"\b\w(?: \w\b)+")  # a word with spaced letters


@dataclass(frozen=True)
class Rules:
    """The rules that administrators set.

    Attributes:
        deny: words and phrases that are not allowed, in lower case.
        hold: whether visitors' own tasks wait for a moderator.
        longest: the maximal length of a visitor's own task in characters.
        a_day: the maximal number of live battles in 24 hours.
        waiting: the maximal number of battles that wait for a worker.
    """

    deny: tuple[str, ...] = ()
    hold: bool = False
    longest: int = 600
    a_day: int = 500
    waiting: int = 40

    def __post_init__(self) -> None:
        bounds = {"longest": (40, 2000), "a_day": (0, 100_000), "waiting": (1, 1000)}
        for name, (low, high) in bounds.items():
            if not low <= getattr(self, name) <= high:
                raise UserError(f"{name} is {getattr(self, name)}; it must be a number from {low} to {high}")


def load_rules(rows: Session) -> Rules:
    found = rows.get(Setting, KEY)
    known = {one.name for one in fields(Rules)}
    given = {name: value for name, value in (found.value if found else {}).items() if name in known}
    return Rules(**{**given, "deny": tuple(given.get("deny", ()))})


def save_rules(rows: Session, wanted: Rules) -> None:
    found = rows.get(Setting, KEY) or Setting(key=KEY, value={})
    found.value = {**asdict(wanted), "deny": list(wanted.deny)}
    rows.add(found)


def checked_task(text: str, wanted: Rules) -> str:
    """Return a visitor's own task as both agents read it.

    Raises:
        UserError: it is too short or too long, or contains invisible characters or a denied word.
    """
    return _checked_text(text, "task", (_MIN_TASK, wanted.longest), wanted.deny)


def checked_answer(text: str, wanted: Rules) -> str:
    """Return an answer to an agent's question, which other visitors will read in the replay.

    Raises:
        UserError: as for a task.
    """
    return _checked_text(text, "answer", (1, MAX_ANSWER), wanted.deny)


def _checked_text(text: str, what: str, lengths: tuple[int, int], deny: tuple[str, ...]) -> str:
    clean = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    shortest, longest = lengths
    if not shortest <= len(clean) <= longest:
        article = "An" if what == "answer" else "A"
        raise UserError(f"{article} {what} has {shortest} to {longest} characters; this one has {len(clean)}")
    if any(unicodedata.category(letter) in HIDDEN and letter != "\n" for letter in clean):
        raise UserError(f"This {what} holds characters that can’t be seen. Write it in plain text")
    if denied(clean, deny):
        raise UserError(f"This {what} holds words that are not allowed here. Write another one")
    return clean


def denied(text: str, deny: tuple[str, ...]) -> bool:
    """Return whether a text contains a denied phrase as whole words, also with accents or spaced letters."""
    flat = _normalized(text)
    spaced = [run.replace(" ", "") for run in _LETTERS.findall(flat)]
    phrases = [phrase for phrase in map(_normalized, deny) if phrase]
    return any(f" {one} " in f" {flat} " or any(one.replace(" ", "") in run for run in spaced) for one in phrases)


def _normalized(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    letters = (letter if letter.isalnum() else " " for letter in folded if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())


def check_capacity(rows: Session, wanted: Rules) -> None:
    """Check that there is capacity for one more live battle.

    Raises:
        UserError: the day's battles are used up, or too many wait.
    """
    since = now() - timedelta(days=1)
    made: Any = rows.scalar(select(func.count()).where(Battle.made == "live", Battle.created > since))
    if made >= wanted.a_day:
        raise UserError("All of today’s live battles are used up. Vote on finished ones, and come back tomorrow")
    waiting: Any = rows.scalar(select(func.count()).where(Job.status == "waiting"))
    if waiting >= wanted.waiting:
        raise UserError("Many battles are waiting just now. Try again in a few minutes")
