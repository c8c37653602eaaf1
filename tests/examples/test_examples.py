"""What lies in examples/ runs, as the docs say, against the mock server of a model's provider."""

from pathlib import Path

import pytest
from tests.commands import command

from lifeworld.agents.mock.script import solutions
from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
from lifeworld.run import outcomes
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import EASY
from lifeworld.run.runner import run

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PLAYED = ("eval", "--agent", f"chat_agent:ChatAgent:{MODEL}")


@pytest.fixture(autouse=True)
def there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run where the examples are, with a key."""
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setenv("CHAT_KEY", KEY)


def test_the_agent_that_asks_a_chat_model_does_what_the_model_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(RunConfig(tags=(EASY,), limit=3, workers=1), tmp_path / "oracle")
    mock = MockServer(solutions(tmp_path / "oracle"))
    with served(mock) as origin:
        monkeypatch.setenv("CHAT_URL", f"{origin}/chat/v1")
        command(*PLAYED, "--tag", EASY, "--limit", 3, "--workers", 1, "--out", tmp_path / "run")
    (counts,) = outcomes.outcome_counts(Folder.opened(tmp_path / "run")).values()
    assert counts["success"] == 3 and not mock.wrong
    assert len(mock.heard) > 6


def test_what_an_agent_of_ones_own_needs_is_told_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHAT_URL", raising=False)
    assert "Error: set CHAT_URL: CHAT_URL is" in command(*PLAYED, "--limit", 1, "--out", tmp_path / "run", code=2)


def test_an_agent_of_ones_own_is_short() -> None:
    code = (EXAMPLES / "chat_agent.py").read_text().partition("class ")[2].splitlines()
    assert len([line for line in code if line.strip()]) <= 20
