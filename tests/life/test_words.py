"""Files of words are checked when they are read: each mistake is one line with the file, the key and the mend."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lifeworld.apps.shop import words as shop
from lifeworld.city import directory
from lifeworld.core import words as files
from lifeworld.core.errors import UserError
from lifeworld.life import biographies, goods
from lifeworld.life.biography import Biography
from lifeworld.life.words import agenda, letters, plans, replies, vocabulary

WORDS = Path(vocabulary.__file__).parent / files.LANGUAGE
CITY = Path(directory.__file__).parent / files.LANGUAGE
PEOPLE = Path(biographies.__file__).parent / files.LANGUAGE
REVIEWS = Path(shop.__file__).parent / files.LANGUAGE


def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str, str], read: Callable[[], Any]) -> str:
    """Return what is said of a file in which a text has become another."""
    name, text, other = change
    for folder in (WORDS, CITY, PEOPLE, REVIEWS):
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    path = tmp_path / name
    before = path.read_text()
    assert text in before
    path.write_text(before.replace(text, other, 1))
    monkeypatch.setattr(files, "LANGUAGE", str(tmp_path))
    with pytest.raises(UserError) as refused:
        getattr(read, "__wrapped__", read)()  # around the cache
    return str(refused.value).replace(f"{tmp_path}/", "")


def nora() -> Biography:
    return biographies.from_file(files.folder(biographies.__file__) / "nora.toml")


MISTAKES = {  # by what reads a file, and the file: a text, what is written instead, what is said of it
    (plans.plans, "plans/lending.toml"): [
        ("often = 3.2", "oftn = 3.2", "no key lending.oftn; did you mean often"),
        ("often = 3.2", 'often = "3"', "often = '3': it should be a valid number"),
        ("have a {thing} I", "have a {thign} I", "has {thign}, which nothing fills; did you mean thing"),
        ("[Return the", "Return the", "has a bracket too many or too few"),
        ("have a {thing} I", "have a {thing I", "has a brace that is no placeholder"),
    ],
    (plans.plans, "plans/birthdays.toml"): [
        ('given = ["age"]', "", "steps.wish.says: “{age}!"),
        ('["age"]', '["age", "name"]', "given.name: nothing says {name}"),
        ('["age"]', '["age", "day"]', "given: all talk has a {day}; rename it"),
    ],
    (letters.from_people, "letters/people.toml"): [
        ('"neighbour"', '"nieghbour"', "recipe.senders: “nieghbour” writes no letters; did you mean neighbour"),
        ('by = "me"', 'by = "us"', "recipe.answers.1.by = 'us': it should be 'me' or 'them'"),
        ("subjects =", "titles =", "recipe.subjects is missing"),
    ],
    (letters.from_businesses, "letters/machines.toml"): [
        ('["tallow"]', '["tallo"]', "“tallo” writes no letters; did you mean tallow"),
        ("code = true\n", "", "has {code}, which nothing fills"),
    ],
    (letters.newsletters, "letters/newsletters.toml"): [
        ('"gazette"', '"gazete"', "briefing.sender: “gazete” sends none; did you mean gazette"),
        ("{matter2}", "{matter4}", "has {matter4}, which nothing fills"),
    ],
    (letters.from_people, "letters/work.toml"): [("[minutes]", "[recipe]", "recipe stands in another file, too")],
    (letters.journeys, "letters/journeys.toml"): [
        ("{town}", "{city}", "booking.subject: “Your booking {code}: {city}” has {city}")
    ],
    (letters.mishaps, "letters/mishaps.toml"): [("{amount}", "{sum}", "charged_twice.subject")],
    (replies.replies, "replies.toml"): [
        ("{ugh}", "{uhg}", "messages.late.answers: “{uhg} I'll wait"),
        ("(running late", "running late", "messages.late.said is no regular expression"),
        ("[messages.statement]", "[messages.remark]", "messages.statement is missing"),
    ],
    (vocabulary.vocabulary, "vocabulary.toml"): [
        ('"in the hall", ', '"in the hall", "in the hall", ', "“in the hall” stands there twice; leave one out"),
        ("[warm]\nweather", "[warm]\nwether", "cold, mild and warm should have the same keys"),
    ],
    (vocabulary.voices, "voices.toml"): [("[parts.yes]\nterse", "[parts.yes]\ncurt", "parts.yes")],
    (vocabulary.names, "names.toml"): [
        ("family = [", "surnames = [", "there is no key surnames; there are given, family, men")
    ],
    (agenda.agenda, "agenda.toml"): [
        ('at = "clinic"', 'at = "klinic"', "checkups: no price for “klinic”; did you mean clinic")
    ],
    (directory.directory, "city.toml"): [
        ('district = "Millrace"', 'district = "Milrace"', "no district “Milrace”; did you mean Millrace")
    ],
    (goods._range, "range.toml"): [
        ("dollars = 39", "dollars = 39.5", "Kitchen.articles.electric-kettle-1-7-l.dollars = 39.5"),
        ('colours = ["Cream", "Slate", "Sage", "Rust"]', "colours = []", "Kitchen.colours should be two or more"),
    ],
    (shop.reviews, "reviews.toml"): [
        ("had it for {span}", "had it for {product}", "has {product}, which nothing fills")
    ],
    (nora, "nora.toml"): [
        ('sender = "clara"', 'sender = "klara"', "no person “klara”; did you mean clara"),
        ('members = ["tobias"', 'members = ["tobais"', "circles.rope: no person “tobais”; did you mean tobias"),
        ('business = "tallow"', 'business = "tallo"', "habits: no business “tallo”; did you mean tallow"),
        ('"the-salt-road"', '"the-salt-rode"', "gift.products: no article “the-salt-rode”; did you mean the-salt-road"),
        ('temper = "chaotic"', 'temper = "chaotik"', "cast.jonas: no temper “chaotik”; did you mean chaotic"),
        (
            'birthday = "1990-09-03"',
            'birthday = "3.9.1990"',
            "cast.1.birthday = '3.9.1990': it should be a day like 1991-04-18",
        ),
        ('start = "09:45"', 'start = "quarter to ten"', "standing.1.start = 'quarter to ten'"),
        ('days = "Sat Wed"', 'days = "Sa Wed"', "it should be some of Mon Tue"),
        ("savings = 6200", "savings = inf", "nan and inf are no numbers here"),
        ("seed = 4101", 'seed = 4101\nname = "Nora"', "leave out name"),
        ('list = "Shopping"', 'list = "Shoping"', "no list “Shoping”; did you mean Shopping"),
        ('key = "clara"', 'key = "jonas"', "cast: “jonas” stands there twice; rename one"),
    ],
}


@pytest.mark.parametrize(
    ("read", "name", "mistake"), [(*of, one) for of, those in MISTAKES.items() for one in those], ids=lambda value: None
)
def test_a_mistake_is_told_with_its_place_and_its_mend(
    read: Callable[[], Any], name: str, mistake: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, other, said = mistake
    line = told(tmp_path, monkeypatch, (name, text, other), read)
    assert line.startswith(f"{name}: ") and said in line


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nobody\.toml: No such file"):
        biographies.from_file(tmp_path / "nobody.toml")


def test_an_empty_line_may_stand_twice() -> None:
    """It says nothing; that is made likelier so."""
    assert vocabulary.voices().parts["hey"]["terse"].count("") == 3
