"""Every option of `lifeworld stats` changes what comes out, in each form, or is refused."""

import csv
import json
import re
from pathlib import Path

import pytest
from tests.report.readers.asked import refused, run, shown, told
from tests.report.readers.test_findings import outcomes, table_of

from lifeworld.report.readers import read

ENDINGS = (".html", ".md", ".tex")
AXES = ("--axis", "theme,size")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import pyarrow.csv as pv

    place = tmp_path_factory.mktemp("results") / "r.csv"
    pv.write_csv(table_of({"a": outcomes(1), "b": outcomes(2, 0.05), "c": outcomes(3, 0.1)}), place)
    return place


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    "option", [("--level", "0.8"), ("--correction", "bonferroni"), ("--correction", "benjamini-hochberg")]
)
def test_level_and_correction_change_every_form(option: tuple[str, str], ending: str, results: Path) -> None:
    usual, changed = results.with_name(f"usual{ending}"), results.with_name(f"changed{ending}")
    plain = [shown("report", results, *AXES, *extra) for extra in (("--out", usual), ("--out", changed, *option))]
    assert plain[0].replace("usual", "") != plain[1].replace("changed", ""), "the tables that are printed"
    text, other = (re.sub(r"base64,[^)]+", "", one.read_text()) for one in (usual, changed))  # a font may spell Holm
    assert text.replace("usual", "") != other.replace("changed", "")
    if option[0] == "--level":
        assert not re.search(r"\b95 \\?% interval", other) and re.search(r"\b80 \\?% interval", other)
    else:
        assert "Holm" in text and "Holm" not in other and option[1].split("-")[0].title() in other


def test_the_written_intervals_are_the_printed_ones(results: Path) -> None:
    out = results.with_name("same.md")
    found = json.loads(
        shown("report", results, *AXES, "--level", "0.5", "--json", "--out", out).split("\n}\n")[0] + "\n}"
    )
    ends = found["standings"][0]["suite"]
    assert f"{100 * ends['low']:.0f} – {100 * ends['high']:.0f} %" in out.read_text()


PLANS = ("--width", "0.2"), ("--power", "0.8", "--difference", "0.2", "--agent", "a,c")
CHANGES = {
    "--level": ("--level", "0.6"),
    "tasks": ("--most", "tasks=2"),
    "configurations": ("--most", "configurations=1"),
    "rollouts": ("--most", "rollouts=1"),
    "task": ("--price", "task=50"),
    "configuration": ("--price", "configuration=50"),
}


@pytest.mark.parametrize("goal", PLANS)
@pytest.mark.parametrize("option", CHANGES)
def test_every_option_of_a_plan_changes_it(option: str, goal: tuple[str, ...], results: Path) -> None:
    """Where tasks are dear rollouts are worth while, where configurations are cheap these are: limits matter."""

    def planned(extra: tuple[str, ...]) -> str:
        done = run("plan", results, *AXES, *goal, "--json", *extra)
        return done.stdout or str(done.exception)

    flag, value = CHANGES[option]
    for prices in ("", "task=200", "task=200,configuration=20"):
        before = ("--price", prices) if prices else ()
        kept = ",".join(one for one in prices.split(",") if one and one.partition("=")[0] != option)
        changed = ("--price", ",".join(filter(None, (kept, value)))) if flag == "--price" else (*before, flag, value)
        if planned(changed) != planned(before):
            return
    raise AssertionError(f"{option} changes nothing")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("report", "{r}", *AXES, "--out", "report.pdf"), "ends in .html"),
        (("report", "{r}", "--column", "success=okay"), "no column"),
        (("plan", "{r}"), "say what is wanted"),
        (("plan", "{r}", "--power", "0.8"), "say what is wanted"),
        (("plan", "{r}", *AXES, "--power", "0.8", "--difference", "0.1", "--agent", "a,tiny"), "no agent"),
        (("validate", "--only", "1d"), "no part “1d”; there are 1a"),
        (("validate", "--only", "run"), "which run"),
        (("plan", "{r}", "--width", "0.2", "--agent", "a,b"), "--width plans for each agent alone"),
        (("plan", "{r}", "--power", ".8", "--difference", ".2", "--agent", "a"), "--power compares two agents"),
        (("validate", "--only", "1a", "--seed", "3"), "--seed has no effect here: only 1a is run"),
        (("validate", "--only", "1a", "--size", "benchmarks=30"), "--size benchmarks has no effect"),
        (("validate", "--only", "designs", "--size", "bootstraps=30"), "--size bootstraps has no effect"),
        (("validate", "--only", "designs", "--size", "replicates=60"), "--size replicates has no effect"),
        (("validate", "--only", "1a", "--run", "{r}"), "--run has no effect"),
        (("validate", "--only", "1a", "--axis", "theme"), "--axis has no effect"),
        (("report", "{r}", "--column", "agent="), "--column agent=: after = a value is wanted"),
        (("report", "{r}", "--read", "success_is="), "--read success_is=: after = a value is wanted"),
        (("votes", "{r}", "--column", "user="), "--column user=: after = a value is wanted"),
        (("report", "{r}", "--axis", "theme,size", "--axis", "theme"), "--axis theme is named twice"),
        (("plan", "{r}", "--width", "0.2", "--agent", '"a,b'), "a name with a comma stands in double quotes"),
        (("report", "{r}", "--column", "app==a,b"), """with a comma, '"app==a,b"'"""),
    ],
)
def test_an_option_that_nothing_comes_of_is_refused(arguments: tuple[str, ...], says: str, results: Path) -> None:
    assert says in refused(*(one.format(r=results) for one in arguments))


NAMES = ("NA", "null", "nan", "None", "N/A", "a, b", 'said "so"', "x=y")


@pytest.mark.parametrize("name", NAMES)
def test_agents_apps_and_tasks_may_be_called_anything(name: str, tmp_path: Path) -> None:
    place, alone = tmp_path / "r.csv", tmp_path / "alone.csv"
    rows = table_of({name: outcomes(1), "b": outcomes(2, 0.05)}).to_pylist()
    renamed = [[{"app0": name, "task0": name}.get(cell, cell) for cell in row.values()] for row in rows]
    for file, own in ((place, renamed), (alone, renamed[len(rows) // 2 :])):
        with file.open("w", newline="") as opened:
            csv.writer(opened).writerows([rows[0], *own])
    found = told("report", place, *AXES)
    assert {one["agent"] for one in found["standings"]} == {name, "b"}
    assert name in found["apps"] and found["episodes"] == len(rows)
    written = f'"{name}"' if "," in name else name
    plan = told("plan", place, *AXES, "--width", "0.5", "--agent", written)
    assert [one["subject"] for one in plan] == [name]
    given = "agent==" + name.replace('"', '""')
    every = told("report", alone, *AXES, "--column", f'"{given}",rollout=rollout')
    assert [one["agent"] for one in every["standings"]] == [name]


def test_what_says_nothing_is_still_no_value(tmp_path: Path) -> None:
    """An agent may be called NA; a verdict, a number or a rollout of that name is missing."""
    place = tmp_path / "r.csv"
    rows = [f"NA,mail,t{n},{said},{said}" for n, said in enumerate(("1", "0", "NA", "null", "#N/A", "", "1"))]
    place.write_text("\n".join(["agent,app,task,success,steps", *rows]))
    found = read([place])
    assert found.table["success"].to_pylist() == [True, False, *[None] * 4, True]
    assert found.table["steps"].null_count == 4
