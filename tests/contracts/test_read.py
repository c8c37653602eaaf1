"""Goals and effects of tasks without a solution of their own: read by another, and played by one who saw the goal."""

from pathlib import Path

import pytest
from scripts import record
from tests.reading import derived, digest, unread
from tests.recordings import FOLDER, Recording

from lifeworld.env.environment import SyncEnvironment
from lifeworld.run.plan import tags_of
from lifeworld.taskkit.catalogue import find

CONFIGURATION = "todo.CompleteTask:nora:0.0"
RECORDINGS = sorted(FOLDER.glob("*.jsonl"))


def test_goals_and_effects_are_read() -> None:
    told = "read what `lifeworld check --task ID --show` prints, then note it with `python -m tests.reading ID`"
    assert not unread(), f"{told}: {', '.join(unread())}"


def test_who_has_to_read_or_decide_has_a_solution_that_does() -> None:
    """A derived solution knows the values; where these are to be found out, somebody shows that screens tell them."""
    reads = {"look-up", "compare", "sum", "count", "rate", "latest", "earliest", "pattern", "drift", "list", "adapt"}
    assert not [one.id for one in derived() if reads & {*tags_of(one)} and not one.ways() and one.kind() == "modify"]


def test_another_goal_or_effect_is_another_digest() -> None:
    task = next(one for one in derived() if one.says("effects"))
    other = type("Other", (task,), {"goals": [*task.goals[1:], "Do something else."]}, written=False)
    same = type(task.__name__, (task,), {"__module__": task.__module__}, written=False)
    assert digest(other) != digest(task) == digest(same)


def test_there_are_enough_recordings() -> None:
    assert len({Recording.read(path).configuration.task for path in RECORDINGS}) >= 50


def test_a_tap_that_does_nothing_is_not_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: SyncEnvironment
) -> None:
    monkeypatch.setattr(record, "FOLDER", tmp_path)
    record.main(CONFIGURATION, "open", "Ticked")
    (path,) = tmp_path.iterdir()
    before = path.read_text()
    *_, shown = Recording.read(path).play(environment)
    here = next(node for node in shown.tree.walk() if "current" in node.states)
    with pytest.raises(AssertionError, match="NOTHING HAPPENED"):
        record.main(CONFIGURATION, "tap", here.ref)
    assert path.read_text() == before
    record.main(CONFIGURATION, "home")
    assert len(path.read_text().splitlines()) == len(before.splitlines()) + 1


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_who_saw_the_goal_alone_did_what_is_expected(path: Path, environment: SyncEnvironment) -> None:
    recording = Recording.read(path)
    assert find(recording.configuration.task).kind() != "question"
    verdict = recording.verdict(environment)
    assert verdict.success, verdict.reasons
