"""`lifeworld new task`: what is written from a command of an app is proved, or says what it lacks."""

from pathlib import Path

import pytest
from tests.cli.running import ran, told
from tests.commands import command

from lifeworld import apps
from lifeworld.apps.maps.commands import WriteReview
from lifeworld.proof.offers import offers
from lifeworld.world import World, load

# Of each app a command of another kind: a button, a form of several fields, a question, a choice, what a search finds.
DONE = {
    "todo": ("PutElsewhere", "MoveTask"),
    "calendar": ("PlanSomething", "add_event"),
    "mail": ("PutAway", "archive"),
    "messenger": ("CallThem", "rename_group"),
    "shop": ("StartList", "make_list"),
    "bank": ("NameIt", "rename_account"),
}


def written_and_proved(app: str, name: str, kind: str, into: Path) -> None:
    said = command("new", "task", app, name, "--command", kind, "--into", into)
    assert f"LIFEWORLD_PATH={into} lifeworld check --task my_{app}.{name} --show" in said
    checked = ran("check", "--task", f"my_{app}.{name}", path=into)
    assert "3 of 3 configurations of 1 task proved" in checked.stdout, checked.stdout + checked.stderr


@pytest.mark.long
def test_a_task_of_a_command_is_proved(tmp_path: Path) -> None:
    written_and_proved("todo", "FinishTask", "complete", tmp_path)
    text = (tmp_path / "tasks/my_todo/finish_task.py").read_text()
    assert "task: TodoTask = pick(TodoTask)" in text and "todo.Complete(task=self.task)" in text
    assert "def solution" not in text
    assert "It repeats" not in text.partition("goals = [")[2] and "Tick a task off: “{task.title}”." in text


@pytest.mark.slow
@pytest.mark.parametrize("app", DONE)
def test_a_task_of_each_app_is_proved(app: str, tmp_path: Path) -> None:
    written_and_proved(app, *DONE[app], tmp_path)


@pytest.mark.slow
def test_a_task_of_an_app_of_ones_own_stands_beside_its_others(tmp_path: Path) -> None:
    larder = ["new", "app", "larder", "--title", "Larder", "--row", "Recipe", "--group", "Cookbook"]
    assert ran(*larder, "--into", str(tmp_path)).returncode == 0
    done = ran("new", "task", "larder", "ReadLater", "--command", "move_recipe", path=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "tasks/larder/read_later.py").exists()
    assert "3 of 3 configurations" in ran("check", "--task", "larder.ReadLater", path=tmp_path).stdout


def test_options_of_one_name_are_called_as_their_group_is() -> None:
    world = World(load("nora").data).start()
    offer = next(offers(world, apps.by_id()["maps"], WriteReview))
    world.close()
    stars = offer.inputs["stars"]
    assert stars.label == "Your rating" and stars.choices[0] == ("1", "1 star")


@pytest.mark.long
def test_what_cannot_be_drafted_is_told(tmp_path: Path) -> None:
    said = command("new", "task", "calendar", "SkipOne", "--command", "DeleteOnce", "--into", tmp_path, code=1)
    assert "It is not proved yet; fill in what is wrong:\n    of, which the screen fills in with" in said
    assert "it lacks of, which the screen fills in with" in (tmp_path / "tasks/my_calendar/skip_one.py").read_text()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["tdo", "Finish", "--command", "Complete"], "no app “tdo”; did you mean todo?"),
        (
            ["todo", "Finish", "--command", "complete_taks"],
            "Ticked has no command “complete_taks”; did you mean Complete",
        ),
        (["todo", "CompleteTask", "--command", "Complete"], "there is a task todo.CompleteTask already"),
        (["todo", "finish_task", "--command", "Complete"], "words with capitals, like FinishTask, not “finish_task”"),
        (["todo", "Class", "--command", "Complete"], "a word of Python's own"),
        (["todo", "Finish\x07\n", "--command", "Complete"], "words with capitals"),
        (["todo", "Finish"], "Missing option '--command'"),
    ],
)
def test_what_cannot_be_written_is_refused(given: list[str], said: str) -> None:
    code, found = told("new", "task", *given)
    assert code == 2 and said in found
