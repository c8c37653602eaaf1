"""What the apps say, in the language of the page that is being made: gettext catalogues, keyed by the English text.

A catalogue is `locale/<language>/LC_MESSAGES/messages.po` of an app's folder, and of this one for what all apps share.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from lifeworld.core.errors import Refused
from lifeworld.core.money import Money, written
from lifeworld.web.own_words import PSEUDO, Pseudo, Said, base, own_words

HERE = Path(__file__).parent
LOCALES = {"en": "en_US", "de": "de_DE", "fr": "fr_FR", "es": "es_ES", "zh": "zh_CN", PSEUDO: "en_US"}


def locale_of(language: str) -> str:
    """Return what Babel calls a language, or that of an app's own words."""
    return LOCALES[base(language)]


class Speech(threading.local):
    """Which language is spoken now, and in whose folder its words are looked up first; one for each thread."""

    language: str = "en"
    folder: Path = HERE

    @property
    def locale(self) -> str:
        """What Babel calls the language."""
        return locale_of(self.language)


SPEECH = Speech()


@contextmanager
def speaking(language: str, folder: Path = HERE) -> Iterator[None]:
    """Speak a language, in the words of the app of this folder before those that all apps share."""
    before = SPEECH.language, SPEECH.folder
    SPEECH.language, SPEECH.folder = language, folder
    try:
        yield
    finally:
        SPEECH.language, SPEECH.folder = before


def _(text: str, /, **values: object) -> str:
    """Return the words for an English text; `%(name)s` in it stands for a value."""
    said = text if SPEECH.language == "en" or not text else messages(SPEECH.language, SPEECH.folder).gettext(text)
    return said % spoken(values) if values else said


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the words for one or for many, whose number is `%(n)s`, as the language counts."""
    told = {"n": n, **spoken(values)}
    if SPEECH.language == "en":
        return (one if n == 1 else many) % told
    return messages(SPEECH.language, SPEECH.folder).ngettext(one, many, n) % told


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Return the words for an English text that means several things; the context says which."""
    english = SPEECH.language == "en"
    said = text if english else messages(SPEECH.language, SPEECH.folder).pgettext(context, text)
    return said % spoken(values) if values else said


def N_(text: str) -> str:
    """Mark a text for the catalogue that is only said later, by `_`."""
    return text


def filled(text: str, values: Any) -> str:
    """Return the words for an English text in which `{card.name}` stands for what a value holds, or a row's column."""
    said = _(text)
    return _FILLER.vformat(said, (), values) if "{" in said else said


def told(refused: Refused) -> str:
    """Return what the person reads where a command was refused."""
    return _(refused.template) if refused.filled is None else filled(refused.template, refused.filled)


def spoken(values: Mapping[str, object]) -> dict[str, object]:
    """Return values as the language writes them, where that is not how Python does."""
    return {name: _written(value) for name, value in values.items()}


def _written(value: object) -> object:
    return written(value.cents, SPEECH.locale) if isinstance(value, Money) else value


class _Filler(Formatter):
    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Any) -> Any:
        return kwargs[key] if isinstance(kwargs, Mapping) else getattr(kwargs, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "said":  # {category:said} is a value of ours: it has a translation
            return _(str(value))
        return str(super().format_field(_written(value), format_spec))


_FILLER = _Filler()


@lru_cache(maxsize=256)
def messages(language: str, folder: Path) -> NullTranslations:
    """Return the words of a language: the folder's own, else the shared ones, else the English."""
    if language == PSEUDO:
        return Pseudo([folder, HERE])
    if words := own_words().get(language):
        return Said(words, folder.name, messages(words.language, folder))
    path = folder / "locale" / language / "LC_MESSAGES" / "messages.po"
    found = GNUTranslations(_compiled(path)) if path.exists() else NullTranslations()
    if folder != HERE:
        found.add_fallback(messages(language, HERE))
    return found


def _compiled(path: Path) -> BytesIO:
    compiled = BytesIO()
    with path.open("rb") as file:
        catalogue: Catalog = read_po(file)
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return compiled
