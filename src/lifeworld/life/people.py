"""Who a person knows: the cast of the biography, and the many others of an address book."""

import re
from dataclasses import replace
from datetime import date
from itertools import product
from random import Random

from lifeworld.city.directory import HOUSES, address, at_home, phone
from lifeworld.life.biography import Biography
from lifeworld.life.character import Character
from lifeworld.life.models import AVATARS, Person, businesses
from lifeworld.life.words.vocabulary import names

OLDER = 64  # of the drawn faces even ones look like women, odd ones like men, from OLDER on grey-haired
_WORD = re.compile(r"\w+")
HOUSE = re.compile(r"(\d+) ([^,]+)")
_FEW = 40  # houses from a street's end, where numbers only go away from it
_DOORS = tuple(f"Apt {floor}{door}" for floor in range(1, 10) for door in "ABCD")
_STAFF = 24  # first names that are left to those who work in the city
_RELATIONS = ("friend", "colleague", "colleague", "friend", "neighbour", "club", "friend", "family")
_TEMPERS = ("terse", "warm", "chaotic", "formal")
_KIN = ("me", "partner", "family")
_SMALL = (
    "shop",
    "cafe",
    "restaurant",
    "grocer",
    "bakery",
    "bar",
)  # where the cast is all that work: others are of the trade
_AREA = {"nora": 0, "desmond": 100, "wilma": 200}


def people(bio: Biography, rng: Random) -> dict[str, Person]:
    """Return everyone by key, the owner first under "me"."""
    characters = [bio.me, *bio.cast]
    characters += _others(bio, rng, bio.contacts + 1 - len(characters))
    faces: dict[tuple[bool, bool], list[int]] = {}
    for man, older in product((False, True), repeat=2):
        numbers = [n for n in range(AVATARS) if n % 2 == man and (n >= OLDER) == older]
        faces[man, older] = rng.sample(numbers, len(numbers))
    made: dict[str, Person] = {}
    for number, who in enumerate(characters, start=1):
        fitting = faces[who.name.split()[0] in names().men, int(who.birthday[:4]) < 1962]
        fitting.append(fitting.pop(0))  # when all are taken, they go round
        made[who.key] = _person(number, who, bio, rng, fitting[-1])
    for character in sorted(characters, key=lambda one: one.home in made):  # who lives with somebody, after them
        if where := "me" if character.at_home else character.home:
            there, one = made[where].address if where in made else at_home(where), made[character.key]
            made[character.key] = replace(one, address=there, phone=_phone(bio, one.id, there))
    for number, character in enumerate(one for one in characters if one.relation == "neighbour" and not one.home):
        made[character.key] = replace(made[character.key], address=_next_door(made["me"].address, number))
    return made


def _next_door(address: str, number: int) -> str:
    """Return where a neighbour lives: in the same house of flats, from the floor below on, or else some houses away."""
    (house, *flat), town = address.split(", ")[:-1], address.rpartition(", ")[2]
    if flat and number < len(_DOORS) - 1:
        below = int("".join(filter(str.isdigit, flat[0])) or 2) - 1
        doors = sorted((door for door in _DOORS if door not in flat), key=lambda door: abs(int(door[4]) - below))
        return f"{house}, {doors[number]}, {town}"
    found, street = HOUSE.match(address).groups()  # type: ignore[union-attr]  # every address begins with both
    home, only = int(found), 2 * (number + 1)
    further = only if home < _FEW else -only if home > HOUSES - _FEW else (number // 2 + 1) * (2, -2)[number % 2]
    return f"{home + further} {street}, {town}"


def _person(number: int, who: Character, bio: Biography, rng: Random, avatar: int) -> Person:
    return Person(
        id=number,  # type: ignore[call-arg]  # every row has an id
        name=who.name,
        first=who.name.split()[0],
        email=_email(who.name),
        phone=_phone(bio, number),
        address=address(Random(f"home of {bio.name}"), bio.me.district, flat=True)
        if who.key == "me"
        else address(rng, who.district, flat=rng.random() < 0.5),
        birthday=date.fromisoformat(who.birthday),
        relation=who.relation,
        temper=who.temper,
        avatar=avatar,
        employer_id=businesses()[who.employer].id if who.employer else None,
        called=who.called,
        calls=who.calls,
    )


def _phone(bio: Biography, number: int, address: str = "") -> str:
    return phone(_AREA.get(bio.name, 0) + number, address)


def _email(name: str) -> str:
    plain = name.lower().translate(_PLAIN)
    parts = "".join(c if c.isalnum() else " " for c in plain.replace("'", "")).split()
    return ".".join(parts) + "@" + ("postbox.example" if len(name) % 2 else "letters.example")


def _others(bio: Biography, rng: Random, count: int) -> list[Character]:
    taken = {*_WORD.findall(repr(bio))}  # whoever is named anywhere in the biography is somebody else
    firsts, lasts = (
        [one for one in rng.sample(every, len(every)) if one not in taken] for every in (names().given, names().family)
    )
    firsts = firsts[:-_STAFF]
    pairs = ((firsts[i % len(firsts)], lasts[(i + i // len(firsts)) % len(lasts)]) for i in range(count))
    kin = _family_names(bio)
    small = bool(bio.me.employer) and businesses()[bio.me.employer].kind in _SMALL
    year, found = int(bio.me.birthday[:4]), list[Character]()
    for i, (first, last) in enumerate(pairs):
        relation = _RELATIONS[i % len(_RELATIONS)]
        born = date(rng.randint(year - 14, min(year + 12, bio.now.year - 19)), rng.randint(1, 12), rng.randint(1, 28))
        found.append(
            Character(
                key=f"other{i}",
                name=f"{first} {kin[i % len(kin)] if kin and relation == 'family' else last}",
                relation=relation,
                temper=rng.choice(_TEMPERS),
                birthday=born.isoformat(),
                employer=bio.me.employer if relation == "colleague" and not small else "",
            )
        )
    return found


def _family_names(bio: Biography) -> list[str]:
    """Return what relatives of the city are called: as those of the cast whose family writes no other language."""
    every = [who for who in (bio.me, *bio.cast) if who.relation in _KIN]
    foreign = {who.name.split()[-1] for who in every if who.writes}
    return [last for last in (who.name.split()[-1] for who in every) if last not in foreign and "-" not in last]


_PLAIN = str.maketrans("áàâäãåçéèêëíìîïñóòôöõøúùûüýžšłğ", "aaaaaaceeeeiiiinoooooouuuuyzslg")
