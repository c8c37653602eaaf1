"""Other texts that mean the same in an answer: a first name that nobody else has, a word of ours in each language."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from lifeworld.core.answers import FULL_NAME, Form
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit.wording import word
from lifeworld.web.language import LOCALES

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
    return (*_firsts(set(given), store), *_translated(given)) if given else ()


def _firsts(given: set[str], store: Store) -> Iterator[Alias]:
    people = {person.name for person in store.all(Person)}
    firsts = Counter(name.split(" ")[0] for name in people)
    yield from ((name.split(" ")[0], name) for name in sorted(given & people) if firsts[name.split(" ")[0]] == 1)


def _translated(given: Iterable[str]) -> Iterator[Alias]:
    """Yield what screens of each language call what an app itself calls so: a category, a way of delivery."""
    for text in given:
        said = {word(text, language) for language in LOCALES} - {text}
        yield from ((one, text) for one in sorted(said | ({text} if said else set())))
