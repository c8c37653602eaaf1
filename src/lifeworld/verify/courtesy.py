"""What a free text may say beside its facts: what is polite, and what the task and the thread speak of.

There are more wrong sentences than any list could hold, so this one holds the right ones.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from lifeworld.scenarios.courtesy import phrases, words
from lifeworld.scenarios.prose import Prose, plain, says
from lifeworld.scenarios.sense import is_known, words_of
from lifeworld.scenarios.setting import Setting

_SENTENCE = re.compile(r"(?<=[.!?…])(?=\s)|\n")


def courteous(text: str, prose: Prose, setting: Setting) -> bool:
    """Return whether each sentence of a text tells a fact, or only what is polite or known."""
    known = _known(setting) | frozenset(_weekdays(prose))
    if prose.label or not prose.facts:
        return _polite(plain(text), known | words("label") | _own(prose))
    return all(_tells(one, prose) or _polite(one, known) for one in _SENTENCE.split(plain(text)))


def _tells(sentence: str, prose: Prose) -> bool:
    return any(says(sentence, wording) for fact in prose.facts for wording in fact)


def _polite(sentence: str, known: frozenset[str]) -> bool:
    """Return whether all words of a sentence are known, but for those of polite phrases."""
    return all(is_known(word, known) for word in words_of(phrases().sub(" ", sentence)))


@lru_cache(maxsize=64)
def _known(setting: Setting) -> frozenset[str]:
    """Return the words that a sentence may hold: polite ones, and those that stand in the task and the thread."""
    said = {word for text in (*setting.names, setting.said) for word in words_of(plain(text))}
    return words("function") | words("words") | (said - words("turning"))


def _own(prose: Prose) -> frozenset[str]:
    """Return the words of the facts themselves."""
    return frozenset(word for fact in prose.facts for wording in fact for word in words_of(plain(wording)))


def _weekdays(prose: Prose) -> Iterator[str]:
    """Yield what the days are called that are to be told, as in “See you on Saturday!”."""
    for day in prose.values:
        yield from (f"{day:%A}".casefold(), f"{day:%a}".casefold()) if isinstance(day, date) else ()
