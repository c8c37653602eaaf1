"""Searches find words however they are written: with accents or without, in capitals or not."""

import random

import apsw
import pytest

from lifeworld.core.folding import like, plain
from lifeworld.env.drivers.dom import Dom
from lifeworld.world import World, load

LETTERS = "aB%_!é"


@pytest.mark.parametrize(
    ("written", "sought"), [("Renée", "renee"), ("ÉMILE", "émile"), ("Straße", "STRASSE"), ("Ｗａｒｄ", "ward")]
)
def test_a_search_finds_what_is_written_otherwise(written: str, sought: str) -> None:
    assert plain(written) == plain(sought)
    assert like(f"%{sought}%")(f"To {written}.") and like(f"%{written}%")(f"To {sought}.")


def test_what_has_other_letters_is_not_found() -> None:
    assert not like("%renate%")("Renée") and not like("%夜班%")("夜晚")


@pytest.mark.parametrize("escape", ["", "!"])
def test_patterns_mean_what_they_mean_to_sqlite(escape: str) -> None:
    own, drawn, held = apsw.Connection(":memory:"), random.Random(5), 0
    for _ in range(3_000):
        pattern = "".join(drawn.choices(LETTERS, k=drawn.randrange(6)))
        text = "".join(drawn.choices(LETTERS, k=drawn.randrange(8)))
        if escape and pattern.replace("!!", "").endswith("!"):
            continue  # nothing follows the escape, which means nothing
        told = own.execute("SELECT ? LIKE ?" + " ESCAPE '!'" * bool(escape), (text, pattern)).get
        assert bool(like(pattern, escape)(text)) == bool(told), (pattern, text)
        held += bool(told)
    assert held > 100


def test_nothing_is_like_null() -> None:
    assert like(None)("a") is None and like("a")(None) is None and like("%1%")(21)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/messenger/search?q=renee", "Renée Duval-Ames"),
        ("/mail/search?q=RENEE", "Renée Duval-Ames paid you"),
        ("/maps/search?q=CAFE", "Café"),
        ("/calendar/search?q=renee", "Anselm and Renée: dinner"),
    ],
)
def test_every_search_finds_so(address: str, shown: str) -> None:
    page = Dom().open_now(World(load("desmond").data).start(), address).tree
    assert any(shown in node.name and node.role != "button" for node in page.walk())
