"""`lifeworld people show` and `audit`: a year to read, and a life that is found sound or not."""

from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from lifeworld.cli import group, lives
from lifeworld.core.errors import UserError
from lifeworld.life.events import Messaged
from lifeworld.world.causes import Causes, causes


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["people", *arguments], catch_exceptions=False)


def test_a_year_is_told_to_a_reader() -> None:
    told = run("show", "nora").output
    assert "Nora Castellan, 34, 55 Sluice Road" in told
    assert "partner: Jonas Ferreira" in told
    assert "October 2025: " in told and "San Telmo" in told
    assert "February 2026: in $" in told


def test_a_sound_life_ends_with_0_and_two_are_set_apart() -> None:
    done = run("audit", "nora", "person-3")
    assert done.exit_code == 0
    assert "facts hold; 0 contradictions" in done.output
    assert "nora and person-3 lie 0." in done.output


def test_a_contradiction_is_told_and_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    found = causes("nora")
    said = (one for one in found.life.events if isinstance(one, Messaged))
    message = next(one for one in said if one.chat.startswith("direct:"))
    night = replace(message, at=message.at.replace(hour=3), text="Are you up?")
    life = replace(found.life, events=(night, *found.life.events), causes=("planted", *found.life.causes))
    monkeypatch.setattr(lives, "causes", lambda name: Causes(life, found.store, found.steps))
    done = run("audit", "nora")
    assert done.exit_code == 1
    assert "; 1 contradiction\n" in done.output
    assert "asleep, " in done.output and "“Are you up?”" in done.output


@pytest.mark.parametrize("command", ["show", "audit"])
def test_somebody_who_is_not_there_is_refused(command: str) -> None:
    with pytest.raises(UserError, match="there are nora, desmond, wilma"):
        run(command, "nobody")
