"""An app's own words by file: labels, placeholders, titles and accessible names; tasks are as solvable as before."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.commands import command
from tests.rotation import some_tasks

from lifeworld.core.errors import UserError
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.interpreter import driver_for
from lifeworld.taskkit.catalogue import apps_of
from lifeworld.taskkit.configuration import Configuration, languages, values
from lifeworld.taskkit.draw import instance_of
from lifeworld.web.language import messages
from lifeworld.web.own_words import own_words
from lifeworld.web.request import Request
from lifeworld.world import World, load

BRISK = """
[brisk]
says = "short words"
[brisk.apps.all]
"Settings" = "Options"
"Home screen" = "Start"
[brisk.apps.todo]
"Add task" = "New item"
"Search tasks" = "Find an item"
"Today" = "Now"
"Title" = "What"
"More" = "Anything else"
"Save" = "Keep it"
[brisk.apps.mail]
"Subject" = "About"
[knapp]
language = "de"
[knapp.apps.todo]
"Add task" = "Neu"
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file of one's own words, which is read anew."""
    (tmp_path / "variants").mkdir()
    place = tmp_path / "variants/words.toml"
    place.write_text(BRISK)
    monkeypatch.setenv("LIFEWORLD_PATH", str(tmp_path))
    _forget()
    yield place
    _forget()


def _forget() -> None:
    for reader in (own_words, languages, messages):
        reader.cache_clear()


def page(language: str, path: str) -> str:
    look = Configuration("todo.CompleteTask", "nora", language=language).look
    world = World(load("nora").data, look).start()
    try:
        answer = world.site.handle(Request("GET", path))
        return world.site.handle(Request("GET", answer.headers.get("location", path))).body.decode()
    finally:
        world.close()


def test_labels_titles_placeholders_and_accessible_names_are_said_otherwise_and_nothing_else(own: Path) -> None:
    assert "brisk" in values("language") and "brisk" not in values("goal_language")
    today, search, add = (page("brisk", path) for path in ("/todo/today", "/todo/search", "/todo/add"))
    assert "<title>Now" in today and 'aria-label="New item"' in today and 'lang="en"' in today
    assert 'placeholder="Find an item"' in search and ">What<" in add and "Add task" not in add
    assert ">Options<" in page("brisk", "/todo/settings") and "Settings" in page("en", "/todo/settings")
    bank, usual = (re.findall(r">([^<>]*\w[^<>]*)<", page(language, "/bank/bills")) for language in ("brisk", "en"))
    assert {(one, other) for one, other in zip(bank, usual, strict=True) if one != other} <= {("Start", "Home screen")}
    german = page("knapp", "/todo/today")
    assert 'lang="de"' in german and 'aria-label="Neu"' in german and "Heute" in german


def test_tasks_are_solved_in_an_app_s_own_words(own: Path, environment: SyncEnvironment) -> None:
    found = [one for one in some_tasks("own words", 40) if "todo" in apps_of(one)][:6]
    for task in (*(one.id for one in found), "bank.PayBillWhenAsked"):  # the last asks the person
        for language in ("brisk", "knapp", "brisk+mail:de"):
            assert _solved(environment, Configuration(task, "nora", language=language)), (task, language)


def _solved(environment: SyncEnvironment, configuration: Configuration) -> bool:
    hands = driver_for(environment.step, environment.reset(configuration), configuration)
    hands.solve(instance_of(configuration))
    hands.finish()
    return environment.verdict().success


def test_a_state_that_names_fields_begins_in_own_words_too(own: Path, environment: SyncEnvironment) -> None:
    for state in ("todo.half-written", "todo.menu"):
        seen = environment.reset(Configuration("todo.CompleteTask", "nora", language="brisk", state=state))
        assert "What" in {node.name for node in seen.tree.walk()} or state == "todo.menu"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[a.apps.todo]\n"Ad task" = "New"\n', "[a.apps.todo]: nothing says “Ad task”; did you mean Add task"),
        ('[a.apps.tod]\n"Add task" = "New"\n', "no app “tod”; did you mean todo?"),
        ('[a.apps.todo]\n"Add task" = "Add task"\n', "is to be said otherwise"),
        ('[a.apps.todo]\n"Add task" = " "\n', "is to be said otherwise, in some words"),
        ('[a.apps.all]\n"%(value)s out of 5 stars" = "stars"\n', "have other gaps"),
        ('[a]\nlanguage = "it"\n[a.apps.all]\n"Back" = "B"\n', "choose 'en', 'de', 'fr', 'es' or 'zh'"),
        ('[de.apps.all]\n"Back" = "B"\n', "there is a language of this name"),
        ("[a]\n", "it lacks apps"),
        ("[a\n", "words.toml: Expected"),
    ],
)
def test_a_wrong_file_is_told_in_a_line(own: Path, text: str, told: str) -> None:
    own.write_text(text)
    with pytest.raises(UserError, match=re.escape(told)):
        values("language")


@pytest.mark.long
def test_a_run_takes_them_like_any_language(own: Path, tmp_path: Path) -> None:
    flags = ("--agent", "oracle", "--task", "todo.CompleteTask", "--axis", "language=en,brisk", "--workers", 1)
    assert "oracle: 2 success" in command("eval", *flags, "--crossed", "language", "--out", tmp_path / "run")
    assert "brisk" in (tmp_path / "run" / "report.html").read_text()
