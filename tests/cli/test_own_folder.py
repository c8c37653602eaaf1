"""Tasks and apps written by hand in a folder of LIFEWORLD_PATH are found, or it is said why not."""

from pathlib import Path

import pytest
from tests.cli.running import ran

from lifeworld.core.errors import UserError
from lifeworld.core.own import NAME, own_folders

PAGE = Path(__file__).parent.parent.parent / "docs" / "add-a-task.md"
EXAMPLE = PAGE.read_text().split("```python task=todo\n")[1].split("```")[0]


def written(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text(text)


@pytest.mark.long
@pytest.mark.parametrize("name", ["chores/tasks.py", "chores.py", "chores/__init__.py"])
def test_the_example_of_the_page_is_found_in_a_folder_and_in_a_file(name: str, tmp_path: Path) -> None:
    written(tmp_path, f"tasks/{name}", EXAMPLE)
    done = ran("check", "--task", "chores.AddUrgentTask", "--show", path=tmp_path)
    assert done.returncode == 0 and done.stdout.count("chores.AddUrgentTask (") == 3, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "near"),
    [("variant/themes.toml", "variants"), ("variants/theme.toml", "themes.toml"), ("app/x.py", "apps")],
)
def test_what_is_called_almost_right_is_told(
    name: str, near: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tasks").mkdir()
    written(tmp_path, name, "")
    monkeypatch.setenv(NAME, str(tmp_path))
    with pytest.raises(UserError, match=rf"is never read; did you mean {near}\?"):
        own_folders("apps")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("tasks/todo/more.py", "", "todo is called like a part of Lifeworld that is read instead; say my_todo"),
        ("apps/todo/__init__.py", "", "todo is called like an app of Lifeworld's that is read instead; say my_todo"),
        ("tasks/chores/tasks.py", EXAMPLE.replace("{list.name}", "{lst.name}"), "chores/tasks.py:"),
        ("apps/larder/views.py", "", "larder has no __init__.py; write it, with APP = app(__name__, name=…, family=…)"),
    ],
)
def test_what_cannot_be_loaded_is_told(name: str, text: str, told: str, tmp_path: Path) -> None:
    written(tmp_path, name, text)
    done = ran("check", "--task", "chores.AddUrgentTask", path=tmp_path)
    assert done.returncode == 2 and told in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
