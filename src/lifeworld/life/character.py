"""What a biography says of somebody in it."""

from dataclasses import dataclass, field
from typing import Annotated

from lifeworld.core.words import Key, Text, Words
from lifeworld.life.words.figures import Ago, Day


@dataclass(frozen=True)
class Of:
    """Marks a field that names one, or some, of those there are: people of the cast, businesses of the city."""

    what: str


Somebody = Annotated[str, Of("person")]
Somebodies = Annotated[tuple[str, ...], Of("person")]
House = Annotated[str, Of("business")]
Facts = Annotated[dict[Key, Words], Of("fact")]


@dataclass(frozen=True, kw_only=True)
class Nature:
    """What somebody is, whatever they are called."""

    relation: Annotated[str, Of("relation")]
    temper: Annotated[str, Of("temper")]
    employer: House = ""
    district: Annotated[str, Of("district")] = ""
    called: str = ""  # by the owner: Mum
    calls: str = ""  # the owner, by what: Papa
    home: str = ""  # with whom they live (a key), or where: 9 Kiln Street, top floor; another town
    facts: Facts = field(default_factory=dict)  # what is so of them and everyone near knows: cat = "Moth"
    untold: Facts = field(default_factory=dict)  # what nobody knows before they tell it: allergy = "nuts"


@dataclass(frozen=True, kw_only=True)
class Character(Nature):
    """Someone of the owner's life."""

    key: Key
    name: Text
    birthday: Day
    writes: str = ""  # in what other language, if any: no line is theirs
    met: Ago = 0  # days before now on which the owner met them; 0: before the year, or with the club that they share
    gone: Ago = 0  # days before now since which they are away, as if they lived elsewhere; 0: they are not

    @property
    def at_home(self) -> bool:
        """Whether they live with the owner."""
        return self.relation == "partner" or self.home == "me"
