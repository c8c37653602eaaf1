"""A replay does again what a run did: by points and by labels, in full where the configurations are the same."""

import json
from collections import Counter
from pathlib import Path

import pytest
from tests.run.rows import rows_of

from lifeworld.agents.replay import ReplayAgent, recorded_in
from lifeworld.core.errors import UserError
from lifeworld.run import runner
from lifeworld.run.config import RunConfig
from lifeworld.run.folder import Folder
from lifeworld.taskkit.catalogue import tasks

pytestmark = pytest.mark.slow

SAMPLE = 8  # the apps in turn


def ran(path: Path, **settings: object) -> Folder:
    return runner.run(RunConfig(**settings), path)  # type: ignore[arg-type]


def outcomes(folder: Folder) -> Counter[tuple[str, str]]:
    return Counter((row["agent"].rpartition(":")[2], row["status"]) for row in rows_of(folder))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = ran(tmp_path_factory.mktemp("replay") / "oracle", driver="chromium", limit=SAMPLE)
    assert outcomes(folder) == {("oracle", "success"): SAMPLE}
    return folder


def test_the_same_configurations_succeed_by_points_and_by_labels(recorded: Folder, tmp_path: Path) -> None:
    agents = [f"replay:{recorded.path}:{way}" for way in ("points", "labels")]
    in_browser = ran(tmp_path / "chromium", agents=agents, driver="chromium", limit=SAMPLE)
    assert outcomes(in_browser) == {("points", "success"): SAMPLE, ("labels", "success"): SAMPLE}
    in_dom = ran(tmp_path / "dom", agents=agents[1:], limit=SAMPLE)
    assert outcomes(in_dom) == {("labels", "success"): SAMPLE}
    assert not any('"kind": "ref"' in path.read_text() for path in steps(in_browser, "points"))


def steps(folder: Folder, way: str) -> list[Path]:
    episodes = folder.path.glob("episodes/*/episode.json")
    return [
        one.with_name("steps.jsonl")
        for one in episodes
        if json.loads(one.read_text())["planned"]["agent"].endswith(way)
    ]


def test_what_was_not_recorded_is_said(recorded: Folder, tmp_path: Path) -> None:
    known = {one.configuration["task"] for one in recorded_in(recorded.path)}
    other = next(one.id for one in tasks() if one.id not in known)
    folder = ran(tmp_path / "run", agents=[f"replay:{recorded.path}:labels"], tasks=(other,))
    said = next(folder.path.glob("episodes/*/steps.jsonl")).read_text()
    assert [row["status"] for row in rows_of(folder)] == ["failure"]
    assert f"Nothing is recorded for {other} in {recorded.path}." in said


def test_a_replay_by_points_needs_pictures(recorded: Folder, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="needs pictures"):
        ran(tmp_path / "run", agents=[f"replay:{recorded.path}"], limit=1)


@pytest.mark.parametrize(
    ("named", "said"), [("", "needs a recorded run"), ("/nowhere:labels", "/nowhere holds no run")]
)
def test_a_folder_without_a_run_is_refused(named: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        ReplayAgent(named)
