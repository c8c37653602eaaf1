"""Searching mail: words and operators, as conditions over threads `t`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from lifeworld.core.money import Money
from lifeworld.web.parse import parse_amount, parse_day
from lifeworld.web.request import LONGEST_SEARCH

PLACES = {
    "inbox": "t.archived = 0 AND t.binned = 0 AND t.spam = 0",
    "starred": "t.starred = 1 AND t.binned = 0 AND t.spam = 0",
    "sent": "t.binned = 0 AND t.spam = 0 AND t.id IN (SELECT thread_id FROM mail_message WHERE person_id = 1)",
    "archive": "t.binned = 0 AND t.spam = 0",
    "spam": "t.spam = 1 AND t.binned = 0",
    "bin": "t.binned = 1",
}
_TOKEN = re.compile(r'(?P<minus>-?)(?:(?P<name>[a-z]+):)?(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s"]+))', re.IGNORECASE)
_SENT_BY = """t.id IN (SELECT m.thread_id FROM mail_message m LEFT JOIN life_person p ON p.id = m.person_id
LEFT JOIN life_business b ON b.id = m.business_id
WHERE m.address LIKE ?1 OR p.name LIKE ?1 OR p.email LIKE ?1 OR b.name LIKE ?1 OR b.email LIKE ?1)"""
_SENT_TO = """t.id IN (SELECT m.thread_id FROM mail_message m JOIN mail_recipient r ON r.message_id = m.id
LEFT JOIN life_person p ON p.id = r.person_id LEFT JOIN life_business b ON b.id = r.business_id
WHERE r.address LIKE ?1 OR p.name LIKE ?1 OR p.email LIKE ?1 OR b.name LIKE ?1 OR b.email LIKE ?1)"""
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
    found = Conditions()
    placed = False
    for token in _TOKEN.finditer(text):
        name, value = (token["name"] or "").lower(), token["quoted"] if token["quoted"] is not None else token["plain"]
        placed = placed or name == "in"
        _add(found, name, value, today, negated=bool(token["minus"]))
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


def _add(found: Conditions, name: str, value: str, today: date, *, negated: bool) -> None:
    operator = _OPERATORS.get(name)
    if operator is None:
        _add_words(found, f"{name}:{value}" if name else value, negated)
    elif problem := operator(found, value, today, negated):
        found.problem = problem


def _add_words(found: Conditions, text: str, negated: bool) -> None:
    found.add(f"{_SAYS}{_SENT_BY})", f"%{text}%", _amount(text), negated=negated)


def _amount(text: str) -> Money | None:
    try:
        return parse_amount(text) if re.search(r"\.\d\d$", text) else None
    except ValueError:
        return None


def _like(clause: str) -> Callable[[Conditions, str, date, bool], str]:
    def add(found: Conditions, value: str, today: date, negated: bool) -> str:
        found.add(clause, f"%{value}%", negated=negated)
        return ""

    return add


def _people(clause: str) -> Callable[[Conditions, str, date, bool], str]:
    mine = "m.person_id = 1" if clause is _SENT_BY else "r.person_id = 1"
    own = re.sub(r"WHERE .*\)$", f"WHERE {mine})", clause, flags=re.DOTALL)

    def add(found: Conditions, value: str, today: date, negated: bool) -> str:
        if value.lower() == "me":
            found.add(own, negated=negated)
        else:
            found.add(clause, f"%{value}%", negated=negated)
        return ""

    return add


def _is(found: Conditions, value: str, today: date, negated: bool) -> str:
    if value.lower() not in _FLAGS:
        return f"is: takes unread, read or starred, not “{value}”."
    found.add(_FLAGS[value.lower()], negated=negated)
    return ""


def _has(found: Conditions, value: str, today: date, negated: bool) -> str:
    if not value.lower().startswith("attachment"):
        return f"has: takes attachment, not “{value}”."
    found.add(FILES, negated=negated)
    return ""


def _label(found: Conditions, value: str, today: date, negated: bool) -> str:
    found.add(_FILED, value, negated=negated)
    return ""


def _in(found: Conditions, value: str, today: date, negated: bool) -> str:
    if value.lower() not in PLACES and value.lower() != "anywhere":
        return f"in: takes {', '.join(PLACES)} or anywhere, not “{value}”."
    if value.lower() in PLACES:
        found.add(PLACES[value.lower()], negated=negated)
    return ""


def _dated(sign: str, shift: int) -> Callable[[Conditions, str, date, bool], str]:
    def add(found: Conditions, value: str, today: date, negated: bool) -> str:
        try:
            day = parse_day(value, today) + timedelta(days=shift)
        except ValueError as problem:
            return str(problem)
        found.add(_DATED.format(sign), day, negated=negated)
        return ""

    return add


_OPERATORS: dict[str, Callable[[Conditions, str, date, bool], str]] = {
    "from": _people(_SENT_BY),
    "to": _people(_SENT_TO),
    "subject": _like("t.subject LIKE ?1"),
    "is": _is,
    "has": _has,
    "label": _label,
    "in": _in,
    "after": _dated(">=", 0),
    "before": _dated("<", 0),
}
