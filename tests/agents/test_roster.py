"""Agents by name, and anyone's by the place of their class."""

import cmd
import sys
from pathlib import Path

import pytest

from lifeworld.agents.roster import create
from lifeworld.agents.simple import NullAgent
from lifeworld.core.errors import UserError

MODULE = """
from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Done


class Shy(Agent):
    def act(self, observation):
        return Done()


class Named(Shy):
    def __init__(self, model):
        self.model = model


class Unfinished(Agent):
    pass
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shy_agents.py").write_text(MODULE)
    (tmp_path / "cmd.py").write_text(MODULE)  # called like a module of Python's own, which is imported before it is
    (tmp_path / "broken_agents.py").write_text("import a_module_that_is_not_there\n")
    monkeypatch.delitem(sys.modules, "shy_agents", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_an_agent_of_ones_own() -> None:
    assert type(create("shy_agents:Shy")).__name__ == "Shy"
    assert create("shy_agents:Named:small-1:beta").model == "small-1:beta"  # type: ignore[attr-defined]
    assert isinstance(create("lifeworld.agents.simple:NullAgent"), NullAgent)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nul", "did you mean null"),
        ("claude:opus", "did you mean anthropic:MODEL?"),
        ("ollama", "did you mean prompt:MODEL?"),
        ("shy_agents", "did you mean shy_agents:Shy, shy_agents:Named, shy_agents:Unfinished?"),
        ("shy_agents.py:Shy", "did you mean shy_agents:Shy?"),
        ("./shy_agents.py:Bold", "did you mean shy_agents:Shy, shy_agents:Named, shy_agents:Unfinished?"),
        ("shy_agents.py", "did you mean shy_agents:Shy, shy_agents:Named, shy_agents:Unfinished?"),
        ("gone", "a class of your own is package.module:Class"),
        ("sly_agents:Shy", "here (HERE); the Python files here are shy_agents.py, broken_agents.py, cmd.py"),
        ("openia:some-model", "no agent “openia” (did you mean openai?), and no module openia here"),
        ("sly-agents:Shy", "can't be a module's name either"),
        ("cmd:Shy", "Shy is not in cmd, which is PYTHON and not your cmd.py; rename yours"),
        ("no.such.module:Shy", "no agent “no.such.module”"),
        ("shy_agents:Bold", "Bold is not in shy_agents; its classes are Shy, Named, Unfinished"),
        ("shy_agents:Done", "Done is no subclass of lifeworld.agents.agent.Agent"),
        ("shy_agents:Unfinished", "Unfinished is not finished; write act"),
        ("shy_agents:Named", "missing a required argument: 'model'"),
        ("shy_agents:Shy:more", "too many positional arguments"),
        ("broken_agents:Shy", "broken_agents can't be imported: No module named 'a_module_that_is_not_there'"),
    ],
)
def test_what_is_wrong_is_told(name: str, told: str) -> None:
    with pytest.raises(UserError) as caught:
        create(name)
    assert told.replace("HERE", str(Path.cwd())).replace("PYTHON", str(cmd.__file__)) in str(caught.value)
