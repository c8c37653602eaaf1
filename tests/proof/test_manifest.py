"""The manifest of proved configurations: what it rests on, what is proved again, what a row says of it."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command, printed
from tests.contracts.test_floors import ROOT, importing, paths

from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.proof.check import FAULTY
from lifeworld.proof.honest import episode_of
from lifeworld.proof.singly import phrased, prove_singly
from lifeworld.proof.space import planned, sampled, states
from lifeworld.run import manifest
from lifeworld.store import Changes
from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.taskkit.configuration import LOOKS, Configuration, settled, values
from lifeworld.taskkit.draw import drawn, instance_of
from lifeworld.verify.content import Bag
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

TASKS = "todo.CompleteTask,mail.EmptyTheBin,todo.CountDueBy"


def checked() -> dict[str, Any]:
    asked = ("--task", TASKS, "--count", 27, "--workers", 1, "--json")
    found: dict[str, Any] = json.loads(printed("audit", "proofs", *asked))
    return found


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(manifest, "cache", lambda: tmp_path)
    return tmp_path / "manifest.parquet"


def touch(monkeypatch: pytest.MonkeyPatch, app: str) -> None:
    """Let an app's sources be others."""
    own = manifest._of_app
    manifest.proof_digest.cache_clear()
    monkeypatch.setattr(manifest, "_of_app", lambda name: "touched" if name == app else own(name))


def test_a_proof_rests_on_all_that_it_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    digested = set[Path]()
    monkeypatch.setattr(manifest, "_digest", lambda found: digested.update(found) or "")
    manifest._shared.__wrapped__()
    modules = paths()
    graph, reached, following = importing(modules), set[str](), ["lifeworld.proof.singly"]
    while following:
        if (name := following.pop()) not in reached and not name.startswith(("lifeworld.apps", "lifeworld.run")):
            reached.add(name)  # an app's own digest stands for it; what runs and keeps proofs decides none
            following += graph[name]
    assert len(reached) > 150 and {modules[name] for name in reached} <= digested
    assert {ROOT / "city" / "map.json", ROOT / "tasks" / "seen.json"} <= digested


@pytest.mark.long
def test_only_what_has_changed_is_proved_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = checked()
    assert first["proved_now"] == first["manifest"]["rows"] > 30
    assert first["space"]["proved"] == first["singly"]["proved"] and first["space"]["composed"] > 500 * 27
    assert checked()["proved_now"] == 0
    touch(monkeypatch, "mail")
    again = checked()
    mail = sum(row["task"].startswith("mail.") for row in manifest.read(kept))
    assert again["proved_now"] == mail
    manifest.proof_digest.cache_clear()


@pytest.mark.long
def test_a_row_tells_whether_its_configuration_is_verified(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert manifest.verification_status(Configuration("todo.CompleteTask", "nora")) == "unknown"
    checked()
    rows = manifest.read(kept)
    row = next(one for one in rows if one["task"] == "todo.CompleteTask" and one["content"] == "plain")
    held = Configuration(**{axis: row[axis] for axis in Configuration.__dataclass_fields__})
    status = manifest.verification_status
    assert status(held) == status(replace(held, theme="dark", device="desktop")) == "true"
    assert status(replace(held, instance=held.instance + 1)) == "unknown"
    manifest.write(kept, [{**one, "outcome": "faulty"} for one in rows])
    assert status(held) == "false"
    touch(monkeypatch, "todo")
    assert status(held) == "unknown"
    manifest.proof_digest.cache_clear()


def test_a_file_that_is_no_manifest_is_told(tmp_path: Path) -> None:
    (file := tmp_path / "m.parquet").write_text("no")
    assert "is not a manifest" in command("audit", "proofs", "--task", TASKS, "--manifest", file, code=2)


def ended(configuration: Configuration, environment: SyncEnvironment) -> tuple[bool, list[Any]]:
    """Play the solution, and return whether it succeeded and all that it changed that counts."""
    hands = SolutionDriver(environment.step, environment.reset(configuration))
    hands.solve(instance_of(configuration))
    hands.finish()
    episode = episode_of(environment)
    changes: Changes = episode.world.changes()
    return environment.verdict().success, sorted(map(repr, Bag(changes, by_name()).entries))


@pytest.mark.long
def test_phrasings_that_share_a_solution_are_judged_as_if_each_had_its_own(environment: SyncEnvironment) -> None:
    for template in random.Random("phrasings").sample(tasks(), 12):
        first = Configuration(template.id, NAMES[0])
        together = prove_singly(first, environment)
        assert [one.configuration for one in together] == phrased(first)
        for one in together:
            assert (one.outcome == "proved") == ended(one.configuration, environment)[0], one


def test_looks_change_neither_verdict_nor_what_is_done(environment: SyncEnvironment) -> None:
    """Composition rests on this: theme, layout, device and language decide nothing but how a screen looks."""
    rng = random.Random("composition")
    for template in rng.sample(tasks(), 15):
        plain = Configuration(template.id, rng.choice(NAMES), rng.randrange(20))
        looks = settled({axis: rng.choice(values(axis)) for axis in LOOKS if axis != "language"})
        assert ended(plain, environment) == ended(replace(plain, **looks), environment), (plain.id, looks)  # type: ignore[arg-type]


def test_the_plan_is_as_large_as_asked_and_a_sample_goes_over_all_tasks() -> None:
    every = planned(tasks())
    assert sum(len(phrased(one)) for one in every) >= 100_000
    assert len({one.task for one in sampled(every, 60)}) == 60
    assert len({one.state for one in every}) > 50 and len({one.content for one in every}) == len(values("content"))


def test_each_state_is_proved_with_each_task_and_with_each_person_as_soon_as_there_are_enough() -> None:
    one = [template for template in tasks() if template.category() == "single"][::40]
    proved = {(c.task, c.state) for c in planned(tasks(), 300_000) if c.task in {template.id for template in one}}
    assert proved == {(template.id, state) for template in one for state in states(template)}
    template = one[0]
    many = planned([template], 2 * len(NAMES) * len(states(template)) * len(template.phrasings()))
    assert {(c.profile, c.state) for c in many} == {(who, state) for who in NAMES for state in states(template)}


def test_a_solution_that_finds_nothing_is_faulty_and_stops_no_others(
    monkeypatch: pytest.MonkeyPatch, environment: SyncEnvironment
) -> None:
    monkeypatch.setattr(find("todo.CompleteTask"), "solution", lambda self, user: next(iter(())))
    found = prove_singly(Configuration("todo.CompleteTask", "nora"), environment)
    assert {one.outcome for one in found} == {FAULTY} and all("the solution breaks" in one.reason for one in found)


def test_no_goal_quotes_what_others_have_put_behind_a_message() -> None:
    for number in range(12):
        task = drawn("messenger.WhoSaidIt", "nora", number, "adversarial").task
        assert all("\n" not in task.asked(phrasing) for phrasing in range(6))
