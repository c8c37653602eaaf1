"""A fault that an agent's action brings about each time is its failure; any other is nobody's, and both are told."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.run.rows import by_agent, rows_of

from lifeworld.agents.agent import Agent
from lifeworld.core.actions import Action, Done, OpenApp
from lifeworld.core.observation import Observation
from lifeworld.report.document import Document, document
from lifeworld.report.render import page, tables
from lifeworld.run.config import RunConfig
from lifeworld.run.runner import run
from lifeworld.web.request import Request
from lifeworld.web.site import Site

REFUSED = "todo.SecondListOfTheName"
OTHERS = ("todo.CompleteTask", "todo.RewordTask", "todo.AddTaskWithDate")


class Crashes(Agent):
    """Refuses what can't be done, and breaks the world wherever it would fail."""

    def begin(self, goal: str, seed: int) -> None:
        self.feasible = not any(words in goal for words in ("second list", "another list", "one more"))

    def act(self, observation: Observation) -> Action:
        return OpenApp(name="Ticked") if self.feasible else Done(status="infeasible")


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """A world in which Ticked breaks, as often as is set."""
    left = {"boom": 10**6}
    answer = Site._answer

    def broken(self: Site, request: Request) -> Any:
        if request.path.startswith("/todo") and left["boom"]:
            left["boom"] -= 1
            raise RuntimeError("boom")
        return answer(self, request)

    monkeypatch.setattr(Site, "_answer", broken)
    return left


def ran(path: Path, **settings: Any) -> tuple[dict[str, dict[str, Any]], Document]:
    name = f"{__name__}:Crashes"
    base = {"agents": (name,), "in_process": True, "tasks": (REFUSED, *OTHERS), "profiles": ("nora",)}
    folder = run(RunConfig(**{**base, **settings}), path)
    return {row["task"]: row for row in rows_of(folder)}, document(*tables(folder))


def cell(doc: Document, figure: str, column: str) -> str:
    found = next(one for one in doc.figures if one.name == figure)
    return found.table.rows[0][found.table.head.index(column)]


@pytest.mark.usefixtures("breaking")
def test_crashing_does_not_pay(tmp_path: Path) -> None:
    rows, doc = ran(tmp_path / "run", retries=1)
    assert rows[REFUSED]["success"] and not rows[REFUSED]["fault"]
    for name in OTHERS:
        assert rows[name]["status"] == "failure" and rows[name]["fault"], rows[name]["reason"]
        assert rows[name]["reason"].startswith(
            "an infrastructure error followed the agent's action in every try: world_fault"
        )
        assert rows[name]["steps"] == 1
    assert cell(doc, "suite", "Suite score") == "25 %" and cell(doc, "suite", "n") == "4"
    assert cell(doc, "suite", "Bounds") == "25 % to 100 %"
    assert "Crashes 25 % to 100 %." in doc.finding
    assert cell(doc, "bounds", "Errors after its own action") == "3"
    assert re.search(r"\(run/test_faults.py:\d+\): RuntimeError: boom$", cell(doc, "faults", "Reason"))
    assert "in-process" in cell(doc, "suite", "Agent")
    assert "ran in-process" in page(doc)


def test_a_fault_that_does_not_come_back_is_forgotten(tmp_path: Path, breaking: dict[str, int]) -> None:
    breaking["boom"] = 2
    rows, doc = ran(tmp_path / "run", retries=2, tasks=(OTHERS[0],), max_steps=2)
    assert not rows[OTHERS[0]]["fault"] and "budget" in rows[OTHERS[0]]["reason"]
    assert "Bounds" not in next(one for one in doc.figures if one.name == "suite").table.head


def test_a_fault_before_the_agent_acted_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Site, request: Request) -> Any:
        raise RuntimeError("boom")

    monkeypatch.setattr(Site, "_answer", broken)
    rows, doc = ran(tmp_path / "run", retries=1, tasks=OTHERS)
    assert {row["status"] for row in rows.values()} == {"unscored"} and not any(r["fault"] for r in rows.values())
    assert cell(doc, "suite", "Bounds") == "0 % to 100 %"


def test_a_fault_in_an_agent_of_ours_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(self: Any, observation: Observation) -> Action:
        raise KeyError("ours")

    monkeypatch.setattr("lifeworld.agents.simple.NullAgent.act", lost)
    ran(tmp_path / "run", agents=("null", f"{__name__}:Crashes"), tasks=(REFUSED,))
    both = by_agent(rows_of(tmp_path / "run"))
    assert "the agent null raised KeyError" in both["null"][0]["reason"] and both["null"][0]["status"] == "unscored"
