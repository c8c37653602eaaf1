"""Work shared out to processes: nothing depends on how many there are, and none is lost where one dies."""

import multiprocessing
import random
from pathlib import Path

import pytest
from tests.run.chores import doing

from lifeworld.core.errors import Fault, UserError
from lifeworld.run.task_queue import TRIES, PoolListener, WorkerDeath
from lifeworld.run.worker_pool import Engine

TASKS = [f"task {number}" for number in range(8)]


def results(tasks: list[str], workers: int, at_once: int = 1) -> tuple[list[str | None], list[WorkerDeath]]:
    deaths: list[WorkerDeath] = []
    found: dict[int, str | None] = {}

    def finished(place: int, text: str | None) -> None:
        assert place not in found, "done twice"
        found[place] = text

    engine = Engine(workers=workers, at_once=at_once)
    engine.run_tasks(tasks, doing, PoolListener(finished, died=deaths.append))
    assert not multiprocessing.active_children()
    return [found[place] for place in range(len(tasks))], deaths


@pytest.mark.parametrize(("workers", "at_once"), [(1, 3), (2, 1), (2, 3)])
def test_the_number_of_workers_and_the_order_change_nothing(workers: int, at_once: int) -> None:
    plainly, _ = results(TASKS, 1)
    assert results(TASKS, workers, at_once)[0] == plainly
    mixed = random.Random(1).sample(TASKS, len(TASKS))
    assert dict(zip(mixed, results(mixed, workers, at_once)[0], strict=True)) == dict(zip(TASKS, plainly, strict=True))


def test_a_worker_that_dies_is_named_and_its_task_done_by_another(tmp_path: Path) -> None:
    tasks = [*TASKS[:3], f"stumble {tmp_path / 'once'}", *TASKS[3:]]
    found, deaths = results(tasks, 2)
    assert found[3] == f"{tmp_path / 'once'} done" and None not in found
    (death,) = deaths
    assert (death.how, death.places, death.again) == ("SIGKILL", (3,), True)
    assert death.worker in (1, 2) and death.process


def test_what_every_worker_dies_of_is_given_up(tmp_path: Path) -> None:
    found, deaths = results([*TASKS, f"die {tmp_path / 'it'}"], 2)
    assert found == [*results(TASKS, 1)[0], None]
    assert [death.again for death in deaths] == [True] * (TRIES - 1) + [False]


def test_a_task_that_was_beside_a_deadly_one_is_not_given_up(tmp_path: Path) -> None:
    tasks = ["wait 0.5", "wait 0.6", f"die {tmp_path / 'it'}", *TASKS]
    found, deaths = results(tasks, 2, at_once=4)
    assert [place for place, text in enumerate(found) if text is None] == [2]
    assert [len(death.places) > 1 for death in deaths] == [True] + [False] * TRIES


def test_words_on_a_task_are_passed_on() -> None:
    words: list[tuple[int, str]] = []
    begun: list[int] = []
    watch = PoolListener(lambda *_: None, lambda _, place: begun.append(place), lambda *word: words.append(word))
    for workers in (1, 2):
        Engine(workers=workers).run_tasks(["tell first", "task", "tell third"], doing, watch)
    assert sorted(words) == [(0, "first"), (0, "first"), (2, "third"), (2, "third")]
    assert sorted(begun) == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_task_raises_is_told(workers: int) -> None:
    with pytest.raises(UserError, match="no browser"):
        results([*TASKS, "mistake no browser"], workers)
    with pytest.raises((Fault, ValueError), match="too small"):
        results([*TASKS, "fail too small"], workers)
    assert not multiprocessing.active_children()


def test_whoever_stops_early_leaves_no_process() -> None:
    def stop(*_: object) -> None:
        assert len(multiprocessing.active_children()) == 2
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Engine(workers=2).run_tasks(TASKS, doing, PoolListener(stop))
    assert not multiprocessing.active_children()
