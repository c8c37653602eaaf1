"""An app's own words, by file: what labels, placeholders, titles and accessible names say instead.

`variants/words.toml` holds ways of saying it, each under a name; a configuration names one as its language.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Annotated, Literal

from babel.messages.pofile import read_po
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lifeworld.core.own import own_files
from lifeworld.web.variants import read

ALL = "all"  # whichever app says it, and the home screen
_GAP = re.compile(r"%\(\w+\)s|{[^}]*}")


def _said(words: dict[str, str]) -> dict[str, str]:
    for text, other in words.items():
        if not other.strip() or other == text:
            raise ValueError(f"“{text}” is to be said otherwise, in some words; leave it out where it stays")
        if sorted(_GAP.findall(text)) != sorted(_GAP.findall(other)):
            raise ValueError(
                f"“{text}” and “{other}” have other gaps; each of {_GAP.findall(text) or 'none'} stands in both"
            )
    return words


class Words(BaseModel):
    """One way of saying it.

    Attributes:
        language: of all that is not said otherwise, and how it writes days and amounts.
        apps: by an app's id, or `all`, what stands for an English text of its screens.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    says: str = ""
    language: Literal["en", "de", "fr", "es", "zh"] = "en"
    apps: Annotated[dict[str, Annotated[dict[str, str], AfterValidator(_said)]], Field(min_length=1)]


@lru_cache(maxsize=1)
def own_words() -> Mapping[str, Words]:
    """Return all ways of saying it, by name.

    Raises:
        UserError: a file says what no such way has, or gives a name twice; says where.
    """
    found: dict[str, Words] = {}
    for path in own_files("variants", "words.toml"):
        read(path, Words, found)
    return found


def base(language: str) -> str:
    """Return the language that a way of saying it goes by; a language itself as it is."""
    found = own_words().get(language)
    return found.language if found else language


class Said(NullTranslations):
    """The words of one app in one way of saying it, before those of its language."""

    def __init__(self, words: Words, app: str, rest: NullTranslations) -> None:
        super().__init__()
        self._words = {**words.apps.get(ALL, {}), **words.apps.get(app, {})}
        self.add_fallback(rest)

    def gettext(self, message: str) -> str:
        return self._words.get(message) or super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._words.get(msgid1 if n == 1 else msgid2) or super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._words.get(message) or super().pgettext(context, message)


@lru_cache(maxsize=64)
def texts(folder: Path) -> frozenset[str]:
    """Return every English text that the screens of a folder say; none where it has no catalogue."""
    path = folder / "locale" / "de" / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return frozenset()
    with path.open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return frozenset(text for one in ids for text in ([one] if isinstance(one, str) else one))
