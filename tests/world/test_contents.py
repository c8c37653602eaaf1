"""Contents that say a person's titles and names in another language: nothing that anybody wrote is forgotten."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest

from lifeworld.life import biographies
from lifeworld.life.models import businesses
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.plans import plans
from lifeworld.life.words.vocabulary import vocabulary
from lifeworld.store import Store
from lifeworld.world import load
from lifeworld.world.contents import contents, reworded
from lifeworld.world.profiles import NAMES

# What a person calls things by; calendars and labels keep their names, by which tasks tell what belongs where.
WRITTEN = (
    "todo_task.title",
    "todo_list.name",
    "todo_step.title",
    "calendar_event.title",
    "messenger_chat.title",
    "shop_list.name",
)
DRAWN = tuple(f"person-{number}" for number in range(1, 9))
LEFT = (
    # The app says the one in its own words, the shop makes the other.
    *("Inbox", "Wish List"),
    # Names of people, places and a choir; years, lengths and sums.
    *("Amara + Theo", "Callow Chamber Choir", "De Hartogs", "Gatehouse Row", "Hal / Nora", "Harrow Crescent"),
    *("Hartog Vale", "San Telmo", "San Telmo!!", "1994", "1995", "1996", "1997"),
    *("Jonas", "Mei", "Ruben", "20 cm", "30 cm", "40 cm", "861.76", "950"),
    # cross.TripBehindTheCode tells a ride out from the one back by “ to ”.
    *("Northern Coast Rail to Alder Falls", "Northern Coast Rail to Gannet Bay", "Northern Coast Rail: back home"),
    *("Skyward Air to San Telmo", "Skyward Air to Valmare", "Skyward Air to Verlaine", "Skyward Air: back home"),
)
# Of drawn people: classes of a school, towns, and rides there.
LEFT_OF_PARTS = ("8a", "8b", "8c", "Valmare", "Gannet Bay", "Northern Coast Rail to Saltmarsh")
ALIKE = {
    "de": ("Stand-up", "April", "Salon", "Vernissage: Glass and Shadow"),
    "zh": (),
}  # the language writes them just so
PLACES = "|".join(re.escape(one.name) for one in businesses().values())
NAMES_ALONE = re.compile(rf"\w+ / \w+|([\w-]+[,:] )?({PLACES})")  # “Nora / Hal”, “Mei: Kumo Noodle House”


def written(place: str, people: Iterable[str]) -> set[str]:
    """Return what people wrote in a column."""
    table, column = place.split(".")
    found: set[str] = set()
    for name in people:
        store = Store.over(load(name).data)
        found |= {text for (text,) in store.sql(f'SELECT "{column}" FROM {table}') if text}
        store.close()
    return found


def parts(of: Any) -> Iterator[str]:
    """Return all texts of what people are drawn from; of steps, each."""
    if isinstance(of, str):
        yield from (step.strip().rstrip("*") for step in of.split(";"))
        yield of
    for one in of.values() if isinstance(of, dict) else of if isinstance(of, list) else ():
        yield from parts(one)


def with_gaps(text: str) -> str:
    """Return a text of a part as contents write it: `{lead} and {second}` is `{a} and {b}`."""
    names = list(dict.fromkeys(re.findall(r"{.*?}", text)))
    return re.sub(r"{.*?}", lambda gap: "{" + ascii_lowercase[names.index(gap[0])] + "}", text)


FILES = sorted(Path(str(biographies.__file__)).parent.glob("en/parts/*.toml"))
OF_PARTS = {with_gaps(text) for path in FILES for text in parts(tomllib.loads(path.read_text()))}
LIVES = Path(str(biographies.__file__)).parent.glob("en/**/*.toml")
LANGUAGES = sorted({one for path in LIVES for one in re.findall(r'studies = "([A-Z]\w+)"', path.read_text())})
CAST = {"a": "Quill", "b": "Zora", "c": "Ivo"}


@cache
def of_plans(place: str, *, gaps: bool) -> set[str]:
    """Return what plans of all kinds call what they arrange or note, in all words; with gaps, in their place, too."""
    part = {"calendar_event.title": "entry", "todo_task.title": "note"}.get(place, "")
    some = ((one.title, words_of(kind)) for kind in plans().values() if (one := getattr(kind, part, None)))
    return {text for title, words in some for text in expanded(title, words, gaps)}


def words_of(kind: Kind) -> Mapping[str, Iterable[str]]:
    """Return what may stand in the slots of the titles of a kind of plan."""
    others = [CAST[letter] for letter, who in kind.cast.items() if who != "me"]
    named = {"at": [businesses()[key].name for key in kind.at], "them": [" and ".join(others)], "who": others[:1]}
    facts = {"b_studies": LANGUAGES, "b_cat": ["Motte"], "b_dog": ["Grot"]}
    return {**vocabulary().words, **named, **facts, **{letter: [name] for letter, name in CAST.items()}, **kind.words}


def expanded(title: str, words: Mapping[str, Iterable[str]], gaps: bool) -> Iterator[str]:
    """Yield a title with each of its choices made and each word in its slots."""
    for text in map("".join, product(*(part.split("|") for part in re.split(r"[\[\]]", title)))):
        parts = re.split(r"({.*?})", text)
        for said in product(*(filling(part, words, gaps) for part in parts)):
            yield with_gaps("".join(said))


def filling(part: str, words: Mapping[str, Iterable[str]], gaps: bool) -> list[str]:
    if not part.startswith("{"):
        return [part]
    some = words[part[1:-1].removesuffix("_c")]
    return [*(one[:1].upper() + one[1:] if "_c}" in part else one for one in some), *([part] if gaps else ())]


@pytest.mark.parametrize("language", ALIKE)
def test_all_titles_and_names_are_said_in_the_language_or_left_for_a_reason(language: str) -> None:
    instead, left = contents()[f"titles-{language}"].instead, {*LEFT, *LEFT_OF_PARTS, *ALIKE[language]}
    assert instead.keys() == set(WRITTEN)
    ours = {place: written(place, NAMES) for place in WRITTEN}
    for place, people in product(WRITTEN, (NAMES, DRAWN)):
        texts = ours[place] if people is NAMES else written(place, people)
        said = {text: reworded(text, instead[place]) for text in texts}
        alike = {text for text, other in said.items() if text == other}
        assert {text for text in alike if not NAMES_ALONE.fullmatch(text)} <= left, place
        assert len(set(said.values())) == len(said), f"{place}: two alike"
    assert {*LEFT} <= set().union(*ours.values())
    said_once = [pair for words in instead.values() for pair in words.items()]
    assert len(set(said_once)) == len(dict(said_once)), "one text, said in two ways in two columns"


@pytest.mark.parametrize("language", ALIKE)
@pytest.mark.parametrize("place", ["calendar_event.title", "todo_task.title"])
def test_titles_of_plans_of_all_kinds_are_said_each_in_its_own_way(language: str, place: str) -> None:
    words = contents()[f"titles-{language}"].instead[place]
    said = {text: reworded(text, words) for text in of_plans(place, gaps=False) | words.keys()}
    said = {text: other for text, other in said.items() if not NAMES_ALONE.fullmatch(text)}
    assert not [text for text, other in said.items() if text == other and text not in ALIKE[language]]
    assert len(set(said.values())) == len(said), "two alike"


@pytest.mark.parametrize("language", ALIKE)
def test_nothing_is_said_that_nobody_writes(language: str) -> None:
    for place, words in contents()[f"titles-{language}"].instead.items():
        known = written(place, NAMES) | OF_PARTS
        assert not {text for text in words.keys() - known if not _is_pattern_of_ours(text, place)}, place


def _is_pattern_of_ours(text: str, place: str) -> bool:
    """Return whether a text is what is said of plans, birthdays and journeys, with one guest or several."""
    some = text.replace("{a} and {b} and {c}", "{a}").replace("{a} and {b}", "{a}")
    some = some.replace("{b} and {c} and {d}", "{b}").replace("{b} and {c}", "{b}")
    return some in {"{a}’s birthday", "{a}, soon"} | of_plans(place, gaps=True)
