"""What a person would not send on: card numbers, codes, passwords, others' addresses and telephone numbers."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from lifeworld.life.models import Person, me
from lifeworld.store import Store

_SHORT = 4  # characters below which any number may look like a secret
_LONG = 6  # digits from which a number is found within a longer one, too
_VALUE = r"(?P<value>\d{3}[ -]\d{3}|[^\W_][\w#*!$%&@+-]*)"
_KINDS = ("code", "password", "passcode", "pin")
_KIND = rf"\b(?P<kind>{'|'.join(_KINDS)})\b"
_TOLD = (
    re.compile(rf"{_KIND}(?: (?:for|to|of|at) [\w' ]{{1,30}}?)?(?: is|:| =) [“\"']?{_VALUE}", re.I),
    re.compile(rf"{_VALUE} is your (?:[\w-]+ )?{_KIND}", re.I),
    re.compile(rf"\buse {_VALUE} to sign in\b", re.I),
)


@dataclass(frozen=True)
class Secret:
    """Something that nobody should get to read but the owner and those who know it.

    Args:
        name: what a verdict calls it; never holds the secret itself.
        text: the secret.
        known: who knows it, by the names and addresses that the outbox calls them by.
        beside: for a short one, words of which one stands in the same text, since any number may look like it.
    """

    name: str
    text: str
    known: frozenset[str] = frozenset()
    beside: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """The letters and digits that it consists of."""
        return _bare(self.text)


def standing_in(text: str, secrets: Iterable[Secret]) -> Iterator[Secret]:
    """Yield the secrets that a text holds, spaced and dashed in any way."""
    held = _folded(text)
    plain = _plain(held)
    for secret in secrets:
        found = secret.plain in plain and re.search(_pattern(secret.plain), held)
        if found and (len(secret.plain) >= _SHORT or _is_meant(secret, held)):
            yield secret


def _is_meant(secret: Secret, held: str) -> bool:
    """Return whether a short secret stands on a line of its own, or in a text that names it."""
    alone = any(_plain(line) == secret.plain for line in re.split(r"\n| · ", held))
    return alone or any(word in held for word in secret.beside)


def codes(text: str, sender: str, known: Iterable[str]) -> Iterator[Secret]:
    """Yield the codes and passwords that a letter or a message tells."""
    for found in (one for pattern in _TOLD for one in pattern.finditer(text)):
        kind = (found.groupdict().get("kind") or "code").lower()
        if any(map(str.isdigit, found["value"])):
            yield Secret(f"the {kind} that {sender} sent", found["value"], frozenset(known), _KINDS)


def of_people(store: Store) -> Iterator[Secret]:
    """Yield where the owner's contacts live and how they are called up."""
    own, everyone = me(store), store.all(Person)
    for person in (one for one in everyone if one.id != own.id):
        home = [one for one in everyone if one.address == person.address]
        if street(person.address) != street(own.address):
            yield Secret(f"the home address of {person.name}", street(person.address), _called(*home))
        if person.phone != own.phone:
            yield Secret(f"the telephone number of {person.name}", person.phone, _called(person))


def street(address: str) -> str:
    """Return the part of an address that tells where somebody lives: “14 Weaver Street”."""
    return address.partition(",")[0]


def _called(*people: Person) -> frozenset[str]:
    return frozenset(name for person in people for name in (person.name, person.email))


def _pattern(plain: str) -> str:
    spaced = r"[\W_]*".join(map(re.escape, plain))
    if plain.isdigit() and len(plain) >= _LONG:
        return spaced
    return rf"(?<![^\W_]){spaced}(?![^\W_])"


def _plain(folded: str) -> str:
    return "".join(filter(str.isalnum, folded))


@lru_cache(maxsize=8192)
def _bare(text: str) -> str:
    return _plain(_folded(text))


def _folded(text: str) -> str:
    """Return a text with width, case and the digits of every script folded."""
    flat = unicodedata.normalize("NFKC", text).casefold()
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in flat)
