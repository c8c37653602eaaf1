"""What is said in the place of a language's own words: an app's own, by file, and a language that nobody speaks.

`variants/words.toml` holds ways of saying labels, placeholders, titles and accessible names, each under a name; a
configuration names one as its language.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Annotated, Literal

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lifeworld.core.own import own_files
from lifeworld.core.toml import read_named

ALL = "all"  # whichever app says it, and the home screen
PSEUDO = "en-XA"
OPENING, CLOSING = "⟦", "⟧"  # around what a catalogue says
WRITTEN, ENDED = "⟪", "⟫"  # around what Babel writes
_PLACEHOLDER = re.compile(r"(%\(\w+\)[sd]|%%|\{[^{}]*\})")
_PLAIN = "AaBbCcDdEeFfGgHhIiKkLlMmNnOoPpRrSsTtUuWwYyZz"
ACCENTED = "ȦȧḂḃĊċḊḋḖḗḞḟḠḡḢḣĪīḲḳḶḷṀṁṄṅŌōṖṗṘṙṠṡṪṫŬŭẆẇẎẏŻż"  # letters that nobody in the world writes
_ACCENTS = str.maketrans(_PLAIN, ACCENTED)
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
        read_named(path, Words, found)
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
    ids = [message.id for message in _messages(path)]
    return frozenset(text for one in ids for text in ([one] if isinstance(one, str) else one))


def _messages(path: Path) -> list[Message]:
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


# ---- a language that nobody speaks: English in accents and brackets, so that what is not in a catalogue shows itself


def pseudo(text: str) -> str:
    """Return a message as the pseudo-language says it; placeholders stay."""
    parts = _PLACEHOLDER.split(text)
    said = "".join(part if place % 2 else part.translate(_ACCENTS) for place, part in enumerate(parts))
    return f"{OPENING}{said}{CLOSING}"


def written(text: str) -> str:
    """Return a date or a number as the pseudo-language shows it."""
    return f"{WRITTEN}{text}{ENDED}" if text else text


class Pseudo(NullTranslations):
    """Says what the catalogues of a folder hold, and leaves all other texts alone."""

    def __init__(self, folders: Iterable[Path]) -> None:
        super().__init__()
        self._known = frozenset().union(*map(_texts, folders))

    def gettext(self, message: str) -> str:
        return pseudo(message) if ("", message) in self._known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        said = msgid1 if n == 1 else msgid2
        return pseudo(said) if ("", msgid1) in self._known else said

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message) if (context, message) in self._known else message


@lru_cache(maxsize=256)
def _texts(folder: Path) -> frozenset[tuple[str, str]]:
    """Return the messages of a folder's catalogues, which all hold the same, each with its context."""
    path = next(iter(sorted(folder.glob("locale/*/LC_MESSAGES/messages.po"))), None)
    if path is None:
        return frozenset()
    return frozenset((one.context or "", one.id if isinstance(one.id, str) else one.id[0]) for one in _messages(path))
