"""The city's people and businesses, as rows that every app may show and none may write."""

from dataclasses import fields
from datetime import date
from functools import cache
from typing import Annotated

from lifeworld.city.directory import entries
from lifeworld.core.errors import WorldFault
from lifeworld.store import Row, Store, between, not_empty, ref, unshown

AVATARS = 80  # drawn faces


def age(born: date, on: date) -> int:
    """Return how many years old somebody is on a day."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


class Business(Row, table="life_business"):
    """A shop, employer, utility or institution of the city."""

    name: str
    kind: str  # grocer, cafe, restaurant, utility, employer, landlord, bank, shop, gym, airline, insurer …
    category: str  # as a bank files it: Groceries, Eating out, Transport, Home, Health, Shopping, Leisure, Income …
    email: str  # at an .example domain
    phone: str
    address: str
    emoji: str  # the Fluent emoji that stands for it, by short name: "shopping-cart"

    needs = {"kind = 'bank'": "the bank, of kind bank", "name = 'Megacart'": "the shop, by the name Megacart"}


class Person(Row, table="life_person"):
    """Someone whom the device's owner knows; the owner is the row with relation "me"."""

    name: Annotated[str, not_empty]  # "Maya Okafor"
    first: Annotated[str, not_empty]  # "Maya"
    email: str
    phone: str
    address: str
    birthday: date
    relation: str  # me, partner, family, friend, colleague, neighbour, club
    temper: str  # terse, warm, chaotic, formal
    avatar: Annotated[int, between(0, AVATARS - 1)]  # which of the drawn avatars
    employer_id: int | None = ref(Business, default=None)
    called: str = unshown("what the owner says to them, beside their name: Mum", default="")
    calls: str = unshown("what they say to the owner: Papa", default="")

    def named(self, by: "Person") -> str:
        """Return what they are called by another: Mum, Papa, or by the first name."""
        return (self.called if by.relation == "me" else by.calls if self.relation == "me" else "") or self.first

    needs = {"relation = 'me'": 'the owner, with relation "me"', "id = 1 AND relation = 'me'": "the owner, with id 1"}


class Member(Row, table="life_member"):
    """Somebody in a chat group of old, beside the owner."""

    chat: str  # the group's key
    person_id: int = ref(Person)


MODELS: tuple[type[Row], ...] = (Business, Person, Member)


@cache
def businesses() -> dict[str, Business]:
    """Return every business of the city by its key in the directory, ids from 1."""
    names = [field.name for field in fields(Business) if field.name != "id"]
    every = ((key, one.number, {name: getattr(one, name) for name in names}) for key, one in entries().items())
    return {key: Business(id=number, **told) for key, number, told in every}  # type: ignore[call-arg]  # every row has one


def me(store: Store) -> Person:
    """Return the device's owner."""
    owner = store.first(Person, "relation = 'me'")
    if owner is None:
        raise WorldFault("the profile has no owner: no person with relation “me”")
    return owner
