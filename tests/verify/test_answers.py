"""Answers: what counts is the value, in any form that stands for it; nothing else ever does."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from datetime import time as clock
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.rotation import some_names

from lifeworld.core.answers import Form, Kind, Stated, given
from lifeworld.core.money import Money
from lifeworld.proof.answers import honest
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.verify.answers import right
from lifeworld.web.answers import Context, NotOfFormError
from lifeworld.web.look import LANGUAGES

HERE = Path(__file__).parent
AROUND = tomllib.loads((HERE / "around.toml").read_text(encoding="utf-8"))
KINDS: dict[str, Kind] = {
    "code": "code", "count": "number", "date": "date", "duration": "duration", "list": "list", "moment": "moment",
    "money": "money", "name": "text", "rating": "decimal", "time": "time", "yes": "yes_no",
}  # fmt: skip


class Case(NamedTuple):
    """Something that might be said, the true value, and what it is read by."""

    text: str
    true: Stated
    context: Context
    honest: bool


def value(kind: str, written: Any) -> Any:
    if kind == "money":
        return Money.of(written)
    return timedelta(minutes=int(written.split()[0])) if kind == "duration" else written


def stated(kind: str, question: dict[str, Any]) -> Stated:
    """Return the true answer of a question; a first name stands for whoever alone has it."""
    names = question.get("names", ())
    firsts = Counter(name.split()[0] for name in names)
    aliases = tuple((name.split()[0], name) for name in names if firsts[name.split()[0]] == 1 and " " in name)
    unit = "percent" if re.search("percent", question["goal"]) else ""
    worded = kind == "code" and re.search(r"[^\W\d]{2,} ", question["true"])  # a subject or an address is a text
    form = Form("text" if worded else KINDS[kind], unit)
    return Stated(value(kind, question["true"]), form, aliases=aliases)


def cases(kind: str) -> Iterator[Case]:
    """Yield the corpus of a kind; whatever might be named stands on a screen, so that nothing is refused for that."""
    read = tomllib.loads((HERE / "answers" / f"{kind}.toml").read_text(encoding="utf-8"))
    for question in read["question"]:
        true = stated(kind, question)
        named = [true.value] if isinstance(true.value, str) else true.value if isinstance(true.value, list) else []
        screens = ("\n".join([*question.get("names", ()), *named]), question["goal"] if kind == "code" else "")
        context = Context(read["today"], ("en",), screens)
        for is_honest in (True, False):
            texts = chain.from_iterable(question["honest" if is_honest else "dishonest"].values())
            yield from (Case(text, true, context, is_honest) for text in texts)


ALL = {kind: tuple(cases(kind)) for kind in KINDS}


def verdict(said: Any, true: Stated, context: Context) -> str:
    try:
        return "right" if right(said, true, context) else "wrong"
    except NotOfFormError:
        return "refused"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_dishonest_is_right_and_nothing_honest_is_wrong(kind: str) -> None:
    """An honest sentence is refused, and then the value alone counts."""
    faults = [
        f"{found} {case.text!r} for {case.true.value!r}"
        for case in ALL[kind]
        if (found := verdict(case.text, case.true, case.context)) == ("wrong" if case.honest else "right")
    ]
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_the_true_value_is_right(kind: str, language: str) -> None:
    for case in bare(kind):
        context = Context(case.context.today, (language,), case.context.screens)
        wrong = [said for said in honest([case.true], [language]) if verdict(said, case.true, context) != "right"]
        assert not wrong, case.true


def bare(kind: str) -> Iterator[Case]:
    """Yield each true value of the corpus by itself."""
    for case in {repr(case.true.value): case for case in ALL[kind]}.values():
        words = given(case.true.value)
        yield case._replace(text="\n".join(words) if isinstance(words, list) else str(words))


@pytest.mark.parametrize("kind", KINDS)
def test_no_hedge_passes_in_any_language(kind: str) -> None:
    """A hedge on the line of the value; one that stands above an `Answer:` is a note, which nobody reads."""
    spoken = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted((HERE / "spoken").glob("*.toml"))]
    hedges = [*chain.from_iterable(AROUND.values()), *(h for one in spoken for h in (*one["hedges"], *one["denials"]))]
    hedges = [hedge for hedge in hedges if hedge not in AROUND["wrappers"] and not _is_note(hedge)]
    passed = [
        f"{hedge.format(case.text)!r} for {case.true.value!r}"
        for case in bare(kind)
        for hedge in hedges
        for language in some_names("hedges", LANGUAGES, 1)
        if not _means_the_same(hedge, case.true)
        and verdict(hedge.format(case.text), case.true, Context(case.context.today, (language,), case.context.screens))
        == "right"
    ]
    assert not passed, "\n".join(sorted(set(passed)))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_what_stands_on_screens_of_a_language_counts_and_a_sentence_of_it_never(language: str) -> None:
    read = tomllib.loads((HERE / "spoken" / f"{language}.toml").read_text(encoding="utf-8"))
    counted = 0
    for one in read["answer"]:
        true = stated(one["type"], {"true": one["true"], "goal": ""})
        named = [true.value] if isinstance(true.value, str) else []
        context = Context(TODAY, (language,), tuple(named))
        found = {text: verdict(text, true, context) for text in (*one["honest"], *one["dishonest"])}
        assert not [text for text in one["dishonest"] if found[text] == "right"], found
        assert not [text for text in one["honest"] if found[text] == "wrong"], found
        counted += list(found.values()).count("right")
    assert counted >= 10


def _means_the_same(hedge: str, true: Stated) -> bool:
    """Return whether what is put around a value leaves it: the sign of an amount is free, percent may be named."""
    signed = hedge == "-{}" and (true.form.kind == "money" or true.value == 0)
    return signed or (hedge == "{} percent" and true.form.unit == "percent")


def _is_note(hedge: str) -> bool:
    """Return whether a hedge stands on a line outside of the value."""
    return re.search(r"^\W*(?:final )?answer\W*:\W*\{\}[^\w\n]*(?:\n\s*\n|$(?!\n))", hedge, re.I | re.M) is not None


TODAY = date(2026, 3, 12)


@pytest.mark.parametrize(
    ("said", "kind", "true", "languages", "found"),
    [
        ("3/4/26", "date", date(2026, 3, 4), ("en",), "right"),
        ("3/4/26", "date", date(2026, 4, 3), ("fr",), "refused"),  # English reads it, too, and otherwise
        ("14/3/26", "date", date(2026, 3, 14), ("fr",), "right"),
        ("2026-04-03", "date", date(2026, 4, 3), ("fr", "en"), "right"),
        ("1.250", "number", 1250, ("de",), "right"),
        ("1.250", "number", 1250, ("en",), "refused"),
        ("1,250", "number", 1250, ("de",), "right"),
        ("1.250,00 $", "money", Money(125000), ("de",), "right"),
        ("$1,250.00", "money", Money(125000), ("de", "en"), "right"),
        (1250.0, "money", Money(125000), ("de",), "right"),
        ("14. März", "date", date(2026, 3, 14), ("de",), "right"),
        ("14. März", "date", date(2026, 3, 14), ("en",), "refused"),
        ("3月14日", "date", date(2026, 3, 14), ("zh",), "right"),
        ("ja", "yes_no", True, ("de",), "right"),
        ("ja", "yes_no", True, ("en",), "refused"),
        (True, "yes_no", True, ("en",), "right"),
        (1, "yes_no", True, ("en",), "refused"),
        ("1,5 Stunden", "duration", timedelta(minutes=90), ("de",), "right"),
        ("March 14 at 2:30 PM", "moment", "2026-03-14 14:30", ("en",), "right"),
        ("14. März um 14:30", "moment", "2026-03-14 14:30", ("de",), "right"),
        ("aucune", "list", [], ("fr",), "right"),
        ("none", "list", ["Ann Lee"], ("en",), "wrong"),
        ([], "list", [], ("en",), "right"),
        ("Ann Lee, Tom Reyes", "list", ["Ann Lee", "Tom Reyes"], ("en",), "refused"),
        ("Ann Lee\nTom Reyes", "list", ["Ann Lee", "Tom Reyes"], ("en",), "right"),
        ("Ann Lee is the one", "text", "Ann Lee", ("en",), "refused"),
        ("Answer: Ann Lee", "text", "Ann Lee", ("en",), "right"),
        ("Antwort: Ann Lee", "text", "Ann Lee", ("de",), "right"),
        ("Ann", "text", "Ann Lee", ("en",), "right"),
        ("Tom Reyes", "text", "Ann Lee", ("en",), "wrong"),
        ("Somebody Else", "text", "Ann Lee", ("en",), "refused"),
        ({"1": "x"}, "text", "Ann Lee", ("en",), "refused"),
        ("Tuesday, March 3", "date", date(2026, 3, 3), ("de",), "right"),
        ("Saturday, March 3", "date", date(2026, 3, 3), ("de",), "refused"),
        ("Sunshine, 2026-03-03", "date", date(2026, 3, 3), ("en",), "refused"),
        ("12.500", "money", Money(1250), ("en",), "refused"),
        ("1$2.50", "money", Money(1250), ("en",), "refused"),
        ("$12.50$", "money", Money(1250), ("en",), "refused"),
        ("1٢", "number", 1, ("en",), "refused"),
        ("89.9999999999 min", "duration", timedelta(minutes=90), ("en",), "refused"),
        ("15:3.0", "time", clock(15, 30), ("en",), "refused"),
        ("2:30 p.m.", "time", clock(14, 30), ("en",), "right"),
        (f"Answer: not{' ' * 4000}5", "number", 5, ("en",), "refused"),
        (f"It is not{' ' * 40000}5", "number", 5, ("en",), "refused"),
        ("Answer ≠: 5", "number", 5, ("en",), "refused"),
        ("Answer:\n5", "number", 5, ("en",), "right"),
        ("Answer: 5\n\nLet me know if there is more.", "number", 5, ("en",), "right"),
        ("Answer: 5\nIt may be 6.", "number", 5, ("en",), "refused"),
        ("9" * 5000, "number", 5, ("en",), "refused"),
        (float("nan"), "number", 5, ("en",), "refused"),
    ],
)  # fmt: skip
def test_a_value_is_read_by_its_form_and_its_languages(
    said: Any, kind: Kind, true: Any, languages: tuple[str, ...], found: str
) -> None:
    true = datetime.fromisoformat(true) if kind == "moment" else true
    context = Context(TODAY, languages, ("Dinner with\nAnn Lee\nTom Reyes",))
    assert verdict(said, Stated(true, Form(kind), aliases=(("Ann", "Ann Lee"),)), context) == found


def test_a_rating_is_told_as_the_screen_writes_it() -> None:
    true = drawn("shop.RatingOf", "nora", 0).expectation.targets[0].stated[0]
    german = Context(TODAY, ("de",))
    for said in (true.value, str(true.value), str(true.value).replace(".", ",")):
        assert verdict(said, true, german) == "right"
    for said in (round(true.value + 0.1, 1), "9,9", f"{true.value} von 5", f"about {true.value}"):
        assert verdict(said, true, german) != "right"


@pytest.mark.parametrize(
    ("task", "form", "said"),
    [
        ("messenger.PhoneNumber", Form("code"), "+1 {0}"),
        ("bank.ShareOfTheMonth", Form("number", "percent"), "{0} %"),
        ("calendar.DaysBetween", Form("number", "day"), "{0} days"),
    ],
)
def test_a_task_s_own_type_reaches_its_answer(task: str, form: Form, said: str) -> None:
    true = drawn(task, "nora", 0).expectation.targets[0].stated[0]
    context = Context(TODAY, ("en",), (str(true.value),))
    assert true.form == form and right(said.format(true.value), true, context)


def test_every_question_has_a_type_and_every_type_a_question() -> None:
    forms = {form.kind for template in tasks() for form in template.answer_forms()}
    assert forms == set(KINDS.values())
    assert all(template.answer_forms() for template in tasks() if template.says("answer"))
