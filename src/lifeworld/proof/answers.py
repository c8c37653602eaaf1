"""Answers that must count, and answers that must not: each question is tried with all of them.

It shares nothing with what reads answers but the types, so that the two check each other.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from lifeworld.core.answers import FULL_NAME, Stated, given
from lifeworld.proof import spelling
from lifeworld.web.language import locale_of

Named = Iterator[tuple[str, Any]]
_LINES = (
    "Answer: {}",
    "**Answer:** {}",
    "I have looked it up; it took a while.\n\nAnswer: {}",
    "Answer: wait\nAnswer: {}",
)
_HEDGES = (
    "about {}", "{} or so", "at least {}", "more than {}", "probably {}", "I think it's {}", "It is {}.", "not {}",
    "It isn't {}.", "{}?", "{} (not sure)", "either {}", "{}, among others", "Answer: {}, but I only saw one page",
)  # fmt: skip
_NOTHING: tuple[Any, ...] = ("", "  ", "Answer:", "I don't know", "n/a", "?", "I couldn't find it.", [], {}, ["", ""])


def honest(stated: Sequence[Stated], languages: Sequence[str]) -> Iterator[Any]:
    """Yield every form in which the true answer counts, given on screens of these languages."""
    if len(stated) == 1:
        yield from _honest(stated[0], languages)
        return
    first = {str(one.part): given(one.value) for one in stated}
    yield from (first, json.dumps(first, allow_nan=False), _lines(first), f"I have done all of it.\n\n{_lines(first)}")
    for one in stated:
        for form in _honest(one, languages):
            if not isinstance(form, str) or "\n" not in form:
                yield {**first, str(one.part): form}


def dishonest(stated: Sequence[Stated], shown: Sequence[str]) -> Named:
    """Yield what must not count, each with what it is: another value, two, what hedges or denies, nothing.

    Args:
        stated: the true answers, by part.
        shown: texts that screens have shown, which might be given in place of a name.
    """
    if len(stated) == 1:
        yield from _dishonest(stated[0], shown)
        return
    first = {str(one.part): given(one.value) for one in stated}
    yield "without the parts' numbers", "\n".join(map(str, first.values()))
    for one in stated:
        yield f"part {one.part} left out", {part: value for part, value in first.items() if part != str(one.part)}
        for what, wrong in _dishonest(one, shown):
            yield f"part {one.part}, {what}", {**first, str(one.part): wrong}
    yield from _swapped(stated, first)


def _swapped(stated: Sequence[Stated], first: dict[str, Any]) -> Named:
    """Yield the answers of neighbours under each other's number, where they differ."""
    for one, other in pairwise(stated):
        a, b = str(one.part), str(other.part)
        if one.value != other.value:
            yield f"parts {a} and {b} swapped", {**first, a: first[b], b: first[a]}


def _lines(texts: dict[str, Any]) -> str:
    return "\n".join(f"Answer {part}: {_text(value)}" for part, value in texts.items())


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False) if isinstance(value, list) else str(value)


def _honest(true: Stated, languages: Sequence[str]) -> Iterator[Any]:
    value = given(true.value)
    yield value
    if isinstance(value, list):
        yield from _honest_lists(value)
        return
    plain = str(value) if not isinstance(value, bool) else "yes" if value else "no"
    yield from (line.format(plain) for line in _LINES)
    yield from (f"“{plain}”", f"**{plain}**", f"{plain.removesuffix('.')}.")
    if isinstance(true.value, str):
        yield from (plain.upper(), plain.lower(), f"  {plain} ")
        return
    for language in languages:
        yield from spelling.forms(true.value, locale_of(language))
        if true.form.unit:
            yield from spelling.counted(true.value, true.form.unit, locale_of(language))  # type: ignore[arg-type]
    yield from () if isinstance(true.value, bool) or true.value else ("none", "null")


def _honest_lists(value: list[str]) -> Iterator[Any]:
    yield from (value[::-1], [*value, *value[:1]], json.dumps(value, allow_nan=False), f"Answer: {_text(value)}")
    yield from ["\n".join(f"- {one}" for one in value), "Answer:\n" + "\n".join(value)] if len(value) > 1 else []
    yield from () if value else ("none", "None.", "[]", "null")


def _dishonest(true: Stated, shown: Sequence[str]) -> Named:
    yield from (("nothing", nothing) for nothing in _NOTHING if nothing or true.value or isinstance(true.value, str))
    value = given(true.value)
    if isinstance(value, list):
        yield from _other_lists(value, shown, true.form.unit == FULL_NAME)
        return
    plain = str(value) if not isinstance(value, bool) else "yes" if value else "no"
    yield from (("hedged", hedge.format(plain)) for hedge in _HEDGES)
    if true.form.unit == FULL_NAME:
        yield "a first name", plain.split()[0]
    elif true.form.unit:
        yield from (("another unit", one) for one in spelling.of_another_unit(true.value, true.form.unit))  # type: ignore[arg-type]
    for other in _others(true, shown):
        yield "another value", other
        for one, two in ((plain, other), (other, plain)):
            yield from (
                ("two values", two_of.format(one, two)) for two_of in ("{} or {}", "{}, {}", "{} / {}", "{}-{}")
            )
        yield "two values", [plain, other]


def _others(true: Stated, shown: Sequence[str]) -> Iterator[Any]:
    if isinstance(true.value, bool):
        yield "no" if true.value else "yes"
    elif isinstance(true.value, str):
        alike = {true.value, *(alias for alias, _ in true.aliases)}
        yield from [text for text in shown if not any(_alike(text, one) for one in alike)][:6] or ["Somebody Else"]
    else:
        yield from (next(spelling.forms(spelling.later(true.value, step), "en_US")) for step in (1, 2))


def _other_lists(true: list[str], shown: Sequence[str], full: bool) -> Named:
    strangers = [text for text in shown if not any(_alike(text, one) for one in true)][:4] or ["Somebody Else"]
    for other in strangers:
        yield "one too many", [*true, other]
        yield "another", [*true[1:], other]
    if true and full:
        yield "a first name", [*true[1:], true[0].split()[0]]
    if true:
        yield from (("one left out", true[1:]), ("none", "none"), ("hedged", f"{', '.join(true)} and others"))


def _alike(text: str, other: str) -> bool:
    """Return whether two texts have the same letters and digits."""
    one, two = (["".join(filter(str.isalnum, t.casefold()))] for t in (text, other))
    return one == two
