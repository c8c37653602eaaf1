"""Models in a run: from the command line to results, over the real packages, with faults, budgets and keys."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.agents.mocked import MOCK, origin, says
from tests.commands import command
from tests.run.rows import rows_of

from lifeworld.agents.mock.script import Failure, Turn, faulty, scripted, solutions
from lifeworld.agents.mock.server import KEY, MODEL
from lifeworld.agents.roster import ROSTER
from lifeworld.core.actions import Wait
from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run

__all__ = ["origin"]
TASKS = ("todo.CompleteTask", "todo.AddTaskWithDate", "todo.SecondListOfTheName")
BASES = {"anthropic": "/anthropic", "openai": "/openai/v1", "gemini": "/gemini"}
WAYS = {**BASES, "prompt": "/chat/v1&key_from=OPENAI_API_KEY"}
SAME: dict[str, Any] = {"tasks": TASKS, "profiles": ("nora",)}
FIRST, ALL = (("--task", ",".join(some), "--profile", "nora") for some in (TASKS[:1], TASKS))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "oracle"
    run(RunConfig(agents=("oracle",), **SAME), path)
    return path


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifeworld.run.budget._FIRST", 0.01)
    for name in BASES:
        monkeypatch.setenv(f"{name.upper()}_API_KEY", KEY)


def name(agent: str, origin: str, more: str = "") -> str:
    return f"{agent}:{MODEL}?base_url={origin}{WAYS[agent]}{more}"


def evaluated(*arguments: object, code: int = 0) -> str:
    return command("eval", *arguments, code=code)


@pytest.mark.parametrize("agent", WAYS)
def test_a_model_that_knows_the_way_succeeds_from_the_command_line(
    agent: str, origin: str, recorded: Path, tmp_path: Path
) -> None:
    says(solutions(recorded))
    out = tmp_path / "run"
    more = "&price_in=3&price_out=15"
    evaluated("--agent", name(agent, origin, more), *ALL, "--out", out)
    assert not MOCK.wrong
    found = rows_of(out)
    assert [row["status"] for row in found] == ["success"] * 3, [row["reason"] for row in found]
    asked = len([one for one in MOCK.heard if one.body.get("max_tokens") != 1])  # without a chat's dry call
    assert sum(row["tokens_in"] for row in found) == 1000 * asked
    assert sum(row["cost"] for row in found) == pytest.approx(asked * (0.003 + 0.00075))
    steps = [step for path in out.glob("episodes/*/steps.jsonl") for step in path.read_text().splitlines()]
    assert any('"native"' in step and '"calls"' in step for step in steps)


@pytest.mark.parametrize(("more", "lines"), [("", 1), ("&price_in=3&price_out=15", 0)])
def test_a_price_that_nobody_knows_is_said_in_a_line(more: str, lines: int, origin: str, tmp_path: Path) -> None:
    says(scripted(*[Turn(words="Done.")] * 2))
    agents = f"null,{name('openai', origin, more)}"
    said = evaluated("--agent", agents, "--limit", 2, "--profile", "nora", "--out", tmp_path / "run")
    assert said.count(f"the price of {name('openai', origin, more)} is not known, so its cost is 0: ") == lines
    assert said.count("the price of") == lines


@pytest.mark.parametrize("agent", BASES)
def test_the_key_stands_nowhere(agent: str, origin: str, recorded: Path, tmp_path: Path) -> None:
    says(faulty(solutions(recorded), [Failure("rate-limit"), Failure("error")], 3))
    out = tmp_path / "run"
    said = evaluated("--agent", name(agent, origin), *FIRST, "--out", out) + command("report", out)
    files = [path for path in out.rglob("*") if path.is_file()]
    assert len(files) > 5 and not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in said


@pytest.mark.long
def test_faults_are_asked_again_on_nobodys_time(origin: str, recorded: Path, tmp_path: Path) -> None:
    kinds = [Failure("rate-limit", 0.4), Failure("error"), Failure("cut"), Failure("silent", 1)]
    says(faulty(solutions(recorded), kinds, 2))
    agent = name("anthropic", origin, "&timeout=0.5")
    config = RunConfig(agents=(agent,), **SAME, max_seconds=1.5, workers=1, at_once=1)
    run(config, tmp_path / "run")
    found = rows_of(tmp_path / "run")
    assert [row["status"] for row in found] == ["success"] * 3, [row["reason"] for row in found]
    assert max(row["seconds"] for row in found) < 1.5


def test_a_provider_that_stays_away_leaves_the_episode_unscored(origin: str, tmp_path: Path) -> None:
    says(scripted(Turn((Wait(),)), *[Failure("error")] * 9))
    config = RunConfig(agents=(name("gemini", origin),), tasks=TASKS[:1], profiles=("nora",), provider_retries=2)
    run(config, tmp_path / "run")
    (row,) = rows_of(tmp_path / "run")
    assert row["status"] == "unscored" and row["reason"].startswith("provider_fault: gemini: 500 Something broke.")
    assert row["tokens_in"] == 1000
    assert len(MOCK.heard) == 1 + 3  # and the episode is not tried again


def test_a_full_context_and_a_refusal_are_failures_of_the_model(origin: str, tmp_path: Path) -> None:
    says(scripted(Failure("overflow"), Failure("refusal")))
    config = RunConfig(agents=(name("openai", origin),), tasks=TASKS[:2], profiles=("nora",), workers=1, at_once=1)
    run(config, tmp_path / "run")
    found = rows_of(tmp_path / "run")
    assert [row["status"] for row in found] == ["failure"] * 2
    assert sum("the model's context is full" in row["reason"] for row in found) == 1


def budget(setting: str, limit: str) -> tuple[str, str]:
    return ("--max-cost", limit) if setting == "max_cost" else ("--set", f"{setting}={limit}")


@pytest.mark.parametrize(("setting", "limit"), [("max_cost", "0.07"), ("max_tokens", "19000")])
def test_a_run_stops_before_it_exceeds_its_budget_and_goes_on_with_another(
    setting: str, limit: str, origin: str, recorded: Path, tmp_path: Path
) -> None:
    says(solutions(recorded))
    out = tmp_path / "run"
    agent = name("openai", origin, "&price_in=3&price_out=15&max_tokens=1000")
    same = ("--agent", agent, *ALL, "--set", "at_once=1", "--out", out)
    assert "Finished episodes are kept" in evaluated(*same, *budget(setting, limit), code=2)
    spent = len([one for one in MOCK.heard if one.path.endswith("/responses")])
    assert 0 < spent * (0.00375 if "cost" in setting else 1050) <= float(limit)
    assert len(list(out.glob("episodes/*/episode.json"))) < 3
    evaluated(*same, *budget(setting, "1000000"))
    assert [row["status"] for row in rows_of(out)] == ["success"] * 3


@pytest.mark.parametrize(
    ("agent", "more", "flags", "said"),
    [
        ("anthropic", "", ("--max-cost", "5"), "price_in=DOLLARS&price_out=DOLLARS"),
        ("label", "", ("--max-cost", "0"), "max_cost"),
        ("tests.run.broken_agents:Raises", "", ("--max-cost", "5"), "your own agents"),
        ("gemini", "&price_in=1&price_out=2", ("--max-cost", "5", "--workers", "2"), "enforced in one process"),
        ("openai", "&screenshots=2", (), "screenshots has no effect"),
        ("openai", "&environment=mac", (), "environment is for tool=computer_use_preview"),
        ("gemini", "&price_in=1", (), "a price is price_in and price_out"),
        ("anthropic", "&tool=computer_2024", (), "computer_20241022"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_played(
    agent: str, more: str, flags: tuple[str, ...], said: str, origin: str, tmp_path: Path
) -> None:
    full = name(agent, origin, more) if agent in BASES else agent
    assert said in evaluated("--agent", full, *flags, "--limit", 1, "--out", tmp_path / "run", code=2)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("agent", BASES)
def test_a_missing_or_wrong_key_a_wrong_model_and_a_wrong_address_are_told_in_a_line(
    agent: str, origin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = f"{agent.upper()}_API_KEY"
    right = name(agent, origin)
    away = f"{agent}:{MODEL}?base_url=http://127.0.0.1:9"
    for full, key, said in (
        (right.replace(MODEL, "other"), KEY, "are the model's name and the address right?"),
        (away, KEY, "is http://127.0.0.1:9 right?"),
        (right, "sk-wrong", f"is the key in {variable} right?"),
        (right, "", f"set {variable} in the environment"),
    ):
        monkeypatch.setenv(variable, key)
        told = evaluated("--agent", full, "--limit", 1, "--out", tmp_path / "run", code=2)
        assert said in told and "sk-wrong" not in told
        assert not (tmp_path / "run").exists()


def test_all_that_is_wrong_with_several_agents_is_told_at_once(
    origin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GEMINI_API_KEY")
    other = name("openai", origin).replace(MODEL, "other")
    agents = (name("gemini", origin), other, "null", "anthropic:m?temperatur=0", "nobody", "label")
    told = evaluated("--agent", ",".join(agents), "--limit", 1, "--out", tmp_path / "run", code=2).splitlines()
    wrong = ("GEMINI_API_KEY", "the model's name", "did you mean temperature", "nobody")
    assert all(said in line for line, said in zip(told, wrong, strict=True)), told
    assert not (tmp_path / "run").exists()


def test_a_missing_package_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in ("lifeworld.agents.anthropic", "anthropic"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "lifeworld.agents.anthropic")
    said = evaluated("--agent", "anthropic:claude", "--out", tmp_path / "run", code=2)
    assert "pip install 'lifeworld[anthropic]'" in said


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_a_table_gives_an_agent_a_name_of_its_own(origin: str, recorded: Path, tmp_path: Path) -> None:
    says(solutions(recorded))
    tables = f"""
        tasks = ["{TASKS[0]}"]
        profiles = ["nora"]
        [agents.small]
        agent = "openai:{MODEL}?base_url={origin}/openai/v1"
        elements = 640
        [agents.floor]
        agent = "null"
    """
    file, out = written(tmp_path / "run.toml", tables), tmp_path / "run"
    evaluated("--config", file, "--out", out)
    assert {row["agent"]: row["status"] for row in rows_of(out)} == {"small": "success", "floor": "failure"}
    evaluated("--out", out)  # goes on, and has nothing left to do
    again = written(tmp_path / "other.toml", tables.replace("640", "320"))
    assert "aliases" in evaluated("--config", again, "--out", out, code=2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[agents.a]\nlongest_edge = 3", 'wants agent = "anthropic:MODEL"'),
        ('[agents.a]\nagent = "null"\nx = [1]', "a setting is a text"),
        ('[agents.label]\nagent = "null"', "no agent's own name"),
        ('agents = ["null"]\n[aliases]\nb = "label"', "no agent has this name"),
    ],
)
def test_a_table_that_is_not_right_is_told(text: str, said: str, tmp_path: Path) -> None:
    file = written(tmp_path / "run.toml", text)
    assert said in evaluated("--config", file, "--out", tmp_path / "run", code=2)


@pytest.mark.long
def test_the_stand_in_is_served_by_a_command_that_says_how_to_use_it(recorded: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "lifeworld", "agents", "mock", "--follow", str(recorded)]
    flags = ["--inject", "rate-limit", "--failing", "every=4,after=0.1"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*words, *flags], stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout
        told = [server.stdout.readline() for _ in WAYS]
        assert "--out runs/mock-anthropic" in told[0] and len({line.split()[-1] for line in told}) == len(told)
        agent = next(shlex.split(line)[4] for line in told if "gemini" in line)
        try:
            evaluated("--agent", agent, *FIRST, "--set", "at_once=1", "--out", tmp_path / "run")
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0
    assert [row["status"] for row in rows_of(tmp_path / "run")] == ["success"]


def test_the_stand_in_refuses_what_has_no_effect(recorded: Path) -> None:
    mock = ("agents", "mock", "--follow")
    assert "--failing is for --inject" in command(*mock, recorded, "--failing", "every=3", code=2)
    assert "holds no episodes to follow" in command(*mock, recorded.parent, code=2)


def test_all_agents_are_listed_with_what_they_are() -> None:
    said = command("agents")
    assert all(name in said for name in ROSTER) and "Claude, through Anthropic's computer use" in said


def test_a_refusal_and_the_density_of_pictures_stand_in_the_results(origin: str, tmp_path: Path) -> None:
    says(scripted(Failure("refusal")))
    config = RunConfig(agents=(name("gemini", origin),), tasks=TASKS[:1], profiles=("nora",))
    run(config, tmp_path / "run")
    (row,) = rows_of(tmp_path / "run")
    assert row["reason"].endswith("the agent gave up: “The model refused: SAFETY”"), row["reason"]
    assert (row["cut_off"], row["scale"]) == (0, 1)
    dense = name("gemini", origin, "&scale=2")
    said = evaluated("--agent", dense, "--limit", 1, "--out", tmp_path / "other", code=2)
    assert "scale has an effect in channels with pixels, and not in tree; leave it out" in said
    assert not (tmp_path / "other").exists()
