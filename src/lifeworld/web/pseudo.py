"""A language that nobody speaks: English in accents and brackets, so that what is not in a catalogue shows itself."""

import re
from collections.abc import Iterable
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path

from babel.messages.pofile import read_po

PSEUDO = "en-XA"
OPENING, CLOSING = "⟦", "⟧"  # around what a catalogue says
WRITTEN, ENDED = "⟪", "⟫"  # around what Babel writes
_PLACEHOLDER = re.compile(r"(%\(\w+\)[sd]|%%|\{[^{}]*\})")
_PLAIN = "AaBbCcDdEeFfGgHhIiKkLlMmNnOoPpRrSsTtUuWwYyZz"
ACCENTED = "ȦȧḂḃĊċḊḋḖḗḞḟḠḡḢḣĪīḲḳḶḷṀṁṄṅŌōṖṗṘṙṠṡṪṫŬŭẆẇẎẏŻż"  # letters that nobody in the world writes
_ACCENTS = str.maketrans(_PLAIN, ACCENTED)


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
    with path.open("rb") as file:
        found = [message for message in read_po(file) if message.id]
    return frozenset((one.context or "", one.id if isinstance(one.id, str) else one.id[0]) for one in found)
