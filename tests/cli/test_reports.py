"""What is told of a run whose episodes are damaged or away, and of work that nobody sees on a terminal."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from lifeworld.cli import group


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("runs") / "whole"
    given = ["--agent", "null", "--task", "todo.CompleteTask", "--profile", "nora", "--limit", "1", "--workers", "1"]
    assert CliRunner().invoke(group, ["eval", *given, "--out", str(place)]).exit_code == 0
    return place


def test_a_damaged_episode_is_named_where_there_is_no_other(run: Path, tmp_path: Path) -> None:
    place = shutil.copytree(run, tmp_path / "run")
    (episode,) = place.glob("episodes/*/episode.json")
    episode.write_bytes(episode.read_bytes()[:50])
    for command in (["report"], ["runs", "rescore"], ["stats", "report"]):
        done = CliRunner().invoke(group, [*command, str(place)])
        assert done.exit_code, command
        assert "none of its episodes can be read" in str(done.exception) and episode.parent.name in str(done.exception)


def test_a_report_of_tables_alone_says_so(run: Path, tmp_path: Path) -> None:
    place = shutil.copytree(run, tmp_path / "run")
    shutil.rmtree(place / "episodes")
    done = CliRunner().invoke(group, ["report", str(place)])
    assert done.exit_code == 0 and "holds no episodes: the report rests on its tables" in done.stderr
    done = CliRunner().invoke(group, ["runs", "rescore", str(place)])
    assert done.exit_code and "holds tables and no episodes" in str(done.exception)


def test_a_check_says_at_once_what_it_does() -> None:
    done = CliRunner().invoke(group, ["check", "--task", "todo.CompleteTask", "--workers", "1"])
    assert done.exit_code == 0 and "3 configurations of 1 task to prove" in done.stderr
