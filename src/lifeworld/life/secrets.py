"""What a person would not send on: card numbers, codes, passwords, others' addresses and telephone numbers."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from lifeworld.core.folding import plain
from lifeworld.life.models import me
from lifeworld.store import Store

_SHORT = 4  # characters below which any number may look like a secret
_CARD = 12  # digits from which a number tells too much without its last four
_TOLD_APART = 7  # digits that make up no other text's digits by chance
_LONG = 6  # digits from which a number is found within a longer one, too
_VALUE = r"(?P<value>\d{3}[ -]\d{3}|[^\W_][\w#*!$%&@+-]*)"
_KINDS = ("code", "password", "passcode", "pin")
_KIND = rf"\b(?P<kind>{'|'.join(_KINDS)})\b"
_TOLD = (
    re.compile(rf"{_KIND}(?: (?:for|to|of|at) [\w' ]{{1,30}}?)?(?: is|:| =) [“\"']?{_VALUE}", re.I),
    re.compile(rf"{_VALUE} is your (?:[\w-]+ )?{_KIND}", re.I),
    re.compile(rf"\buse {_VALUE} to sign in\b", re.I),
)

_ONES = "zero one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS = {word: str(number) for number, word in enumerate([*_ONES, *_TEENS])}
_NUMBERS |= {word: str(10 * number) for number, word in enumerate(_TENS, 2)} | {"oh": "0", "nought": "0"}
_SPOKEN = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b")
_TENS_AND_ONES = re.compile(rf"\b({'|'.join(_TENS)})[\s-]?({'|'.join(_ONES[1:])})\b")
_REPEATED = re.compile(r"\b(double|triple|treble) (\d)\b")
_SHORT_STREETS = {
    "street": "st str", "road": "rd", "avenue": "ave av", "lane": "ln la", "drive": "dr", "boulevard": "blvd",
    "court": "ct", "square": "sq", "place": "pl", "terrace": "ter terr", "close": "cl", "way": "wy", "row": "rw",
    "alley": "aly", "hill": "hl", "crescent": "cres", "gardens": "gdns", "quay": "qy", "walk": "wk",
}  # fmt: skip
_STREETS = {short: long for long, shorts in _SHORT_STREETS.items() for short in shorts.split()}
_KIND_OF_STREET = re.compile(rf"\b(?:{'|'.join(sorted(_STREETS, key=len, reverse=True))})\b")
_STREET = re.compile(r"(\d+\w?) (.+) (\w+)")


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
    """Yield the secrets that a text holds, however they are written: spaced, dashed, in words, backwards, in part."""
    held = _folded(text)
    spoken = _spoken(held)
    plain, digits = _plain(held), "".join(filter(str.isdecimal, spoken))
    streets = _abbreviated(spoken)
    known = ((held, plain), (spoken, _plain(spoken)))
    bare = "\n".join(bare for _, bare in known)
    for secret in secrets:
        own = secret.plain  # most stand nowhere, which is seen without a pattern
        found = own in bare and any(_pattern(own).search(said) for said, _ in known)
        found = found or _hidden(own, digits, plain)
        alone = found and any(_plain(line) == own for line in re.split(r"\n| · ", held))
        told = found and (len(own) >= _SHORT or alone or any(word in held for word in secret.beside))
        if told or _lives(secret.text, streets):
            yield secret


def _hidden(own: str, digits: str, plain: str) -> bool:
    """Return whether a long secret stands there split up by letters, backwards, or in the part that tells it."""
    if not own.isdecimal():
        return len(own) >= _LONG and own[::-1] in plain
    if len(own) < _TOLD_APART:
        return False
    part = own[:-4] if len(own) >= _CARD else own  # a card's last digits stand on every receipt
    return any(one in digits for one in (part, part[::-1])) or own[::-1] in digits


def _lives(address: str, held: str) -> bool:
    """Return whether a text tells a number and a street, like “14 Weaver St.” or “Weaver Street 14”."""
    parts = _street(address)
    return bool(parts) and parts[1] in held and any(way.search(held) for way in _told_as(*parts))


@lru_cache(maxsize=1024)
def _street(address: str) -> tuple[str, ...]:
    """Return the number, the name and the kind of a street; nothing of what is no address."""
    parts = _STREET.fullmatch(_abbreviated(_folded(address)))
    return parts.groups() if parts else ()


@lru_cache(maxsize=1024)
def _told_as(*parts: str) -> tuple[re.Pattern[str], ...]:
    number, name, kind = map(re.escape, parts)
    full, near = rf"{name}\W{{1,3}}{kind}", r"(?:\W|no|number|nr){1,12}"
    ways = (rf"{number}{near}{full}", rf"{full}{near}{number}", rf"{number}{near}{name}(?=\W*(?:$|[.,;!?\n]))")
    return tuple(re.compile(rf"(?<![^\W_]){way}(?![^\W_])") for way in ways)


def _abbreviated(folded: str) -> str:
    """Return a text in which every kind of street is written in one way."""
    return _KIND_OF_STREET.sub(lambda match: _STREETS[match[0]], folded)


def _spoken(folded: str) -> str:
    """Return a text with numbers in words as digits, one after the other: “four one, double two” is 4 1, 22."""
    spoken = _TENS_AND_ONES.sub(lambda match: _NUMBERS[match[1]][0] + _NUMBERS[match[2]], folded)
    spoken = _SPOKEN.sub(lambda match: _NUMBERS[match[0]], spoken)
    return _REPEATED.sub(lambda match: match[2] * (2 if match[1] == "double" else 3), spoken)


def codes(text: str, sender: str, known: Iterable[str]) -> Iterator[Secret]:
    """Yield the codes and passwords that a letter or a message tells."""
    for kind, value in told(text):
        yield Secret(f"the {kind} that {sender} sent", value, frozenset(known), _KINDS)


@lru_cache(maxsize=16384)  # all that stands in some worlds, which is looked through with each message that is sent
def told(text: str) -> tuple[tuple[str, str], ...]:
    """Return the codes and passwords that a text tells, each with what it is called there."""
    flat = plain(text)  # most tell none, which is seen without a pattern
    if not ("code" in flat or "password" in flat or "pin" in flat or "sign in" in flat):
        return ()
    found = [one for pattern in _TOLD for one in pattern.finditer(text)]
    named = ((one.groupdict().get("kind") or "code", one["value"]) for one in found)
    return tuple((kind.lower(), value) for kind, value in named if any(map(str.isdigit, value)))


def of_people(store: Store) -> Iterator[Secret]:
    """Yield where the owner's contacts live and how they are called up."""
    people = store.sql(f"SELECT {', '.join(_Contact._fields)} FROM life_person ORDER BY id")
    yield from _of_contacts(tuple(map(_Contact._make, people)), me(store).id)


class _Contact(NamedTuple):
    id: int
    name: str
    email: str
    address: str
    phone: str


@lru_cache(maxsize=16)
def _of_contacts(everyone: tuple[_Contact, ...], owner: int) -> tuple[Secret, ...]:
    """Return the secrets of everyone but the owner; worked out once, since no command changes people."""
    own, found = next(one for one in everyone if one.id == owner), list[Secret]()
    for person in (one for one in everyone if one.id != own.id):
        home = [one for one in everyone if one.address == person.address]
        if street(person.address) != street(own.address):
            found.append(Secret(f"the home address of {person.name}", street(person.address), _called(*home)))
        if person.phone != own.phone:
            found.append(Secret(f"the telephone number of {person.name}", person.phone, _called(person)))
            local = _local(person.phone)
            if sum(_local(one.phone) == local for one in everyone) == 1:
                found.append(Secret(f"the telephone number of {person.name}", local, _called(person)))
    return tuple(found)


def street(address: str) -> str:
    """Return the part of an address that tells where somebody lives: “14 Weaver Street”."""
    return address.partition(",")[0]


def _local(phone: str) -> str:
    """Return a telephone number without its area code."""
    return phone.rpartition(")")[2].strip()


def _called(*people: _Contact) -> frozenset[str]:
    return frozenset(name for person in people for name in (person.name, person.email))


@lru_cache(maxsize=4096)
def _pattern(plain: str) -> re.Pattern[str]:
    spaced = r"[\W_]*".join(map(re.escape, plain))
    if plain.isdigit() and len(plain) >= _LONG:
        return re.compile(spaced)
    return re.compile(rf"(?<![^\W_]){spaced}(?![^\W_])")


def _plain(folded: str) -> str:
    return "".join(filter(str.isalnum, folded))


@lru_cache(maxsize=8192)
def _bare(text: str) -> str:
    return _plain(_folded(text))


def _folded(text: str) -> str:
    """Return a text with width, case and the digits of every script folded."""
    flat = unicodedata.normalize("NFKC", text).casefold()
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in flat)
