"""What a visitor may have agents do in words of their own, and how many battles there may be."""

import re
import unicodedata
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lifeworld.arena.tables import Battle, Job, Setting
from lifeworld.core.errors import UserError

KEY = "moderation"
_CONTROL = ("Cc", "Cf", "Co", "Cn", "Cs")  # what can't be seen can hide words from whoever moderates
_SHORTEST = 8
LONGEST_ANSWER = 500
_LETTERS = re.compile(r"\b\w(?: \w\b)+")  # a word whose letters stand apart


@dataclass(frozen=True)
class Rules:
    """What administrators allow.

    Attributes:
        deny: words and phrases that no written task may hold, in lower case.
        hold: whether written tasks wait for a moderator.
        longest: characters of a written task.
        a_day: live battles in 24 hours.
        waiting: battles that may wait for a worker at once.
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
                raise UserError(f"{name} is {getattr(self, name)}; it is a number from {low} to {high}")


def rules(rows: Session) -> Rules:
    """Return what holds now."""
    found = rows.get(Setting, KEY)
    known = {one.name for one in fields(Rules)}
    given = {name: value for name, value in (found.value if found else {}).items() if name in known}
    return Rules(**{**given, "deny": tuple(given.get("deny", ()))})


def keep(rows: Session, wanted: Rules) -> None:
    """Let other rules hold from now on."""
    found = rows.get(Setting, KEY) or Setting(key=KEY, value={})
    found.value = {**asdict(wanted), "deny": list(wanted.deny)}
    rows.add(found)


def fit(text: str, wanted: Rules) -> str:
    """Return a written task as both agents read it.

    Raises:
        UserError: it is too short or too long, holds what can't be seen, or a word that is not allowed here.
    """
    return _allowed(text, "task", (_SHORTEST, wanted.longest), wanted.deny)


def answer(text: str, wanted: Rules) -> str:
    """Return an answer to an agent's question, which other visitors read in the replay.

    Raises:
        UserError: as for a task.
    """
    return _allowed(text, "answer", (1, LONGEST_ANSWER), wanted.deny)


def _allowed(text: str, what: str, lengths: tuple[int, int], deny: tuple[str, ...]) -> str:
    told = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    shortest, longest = lengths
    if not shortest <= len(told) <= longest:
        article = "An" if what == "answer" else "A"
        raise UserError(f"{article} {what} has {shortest} to {longest} characters; this one has {len(told)}")
    if any(unicodedata.category(letter) in _CONTROL and letter != "\n" for letter in told):
        raise UserError(f"This {what} holds characters that can’t be seen. Write it in plain text")
    if denied(told, deny):
        raise UserError(f"This {what} holds words that are not allowed here. Write another one")
    return told


def denied(text: str, deny: tuple[str, ...]) -> bool:
    """Return whether a text holds one of the phrases as whole words, however its letters are dressed up or spaced."""
    flat = _flat(text)
    spaced = [run.replace(" ", "") for run in _LETTERS.findall(flat)]
    phrases = [phrase for phrase in map(_flat, deny) if phrase]
    return any(f" {one} " in f" {flat} " or any(one.replace(" ", "") in run for run in spaced) for one in phrases)


def _flat(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    letters = (letter if letter.isalnum() else " " for letter in folded if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())


def room(rows: Session, wanted: Rules) -> None:
    """See that there is room for one more live battle.

    Raises:
        UserError: the day's battles are used up, or too many wait.
    """
    since = datetime.now(UTC) - timedelta(days=1)
    made: Any = rows.scalar(select(func.count()).where(Battle.made == "live", Battle.created > since))
    if made >= wanted.a_day:
        raise UserError("All of today’s live battles have been fought. Vote on finished ones, and come back tomorrow")
    waiting: Any = rows.scalar(select(func.count()).where(Job.status == "waiting"))
    if waiting >= wanted.waiting:
        raise UserError("Many battles are waiting just now. Try again in a few minutes")
