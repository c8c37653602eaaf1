"""`lifeworld people show` and `audit`: a year to read, and a life that is found sound or not."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import yaml
from tests.commands import command

from lifeworld.cli import listing
from lifeworld.life.events import Messaged
from lifeworld.world.causes import Causes, causes

run = partial(command, "people")
PAGE = Path(__file__).parents[2] / "docs" / "people.md"


def test_a_year_is_told_to_a_reader() -> None:
    told = run("show", "nora")
    assert "Nora Castellan, 34, 55 Sluice Road" in told
    assert "partner: Jonas Ferreira" in told
    assert "October 2025: " in told and "San Telmo" in told
    assert "February 2026: in $" in told


def test_a_month_in_which_nothing_was_spent_is_told() -> None:
    assert "January 2026: in $4,422.06, out $0.00\n" in run("show", "mila")


@pytest.mark.long
def test_a_sound_life_ends_with_0_and_two_are_set_apart() -> None:
    told = run("audit", "nora", "person-3")
    assert "facts hold; 0 contradictions" in told
    assert re.search(r"nora and person-3 lie \d\.\d\d apart", told)


def test_a_contradiction_is_told_and_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    found = causes("nora")
    said = (one for one in found.life.events if isinstance(one, Messaged))
    message = next(one for one in said if one.chat.startswith("direct:"))
    night = replace(message, at=message.at.replace(hour=3), text="Are you up?")
    life = replace(found.life, events=(night, *found.life.events), causes=("planted", *found.life.causes))
    monkeypatch.setattr(listing, "causes", lambda name: Causes(life, found.store, found.steps))
    told = run("audit", "nora", code=1)
    assert "; 1 contradiction\n" in told
    assert "asleep, " in told and "“Are you up?”" in told


def test_a_worlds_file_is_held_against_the_life_below_it(tmp_path: Path) -> None:
    path = tmp_path / "tidy.yaml"
    run("world", "--profile", "arvid", "--app", "calendar", "--out", path)
    assert " facts hold; 0 contradictions" in run("audit", path)
    world = yaml.safe_load(path.read_text())
    row = next(one for one in world["rows"]["calendar"]["calendar_event"] if one["title"].startswith("Hip"))
    changed = path.read_text().replace(row["title"], "Something else")
    path.write_text(changed)
    told = run("audit", path, code=1)
    assert f"lost: Planned.title {row['title']}" in told and "no cause" not in told
    assert f"the file replaces row {row['id']} of calendar_event\n" in told


def test_a_row_is_followed_to_what_caused_it() -> None:
    entry = next(one for one, steps in causes("nora").steps.items() if one[0] == "bank_entry" and steps[-1].event)
    told = run("show", "nora", f"bank_entry:{entry[1]}")
    assert told.startswith("bank: ") and "\n  amount: $" in told and "\n  at: 20" in told


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("bank_entri:1", "no table “bank_entri”; did you mean bank_entry"),
        ("bank_entry", "bank_entry has no such row; write its number, like bank_entry:1"),
        ("bank_entry:999999", "bank_entry has no such row"),
    ],
)
def test_a_row_that_is_not_there_is_refused(row: str, why: str) -> None:
    assert why in run("show", "nora", row, code=2)


def test_a_file_without_a_life_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text('over: empty\nnow: "2026-03-12T09:41:00"\nrows: {}\n')
    assert "nobody has lived it; write `over: nora`" in run("audit", path, code=2)
    assert "holds rows, not a life; name the person whom it is laid over" in run("show", path, code=2)
    assert "gone.yaml: there is no such file" in run("audit", "gone.yaml", code=2)


def test_days_that_hands_wrote_and_no_calendar_has_are_told() -> None:
    told = run("audit", "arvid")
    assert "by hand, 2026-02-05 10:05: “Tuesday, March 24”, and nothing in the calendar or to do" in told


@pytest.mark.parametrize("word", ["show", "audit"])
def test_somebody_who_is_not_there_is_refused(word: str) -> None:
    assert "there are nora, desmond, wilma" in run(word, "nobody", code=2)


def test_the_page_of_the_people_counts_as_the_audit_does() -> None:
    told = run("audit", "wilma")
    counts = [re.search(rf"^  {what} +([\d,]+)$", told, re.MULTILINE) for what in ("messages", "plans in the calendar")]
    row = next(line for line in PAGE.read_text().splitlines() if line.startswith("| `wilma` | 61 |")).split(" | ")
    assert [one and one[1].replace(",", "") for one in counts] == [row[5], row[7]], "run scripts/lives.py people"
