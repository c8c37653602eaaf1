"""What lies in examples/ runs, as the docs say, against the mock server of a model's provider."""

import os
import subprocess
import sys
from pathlib import Path

from lifeworld.agents.mock.script import solutions
from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
from lifeworld.run import outcomes
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.plan import EASY
from lifeworld.run.runner import run

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_the_agent_that_asks_a_chat_model_does_what_the_model_says(tmp_path: Path) -> None:
    run(RunConfig(tags=(EASY,), limit=3, workers=1), tmp_path / "oracle")
    mock = MockServer(solutions(tmp_path / "oracle"))
    command = [sys.executable, "-m", "lifeworld", "eval", "--agent", f"chat_agent:ChatAgent:{MODEL}", "--tag", EASY]
    with served(mock) as origin:
        environment = {**os.environ, "CHAT_URL": f"{origin}/chat/v1", "CHAT_KEY": KEY}
        place = tmp_path / "run"
        asked = [*command, "--limit", "3", "--workers", "1", "--out", str(place)]
        done = subprocess.run(asked, cwd=EXAMPLES, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and not mock.wrong, (done.stdout, done.stderr, mock.wrong)
    (counts,) = outcomes.outcome_counts(Folder.opened(place)).values()
    assert counts["success"] == 3, done.stdout
    assert len(mock.heard) > 6


def test_what_an_agent_of_ones_own_needs_is_told_before_the_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lifeworld", "eval", "--agent", f"chat_agent:ChatAgent:{MODEL}", "--limit", "1"]
    known = {name: value for name, value in os.environ.items() if name != "CHAT_URL"} | {"CHAT_KEY": KEY}
    asked = [*command, "--out", str(tmp_path / "run")]
    done = subprocess.run(asked, cwd=EXAMPLES, env=known, capture_output=True, text=True, timeout=100)
    assert done.returncode and done.stderr.startswith("Error: set CHAT_URL: CHAT_URL is"), done.stderr


def test_an_agent_of_ones_own_is_short() -> None:
    code = (EXAMPLES / "chat_agent.py").read_text().partition("class ")[2].splitlines()
    assert len([line for line in code if line.strip()]) <= 20
