"""What form an answer has, as agents are told it: a JSON schema, described in the language of the goal."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from babel.numbers import get_decimal_symbol

from lifeworld.core.answers import FULL_NAME, Form, Kind
from lifeworld.web.language import LOCALES, N_, SPEECH, _, pgettext, speaking

# By kind: the JSON type, an example, and what is told.
_TOLD: dict[Kind, tuple[str, Any, str]] = {
    "money": ("string", "12.50", N_("an amount of money, like %(example)s")),
    "number": ("integer", 12, N_("a whole number, like %(example)s")),
    "decimal": ("number", 3.7, N_("a number with one decimal, like %(example)s")),
    "date": ("string", "2026-03-14", N_("a date, like %(example)s")),
    "time": ("string", "14:30", N_("a time of day, like %(example)s")),
    "moment": ("string", "2026-03-14 14:30", N_("a date and a time of day, like %(example)s")),
    "duration": ("string", "1 h 30 min", N_("a duration, like %(example)s")),
    "yes_no": ("string", "yes", ""),
    "text": ("string", "Coast walk", N_("a name or a text as a screen shows it, like %(example)s")),
    "code": ("string", "MC-10482", N_("a number or a code as a screen shows it, like %(example)s")),
    "list": ("array", ["Coast walk", "Dinner"], N_("a list of texts as screens show them, like %(example)s")),
}
# By kind and unit: the same, where the unit is told.
_OF_UNIT: dict[tuple[Kind, str], tuple[Any, str]] = {
    ("number", "percent"): (12, N_("a whole number of percent, like %(example)s")),
    ("number", "day"): (12, N_("a whole number of days, like %(example)s")),
    ("number", "minute"): (12, N_("a whole number of minutes, like %(example)s")),
    ("text", FULL_NAME): ("Ada Park", N_("a person's full name as a screen shows it, like %(example)s")),
    ("list", FULL_NAME): (
        ["Ada Park", "Tom Reyes"],
        N_("a list of people's full names as screens show them, like %(example)s"),
    ),
}


def schema(forms: Sequence[tuple[int, Form]], language: str) -> dict[str, Any] | None:
    """Return the JSON schema of an answer, described in a language; None where nothing is asked for.

    Args:
        forms: of each part that asks something, its number and its form.
        language: what the person speaks.
    """
    with speaking(language):
        each = {str(part): _schema(form) for part, form in forms}
    if len(each) < 2:
        return next(iter(each.values()), None)
    return {"type": "object", "properties": each, "required": list(each), "additionalProperties": False}


def described(asked: Mapping[str, Any]) -> str:
    """Return a schema in one line of words."""
    if "properties" not in asked:
        return str(asked["description"])
    return "; ".join(f"“Answer {part}: …” {one['description']}" for part, one in asked["properties"].items())


def _schema(form: Form) -> dict[str, Any]:
    kind, example, text = _TOLD[form.kind]
    if form.kind == "yes_no":
        words = list(yes_no_words())
        return {"type": kind, "enum": words, "description": " / ".join(words), "examples": words[:1]}
    example, text = _OF_UNIT.get((form.kind, form.unit), (example, text))
    shown = str(example).replace("'", '"')
    if form.kind in ("money", "decimal"):  # which screens write with the language's own sign
        shown = shown.replace(".", get_decimal_symbol(SPEECH.locale))
    form_told = _(text, example=shown)
    told = _(
        "%(form)s; “%(none)s” where there is nothing",
        form=form_told,
        none=none_words()[0],
    )
    items = {"items": {"type": "string"}} if form.kind == "list" else {}
    return {"type": [kind, "null"], **items, "description": told, "examples": [example]}


def yes_no_words() -> tuple[str, str]:
    """Return the words for yes and no in the language spoken now."""
    return pgettext("answer", "yes"), pgettext("answer", "no")


def none_words() -> list[str]:
    """Return the words for nothing in the language spoken now."""
    return pgettext("answer", "none|nobody|nothing").split("|")


@lru_cache(maxsize=1)
def _mark() -> str:
    """Return the pattern of what begins a line that gives an answer: “Answer”, in any of the languages."""
    words = set()
    for language in LOCALES:
        with speaking(language):
            words.add(pgettext("answer", "Answer"))
    return rf"^[^\w\n]*(?:final )?(?:{'|'.join(sorted(words))})"


def line_of(text: str) -> tuple[str, str]:
    """Return what follows the last “Answer:” of a talk, and what stands before it; all of it where there is none."""
    marks = list(re.finditer(rf"{_mark()}[\s*_]*[:：]", text, re.IGNORECASE | re.MULTILINE))
    return (text[marks[-1].end() :], text[: marks[-1].start()]) if marks else (text, "")


def lines_of(text: str) -> dict[str, str]:
    """Return each line “Answer 1: …” of a talk, by its number and without it; of two with one number the last."""
    marks = list(re.finditer(rf"{_mark()}[\s*_#]*([0-9]{{1,2}})[\s*_]*[:：]", text, re.IGNORECASE | re.MULTILINE))
    ends = [*(mark.start() for mark in marks), len(text)][1:]
    return {str(int(mark[1])): f"Answer: {text[mark.end() : end]}" for mark, end in zip(marks, ends, strict=True)}
