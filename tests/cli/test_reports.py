"""What is told of a run whose episodes are damaged or away, and of work that nobody sees on a terminal."""

import json
import re
import shutil
from pathlib import Path

import pytest
from tests.commands import command, printed

KINDS = "todo.RewordTask,todo.CompleteTask,mail.ArchiveConversation,cross.AcceptAndTell,memory.WhoCallsOff"


def row(path: Path, of: str) -> list[str]:
    """Return the cells of a written report's row of suite scores."""
    lines = path.read_text().partition("### Suite score")[2].splitlines()
    return next([cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith(f"| {of}"))


def test_both_reports_of_a_run_have_the_same_headline(tmp_path: Path) -> None:
    agent = "oracle?slip=0.5"
    given = ("--agent", agent, "--task", KINDS, "--profile", "nora", "--repeats", 2, "--workers", 1)
    place, own, anyones = (tmp_path / name for name in ("run", "own.md", "anyones.md"))
    command("eval", *given, "--out", place)
    command("report", place, "--format", "markdown", "--out", own)
    command("stats", "report", place)
    (standing,) = json.loads(printed("stats", "report", place, "--json", "--out", anyones))["standings"]
    ends = [f"{100 * standing['suite'][name]:.0f}" for name in ("value", "low", "high")]
    told = row(own, agent)[1:3]
    assert told == [f"{ends[0]} %", f"{ends[1]} – {ends[2]} %"] and told == row(anyones, agent)[1:3]
    assert {*standing["others"]} == {"Several apps", "Memory"} and standing["suite"]["n"] == 3


def test_agents_are_called_as_their_column(tmp_path: Path) -> None:
    (place := tmp_path / "r.csv").write_text(
        "agents,device,category,task,success\n"
        + "".join(f"a,{device},{app},{n},{n % 2}\n" for device in ("pc", "pad") for app in "mn" for n in range(6))
    )
    given = ("--column", "agent=device,app=category", "--out", tmp_path / "r.md")
    shown = command("stats", "report", place, *given)
    assert "12 tasks of 2 categories" in shown and "Device" in shown and "By category" in shown
    for text in (shown, (tmp_path / "r.md").read_text()):
        assert not re.search(r"\b(agents?|apps?)\b", text, re.IGNORECASE)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("runs") / "whole"
    given = ("--agent", "null", "--task", "todo.CompleteTask", "--profile", "nora", "--limit", 1, "--workers", 1)
    command("eval", *given, "--out", place)
    return place


def test_a_damaged_episode_is_named_where_there_is_no_other(run: Path, tmp_path: Path) -> None:
    place = shutil.copytree(run, tmp_path / "run")
    (episode,) = place.glob("episodes/*/episode.json")
    episode.write_bytes(episode.read_bytes()[:50])
    for words in (["report"], ["runs", "rescore"], ["stats", "report"]):
        said = command(*words, place, code=2)
        assert "none of its episodes can be read" in said and episode.parent.name in said


def test_a_report_of_tables_alone_says_so(run: Path, tmp_path: Path) -> None:
    place = shutil.copytree(run, tmp_path / "run")
    shutil.rmtree(place / "episodes")
    assert "holds no episodes: the report rests on its tables" in command("report", place)
    assert "holds tables and no episodes" in command("runs", "rescore", place, code=2)


def test_a_check_says_at_once_what_it_does() -> None:
    said = command("check", "--task", "todo.CompleteTask", "--workers", 1)
    assert said.startswith("3 configurations of 1 task to prove")
