"""What is so in a life, since when, and who knows it: nobody speaks of what nobody has told them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from lifeworld.life.character import Character
from lifeworld.life.models import Person

ALL = frozenset({"*"})  # known to everyone
ELDER, SMALL = 70, 12  # years, from which on nobody gives blood or carries a sofa; below which one writes as a child
_HOUSE = 2  # parts of an address that names no flat: the street, and the city
GREY, YOUNG = 60, 30  # years, from which on nobody helps others with a telephone; below which nobody needs it


@dataclass(frozen=True)
class Fact:
    """Something that is so of somebody: `value` is in words as a line may say it.

    Attributes:
        of: the key of the person.
        known_by: keys of people; `ALL` for what everyone knows. The person always does.
    """

    of: str
    relation: str
    value: str
    since: datetime
    until: datetime | None = None
    known_by: frozenset[str] = ALL


@dataclass(frozen=True)
class Known:
    """A fact as others than the life that brought it forth ask for it.

    Attributes:
        of: the id of the person.
        until: None where it is still so.
        owner: whether the owner of the device knows it by now.
    """

    of: int
    relation: str
    value: str
    since: datetime
    until: datetime | None
    owner: bool


class Facts:
    """The facts of one life, by person and relation; one value each at a time."""

    def __init__(self, start: datetime, people: Mapping[str, Character], everyone: Mapping[str, Person]) -> None:
        ages = {key: start.year - who.birthday.year for key, who in everyone.items()}
        house, *flat = everyone["me"].address.split(", ")[:-1] or ("",)
        firm = everyone["me"].employer_id
        beside = {key: who.address for key, who in everyone.items() if who.relation in ("me", "neighbour")}
        self._seen = {
            **{(key, "elder"): "yes" for key, age in ages.items() if age >= ELDER},
            **{(key, "grey"): "yes" for key, age in ages.items() if age >= GREY},
            **{(key, "young"): "yes" for key, age in ages.items() if age < YOUNG},
            **{(key, "flat"): "yes" for key, who in everyone.items() if len(who.address.split(", ")) > _HOUSE},
            **{(key, "firm"): "yes" for key, who in everyone.items() if who.employer_id and who.employer_id == firm},
            **{(key, "street"): "yes" for key, home in beside.items() if house.partition(" ")[2] in home},
            **{(key, "stairs"): "the stairs" for key, home in beside.items() if flat and home.startswith(f"{house}, ")},
        }
        self._now: dict[tuple[str, str], Fact] = {}
        self._past: list[Fact] = []
        grown = [who for who in people.values() if who.at_home and int(who.birthday[:4]) <= start.year - 17]
        for key, who in people.items():
            shared = {"home": "yes"} if who.at_home else {}
            shared |= {"owner": "yes", **({"company": "yes"} if grown else {})} if who.relation == "me" else {}
            shared |= {"partner": "yes"} if who.relation == "partner" else {}
            for relation, value in {**shared, **who.facts}.items():
                self.add(Fact(key, relation, value, start))
            for relation, value in who.untold.items():
                self.add(Fact(key, relation, value, start, known_by=frozenset({key})))

    def known(self, ids: Mapping[str, int]) -> tuple[Known, ...]:
        """Return all that has been so, by ids of people, what is over first."""
        return tuple(
            Known(ids[one.of], one.relation, one.value, one.since, one.until, not one.known_by.isdisjoint({"me", *ALL}))
            for one in (*self._past, *self._now.values())
        )

    def add(self, fact: Fact) -> None:
        """Let something be so from its `since` on; what was so of the same relation ends."""
        self.end(fact.of, fact.relation, fact.since)
        self._now[fact.of, fact.relation] = fact

    def end(self, of: str, relation: str, until: datetime) -> None:
        """Let something be so no longer, if it was."""
        before = self._now.pop((of, relation), None)
        if before is not None:
            self._past.append(replace(before, until=until))

    def tell(self, of: str, relation: str, to: str) -> None:
        """Let somebody know a fact, if it is one."""
        fact = self._now.get((of, relation))
        if fact is not None and fact.known_by != ALL:
            self._now[of, relation] = replace(fact, known_by=fact.known_by | {to})

    def value(self, of: str, relation: str, asked: str) -> str | None:
        """Return what somebody who is asked knows of a person; None where nothing is so, or they don't know it."""
        if (of, relation) in self._seen:  # by everybody: their age, their home, the firm
            return self._seen[of, relation]
        fact = self._now.get((of, relation))
        known = fact is not None and (fact.known_by == ALL or asked in fact.known_by | {of})
        return fact.value if fact is not None and known else None
