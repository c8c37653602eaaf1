"""What machines write about bills and orders, and what lies among drafts and spam."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lifeworld.city.directory import directory
from lifeworld.core.errors import UserError, hint
from lifeworld.core.words import Lines, Text, folder, read
from lifeworld.life.words.letters import Mail
from lifeworld.life.words.placeholders import PLAIN, check, of
from lifeworld.life.words.vocabulary import RELATIONS

_OTHERWISE = "otherwise"
_PAID = ("first", "name", "amount")
_DUE = (*_PAID, "month", "due", "number")


@dataclass(frozen=True)
class Caught:
    """A letter that a filter has caught, so many days ago."""

    subject: Text
    address: str
    body: Text
    days: int


@dataclass(frozen=True)
class Begun:
    """A letter to the first person of a relation."""

    relation: str
    subject: Text
    body: str


@dataclass(frozen=True)
class BrokenOff:
    """A letter that the owner broke off; any part may be empty."""

    to: str
    subject: str
    body: str

    @property
    def kind(self) -> str:
        """To whom: to nobody yet, to a contact, to half a name, or to what is no contact."""
        return self.to if self.to in ("", "{name}", "{half}") else "no contact"


@dataclass(frozen=True)
class Words:
    """Openers about an order, letters by kind of business, what lies among spam and drafts."""

    ordered: Lines
    asking: dict[str, Mail]
    thanks: dict[str, Mail]
    spam: tuple[Caught, ...]
    drafts: tuple[Begun, ...]
    broken_off: tuple[BrokenOff, ...]


@cache
def words() -> Words:
    path = folder(__file__) / "mail.toml"
    found = read(Words, path)
    _check_mails(path, "asking", found.asking, _DUE)
    _check_mails(path, "thanks", found.thanks, _PAID)
    for begun in found.drafts:
        if begun.relation not in RELATIONS:
            raise UserError(f"{path}: drafts: no relation “{begun.relation}”; {hint(begun.relation, RELATIONS)}")
    check(path, {"ordered": found.ordered, "drafts.body": [one.body for one in found.drafts]}, ("first",), PLAIN)
    check(path, {"broken_off.to": [one.to for one in found.broken_off]}, ("name", "half"), PLAIN)
    return found


def _check_mails(path: Path, name: str, mails: Mapping[str, Mail], known: tuple[str, ...]) -> None:
    """See that there is a mail of a kind for each trade that is named, and for all others."""
    trades = (*directory().businesses, _OTHERWISE)
    if _OTHERWISE not in mails:
        raise UserError(f"{path}: {name}.{_OTHERWISE} is missing")
    for key, mail in mails.items():
        if key not in trades:
            raise UserError(f"{path}: {name}.{key}: no business is of this kind; {hint(key, trades)}")
        check(path, of(vars(mail), f"{name}.{key}"), known, PLAIN)


def asking(kind: str) -> Mail:
    """Return how a business of this kind asks for money."""
    return words().asking.get(kind, words().asking[_OTHERWISE])


def thanks(kind: str) -> Mail:
    """Return how a business of this kind says that money has come."""
    return words().thanks.get(kind, words().thanks[_OTHERWISE])
