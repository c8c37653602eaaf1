"""AgentLab's own study plays our tasks by an agent that clicks."""

from pathlib import Path
from typing import Any

import nltk
import pytest
from tests.bridges.broken import broken
from tests.bridges.documented import example

from lifeworld.env.environment import SyncEnvironment

pytestmark = pytest.mark.usefixtures("browser_of_browsergym", "without_vocabularies")
MINE = """
from dataclasses import dataclass

import bgym
from agentlab.agents.agent_args import AgentArgs
from tests.bridges.clicking import decided

import lifeworld.bridges.browsergym


class Clicks(bgym.Agent):
    action_set = bgym.HighLevelActionSet()

    def obs_preprocessor(self, observation):
        return observation

    def get_action(self, observation):
        return decided(observation), {}


@dataclass
class Mine(AgentArgs):
    agent_name: str = "clicks"

    def make_agent(self):
        return Clicks()


AGENT = Mine()
"""


def studied(place: Path, monkeypatch: pytest.MonkeyPatch, seeds: str) -> Any:
    """Run the documented study on some seeds and return AgentLab's table of results."""
    (place / "mine.py").write_text(MINE)
    monkeypatch.syspath_prepend(str(place))
    monkeypatch.setenv("AGENTLAB_EXP_ROOT", str(place / "studies"))
    monkeypatch.setattr(nltk, "download", lambda *_, **__: True)  # sentences of another benchmark
    here = {"range(10)": seeds, "n_jobs=4": 'n_jobs=1, parallel_backend="sequential", n_relaunch=1'}
    told: dict[str, Any] = {}
    exec(example("BrowserGym", "python\nfrom agentlab", **here), told)
    return told["study"].get_results()[0]


def test_a_study_solves_what_an_agent_can_click(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = studied(tmp_path, monkeypatch, "(3, 4)")
    assert results["cum_reward"].tolist() == [1, 1] and results["err_msg"].isna().all(), results.to_dict()


def test_a_fault_of_ours_is_an_error_of_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(SyncEnvironment, "step", broken)
    results = studied(tmp_path, monkeypatch, "(3,)")
    assert "the disk is full" in results["err_msg"].item()
