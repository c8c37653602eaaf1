"""Whom a letter goes to: what is written into a recipient field, as people and addresses."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from lifeworld.apps.mail.models import ME, Message
from lifeworld.life.models import Business, Person
from lifeworld.store import Store

ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+")
_WRITTEN = re.compile(r"(?P<name>[^<>]*)<(?P<address>[^<>]+)>")


@dataclass(frozen=True)
class Addressee:
    """A person of the contacts (`person_id`), or anyone else by address."""

    name: str
    address: str
    person_id: int | None = None


class Unclear(Exception):
    """Somebody written into a recipient field can't be told; `matches` are the contacts it might be."""

    def __init__(self, written: str, matches: tuple[str, ...] = ()) -> None:
        super().__init__(written)
        self.written, self.matches = written, matches


def addressees(store: Store, written: str) -> tuple[Addressee, ...]:
    """Return those whom a field names by address or contact name, split by commas; each once.

    Raises:
        Unclear: a name is nobody's or several people's, and no address either.
    """
    found: dict[str, Addressee] = {}
    for part in _parts(written):
        one = _addressee(store, part)
        found.setdefault(one.address.lower(), one)
    return tuple(found.values())


def resolved(store: Store, written: str) -> str:
    """Return a recipient field with everybody called as the contacts call them; who can't be told stays as written."""
    return ", ".join(dict.fromkeys(_called_so(store, part) for part in _parts(written)))


def answered(kind: str, message: Message | None) -> tuple[tuple[Addressee, ...], tuple[Addressee, ...]]:
    """Return the To and the Cc that an answer has by itself; a new letter and a forward have none."""
    if message is None or kind not in ("reply", "reply_all"):
        return (), ()
    return _answer_all(message) if kind == "reply_all" else (_answer_to(message), ())


def _answer_to(message: Message) -> tuple[Addressee, ...]:
    """Return whom an answer goes to: the sender, or those whom the owner's own letter went to."""
    if not message.mine:
        return (_sender(message),)
    return tuple(_of(message, "to")) or (*_of(message, "cc"), *_of(message, "bcc"))


def _answer_all(message: Message) -> tuple[tuple[Addressee, ...], tuple[Addressee, ...]]:
    """Return the To and the Cc of an answer to all, without the owner and nobody twice."""
    own = message.follow(Person, ME).email.lower()
    to = [*([] if message.mine else [_sender(message)]), *_of(message, "to")]
    first = {one.address.lower(): one for one in to if one.address.lower() != own or len(to) == 1}
    cc = {one.address.lower(): one for one in _of(message, "cc")}
    rest = tuple(one for key, one in cc.items() if key not in first and key != own)
    return tuple(first.values()), rest


def _addressee(store: Store, text: str) -> Addressee:
    named = _WRITTEN.fullmatch(text)
    address = named["address"].strip() if named else text
    if ADDRESS.fullmatch(address):
        return _by_address(store, address)
    return _by_name(store, named["name"].strip() if named else text)


def _by_address(store: Store, address: str) -> Addressee:
    person = store.first(Person, "lower(email) = lower(?)", address)
    if person:
        return Addressee(person.name, person.email, person.id)
    business = store.first(Business, "lower(email) = lower(?)", address)
    return Addressee(business.name, business.email) if business else Addressee(address, address)


def _by_name(store: Store, name: str) -> Addressee:
    for matches in _called(store, name):
        if len(matches) == 1:
            one = matches[0]
            return Addressee(one.name, one.email, one.id if isinstance(one, Person) else None)
        if matches:
            raise Unclear(name, tuple(match.name for match in matches))
    near = store.all(Person, "name LIKE ?", f"%{name}%", order="name", limit=4)
    raise Unclear(name, tuple(match.name for match in near))


def _called(store: Store, name: str) -> Iterator[list[Person] | list[Business]]:
    """Yield who has exactly that name: people, then businesses, then people by their first name."""
    yield store.all(Person, "lower(name) = lower(?)", name, order="name")
    yield store.all(Business, "lower(name) = lower(?)", name, order="name")
    yield store.all(Person, "lower(first) = lower(?)", name, order="name")


def _parts(written: str) -> Iterator[str]:
    return (" ".join(part.split()) for part in re.split(r"[,;\n]", written) if part.strip())


def _called_so(store: Store, part: str) -> str:
    """Return the name of whom a part means, or the address where the name alone would not lead there."""
    with suppress(Unclear):
        one = _addressee(store, part)
        with suppress(Unclear):
            return one.name if addressees(store, one.name) == (one,) else one.address
        return one.address
    return part


def _sender(message: Message) -> Addressee:
    return Addressee(message.sender_name, message.sender_address(), message.person_id)


def _of(message: Message, field: str) -> Iterator[Addressee]:
    for recipient in message.recipients:
        if recipient.field == field:
            yield Addressee(recipient.name, recipient.email, recipient.person_id)
