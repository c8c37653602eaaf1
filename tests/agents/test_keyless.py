"""The agents without a key: what they may know, what they see, and simple tasks that they solve from outside."""

import ast
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from tests.agents.mocked import episode
from tests.agents.pages import blank, noise, nonsense, observed, said
from tests.commands import command
from tests.run.rows import rows_of

import lifeworld.agents
from lifeworld.agents import ocr
from lifeworld.agents.agent import Agent
from lifeworld.agents.ocr import OcrAgent, read
from lifeworld.agents.roster import create
from lifeworld.agents.tree import TreeAgent
from lifeworld.core.actions import Action, Click, Done, Key, Point, Scroll, System, Text, dump_action
from lifeworld.core.errors import UserError
from lifeworld.core.observation import Observation
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.run.folder import Folder
from lifeworld.taskkit import Configuration

HERE = Path(lifeworld.agents.__file__).parent
MODULES = ("goal", "answering", "screens", "candidate_actions", "tree", "ocr")
ALLOWED = {"lifeworld.core", "lifeworld.agents"}
SOLVED = (  # by the tree: a deed by its label, a form, a person's page, one after consent, a question
    "todo.CompleteTask",
    "bank.TransferBetweenAccounts",
    "bank.FreezeCard",
    "bank.CloseCardAfterConsent",
    "calendar.ShowEvent",
    "messenger.ArchiveChat",
    "shop.DeliveredWhen",
)


def imported(module: str) -> set[str]:
    tree = ast.parse((HERE / f"{module}.py").read_text())
    found = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    found += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return {name for name in found if name.startswith("lifeworld")}


@pytest.mark.parametrize("module", MODULES)
def test_they_know_observations_and_nothing_of_the_world(module: str) -> None:
    strange = {name for name in imported(module) if ".".join(name.split(".")[:2]) not in ALLOWED}
    assert not strange
    other = {name.rpartition(".")[2] for name in imported(module) if name.startswith("lifeworld.agents.")}
    assert other <= {*MODULES, "agent"}


def played(name: str, environment: SyncEnvironment, task: str) -> tuple[list[Action], str]:
    done = episode(create(name), environment, Configuration(task, "nora"))
    return [action for action, _ in done], environment.verdict().outcome


@pytest.mark.parametrize("task", SOLVED)
def test_the_tree_solves_simple_tasks(task: str, environment: SyncEnvironment) -> None:
    done, outcome = played("tree", environment, task)
    assert outcome == "success"
    assert len(done) <= 40
    assert [dump_action(one) for one in played("tree", environment, task)[0]] == [dump_action(one) for one in done]


@pytest.mark.parametrize("page", [blank(), *nonsense()])
def test_the_tree_survives_nonsense(page: Observation) -> None:
    agent = TreeAgent()
    agent.begin(page.goal, 0)
    acts = [agent.act(page) for _ in range(60)]
    assert any(isinstance(act, Done) for act in acts)


def test_the_tree_says_what_cannot_be_done() -> None:
    agent = TreeAgent()
    agent.begin("Delete “Nothing of the kind” in Nowhere.", 0)
    page = observed("Delete “Nothing of the kind” in Nowhere.")
    assert next(act for act in (agent.act(page) for _ in range(60)) if isinstance(act, Done)).status == "infeasible"


def acts(agent: Agent, observation: Observation, most: int = 30) -> list[Action]:
    """Return what an agent does whom one page is shown again and again."""
    agent.begin(observation.goal, 0)
    done: list[Action] = []
    while len(done) < most and not (done and isinstance(done[-1], Done)):
        done.append(cast(Action, agent.act(observation)))
    return done


@pytest.mark.long
def test_each_sees_its_channel_alone() -> None:
    page, shown = next(nonsense()), said("Buy candles", "Save")
    assert acts(TreeAgent(), replace(page, screenshot=shown)) == acts(TreeAgent(), page)
    assert acts(OcrAgent(), replace(page, screenshot=shown)) == acts(OcrAgent(), observed(page.goal, picture=shown))


def test_text_is_read_where_it_stands() -> None:
    first, second = read(said("Buy candles", "Save"))
    assert (first.text, second.text) == ("Buy candles", "Save")
    assert first.centre[1] < 0.5 < second.centre[1]


def test_nothing_is_fetched_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refused)
    ocr._engine.cache_clear()
    assert [word.text for word in read(said("Fresh bread"))] == ["Fresh bread"]


def test_the_reader_types_at_labels_and_taps_what_goes_on() -> None:
    page = observed("Add a task with the title “Oil the hinges”.", picture=said("Title", "Add task"))
    done = acts(OcrAgent(), page)
    typed = next(one for one in done if isinstance(one, Text))
    assert typed.text == "Oil the hinges" and isinstance(typed.target, Point) and typed.target.y < 0.5
    assert any(isinstance(one, Click) and isinstance(one.target, Point) and one.target.y > 0.5 for one in done)


def test_the_reader_survives_noise() -> None:
    assert isinstance(acts(OcrAgent(), observed(picture=noise()))[-1], Done)


def test_the_command_line_plays_it(tmp_path: Path) -> None:
    where = ["--task", "todo.CompleteTask", "--profile", "desmond", "--axis", "device=phone", "--limit", "1"]
    command("eval", "--agent", "tree", *where, "--out", tmp_path / "run")
    assert [row["status"] for row in rows_of(Folder(tmp_path / "run"))] == ["success"]


def test_the_reader_needs_pictures() -> None:
    agent = OcrAgent()
    agent.begin("Open it.", 0)
    with pytest.raises(UserError, match="--driver chromium --channel pixels"):
        agent.act(blank())


def test_the_reader_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    with pytest.raises(UserError, match=r"pip install 'lifeworld\[ocr\]'"):
        create("ocr")


@pytest.mark.slow
def test_the_reader_solves_a_task_by_points_alone() -> None:
    with opened("chromium", "pixels") as environment:
        done, outcome = played("ocr", environment, "bank.FreezeCard")
    assert outcome == "success"
    assert all(isinstance(one, Click | Text | Key | Scroll | System | Done) for one in done)
    assert all(isinstance(one.target, Point) for one in done if isinstance(one, Click | Text))
