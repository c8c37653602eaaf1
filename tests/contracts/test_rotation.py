"""The sample that laws are held against: what has changed is in it, the rest comes in turn."""

import json
from pathlib import Path

import pytest
from tests import rotation
from tests.rotation import digests, some_scenarios

from lifeworld.scenarios.catalogue import scenarios


@pytest.fixture(autouse=True)
def released(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A release that holds what is there now."""
    path = tmp_path / "released.json"
    path.write_text(json.dumps(digests()))
    monkeypatch.setattr(rotation, "RELEASED", path)
    monkeypatch.setattr(rotation, "whole", False)
    return path


def ids(law: str = "proof", least: int = 20) -> set[str]:
    return {one.id for one in some_scenarios(law, least)}


def test_where_nothing_changed_as_many_as_are_wanted() -> None:
    assert len(ids()) == 20
    assert ids() == ids()


def test_another_law_and_other_sources_draw_others(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ids()
    assert ids("drivers") != before
    seen = set(before)
    for number in range(60):
        monkeypatch.setattr(rotation, "content", lambda number=number: str(number))
        seen |= ids()
    assert len(seen) > len(scenarios()) * 0.9


def test_what_changed_is_always_in_it(released: Path) -> None:
    known = digests()
    new, other = [one.id for one in scenarios()][:2]
    held = {name: digest for name, digest in known["scenarios"].items() if name != new} | {other: "before"}
    released.write_text(json.dumps({**known, "scenarios": held}))
    assert {new, other} <= ids(least=2)


def test_the_whole_is_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "whole", True)
    assert len(ids()) == len(scenarios())
