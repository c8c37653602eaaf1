"""`lifeworld stats` at the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lifeworld.cli import group

DATA = Path(__file__).parent / "data"
NAMED = ("--column", "success=ok,app=site,agent=model", "--axis", "theme")
TABLE = (str(DATA / "episodes.csv"), *NAMED)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["stats", *arguments])


def test_report_prints_tables() -> None:
    result = run("report", *TABLE)
    assert result.exit_code == 0
    for part in ("16 episodes, 4 tasks of 2 sites", "Suite score", "large over small", "By site", "Sensitivity"):
        assert part in result.stdout


def test_report_prints_json() -> None:
    found = json.loads(run("report", *TABLE, "--json").stdout)
    large, small = found["standings"]
    assert (large["agent"], large["suite"]["value"]) == ("large", 0.875)
    assert (small["successes"], small["failures"], small["unscored"]) == (4, 3, 1)
    assert found["differences"][0]["over"] == "large"
    assert {one["axis"] for one in found["axes"]} == {"theme"}


@pytest.mark.parametrize("name", ["harbor", "agentlab", "digiworld", "osworld", "inspect-json"])
def test_every_harness_is_reported(name: str) -> None:
    found = json.loads(run("report", str(DATA / name), "--json").stdout)
    assert all(0 <= one["suite"]["low"] <= one["suite"]["high"] <= 1 for one in found["standings"])


@pytest.mark.parametrize(("ending", "holds"), [(".html", "<!doctype html>"), (".md", "| theme |"), (".tex", "theme &")])
def test_report_is_written_in_the_form_of_its_ending(ending: str, holds: str, tmp_path: Path) -> None:
    out = tmp_path / f"report{ending}"
    assert run("report", *TABLE, "--out", str(out)).exit_code == 0
    assert holds in out.read_text()


def test_axes_that_we_do_not_have_keep_their_names(tmp_path: Path) -> None:
    table = tmp_path / "r.csv"
    table.write_text((DATA / "episodes.csv").read_text().replace("theme", "skin", 1))
    named = [word.replace("theme", "skin") for word in NAMED]
    assert run("report", str(table), *named, "--out", str(tmp_path / "r.md")).exit_code == 0
    text = (tmp_path / "r.md").read_text()
    assert "| skin |" in text and "| instance |" not in text


def test_an_app_whose_name_has_a_comma_is_one_app(tmp_path: Path) -> None:
    table = tmp_path / "r.csv"
    table.write_text("agent,app,task,success\n" + "".join(f'a,"mail, work",t{n},{n % 2}\n' for n in range(6)))
    assert run("report", str(table), "--out", str(tmp_path / "r.md")).exit_code == 0
    assert "| mail, work | 50 %" in (tmp_path / "r.md").read_text()


def test_an_axis_may_be_called_like_a_column_of_ours(tmp_path: Path) -> None:
    """Every value of an axis has its own line, whatever the axis is called."""
    table = tmp_path / "r.csv"
    rows = [f"a,mail,t{n},{status},{n % 2}" for n in range(6) for status in ("busy", "idle")]
    table.write_text("\n".join(["agent,app,task,status,success", *rows]))
    assert run("report", str(table), "--axis", "status", "--out", str(tmp_path / "r.md")).exit_code == 0
    text = (tmp_path / "r.md").read_text()
    assert "| status | a |" in text and "| a | busy |" in text and "| a | idle |" in text


def test_plan_prints_a_design() -> None:
    (plan,) = json.loads(run("plan", *TABLE, "--width", "0.3", "--agent", "small", "--json").stdout)
    design = plan["design"]
    assert plan["episodes"] == 2 * design["tasks"] * design["configurations"] * design["rollouts"]
    assert "too much alike" in plan["doubts"][0] and "one rollout a configuration" in plan["doubts"][1]
    shown = run("plan", *TABLE, "--power", "0.8", "--difference", "0.3").stdout
    assert "small over large" in shown and "not estimable" in shown and "too much alike" in shown


def test_a_pilot_of_few_tasks_says_how_unsure_it_is(tmp_path: Path) -> None:
    rows = [f"a,b,{task},{rollout},{int(task < 4)}" for task in range(8) for rollout in range(3)]
    (tmp_path / "pilot.csv").write_text("\n".join(["agent,app,task,rollout,success", *rows]))
    (plan,) = json.loads(run("plan", str(tmp_path / "pilot.csv"), "--width", "0.3", "--json").stdout)
    assert "so few tasks leave open whether 2.5 times as many are needed" in plan["doubts"]


def test_a_pilot_in_which_nothing_varies_plans_nothing(tmp_path: Path) -> None:
    won = {"calm": lambda task: 0, "able": lambda task: task % 2}
    rows = [f"{agent},b,{task},{win(task)}" for agent, win in won.items() for task in range(8)]
    (tmp_path / "pilot.csv").write_text("\n".join(["agent,app,task,success", *rows]))
    plan = ("plan", str(tmp_path / "pilot.csv"), "--width", "0.3")
    assert [bool(one["design"]) for one in json.loads(run(*plan, "--json").stdout)] == [True, False]
    assert "! calm: every task of an app came out the same" in run(*plan).stdout
    assert "says nothing of how many are needed" in str(run(*plan, "--agent", "calm").exception)


def test_validate_shows_the_papers_numbers_beside_ours() -> None:
    result = run("validate", "--only", "1a,crossed", "--size", "benchmarks=3")
    assert result.exit_code == 0
    assert "0.257" in result.stdout and "0.25 " in result.stdout and "crossed, ours" in result.stdout
    found = json.loads(CliRunner().invoke(group, ["stats", "validate", "--only", "1a", "--json"]).stdout)
    assert {row["figure"] for row in found["figures"]} == {"1a"}
