"""AgentLab's own study plays our tasks by an agent that clicks."""

from pathlib import Path
from typing import Any

import nltk
import pytest
import tiktoken
from tests.bridges.documented import example

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


@pytest.fixture(autouse=True)
def _without_downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    """AgentLab fetches a vocabulary, and sentences of another benchmark, on first use."""

    class Words:
        def encode(self, text: str, **_: Any) -> list[str]:
            return text.split()

    monkeypatch.setattr(nltk, "download", lambda *_, **__: True)
    for name in ("get_encoding", "encoding_for_model"):
        monkeypatch.setattr(tiktoken, name, lambda _: Words())


@pytest.mark.usefixtures("browser_of_browsergym")
def test_its_study_solves_what_an_agent_can_click(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("AGENTLAB_EXP_ROOT", str(tmp_path / "studies"))
    here = {"range(10)": "(3, 4)", "n_jobs=4": 'n_jobs=1, parallel_backend="sequential", n_relaunch=1'}
    told: dict[str, Any] = {}
    exec(example("BrowserGym", "python\nfrom agentlab", **here), told)
    results, *_ = told["study"].get_results()
    assert results["cum_reward"].tolist() == [1, 1] and results["err_msg"].isna().all(), results.to_dict()
