"""A run's verdicts follow from its files: judged anew they are the same, and other files or verifiers show."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command
from tests.run.copies import copied
from tests.run.rows import rows_of

from lifeworld.core.actions import Done
from lifeworld.env.episode import judged
from lifeworld.play import session
from lifeworld.play.game import Game
from lifeworld.run import rescoring, results
from lifeworld.run.folder import Folder
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web import Request


def made(path: Path, *agents: str, **settings: Any) -> Folder:
    return copied(path, agents=agents, **settings)


def changed(folder: Folder, task: str, agent: str = "oracle") -> Path:
    """Return the files of an agent's episode of a task."""
    return next(
        folder.path / "episodes" / one["episode"]
        for one in folder.episodes()
        if (one["planned"]["configuration"]["task"], one["planned"]["agent"]) == (task, agent)
    )


@pytest.mark.long
def test_verdicts_are_the_same_when_judged_anew(tmp_path: Path) -> None:
    made(tmp_path / "run", "oracle", "null", "random", limit=8, max_steps=20)
    assert "24 of 24 episodes judged as filed" in command("runs", "rescore", tmp_path / "run", "--workers", "2")


@pytest.mark.long
def test_verdicts_of_what_moves_and_of_consent_are_the_same(tmp_path: Path) -> None:
    """Of what comes while the agent works, of what the person says, and of instructions in the content."""
    made(tmp_path / "run", "oracle", "label", tags=("moving",), limit=8, contents=("adversarial",), seed=3)
    made(tmp_path / "asked", "oracle", "label", tags=("confirm",), limit=6)
    command("runs", "rescore", tmp_path / "asked")
    command("runs", "rescore", tmp_path / "run")


def test_files_that_were_changed_show_and_are_filed_on_demand(tmp_path: Path) -> None:
    folder = made(tmp_path / "run", "oracle", tasks=("todo.CompleteTask", "todo.RewordTask"))
    place = changed(folder, "todo.CompleteTask")
    size = len((place / "changes.json").read_bytes())
    (place / "changes.json").write_text('{"rows": [], "orders": []}'.ljust(size))
    said = command("runs", "rescore", folder.path, code=1)
    assert "1 of 2 episodes judged as filed" in said and "did not" in said and "todo.CompleteTask" in said
    command("runs", "rescore", folder.path, "--write")
    filed = json.loads((place / "episode.json").read_text())
    assert (filed["verdict"]["outcome"], filed["verdict_first"]["outcome"]) == ("failure", "success")
    command("runs", "rescore", folder.path)
    assert sorted(one["status"] for one in rows_of(folder)) == ["failure", "success"]


def test_another_verifier_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path / "run", "null", tasks=("todo.CompleteTask",))

    def lenient(*given: Any) -> Any:
        return judged(*given).__class__("success")

    monkeypatch.setattr(rescoring, "judged", lenient)
    (one,) = json.loads(command("runs", "rescore", folder.path, "--json", code=1))
    assert (one["was"]["outcome"], one["now"]["outcome"]) == ("failure", "success")


def test_a_persons_recording_can_be_judged_anew(tmp_path: Path) -> None:
    """With the question that was asked, and nothing of what was done after the end."""
    folder, game = session.open_folder(tmp_path / "mine"), Game(Configuration("todo.DeleteListAfterConsent", "nora"))
    game.serve(Request("GET", "/"))
    game.ask("May I delete the list?")
    game.finish(Done())
    session.save_episode(game, folder)
    game.close()
    (filed,) = folder.episodes()
    assert [one["text"] for one in filed["asked"]] == ["May I delete the list?"]
    command("runs", "rescore", folder.path)


def test_what_a_budget_ended_stays_a_failure(tmp_path: Path) -> None:
    made(tmp_path / "run", "oracle", tasks=("todo.CompleteTask",), max_steps=1)
    (one,) = json.loads(command("runs", "rescore", tmp_path / "run", "--json"))
    assert one["now"]["reasons"][0]["headline"] == "the budget of 1 step is used up"


def edited(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))


def test_claims_that_no_verifier_can_judge_are_named_and_fail(tmp_path: Path) -> None:
    """Whoever sends a run could else claim a success in an episode that is then left out."""
    tasks = ("todo.CompleteTask", "todo.RewordTask", "todo.RenameAList", "todo.AddTaskWithDate")
    folder = made(tmp_path / "run", "oracle", tasks=tasks)
    lived = changed(folder, "todo.AddTaskWithDate") / "episode.json"
    edited(lived, fingerprint={**json.loads(lived.read_text())["fingerprint"], "database": "0" * 16})
    edited(changed(folder, "todo.CompleteTask") / "episode.json", goal="Water the plants.")
    edited(changed(folder, "todo.RewordTask") / "episode.json", happened=None)
    edited(changed(folder, "todo.RenameAList") / "episode.json", fault=True)
    said = command("runs", "rescore", folder.path, code=1)
    assert "0 of 4 episodes" in said and "Can't be judged" in said, said
    for why in ("nora's life is another", "draws another task", "older version filed it", "infrastructure error ended"):
        assert why in said
    command("runs", "rescore", folder.path, "--write", code=1)


def test_a_fault_of_ours_that_was_filed_as_one_is_fine(tmp_path: Path) -> None:
    folder = made(tmp_path / "run", "oracle", tasks=("todo.CompleteTask",))
    file = changed(folder, "todo.CompleteTask") / "episode.json"
    edited(file, happened=None, verdict={**json.loads(file.read_text())["verdict"], "outcome": "unscored"})
    results.write(folder)
    assert "Left as they are" in command("runs", "rescore", folder.path)


def test_a_failure_can_not_be_told_as_unscored(tmp_path: Path) -> None:
    folder = made(tmp_path / "run", "null", tasks=("todo.CompleteTask",))
    file = changed(folder, "todo.CompleteTask", "null") / "episode.json"
    edited(file, verdict={**json.loads(file.read_text())["verdict"], "outcome": "unscored"})
    command("runs", "rescore", folder.path, code=1)


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        ("verdict", "score", 0.5),
        ("verdict", "reasons", ["bad luck"]),
        ("counts", "steps", 1),
        ("counts", "cost", 0.5),
        ("fingerprint", "digest", "0" * 16),
        ("", "privileged", False),
    ],
)
def test_all_that_follows_from_the_files_is_compared(where: str, name: str, value: Any, tmp_path: Path) -> None:
    folder = made(tmp_path / "run", "oracle", tasks=("todo.CompleteTask",))
    file = changed(folder, "todo.CompleteTask") / "episode.json"
    first = json.loads(file.read_text())
    edited(file, **({where: {**first[where], name: value}} if where else {name: value}))
    (folder.path / "results.parquet").unlink()
    said = command("runs", "rescore", folder.path, code=1)
    assert f"other {where}{'.' if where else ''}{name}" in " ".join(said.split())
    command("runs", "rescore", folder.path, "--write")
    now = json.loads(file.read_text())
    assert {**first, "verdict_first": now["verdict_first"], "judged_by": now["judged_by"]} == now
    command("runs", "rescore", folder.path)


def test_a_ledger_and_tables_that_say_otherwise_are_named(tmp_path: Path) -> None:
    folder = made(tmp_path / "run", "null", tasks=("todo.CompleteTask",))
    (ledger,) = folder.path.glob("ledger/*.jsonl")
    ledger.write_text(ledger.read_text().replace('"status": "failure"', '"status": "success"'))
    said = command("runs", "rescore", folder.path, code=1)
    assert "the ledger differs" in said and "(status)" in said and "results.parquet" in said
    command("runs", "rescore", folder.path, "--write")
    assert [one["status"] for one in rows_of(folder)] == ["failure"]
    command("runs", "rescore", folder.path)
    (folder.path / "results.parquet").write_bytes(b"PAR1 junk PAR1")
    command("runs", "rescore", folder.path, code=1)


@pytest.mark.parametrize("happened", [{"today": "x", "came": [], "unsaid": "", "stopped": ""}, [], "well"])
def test_what_can_not_be_read_is_named_and_fails(happened: object, tmp_path: Path) -> None:
    folder = made(tmp_path / "run", "oracle", tasks=("todo.CompleteTask", "todo.RewordTask"))
    place = changed(folder, "todo.CompleteTask")
    (place / "changes.json").write_text("x" * len((place / "changes.json").read_bytes()))
    edited(changed(folder, "todo.RewordTask") / "episode.json", happened=happened)
    said = command("runs", "rescore", folder.path, code=1)
    assert "its files can't be read: JSONDecodeError" in said
    assert ("is damaged" in said) == (not isinstance(happened, dict))


def test_there_must_be_a_run(tmp_path: Path) -> None:
    assert "holds no run" in command("runs", "rescore", tmp_path, code=2)
