"""`lifeworld check` finds the same with any number of processes."""

import json
from typing import Any

import pytest
from tests.commands import printed

from lifeworld.cli.check_before import several
from lifeworld.proof.check import Proof
from lifeworld.proof.many import Claim, prove_all
from lifeworld.run.worker_pool import Engine
from lifeworld.taskkit.catalogue import find


@pytest.mark.long
def test_workers_change_nothing_but_the_time() -> None:
    claims = [Claim(one, "dom", panel=("by typing",)) for one in several(find("todo.CountDueBy"), 1)]
    here: dict[int, list[Proof]] = {}
    there: dict[int, list[Proof]] = {}
    for workers, found in ((1, here), (2, there)):
        prove_all(claims, Engine(workers=workers), found.__setitem__)
    assert {place: _timeless(proof) for place, (proof,) in here.items()} == {
        place: _timeless(proof) for place, (proof,) in there.items()
    }
    assert all(proof.answer == there[place][0].answer is not None for place, (proof,) in here.items())


def test_counts_are_written_as_json() -> None:
    proofs = json.loads(printed("check", "--task", "todo.CompleteTask", "--workers", 1, "--json"))["proofs"]
    assert all(proof["refused"]["a bystander touched"] > 100 and proof["accepted"] for proof in proofs)


def _timeless(proof: Proof) -> dict[str, Any]:
    return {**proof.to_json(), "seconds": 0}


ENDS = {"done", "led on", "shown"}


def test_inputs_are_counted_by_command() -> None:
    told = json.loads(printed("audit", "commands", "--count", 7, "--app", "todo", "--workers", 1, "--json"))
    assert {"todo.AddTask", "todo.Complete", "GET /todo/search"} <= told["targets"].keys()
    assert {sum(outcomes.values()) for outcomes in told["targets"].values()} == {7}
    assert told["inputs"] == 7 * len(told["targets"]) and not told["faults"]
    assert {target for target, outcomes in told["targets"].items() if not outcomes.keys() & ENDS} <= {*told["never"]}
