"""The same end by another way is accepted, and an end that was undone again is not: judged episodes."""

from collections.abc import Callable
from typing import Any

import pytest

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.models import File
from lifeworld.apps.maps import commands as maps
from lifeworld.core.actions import Done
from lifeworld.core.verdict import Verdict
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.store import Store
from lifeworld.taskkit import Configuration, button, field, link
from lifeworld.taskkit.draw import drawn
from lifeworld.tasks.code import ways
from lifeworld.tasks.maps.ways import route, search

Way = Callable[[Any, SolutionDriver, Store], None]


def after(environment: SyncEnvironment, name: str, way: Way, number: int = 0) -> Verdict:
    """Go a way of one's own through a task and return the verdict."""
    instance = drawn(name, "nora", number)
    driver = SolutionDriver(environment.step, environment.reset(Configuration(name, "nora", number)))
    driver.instance, driver.store = instance, instance.world.store
    way(instance.task, driver, instance.world.store)
    environment.step(Done())
    return environment.verdict()


def written(user: SolutionDriver, project: Any, path: str, text: str) -> None:
    """Make a file by hand, and write a text into it."""
    user.do(code.AddFile(project, path))
    ways.open_project(user, project)
    user.click(link(path).within("Files"))
    user.click(link("Edit"))
    user.fill(field("Text"), text)
    user.click(button("Save"))


def moved_by_hand(task: Any, user: SolutionDriver, store: Store, text: str = "") -> None:
    file = task.file
    written(user, file.project, f"{task.folder}/{file.name}", text or file.text)
    user.do(code.DeleteFile(file))


def test_a_file_written_anew_where_it_should_go_is_moved(environment: SyncEnvironment) -> None:
    assert after(environment, "code.MoveTheFile", moved_by_hand).success


def test_with_another_text_it_is_not(environment: SyncEnvironment) -> None:
    def otherwise(task: Any, user: SolutionDriver, store: Store) -> None:
        moved_by_hand(task, user, store, f"{task.file.text}\n# later")

    assert not after(environment, "code.MoveTheFile", otherwise).success


def test_nor_while_the_old_one_stays(environment: SyncEnvironment) -> None:
    def copied(task: Any, user: SolutionDriver, store: Store) -> None:
        written(user, task.file.project, f"{task.folder}/{task.file.name}", task.file.text)

    assert not after(environment, "code.MoveTheFile", copied).success


def inside(task: Any, store: Store) -> list[File]:
    return [one for one in code.within(store, task.folder) if isinstance(one, File)]


def renamed_by_hand(task: Any, user: SolutionDriver, store: Store, but: int = 0) -> None:
    user.do(code.AddFolder(task.folder.project, task.name))
    for file in inside(task, store)[but:]:
        user.do(code.MoveFile(file, f"{task.name}/{file.path.partition('/')[2]}"))
    user.do(code.DeleteFolder(task.folder))


def test_a_folder_made_anew_with_all_that_was_in_it_is_renamed(environment: SyncEnvironment) -> None:
    assert after(environment, "code.RenameTheFolder", renamed_by_hand).success


def test_with_a_file_that_went_with_the_old_one_it_is_not(environment: SyncEnvironment) -> None:
    def all_but_one(task: Any, user: SolutionDriver, store: Store) -> None:
        renamed_by_hand(task, user, store, 1)

    assert not after(environment, "code.RenameTheFolder", all_but_one).success


def test_all_tabs_closed_and_then_one_opened_is_not_all_closed(environment: SyncEnvironment) -> None:
    def opens_one(task: Any, user: SolutionDriver, store: Store) -> None:
        user.do(code.CloseAll(task.project))
        ways.open_file(user, store.all(File, "project_id = ? AND opened_at IS NULL", task.project.id)[0])

    verdict = after(environment, "code.CloseThemAll", opens_one)
    assert not verdict.success and any("opened" in one for one in map(str, verdict.reasons))


def test_looked_at_and_then_all_closed_is(environment: SyncEnvironment) -> None:
    def looks_first(task: Any, user: SolutionDriver, store: Store) -> None:
        ways.open_file(user, store.all(File, "project_id = ? AND opened_at IS NULL", task.project.id)[0])
        user.do(code.CloseAll(task.project))

    assert after(environment, "code.CloseThemAll", looks_first).success


def test_a_tab_of_another_project_is_no_matter_of_it(environment: SyncEnvironment) -> None:
    def opens_another(task: Any, user: SolutionDriver, store: Store) -> None:
        user.do(code.CloseAll(task.project))
        ways.open_file(user, store.all(File, "project_id <> ? AND opened_at IS NULL", task.project.id)[0])

    assert after(environment, "code.CloseThemAll", opens_another).success


@pytest.mark.parametrize("again", [True, False])
def test_a_history_is_cleared_if_nothing_stands_there_in_the_end(environment: SyncEnvironment, again: bool) -> None:
    def clears(task: Any, user: SolutionDriver, store: Store) -> None:
        def looks_up() -> None:
            if task.what == "Searches":
                search(user, "coffee")
            else:
                route(user, "Home", "Work", "foot")

        if not again:
            looks_up()
        user.do(maps.ClearHistory(task.what.lower()))  # type: ignore[arg-type]
        if again:
            looks_up()

    for number in range(3):
        assert after(environment, "maps.ClearLookups", clears, number).success is not again


@pytest.mark.parametrize("again", ["", "search", "SEARCH", "way", "other"])
def test_what_is_to_be_forgotten_must_not_be_looked_up_again(environment: SyncEnvironment, again: str) -> None:
    def forgets(task: Any, user: SolutionDriver, store: Store) -> None:
        words, trip = task.search.words, task.trip
        search(user, words)  # before it is forgotten, it goes with the others
        user.do(maps.ForgetTrip(trip))
        user.do(maps.ForgetSearch(task.search))
        if again == "way":
            route(user, trip.origin, trip.end, "bicycle")
        elif again:
            search(user, {"search": words, "SEARCH": words.upper(), "other": "somewhere else"}[again])

    assert after(environment, "maps.ForgetALookup", forgets).success is (again in ("", "other"))
