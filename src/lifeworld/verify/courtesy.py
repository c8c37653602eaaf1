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
    """Return whether each sentence of a text tells a fact for the first time, or only what is polite or known.

    In a title or a note of a few words, all words must be known to the task itself or polite.
    """
    known = words("function") | words("words")
    if prose.label:
        return _polite(plain(text), known | words("label") | _own(prose) | _said(setting.task))
    own = _said(setting.said) - known
    known |= own | frozenset(_weekdays(prose)) | (frozenset() if prose.facts else words("label"))
    return all(
        _polite(one, known if _names(one, own) else known - words("denying")) for one in _idle(plain(text), prose)
    )


def _idle(text: str, prose: Prose) -> Iterator[str]:
    """Yield the sentences of a text that tell no fact, or only what one before them does."""
    told: set[tuple[str, ...]] = set()
    for sentence in _SENTENCE.split(text):
        new = {fact for fact in prose.facts if any(says(sentence, wording) for wording in fact)} - told
        told |= new
        if not new:
            yield sentence


def _polite(sentence: str, known: frozenset[str]) -> bool:
    """Return whether all words of a sentence are known, but for those of polite phrases."""
    return all(is_known(word, known) for word in words_of(phrases().sub(" ", sentence)))


def _names(sentence: str, own: frozenset[str]) -> bool:
    """Return whether a sentence has a word of what the task speaks of: beside none, a denial means the facts."""
    return any(is_known(word, own) for word in words_of(sentence))


@lru_cache(maxsize=64)
def _said(text: str) -> frozenset[str]:
    """Return the words of a task or a thread that may be said after it: none that turn what they stand beside."""
    return frozenset(words_of(plain(text))) - words("turning")


def _own(prose: Prose) -> frozenset[str]:
    """Return the words of the facts themselves."""
    return frozenset(word for fact in prose.facts for wording in fact for word in words_of(plain(wording)))


def _weekdays(prose: Prose) -> Iterator[str]:
    """Yield what the days are called that are to be told, as in “See you on Saturday!”."""
    for day in prose.values:
        yield from (f"{day:%A}".casefold(), f"{day:%a}".casefold()) if isinstance(day, date) else ()
