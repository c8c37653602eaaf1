"""Kinds of plans: what their files may say, and what becomes of them in a life."""

import math
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from lifeworld.core.errors import UserError
from lifeworld.life import Life, simulate
from lifeworld.life.biographies import biography
from lifeworld.life.biography import Seed
from lifeworld.life.events import Messaged, Noted
from lifeworld.life.facts import ALL, Fact, Facts
from lifeworld.life.words import plans as words
from lifeworld.life.words.plans import Kind, plans

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


@pytest.mark.parametrize(("key", "kind"), plans().items(), ids=list(plans()))
def test_there_are_words_for_a_year(key: str, kind: Kind) -> None:
    """A line is said once in a life, so a step has at least as many as it is likely to be taken in a year."""
    for name, times in taken(kind).items():
        lines = kind.steps[name].lines
        assert not lines or len(lines) >= math.ceil(times), f"{key}.{name}: {len(lines)} lines for {times:.1f} times"


def taken(kind: Kind) -> dict[str, float]:
    """Return how often each step of a kind is taken in a year, on average, ways back left out."""
    found: dict[str, float] = dict.fromkeys(kind.steps, 0)
    left = [(kind.begin, kind.often * len(kind.months) / 12, frozenset[str]())]
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
    ],
)
def test_a_wrong_kind_is_refused_with_its_place(
    text: str, other: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plans/lending.toml"
    path.parent.mkdir()
    path.write_text(LENDING.replace(text, other))
    monkeypatch.setattr(words, "folder", lambda _: tmp_path)
    with pytest.raises(UserError) as refused:
        plans.__wrapped__()
    assert str(path) in str(refused.value) and says in str(refused.value)


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
    facts = Facts(start, {who.key: who, "me": bio.me})
    assert facts.value(who.key, "allergy", "me") is None
    assert facts.value(who.key, "allergy", who.key) == "hazelnuts"
    assert facts.value(who.key, "cat", "me") == "Moth"
    facts.tell(who.key, "allergy", "me")
    assert facts.value(who.key, "allergy", "me") == "hazelnuts"
    facts.add(Fact(who.key, "cat", "Wasp", bio.now))
    assert [(one.value, one.until) for one in facts if (one.of, one.relation) == (who.key, "cat")] == [
        ("Moth", bio.now),
        ("Wasp", None),
    ]
    assert {one.known_by for one in facts if one.value == "Moth"} == {ALL}
