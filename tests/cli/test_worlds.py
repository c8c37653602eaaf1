"""A whole world as a file: written, changed, played in, and refused where it is wrong."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.commands import command
from tests.run.rows import by_agent, rows_of

from lifeworld.core.errors import UserError
from lifeworld.core.own import NAME, WORLDS, own_worlds
from lifeworld.life import known
from lifeworld.store import Store
from lifeworld.taskkit.configuration import Configuration
from lifeworld.world.files import exported
from lifeworld.world.profiles import generate, load


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "variants/worlds"
    folder.mkdir(parents=True)
    monkeypatch.setenv(NAME, str(tmp_path))
    return folder


def export(out: Path, *more: str) -> dict[str, Any]:
    assert " rows" in command("people", "world", "--out", out, *more)
    found: dict[str, Any] = yaml.safe_load(out.read_text())
    return found


def refused(name: str) -> str:
    """Return why a world is none."""
    with pytest.raises(UserError) as told:
        generate(name)
    return str(told.value)


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
        (lambda w: w.update(over="norra"), "spoilt.json: over: no profile “norra”; did you mean nora"),
        (lambda w: w.update(over=None), "over: None is nobody; name a person, like nora, or write empty"),
        (lambda w: w.update(over=["nora"]), "over: ['nora'] is nobody"),
        (lambda w: w.update(now="soon"), "now: 'soon' is no time"),
        (lambda w: w.update(now="9999-12-31T23:00:00"), "is out of reach; take a year from 1980 to 2100"),
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
    (worlds / "spoilt.json").write_text(json.dumps(world))
    assert says in refused("spoilt")


def test_a_day_that_there_is_not_is_refused_with_row_and_column(worlds: Path) -> None:
    path = worlds / "spoilt.yaml"
    row = "{ id: 1, list_id: 5, title: X, due: 2026-02-30, added_at: 2026-01-01T06:58:00 }"
    path.write_text(f"over: nora\nrows:\n  todo:\n    todo_task:\n    - {row}\n")
    assert f"{path}: todo: todo_task, row 1, due = '2026-02-30': it should be like 2026-03-12" in refused("spoilt")


def row_of(world: dict[str, Any], table: str) -> dict[str, Any]:
    row: dict[str, Any] = world["rows"][table.partition("_")[0]][table][0]
    return row


@pytest.mark.parametrize(
    ("table", "values", "says"),
    [
        ("maps_place", {"key": "atlantis"}, "maps_place, row 1, key = 'atlantis': there are "),
        ("maps_place", {"key": "blueheronn"}, "key = 'blueheronn': did you mean blueheron"),
        ("maps_spot", {"label": "work"}, "maps: maps_spot: one row is with label home; there is none"),
        ("messenger_message", {"photo": "Harbour mornings"}, "did you mean Harbour morning"),
        ("shop_product", {"emoji": "kettel"}, "shop_product, row 1, emoji = 'kettel': did you mean"),
        ("shop_product", {"price": 10**15}, "price = 1000000000000000: it should be from "),
        ("bank_budget", {"limit": 0}, "bank_budget, row 1, limit = 0: it should be from 1 to "),
        ("calendar_event", {"organiser_id": None, "reply": "invited"}, "an event of the owner's own has no reply"),
        ("calendar_event", {"starts": "2026-03-12T09:41:00+02:00"}, "it should be like 2026-03-12T09:41:00"),
        ("calendar_event", {"starts": "20260312"}, "it should be like 2026-03-12T09:41:00"),
        ("calendar_event", {"until": "0001-01-01"}, "it should be of a year from 1900 to 2100"),
        ("todo_settings", {"id": 7}, "todo: todo_settings: one row is the settings; there are 2"),
        ("todo_list", {"inbox": False}, "todo: todo_list: one row is the inbox; there is none"),
        ("todo_task", {"title": "half \ud83d"}, "it holds signs that no screen shows"),
        ("todo_task", {"id": 0}, "row 1, id = 0: an id is from 1 to"),
    ],
)
def test_what_a_page_would_break_on_is_refused_with_what_would_be_right(
    worlds: Path, table: str, values: dict[str, Any], says: str
) -> None:
    world = exported(Store.over(load("nora").data), "nora", (table.partition("_")[0],))
    row_of(world, table).update(values)
    (worlds / "spoilt.json").write_text(json.dumps(world))
    assert says in refused("spoilt")


def test_what_is_to_come_and_can_not_is_refused(worlds: Path) -> None:
    late = {"id": 5000, "at": "2026-03-13T09:00:00", "kind": "BillPaid"}
    event = {"at": late["at"], "number": "NO-SUCH-BILL", "purse": "checking"}
    for number, (kind, told) in enumerate({"BillPaid": "no Bill where", "Earthquake": "Earthquake"}.items()):
        world = {"over": "nora", "rows": {"life": {"due": [{**late, "kind": kind, "event": json.dumps(event)}]}}}
        (worlds / f"late{number}.json").write_text(json.dumps(world))
        with pytest.raises(UserError, match=f"the row of id 5000: {kind} can't come in this world: .*{told}"):
            generate(f"late{number}")


def test_a_world_without_an_owner_is_refused(worlds: Path) -> None:
    (worlds / "nobody.yaml").write_text("over: empty\nnow: 2026-03-12T09:41:00\nrows: {}\n")
    with pytest.raises(UserError, match='life_person: one row is the owner, with relation "me"; there is none'):
        generate("nobody")


@pytest.mark.parametrize(
    ("name", "text"),
    [("twice.yaml", "over: nora\nrows: {}\nover: desmond\n"), ("twice.json", '{"over": "nora", "over": ""}')],
)
def test_a_key_that_stands_twice_is_refused(worlds: Path, name: str, text: str) -> None:
    (worlds / name).write_text(text)
    with pytest.raises(UserError, match="over stands twice"):
        generate("twice")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--app", "tood", "--out", "x.yaml"], "no app “tood”; did you mean todo"),
        (["--out", "x.txt"], "a world is a file that ends in .json, .yaml or .yml"),
        (["--profile", "norra", "--out", "x.yaml"], "no profile “norra”; did you mean nora"),
    ],
)
def test_a_wrong_export_is_refused(given: list[str], says: str) -> None:
    assert says in command("people", "world", *given, code=2)


def run(*arguments: str) -> str:
    said = command(*arguments)
    os.environ.pop(WORLDS, None)  # as in another process
    return said


@pytest.fixture
def tidy(tmp_path: Path) -> Path:
    """A file of a world, anywhere."""
    path = tmp_path / "tidy.yaml"
    export(path, "--app", "todo")
    return path


COMPLETE = ("--task", "todo.CompleteTask")


def test_a_world_is_played_in_from_its_file_and_gone_on_with(tidy: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    one = ("eval", "--agent", "oracle,null", "--profile", str(tidy), *COMPLETE, "--workers", "1", "--out", out)
    assert "oracle: 1 success" in run(*one)
    rows = rows_of(tmp_path / "run")
    assert {row["profile"] for rows in by_agent(rows).values() for row in rows} == {"tidy"}
    os.environ.pop(WORLDS, None)
    assert "oracle: 1 success" in run("eval", "--profile", str(tidy), "--out", out)
    tidy.unlink()
    assert "oracle: 1 success" in run("eval", "--out", out), "the run keeps its world"


def test_a_run_in_a_file_s_world_is_read_without_the_file(tidy: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    run("eval", "--agent", "oracle", "--profile", str(tidy), *COMPLETE, "--workers", "1", "--out", str(out))
    tidy.unlink()
    assert "damaged" not in run("report", str(out)) and "tidy" in (out / "report.html").read_text()
    assert "1 episode" in run("runs", "rescore", str(out))
    assert "1 train" in run("runs", "export", str(out), "--to", "atif", "--out", str(tmp_path / "atif"))
    assert "1 episode" in run("runs", "merge", str(out), "--out", str(tmp_path / "merged"))
    assert "oracle: 1 success" in run("eval", "--out", str(tmp_path / "merged"))


def test_a_run_is_played_in_one_world(tidy: Path, tmp_path: Path) -> None:
    parts = [str(tmp_path / f"part{number}") for number in (1, 2)]
    one = ("eval", "--agent", "null", "--profile", str(tidy), "--app", "todo", "--limit", "4", "--workers", "1")
    run(*one, "--part", "1/2", "--out", parts[0])
    tidy.write_text(tidy.read_text() + "# changed\n")
    changed = "tidy.yaml is another world than the one of this name in which"
    assert changed in command(*one, "--part", "2/2", "--out", parts[0], code=2)
    run(*one, "--part", "2/2", "--out", parts[1])
    assert changed.removeprefix("tidy.yaml ") in command("runs", "merge", *parts, "--out", tmp_path / "whole", code=2)


def test_tasks_are_proved_in_a_file_s_world(tidy: Path) -> None:
    assert "1 of 1 configuration of 1 task proved" in run("check", *COMPLETE, "--profile", str(tidy))
    assert WORLDS not in os.environ
    empty = {"over": "nora", "rows": {"todo": {}}}
    tidy.write_text(yaml.safe_dump(empty))
    assert "(tidy, 0)" in run("check", *COMPLETE, "--profile", str(tidy), "--show")


@pytest.mark.parametrize("words", [("eval", "--out", "{out}"), ("check",), ("play", "--no-open")])
def test_a_wrong_file_is_told_by_each_command_with_row_and_column(
    words: tuple[str, ...], tidy: Path, tmp_path: Path
) -> None:
    world = yaml.safe_load(tidy.read_text())
    task(world)["titel"] = "x"
    tidy.write_text(yaml.safe_dump(world))
    given = [part.format(out=tmp_path / "run") for part in words]
    said = command(*given, *COMPLETE, "--profile", tidy, code=2)
    assert "tidy.yaml: todo: todo_task, row 2: there is no column titel; did you mean" in said
    assert not (tmp_path / "run").exists()


def test_a_world_s_name_is_its_own(worlds: Path) -> None:
    (worlds / "tidy.yaml").write_text("over: nora\n")
    (worlds / "tidy.json").write_text('{"over": "nora"}')
    with pytest.raises(UserError, match=r"tidy.yaml: .*tidy.json is called tidy already; rename one of them"):
        own_worlds()
    (worlds / "tidy.json").rename(worlds / "nora.json")
    with pytest.raises(UserError, match=r"nora.json: nora is a person; give the file another name"):
        known("tidy")
    (worlds / "nora.json").rename(worlds / "My World.json")
    with pytest.raises(UserError, match=r"My World.json: a world is called as its file; take small letters"):
        known("tidy")
