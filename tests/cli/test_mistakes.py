"""What the author of a task reads, for each mistake, from the command line: one line with name, place and mend."""

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from tests.cli.task_mistakes import MISTAKES, SOUND

from lifeworld.cli import check_before, main
from lifeworld.core.source import parsed
from lifeworld.taskkit import catalogue
from lifeworld.taskkit.draw import drawn

Told = Callable[..., tuple[int, str]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Told]:
    """Run the command line with a file of tasks beside the others; return the code and what it says."""

    def run(written: str, *arguments: str, folder: str = "todo") -> tuple[int, str]:
        package = import_module(f"lifeworld.tasks.{folder}")
        home = tmp_path / folder
        home.mkdir(exist_ok=True)
        (home / "trial.py").write_text(written)
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(home)])
        forget()
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        out = capsys.readouterr()
        return int(ended.value.code or 0), out.out + out.err

    yield run
    forget()


def forget() -> None:
    """Let the file be read anew."""
    for folder in ("todo", "cross"):
        sys.modules.pop(f"lifeworld.tasks.{folder}.trial", None)
        vars(import_module(f"lifeworld.tasks.{folder}")).pop("trial", None)
    catalogue.forget()
    for kept in (drawn, parsed):
        kept.cache_clear()


def test_what_is_sound_is_proved(told: Told) -> None:
    code, said = told(SOUND, "check", "--task", "todo.Trial")
    assert code == 0 and "3 of 3 configurations of 1 task proved" in said


NO_APP = 'names no app; write those that it touches, apps = ["…"]'


def test_the_apps_of_a_task_are_declared(told: Told) -> None:
    """In a folder for several apps one that there is not is refused; where none is named, they are picked from."""
    for apps, why in (
        ('["bank", "todo"]', ""),
        ('["mial"]', "apps names mial, but there is no such app; did you mean mail?"),
    ):
        written = SOUND.replace("tags = ", f"apps = {apps}\n    tags = ")
        code, said = told(written, "tasks", "--app", "todo", "--json", folder="cross")
        if why:
            assert (code, said) == (2, f"Error: cross.Trial (cross/trial.py:25): {why}\n")
        else:
            assert next(task["apps"] for task in json.loads(said) if task["id"] == "cross.Trial") == ["bank", "todo"]
    code, said = told(SOUND, "tasks", "--app", "todo", "--json", folder="cross")
    assert code == 0 and next(task["apps"] for task in json.loads(said) if task["id"] == "cross.Trial") == ["todo"]
    picks_none = SOUND.replace(
        "list: TaskList = pick(TaskList, lambda list: not list.inbox)", "list: str = phrase('A')"
    )
    code, said = told(picks_none.replace("{list.name}", "{list}"), "tasks", "--app", "todo", folder="cross")
    assert (code, said) == (2, f"Error: cross.Trial (cross/trial.py:17): {NO_APP}\n")


@pytest.mark.parametrize(
    ("apps", "tags", "category"),
    [("bank", "x", "cross"), ("todo", "x", "single"), ("todo", "memory", "memory"), ("bank", "prose", "prose")],
)
def test_the_category_follows_from_the_apps_where_no_folder_says_otherwise(
    told: Told, apps: str, tags: str, category: str
) -> None:
    written = SOUND.replace('tags = ["choice"]', f'tags = ["{tags}"]\n    apps = {sorted({"todo", apps})}')
    code, said = told(written, "tasks", "--app", "todo", "--json")
    assert code == 0
    assert next(task["category"] for task in json.loads(said) if task["id"] == "todo.Trial") == category


def test_a_relation_that_there_is_not_is_refused_at_load(told: Told) -> None:
    written = SOUND.replace("list: TaskList = ", 'known: Known = told("nobel")\n    list: TaskList = ')
    written = written.replace(
        "class Trial", "from lifeworld.tasks.memory.sentences import Known, told\n\n\nclass Trial"
    )
    code, said = told(written, "check", "--task", "todo.Trial")
    assert code == 2 and said.startswith("Error: todo.trial (todo/trial.py:"), said
    assert said.endswith(": no relation nobel; did you mean novel?\n")


def test_goals_are_shown_without_a_proof(told: Told) -> None:
    code, said = told(SOUND, "check", "--task", "todo.Trial", "--show", "--instances", "2")
    lines = said.splitlines()
    assert code == 0 and len(lines) == 12 and "{" not in said
    assert lines[0].startswith("todo.Trial (nora, 0): Add “") and lines[1].startswith("    AddTask(title: “")
    code, said = told(SOUND.replace("{list.name}", "{list.inbox}"), "check", "--task", "todo.Trial", "--show")
    assert code == 1 and said.count("no fair draw") == 3 == said.count("; take another profile, or loosen the task's")


@pytest.mark.parametrize("mistake", [name for name, one in MISTAKES.items() if one.load])
def test_a_mistake_is_reported_at_load(told: Told, mistake: str) -> None:
    assert told(MISTAKES[mistake].text, "check", "--task", "todo.Trial") == (2, f"Error: {MISTAKES[mistake].load}\n")


def test_a_file_that_is_wrong_keeps_no_other_from_use(told: Told) -> None:
    name = "a syntax error"
    code, said = told(MISTAKES[name].text, "tasks", "--app", "todo", "--json")
    assert code == 0 and '"todo.CompleteTask"' in said and "todo.Trial" not in said.partition("left out")[0]
    assert said.endswith(f"left out, as it is wrong: {MISTAKES[name].load}\n") and said.count("left out, as") == 1
    assert told(MISTAKES[name].text, "check", "--task", "todo.CompleteTask", "--show")[0] == 0


@pytest.mark.parametrize("mistake", [name for name, one in MISTAKES.items() if one.check])
def test_a_mistake_is_reported_by_check(told: Told, mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the task is drawn and played, without the types that mypy would report first."""
    monkeypatch.setattr(check_before, "find_spec", lambda name: None)
    code, said = told(MISTAKES[mistake].text, "check", "--task", "todo.Trial")
    assert code == 1 and said.count(MISTAKES[mistake].check) == 1, said


EDIT = """from lifeworld.apps.todo.commands import EditTask
from lifeworld.apps.todo.models import Task


def kept(task: Task) -> EditTask:
    return EditTask(task, note="keeps the rest")
"""


def test_a_mistake_is_reported_in_the_editor(tmp_path: Path) -> None:
    """By mypy: all files at once, each with its mistake alone, and the sound one with none."""
    for number, name in enumerate(MISTAKES):
        if name != "a syntax error":  # which every command reports at load
            (tmp_path / f"todo{number}").mkdir()
            (tmp_path / f"todo{number}" / "trial.py").write_text(MISTAKES[name].text)
    (tmp_path / "sound").mkdir()
    (tmp_path / "sound" / "trial.py").write_text(SOUND)
    (tmp_path / "sound" / "kept.py").write_text(EDIT)
    found = check_before.type_errors([str(path) for path in sorted(tmp_path.rglob("*.py"))])
    first = dict(reversed([line.split(":", 1) for line in found]))
    for number, (name, mistake) in enumerate(MISTAKES.items()):
        assert first.pop(f"todo{number}/trial.py", "") == mistake.editor, name
    assert not first


def test_every_mistake_is_reported_somewhere() -> None:
    for name, mistake in MISTAKES.items():
        assert mistake.old in SOUND, name
        assert bool(mistake.load) != bool(mistake.check), name


def test_check_reports_the_types_of_a_file_of_ones_own(told: Told) -> None:
    name = "an unknown argument of a command"
    code, said = told(MISTAKES[name].text, "check", "--task", "todo.Trial")
    assert (code, said) == (2, f"Error: todo/trial.py:{MISTAKES[name].editor}\n")


def test_check_says_what_would_be_right_where_types_do_not(told: Told) -> None:
    _, said = told(MISTAKES["no `yield`"].text, "check", "--task", "todo.Trial")
    assert said.endswith(
        "Missing return statement; write `yield` before each command, or `return` before what is given\n"
    )
    _, said = told(MISTAKES["a wrong name of `user` in a way"].text, "check", "--task", "todo.Trial")
    assert said.endswith('"User" has no attribute "oepn"; did you mean open?\n')
    _, said = told(SOUND.replace("class Trial(Task)", "class Trial"), "check", "--task", "todo.Trial")
    assert "no task “todo.Trial”" in said and " todo." in said.partition(";")[2]


def test_check_goes_on_without_mypy(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_before, "find_spec", lambda name: None)
    code, said = told(SOUND, "check", "--task", "todo.Trial")
    assert code == 0 and said.count("types are not checked, as mypy is not installed") == 1


def test_a_solution_that_holds_in_the_first_draws_alone_is_told_with_the_draw(told: Told) -> None:
    """Ten draws a person are played: a solution that can't do each of them is not proved by the first of each."""
    code, said = told(SOUND, "check", "--task", "todo.Trial", "--profile", "nora")
    assert code == 0 and "1 of 1 configuration of 1 task proved" in said and "9 further draws solved (nora 9)" in said
    first = drawn("todo.Trial", "nora", 0).task.bound["due"]
    lazy = SOUND.replace(
        "        self.add(user)\n\n", f"        if str(self.due) == '{first}':\n            self.add(user)\n\n"
    )
    code, said = told(lazy, "check", "--task", "todo.Trial", "--profile", "nora")
    assert code == 1 and "0 of 1 configuration" in said and "in instance 1: the solution fails: " in said
    assert "in instance 1: the solution leaves an item unmet: " in said
    drawn_there = drawn("todo.Trial", "nora", 1).task.bound["title"]
    goal = next(line for line in said.splitlines() if "instance 1 is todo.Trial:nora:1" in line)
    assert goal.partition("with the goal: ")[2].count(drawn_there) == 1
