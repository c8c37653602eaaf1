"""One go at a task, without a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.closing import closing

from lifeworld.apps.todo.commands import AddStep
from lifeworld.apps.todo.models import Task
from lifeworld.core.actions import Click, Done, Navigate, SetValue, System
from lifeworld.core.answers import Form
from lifeworld.core.errors import WorldFault
from lifeworld.play import session
from lifeworld.play.game import Game
from lifeworld.play.panel import answer_fields, answer_from, reasons
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web import Request
from lifeworld.web.answer_forms import schema
from lifeworld.web.request import TYPED


@pytest.fixture
def task() -> str:
    """What is played, where a test names nothing else."""
    return "todo.CompleteTask"


@pytest.fixture
def game(task: str) -> Iterator[Game]:
    game = Game(Configuration(task, "nora"))
    game.serve(Request("GET", "/"))
    yield game
    game.close()


def test_what_the_browser_asks_for_by_itself_is_nobodys_doing(game: Game) -> None:
    """The first page, the same page again, and where a redirect leads."""
    game.serve(Request("GET", "/"))
    assert game.serve(Request("GET", "/todo/")).status == 303
    game.serve(Request("GET", "/todo/today"))
    game.serve(Request("GET", "/static/kit/base.css"))
    assert [(type(step.action), step.on, step.url) for step in game.steps] == [(Click, "Ticked", "/")]
    assert game.address == "/todo/today"


def test_what_is_typed_into_a_search_is_one_action(game: Game) -> None:
    game.serve(Request("GET", "/search"))
    for words in ("t", "ti", "tic"):
        game.serve(Request("GET", "/search", (("q", words), TYPED)))
    game.serve(Request("GET", "/search", (("q", "tic"),)))
    game.serve(Request("GET", "/todo/"))
    _, typed, asked, opened = (step.action for step in game.steps)
    assert isinstance(asked, Click) and game.steps[2].on == "Search"
    assert isinstance(typed, SetValue) and typed.value == "tic"
    assert isinstance(opened, Click) and game.steps[-1].url == "/search?q=tic"


def test_what_was_seen_reaches_the_verdict(game: Game) -> None:
    game.serve(Request("GET", "/todo/upcoming"))
    assert game.episode
    assert [seen.path for seen in game.episode.seen] == ["/", "/todo/upcoming"]
    assert isinstance(game.steps[0].action, Navigate)


def test_the_page_that_the_browser_came_from_counts(game: Game) -> None:
    """A person goes back without asking the world for anything."""
    game.serve(Request("GET", "/todo/today"), "/")
    game.serve(Request("GET", "/bank/"), "/")
    assert game.steps[-1].on == "Harbour Bank"
    assert game.steps[-1].url == "/"


def test_nothing_counts_after_the_end(game: Game) -> None:
    verdict = game.finish(Done())
    assert verdict and verdict.outcome == "failure"
    before = len(game.steps)
    game.serve(Request("GET", "/todo/today"))
    game.ask("Anything else?")
    game.wait(600)
    assert game.finish(Done(status="infeasible")) is None
    assert len(game.steps) == before and game.final == verdict
    assert not any(isinstance(step.action, System) for step in game.steps)


def test_a_fault_of_ours_is_not_the_persons(game: Game) -> None:
    game.world.site.fault = WorldFault("the disk is gone")
    verdict = game.finish(Done())
    assert verdict and verdict.outcome == "unscored"
    assert "the disk is gone" in verdict.reasons[0]


@pytest.mark.parametrize("task", [""])
def test_free_play_is_not_judged(game: Game) -> None:
    assert game.finish(Done()) is None and game.final is None
    assert game.changed() == []


@pytest.mark.parametrize("task", ["todo.AddTaskForAnotherDay"])
def test_a_change_of_mind_is_heard_and_recorded(game: Game) -> None:
    assert game.episode and game.conversation == []
    game.serve(Request("GET", "/todo/today"))
    word = game.episode.instance.task.changed(0)
    assert game.conversation == [("", word)] and game.steps[-1].reply == word
    game.serve(Request("GET", "/todo/upcoming"))
    assert game.conversation == [("", word)]


@pytest.mark.parametrize("task", ["bank.ClosingBalance"])
def test_an_answer_that_is_not_of_its_form_is_refused_and_kept(game: Game) -> None:
    assert game.finish(Done(answer="It was $2,426.35.")) is None
    assert game.refused.startswith("The answer must be an amount of money") and game.given == "It was $2,426.35."
    assert game.steps[-1].feedback.code == "bad_answer" and game.final is None
    game.serve(Request("GET", "/bank/"))
    verdict = game.finish(Done(answer=closing()))
    assert verdict and verdict.success


@pytest.mark.parametrize("task", ["bank.ClosingBalance"])
def test_the_third_refused_answer_ends_it(game: Game, tmp_path: Path) -> None:
    assert [game.finish(Done(answer=answer)) for answer in ("no idea", None)] == [None, None]
    verdict = game.finish(Done(answer="about 2400"))
    assert verdict and verdict.reasons[0].startswith("3 answers that are not of the form asked for: “")
    folder = session.open_folder(tmp_path / "mine")
    session.save_episode(game, folder)
    (filed,) = folder.episodes()
    assert filed["ended"] == "truncated" and filed["answer_schema"] == game.answer_schema
    assert filed["verdict"]["outcome"] == "failure"


def test_the_fields_of_an_answer() -> None:
    assert answer_fields(None) == [] and answer_from(None, {"answer": "x"}) is None
    one = schema([(0, Form("list"))], "en")
    (field,) = answer_fields(one, "a\nb")
    assert (field.name, field.several, field.value) == ("answer", True, "a\nb")
    assert answer_from(one, {"answer": " a\nb "}) == "a\nb" and answer_from(one, {"answer": " "}) is None
    both = schema([(1, Form("money")), (3, Form("date"))], "en")
    assert [field.label for field in answer_fields(both)] == ["Answer 1", "Answer 3"]
    given = answer_from(both, {"answer-1": "12.50", "answer-3": ""})
    assert given == {"1": "12.50", "3": ""}
    assert [field.value for field in answer_fields(both, given)] == ["12.50", ""]


def test_a_side_effect_is_one_line_with_what_followed_folded_beneath(game: Game) -> None:
    task = game.world.store.all(Task, "done_at IS NULL", limit=1)[0]
    game.world.do(AddStep(task, "Stray step"))
    verdict = game.finish(Done())
    assert verdict
    (beside,), (first, *_) = reasons(verdict, True), reasons(verdict, False)
    assert beside.headline == f"chose to add a step to a task: “{task.title}”, title “Stray step”"
    assert first.headline.startswith("did not tick a task off: “") and len(first.followings) == 1
    assert beside.followings == verdict.side_effects
