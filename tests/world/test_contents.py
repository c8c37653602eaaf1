"""Contents that say a person's titles and names in another language: nothing that the three wrote is forgotten."""

import pytest

from lifeworld.store import Store
from lifeworld.world import load
from lifeworld.world.contents import contents
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
LEFT = (
    # The app says the one in its own words, the shop makes the other.
    *("Inbox", "Wish List"),
    # Names of people, places and a choir, and years.
    *("Amara + Theo", "Callow Chamber Choir", "De Hartogs", "Gatehouse Row", "Hal / Nora", "Harrow Crescent"),
    *("Hartog Vale", "San Telmo", "San Telmo!!", "1994", "1995", "1996", "1997"),
    # cross.TripBehindTheCode tells a ride out from the one back by “ to ”.
    *("Northern Coast Rail to Alder Falls", "Northern Coast Rail to Gannet Bay", "Northern Coast Rail: back home"),
    *("Skyward Air to San Telmo", "Skyward Air to Valmare", "Skyward Air to Verlaine", "Skyward Air: back home"),
)
ALIKE = {"de": ("April", "Salon", "Vernissage: Glass and Shadow"), "zh": ()}  # the language writes them just so


def written(place: str) -> set[str]:
    """Return what the three people wrote in a column."""
    table, column = place.split(".")
    found: set[str] = set()
    for name in NAMES:
        store = Store.over(load(name).data)
        found |= {text for (text,) in store.sql(f'SELECT "{column}" FROM {table}') if text}
        store.close()
    return found


@pytest.mark.parametrize("language", ALIKE)
def test_all_titles_and_names_are_said_in_the_language_or_left_for_a_reason(language: str) -> None:
    instead, left = contents()[f"titles-{language}"].instead, {*LEFT, *ALIKE[language]}
    assert instead.keys() == set(WRITTEN)
    texts = {place: written(place) for place in WRITTEN}
    for place in WRITTEN:
        words = instead[place]
        assert texts[place] - left == words.keys(), place
        assert len({words.get(text, text) for text in texts[place]}) == len(texts[place]), f"{place}: two alike"
    assert left <= set().union(*texts.values())
    said = [pair for words in instead.values() for pair in words.items()]
    assert len(set(said)) == len(dict(said)), "one text, said in two ways in two columns"
