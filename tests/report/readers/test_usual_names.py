"""Results in the shape of other benchmarks are read without a column being named, and told in their words."""

import csv
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.report.readers.asked import refused, shown, told

from lifeworld.report.readers.plain_tables import MEASURED, USUAL
from lifeworld.report.readers.table import MEASURES, Naming

Row = Sequence[object]
CHANCE = random.Random(5)


def osworld() -> tuple[Row, list[Row]]:
    rows = [
        (domain, f"{domain}-{n}", model, round(CHANCE.random(), 2))
        for domain in ("chrome", "gimp", "os")
        for n in range(6)
        for model in ("one", "two")
    ]
    return ("domain", "example_id", "model", "result"), rows


def androidworld() -> tuple[Row, list[Row]]:
    rows = [
        (f"Template{n}", float(CHANCE.random() < 0.5), CHANCE.randint(3, 20), 4.5, agent, 30 + seed)
        for n in range(6)
        for agent in ("t3a", "m3a")
        for seed in range(3)
    ]
    return ("task_template", "is_successful", "episode_length", "run_time", "agent_name", "seed"), rows


def webarena() -> tuple[Row, list[Row]]:
    rows = [
        (n, site, int(CHANCE.random() < 0.4), model)
        for n, site in enumerate(["shopping", "gitlab", "map"] * 6)
        for model in ("one", "two")
    ]
    return ("task_id", "site", "score", "model_name"), rows


def appworld() -> tuple[Row, list[Row]]:
    rows = [
        (f"{n:03}_{k}", CHANCE.random() < 0.4, model, CHANCE.randint(2, 40))
        for n in range(6)
        for k in (1, 2, 3)
        for model in ("react", "plan")
    ]
    return ("task_id", "success", "model", "num_interactions"), rows


SHAPES: dict[str, tuple[Callable[[], tuple[Row, list[Row]]], tuple[str, ...], tuple[str, ...]]] = {
    "osworld": (osworld, (), ("18 tasks of 3 domains", "Mean score", "“result” as score")),
    "androidworld": (
        androidworld,
        ("--column", "app==android"),
        ("36 episodes", "Steps", "Seconds", "“seed” as rollout"),
    ),
    "webarena": (webarena, (), ("18 tasks of 3 sites", "By site", "“score” as success")),
    "appworld": (appworld, ("--column", "app==appworld"), ("18 tasks of 1 app", "Steps", "“model” as agent")),
}
OURS = ("single-app", "infrastructure", "fault", " ours", "touches", "memory", "know the task", "Items met", "Unscored")


def written(name: str, folder: Path) -> Path:
    path = folder / f"{name}.csv"
    head, rows = SHAPES[name][0]()
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    return path


@pytest.mark.parametrize("name", SHAPES)
def test_results_of_another_benchmark_are_told_in_its_words(name: str, tmp_path: Path) -> None:
    path, (_, more, expected) = written(name, tmp_path), SHAPES[name]
    said = shown("report", path, *more, "--out", tmp_path / "report.md")
    assert all(" ".join(one.split()) in " ".join(said.split()) for one in expected), said
    report = (tmp_path / "report.md").read_text()
    assert not [word for word in OURS if word in report + said]
    unit = next((one for one in ("domain", "site") if f"{one}s" in " ".join(expected)), "app")
    assert unit == "app" or "apps" not in report
    for table in report.split("\n\n"):
        cells = [row.strip("|").split("|") for row in table.splitlines() if row.startswith("|")]
        if len(cells) > 2:
            columns = list(zip(*([cell.strip() for cell in row] for row in (cells[0], *cells[2:])), strict=True))
            assert len(columns) > 1 and all(set(column[1:]) - {"", "–"} for column in columns), table


@pytest.mark.parametrize("name", SHAPES)
def test_a_pilot_is_read_as_a_report_is(name: str, tmp_path: Path) -> None:
    path, more = written(name, tmp_path), SHAPES[name][1]
    if name == "osworld":
        said = refused("plan", path, "--width", "0.3")
        assert "--read success_at=0.5 counts scores" in said
        more = ("--read", "success_at=0.5")
    assert "What to run" in shown("plan", path, *more, "--width", "0.3")


def test_each_usual_name_is_taken_and_gives_way_to_the_exact_one(tmp_path: Path) -> None:
    known = {"success": "1", "app": "a", "task": "t", "agent": "m", "rollout": "0"}
    for what, names in USUAL.items():
        for name in names:
            path = tmp_path / f"{name}.csv"
            rows = [{**known, "task": f"t{n}", "rollout": str(n), "success": str(n % 2)} for n in range(4)]
            head = [name if one == what else one for one in known]
            path.write_text("\n".join([",".join(head), *(",".join(row.values()) for row in rows)]))
            assert f"“{name}” as {what}" in shown("report", path)
            both = [",".join([*known, name]), *(",".join([*row.values(), "x"]) for row in rows)]
            path.write_text("\n".join(both))
            assert "taken are" not in shown("report", path)
    assert {*USUAL} <= {*Naming.__dataclass_fields__} and {*MEASURED} <= {*MEASURES}


def test_what_is_named_for_something_is_taken_for_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    rows = [f"m,a,t{n},{n % 2},{seed},0:0{n}" for n in range(4) for seed in (1, 2)]
    path.write_text("\n".join(["model,site,task,passed,seed,duration", *rows]))
    said = shown("report", path, "--axis", "seed")
    assert "“seed” as rollout" not in said and "Seconds" not in said and "seed" in said


SINGLE = "model,domain,task_id,result\nm,mail,send,1\n"
WORDS = "model,domain,task_id,result\n" + "".join(f"m,mail,t{n},{'PASS' if n % 2 else 'fail '}\n" for n in range(6))


def test_one_of_anything_is_told_in_the_singular(tmp_path: Path) -> None:
    (path := tmp_path / "one.csv").write_text(SINGLE)
    said = shown("report", path, "--out", tmp_path / "report.html") + (tmp_path / "report.html").read_text()
    plurals = "apps|domains|tasks|agents|episodes|configurations|values|pairs|rollouts"
    assert not re.findall(rf"(?<![\d.,])1 (?:{plurals})\b", said) and "Success of 1 model on 1 domain," in said


def test_verdicts_in_words_are_read_once_somebody_says_which_is_a_success(tmp_path: Path) -> None:
    (path := tmp_path / "r.csv").write_text(WORDS)
    said = refused("report", path)
    assert "says “fail”, “pass”: name the one that is a success, like --read success_is=" in said
    found = told("report", path, "--read", "success_is=Pass")
    (standing,) = found["standings"]
    assert (standing["successes"], standing["failures"]) == (3, 3) and "failures are “fail” (3)" in found["notes"]
    for wrong, why in (("won", "never says “won”"), ("pass,success_at=1", "name one of them")):
        said = refused("report", path, "--read", f"success_is={wrong}")
        assert why in said
    said = refused("report", tmp_path, "--read", "success_is=pass,format=osworld")
    assert "--read success_is has no effect on results of osworld" in said


def test_rows_that_seem_one_episode_are_told_apart_by_what_varies(tmp_path: Path) -> None:
    rows = [f"m,mail,send,{seed},{theme},1" for seed in (1, 2) for theme in ("light", "dark")]
    (path := tmp_path / "r.csv").write_text("\n".join(["model,domain,task,seed,theme,passed", *rows]))
    said = refused("report", path)
    assert "row 2: the same episode as" in said and "They differ in theme: --axis names" in said
    shown("report", path, "--axis", "theme")


def test_what_is_lacking_says_how_every_row_gets_a_value(tmp_path: Path) -> None:
    said = refused("report", written("androidworld", tmp_path))
    assert "--column app=COLUMN; app==NAME gives every row that value" in said
