"""Answers that a reasonable person gives, and answers that hedge: each question is tried with all of them.

It shares nothing with the verifier but the types, so that the two check each other.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.core.money import Money
from lifeworld.proof import spelling
from lifeworld.scenarios.kit import Answer
from lifeworld.verify.answers import Known

Named = Iterator[tuple[str, str]]


def honest(true: Answer, known: Known) -> Iterator[str]:
    """Yield every form in which a reasonable person would give the true answer."""
    first = ""
    for text in _forms(true, known):
        first = first or text
        yield text
    yield from _lines(first)
    if known.goal and not isinstance(true, bool):
        yield f"You asked: “{known.goal}” It is {first}."


def dishonest(true: Answer, known: Known) -> Named:
    """Yield what must not count, each with what it is: other values, two values, hedges, denials, nothing."""
    yield from (("empty", text) for text in ("", "  ", "Answer:", "I don't know", "I couldn't find it."))
    if isinstance(true, bool):
        yield from _contradictions(yes=true)
    elif isinstance(true, str):
        yield from _other_names(true, known)
    elif isinstance(true, Sequence):
        yield from _other_lists(true, known)
    elif isinstance(true, datetime):
        yield from _other_moments(true, known)
    else:
        yield from _other_values(true, known)


def _lines(first: str) -> Iterator[str]:
    yield f"Answer: {first}"
    yield f"**Answer:** {first}"
    yield f"I have looked it up.\n\nFinal answer: {first}"
    yield f"Answer: not yet\nAnswer: {first}"


def _forms(true: Any, known: Known) -> Iterator[str]:
    if isinstance(true, str | bool) or not isinstance(true, Sequence):
        of = next(forms for kind, forms in _FORMS if isinstance(true, kind))
        yield from of(true)
    else:
        yield from _lists(list(true), known)


def _yes(true: bool) -> Iterator[str]:
    word = "yes" if true else "no"
    yield from (word, word.title(), word.upper(), f"{word}.", f"“{word}”", f"The answer is {word}.", f"{word}!")
    yield from ("Yes, it is.", "true", "correct", "Yep") if true else ("No, it isn't.", "false", "nope", "It is not.")


def _names(true: str) -> Iterator[str]:
    yield from (true, true.lower(), true.upper(), f"{true}.", f"“{true}”", f"'{true}'", f"**{true}**", f"  {true} ")
    yield from (f"It is {true}.", f"It's {true}", f"That would be {true}, as far as I can see.", f"- {true}")
    yield f"After looking through all of it: {true}."
    if re.fullmatch(r"\(\d{3}\) \d{3}-\d{4}", true):
        digits = re.sub(r"\D", "", true)
        yield from (digits, f"+1{digits}", f"{digits[:3]}-{digits[3:6]}-{digits[6:]}", f"1 {true}")


def _lists(true: list[str], known: Known) -> Iterator[str]:
    if not true:
        yield from ("none", "None.", "nobody", "no one", "nothing", "There are none.", "0", "There aren't any.")
        return
    longer = [name for name in known.names if name not in true]
    for text in _joined(true):
        if not any(name.casefold() in text.casefold() and not _inside(name, true) for name in longer):
            yield text


def _inside(name: str, true: list[str]) -> bool:
    return any(name.casefold() in one.casefold() for one in true)


def _joined(true: list[str]) -> Iterator[str]:
    last = f" and {true[-1]}" if len(true) > 1 else true[-1]
    together = ", ".join(true[:-1]) + last
    bullets, numbered = "\n".join(f"- {one}" for one in true), "\n".join(f"{n}. {one}" for n, one in enumerate(true, 1))
    yield from (", ".join(true), ", ".join(true[::-1]), "; ".join(true), "\n".join(true), bullets, numbered)
    yield from (
        "\n".join(f"• {one}" for one in true),
        together,
        together.lower(),
        f"They are {together}.",
        f"It's {together}.",
    )
    yield from (f"Answer:\n{bullets}", f"Here they are:\n{bullets}", ", ".join(f"“{one}”" for one in true))
    yield from (", ".join([*true, true[0]]), " and ".join(true), f"Answer:\n\n{numbered}")


_FORMS: tuple[tuple[Any, Callable[[Any], Iterator[str]]], ...] = (
    (bool, _yes),
    (str, _names),
    (Money, spelling.money),
    (datetime, spelling.moments),
    (date, spelling.dates),
    (time, spelling.times),
    (timedelta, spelling.durations),
    (int, spelling.counts),
)


# ---- what must not count


def _contradictions(*, yes: bool) -> Named:
    yield from (("the other", text) for text in (("no", "No, it isn't.") if yes else ("yes", "Yes, it is.")))
    for text in (
        "yes and no",
        "yes or no",
        "no, yes",
        "yes/no",
        "either yes or no",
        "maybe",
        "perhaps yes",
        "maybe no",
    ):
        yield "hedge", text


def _other_names(true: str, known: Known) -> Named:
    others = [name for name in _unsaid(known) if spelling.bare(name) != spelling.bare(true)][:8]
    if re.search(r"\d", true) and not re.search(r"\s[A-Za-z]", true):
        others = [re.sub(r"\d$|\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), true)]
    for other in others or ["Somebody Else"]:
        yield "another", other
        yield from _pairs(true, other)
    if len(others) > 1:
        yield "all of them", ", ".join([true, *others])
        yield "all of them", ", ".join([*others, true]).lower()
    yield from _denials(true)


def _unsaid(known: Known) -> list[str]:
    """Return the names that the goal doesn't say, nor their first words."""
    said = set(re.findall(r"\w+", known.goal.casefold()))
    return [name for name in sorted(known.names) if not said & set(re.findall(r"\w+", name.casefold())[:1])]


def _pairs(true: str, other: str) -> Named:
    for one, two in ((true, other), (other, true)):
        yield "two values", f"{one} or {two}"
        yield "two values", f"{one}, {two}"
        yield "two values", f"Answer: {one} / {two}"
        yield "two values", f"either {one} or {two}"
    yield "two values", f"{true}, or maybe {other}"
    yield "two values", f"Answer:\n- {true}\n- {other}"


def _denials(text: str) -> Named:
    yield from (("denied", f"not {text}"), ("denied", f"It isn't {text}."), ("denied", f"anything but {text}"))
    yield from (("offered", f"either {text}"), ("offered", f"{text} or something else"))


def _other_lists(true: Sequence[str], known: Known) -> Named:
    if not true:
        yield from (("a name", name) for name in _strangers(true, known)[:3])
        yield from (
            ("none by halves", text) for text in ("almost none", "not none", "none or one", "anything but none")
        )
        return
    together = ", ".join(true)
    for left_open in ("{}, among others", "{} and others", "{} etc.", "such as {}", "{} and 2 more"):
        yield "left open", left_open.format(together)
    if len({spelling.bare(one) for one in true}) == 1:
        yield from _other_names(true[0], known)
        return
    yield "one left out", ", ".join(true[1:])
    yield "one left out", "\n".join(true[:-1])
    yield "a choice", f"{', '.join(true[:-1])} or {true[-1]}"
    for other in (_strangers(true, known) or ["Somebody Else"])[:5]:
        yield "one too many", ", ".join([*true, other])
        yield "one too many", "\n".join(f"- {one}" for one in [other, *true])
        yield "one too many", f"{', '.join(true)} and {other}"
        yield "another", ", ".join([*true[1:], other])
    yield from (
        ("none", "none"),
        ("denied", f"not {', '.join(true)}"),
        ("denied", f"everyone except {', '.join(true)}"),
    )


def _strangers(true: Sequence[str], known: Known) -> list[str]:
    own = {spelling.bare(one) for one in true}
    return [name for name in _unsaid(known) if spelling.bare(name) not in own and not _inside(name, [*true])]


def _other_moments(true: datetime, known: Known) -> Named:
    day, clock = next(spelling.dates(true.date())), next(spelling.times(true.time()))
    yield from (("half of it", day), ("half of it", clock))
    later = next(spelling.dates(_other(true.date(), known)))
    yield from (("another day", f"{later}, {clock}"), ("two days", f"{day} or {later}, {clock}"))
    hour = next(spelling.times(_other(true.time(), known)))
    yield from (("another time", f"{day}, {hour}"), ("two times", f"{day}, {clock} or {hour}"))
    yield "denied", f"not {day}, {clock}"


def _other_values(true: Any, known: Known) -> Named:
    text, forms = next(_forms(true, known)), dict(_FORMS)
    spell = forms[next(kind for kind, _ in _FORMS if isinstance(true, kind))]
    different = _other(true, known)
    other = next(spell(different))
    yield from (("another value", said) for said in spell(different))
    yield from _pairs(text, other)
    yield from _denials(text)
    yield from (("range", f"{text} to {other}"), ("range", f"between {text} and {other}"), ("range", f"{text}-{other}"))
    for hedge in ("about {}", "around {}", "{} or so", "more than {}", "at least {}", "{} or more", "over {}"):
        yield "roughly", hedge.format(text)
    yield from (("short hedge", said) for said in spelling.shortened(true, different))


def _other(true: Any, known: Known) -> Any:
    """Return a value whose numbers the goal doesn't say."""
    said = set(map(int, re.findall(r"\d+", known.goal)))
    for step in range(1, 60):
        other, numbers = spelling.later(true, step)
        near = isinstance(other, date) and abs((other - known.today).days) <= 2
        if not numbers & said and not near:
            return other
    raise ValueError(f"the goal says every value near {true}")
