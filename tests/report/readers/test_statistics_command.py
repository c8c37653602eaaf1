"""`lifeworld stats` at the command line."""

from pathlib import Path

import pytest
from tests.report.readers.asked import refused, shown, told

DATA = Path(__file__).parent / "data"
NAMED = ("--column", "success=ok,app=site,agent=model", "--axis", "theme")
TABLE = (str(DATA / "episodes.csv"), *NAMED)


def test_report_prints_tables() -> None:
    printed = shown("report", *TABLE)
    for part in ("4 tasks of 2 sites · 16 episodes", "Suite score", "large over small", "By site", "Sensitivity"):
        assert part in printed


def test_report_prints_json() -> None:
    found = told("report", *TABLE)
    large, small = found["standings"]
    assert (large["agent"], large["suite"]["value"]) == ("large", 0.875)
    assert (small["successes"], small["failures"], small["unscored"]) == (4, 3, 1)
    assert found["differences"][0]["over"] == "large"
    assert {one["axis"] for one in found["axes"]} == {"theme"}


@pytest.mark.parametrize("name", ["harbor", "agentlab", "digiworld", "osworld", "inspect-json"])
def test_every_harness_is_reported(name: str) -> None:
    found = told("report", DATA / name)
    assert all(0 <= one["suite"]["low"] <= one["suite"]["high"] <= 1 for one in found["standings"])


@pytest.mark.parametrize(("ending", "holds"), [(".html", "<!doctype html>"), (".md", "| theme |"), (".tex", "theme &")])
def test_report_is_written_in_the_form_of_its_ending(ending: str, holds: str, tmp_path: Path) -> None:
    out = tmp_path / f"report{ending}"
    shown("report", *TABLE, "--out", out)
    assert holds in out.read_text()


def test_axes_that_we_do_not_have_keep_their_names(tmp_path: Path) -> None:
    table = tmp_path / "r.csv"
    table.write_text((DATA / "episodes.csv").read_text().replace("theme", "skin", 1))
    named = [word.replace("theme", "skin") for word in NAMED]
    shown("report", table, *named, "--out", tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text()
    assert "| skin |" in text and "| instance |" not in text


def test_an_app_whose_name_has_a_comma_is_one_app(tmp_path: Path) -> None:
    table = tmp_path / "r.csv"
    table.write_text("agent,app,task,success\n" + "".join(f'a,"mail, work",t{n},{n % 2}\n' for n in range(6)))
    shown("report", table, "--out", tmp_path / "r.md")
    assert "| mail, work | 50 %" in (tmp_path / "r.md").read_text()


def test_an_axis_may_be_called_like_a_column_of_ours(tmp_path: Path) -> None:
    """Every value of an axis has its own line, whatever the axis is called."""
    table = tmp_path / "r.csv"
    rows = [f"a,mail,t{n},{status},{n % 2}" for n in range(6) for status in ("busy", "idle")]
    table.write_text("\n".join(["agent,app,task,status,success", *rows]))
    shown("report", table, "--axis", "status", "--out", tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text()
    assert "| status | a |" in text and "| a | busy |" in text and "| a | idle |" in text


def test_plan_prints_a_design() -> None:
    (plan,) = told("plan", *TABLE, "--width", "0.3", "--agent", "small")
    design = plan["design"]
    assert plan["episodes"] == 2 * design["tasks"] * design["configurations"] * design["rollouts"]
    assert "too much alike" in plan["doubts"][0] and "one rollout a configuration" in plan["doubts"][1]
    printed = shown("plan", *TABLE, "--power", "0.8", "--difference", "0.3")
    assert "small over large" in printed and "not estimable" in printed and "too much alike" in printed


def test_a_pilot_of_few_tasks_says_how_unsure_it_is(tmp_path: Path) -> None:
    rows = [f"a,b,{task},{rollout},{int(task < 4)}" for task in range(8) for rollout in range(3)]
    (tmp_path / "pilot.csv").write_text("\n".join(["agent,app,task,rollout,success", *rows]))
    (plan,) = told("plan", tmp_path / "pilot.csv", "--width", "0.3")
    assert "so few tasks leave open whether 2.5 times as many are needed" in plan["doubts"]


def test_a_pilot_in_which_nothing_varies_plans_nothing(tmp_path: Path) -> None:
    won = {"calm": lambda task: 0, "able": lambda task: task % 2}
    rows = [f"{agent},b,{task},{win(task)}" for agent, win in won.items() for task in range(8)]
    (tmp_path / "pilot.csv").write_text("\n".join(["agent,app,task,success", *rows]))
    plan = ("plan", tmp_path / "pilot.csv", "--width", "0.3")
    assert [bool(one["design"]) for one in told(*plan)] == [True, False]
    assert "! calm: every task of an app came out the same" in shown(*plan)
    assert "says nothing of how many are needed" in refused(*plan, "--agent", "calm")


def test_validate_shows_the_papers_numbers_beside_ours() -> None:
    printed = shown("validate", "--only", "1a,crossed", "--size", "benchmarks=3")
    assert "0.257" in printed and "0.25 " in printed and "crossed, ours" in printed
    found = told("validate", "--only", "1a")
    assert {row["figure"] for row in found["figures"]} == {"1a"}
