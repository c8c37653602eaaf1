"""The sample that laws are held against: what has changed is in it, the rest comes in turn."""

import json
import sys
from pathlib import Path

import pytest
from tests import rotation
from tests.rotation import digests, some_tasks

from lifeworld.taskkit.catalogue import tasks

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def released(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A release that holds what is there now."""
    path = tmp_path / "released.json"
    path.write_text(json.dumps(digests()))
    monkeypatch.setattr(rotation, "RELEASED", path)
    monkeypatch.setattr(rotation, "whole", False)
    return path


def ids(law: str = "proof", least: int = 20) -> set[str]:
    return {one.id for one in some_tasks(law, least)}


def test_where_nothing_changed_as_many_as_are_wanted() -> None:
    assert len(ids()) == 20
    assert ids() == ids()


def test_another_law_and_other_sources_draw_others(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ids()
    assert ids("drivers") != before
    seen = set(before)
    for number in range(len(tasks()) // 7):  # each has been drawn nearly three times
        monkeypatch.setattr(rotation, "content", lambda number=number: str(number))
        seen |= ids()
    assert len(seen) > len(tasks()) * 0.9


def test_what_changed_is_always_in_it(released: Path) -> None:
    known = digests()
    new, other = [one.id for one in tasks()][:2]
    held = {name: digest for name, digest in known["tasks"].items() if name != new} | {other: "before"}
    released.write_text(json.dumps({**known, "tasks": held}))
    assert {new, other} <= ids(least=2)


def test_the_whole_is_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "whole", True)
    assert len(ids()) == len(tasks())


KILLS = rotation.TESTS / "run" / "test_kills.py"


def changing(monkeypatch: pytest.MonkeyPatch, times: int) -> list[bool]:
    """Return whether a long test was run, for so many changes of the sources."""
    found = []
    for number in range(times):
        monkeypatch.setattr(rotation, "content", lambda number=number: str(number))
        found.append(rotation.is_due(KILLS, "test_nothing_is_lost"))
    return found


def test_a_long_test_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = changing(monkeypatch, 200)
    assert 200 / rotation.TURNS / 2 < sum(runs) < 200 / rotation.TURNS * 2
    monkeypatch.setattr(rotation, "whole", True)
    assert all(changing(monkeypatch, 9))


def test_a_long_test_is_run_wherever_its_part_has_changed(monkeypatch: pytest.MonkeyPatch, released: Path) -> None:
    known = digests()
    released.write_text(json.dumps({**known, "parts": known["parts"] | {"run": "before"}}))
    assert all(changing(monkeypatch, 9))


def test_every_part_of_the_code_that_has_tests_is_known() -> None:
    assert {"run", "arena", "web", "contracts"} <= digests()["parts"].keys()
    assert "data" not in digests()["parts"]


CONFTEST = """
from tests.conftest import (
    pytest_addoption, pytest_collection_modifyitems, pytest_configure, pytest_configure_node, rotation,
)

rotation.is_due = lambda test, name: rotation.whole
"""


WORKERS = ("-n", "1")  # in which what is named is told as to many


@pytest.mark.long
@pytest.mark.parametrize(
    ("named", "run"),
    [
        ((), 1),
        (WORKERS, 1),
        (("-k", "long or short", *WORKERS), 2),
        (("test_who_names_a_long_test_means_it.py", *WORKERS), 2),
        (("--whole", *WORKERS), 2),
        (("-m", "long or not long"), 2),
    ],
)
def test_who_names_a_long_test_means_it(named: tuple[str, ...], run: int, pytester: pytest.Pytester) -> None:
    """In a run of its own, in which it is the turn of none."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile("import pytest\n@pytest.mark.long\ndef test_long(): ...\ndef test_short(): ...")
    pytester.makeini("[pytest]\nmarkers = long: some seconds\ntestpaths = .\n")
    root = str(rotation.TESTS.parent)
    done = pytester.run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", f"pythonpath={root}", *named)
    done.assert_outcomes(passed=run, skipped=2 - run)
