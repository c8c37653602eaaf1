"""Searching mail: words and operators, as conditions over threads `t`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from lifeworld.core.money import Money
from lifeworld.web.language import _
from lifeworld.web.parse import parse_amount, parse_day
from lifeworld.web.request import LONGEST_SEARCH

NOW = "(SELECT now FROM clock)"
PLACES = {
    "inbox": f"t.archived = 0 AND t.binned = 0 AND t.spam = 0 AND coalesce(t.snoozed_until, '') <= {NOW}",
    "starred": "t.starred = 1 AND t.binned = 0 AND t.spam = 0",
    "sent": "t.binned = 0 AND t.spam = 0 AND t.id IN (SELECT thread_id FROM mail_message WHERE person_id = 1)",
    "archive": "t.binned = 0 AND t.spam = 0",
    "snoozed": f"t.snoozed_until > {NOW} AND t.binned = 0 AND t.spam = 0",
    "spam": "t.spam = 1 AND t.binned = 0",
    "bin": "t.binned = 1",
}
_TOKEN = re.compile(r'(?P<minus>-?)(?:(?P<name>[a-z]+):)?(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s"]+))', re.IGNORECASE)
_CALLED = "(SELECT id FROM {} WHERE name LIKE ?1 OR email LIKE ?1)"
_WHO = f"""{{0}}.address LIKE ?1 OR {{0}}.person_id IN {_CALLED.format("life_person")}
OR {{0}}.business_id IN {_CALLED.format("life_business")}"""
_SENT_BY = f"t.id IN (SELECT m.thread_id FROM mail_message m WHERE {_WHO.format('m')})"
_SENT_TO = f"""t.id IN (SELECT m.thread_id FROM mail_message m JOIN mail_recipient r ON r.message_id = m.id
WHERE {_WHO.format("r")})"""
_SAYS = """(t.subject LIKE ?1 OR t.id IN (SELECT thread_id FROM mail_message WHERE body LIKE ?1)
OR t.id IN (SELECT m.thread_id FROM mail_message m JOIN mail_line l ON l.message_id = m.id
            WHERE l.text LIKE ?1 OR l.value LIKE ?1 OR l.note LIKE ?1 OR l.amount = ?2)
OR t.id IN (SELECT m.thread_id FROM mail_message m JOIN mail_attachment a ON a.message_id = m.id WHERE a.name LIKE ?1)
OR """
_FILED = """t.id IN (SELECT h.thread_id FROM mail_thread_label h JOIN mail_label l ON l.id = h.label_id
WHERE lower(l.name) = lower(?1))"""
FILES = "t.id IN (SELECT m.thread_id FROM mail_message m JOIN mail_attachment a ON a.message_id = m.id)"
_DATED = "t.id IN (SELECT thread_id FROM mail_message WHERE sent_at {} ?1)"
_FLAGS = {"unread": "t.unread = 1", "read": "t.unread = 0", "starred": "t.starred = 1"}


@dataclass
class Conditions:
    """SQL conditions over threads, all of which must hold, and what they are about."""

    clauses: list[str] = field(default_factory=list)
    args: list[object] = field(default_factory=list)
    problem: str = ""

    def add(self, clause: str, *args: object, negated: bool = False) -> None:
        """Add a condition; `?1` in it stands for its first argument, however often."""
        order = [int(number) - 1 for number in re.findall(r"\?(\d)", clause)]
        plain = re.sub(r"\?\d", "?", clause)
        self.clauses.append(f"NOT ({plain})" if negated else f"({plain})")
        self.args.extend(args[place] for place in order)

    @property
    def where(self) -> str:
        return " AND ".join(self.clauses)


def of_text(text: str, today: date) -> Conditions:
    """Return what a search field's text asks for: words, “quoted words”, -not, and operators like from:maya."""
    found, placed = Conditions(), False
    for token in _TOKEN.finditer(text):
        name, value = (token["name"] or "").lower(), token["quoted"] if token["quoted"] is not None else token["plain"]
        placed = placed or name == "in"
        try:
            clause, *args = _OPERATORS[name](value, today) if name in _OPERATORS else _words(name, value)
            found.add(clause, *args, negated=bool(token["minus"]))
        except ValueError as problem:
            found.problem = str(problem)
    if not placed:
        found.add(PLACES["archive"])
    return found


def of_fields(fields: Mapping[str, str], today: date) -> str:
    """Return the search text that the fields of the filter form stand for."""
    parts = [fields.get("q", "").strip()]
    for name in ("from", "to", "subject", "label", "in", "after", "before"):
        value = " ".join(fields.get(name, "").replace('"', "").split())
        if value:
            parts.append(f'{name}:"{value}"' if " " in value else f"{name}:{value}")
    parts += ["is:unread"] if fields.get("unread") else []
    parts += ["has:attachment"] if fields.get("attachment") else []
    return " ".join(part for part in parts if part)[:LONGEST_SEARCH].strip()


Clause = tuple[Any, ...]  # a condition and its arguments


def _words(name: str, value: str) -> Clause:
    text = f"{name}:{value}" if name else value
    return f"{_SAYS}{_SENT_BY})", f"%{text}%", _amount(text)


def _amount(text: str) -> Money | None:
    try:
        return parse_amount(text) if re.search(r"[.,]\d\d(\s?(US)?\$)?$", text) else None
    except ValueError:
        return None


def _people(clause: str, mine: str, value: str) -> Clause:
    if value.lower() == "me":
        return (re.sub(r"WHERE .*\)$", f"WHERE {mine})", clause, flags=re.DOTALL),)
    return clause, f"%{value}%"


def _is(value: str, today: date) -> Clause:
    if value.lower() not in _FLAGS:
        raise ValueError(_("is: takes unread, read or starred, not “%(value)s”.", value=value))
    return (_FLAGS[value.lower()],)


def _has(value: str, today: date) -> Clause:
    if not value.lower().startswith("attachment"):
        raise ValueError(_("has: takes attachment, not “%(value)s”.", value=value))
    return (FILES,)


def _in(value: str, today: date) -> Clause:
    if value.lower() not in (*PLACES, "anywhere"):
        raise ValueError(_("in: takes %(places)s or anywhere, not “%(value)s”.", places=", ".join(PLACES), value=value))
    return (PLACES.get(value.lower(), "1"),)


_OPERATORS: dict[str, Callable[[str, date], Clause]] = {
    "from": lambda value, today: _people(_SENT_BY, "m.person_id = 1", value),
    "to": lambda value, today: _people(_SENT_TO, "r.person_id = 1", value),
    "subject": lambda value, today: ("t.subject LIKE ?1", f"%{value}%"),
    "is": _is,
    "has": _has,
    "label": lambda value, today: (_FILED, value),
    "in": _in,
    "after": lambda value, today: (_DATED.format(">="), parse_day(value, today)),
    "before": lambda value, today: (_DATED.format("<"), parse_day(value, today)),
}
