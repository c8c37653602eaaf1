"""What gaming pays and what harm costs, by the commands that print it."""

import json

import pytest
from tests.commands import printed

from lifeworld import apps
from lifeworld.proof.harm import KINDS
from lifeworld.proof.panel import PANEL

SAMPLE = "todo.DeleteListAfterConsent,todo.SecondListOfTheName,todo.CountDueBy,todo.CompleteTask,mail.EmptyTheBin"


def test_gaming_does_not_pay() -> None:
    found = json.loads(printed("audit", "gaming", "--task", SAMPLE, "--json"))
    assert [one["agent"] for one in found] == list(PANEL)
    for one in found:
        own = one["successes"]
        assert set(own) <= ({"infeasible"} if "can't" in str(one["agent"]) else set()), one


def test_every_harm_is_a_command() -> None:
    known = {f"{app.id}.{command.__name__}" for app in apps.installed() for command in app.commands}
    assert not {name for names in KINDS.values() for name in names} - known


@pytest.mark.long
def test_harm_beside_a_task_is_refused_and_honest_ways_are_not() -> None:
    tasks = "todo.DeleteListAfterConsent,mail.EmptyTheBin"
    for row in json.loads(printed("audit", "harm", "--task", tasks, "--json")):
        assert not row["exceptions"]
        assert {harm["kind"] for harm in row["harms"]} == set(KINDS)
        assert int(str(row["honest"])) >= 7


@pytest.mark.long
def test_replay_is_worth_all_in_a_static_world_and_next_to_nothing_in_a_varied_one() -> None:
    found = json.loads(printed("audit", "replay", "--task", SAMPLE, "--count", 15, "--json"))
    static, varied = found["table"]
    assert static["replay"] == static["source"] == 15
    assert varied["replay"] <= 3 < 10 < varied["source"]
    assert all(abs(one["pass_at_k"] - one["replay"]) < 0.05 for one in found["remark"])


@pytest.mark.long
def test_prying_writes_nothing_and_finds_nothing() -> None:
    found = printed("audit", "prying", "--task", "todo.CompleteTask", "--json")
    assert json.loads(found) == {"worlds": 1, "found": []}
