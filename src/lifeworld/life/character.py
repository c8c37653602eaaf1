"""What a biography says of somebody in it."""

from dataclasses import dataclass, field

from lifeworld.core.words import Key, Text, Words
from lifeworld.life.words.figures import Day


@dataclass(frozen=True)
class Character:
    """Someone of the owner's life."""

    key: Key
    name: Text
    relation: str
    temper: str
    birthday: Day
    employer: str = ""
    district: str = ""
    called: str = ""  # by the owner: Mum
    calls: str = ""  # the owner, by what: Papa
    home: str = ""  # with whom they live (a key), or where: 9 Kiln Street, top floor; another town
    writes: str = ""  # in what other language, if any: no line is theirs
    facts: dict[Key, Words] = field(default_factory=dict)  # what is so of them and everyone near knows: cat = "Moth"
    untold: dict[Key, Words] = field(default_factory=dict)  # what nobody knows before they tell it: allergy = "nuts"

    @property
    def at_home(self) -> bool:
        """Whether they live with the owner."""
        return self.relation == "partner" or self.home == "me"
