"""One process, several, and a cluster of two nodes end in the same results."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.run.chores import doing
from tests.run.rows import rows_of

from lifeworld.core.errors import UserError
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.run.runner import run
from lifeworld.run.task_queue import PoolListener
from lifeworld.run.worker_pool import Engine

TIMES = {"run", "seconds"}
AGENTS = ("oracle", "label", "null", "random")


def left(folder: Folder) -> dict[str, Any]:
    """Return all that a run left, without its times: verdicts, changes to the databases, steps, rows."""
    rows = {row["episode"]: {k: v for k, v in row.items() if k not in TIMES} for row in rows_of(folder)}
    return {name: (row, changes(folder, name), steps(folder, name)) for name, row in rows.items()}


def changes(folder: Folder, name: str) -> Any:
    return json.loads((folder.path / "episodes" / name / "changes.json").read_text())


def steps(folder: Folder, name: str) -> list[dict[str, Any]]:
    return [{k: v for k, v in step.to_json().items() if k != "seconds"} for step in folder.steps(name)]


def played(path: Path, limit: int, **settings: Any) -> dict[str, Any]:
    return left(run(RunConfig(agents=AGENTS, limit=limit, **settings), path))


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Return the address of two nodes of one core each."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    found.add_node(num_cpus=1)
    yield found.address
    found.shutdown()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.parametrize("limit", [6, pytest.param(100, marks=pytest.mark.slow)])
def test_every_engine_ends_in_the_same(limit: int, tmp_path: Path, cluster: str) -> None:
    alone = played(tmp_path / "alone", limit, workers=1)
    assert len(alone) == limit * len(AGENTS)
    assert played(tmp_path / "two", limit, workers=2) == alone
    assert played(tmp_path / "several at once", limit, workers=2, at_once=3) == alone
    assert played(tmp_path / "cluster", limit, engine="ray", address=cluster) == alone


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_more_workers_than_a_cluster_has_places_for_end_in_the_same(tmp_path: Path, cluster: str) -> None:
    alone = played(tmp_path / "alone", 2, workers=1)
    assert played(tmp_path / "cluster", 2, workers=5, engine="ray", address=cluster) == alone


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("at_once", [1, 3])
def test_a_deadly_task_takes_no_other_with_it_on_a_cluster(at_once: int, tmp_path: Path, cluster: str) -> None:
    tasks = [
        "task 1",
        f"stumble {tmp_path / 'once'}",
        "task 2",
        f"die {tmp_path / 'it'}",
        *map("wait {}".format, range(2)),
    ]
    found: dict[int, str | None] = {}
    engine = Engine("ray", cluster, at_once=at_once)
    engine.run_tasks(tasks, doing, PoolListener(lambda place, text: found.update({place: text})))
    assert [place for place in range(len(tasks)) if found[place] is None] == [3]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_without_a_browser_plays_dom_only(tmp_path: Path, cluster: str) -> None:
    with pytest.raises(UserError, match="no machine of the cluster has a browser"):
        played(tmp_path / "run", 1, engine="ray", address=cluster, driver="chromium")
    assert not (tmp_path / "run").exists()


def test_an_address_without_a_cluster_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="an address is for --engine ray"):
        played(tmp_path / "run", 1, address="127.0.0.1:1")
    assert not (tmp_path / "run").exists()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("address", "said"), [("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1 "), ("nowhere", "is not the address")]
)
def test_a_cluster_that_does_not_answer_is_told(address: str, said: str, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with pytest.raises(UserError, match=said):
        played(tmp_path / "run", 1, engine="ray", address=address)
    assert not (tmp_path / "run").exists()
