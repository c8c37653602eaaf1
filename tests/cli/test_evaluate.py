"""What `lifeworld eval` says of a run that it begins, goes on with, or can't find."""

import json
import re
from pathlib import Path

import pytest
from rich.progress import Progress
from tests.cli.running import told
from tests.commands import command

from lifeworld.agents.agent import Agent
from lifeworld.cli import printing
from lifeworld.cli.running import new_place
from lifeworld.core.actions import Action, Done
from lifeworld.core.observation import Observation
from lifeworld.core.trajectory import Usage
from lifeworld.run import outcomes, plain, results
from lifeworld.run.config import RunConfig

FEW = ("--agent", "null", "--app", "todo", "--workers", "1")


@pytest.mark.parametrize("how", [(), ("--workers", "2")])
def test_no_run_to_go_on_with_is_told_and_nothing_is_made(how: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "nothing"
    says = f"Error: there is no run at {out} to go on with; name an agent (`--agent label`) to begin one\n"
    assert told("eval", *how, "--out", str(out)) == (2, says)
    assert not out.exists()


def test_how_much_is_there_is_told(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    assert "there" not in told("eval", *FEW, "--limit", "2", "--out", out)[1]
    assert "; 2 of 2 episodes are there\n" in told("eval", "--out", out)[1]
    gone = next((tmp_path / "run").glob("episodes/*/episode.json"))
    gone.unlink()
    assert "2 configurations for each agent: 2 todo" in (said := told("eval", "--out", out)[1])
    assert "; 1 of 2 episodes is there\n" in said


def test_a_part_tells_how_many_are_its_own(tmp_path: Path) -> None:
    _, said = told("eval", *FEW, "--limit", "3", "--part", "2/2", "--out", str(tmp_path / "run"))
    assert "3 configurations for each agent: 3 todo" in said and "; part 2/2 of it: 1 episode\n" in said
    assert len(list((tmp_path / "run").glob("episodes/*"))) == 1


def test_only_what_is_given_is_held_against_a_run(tmp_path: Path) -> None:
    out, file = str(tmp_path / "run"), tmp_path / "run.toml"
    assert told("eval", *FEW, "--limit", "1", "--out", out)[0] == 0
    before = json.loads((tmp_path / "run" / "run.json").read_text())
    advice = "name a new folder with --out\n"
    assert told("eval", "--seed", "3", "--out", out) == (
        2,
        f"Error: {out} holds a run with other settings (seed 0, not 3); {advice}",
    )
    file.write_text('apps = ["todo"]\ndriver = "chromium"')
    assert "other settings (driver dom, not chromium)" in told("eval", "--config", str(file), "--out", out)[1]
    assert told("eval", "--agent", "null", "--seed", "0", "--out", out)[0] == 0
    assert json.loads((tmp_path / "run" / "run.json").read_text()) == before


def test_a_setting_that_was_not_given_is_none(tmp_path: Path) -> None:
    file = tmp_path / "agents.toml"
    file.write_text('[agents.idle]\nagent = "null"')
    out = str(tmp_path / "run")
    assert told("eval", "--config", str(file), "--task", "todo.CompleteTask", "--out", out)[0] == 0
    assert "(limit none, not 2)" in told("eval", "--limit", "2", "--out", out)[1]
    assert "(agents idle, not label)" in told("eval", "--agent", "label", "--out", out)[1]


def test_a_run_goes_on_by_another_engine_without_the_first_ones_address(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert told("eval", *FEW, "--limit", "1", "--out", str(out))[0] == 0
    about = json.loads((out / "run.json").read_text())
    lost = {**about["config"], "engine": "ray", "address": "10.0.0.1:6379"}  # a cluster that is gone
    (out / "run.json").write_text(json.dumps({**about, "config": lost}))
    assert told("eval", "--engine", "local", "--out", str(out))[0] == 0
    code, said = told("eval", "--engine", "local=10.0.0.1:6379", "--out", str(out))
    assert code == 2 and "an address is for --engine ray" in said


def test_off_a_terminal_a_line_tells_now_and_then_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert " done" not in told("eval", *FEW, "--limit", "3", "--out", str(tmp_path / "soon"))[1]
    monkeypatch.setattr(printing, "EVERY", 0)
    said = told("eval", *FEW, "--limit", "3", "--out", str(tmp_path / "run"))[1].splitlines()
    assert [line.partition(",")[0] for line in said if " of 3 done" in line][-1] == "3 of 3 done"
    assert any(line.startswith("3 of 3 done, ") and line.endswith("/s") for line in said)


def test_lines_come_every_half_minute(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    progress = Progress(disable=True, get_time=lambda: now)
    shown = printing.Sharing(progress, 100, 40)
    for now in range(1, 61):  # noqa: B007 (the clock reads it)
        shown.finished()
    assert [line.partition(",")[0] for line in capsys.readouterr().err.splitlines()] == [
        "70 of 100 done",
        "100 of 100 done",
    ]


def test_lines_tell_how_long_it_will_take(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    shown = printing.Sharing(Progress(disable=True, get_time=lambda: now), 16)
    for now in range(10, 161, 10):  # noqa: B007 (the clock reads it)
        shown.finished()
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "3 of 16 done, 0.1/s, about 3 min left"  # 130 seconds
    assert lines[1] == "6 of 16 done, 0.1/s, about 100 s left"
    assert "left" in lines[-1] and lines[-1].startswith("15 of 16 done")


def test_a_run_without_a_place_gets_one_with_the_finding_and_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, said = (command("eval", *FEW, "--limit", "2") for _ in range(2))
    first, again = sorted((tmp_path / "runs").iterdir())
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-null", first.name) and again.name == f"{first.name}-2"
    *_, finding, place = said.splitlines()
    assert finding.startswith("null solves 0 % of single-app tasks")
    assert place == f"report: {(again / 'report.html').as_uri()}" and finding in (again / "report.html").read_text()


class Unpriced(Agent):
    """Asks a model of whose price nothing is known."""

    took = Usage(1000, 50)

    def act(self, observation: Observation) -> Action:
        self.usage += self.took
        return Done()


class Costly(Unpriced):
    """Asks one whose price is known."""

    took = Usage(1000, 50, 0.001)


READ = "; the run's models read 2,000 tokens and wrote 100"


@pytest.mark.parametrize("used", [results.columns, plain.columns])
@pytest.mark.parametrize(
    ("agent", "after"), [("null", ""), (f"{__name__}:Unpriced", READ), (f"{__name__}:Costly", f"{READ}, for $0.0020")]
)
def test_a_run_tells_what_it_took(
    agent: str, after: str, used: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "columns", used)
    given = ["--agent", agent, "--app", "todo", "--limit", "2", "--workers", "1", "--out", str(tmp_path / "run")]
    out = command("eval", *given, *(("--set", "in_process=true") if after else ()))
    (said,) = (line for line in out.splitlines() if line.startswith("took "))
    assert re.fullmatch(rf"took \d+ s{re.escape(after)}", said)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ((), "name an agent to measure (`--agent tree --tag easy`), or a run to go on with (`--out DIR`)"),
        (("--agent", "null", "--part", "1/2"), "name the folder of part 1/2 with --out"),
    ],
)
def test_what_needs_a_place_is_refused_without_one(
    asked: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = told("eval", *asked)
    assert code == 2 and says in said and not list(tmp_path.iterdir())


def test_the_name_of_a_folder_is_a_name_everywhere() -> None:
    agents = ("anthropic:some/model?x=1", "mine:Agent")
    name = new_place(RunConfig(agents=agents)).name
    assert name.endswith("-anthropic-some-model-x=1-mine-Agent")
    assert len(new_place(RunConfig(agents=tuple(f"m{n}:Agent" for n in range(40)))).name) < 80


def test_the_agents_in_the_help_are_not_broken_in_a_word() -> None:
    said = " ".join(command("eval", "--help").split())
    assert "oracle, label, tree, ocr, anthropic:MODEL, module:Class." in said
