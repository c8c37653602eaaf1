"""People beside the three: drawn ones of any number, and those of a file of one's own."""

import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from tests.commands import command

from lifeworld.core.choices import PEOPLE
from lifeworld.core.errors import UserError
from lifeworld.core.own import NAME
from lifeworld.life import biographies, known, live, place
from lifeworld.life.biographies import NAMES, biography
from lifeworld.life.biographies.drawn import drawn
from lifeworld.life.diary import in_year
from lifeworld.life.events import Purchase
from lifeworld.life.simulation import simulate
from lifeworld.run.sampling import SPLITS, split_of
from lifeworld.taskkit.configuration import Configuration

ROOT = Path(__file__).parents[2]
WRITTEN = Path(biographies.__file__).parent / "en/nora.toml"
OWN = "[mona]\n" + WRITTEN.read_text().replace("\n[[", "\n[[mona.").replace("\n[tastes]", "\n[mona.tastes]").replace(
    "\n[gift]", "\n[mona.gift]"
)


def test_any_number_is_a_person_of_its_own() -> None:
    people = [biography(f"person-{number}") for number in range(200)]
    assert len({bio.me.name for bio in people}) > 190
    assert len({(bio.tastes.signature, bio.tastes.lists) for bio in people}) > 150
    assert biography("person-17") == drawn("person-17", 17)


def test_parts_of_all_kinds_are_drawn() -> None:
    titles = Counter(biography(f"person-{number}").tastes.signature.split("\n")[1] for number in range(100))
    assert len(titles) == 5 and min(titles.values()) > 5


def test_everybody_is_of_an_age_for_what_they_are() -> None:
    for bio in (biography(f"person-{number}") for number in range(200)):
        born = {who.key: int(who.birthday[:4]) for who in (bio.me, *bio.cast)}
        for who in (bio.me, *bio.cast):
            age = bio.now.year - born[who.key]
            assert 18 <= age <= 70 or who.relation not in ("me", "colleague"), (bio.name, who)
            assert 0 < age < 105, (bio.name, who)
        assert "grandchild" not in born or born["grandchild"] - born["daughter"] >= 17, bio.name
        assert sum(who.relation == "partner" for who in bio.cast) <= 1


@pytest.mark.parametrize("name", ["nobody", "person-", "person--1", "person-07", "person-1.5", "norra", "../nora"])
def test_a_name_that_nobody_has_is_refused_with_the_choices(name: str) -> None:
    for refusing in (known, biography, lambda name: Configuration("todo.CompleteTask", name)):
        with pytest.raises(UserError, match=r"no profile .*(nora|desmond|wilma).*person-17, with any number"):
            refusing(name)


def test_everybody_has_a_place_in_turns() -> None:
    assert [place(name) for name in (*NAMES, "person-0", "person-17")] == [0, 1, 2, 3, 20]


def test_drawn_people_fall_into_all_splits() -> None:
    people = [Configuration("todo.CompleteTask", f"person-{number}") for number in range(100)]
    assert {split_of(one, "profile") for one in people} == set(SPLITS)
    assert Counter(split_of(one, "profile") for one in people)["train"] > 60


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "variants/people.toml"
    path.parent.mkdir()
    monkeypatch.setenv(NAME, str(tmp_path))
    monkeypatch.setattr(biographies, "own_people", biographies.own_people.__wrapped__)
    monkeypatch.setattr(biographies, "_unread", {})
    return path


def test_a_file_adds_a_person(own: Path) -> None:
    own.write_text(OWN)
    assert biographies.own_people()["mona"].me == biography("nora").me
    assert known("mona") == "mona" and place("mona") == len(PEOPLE)


@pytest.mark.parametrize(
    ("text", "other", "says"),
    [
        ("[mona]", "[nora]", "[nora]: a name that nobody has yet"),
        (
            "orders = 44",
            'orders = 44\nbought = [{ day = -9, clock = "10:00", products = ["dominos-double-nine"] }]',
            "bought: no article “dominos-double-nine”; did you mean dominoes-double-nine",
        ),
        ("orders = 44", "ordres = 44", "[mona]: there is no key ordres; did you mean orders"),
        ("salary = 2154.4", 'salary = "much"', "[mona]: salary = 'much': it should be a valid number"),
        ('person = "odile"', 'person = "odil"', "gift.person: no person “odil”; did you mean odile"),
        ("contacts = 78", "contacts = 5", "contacts = 5: it should be 17 or more"),
        ("contacts = 78", "contacts = 1000000000", "contacts = 1000000000: it should be less than or equal to 5000"),
        ("letters = 190", "letters = 1000000", "letters = 1000000: it should be less than or equal to 5000"),
        ("orders = 44", "orders = -1", "orders = -1: it should be greater than or equal to 0"),
        (
            "acquaintances = [14, 20]",
            "acquaintances = [9, 2]",
            "acquaintances = [9, 2]: it should be from the lower to the higher",
        ),
        ("unread = [0.7, 0.22]", "unread = [0, 0, 0]", "unread = [0, 0, 0]: it should have at most 2 items"),
        ("from_people = 0.34", "from_people = 2", "from_people = 2: it should be less than or equal to 1"),
        ("plans = 1.1", "plans = 1e9", "plans = 1000000000.0: it should be less than or equal to 10"),
        ("salary = 2154.4", "salary = 0", "salary = 0: it should be greater than 0"),
        ("now = 2026-03-12T09:41:00", "now = 2026-03-12T09:41:00Z", "with no time zone"),
        ('facts = { cat = "Biscuit"', 'facts = { cat = "{x}"', "me.facts.cat = '{x}': it should be plain words"),
        ('birthday = "1991-05-23"', 'birthday = "1791-05-23"', "me.birthday = '1791-05-23': it should be a day like"),
        ('key = "me", name = "Nora C', 'key = "nora", name = "Nora C', "me.key = “nora”: it should be “me”"),
        ('name = "Clara Castellan"', 'name = "Jonas Ferreira"', "cast: two are called Jonas Ferreira"),
        ('facts = { cat = "Biscuit"', 'facts = { kat = "Biscuit"', "cast.me: no fact “kat”; did you mean cat"),
        ('untold = { flaky = "yes" }', 'untold = { flacky = "yes" }', "no fact “flacky”; did you mean flaky"),
        ('untold = { flaky = "yes" }', 'untold = { studies = "no" }', "studies stands in facts and in untold"),
        ("hours = [17.2, 19.4]", "hours = [19.4, 17.2]", "habits.1.hours = [19.4, 17.2]: it should be from the lower"),
        ('days = -3, clock = "12:02"', 'days = 0, clock = "12:02"', "it should be before now, which is 09:41"),
        ('sender = "pilar", text', 'sender = "gus", text', "gus is not in the chat; there are pilar"),
        ('chat = "coastwalk", days = -6', 'chat = "coastwalk", days = -360', "coastwalk was founded"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(own: Path, text: str, other: str, says: str) -> None:
    assert text in OWN
    told = refused(own, OWN.replace(text, other))
    assert str(own) in told and says in told


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ('plan = "lendin"', "plot: no plan “lendin”; did you mean lending"),
        ('way = ["lent"]', "plot, lending: no step “lent”; did you mean lend"),
        ('people = { z = "mei" }', "plot, lending: no letter “z”; there are a, b"),
        ('people = { a = "mei", b = "mei" }', "plot, lending: its people should be one for each letter"),
        ('people = { b = "me" }', "plot, lending: its people should be one for each letter"),
        ("people = {}", "plot, lending: its people lack b"),
        ('people = { b = "meo" }', "plot, lending: no person “meo”; did you mean mei"),
        ('group = "rope"', "plot, lending: it is between two; leave `group` out"),
        ('words = { thong = "pan" }', "plot, lending: no word “thong”; did you mean thing"),
        ('words = { thing = "{nix}" }', "plot.1.words.thing = '{nix}': it should be plain words"),
        ("day = 3", "plot.1.day = 3: it should be less than or equal to 0"),
        ("day = 0", "plot, lending: it should be before now"),
        ("days = 3", "plot, lending: nothing of it is in the calendar; leave `days` out"),
        ('clock = "25:00"', "plot.1.clock = '25:00': it should be a clock between 00:00 and 23:59"),
    ],
)
def test_a_plot_that_cannot_be_is_refused(own: Path, part: str, says: str) -> None:
    plot = {"plan": '"lending"', "day": "-120", "clock": '"17:00"', "people": '{ b = "mei" }'}
    plot |= dict([part.split(" = ", 1)])
    written = ", ".join(f"{key} = {value}" for key, value in plot.items())
    there = re.compile(r"^plot = \[.*?^\]", re.DOTALL | re.MULTILINE)
    assert says in refused(own, there.sub(lambda _: f"plot = [{{ {written} }}]", OWN))


def refused(path: Path, people: str) -> str:
    """Return what is said of a file of people, of whom one is wrong, and so left out."""
    path.write_text(people)
    assert not biographies.own_people()
    return "\n".join(biographies.unread())


SHORT = next(
    text
    for text in re.findall(r"```toml[^\n]*\n(.*?)```", (ROOT / "docs/variation.md").read_text(), re.DOTALL)
    if text.startswith("[mona]")
)
ADA = re.search(r"^cast = .*?^\]\n", SHORT, re.DOTALL | re.MULTILINE)
assert ADA


def test_the_shortest_person_lives(own: Path) -> None:
    own.write_text(SHORT.replace(ADA[0], "cast = []\n"))
    assert simulate(biographies.own_people()["mona"]).events, biographies.unread()


@pytest.mark.parametrize(
    ("text", "other", "says"),
    [
        (
            "seed = 7",
            'seed = 7\nname = "Mona"',
            "leave out name, which the table's name, .mona., tells; what .* me.name",
        ),
        ("2026-06-13T", "2026-13-06T", r"no such date or time, 2026-13-06T10:00:00 \(at line 3, column"),
        ("2026-06-13T", "2026-02-30T", r"no such date or time, 2026-02-30T10:00:00 \(at line 3, column"),
        ("contacts = 12", "contacts = 1", "contacts = 1: it should be greater than or equal to 2"),
        ('"1990', '"2015', "me.birthday = “2015-05-02”: it should be 16 years before now or earlier"),
        ("seed = 7", 'seed = 7\nmeetings = ["Review"]', "meetings: nobody of the cast is a colleague"),
        ("seed = 7", 'seed = 7\ngift = { for = "ada" }', "there is no key gift.for; there are person, products, day"),
        *(
            (
                'district = "Northgate" }',
                f'district = "Northgate", home = "{home}" }}',
                f"me.home = “{home}”: it should be a",
            )
            for home in ("Nowhere 9", "Kiln Street", "me", "ada")
        ),
    ],
)
def test_what_a_short_file_gets_wrong_is_told(own: Path, text: str, other: str, says: str) -> None:
    assert text in SHORT
    assert re.search(says, refused(own, SHORT.replace(text, other, 1)))


@pytest.mark.parametrize("who", ['relation = "partner"', 'relation = "friend", writes = "German"', 'home = "me"'])
def test_a_life_of_letters_has_somebody_who_writes_them(own: Path, who: str) -> None:
    """Two in the cast and no others: nobody is left to write."""
    one = '{{ key = "{0}", name = "{0} Birch", temper = "warm", birthday = "1988-01-20", {1} }}'
    who += "" if "relation" in who else ', relation = "friend"'
    text = SHORT.replace(ADA[0], f"cast = [{one.format('ada', who)}, {one.format('bo', who)}]\n")
    told = refused(own, text.replace("contacts = 12", "contacts = 2"))
    assert "letters = 170: nobody of the cast can write one" in told and "give contacts = 3 or more" in told


def test_orders_of_one_minute_have_numbers_of_their_own(own: Path) -> None:
    bought = '{ day = -9, clock = "10:00", products = ["dominoes-double-nine"] }'
    own.write_text(f"{SHORT}bought = [{bought}, {bought}]\n")
    ordered = [one.number for one in simulate(biographies.own_people()["mona"]).events if isinstance(one, Purchase)]
    assert len(ordered) == len({*ordered}) > 2


def test_who_is_wrong_is_left_out_of_the_list_and_told_of(own: Path) -> None:
    own.write_text(SHORT + "\n" + SHORT.replace("[mona]", "[lisa]").replace("contacts = 12", "contacts = 1"))
    said = command("people")
    assert "nora         34  Nora Castellan grew up" in said and "mona         36  Mona Lark" in said
    assert f"left out, as it is wrong: {own}: [lisa]: contacts = 1: it should be" in said and said.count("lisa") == 1
    with pytest.raises(UserError, match=r"\[lisa\]: contacts = 1"):
        known("lisa")


def test_somebody_born_on_a_leap_day_has_a_birthday_each_year() -> None:
    leap = date(2004, 2, 29)
    assert [in_year(leap, year) for year in (2023, 2024)] == [date(2023, 2, 28), date(2024, 2, 29)]
    assert live("person-44388").events  # who knows somebody born then
