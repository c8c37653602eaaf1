"""Mock models solve tasks end to end in chromium, over the real packages, by what each channel shows."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.run.rows import rows_of

from lifeworld.agents.calibration.check import agent_name
from lifeworld.agents.codecs.action_spaces import ACTION_SPACES, ActionSpace
from lifeworld.agents.mock.script import scripted, size_of, solutions
from lifeworld.agents.mock.server import MODEL, MockServer, served
from lifeworld.cli.models import _WAYS, _by_pictures
from lifeworld.core.errors import UserError
from lifeworld.env.drivers.browser import Browser
from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run

ONE: dict[str, Any] = {"tasks": ("todo.CompleteTask",), "devices": ("phone",), "profiles": ("wilma",)}
TEN: dict[str, Any] = {"limit": 10, "seed": 3}
OLDER = ("anthropic 20250124", "anthropic 20241022")
AGENTS = [one for name, one in ACTION_SPACES.items() if not one.grammar and name not in OLDER]
OPEN = [*{one.agent: one for one in reversed([*ACTION_SPACES.values()]) if one.grammar}.values()]
HOLO = ACTION_SPACES["holo"]
TAPPED: dict[str, Any] = {  # by taps and words alone, which every open model has
    "tasks": (
        "bank.FreezeCard",
        "bank.ShowStatement",
        "calendar.AnswerInvitation",
        "mail.ThrowTheDraftAway",
        "messenger.HidePreviews",
        "shop.DeleteReviewAfterConsent",
        "todo.CompleteInSpiteOfChatter",
        "todo.CompleteTask",
        "todo.MoveToTop",
        "todo.SwapSteps",
    ),
    **{"devices": ("phone",), "profiles": ("nora",), "seed": 3},
}
TYPED: dict[str, Any] = {
    **TAPPED,
    "tasks": ("bank.RenameAndMakePrimary", "mail.ReplyToThisOneOnly", "messenger.PostStatus", "shop.BuySoldOut"),
}


async def _has_a_browser() -> None:
    async with Browser():
        pass


def recorded(path: Path, **settings: Any) -> Path:
    try:
        asyncio.run(_has_a_browser())
    except UserError as problem:
        pytest.skip(str(problem))
    run(RunConfig(agents=("oracle",), driver="chromium", **settings), path)
    return path


pytestmark = pytest.mark.usefixtures("keys")


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("runs") / "oracle", **ONE)


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("runs") / "oracle", **TEN)


def solved(oracle: Path, out: Path, spaces: Sequence[ActionSpace] = AGENTS, **settings: Any) -> list[dict[str, Any]]:
    mock = MockServer(solutions(oracle))
    with served(mock) as origin:
        agents = tuple(agent_name(one.agent, one, origin) for one in spaces)
        run(RunConfig(agents=agents, driver="chromium", **settings), out)
    assert not mock.wrong
    return rows_of(out)


@pytest.mark.long
def test_each_solves_a_task_by_pixels_alone_and_with_the_tree(one: Path, tmp_path: Path) -> None:
    found = solved(one, tmp_path / "run", channels=("pixels", "pixels+tree"), **ONE)
    assert [row["status"] for row in found] == ["success"] * 2 * len(AGENTS), [row["reason"] for row in found]
    steps = [step for path in tmp_path.rglob("steps.jsonl") for step in path.read_text().splitlines()]
    assert sum('"kind": "point"' in step for step in steps) >= 2 * len(AGENTS)


@pytest.mark.long
def test_of_several_devices_it_follows_the_one_that_is_shown(tmp_path: Path) -> None:
    both: dict[str, Any] = {**ONE, "devices": ("phone", "desktop"), "crossed": ("device",)}
    oracle = recorded(tmp_path / "oracle", **both)
    found = solved(oracle, tmp_path / "run", [ACTION_SPACES["openai"]], channels=("pixels",), **both)
    assert {row["device"]: row["status"] for row in found} == {"phone": "success", "desktop": "success"}


@pytest.mark.slow
@pytest.mark.parametrize("channel", ["pixels+tree", "tree"])
def test_each_solves_ten_tasks(channel: str, ten: Path, tmp_path: Path) -> None:
    found = solved(ten, tmp_path / "run", channels=(channel,), **TEN)
    assert [row["status"] for row in found] == ["success"] * 10 * len(AGENTS), [row["reason"] for row in found]


@pytest.mark.long
def test_each_open_model_solves_a_task_in_its_own_grammar(one: Path, tmp_path: Path) -> None:
    found = solved(one, tmp_path / "run", OPEN, channels=("pixels",), **ONE)
    assert [row["status"] for row in found] == ["success"] * len(OPEN), [row["reason"] for row in found]


@pytest.mark.slow
def test_each_open_model_solves_ten_tasks(tmp_path: Path) -> None:
    found = solved(recorded(tmp_path / "oracle", **TAPPED), tmp_path / "run", OPEN, channels=("pixels",), **TAPPED)
    assert [row["status"] for row in found] == ["success"] * 10 * len(OPEN), [row["reason"] for row in found]


@pytest.mark.slow
def test_each_open_model_that_can_type_solves_tasks_by_typing(tmp_path: Path) -> None:
    typing = [one for one in OPEN if one != HOLO]  # which presses Enter after each text
    found = solved(recorded(tmp_path / "oracle", **TYPED), tmp_path / "run", typing, channels=("pixels",), **TYPED)
    assert [row["status"] for row in found] == ["success"] * 4 * len(typing), [row["reason"] for row in found]
    one = {**TYPED, "tasks": TYPED["tasks"][2:3]}
    (row,) = solved(tmp_path / "oracle", tmp_path / "holo", [HOLO], channels=("pixels",), **one)
    assert row["status"] == "failure"


def test_the_command_prints_a_way_to_each_adapter(one: Path) -> None:
    ways = _by_pictures(one)
    assert {*_WAYS, *ways} == {action_space.agent for action_space in ACTION_SPACES.values()}
    assert ways["qwen"] == ("CHAT_KEY", "/chat/qwen-2.5/v1&key_from=CHAT_KEY&form=2.5")


def test_pictures_are_as_dense_as_the_agents_settings_say(tmp_path: Path) -> None:
    mock = MockServer(scripted())
    with served(mock) as origin:
        agents = tuple(f"gemini:{MODEL}?base_url={origin}/gemini&scale={scale}" for scale in (1, 2))
        run(RunConfig(agents=agents, driver="chromium", **ONE, workers=1, at_once=1), tmp_path / "run")
    found = {row["agent"]: row["scale"] for row in rows_of(tmp_path / "run")}
    assert found == dict(zip(agents, (1, 2), strict=True)) and not mock.wrong
    parts = [part for heard in mock.heard for part in heard.body["contents"][0]["parts"] if "inlineData" in part]
    assert [size_of(part["inlineData"]["data"]) for part in parts] == [(390, 844), (710, 1536)]
