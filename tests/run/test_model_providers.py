"""What a model's provider may do without an episode suffering for it: repeat a key, hang, be slow, want to be sure."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.commands import command
from tests.run.rows import rows_of
from tests.run.test_models import (
    ALL,
    FIRST,
    MOCK,
    SAME,
    TASKS,
    WAYS,
    evaluated,
    name,
    no_waiting,
    origin,
    recorded,
    says,
)

from lifeworld.agents.mock.script import Asked, Failure, Turn, faulty, scripted, solutions
from lifeworld.agents.mock.server import KEY, MODEL
from lifeworld.core.actions import Message, OpenApp, Text
from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run

__all__ = ["no_waiting", "origin", "recorded"]

ONE: dict[str, Any] = {**SAME, "tasks": TASKS[:1], "workers": 1, "at_once": 1}


@pytest.mark.parametrize("agent", WAYS)
def test_a_key_that_an_endpoint_repeats_in_good_answers_stands_nowhere(agent: str, origin: str, tmp_path: Path) -> None:
    asks = Message(text=f"Is {KEY} right?", expects_reply=True)
    typed = Turn((OpenApp(name=f"App {KEY}"), Text(text=f"{KEY} and {KEY}")), f"I was given {KEY}.")
    greeted = [Turn(words="Hello")] if agent == "prompt" else []  # the dry call
    later = (Turn((OpenApp(name="Ticked"),)), Turn((Text(text=KEY),)), Turn((asks,)), Turn(words=KEY))
    says(scripted(*greeted, typed, *later))
    out = tmp_path / "run"
    said = evaluated("--agent", name(agent, origin), *FIRST, "--out", out) + command("report", out)
    for form in ("atif", "dataset"):
        command("runs", "export", out, "--to", form, "--out", tmp_path / form)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 8 and not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in said + str(rows_of(out))
    (steps,) = (path.read_text() for path in out.glob("episodes/*/steps.jsonl"))
    assert "App [key]" in steps and "I was given [key]." in steps and "Is [key] right?" in steps


@pytest.mark.long
@pytest.mark.parametrize("agent", ["openai", "prompt"])
def test_a_silent_provider_takes_none_of_the_agents_time_though_its_timeout_is_longer(
    agent: str, origin: str, recorded: Path, tmp_path: Path
) -> None:
    says(faulty(solutions(recorded), [Failure("silent", 9)], 3))
    run(RunConfig(agents=(name(agent, origin, "&timeout=2"),), **ONE, max_seconds=1.5), tmp_path / "run")
    (row,) = rows_of(tmp_path / "run")
    assert row["status"] == "success", row["reason"]
    assert row["seconds"] < 1.5


OWN = """
from lifeworld.agents.gemini import GeminiAgent


class Mine(GeminiAgent):
    pass
"""


@pytest.mark.long
@pytest.mark.parametrize("in_process", [False, True])
def test_an_adapter_of_ones_own_is_asked_again_on_its_own_time(
    in_process: bool, origin: str, recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"own_{in_process}.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    agent = f"own_{in_process}:Mine:{MODEL}?base_url={origin}/gemini&timeout=0.6"
    settings: dict[str, Any] = {"agents": (agent,), "in_process": in_process, **ONE}
    says(faulty(solutions(recorded), [Failure("rate-limit", 1.7), Failure("error"), Failure("cut")], 2))
    run(RunConfig(**settings), tmp_path / "run")
    (row,) = rows_of(tmp_path / "run")
    assert row["status"] == "success" and row["seconds"] > 1.7, row["reason"]
    wanted = [call for one in _calls(tmp_path / "run") for call in one if "safety_decision" in str(call)]
    assert row["safety_checks"] == len(wanted) > 0
    says(scripted(*[Failure("error")] * 9))
    run(RunConfig(**settings, provider_retries=1), tmp_path / "away")
    (row,) = rows_of(tmp_path / "away")
    said = "the agent said that its model's provider did not answer: gemini: 500"
    assert row["status"] == "failure" and row["reason"].startswith(said), row["reason"]
    assert len(MOCK.heard) == 2


@pytest.mark.long
def test_a_provider_that_is_silent_for_good_leaves_the_episode_unscored(origin: str, tmp_path: Path) -> None:
    says(scripted(*[Failure("silent", 9)] * 9))
    agent = name("anthropic", origin, "&timeout=0.6")
    run(RunConfig(agents=(agent,), **ONE, max_seconds=0.3, provider_retries=2), tmp_path / "run")
    (row,) = rows_of(tmp_path / "run")
    assert row["status"] == "unscored" and row["reason"].startswith("provider_fault:"), row["reason"]
    assert len(MOCK.heard) == 3


def test_an_answer_that_comes_too_late_is_the_models_failure_and_is_paid(origin: str, tmp_path: Path) -> None:
    def slowly(_: Asked) -> Turn:
        time.sleep(0.8)
        return Turn(words="It is done.")

    says(slowly)
    agent = name("gemini", origin, "&price_in=1&price_out=10")
    run(RunConfig(agents=(agent,), **ONE, max_seconds=0.5), tmp_path / "run")
    (row,) = rows_of(tmp_path / "run")
    assert row["status"] == "failure"
    assert row["reason"].startswith("the budget of 0.5 seconds was used up before the agent answered")
    assert (row["steps"], row["tokens_in"], row["cost"]) == (0, 1000, pytest.approx(0.0015))


@pytest.mark.long
def test_safety_checks_are_counted_and_shown_where_there_are_any(origin: str, recorded: Path, tmp_path: Path) -> None:
    says(solutions(recorded))
    for agent, some in (("gemini", True), ("anthropic", False)):
        out = tmp_path / agent
        evaluated("--agent", name(agent, origin), *ALL, "--out", out)
        command("report", out)
        asked = sum("safety_decision" in str(call) for one in _calls(out) for call in one)
        assert sum(row["safety_checks"] for row in rows_of(out)) == asked and (asked > 0) is some
        assert ("Safety checks" in (out / "report.html").read_text()) is some


def _calls(out: Path) -> list[list[Any]]:
    steps = [json.loads(line) for path in out.glob("episodes/*/steps.jsonl") for line in path.read_text().splitlines()]
    return [step["native"]["calls"] for step in steps if step.get("native")]
