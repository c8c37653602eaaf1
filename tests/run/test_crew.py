"""Work shared out to processes: nothing depends on how many there are, and none is lost where one dies."""

import multiprocessing
import random
from pathlib import Path

import pytest
from tests.run.chores import doing

from lifeworld.core.errors import Fault, UserError
from lifeworld.run.crew import TRIES, Death, shared

TASKS = [f"task {number}" for number in range(8)]


def results(tasks: list[str], workers: int) -> tuple[list[str | None], list[Death]]:
    deaths: list[Death] = []
    found = dict(shared(tasks, doing, workers, deaths.append))
    assert not multiprocessing.active_children()
    return [found[place] for place in range(len(tasks))], deaths


def test_the_number_of_workers_and_the_order_change_nothing() -> None:
    plainly, _ = results(TASKS, 1)
    assert results(TASKS, 2)[0] == plainly
    mixed = random.Random(1).sample(TASKS, len(TASKS))
    assert dict(zip(mixed, results(mixed, 3)[0], strict=True)) == dict(zip(TASKS, plainly, strict=True))


def test_a_worker_that_dies_is_named_and_its_task_done_by_another(tmp_path: Path) -> None:
    tasks = [*TASKS[:3], f"stumble {tmp_path / 'once'}", *TASKS[3:]]
    found, deaths = results(tasks, 2)
    assert found[3] == f"{tmp_path / 'once'} done" and None not in found
    (death,) = deaths
    assert (death.how, death.place, death.again) == ("SIGKILL", 3, True) and death.worker in (1, 2) and death.process


def test_what_every_worker_dies_of_is_given_up(tmp_path: Path) -> None:
    found, deaths = results([*TASKS, f"die {tmp_path / 'it'}"], 2)
    assert found == [*results(TASKS, 1)[0], None]
    assert [death.again for death in deaths] == [True] * (TRIES - 1) + [False]


def test_what_a_task_raises_is_told() -> None:
    with pytest.raises(UserError, match="no browser"):
        results([*TASKS, "mistake no browser"], 2)
    with pytest.raises(Fault, match="ValueError: too small"):
        results([*TASKS, "fail too small"], 2)
    assert not multiprocessing.active_children()


def test_whoever_stops_early_leaves_no_process() -> None:
    some = shared(TASKS, doing, 2, print)
    next(some)
    assert len(multiprocessing.active_children()) == 2
    some.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()
