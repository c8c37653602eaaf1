"""Kinds of plans: what their files may say, and what becomes of them in a life."""

import math
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from lifeworld.core.errors import UserError
from lifeworld.life import Life, simulate
from lifeworld.life.biographies import biography
from lifeworld.life.biography import Seed
from lifeworld.life.events import Messaged, Noted
from lifeworld.life.facts import Fact, Facts
from lifeworld.life.people import people
from lifeworld.life.words import plans as words
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.plans import plans

LENDING = """[lending]
cast = { a = "me", b = "friend" }
often = 1
[lending.steps.ask]
by = "a"
says = '''
Could I have your ladder?
'''
next = { lend = 1 }
[lending.steps.lend]
by = "b"
says = '''
You can.
'''
"""
MONEY = "[lending.money]\ndollars = [3, 9]\n"


@pytest.mark.parametrize(("key", "kind"), plans().items(), ids=list(plans()))
def test_there_are_words_for_a_year(key: str, kind: Kind) -> None:
    """A line is said once in a life, so a step has at least as many as it is likely to be taken in a year."""
    for name, times in taken(kind).items():
        lines = kind.steps[name].lines
        assert not lines or len(lines) >= math.ceil(times), f"{key}.{name}: {len(lines)} lines for {times:.1f} times"


def taken(kind: Kind) -> dict[str, float]:
    """Return how often each step of a kind is taken in a year, on average, ways back left out."""
    found: dict[str, float] = dict.fromkeys(kind.steps, 0)
    often = kind.often * len(kind.months) / 12 or len(kind.steps[kind.begin].lines)  # as often as there are words
    left = [(kind.begin, often, frozenset[str]())]
    while left:
        name, times, before = left.pop()
        found[name] += times
        ways = {other: weight for other, weight in kind.steps[name].next.items() if other not in before}
        left += [(other, times * weight / sum(ways.values()), before | {name}) for other, weight in ways.items()]
    return found


@pytest.mark.parametrize(
    ("text", "other", "says"),
    [
        ('by = "b"', 'by = "c"', "lending.steps.lend.by: “c” is not in the cast"),
        ("lend = 1", "lent = 1", "lending.steps.ask.next: there is no step “lent”"),
        ("next = { lend = 1 }\n", "", "lending.steps.lend: no step leads to it"),
        ('b = "friend"', 'b = "fiend"', "lending.cast.b: “fiend” should be one of"),
        ('a = "me"', 'a = "friend"', "lending.cast: one of them should be “me”"),
        ("You can.", "You can, {b_ladder}, {c_ladder}.", "has {c_ladder}, which nothing fills"),
        ('by = "b"', 'by = "b"\ndoes = ["entry"]', "“entry” needs [entry]"),
        ('by = "b"', 'by = "b"\ndoes = ["enter"]', "it should be one of entry, drop"),
        ('by = "b"', 'by = "b"\nafter = "soon"', "like 5m..3h"),
        ('by = "b"', 'by = "b"\naround = "-1d..-1h"', "the plan has no entry around which it could be"),
        ('by = "b"', 'by = "b"\nafter = "3h..5m"', "from the earlier to the later one"),
        ('by = "b"', 'by = "b"\nafter = "1d..9000d"', "a year away at most"),
        ('by = "b"', 'by = "b"\nafter = "-5m..3h"', "waits of 0 and more"),
        ('by = "b"', 'by = "b"\nnext = { ask = 1 }', "lending.steps.lend: its ways lead back to it"),
        ('by = "b"', 'by = "b"\nneeds = ["cat"]', "somebody's fact, like b.cat"),
        ('by = "b"', 'by = "b"\nneeds = ["c.cat"]', "“c.cat” should be a fact of one of the cast"),
        ('by = "b"', 'by = "b"\nfacts = { "b.lent" = "{nix}" }', "has {nix}, which nothing fills"),
        ('by = "b"', 'by = "b"\ndoes = ["c tells cat"]', "“c” is not in the cast"),
        ('by = "b"', 'by = "b"\ndoes = ["visit"]', "“visit” needs [at]"),
        ("often = 1", "often = 1e9", "lending.often = 1000000000.0: it should be less than or equal to 366"),
        ("often = 1", "often = 1\nhours = [20, 8]", "lending.hours = [20, 8]: it should be from the lower"),
        ("often = 1", "often = 1\nmonths = []", "lending.months is empty"),
        ("often = 1", "often = 1\nweekdays = []", "lending.weekdays is empty"),
        ("often = 1", "often = 1\nmoney = { dollars = [9, 3] }", "lending.money.dollars = [9, 3]: it should be from"),
        ("often = 1", "often = 1\nmoney = { dollars = [3, 9] }", "lending.money: no step does “sum”; leave it out"),
        ("often = 1", 'often = 1\nat = ["nix"]', "lending.at: no business “nix”"),
        ("often = 1", 'often = 1\nwords = { thing = ["{thing}"] }', "words.thing.1 = '{thing}': it should be plain"),
        ("often = 1", 'often = 1\nwords = { thing = ["pan"] }', "lending.words.thing: nothing says {thing}"),
        ('b = "friend"', 'e = "friend"', "lending.cast.e = 'e': it should be a letter from a to d"),
        ('b = "friend"', 'b = "friend", c = "family"', "lending.cast: 3 take part"),
        ('b = "friend"', 'b = "member"', "lending.cast.b: “member” should be one of"),
    ],
)
def test_a_wrong_kind_is_refused_with_its_place(
    text: str, other: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert text in LENDING
    told = refused(LENDING.replace(text, other), tmp_path, monkeypatch)
    assert "lending.toml: " in told and says in told


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("minutes = 0", "entry.minutes = 0: it should be greater than or equal to 1"),
        ("minutes = 1000000", "entry.minutes = 1000000: it should be less than or equal to 1440"),
        ('clocks = ["25:00"]', "entry.clocks.1 = '25:00': it should be a clock between 00:00 and 23:59, like 19:30"),
        ('ahead = "4d..1d"', "entry.ahead = '4d..1d': it should be from the earlier to the later one"),
        ('ahead = "2h..5h"', "entry.ahead = '2h..5h': it should be in days, like 3d..9d"),
        ('title = "{nix}"', "entry.title: “{nix}” has {nix}, which nothing fills"),
        ("weekdays = []", "entry.weekdays is empty"),
    ],
)
def test_a_wrong_entry_is_refused_in_one_line(
    part: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = {"title": '"Ladder"', "ahead": '"1d..4d"', "minutes": "60", "clocks": '["10:00"]'}
    entry |= dict([part.split(" = ", 1)])
    written = ", ".join(f"{key} = {value}" for key, value in entry.items())
    kind = LENDING.replace("often = 1", f"often = 1\nentry = {{ {written} }}")
    told = refused(kind.replace('by = "b"', 'by = "b"\ndoes = ["entry"]'), tmp_path, monkeypatch)
    assert says in told and "\n" not in told


@pytest.mark.parametrize(
    ("ask", "lend", "says"),
    [
        ('"a pays b"', "", "lending.steps.ask: it pays before a step has done “sum”"),
        ("", '"sum", "a pays a"', "lending.steps.lend.does.2 = 'a pays a': it should be one of"),
        ("", '"sum", "a pays c"', "“c” is not in the cast"),
        ("", '"move"', "lending.steps.lend.says: it moves to another hour: each line should have {clock}"),
    ],
)
def test_nothing_is_paid_before_it_is_settled(
    ask: str, lend: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = LENDING.replace('by = "a"', f'by = "a"\ndoes = [{ask}]').replace('by = "b"', f'by = "b"\ndoes = [{lend}]')
    assert says in refused(kind + MONEY, tmp_path, monkeypatch)


def test_a_sum_is_not_said_before_it_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = LENDING.replace('by = "b"', 'by = "b"\nnext = { pay = 1 }').replace("You can.", "For {sum}.") + MONEY
    kind += '[lending.steps.pay]\nby = "a"\ndoes = ["sum"]\n'
    told = refused(kind, tmp_path, monkeypatch)
    assert "lending.steps.lend: it says {sum} before a step has done “sum”" in told


def refused(kinds: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what is said of a file of kinds, which is wrong."""
    path = folder / "plans/lending.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(kinds)
    monkeypatch.setattr(words, "folder", lambda _: folder)
    with pytest.raises(UserError) as error:
        plans.__wrapped__()
    return str(error.value)


def lent(*way: str) -> tuple[Life, list[tuple[str, Messaged]]]:
    """Return nora's life in which one thing is lent in this way, and what is said of it."""
    people = {"b": "tobias"}
    seed = Seed("lending", -100, "17:00", people, words={"thing": "red kayak"}, way=way)
    life = simulate(replace(biography("nora"), plot=(seed,)))
    said = [(cause, one) for one, cause in zip(life.events, life.causes, strict=True) if isinstance(one, Messaged)]
    key = next(cause for cause, one in said if "red kayak" in one.text).partition("/")[0]
    return life, [(cause.partition("/")[2], one) for cause, one in said if cause.startswith(key)]


def test_a_plot_is_carried_out_on_its_day_and_in_its_way() -> None:
    life, said = lent("lend", "asks-for-it", "sorry")
    assert list(dict.fromkeys(step for step, _ in said)) == [
        "ask",
        "lend",
        "got",
        "asks-for-it",
        "sorry",
        "back",
        "thanks",
    ]
    assert (life.now.date() - said[0][1].at.date()).days == 100
    times = [message.at for _, message in said]
    assert times == sorted(times)
    noted = next(event for event in life.events if isinstance(event, Noted) and "ed kayak" in event.title)
    assert noted.done_at is not None and noted.done_at >= next(one.at for step, one in said if step == "back")
    fact = next(one for one in life.facts if one.value == "red kayak" and one.relation == "lent")
    assert life.people[fact.of - 1].first == "Tobias" and fact.until is not None


def test_what_is_refused_leaves_nothing_behind() -> None:
    life, said = lent("refuse")
    assert next(step for step, _ in said) == "ask" and {step for step, _ in said} <= {"ask", "refuse", "never-mind"}
    assert not [event for event in life.events if isinstance(event, Noted) and "ed kayak" in event.title]
    assert all(fact.value != "red kayak" for fact in life.facts)


def test_nobody_knows_what_nobody_has_told_them() -> None:
    bio = biography("nora")
    who = replace(bio.cast[0], untold={"allergy": "hazelnuts"}, facts={"cat": "Moth"})
    start = bio.now - timedelta(days=300)
    facts = Facts(start, {who.key: who, "me": bio.me}, people(bio, Random(1)))
    assert facts.value(who.key, "allergy", "me") is None
    assert facts.value(who.key, "allergy", who.key) == "hazelnuts"
    assert facts.value(who.key, "cat", "me") == "Moth"
    facts.tell(who.key, "allergy", "me")
    assert facts.value(who.key, "allergy", "me") == "hazelnuts"
    facts.add(Fact(who.key, "cat", "Wasp", bio.now))
    cats = [one for one in facts.known({who.key: 2, "me": 1}) if (one.of, one.relation) == (2, "cat")]
    assert [(one.value, one.until, one.owner) for one in cats] == [("Moth", bio.now, True), ("Wasp", None, True)]
