"""An app of one's own: the small one that the docs walk through, and those that `lifeworld new app` writes."""

import re
import shutil
from pathlib import Path

import pytest
from tests.cli.running import ran
from tests.commands import command

import lifeworld
from lifeworld.core.errors import UserError
from lifeworld.core.own import own_folders

SKELETON = Path(lifeworld.__file__).parent / "skeleton"
READING = ["new", "app", "reading", "--title", "Reading", "--row", "Entry,Entries", "--group", "Shelf,Shelves"]
LARDER = ["new", "app", "larder", "--title", "Larder", "--row", "Recipe", "--group", "Cookbook"]


@pytest.mark.long
def test_the_small_app_of_the_docs_is_proved() -> None:
    said = ran("check", "--app", "notes", path=SKELETON).stdout
    assert "Jotter keeps 10 of 10 laws" in said
    assert "33 of 33 configurations of 11 tasks proved" in said


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new", "told", "line"),
    [
        (
            "templates/notes/list.html",
            "if notes.rows",
            "if ntes.rows",
            "stdout",
            "GET /notes/: (notes/list.html:10): there is no “ntes”; did you mean notes",
        ),
        (
            "views.py",
            'return request.page("note.html"',
            'request.page("note.html"',
            "stdout",
            "show_note (notes/views.py:49) returns None; return request.page(…) or a Redirect",
        ),
        ("life.py", "body=", "text=", "stderr", "Error: (notes/life.py:16): add takes no “text”; "),
    ],
)
def test_what_breaks_in_an_app_of_ones_own_is_told_with_its_place(
    file: str, old: str, new: str, told: str, line: str, tmp_path: Path
) -> None:
    """Nobody is asked to report it, and the laws after the one that meets it are held too."""
    shutil.copytree(SKELETON, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    place = tmp_path / "apps/notes" / file
    assert old in place.read_text()
    place.write_text(place.read_text().replace(old, new, 1))
    said = getattr(ran("check", "--app", "notes", path=tmp_path), told)
    assert said.count(line.rpartition("/: ")[2]) <= 3  # of the laws, of the first task, and in which others
    assert line in said and "Traceback" not in said and "report it" not in said


@pytest.mark.long
def test_an_app_without_tasks_is_held_to_its_laws(tmp_path: Path) -> None:
    shutil.copytree(SKELETON / "apps", tmp_path / "apps", ignore=shutil.ignore_patterns("__pycache__"))
    said = ran("check", "--app", "notes", path=tmp_path).stdout
    assert "Jotter keeps 9 of 10 laws" in said and "no task touches notes yet" in said


def test_an_empty_folder_is_a_place_to_begin_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFEWORLD_PATH", str(tmp_path))
    assert own_folders("apps") == []


def test_it_is_small() -> None:
    """250 lines for the app; a task has 12 on average, blank lines and what they share left out."""
    lines = [
        path.read_text().count("\n")
        for path in (SKELETON / "apps").rglob("*")
        if path.suffix not in (".svg", ".pyc") and path.is_file()
    ]
    assert sum(lines) <= 250
    tasks = re.split(r"(?m)^class ", (SKELETON / "tasks/notes/notes.py").read_text())[1:]
    assert sum(sum(1 for line in task.splitlines() if line.strip()) for task in tasks) <= 12 * len(tasks)


@pytest.mark.slow
@pytest.mark.parametrize("words", [LARDER, READING], ids=["larder", "reading"])
def test_a_new_app_is_proved_at_once(words: list[str], tmp_path: Path) -> None:
    command(*words, "--into", tmp_path)
    assert "33 of 33 configurations of 11 tasks proved" in ran("check", "--app", words[2], path=tmp_path).stdout


def test_a_new_app_knows_what_several_are_called(tmp_path: Path) -> None:
    assert "It keeps entries in shelves." in command(*READING, "--into", tmp_path)
    written = "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    assert 'link("Shelves")' in written and "Write an entry." in written
    assert not re.search(r"(?i)shelfs|entrys|\ba entry", written)


@pytest.mark.parametrize(("called", "told"), [("Tickd", "todo, the id of Ticked"), ("toodo", "todo")])
def test_an_app_is_found_by_its_name_and_by_its_id(called: str, told: str) -> None:
    assert f"no app “{called}”; did you mean {told}?" in command("tasks", "--app", called, code=2)


def test_a_new_app_speaks_of_its_own_things(tmp_path: Path) -> None:
    assert f"LIFEWORLD_PATH={tmp_path} lifeworld check --app larder" in command(*LARDER, "--into", tmp_path)
    written = "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    assert not re.search(r"Jotter|\b[Nn]otes?\b", written.replace("event.note", "").replace("notebook-pen", ""))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["Larder", "--title", "L"], "small letters"),
        (["todo", "--title", "L"], "an app “todo” already"),
        (["larder", "--title", "Ticked"], "an app titled Ticked already"),
        (["larder", "--title", "L", "--row", "my recipe"], "--row is one word with a capital"),
        (["larder", "--title", "L", "--row", "Thing", "--group", "Thing"], "two kinds"),
        (["larder", "--title", "A\x07B\n"], "--title is at most 30 letters"),
        (["larder", "--title", ""], "--title is at most 30 letters"),
        (["larder", "--title", 'L" + 1 #'], "--title is at most 30 letters"),
        (["larder", "--title", "\\1"], "--title is at most 30 letters"),
        (["larder", "--title", "L" * 31], "--title is at most 30 letters"),
        (["class", "--title", "L"], "a word of Python's own"),
        (["larder", "--title", "L", "--row", "Class"], "a word of Python's own"),
        (["larder\n", "--title", "L"], "small letters"),
        (["memory", "--title", "L"], "tasks of several apps are in “memory” already"),
        (
            ["larder", "--title", "L", "--group", "Shelf"],
            "say what several are called, too, like --group Shelf,Shelves",
        ),
        (["larder", "--title", "L", "--row", "Store"], "“Store” is what the app's files import"),
        (["larder", "--title", "L", "--row", "Deer,Deer", "--group", "Park,Deer"], "two kinds"),
    ],
)
def test_names_that_cannot_be_used(given: list[str], told: str, tmp_path: Path) -> None:
    said = command("new", "app", *given, "--into", tmp_path, code=2)
    assert told in said and len(said.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", ["a file", "a file/inside", "apps"])
def test_a_file_where_a_folder_is_wanted_is_told(place: str, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("mine")
    (tmp_path / "apps").write_text("mine")
    for words in (LARDER, ["new", "task", "todo", "FinishTask", "--command", "complete"]):
        into = tmp_path if place == "apps" else tmp_path / place
        if place == "apps" and "task" in words:
            (tmp_path / "tasks").write_text("mine")
        said = command(*words, "--into", into, code=2)
        assert "Traceback" not in said and ("a file" in said or "apps" in said or "tasks" in said)
    assert (tmp_path / "a file").read_text() == "mine" and (tmp_path / "apps").read_text() == "mine"


def test_without_a_place_it_says_how_to_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIFEWORLD_PATH", raising=False)
    assert "--into FOLDER" in command(*LARDER, code=2)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("mine/tasks", "a folder of tasks; name the one around “tasks”: {0}/mine"),
        ("mine/tasks/my_todo", "a folder of tasks; name the one around “tasks”: {0}/mine"),
        ("nowhere", "which does not exist"),
        (".", "which has no folder “apps”, “tasks” or “variants”; see docs/add-an-app.md and docs/variation.md"),
    ],
)
def test_a_path_that_names_the_wrong_level_is_told(
    named: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine/tasks/my_todo").mkdir(parents=True)
    (tmp_path / "mine/tasks/my_todo/late.py").touch()
    monkeypatch.setenv("LIFEWORLD_PATH", str(tmp_path / named))
    with pytest.raises(UserError) as raised:
        own_folders("tasks")
    assert str(raised.value) == f"LIFEWORLD_PATH names {tmp_path / named}, {told.format(tmp_path)}"
