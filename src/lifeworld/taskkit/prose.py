"""What an agent may word otherwise: texts of which only facts count, and names that stand for an answer."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, time
from typing import Any

from lifeworld.core.answers import FULL_NAME, Form
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit.wording import spoken, word
from lifeworld.verify.expectation import Prose
from lifeworld.web.language import LOCALES

anything: Any = Prose()


def containing(*facts: Any) -> Any:
    """Return what stands in a command's text field where only these facts are asked for.

    Args:
        facts: an amount, a day or a time, which may be written in any usual way; or a name or words, of which `|` parts
            several wordings (“come|be there”), each from the beginning of a word on.

    That is all that code reads of the text, beside values that nobody asked for and secrets. What it means is a judge's
    to say and decides nothing; a task with such a text is tagged “prose” and belongs to that stratum.
    """
    return Prose(
        tuple(fact if isinstance(fact, Money | date | time) else tuple(str(fact).split("|")) for fact in facts)
    )


def plainest(prose: Prose) -> tuple[str, ...]:
    """Return each fact of a free text in words, as goals show it; of several wordings the first."""
    return tuple(fact[0] if isinstance(fact, tuple) else spoken(fact) for fact in prose.facts)


def worded(prose: Prose) -> str:
    """Return a text that tells the facts which are asked for."""
    return f"I wanted to tell you: {', '.join(plainest(prose)) or 'here is what we talked about'}."


Alias = tuple[str, str]  # what may be given, and the text of the answer that it stands for


def aliases(answer: Any, form: Form, store: Store) -> tuple[Alias, ...]:
    """Return what stands for the texts of an answer.

    Args:
        answer: a text, or several; of another type of answer there are none.
        form: what is asked for; where that is full names, no first name stands for one.
        store: the world as it is after the effects.
    """
    if form.unit == FULL_NAME:
        return ()
    given = [answer] if isinstance(answer, str) else answer if isinstance(answer, list | tuple) else []
    return (*_firsts(set(given), store), *_translated(given), *_with_comma(given)) if given else ()


def _firsts(given: set[str], store: Store) -> Iterator[Alias]:
    people = {person.name for person in store.all(Person)}
    firsts = Counter(name.split(" ")[0] for name in people)
    yield from ((name.split(" ")[0], name) for name in sorted(given & people) if firsts[name.split(" ")[0]] == 1)


def _with_comma(given: Iterable[str]) -> Iterator[Alias]:
    """Yield numbers with a decimal as screens of other languages write them: a rating of “4,3”."""
    yield from ((text.replace(".", ","), text) for text in given if re.fullmatch(r"\d+\.\d", text))


def _translated(given: Iterable[str]) -> Iterator[Alias]:
    """Yield what screens of each language call what an app itself calls so: a category, a way of delivery."""
    for text in given:
        said = {word(text, language) for language in LOCALES} - {text}
        yield from ((one, text) for one in sorted(said | ({text} if said else set())))
