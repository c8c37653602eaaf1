"""A whole world as a file: written, changed, played in, and refused where it is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from lifeworld.cli import group
from lifeworld.core.errors import UserError
from lifeworld.core.own import NAME
from lifeworld.scenarios.configuration import Configuration
from lifeworld.store import Store
from lifeworld.world.files import exported
from lifeworld.world.profiles import generate, load


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "variants/worlds"
    folder.mkdir(parents=True)
    monkeypatch.setenv(NAME, str(tmp_path))
    return folder


def export(out: Path, *more: str) -> dict[str, Any]:
    done = CliRunner().invoke(group, ["world", "export", "--out", str(out), *more], catch_exceptions=False)
    assert done.exit_code == 0 and " rows" in done.output
    found: dict[str, Any] = yaml.safe_load(out.read_text())
    return found


def test_a_world_laid_over_nothing_is_the_same_again(worlds: Path) -> None:
    nora = Store.over(load("nora").data)
    (worlds / "whole.json").write_text(json.dumps(exported(nora, "nora")))
    again = Store.over(generate("whole"))
    assert exported(again, "whole") == exported(nora, "nora")
    assert Configuration("todo.CompleteTask", "whole").id == "todo.CompleteTask:whole:0.0"


def test_one_apps_rows_lie_over_a_profile(worlds: Path) -> None:
    world = export(worlds / "tidy.yaml", "--app", "todo")
    assert (world["over"], [*world["rows"]]) == ("nora", ["todo"])
    world["rows"]["todo"]["todo_task"][0]["title"] = "Feed the heron"
    (worlds / "tidy.yaml").write_text(yaml.safe_dump(world))
    titles = Store.over(generate("tidy")).sql("SELECT title FROM todo_task ORDER BY id")
    others = Store.over(load("nora").data).sql("SELECT title FROM todo_task ORDER BY id")
    assert titles[0] == ("Feed the heron",) and titles[1:] == others[1:]


def task(world: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = world["rows"]["todo"]["todo_task"][1]
    return row


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda w: w.update(overs="nora"), "there is no key overs; did you mean over"),
        (lambda w: w.update(over="norra"), "no profile “norra”; did you mean nora"),
        (lambda w: w.update(now="soon"), "now: 'soon' is no time"),
        (lambda w: w["rows"].update(todoo={}), "rows: there is no app todoo; did you mean todo"),
        (
            lambda w: w["rows"]["todo"].update(todo_tasks=[]),
            "todo: there is no table todo_tasks; did you mean todo_task",
        ),
        (lambda w: task(w).update(titel="x"), "todo_task, row 2: there is no column titel; did you mean title"),
        (lambda w: task(w).pop("title"), "todo_task, row 2: it lacks title"),
        (lambda w: task(w).update(title=7), "todo_task, row 2, title = 7: it should be a text"),
        (lambda w: task(w).update(list_id=999), "todo_task, row 2, list_id = 999: todo_list has no row of this id"),
        (lambda w: task(w).update(id=w["rows"]["todo"]["todo_task"][0]["id"]), "row 2: the id 1 stands there twice"),
    ],
)
def test_a_wrong_file_is_refused_with_row_and_column(
    worlds: Path, spoil: Callable[[dict[str, Any]], Any], says: str
) -> None:
    world = exported(Store.over(load("nora").data), "nora", ("todo",))
    spoil(world)
    path = worlds / "spoilt.json"
    path.write_text(json.dumps(world))
    with pytest.raises(UserError) as refused:
        generate("spoilt")
    assert says in str(refused.value)


def test_a_world_without_an_owner_is_refused(worlds: Path) -> None:
    (worlds / "nobody.yaml").write_text("over: empty\nnow: 2026-03-12T09:41:00\nrows: {}\n")
    with pytest.raises(UserError, match="one person is the owner"):
        generate("nobody")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--app", "tood", "--out", "x.yaml"], "no app “tood”; did you mean todo"),
        (["--out", "x.txt"], "a world is a file that ends in .json, .yaml or .yml"),
        (["--profile", "norra", "--out", "x.yaml"], "no profile “norra”; did you mean nora"),
    ],
)
def test_a_wrong_export_is_refused(given: list[str], says: str) -> None:
    with pytest.raises(UserError, match=says):
        CliRunner().invoke(group, ["world", "export", *given], catch_exceptions=False)
